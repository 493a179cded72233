//! Bloodwood from outside.

mod day;
mod defence;
mod ending;
mod instinct;
mod knowledge;
mod laws;
mod night;
mod reasons;
mod setup;
mod sight;
mod turns;

use ::laws::{Bench, seat};
use bloodwood::pieces::{Card, Cards, Targeted, Untargeted};
use bloodwood::{Action, Bloodwood, Observation, Options, SeatView, TurnStage};
use serde_json::Value;
use table::{Chance, Game, Observer, Options as _, Seat, SeatSet};

/// A game in progress, with what was told so far.
type Table = Bench<Bloodwood>;

fn standard(players: usize) -> Options {
    Options::standard(players)
}

/// A position in JSON.
fn at(options: &Options, position: Value) -> Table {
    Table::try_at_json(options, position).unwrap_or_else(|refusal| panic!("{refusal}"))
}

/// Playing a card on a player.
fn on(card: Card, target: usize) -> Action {
    Action::PlayOn { card: Targeted::new(card).expect("a card with a target"), target: seat(target) }
}

/// Playing a card without a target.
fn play(card: Card) -> Action {
    Action::Play(Untargeted::new(card).expect("a card without a target"))
}

fn cards(list: &[Card]) -> Cards {
    list.iter().copied().collect()
}

/// What rule tests ask of a table of Bloodwood.
trait Forest {
    fn all(&self) -> Observation;
    fn interrupts(&self) -> SeatSet;
    fn draw_all(&mut self) -> &mut Self;
    fn draw_all_of(&mut self, number: usize) -> &mut Self;
    fn random_step(&mut self, declare: u32) -> Option<(Seat, Action)>;

    fn hand(&self, number: usize) -> Cards {
        self.all().hands[number - 1].expect("the open table sees all hands")
    }

    /// What lies before a seat.
    fn before(&self, number: usize) -> SeatView {
        self.all().seats[number - 1].clone()
    }

    /// How many of a card lie among the discards.
    fn discarded(&self, card: Card) -> u8 {
        self.all().discards.get(&card).copied().unwrap_or(0)
    }
}

impl Forest for Table {
    fn all(&self) -> Observation {
        self.observe(Observer::All)
    }

    fn interrupts(&self) -> SeatSet {
        Bloodwood::interrupts(&self.state)
    }

    /// Seats that have to draw draw from the first deck they can.
    fn draw_all(&mut self) -> &mut Table {
        while let TurnStage::Draw { seat, .. } = self.all().stage {
            self.draw_all_of(seat.number());
        }
        self
    }

    /// As long as this seat has to draw, it draws.
    fn draw_all_of(&mut self, number: usize) -> &mut Table {
        while matches!(self.all().stage, TurnStage::Draw { seat, .. } if seat.number() == number) {
            let action = self.legal(number)[0];
            self.act(number, action);
        }
        self
    }

    /// A random legal step of the first seat that is waited on. Declarations are begun rarely, so that games last.
    fn random_step(&mut self, declare: u32) -> Option<(Seat, Action)> {
        let actor = self.waiting().first()?;
        let mut actions = self.legal(actor.number());
        if actions.len() > 1 && self.chance.below(declare) > 0 {
            actions.retain(|&action| action != Action::Declare);
        }
        let action = self.chance.pick(&actions);
        Bloodwood::apply(&mut self.state, actor, action, &mut self.chance, &mut self.told);
        Some((actor, action))
    }
}

/// The rule that a refusal cites.
fn rule(table: &Table, number: usize, action: Action) -> String {
    table.refused(number, action).rule.unwrap_or_default().into_owned()
}
