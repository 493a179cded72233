//! Positions written by hand: what a game sets up, and the moves that lead from there to the moment in question.

use serde::Deserialize;
use serde_json::Value;

use crate::chance::Chance;
use crate::game::{self, Game};
use crate::options::Options;
use crate::refusal::Refusal;
use crate::seat::{Observer, Seat};
use crate::text::{Name, say, with_names};

/// A position of a scenario file. Besides the game's own keys it may have `moves`, so that every moment between two decisions of
/// a turn can be written without a key of its own.
pub struct Arrangement<G: Game> {
    position: G::Position,
    moves: Vec<Lead>,
}

/// A move that has been made already, by one seat or by several.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lead {
    #[serde(default)]
    seat: Option<Seat>,
    #[serde(default)]
    seats: Vec<Seat>,
    action: Value,
}

impl<G: Game> Arrangement<G> {
    /// Reads a position that was written by hand.
    pub fn read(mut value: Value) -> Result<Self, Refusal> {
        let moves = value.as_object_mut().and_then(|keys| keys.remove("moves"));
        let unreadable =
            |error| Refusal::malformed(say!("The position cannot be read: {why}.", why = Name(error)));
        Ok(Arrangement {
            moves: moves.map(serde_json::from_value).transpose().map_err(unreadable)?.unwrap_or_default(),
            position: serde_json::from_value(value).map_err(unreadable)?,
        })
    }

    /// Sets it up and makes the moves, or says why it is impossible.
    pub fn arrange<C: Chance>(&self, options: &G::Options, chance: &mut C) -> Result<G::State, Refusal> {
        let mut state = G::arrange(options, &self.position, chance)?;
        for (lead, number) in self.moves.iter().zip(1..) {
            if lead.seat.is_none() && lead.seats.is_empty() {
                let what = format!("Move {number} of the position says neither \"seat\" nor \"seats\".");
                return Err(Refusal::malformed(Name(what)));
            }
            for seat in lead.seat.into_iter().chain(lead.seats.iter().copied()) {
                read_action::<G>(&state, options.players(), seat, &lead.action)
                    .and_then(|action| game::play::<G, _, _>(&mut state, seat, action, chance, &mut ()))
                    .map_err(|refusal| {
                        let why = with_names(&refusal.to_string(), seat_name);
                        Refusal::malformed(Name(format!("Move {number} of the position: {why}")))
                    })?;
            }
        }
        if !self.moves.is_empty() && G::waiting_on(&state).is_empty() {
            return Err(Refusal::malformed(Name("The moves of the position end the game.")));
        }
        Ok(state)
    }
}

/// Reads an action: words of an option the seat has, or the JSON form of any action.
pub(crate) fn read_action<G: Game>(
    state: &G::State,
    players: usize,
    seat: Seat,
    action: &Value,
) -> Result<G::Action, Refusal> {
    check_seat(players, seat)?;
    let Some(words) = action.as_str() else {
        return serde_json::from_value(action.clone()).map_err(|error| {
            Refusal::malformed(say!(
                "That is not an action of {game}: {why}.",
                game = Name(G::INFO.name),
                why = Name(error)
            ))
        });
    };
    let actions = game::legal::<G>(state, seat);
    let described = G::describe(&G::observe(state, Observer::Seat(seat)), &actions);
    let labels: Vec<String> =
        described.iter().map(|described| described.label.with_names(seat_name)).collect();
    if let Some(at) = labels.iter().position(|label| label.eq_ignore_ascii_case(words)) {
        return Ok(actions[at]);
    }
    if let Ok(action) = serde_json::from_value(action.clone()) {
        return Ok(action);
    }
    let options = if labels.is_empty() { "no options now".into() } else { labels.join(" | ") };
    Err(Refusal::malformed(say!(
        "Seat {number} has no option \"{words}\"; it has {options}.",
        number = seat.number(),
        words = Name(words),
        options = Name(options)
    )))
}

pub(crate) fn check_seat(players: usize, seat: Seat) -> Result<(), Refusal> {
    if seat.index() < players {
        Ok(())
    } else {
        Err(Refusal::malformed(say!("There is no seat {number} at this table.", number = seat.number())))
    }
}

/// What seats are called in words that are written by hand.
pub fn seat_name(seat: Seat) -> String {
    format!("seat {}", seat.number())
}
