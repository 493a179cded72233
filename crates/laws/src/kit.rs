//! Running the laws.

use std::path::PathBuf;

use table::{Audit, options};

use crate::breach::Breach;
use crate::law::{Case, Effort, Law};
use crate::{checks, talk, weights};

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
        Law::TalkTellsNothing => talk::talk_tells_nothing(&case),
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
