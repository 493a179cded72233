//! What the host chooses before the deal.

use serde::{Deserialize, Serialize};
use table::{Dial, Knob};

/// How many Characters have abilities (rule 2.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Abilities {
    /// Twenty-four.
    Many,
    /// Twelve.
    Few,
}

/// Whether and how score is kept (section 13 of the rules).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scoring {
    /// One hand, one winner.
    None,
    /// The winner gains what the others hold.
    A,
    /// The others are charged with what they hold.
    B,
}

/// Who makes the call at the last card (rules 10.2, 10.6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Caller {
    /// The player, who is asked before the turn ends.
    Player,
    /// The table, always in time.
    Table,
}

/// The host's choices.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Options {
    /// How many play.
    pub players: u8,
    /// How many Characters have abilities.
    pub specials: Abilities,
    /// With the King's Blood card?
    pub advanced: bool,
    /// Whether and how score is kept.
    pub scoring: Scoring,
    /// The score that ends a series.
    pub target: i16,
    /// Who makes the call.
    pub caller: Caller,
}

impl Options {
    /// Only twelve abilities?
    pub(crate) fn few(&self) -> bool {
        self.specials == Abilities::Few
    }

    /// Is score kept?
    pub(crate) fn scored(&self) -> bool {
        self.scoring != Scoring::None
    }
}

impl table::Options for Options {
    fn players(&self) -> usize {
        self.players.into()
    }

    fn knobs() -> &'static [Knob] {
        KNOBS
    }
}

const KNOBS: &[Knob] = &[
    Knob {
        name: "specials",
        help: "How many Characters trouble the next player with Skip, Reverse or Draw 3.",
        dial: Dial::Choice {
            of: &[("many", "Twenty-four: a lively table."), ("few", "Twelve: a calmer one.")],
            default: "many",
        },
    },
    Knob::switch(
        "advanced",
        false,
        "Play with the King's Blood card, which goes to the player who enthrones.",
    ),
    Knob {
        name: "scoring",
        help: "Play a series of hands for points.",
        dial: Dial::Choice {
            of: &[
                ("none", "A single hand decides."),
                ("a", "The winner of a hand gains what the others hold; the first to reach the target wins."),
                ("b", "The others are charged with what they hold; the lowest score wins."),
            ],
            default: "none",
        },
    },
    Knob::number("target", [50, 300], 100, "The score that ends a series."),
    Knob {
        name: "caller",
        help: "Who calls \"King's Blood!\" at the last card.",
        dial: Dial::Choice {
            of: &[
                ("player", "You do; you are asked before your turn ends."),
                ("table", "The table does it for you."),
            ],
            default: "player",
        },
    },
];
