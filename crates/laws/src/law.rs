//! The eleven laws, and the games they are checked on.

use std::fmt;

use serde_json::Value;
use table::{Code, Game};

/// The laws of `docs/architecture.md`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Code)]
pub enum Law {
    /// 1: the same options, seed and actions give the same state; a record folds to the live state.
    Deterministic,
    /// 2: an action is accepted if and only if it is legal; a refusal changes nothing, and nothing panics.
    LegalMeansAccepted,
    /// 3: there are no dead ends, and the game ends within its declared bound.
    NoDeadEnd,
    /// 4: every piece is somewhere exactly once.
    PiecesAreConserved,
    /// 5: a sampled world looks the same to the observer, in every respect.
    TwinWorldsLookAlike,
    /// 6: and keeps looking the same until something is revealed.
    TwinWorldsStayAlike,
    /// 7: samples reach every consistent world with the right probability.
    SamplesHaveTheRightWeight,
    /// 8: what was shown stays known; a spectator knows no more than any seat; nobody knows anything false.
    PerfectRecall,
    /// 9: undo leads back to the identical state or is refused, and what anybody saw until then revealed nothing.
    UndoIsExact,
    /// 10: everything survives a round trip through JSON, and options have distinct labels.
    EverythingSurvivesJson,
    /// 11: what may be claimed and what is claimed reveals nothing and changes nothing.
    TalkTellsNothing,
}

impl Law {
    /// Its number, from 1.
    pub fn number(self) -> usize {
        self as usize + 1
    }
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Law::Deterministic => "deterministic",
            Law::LegalMeansAccepted => "legal means accepted",
            Law::NoDeadEnd => "no dead end",
            Law::PiecesAreConserved => "pieces are conserved",
            Law::TwinWorldsLookAlike => "twin worlds look alike",
            Law::TwinWorldsStayAlike => "twin worlds stay alike",
            Law::SamplesHaveTheRightWeight => "samples have the right weight",
            Law::PerfectRecall => "perfect recall",
            Law::UndoIsExact => "undo is exact",
            Law::EverythingSurvivesJson => "everything survives JSON",
            Law::TalkTellsNothing => "talk tells nothing",
        })
    }
}

/// How much to check.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Games for the standard options at each seat count.
    pub games: u32,
    /// Games for each other option set at each seat count.
    pub variant_games: u32,
    /// About this many moments of a game are examined closely.
    pub moments: u32,
    /// Worlds drawn to weigh samples, for each seat count.
    pub worlds: u32,
}

impl Effort {
    /// For every change: seconds.
    pub const CI: Effort = Effort { games: 12, variant_games: 3, moments: 12, worlds: 6_000 };
}

/// One random game: all that is needed to play it again.
#[derive(Clone, Debug)]
pub(crate) struct Case<G: Game> {
    pub(crate) options: G::Options,
    pub(crate) seed: u64,
    pub(crate) effort: Effort,
}

impl<G: Game> Case<G> {
    pub(crate) fn json(&self) -> Value {
        serde_json::to_value(&self.options).unwrap_or(Value::Null)
    }
}
