//! Setting positions up and playing them, for rule tests.

use kings_blood::pieces::{Card, Cards};
use kings_blood::{Action, Event, KingsBlood, Options, Position, State};
use serde_json::{Value, json};
use table::chance::{Quick, quick};
use table::{Audience, Game, Refusal, Seat, options};

/// A table in the middle of a hand.
pub(crate) struct Table {
    pub(crate) state: State,
    pub(crate) chance: Quick,
    pub(crate) told: Vec<(Audience, Event)>,
}

pub(crate) fn options(value: Value) -> Options {
    options::from_json(KingsBlood::INFO.players(), &value).unwrap()
}

pub(crate) fn arrange(given: Value, position: Value) -> Result<Table, Refusal> {
    let position: Position = serde_json::from_value(position).unwrap();
    let mut chance = quick(11);
    let state = KingsBlood::arrange(&options(given), &position, &mut chance)?;
    Ok(Table { state, chance, told: Vec::new() })
}

pub(crate) fn table(given: Value, position: Value) -> Table {
    arrange(given, position).unwrap()
}

pub(crate) fn card(slug: &str) -> Card {
    slug.parse().unwrap()
}

pub(crate) fn cards(slugs: &[&str]) -> Cards {
    slugs.iter().map(|slug| card(slug)).collect()
}

pub(crate) fn seat(number: usize) -> Seat {
    Seat::from_number(number).unwrap()
}

impl Table {
    pub(crate) fn act(&mut self, number: usize, action: Value) -> &mut Table {
        let action: Action = serde_json::from_value(action).unwrap();
        let Table { state, chance, told } = self;
        if let Err(refusal) = table::game::play::<KingsBlood, _, _>(state, seat(number), action, chance, told)
        {
            panic!("seat {number} {action:?}: {refusal}");
        }
        self
    }

    pub(crate) fn play(&mut self, number: usize, slug: &str) -> &mut Table {
        self.act(number, json!({ "play": slug }))
    }

    pub(crate) fn place(&mut self, number: usize, beside: &str, side: &str) -> &mut Table {
        self.act(number, json!({ "place": { "beside": beside, "side": side } }))
    }

    pub(crate) fn legal(&self, number: usize) -> Vec<Action> {
        let mut actions = Vec::new();
        KingsBlood::legal(&self.state, seat(number), &mut actions);
        actions
    }

    pub(crate) fn refused(&self, number: usize, action: Value) -> Refusal {
        let action: Action = serde_json::from_value(action).unwrap();
        table::game::check::<KingsBlood>(&self.state, seat(number), action).unwrap_err()
    }

    pub(crate) fn turn(&self) -> usize {
        self.state.turn.number()
    }
}

/// A row of these cards from the left edge of the table.
pub(crate) fn row_from_the_edge(cards: impl Iterator<Item = Card>) -> Value {
    let placed =
        cards.enumerate().map(|(at, card)| json!({ "card": card, "row": 0, "column": -58 + 2 * at as i32 }));
    Value::Array(placed.collect())
}
