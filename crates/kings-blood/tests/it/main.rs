//! All integration tests of King's Blood. The rules are tested one by one here and in `scenarios/`.

mod hands;
mod instinct;
mod laws;
mod reasons;
mod scene;
mod sight;
mod words;

use kings_blood::pieces::{Card, Cards};
use kings_blood::{Action, KingsBlood};
use serde_json::{Value, json};
use table::Refusal;

type Table = ::laws::Bench<KingsBlood>;

fn arrange(given: Value, position: Value) -> Result<Table, Refusal> {
    Table::try_at_json(&Table::options(&given), position)
}

fn table(given: Value, position: Value) -> Table {
    arrange(given, position).unwrap_or_else(|refusal| panic!("{refusal}"))
}

fn card(slug: &str) -> Card {
    slug.parse().unwrap()
}

fn cards(slugs: &[&str]) -> Cards {
    slugs.iter().map(|slug| card(slug)).collect()
}

fn action(json: Value) -> Action {
    serde_json::from_value(json).unwrap()
}

/// Actions as scenario files write them.
trait Moves {
    fn does(&mut self, number: usize, json: Value) -> &mut Self;
    fn play(&mut self, number: usize, slug: &str) -> &mut Self;
    fn place(&mut self, number: usize, beside: &str, side: &str) -> &mut Self;
    fn turn(&self) -> usize;
}

impl Moves for Table {
    fn does(&mut self, number: usize, json: Value) -> &mut Self {
        self.act(number, action(json))
    }

    fn play(&mut self, number: usize, slug: &str) -> &mut Self {
        self.does(number, json!({ "play": slug }))
    }

    fn place(&mut self, number: usize, beside: &str, side: &str) -> &mut Self {
        self.does(number, json!({ "place": { "beside": beside, "side": side } }))
    }

    fn turn(&self) -> usize {
        self.state.turn.number()
    }
}

/// A row of these cards from the left edge of the table.
fn row_from_the_edge(cards: impl Iterator<Item = Card>) -> Value {
    let placed =
        cards.enumerate().map(|(at, card)| json!({ "card": card, "row": 0, "column": -58 + 2 * at as i32 }));
    Value::Array(placed.collect())
}
