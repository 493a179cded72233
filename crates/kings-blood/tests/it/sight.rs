//! What is known and what is imagined: shuffles, cards that came openly, and what a pass tells.

use std::collections::BTreeMap;

use kings_blood::pieces::{Card, Cards};
use kings_blood::state::Phase;
use kings_blood::{Action, KingsBlood, State};
use laws::seat;
use serde_json::json;
use table::chance::quick;
use table::{Game, Observer};

use crate::{Moves, Table, action, arrange, card, cards, row_from_the_edge, table};

fn samples(state: &State, observer: Observer, count: usize) -> impl Iterator<Item = State> {
    let seen = KingsBlood::observe(state, observer);
    let mut chance = quick(5);
    (0..count).map(move |_| {
        let twin = KingsBlood::sample(&seen, &mut chance);
        assert_eq!(KingsBlood::observe(&twin, observer), seen);
        twin
    })
}

// rule 9.3
#[test]
fn an_exiled_card_is_known_to_all_until_it_is_played() {
    let mut table = table(
        json!({ "players": 3 }),
        json!({ "turn": 1, "tree": [{ "card": "money-3-m", "row": 0, "column": 0 }, { "card": "money-6-m", "row": 0, "column": 2 }],
                "hands": { "1": ["exile-long-road", "money-9-f", "art-1-m"] } }),
    );
    table.play(1, "exile-long-road").does(1, json!({ "target": "money-3-m" })).does(1, json!({ "give": 2 }));
    for observer in [Observer::Seat(seat(3)), Observer::Spectator] {
        assert!(samples(&table.state, observer, 50).all(|twin| twin.hands[1].contains(card("money-3-m"))));
    }
    table.play(2, "money-3-m");
    assert!(table.state.shown[1].is_empty());
}

// rule 11.1
#[test]
fn after_a_shuffle_everybody_knows_what_is_in_the_pile() {
    let mut table = table(
        json!({ "players": 2 }),
        json!({ "turn": 1, "tree": [{ "card": "money-2-m", "row": 0, "column": 0 }], "pile": ["art-3-m"],
                "discards": ["art-1-m", "art-2-m", "romance-7-f"],
                "hands": { "1": ["money-9-m", "money-6-m", "battle-3-m"] } }),
    );
    table.does(1, json!("draw")).does(1, json!("stop")).does(2, json!("draw"));
    let again = cards(&["art-1-m", "art-2-m", "romance-7-f"]);
    let mut drawn: BTreeMap<Card, u32> = BTreeMap::new();
    for twin in samples(&table.state, Observer::Seat(seat(1)), 900) {
        let Phase::Drawn(card) = twin.phase else { panic!("{:?}", twin.phase) };
        assert!(again.contains(card), "only a card of the new pile can have been drawn");
        assert_eq!(twin.pile, again.minus(Cards::one(card)));
        *drawn.entry(card).or_default() += 1;
    }
    assert!(drawn.len() == 3 && drawn.values().all(|&times| (240..360).contains(&times)), "{drawn:?}");
    // Also when the pile is used up a second and a third time.
    table.does(2, json!("stop"));
    for number in [1, 2, 1] {
        if !table.may(number, Action::Draw) {
            break;
        }
        table.act(number, Action::Draw).act(number, Action::Stop);
        for observer in Observer::every(2) {
            samples(&table.state, observer, 20).for_each(drop);
        }
    }
}

/// A row that is open only at its right end, where money-9-m lies; the other cards are in three hands.
fn one_open_end() -> Table {
    let end = card("money-9-m");
    let fits = end.fits();
    // Some fitting Characters stay out of the row, and some that do not fit.
    let out: Cards = fits.iter().take(4).chain(Cards::CHARACTERS.minus(fits).iter().take(14)).collect();
    let row = Cards::CHARACTERS.minus(out).minus(Cards::one(end));
    let row: Vec<Card> = row.iter().take(56).chain([end]).collect();
    let spare: Cards = Cards::CHARACTERS.minus(row.iter().copied().collect());
    let dull: Vec<Card> = spare.minus(fits).iter().collect();
    let bright: Vec<Card> =
        spare.intersection(fits).iter().chain(Cards::DECK.minus(Cards::CHARACTERS).iter()).collect();
    let (first, rest) = dull.split_at(2);
    let (second, third) = rest.split_at(2);
    let third: Vec<Card> = third.iter().copied().chain(bright).collect();
    let hands = json!({ "1": first, "2": second, "3": third });
    table(
        json!({ "players": 3 }),
        json!({ "turn": 1, "tree": row_from_the_edge(row.into_iter()), "pile": [], "discards": [], "hands": hands }),
    )
}

// rules 11.2, 4.7
#[test]
fn a_pass_tells_what_is_not_in_the_hand() {
    let mut table = one_open_end();
    assert_eq!(table.refused(1, action(json!("draw"))).rule.as_deref(), Some("11.2"));
    table.does(1, json!("pass"));
    let lacks = table.state.lacks[0];
    assert!(lacks.contains(card("exile-long-road")) && lacks.contains(card("money-1-m")));
    let allowed: Vec<Card> = table.state.hidden().minus(lacks).minus(Cards::EMPTY).iter().collect();
    let mut tally: BTreeMap<String, u32> = BTreeMap::new();
    let mut with_second = 0;
    for twin in samples(&table.state, Observer::Spectator, 3_000) {
        assert!(twin.hands[0].intersection(lacks).is_empty());
        *tally.entry(format!("{:?}", twin.hands[0])).or_default() += 1;
        with_second += u32::from(!twin.hands[1].intersection(lacks).is_empty());
    }
    let possible = allowed.len() * (allowed.len() - 1) / 2;
    assert_eq!(tally.len(), possible);
    let expected = 3_000.0 / possible as f64;
    let chi: f64 = tally.values().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
    assert!(chi < possible as f64 + 5.0 * (2.0 * possible as f64).sqrt(), "{chi} over {possible}");
    assert!(with_second > 0, "the others may hold those cards");
    table.does(2, json!("pass"));
    for observer in Observer::every(3) {
        for twin in samples(&table.state, observer, 100) {
            assert!(
                twin.hands[0].intersection(lacks).is_empty() && twin.hands[1].intersection(lacks).is_empty()
            );
        }
    }
    assert!(table.refused(3, action(json!("pass"))).reason.contains("can be played"));
}

#[test]
fn impossible_positions_are_refused() {
    let wrong = |position: serde_json::Value, reason: &str| {
        let refusal = arrange(json!({ "players": 2 }), position).err().map(|refusal| refusal.to_string());
        assert!(refusal.as_deref().is_some_and(|it| it.contains(reason)), "{reason}: {refusal:?}");
    };
    wrong(json!({ "hands": { "1": ["money-1-m"], "2": ["money-1-m"] } }), "two places");
    wrong(json!({ "hands": { "3": ["money-1-m"] } }), "no seat 3");
    wrong(json!({ "hands": { "x": ["money-1-m"] } }), "no seat");
    wrong(json!({ "hands": { "1": ["kings-blood"] } }), "not in this game");
    wrong(json!({ "tree": [{ "card": "money-1-m", "row": 0, "column": 1 }] }), "no place at row 0");
    wrong(json!({ "tree": [{ "card": "exile-long-road", "row": 0, "column": 0 }] }), "not a Character");
    let twice = json!([{ "card": "money-1-m", "row": 0, "column": 0 }, { "card": "money-2-m", "row": 0, "column": 0 }]);
    wrong(json!({ "tree": twice }), "Two cards");
    wrong(json!({ "enthroned": "money-1-m" }), "not in the tree");
    wrong(json!({ "shown": { "1": ["money-1-m"] }, "hands": { "1": ["money-2-m"] } }), "does not hold");
    wrong(json!({ "called": [1] }), "more than one card");
    wrong(json!({ "newborn": "money-1-m" }), "not an active card");
    wrong(json!({ "pile": [], "discards": [], "hands": { "1": [], "2": [] } }), "nowhere");
    wrong(json!({ "debt": 3, "extra": true }), "exclude");
    wrong(json!({ "scores": [1, 2, 3] }), "more scores");
    wrong(json!({ "turn": 3 }), "no seat 3");
    wrong(json!({ "debt": 4 }), "a multiple of 3 up to 24");
    wrong(json!({ "debt": 27 }), "a multiple of 3 up to 24");
    wrong(json!({ "debt": 252 }), "a multiple of 3 up to 24");
    wrong(json!({ "scores": [1, 0] }), "without the option \"scoring\"");
    let throne = json!({ "throne": "enthronement-ringing-bells", "tree": [{ "card": "money-1-m", "row": 0, "column": 0 }] });
    wrong(throne, "\"enthroned\" says which");
    let scored = |scoring: &str, scores: [i16; 2]| {
        arrange(json!({ "players": 2, "scoring": scoring }), json!({ "scores": scores }))
            .err()
            .map(|refusal| refusal.reason.to_string())
            .unwrap_or_default()
    };
    assert!(scored("a", [100, 0]).contains("the game would be over"));
    assert!(scored("b", [0, i16::MAX]).contains("the game would be over"));
    assert!(scored("a", [-1, 0]).contains("less than 0 points"));
    assert_eq!(scored("b", [99, -5]), "");
    wrong(json!({ "top": ["money-1-m", "money-1-m"] }), "two places");
}
