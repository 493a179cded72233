//! The data files as plain tables.

use std::sync::LazyLock;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::power::{Effect, Power, Window};
use super::{Class, DECK, EVENTS, Events, Sign, VAMPIRES, Vampires};

/// One face of the deck: cards that look alike share it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Face {
    /// Its kind.
    pub class: Class,
    /// Its sign.
    pub sign: Sign,
    /// Bloodline gained, or lost to a Slayer.
    pub bloodline: u8,
    /// Health lost to a Slayer.
    pub health: u8,
    /// How far the marker moves: down for a Night card, up for any other.
    pub daylight: u8,
    /// Which event; `u8::MAX` for other cards.
    pub(crate) event: u8,
    /// How many copies the deck has.
    pub copies: u8,
    /// Its name in files: `bloodlust 2 full`.
    pub slug: &'static str,
}

/// Everything in the box.
pub(crate) struct Tables {
    /// All faces, events last in the order of their file.
    pub(crate) faces: Vec<Face>,
    /// The face of the first event: event `e` has face `first_event + e`.
    pub(crate) first_event: u8,
    /// The whole deck as faces, sorted.
    pub(crate) deck: [u8; DECK],
    pub(crate) events: [Power; EVENTS],
    pub(crate) vampires: [Power; VAMPIRES],
    /// Names of the vampires, for lobbies.
    pub(crate) vampire_names: [&'static str; VAMPIRES],
    /// Whose abilities fit a card of a class in the revealed and the applied window.
    pub(crate) ability_fits: [[Vampires; 2]; 8],
    /// Whose abilities every active vampire could use at any time.
    pub(crate) plain_abilities: Vampires,
    /// Which events fit, likewise.
    pub(crate) event_fits: [[Events; 2]; 8],
    /// Which abilities carry a sign.
    pub(crate) ability_sign: [Vampires; 3],
    /// Which events carry a sign.
    pub(crate) event_sign: [Events; 3],
    /// The vampire that looks at the deck, and how many cards.
    pub(crate) looker: Option<(u8, u8)>,
    pub(crate) health: u8,
    pub(crate) dawn: u8,
    pub(crate) guess_right: u8,
    pub(crate) guess_wrong: u8,
}

impl Tables {
    pub(crate) fn face(&self, card: u8) -> &Face {
        &self.faces[card as usize]
    }
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    read().unwrap_or_else(|fault| panic!("the data files of BloodLust do not fit together: {fault}"))
});

/// The box, read on first use.
#[inline]
pub(crate) fn tables() -> &'static Tables {
    &TABLES
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DeckFile {
    card: Vec<RawCard>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCard {
    kind: Kind,
    #[serde(default)]
    bloodline: u8,
    #[serde(default)]
    health: u8,
    #[serde(default)]
    daylight: u8,
    full: u8,
    half: u8,
    quarter: u8,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    Bloodlust,
    Slayer,
    Daylight,
    Night,
    Invitation,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PowersFile {
    #[serde(alias = "event", alias = "vampire")]
    power: Vec<Power>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PayoffsFile {
    health: u8,
    dawn: u8,
    invitation: RawInvitation,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawInvitation {
    right: u8,
    wrong: u8,
}

fn parse<T: DeserializeOwned>(name: &str, text: &str) -> Result<T, String> {
    table::file::read(text).map_err(|error| format!("{name}: {error}"))
}

fn read() -> Result<Tables, String> {
    let raw: DeckFile = parse("deck.toml", include_str!("../../data/deck.toml"))?;
    let events: PowersFile = parse("events.toml", include_str!("../../data/events.toml"))?;
    let vampires: PowersFile = parse("vampires.toml", include_str!("../../data/vampires.toml"))?;
    let payoffs: PayoffsFile = parse("payoffs.toml", include_str!("../../data/payoffs.toml"))?;

    let named = |file: PowersFile| -> Vec<Power> {
        let slug = |name: &str| &*name.to_lowercase().replace(' ', "-").leak();
        file.power.into_iter().map(|power| Power { slug: slug(power.name), ..power }).collect()
    };
    let events: [Power; EVENTS] =
        named(events).try_into().map_err(|_| format!("there must be {EVENTS} events"))?;
    let vampires: [Power; VAMPIRES] =
        named(vampires).try_into().map_err(|_| format!("there must be {VAMPIRES} vampires"))?;

    let mut faces: Vec<Face> = raw.card.iter().flat_map(plain_faces).collect();
    let first_event = faces.len() as u8;
    faces.extend(events.iter().enumerate().map(|(index, event)| event_face(index as u8, event)));
    let deck: Vec<u8> = (0u8..)
        .zip(&faces)
        .flat_map(|(index, face)| std::iter::repeat_n(index, face.copies.into()))
        .collect();
    let deck = deck.try_into().map_err(|deck: Vec<u8>| format!("the deck has {} cards", deck.len()))?;

    let lookers: Vec<(u8, u8)> = (0u8..)
        .zip(&vampires)
        .filter_map(|(index, power)| match power.effect {
            Effect::Look(cards) => Some((index, cards)),
            _ => None,
        })
        .collect();
    if lookers.len() > 1 || events.iter().any(|event| event.window == Window::BeforeDecisions) {
        return Err("only one vampire may act before the decisions".into());
    }
    Ok(Tables {
        first_event,
        deck,
        ability_fits: fits(&vampires, Vampires::from_bits),
        plain_abilities: Vampires::from_bits(select(&vampires, |power| power.effect.is_plain())),
        event_fits: fits(&events, Events::from_bits),
        ability_sign: signs(&vampires, Vampires::from_bits),
        event_sign: signs(&events, Events::from_bits),
        vampire_names: std::array::from_fn(|index| vampires[index].name),
        events,
        vampires,
        faces,
        looker: lookers.first().copied(),
        health: payoffs.health,
        dawn: payoffs.dawn,
        guess_right: payoffs.invitation.right,
        guess_wrong: payoffs.invitation.wrong,
    })
}

fn plain_faces(raw: &RawCard) -> Vec<Face> {
    let RawCard { bloodline, health, daylight, .. } = *raw;
    let (class, slug) = match (raw.kind, bloodline > 0, health > 0) {
        (Kind::Bloodlust, ..) => (Class::Bloodlust, format!("bloodlust {bloodline}")),
        (Kind::Slayer, true, true) => (Class::SlayerChoice, format!("slayer choice {bloodline}-{health}")),
        (Kind::Slayer, true, false) => (Class::SlayerBloodline, format!("slayer bloodline {bloodline}")),
        (Kind::Slayer, ..) => (Class::SlayerHealth, format!("slayer health {health}")),
        (Kind::Daylight, ..) => (Class::Daylight, format!("daylight {daylight}")),
        (Kind::Night, ..) => (Class::Night, format!("night {daylight}")),
        (Kind::Invitation, ..) => (Class::Invitation, "invitation".to_owned()),
    };
    Sign::ALL
        .into_iter()
        .zip([raw.full, raw.half, raw.quarter])
        .filter(|&(_, copies)| copies > 0)
        .map(|(sign, copies)| Face {
            class,
            sign,
            bloodline,
            health,
            daylight,
            event: u8::MAX,
            copies,
            slug: format!("{slug} {}", sign.slug()).leak(),
        })
        .collect()
}

fn event_face(index: u8, event: &Power) -> Face {
    Face {
        class: Class::Event,
        sign: event.sign,
        bloodline: 0,
        health: 0,
        daylight: 0,
        event: index,
        copies: 1,
        slug: event.slug,
    }
}

fn fits<S>(powers: &[Power], set: fn(u16) -> S) -> [[S; 2]; 8] {
    Class::ALL.map(|class| {
        [Window::Revealed, Window::Applied]
            .map(|window| set(select(powers, |power| power.window == window && power.on.fits(class))))
    })
}

fn signs<S>(powers: &[Power], set: fn(u16) -> S) -> [S; 3] {
    Sign::ALL.map(|sign| set(select(powers, |power| power.sign == sign)))
}

/// The powers that pass a test, as bits.
fn select(powers: &[Power], fits: impl Fn(&Power) -> bool) -> u16 {
    powers.iter().rev().fold(0, |bits, power| bits << 1 | u16::from(fits(power)))
}

#[cfg(test)]
mod tests {
    use table::Game;

    use super::*;

    // tests/it/pieces.rs checks the counts; here is what only this file can see.
    #[test]
    fn names_are_unique() {
        let mut slugs: Vec<&str> = tables().faces.iter().map(|face| face.slug).collect();
        slugs.sort_unstable();
        slugs.dedup();
        assert_eq!(slugs.len(), tables().faces.len());
    }

    #[test]
    fn powers_name_the_rules_that_tell_of_them() {
        for power in tables().events.iter().chain(&tables().vampires) {
            let rule = format!("**{}** {} (", power.rule, power.name);
            assert!(crate::BloodLust::INFO.rules.contains(&rule), "{rule}");
        }
    }

    #[test]
    fn corvin_looks_and_nobody_else() {
        let (vampire, cards) = tables().looker.unwrap();
        assert_eq!((tables().vampires[vampire as usize].name, cards), ("Corvin", 2));
    }
}
