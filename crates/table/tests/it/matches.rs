//! Matches: decisions, undo, what each observer is told, forgetting.

use kuhn_poker::{Action, Event};
use table::{AnyMatch, Code, Observer, Refused, SeatSet, Text};

use super::{deal, seat};

#[test]
fn a_refusal_says_why_and_changes_nothing() {
    let mut game = deal(1);
    let before = (game.state().clone(), game.chain(), game.log().len());
    let cases = [
        (2, Action::Check, Refused::NotYours, None),
        (1, Action::Call, Refused::Illegal, Some("2.1")),
        (7, Action::Check, Refused::NotYours, None),
    ];
    for (number, action, kind, rule) in cases {
        let refusal = game.play(seat(number), action).unwrap_err();
        assert_eq!((refusal.kind, refusal.rule.as_deref()), (kind, rule), "{refusal}");
    }
    assert_eq!((game.state().clone(), game.chain(), game.log().len()), before);
    game.play(seat(1), Action::Bet).unwrap();
    game.play(seat(2), Action::Fold).unwrap();
    assert_eq!(game.play(seat(1), Action::Bet).unwrap_err().kind, Refused::Over);
}

#[test]
fn undo_leads_back_until_somebody_else_acts_or_something_is_shown() {
    let mut game = deal(1);
    let (state, chain) = (game.state().clone(), game.chain());
    game.play(seat(1), Action::Check).unwrap();
    assert!(game.may_undo(seat(1)) && !game.may_undo(seat(2)));
    game.undo(seat(1)).unwrap();
    assert_eq!((game.state(), game.chain(), game.version()), (&state, chain, 0));
    assert!(game.undo(seat(1)).is_err(), "there is nothing left to undo");
    game.play(seat(1), Action::Check).unwrap();
    game.play(seat(2), Action::Bet).unwrap();
    assert!(game.undo(seat(1)).is_err(), "seat 2 has acted since");
    game.play(seat(1), Action::Call).unwrap();
    assert!(game.undo(seat(1)).is_err(), "the cards have been shown");
}

#[test]
fn a_view_offers_exactly_what_is_legal() {
    let game = deal(3);
    let view = game.view(Observer::Seat(seat(1)));
    assert_eq!(view.waiting, SeatSet::one(seat(1)));
    let offered: Vec<(u32, Text)> =
        view.options.iter().map(|option| (option.code, option.described.label.clone())).collect();
    assert_eq!(offered, [(Action::Check.code(), "Check".into()), (Action::Bet.code(), "Bet".into())]);
    assert_eq!(game.offers(seat(1)), offered);
    assert_eq!(game.codes(seat(1)), [0, 1]);
    assert!(game.view(Observer::Seat(seat(2))).options.is_empty());
    assert!(game.view(Observer::Spectator).options.is_empty());
    assert_eq!(game.fallback(seat(1)), Some(0), "by default the first option");
    assert_eq!(game.fallback(seat(2)), None);
}

#[test]
fn the_story_is_told_to_each_in_their_own_words() {
    let mut game = deal(4);
    game.play(seat(1), Action::Bet).unwrap();
    game.play(seat(2), Action::Fold).unwrap();
    let story = |observer| game.story(observer, 0).into_iter().map(|line| line.text).collect::<Vec<_>>();
    assert_eq!(story(Observer::Seat(seat(1))), ["You bet.", "{s2} folds."]);
    assert_eq!(story(Observer::Spectator), ["{s1} bets.", "{s2} folds."]);
    assert_eq!(game.story(Observer::Spectator, 1).len(), 1, "only what came after the first action");
    let told = game.told(Observer::Spectator, 1).downcast::<Vec<Event>>().unwrap();
    assert_eq!(*told, [Event::Acted(seat(2), Action::Fold)]);
}

#[test]
fn a_match_that_forgets_goes_on_with_the_same_hashes() {
    let (mut whole, mut brief) = (deal(5), deal(5));
    for (number, action) in [(1, Action::Check), (2, Action::Bet)] {
        whole.play(seat(number), action).unwrap();
        brief.play(seat(number), action).unwrap();
    }
    brief.forget(0);
    assert_eq!(brief.version(), 2);
    assert!(brief.may_undo(seat(2)), "what can be undone is kept");
    brief.undo(seat(2)).unwrap();
    brief.play(seat(2), Action::Bet).unwrap();
    whole.play(seat(1), Action::Call).unwrap();
    brief.play(seat(1), Action::Call).unwrap();
    assert_eq!(whole.chain(), brief.chain());
}
