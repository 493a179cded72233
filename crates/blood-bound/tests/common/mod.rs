//! Short words for tests.

use blood_bound::{Action, BloodBound, Observation, Options, Position, State};
use table::chance::quick;
use table::game::play;
use table::{Game, Observer, Options as _, Refusal, Seat};

/// The seat that people call by this number.
pub(crate) fn seat(number: usize) -> Seat {
    Seat::from_number(number).expect("a seat")
}

/// A position written as in a scenario file.
pub(crate) fn arrange(players: usize, position: &str) -> Result<State, Refusal> {
    let position: Position = toml::from_str(position).expect("a position");
    BloodBound::arrange(&Options::standard(players), &position, &mut quick(1))
}

/// A position that can be.
pub(crate) fn table(players: usize, position: &str) -> State {
    arrange(players, position).unwrap_or_else(|refusal| panic!("{refusal}"))
}

/// A seat acts, or is refused.
pub(crate) fn act(state: &mut State, number: usize, action: Action) -> Result<(), Refusal> {
    play::<BloodBound, _, _>(state, seat(number), action, &mut quick(5), &mut ())
}

/// What a seat sees.
pub(crate) fn eyes(state: &State, number: usize) -> Observation {
    BloodBound::observe(state, Observer::Seat(seat(number)))
}
