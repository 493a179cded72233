//! The ten laws, and running them.

use std::fmt;
use std::path::PathBuf;

use serde_json::Value;
use table::{Audit, Game, Options, options};

use crate::breach::Breach;
use crate::{checks, weights};

/// The laws of `docs/architecture.md`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Law {
    /// 1: same options, seed and actions, same state; a record folds to the live state.
    Deterministic,
    /// 2: legal and accepted are the same; a refusal changes nothing, and nothing panics.
    LegalMeansAccepted,
    /// 3: there is always something to do until the end, and the end comes within the declared bound.
    NoDeadEnd,
    /// 4: every piece is somewhere exactly once.
    PiecesAreConserved,
    /// 5: a sampled world looks the same to the observer, in every respect.
    TwinWorldsLookAlike,
    /// 6: and goes on looking the same until something is revealed.
    TwinWorldsStayAlike,
    /// 7: samples reach every consistent world with the right probability.
    SamplesHaveTheRightWeight,
    /// 8: what was shown stays known; a spectator knows no more than any seat; nobody knows what is false.
    PerfectRecall,
    /// 9: undo leads back to the identical state or is refused.
    UndoIsExact,
    /// 10: everything survives JSON, and options can be told apart by their words.
    EverythingSurvivesJson,
}

impl Law {
    /// All of them.
    pub const ALL: [Law; 10] = [
        Law::Deterministic,
        Law::LegalMeansAccepted,
        Law::NoDeadEnd,
        Law::PiecesAreConserved,
        Law::TwinWorldsLookAlike,
        Law::TwinWorldsStayAlike,
        Law::SamplesHaveTheRightWeight,
        Law::PerfectRecall,
        Law::UndoIsExact,
        Law::EverythingSurvivesJson,
    ];

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

/// Checks one law over all seat counts and option sets. Returns how many games were checked.
pub fn check<G: Audit>(law: Law, effort: Effort) -> Result<u32, Box<Breach>> {
    let mut games = 0;
    for players in G::INFO.players() {
        for (index, options) in options::variants::<G::Options>(players).into_iter().enumerate() {
            let count = match law {
                // Weights need many worlds, not many games, and are checked for the standard options.
                Law::SamplesHaveTheRightWeight => u32::from(index == 0),
                _ if index == 0 => effort.games,
                _ => effort.variant_games,
            };
            for game in 0..count {
                let seed = u64::from(game) * 1_000 + players as u64 * 100 + index as u64;
                check_one::<G>(law, &options, seed, effort)?;
                games += 1;
            }
        }
    }
    Ok(games)
}

/// Checks one law on one game.
pub fn check_one<G: Audit>(
    law: Law,
    options: &G::Options,
    seed: u64,
    effort: Effort,
) -> Result<(), Box<Breach>> {
    let case = Case::<G> { options: options.clone(), seed, effort };
    match law {
        Law::Deterministic => checks::deterministic(&case),
        Law::LegalMeansAccepted => checks::legal_means_accepted(&case),
        Law::NoDeadEnd => checks::no_dead_end(&case),
        Law::PiecesAreConserved => checks::pieces_are_conserved(&case),
        Law::TwinWorldsLookAlike => checks::twin_worlds_look_alike(&case),
        Law::TwinWorldsStayAlike => checks::twin_worlds_stay_alike(&case),
        Law::SamplesHaveTheRightWeight => weights::samples_have_the_right_weight(&case),
        Law::PerfectRecall => checks::perfect_recall(&case),
        Law::UndoIsExact => checks::undo_is_exact(&case),
        Law::EverythingSurvivesJson => checks::everything_survives_json(&case),
    }
}

/// For tests: panics if the law is broken, with a line that reproduces it and a record in `target/laws`.
///
/// # Panics
/// If the law is broken.
pub fn assert_kept<G: Audit>(law: Law) {
    match check::<G>(law, Effort::CI) {
        Ok(games) => assert!(games > 0, "no game was checked"),
        Err(breach) => {
            let written =
                write_record(&breach).map_or(String::new(), |path| format!("\nrecord: {}", path.display()));
            panic!("{breach}{written}");
        }
    }
}

/// Writes the record of a breach to `target/laws`, for `sanguis replay`.
pub fn write_record(breach: &Breach) -> Option<PathBuf> {
    let record = breach.record.as_ref()?;
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/laws");
    std::fs::create_dir_all(&root).ok()?;
    let path = root.join(format!("{}-law-{}-seed-{}.json", breach.game, breach.law.number(), breach.seed));
    std::fs::write(&path, record.to_text()).ok()?;
    path.canonicalize().ok()
}

/// How many seats the options ask for.
pub(crate) fn seats<G: Game>(options: &G::Options) -> usize {
    options.players()
}
