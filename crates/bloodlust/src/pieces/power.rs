//! What events and abilities do. They share one small language: an ability works like an event without a sign (8.1).

use serde::{Deserialize, Deserializer};

use super::{Class, Sign};

/// When a power is used (7.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Window {
    /// A card has been revealed and has not taken effect.
    Revealed,
    /// A card has taken effect.
    Applied,
    /// Before the decisions of a draw.
    BeforeDecisions,
}

/// On which kinds of card a power is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum On {
    /// Any card.
    Any,
    /// Bloodlust.
    Bloodlust,
    /// Vampire Slayers of all three kinds.
    Slayer,
    /// Daylight.
    Daylight,
    /// Bloodlust and Daylight: what gives Bloodline.
    Bloodline,
}

impl On {
    /// Does the power fit a card of this class?
    pub(crate) fn fits(self, class: Class) -> bool {
        match self {
            On::Any => true,
            On::Bloodlust => class == Class::Bloodlust,
            On::Slayer => {
                matches!(class, Class::SlayerBloodline | Class::SlayerHealth | Class::SlayerChoice)
            }
            On::Daylight => class == Class::Daylight,
            On::Bloodline => matches!(class, Class::Bloodlust | Class::Daylight),
        }
    }
}

/// What a power does. "You" is the vampire that uses it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Effect {
    /// One other active vampire gains nothing from the card; you gain the bonus at once.
    VoidGain { bonus: u8 },
    /// Your gain from the card is multiplied.
    MultiplyGain(u8),
    /// You gain more from the card.
    AddGain(u8),
    /// The Slayer does nothing to you.
    IgnoreSlayer,
    /// The marker moves.
    MoveDaylight(i8),
    /// One other active vampire loses health.
    Wound(u8),
    /// You regain health and gain Bloodline.
    Heal { health: u8, bloodline: u8 },
    /// You take up to this much round Bloodline from one other active vampire.
    Take(u8),
    /// You gain Bloodline: `late` if the marker is on `from` or beyond.
    Bloodline { amount: u8, late: u8, from: u8 },
    /// The marker moves less for this card.
    SlowDaylight(u8),
    /// Every other active vampire loses round Bloodline.
    Curse(u8),
    /// You look at the top cards of the deck.
    Look(u8),
}

impl Effect {
    /// Does it name one other vampire?
    pub(crate) fn targets(self) -> bool {
        matches!(self, Effect::VoidGain { .. } | Effect::Wound(_) | Effect::Take(_))
    }

    /// Can every active vampire use it at any time (7.6)?
    pub(crate) fn is_plain(self) -> bool {
        match self {
            Effect::Bloodline { .. } | Effect::SlowDaylight(_) => true,
            Effect::Heal { bloodline, .. } => bloodline > 0,
            _ => false,
        }
    }

    /// Does it matter which of a player's two vampires uses it?
    pub(crate) fn personal(self) -> bool {
        !matches!(self, Effect::VoidGain { bonus: 0 } | Effect::MoveDaylight(_) | Effect::Wound(_))
    }
}

/// An event's or a vampire's power, and the words on it. Its texts are leaked: they live as long as the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Power {
    #[serde(deserialize_with = "leaked")]
    pub(crate) name: Leaked,
    /// The name in files and on the wire: `blood-feast`.
    #[serde(skip)]
    pub(crate) slug: Leaked,
    /// The rule that says what it does.
    #[serde(deserialize_with = "leaked")]
    pub(crate) rule: Leaked,
    pub(crate) sign: Sign,
    pub(crate) window: Window,
    pub(crate) on: On,
    pub(crate) effect: Effect,
    #[serde(default)]
    pub(crate) while_inactive: bool,
    #[serde(deserialize_with = "leaked")]
    pub(crate) text: Leaked,
    #[serde(deserialize_with = "leaked")]
    pub(crate) icon: Leaked,
}

/// Under a name of its own, because serde would borrow a plain reference from the file.
type Leaked = &'static str;

fn leaked<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Leaked, D::Error> {
    String::deserialize(deserializer).map(|text| &*text.leak())
}
