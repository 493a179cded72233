//! What the host chooses before the deal.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use table::{Dial, Knob, Name, Refusal, Text, say};

use crate::pieces::{Vampire, tables};
use crate::state::Setup;

/// The options of a game (10).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Options {
    /// How many players.
    pub players: usize,
    /// How many nights, if no target is set (10.1).
    pub rounds: u8,
    /// The total to reach, or 0 to play a number of nights (10.2).
    pub target: u8,
    /// Abilities need their sign (10.3).
    pub ability_signs: bool,
    /// Decisions are spoken in turn (10.4).
    pub spoken: bool,
    /// Two vampires each, for two or three players (10.5).
    pub two_vampires: bool,
    /// Vampires named for the seats in order (10.8).
    pub vampires: Vec<String>,
}

impl Options {
    pub(crate) fn setup(&self) -> Setup {
        Setup {
            seats: self.players as u8,
            each: if self.two_vampires { 2 } else { 1 },
            rounds: self.rounds,
            target: self.target,
            ability_signs: self.ability_signs,
            spoken: self.spoken,
            named: self.vampires.len() as u8,
        }
    }

    pub(crate) fn of(setup: Setup, who: &[u8]) -> Options {
        Options {
            players: setup.seats.into(),
            rounds: setup.rounds,
            target: setup.target,
            ability_signs: setup.ability_signs,
            spoken: setup.spoken,
            two_vampires: setup.each == 2,
            vampires: who[..setup.named.into()].iter().map(|&who| Vampire(who).name().to_owned()).collect(),
        }
    }
}

impl table::Options for Options {
    fn players(&self) -> usize {
        self.players
    }

    fn knobs() -> &'static [Knob] {
        static KNOBS: LazyLock<[Knob; 6]> = LazyLock::new(|| {
            [
                Knob::number("rounds", [1, 20], 4, "How many nights to play, if no target is set."),
                Knob::number(
                    "target",
                    [0, 100],
                    0,
                    "Play until a total reaches this at the end of a night (50 is a good one); 0 for a number of nights.",
                ),
                Knob::switch(
                    "ability-signs",
                    false,
                    "Abilities can be used only while their vampire's sign is showing.",
                ),
                Knob::switch(
                    "spoken",
                    false,
                    "Decisions to stay or leave are spoken in turn, the leader first, instead of sealed.",
                ),
                Knob::switch("two-vampires", false, "Two or three players lead two vampires each."),
                Knob {
                    name: "vampires",
                    help: "Vampires for the seats, in order; the other seats get one at random.",
                    dial: Dial::List { of: &tables().vampire_names },
                },
            ]
        });
        &*KNOBS
    }

    fn check(&self) -> Result<(), Refusal> {
        let wrong = |reason: Text| Err(Refusal::malformed(reason));
        if self.two_vampires && self.players > 3 {
            return wrong(say!("Two vampires each is for two or three players."));
        }
        if self.vampires.len() > self.setup().lairs() {
            return wrong(say!("There are only {most} vampires to name.", most = self.setup().lairs()));
        }
        for (index, name) in self.vampires.iter().enumerate() {
            // The knob takes names in any case; here they have one spelling, so that equal options are equal.
            if let Some(vampire) = Vampire::named(name).filter(|vampire| vampire.name() != name) {
                return wrong(say!("The vampire \"{name}\" is written \"{vampire}\".", name = Name(name)));
            }
            if self.vampires[..index].contains(name) {
                return wrong(say!("{name} can hunt for one player only.", name = Name(name)));
            }
        }
        Ok(())
    }
}
