//! What the host chooses.

use serde::{Deserialize, Serialize};
use table::Knob;

/// Number of players and variants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Options {
    /// How many play.
    pub players: u8,
    /// After this many passes in a row for each player the holder of the dagger must strike; 0: never.
    pub patience: u8,
}

static KNOBS: [Knob; 1] = [Knob::number(
    "patience",
    [0, 12],
    3,
    "After this many passes in a row for each player the holder of the dagger must strike; 0 for never.",
)];

impl Options {
    /// After this many passes in a row the holder must strike; 0: never.
    #[inline]
    pub(crate) const fn pass_limit(&self) -> u8 {
        self.players * self.patience
    }
}

impl table::Options for Options {
    fn players(&self) -> usize {
        self.players.into()
    }

    fn knobs() -> &'static [Knob] {
        &KNOBS
    }
}
