//! Helpers for the tests of Bloodwood.
#![allow(dead_code, reason = "each test file uses some of them")]

use bloodwood::{Action, Bloodwood, Event, Observation, Options, Position, State};
use table::chance::{Quick, quick};
use table::{Audience, Chance, Game, Observer, Options as _, Refusal, Seat, SeatSet};

/// The seat a person calls by this number.
pub(crate) fn seat(number: usize) -> Seat {
    Seat::from_number(number).expect("a seat")
}

/// Several seats by their numbers.
pub(crate) fn seats(numbers: &[usize]) -> SeatSet {
    numbers.iter().map(|&number| seat(number)).collect()
}

pub(crate) fn standard(players: usize) -> Options {
    Options::standard(players)
}

/// A game in progress, with what was told so far.
pub(crate) struct Table {
    pub(crate) state: State,
    pub(crate) chance: Quick,
    pub(crate) told: Vec<(Audience, Event)>,
}

impl Table {
    pub(crate) fn deal(options: &Options, seed: u64) -> Table {
        let mut chance = quick(seed);
        Table { state: Bloodwood::deal(options, &mut chance), chance, told: Vec::new() }
    }

    /// From a position in JSON.
    pub(crate) fn at(options: &Options, position: serde_json::Value) -> Table {
        Table::try_at(options, position).expect("a possible position")
    }

    pub(crate) fn try_at(options: &Options, position: serde_json::Value) -> Result<Table, Refusal> {
        let position: Position =
            serde_json::from_value(position).map_err(|error| Refusal::malformed(error.to_string()))?;
        let mut chance = quick(7);
        let state = Bloodwood::arrange(options, &position, &mut chance)?;
        Ok(Table { state, chance, told: Vec::new() })
    }

    pub(crate) fn legal(&self, number: usize) -> Vec<Action> {
        let mut actions = Vec::new();
        Bloodwood::legal(&self.state, seat(number), &mut actions);
        actions
    }

    pub(crate) fn may(&self, number: usize, action: Action) -> bool {
        self.legal(number).contains(&action)
    }

    pub(crate) fn act(&mut self, number: usize, action: Action) -> &mut Table {
        let result = table::game::play::<Bloodwood, _, _>(
            &mut self.state,
            seat(number),
            action,
            &mut self.chance,
            &mut self.told,
        );
        if let Err(refusal) = result {
            panic!("seat {number} may not {action:?}: {refusal}");
        }
        self
    }

    /// The refusal's sentence and rule.
    pub(crate) fn refused(&self, number: usize, action: Action) -> (String, String) {
        match table::game::check::<Bloodwood>(&self.state, seat(number), action) {
            Ok(()) => panic!("seat {number} may {action:?}"),
            Err(refusal) => (refusal.reason.to_string(), refusal.rule.unwrap_or_default().to_string()),
        }
    }

    /// Whoever has to draw draws from the first deck that can be drawn from.
    pub(crate) fn draw_all(&mut self) -> &mut Table {
        while let bloodwood::Stage::Draw { seat, .. } = self.all().stage {
            let action = self.legal(seat.number())[0];
            self.act(seat.number(), action);
        }
        self
    }

    /// As long as this seat has to draw, it draws.
    pub(crate) fn draw_all_of(&mut self, number: usize) -> &mut Table {
        while matches!(self.all().stage, bloodwood::Stage::Draw { seat, .. } if seat.number() == number) {
            let action = self.legal(number)[0];
            self.act(number, action);
        }
        self
    }

    pub(crate) fn waiting(&self) -> SeatSet {
        Bloodwood::waiting_on(&self.state)
    }

    pub(crate) fn interrupts(&self) -> SeatSet {
        Bloodwood::interrupts(&self.state)
    }

    pub(crate) fn all(&self) -> Observation {
        Bloodwood::observe(&self.state, Observer::All)
    }

    pub(crate) fn sees(&self, number: usize) -> Observation {
        Bloodwood::observe(&self.state, Observer::Seat(seat(number)))
    }

    pub(crate) fn hand(&self, number: usize) -> bloodwood::pieces::Cards {
        self.all().hands[number - 1].expect("the open table sees all hands")
    }

    pub(crate) fn before(&self, number: usize) -> bloodwood::Before {
        self.all().seats[number - 1].clone()
    }

    /// How many of a card lie among the discards.
    pub(crate) fn discarded(&self, card: bloodwood::pieces::Card) -> u8 {
        self.all().discards.get(&card).copied().unwrap_or(0)
    }

    /// A random legal step of the first waited-on seat. Declarations are begun rarely, so that games last.
    pub(crate) fn random_step(&mut self, declare: u32) -> Option<(Seat, Action)> {
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
