//! The list of games.

use shelf::{find, games};

#[test]
fn ids_are_distinct_and_sorted() {
    let ids: Vec<_> = games().iter().map(|entry| entry.game.info().id).collect();
    assert!(ids.is_sorted_by(|a, b| a < b), "{ids:?}");
}

#[test]
fn an_unknown_game_is_refused_with_the_list() {
    let refusal = find("chess").map(|_| ()).unwrap_err();
    assert!(refusal.reason.contains("bloodlust"), "{refusal}");
}
