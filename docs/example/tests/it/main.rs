//! The laws every game keeps, and what the laws cannot know.

use kuhn_poker::{Action, KuhnPoker};
use laws::{Bench, seat};

laws::keep!(KuhnPoker);
laws::keep_instinct!(KuhnPoker);
laws::keep_tensor!(KuhnPoker);

fn deal(seed: u64) -> Bench<KuhnPoker> {
    Bench::deal(&Bench::<KuhnPoker>::options(&serde_json::json!({ "players": 2 })), seed)
}

// rules 1.1, 1.2, 2.1, 3.1
#[test]
fn two_checks_show_the_cards_for_one_chip() {
    let mut table = deal(1);
    table.act(1, Action::Check).act(2, Action::Check);
    let outcome = table.outcome().unwrap();
    assert_eq!(outcome.ending(), "showdown");
    assert_eq!(outcome.score(seat(1)).abs(), 1);
}

// rules 2.2, 3.2
#[test]
fn who_folds_loses_a_chip_and_shows_nothing() {
    let mut table = deal(2);
    table.act(1, Action::Bet);
    assert_eq!(table.refused(2, Action::Check).rule.as_deref(), Some("2.2"));
    table.act(2, Action::Fold);
    let outcome = table.outcome().unwrap();
    assert_eq!((outcome.ending(), outcome.score(seat(1)), outcome.score(seat(2))), ("fold", 1, -1));
}
