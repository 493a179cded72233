//! What the host chooses: the number of players, the map and the variants.

use serde::{Deserialize, Serialize};
use table::{Dial, Knob, Name, Refusal, say};

use crate::map::{self, MapRef};

/// How distance between citadels is counted (rule 4.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spacing {
    /// Every border is a step.
    All,
    /// Only steps over land count.
    Land,
}

/// Number of players and variants.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Options {
    /// How many play.
    pub players: usize,
    /// The name of a shipped map, or a whole map file; empty for the usual one.
    pub map: String,
    /// Regroups that count for each player; 0 for the usual number.
    pub regroups: u8,
    /// Corsairs from three players, Chaos Horde from four.
    pub restrict_factions: bool,
    /// How distance between citadels is counted.
    pub spacing: Spacing,
    /// The Chaos Horde capture only where no enemy unit stands.
    pub polite_horde: bool,
    /// The Cutiecorn is in play.
    pub cutiecorn: bool,
    /// Attackers are shown their odds.
    pub show_odds: bool,
}

/// What the options mean once they are settled.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Agreement {
    /// How many play.
    pub players: u8,
    /// Where.
    pub map: MapRef,
    /// Regroups that count.
    pub regroups: u8,
    /// Corsairs from three players, Chaos Horde from four.
    pub restrict: bool,
    /// Only land counts as distance between citadels.
    pub land_spacing: bool,
    /// The Cutiecorn is in play.
    pub cutiecorn: bool,
    /// The Chaos Horde capture only where no enemy unit stands.
    pub polite_horde: bool,
    /// Attackers are shown their odds.
    pub odds: bool,
}

static KNOBS: [Knob; 7] = [
    Knob {
        name: "map",
        help: "A map that comes with the game, or the text of a map file; empty for the usual one.",
        dial: Dial::Text { of: &map::SHIPPED, players: &map::PLAYERS },
    },
    Knob::number(
        "regroups",
        [0, 4],
        0,
        "How many regroups of each player end the game; 0 means three with two players and two with more.",
    ),
    Knob::switch("restrict-factions", true, "Corsairs need three players, the Chaos Horde four."),
    Knob {
        name: "spacing",
        help: "What counts as a step between citadels.",
        dial: Dial::Choice {
            of: &[("all", "every border, coasts too"), ("land", "borders between land areas only")],
            default: "all",
        },
    },
    Knob::switch("polite-horde", false, "The Chaos Horde capture villages only where no enemy unit stands."),
    Knob::switch("cutiecorn", false, "A cat on a unicorn waits beside the map."),
    Knob::switch("show-odds", true, "Players about to attack are shown the exact odds."),
];

impl table::Options for Options {
    fn players(&self) -> usize {
        self.players
    }

    fn knobs() -> &'static [Knob] {
        &KNOBS
    }

    fn settled(self) -> Options {
        Options { map: map::tidy(self.map), ..self }
    }

    fn check(&self) -> Result<(), Refusal> {
        let map = map::choose(&self.map, self.players)?;
        if map.takes(self.players) {
            return Ok(());
        }
        let fitting: Vec<_> =
            map::all().filter(|map| map.takes(self.players)).filter_map(|map| map.slug).collect();
        let (title, players, fitting) = (map.title(), self.players, Name(fitting.join(", ")));
        Err(Refusal::malformed(match map.players {
            (only, most) if only == most => {
                say!("{title} is a map for {only} players; for {players} there are: {fitting}.")
            }
            (fewest, most) => {
                say!("{title} is a map for {fewest} to {most} players; for {players} there are: {fitting}.")
            }
        }))
    }
}

impl Options {
    /// How many regroups of each player end the game.
    fn last_regroup(&self) -> u8 {
        match (self.regroups, self.players) {
            (0, 2) => 3,
            (0, _) => 2,
            (regroups, _) => regroups,
        }
    }

    /// No game is longer than this many actions.
    pub(crate) fn bound(&self) -> u32 {
        1_000 * self.players as u32 * (u32::from(self.last_regroup()) + 1)
    }

    /// What the options mean, or why their map cannot be read.
    pub(crate) fn agreement(&self) -> Result<Agreement, Refusal> {
        Ok(self.on(map::choose(&self.map, self.players)?))
    }

    /// For options that have been checked: an unreadable map becomes the usual one.
    pub(crate) fn agreed(&self) -> Agreement {
        self.on(map::choose(&self.map, self.players).unwrap_or_else(|_| map::usual(self.players)))
    }

    fn on(&self, map: MapRef) -> Agreement {
        Agreement {
            players: self.players as u8,
            map,
            regroups: self.last_regroup(),
            restrict: self.restrict_factions,
            land_spacing: self.spacing == Spacing::Land,
            cutiecorn: self.cutiecorn,
            polite_horde: self.polite_horde,
            odds: self.show_odds,
        }
    }
}
