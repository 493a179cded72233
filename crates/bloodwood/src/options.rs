//! What the host chooses.

use serde::{Deserialize, Serialize};
use table::{Dial, Knob, Refusal, say};

/// When a declaration may begin.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DeclareWhen {
    /// Whenever no card is being resolved.
    AnyTime,
    /// On one's own turn, before anything is played.
    OwnTurn,
}

/// Number of players and variants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Options {
    /// 5 to 12.
    pub players: usize,
    /// Are Dracula and The Alpha in play?
    pub leaders: bool,
    /// When a declaration may begin.
    pub declare: DeclareWhen,
    /// May a turn slip by without a play or a draw?
    pub slowness: bool,
    /// Who begins; 0 for a draw of lots.
    pub first: u8,
    /// After this many rounds of turns the game is a draw.
    pub rounds: u16,
}

static KNOBS: [Knob; 5] = [
    Knob::switch(
        "leaders",
        true,
        "Dracula and The Alpha know everybody from the start. Off: nobody does (even numbers of players only).",
    ),
    Knob {
        name: "declare",
        help: "When a pure player may declare the end.",
        dial: Dial::Choice {
            of: &[
                ("any-time", "whenever no card is being resolved"),
                ("own-turn", "only on one's own turn, before playing"),
            ],
            default: "any-time",
        },
    },
    Knob::switch(
        "slowness",
        false,
        "A player may let a turn slip by without playing or drawing, as a clock does for one who is too slow.",
    ),
    Knob::number(
        "first",
        [0, 12],
        0,
        "The seat that begins, such as the last winner's choice; 0 draws lots.",
    ),
    Knob::number(
        "rounds",
        [5, 500],
        100,
        "After this many rounds of turns without a declaration the game is a draw.",
    ),
];

impl table::Options for Options {
    fn players(&self) -> usize {
        self.players
    }

    fn knobs() -> &'static [Knob] {
        &KNOBS
    }

    fn check(&self) -> Result<(), Refusal> {
        if !self.leaders && self.players % 2 == 1 {
            return Err(Refusal::illegal("2.7", say!("Without leaders the number of players must be even.")));
        }
        let (first, players) = (self.first, self.players);
        if usize::from(first) > players {
            let reason = say!("Seat {first} cannot begin: there are {players} players.");
            return Err(Refusal::illegal("10.3", reason));
        }
        Ok(())
    }
}
