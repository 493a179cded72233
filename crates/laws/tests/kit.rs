//! The kit itself: an honest game keeps all laws, and every planted fault is caught by the law that forbids it.

use std::collections::HashMap;

use laws::toy::{self, Crypt, fault};
use laws::{Breach, Effort, Law, check};
use table::chance::quick;
use table::options::PlayersOnly;
use table::{Game, Observer, Options, Seat};

const EFFORT: Effort = Effort { games: 60, variant_games: 10, moments: 20, worlds: 40_000 };

#[test]
fn an_honest_game_keeps_every_law() {
    for law in Law::ALL {
        if let Err(breach) = check::<Crypt<{ fault::NONE }>>(law, EFFORT) {
            panic!("{breach}");
        }
    }
}

fn caught<const FAULT: u8>(law: Law) -> Box<Breach> {
    match check::<Crypt<FAULT>>(law, EFFORT) {
        Err(breach) => breach,
        Ok(games) => panic!("fault {FAULT} was not caught by law {} in {games} games", law.number()),
    }
}

#[test]
fn every_planted_fault_is_caught() {
    let breaches = [
        caught::<{ fault::SHOWS_A_HIDDEN_CARD }>(Law::PerfectRecall),
        caught::<{ fault::SHOWS_SEALED_CHOICES }>(Law::TwinWorldsStayAlike),
        caught::<{ fault::FORGETS_A_PEEK }>(Law::PerfectRecall),
        caught::<{ fault::ASKING_TELLS }>(Law::TwinWorldsLookAlike),
        caught::<{ fault::BIASED_SAMPLES }>(Law::SamplesHaveTheRightWeight),
        caught::<{ fault::UNDECLARED_REVEAL }>(Law::TwinWorldsStayAlike),
        caught::<{ fault::SAME_WORDS }>(Law::EverythingSurvivesJson),
        caught::<{ fault::LOSES_A_CARD }>(Law::PiecesAreConserved),
        caught::<{ fault::NEVER_ENDS }>(Law::NoDeadEnd),
        caught::<{ fault::REFUSAL_TELLS }>(Law::TwinWorldsLookAlike),
        caught::<{ fault::SPECTATOR_KNOWS_MORE }>(Law::PerfectRecall),
        caught::<{ fault::OPTIONS_TELL }>(Law::TwinWorldsLookAlike),
        caught::<{ fault::DECK_ORDER_TELLS }>(Law::TwinWorldsLookAlike),
        caught::<{ fault::CODES_COLLIDE }>(Law::LegalMeansAccepted),
        caught::<{ fault::DEAD_END }>(Law::NoDeadEnd),
        caught::<{ fault::SCENE_LACKS_AN_ELEMENT }>(Law::EverythingSurvivesJson),
        caught::<{ fault::NEVER_IMAGINES_A_WORLD }>(Law::SamplesHaveTheRightWeight),
        caught::<{ fault::TAKEN_BACK_TELLS }>(Law::UndoIsExact),
        caught::<{ fault::MENU_TELLS }>(Law::TalkTellsNothing),
        caught::<{ fault::SPEAKER_KNOWS_TOO_MUCH }>(Law::TalkTellsNothing),
        caught::<{ fault::FACTS_GROW_BY_TALK }>(Law::TalkTellsNothing),
        caught::<{ fault::TALK_MOVES_THE_HASH }>(Law::TalkTellsNothing),
        caught::<{ fault::PROVES_TOO_MUCH }>(Law::TalkTellsNothing),
        caught::<{ fault::CLAIMS_IN_THE_SAME_WORDS }>(Law::TalkTellsNothing),
    ];
    // Faults of tensors and the honest game break none of the laws.
    assert_eq!(breaches.len() as u8 + 1 + 3, fault::COUNT, "a fault is not tested");
}

#[test]
fn an_honest_array_is_accepted() {
    laws::assert_tensor::<Crypt<{ fault::NONE }>>();
}

#[test]
#[should_panic(expected = "what it may not know")]
fn an_array_that_tells_a_secret_is_caught() {
    laws::assert_tensor::<Crypt<{ fault::ARRAY_TELLS }>>();
}

#[test]
#[should_panic(expected = "sees a difference that its array lacks")]
fn an_array_that_leaves_something_out_is_caught() {
    laws::assert_tensor::<Crypt<{ fault::ARRAY_LACKS }>>();
}

#[test]
#[should_panic(expected = "differs from the same part written from scratch")]
fn an_array_that_is_not_kept_up_to_date_is_caught() {
    laws::assert_tensor::<Crypt<{ fault::ARRAY_GOES_STALE }>>();
}

#[test]
fn a_breach_says_how_to_see_it_again() {
    let breach = caught::<{ fault::NEVER_ENDS }>(Law::NoDeadEnd);
    let text = breach.to_string();
    assert!(text.contains("cargo xtask soak --game crypt --law 3 --seed"), "{text}");
    assert!(breach.record.is_some());
}

/// Chi-squared of samples against full enumeration.
#[test]
fn samples_of_the_toy_match_full_enumeration() {
    type Honest = Crypt<{ fault::NONE }>;
    let mut chance = quick(5);
    let state = Honest::deal(&PlayersOnly::standard(4), &mut chance);
    let seen = Honest::observe(&state, Observer::Seat(Seat::new(2)));
    let worlds = toy::enumerate(&seen);
    assert!((worlds.iter().map(|(_, weight)| weight).sum::<f64>() - 1.0).abs() < 1e-9);
    let mut counts: HashMap<_, f64> = HashMap::new();
    const DRAWS: u32 = 50_000;
    for _ in 0..DRAWS {
        *counts.entry(Honest::sample(&seen, &mut chance).cards).or_default() += 1.0;
    }
    assert_eq!(counts.len(), worlds.len(), "every world is reached, and no other");
    let chi: f64 = worlds
        .iter()
        .map(|(cards, weight)| {
            let expected = weight * f64::from(DRAWS);
            (counts.get(cards).copied().unwrap_or(0.0) - expected).powi(2) / expected
        })
        .sum();
    let freedom = (worlds.len() - 1) as f64;
    assert!(
        chi < freedom + 5.0 * (2.0 * freedom).sqrt(),
        "chi squared {chi} with {freedom} degrees of freedom"
    );
}

#[test]
fn every_language_says_what_the_platform_says() {
    let crates = ["table", "hosting", "house", "lab", "terminal", "sanguis", "shelf", "bots", "lessons"];
    let roots = crates.map(|name| format!("{}/../{name}", env!("CARGO_MANIFEST_DIR")));
    laws::assert_platform_languages(&roots.each_ref().map(String::as_str));
}
