//! Small helpers: set up a position, play, look.

use bloodlust::{Action, BloodLust, Observation, Options, Position, State, Tale};
use table::chance::quick;
use table::{Audience, Game, Observer, Options as _, Refusal, Seat, game};

pub(crate) type Told = Vec<(Audience, Tale)>;

pub(crate) fn seat(number: usize) -> Seat {
    Seat::from_number(number).unwrap()
}

pub(crate) fn options(players: usize) -> Options {
    Options::standard(players)
}

/// A position written as in a scenario file.
pub(crate) fn try_arrange(options: &Options, position: &str) -> Result<State, Refusal> {
    let position: Position =
        toml::from_str(position).map_err(|error| Refusal::malformed(error.to_string()))?;
    BloodLust::arrange(options, &position, &mut quick(5))
}

pub(crate) fn arrange(options: &Options, position: &str) -> State {
    try_arrange(options, position).unwrap()
}

pub(crate) fn play(state: &mut State, number: usize, action: Action) -> Told {
    let mut told = Vec::new();
    game::play::<BloodLust, _, _>(state, seat(number), action, &mut quick(9), &mut told).unwrap();
    told
}

pub(crate) fn seen_by(state: &State, number: usize) -> Observation {
    BloodLust::observe(state, Observer::Seat(seat(number)))
}

pub(crate) fn seen_by_all(state: &State) -> Observation {
    BloodLust::observe(state, Observer::All)
}

pub(crate) fn spectator(state: &State) -> Observation {
    BloodLust::observe(state, Observer::Spectator)
}

pub(crate) fn legal(state: &State, number: usize) -> Vec<Action> {
    let mut actions = Vec::new();
    BloodLust::legal(state, seat(number), &mut actions);
    actions
}
