//! One match, asked one seat at a time.

use serde_json::Value;
use table::tensor::{self, Tensor};
use table::{AnyMatch, Code, Game, Match, Observer, Record, Refusal, Refused, Seat, SeatSet};

use table::{Referee, Turn};

use crate::pass::pass_code;

/// A match and the referee who says which seat is asked.
pub struct Env<G: Game> {
    game: Match<G>,
    referee: Referee,
    bound: u32,
}

/// An [`Env`] of a type-erased game.
pub trait AnyEnv: Send + Sync {
    /// The match.
    fn game(&self) -> &dyn AnyMatch;
    /// Who is asked now; nobody once it is over.
    fn turn(&self) -> Option<Turn>;
    /// Has the game taken more actions than random play ever does?
    fn overlong(&self) -> bool;
    /// The codes a seat may choose now, passing among them if it may pass.
    fn legal(&self, seat: Seat, codes: &mut Vec<u32>);
    /// The seat that is asked does this, or lets the moment pass.
    fn step(&mut self, code: u32) -> Result<(), Refusal>;
    /// A seat that is waited on or may interrupt does this, even if another one is asked.
    fn play(&mut self, seat: Seat, code: u32) -> Result<(), Refusal>;
    /// Takes back the seat's last action, or says why that is not possible.
    fn undo(&mut self, seat: Seat) -> Result<(), Refusal>;
    /// Writes a seat's observation tensor.
    fn write(&self, seat: Seat, row: &mut [i8]);
    /// A state sampled from what this seat knows, as the seat sees it: observation, tensor and legal codes.
    fn resample(&self, seat: Seat, seed: u64) -> (Value, Vec<i8>, Vec<u32>);
    /// The seats that have let this moment pass.
    fn passed(&self) -> SeatSet;
}

impl<G: Tensor> Env<G> {
    /// A match in which these seats have let the present moment pass.
    pub fn new(game: Match<G>, passed: SeatSet) -> Env<G> {
        let bound = G::bound(game.options());
        Env { game, referee: Referee::with_passed(passed), bound }
    }

    /// A match after the first `count` actions of a record.
    pub fn replay(record: &Record, count: usize, passed: SeatSet) -> Result<Env<G>, Refusal> {
        Ok(Env::new(record.replay::<G>(count)?, passed))
    }

    fn codes_in(&self, state: &G::State, seat: Seat, codes: &mut Vec<u32>) {
        let mut actions = Vec::new();
        G::legal(state, seat, &mut actions);
        codes.clear();
        codes.extend(actions.iter().map(|action| action.code()));
        if !codes.is_empty() && !G::waiting_on(state).contains(seat) {
            codes.push(pass_code::<G>());
        }
    }
}

impl<G: Tensor> AnyEnv for Env<G> {
    fn game(&self) -> &dyn AnyMatch {
        &self.game
    }

    fn turn(&self) -> Option<Turn> {
        self.referee.turn::<G>(self.game.state())
    }

    fn overlong(&self) -> bool {
        self.game.version() >= self.bound as usize
    }

    fn legal(&self, seat: Seat, codes: &mut Vec<u32>) {
        self.codes_in(self.game.state(), seat, codes);
    }

    fn step(&mut self, code: u32) -> Result<(), Refusal> {
        let turn = self.turn().ok_or_else(Refusal::over)?;
        if code != pass_code::<G>() {
            return self.play(turn.seat, code);
        }
        if turn.waited_on {
            return Err(Refusal::new(
                Refused::Illegal,
                "The game waits for this seat: it cannot let the moment pass.",
            ));
        }
        self.referee.pass(turn.seat);
        Ok(())
    }

    fn play(&mut self, seat: Seat, code: u32) -> Result<(), Refusal> {
        AnyMatch::play(&mut self.game, seat, &table::Move::Code(code))?;
        self.referee.acted();
        Ok(())
    }

    fn undo(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.game.undo(seat)?;
        self.referee.acted();
        Ok(())
    }

    fn write(&self, seat: Seat, row: &mut [i8]) {
        tensor::write::<G>(self.game.state(), seat, row);
    }

    fn resample(&self, seat: Seat, seed: u64) -> (Value, Vec<i8>, Vec<u32>) {
        let observer = Observer::Seat(seat);
        let seen = G::observe(self.game.state(), observer);
        let sampled = G::sample(&seen, &mut table::chance::quick(seed));
        let length = tensor::layout_of::<G>(&sampled).last().map_or(0, |part| part.start + part.len);
        let mut row = vec![0; length];
        tensor::write::<G>(&sampled, seat, &mut row);
        let mut codes = Vec::new();
        self.codes_in(&sampled, seat, &mut codes);
        let observation = serde_json::to_value(G::observe(&sampled, observer)).unwrap_or(Value::Null);
        (observation, row, codes)
    }

    fn passed(&self) -> SeatSet {
        self.referee.passed()
    }
}
