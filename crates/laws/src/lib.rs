//! The laws that every game must obey, for every option set and seat count.
//!
//! A game's tests call `laws::keep!(my_game::MyGame);`. It generates one test for each of the eleven laws of [`Law`], one that every
//! numbered rule is cited by a test, one that translations are complete, one that runs every scenario file, one for recorded
//! games and one for playthroughs.
//!
//! A broken law prints one line that reproduces it and writes a record that `sanguis replay` opens.
//!
//! The kit is itself tested: a small game with planted leaks ([`toy`]) must be caught by the law that forbids each of them.

mod bench;
mod breach;
mod checks;
mod fixtures;
mod instinct;
mod kit;
mod languages;
mod law;
mod rulebook;
mod secrets;
mod talk;
mod tensor;
pub mod toy;
mod walk;
mod weights;

pub use bench::{Bench, seat, seats};
pub use breach::Breach;
pub use fixtures::{check_fixtures, playthrough, playthrough_cases};
pub use instinct::assert_instinct;
pub use kit::{assert_kept, check, check_one, write_record};
pub use languages::{assert_languages, assert_platform_languages};
pub use law::{Effort, Law};
pub use rulebook::{assert_rules_cited, scenario, scenario_files};
pub use secrets::assert_secrets;
pub use tensor::assert_tensor;

#[doc(hidden)]
pub use insta;

/// Generates the test of a game's instinct. Call it once, beside [`keep!`].
#[macro_export]
macro_rules! keep_instinct {
    ($game:ty) => {
        #[test]
        fn instinct_does_not_peek() {
            $crate::assert_instinct::<$game>();
        }
    };
}

/// Generates the test of a game's observation tensor. Call it once, beside [`keep!`].
#[macro_export]
macro_rules! keep_tensor {
    ($game:ty) => {
        #[test]
        fn arrays_tell_what_the_seat_may_know() {
            $crate::assert_tensor::<$game>();
        }
    };
}

/// Generates the tests of all laws for a game. Call it once, in the game's tests.
#[macro_export]
macro_rules! keep {
    ($game:ty) => {
        $crate::keep!(@law $game,
            law_1_deterministic Deterministic,
            law_2_legal_means_accepted LegalMeansAccepted,
            law_3_no_dead_end NoDeadEnd,
            law_4_pieces_are_conserved PiecesAreConserved,
            law_5_twin_worlds_look_alike TwinWorldsLookAlike,
            law_6_twin_worlds_stay_alike TwinWorldsStayAlike,
            law_7_samples_have_the_right_weight SamplesHaveTheRightWeight,
            law_8_perfect_recall PerfectRecall,
            law_9_undo_is_exact UndoIsExact,
            law_10_everything_survives_json EverythingSurvivesJson,
            law_11_talk_tells_nothing TalkTellsNothing);

        #[test]
        fn something_is_hidden_from_everybody() {
            $crate::assert_secrets::<$game>();
        }

        #[test]
        fn every_rule_is_cited_by_a_test() {
            $crate::assert_rules_cited::<$game>(env!("CARGO_MANIFEST_DIR"));
        }

        #[test]
        fn every_language_says_everything() {
            $crate::assert_languages::<$game>(env!("CARGO_MANIFEST_DIR"));
        }

        #[test]
        fn every_scenario_file_holds() {
            $crate::scenario_files::<$game>(env!("CARGO_MANIFEST_DIR"));
        }

        #[test]
        fn every_recorded_ending_replays() {
            $crate::check_fixtures::<$game>(env!("CARGO_MANIFEST_DIR"));
        }

        #[test]
        fn playthroughs() {
            for (name, text) in $crate::playthrough_cases::<$game>() {
                $crate::insta::assert_snapshot!(name, text);
            }
        }
    };
    (@law $game:ty, $($name:ident $law:ident),*) => {
        $(
            #[test]
            fn $name() {
                $crate::assert_kept::<$game>($crate::Law::$law);
            }
        )*
    };
}
