//! The tree as players see it: which cards are active, and where a card may go.

use kings_blood::{Action, KingsBlood, Options};
use serde_json::json;
use table::chance::quick;
use table::scene::Id;
use table::{Game, Observer, Options as _, Seat, rollout};

use crate::table;

// rules 4.1, 4.3
#[test]
fn the_tree_shows_active_cards_at_half_step_columns() {
    let table = table(
        json!({ "players": 2 }),
        json!({ "turn": 1, "tree": [
            { "card": "money-3-m", "row": 0, "column": 0 },
            { "card": "money-6-f", "row": 0, "column": 2 },
            { "card": "art-8-m", "row": 1, "column": 1 },
        ] }),
    );
    let tree = table.scene(Observer::Spectator).tree.unwrap();
    let leaves: Vec<_> = tree.cards.iter().map(|leaf| (leaf.row, leaf.column, leaf.active)).collect();
    assert_eq!(leaves, [(0, 0, false), (0, 2, false), (1, 1, true)]);
    let spots: Vec<_> = tree.spots.iter().map(|spot| (spot.row, spot.column)).collect();
    assert_eq!(spots, [(1, -1), (1, 3)]);
}

// rules 5.2, 9.4
#[test]
fn the_spots_are_exactly_the_places_that_can_be_chosen() {
    let mut options = Options::standard(3);
    options.advanced = true;
    let (mut chance, mut actions, mut looked) = (quick(8), Vec::new(), 0);
    for _ in 0..40 {
        let mut state = KingsBlood::deal(&options, &mut chance);
        while let Some((seat, action)) = rollout::choose::<KingsBlood, _>(&state, &mut actions, &mut chance) {
            if actions.iter().any(|action| matches!(action, Action::Place { .. })) {
                let seen = KingsBlood::observe(&state, Observer::Seat(seat));
                let scene = KingsBlood::scene(&seen, KingsBlood::waiting_on(&state));
                let mut spots: Vec<Id> =
                    scene.tree.iter().flat_map(|tree| &tree.spots).map(|spot| spot.id.clone()).collect();
                let mut places: Vec<Id> = actions
                    .iter()
                    .filter(|action| matches!(action, Action::Place { .. }))
                    .map(|&action| KingsBlood::describe(&seen, &[action])[0].touches[0].clone())
                    .collect();
                spots.sort();
                places.sort();
                assert_eq!(spots, places);
                looked += 1;
            }
            KingsBlood::apply(&mut state, seat, action, &mut chance, &mut ());
        }
    }
    assert!(looked > 300);
}

// rule 10.2
#[test]
fn nobody_else_learns_from_being_asked() {
    // The game waits on the current player, whatever the hands are.
    let mut chance = quick(9);
    let mut actions = Vec::new();
    let mut state = KingsBlood::deal(&Options::standard(4), &mut chance);
    while let Some((seat, action)) = rollout::choose::<KingsBlood, _>(&state, &mut actions, &mut chance) {
        assert_eq!(seat, state.turn);
        assert_eq!(actions.contains(&Action::Call), state.silent(seat));
        for other in Seat::all(4).filter(|&other| other != seat) {
            let mut none = Vec::new();
            KingsBlood::legal(&state, other, &mut none);
            assert!(none.is_empty());
        }
        KingsBlood::apply(&mut state, seat, action, &mut chance, &mut ());
    }
}
