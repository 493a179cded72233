//! Two positions that an observer must not be able to tell apart.

use serde_json::Value;

use super::run::Move;
use super::{Scenario, Twin, named, observer};
use crate::game::Game;
use crate::play::Match;
use crate::position::seat_name;
use crate::record::to_json;
use crate::refusal::Refusal;
use crate::seat::Seat;

/// The other world.
pub(super) struct World<'a, G: Game> {
    twin: &'a Twin,
    game: Match<G>,
}

impl<'a, G: Game> World<'a, G> {
    pub(super) fn open(
        scenario: &Scenario,
        twin: &'a Twin,
        truth: &Match<G>,
        seed: u64,
    ) -> Result<Self, String> {
        if let Some(seat) = twin.observer.seat() {
            observer(truth, &seat.number().to_string())?;
        }
        let game = scenario.open_at(Some(&twin.position), seed);
        let mut game = game.map_err(|refusal| format!("the twin position is refused: {refusal}"))?;
        // What differs may only be what the positions say, not how much was dealt around them.
        game.draw_like(truth);
        Ok(World { twin, game })
    }

    pub(super) fn ends_before(&self, step: usize) -> bool {
        self.twin.steps.is_some_and(|steps| steps < step)
    }

    /// Does in this world what was done in the other. A refusal must not show the observer a difference either.
    pub(super) fn follow(
        &mut self,
        seat: Seat,
        a_move: Move<G::Action>,
        truth: &Result<(), Refusal>,
    ) -> Result<(), String> {
        let observed = self.twin.observer.is(seat);
        if truth.is_err() && !observed {
            return Ok(());
        }
        let what = match (truth, a_move.make(&mut self.game, seat)) {
            (Ok(()), Ok(())) => return Ok(()),
            (Err(here), Err(there)) if *here == there => return Ok(()),
            (Ok(()), Err(there)) => format!("cannot do this in the twin position: {there}"),
            (Err(here), Ok(())) => format!("is not refused in the twin position: {here}"),
            (Err(here), Err(there)) => {
                format!("is refused here with: {here} In the twin position with: {there}")
            }
        };
        Err(named(&format!("{} {what}", seat_name(seat))))
    }

    /// Everything that the observer gets must be the same.
    pub(super) fn compare(&self, truth: &Match<G>) -> Result<(), String> {
        let observer = self.twin.observer;
        let seen = |game: &Match<G>| {
            [
                to_json(&G::observe(game.state(), observer)),
                to_json(&game.view(observer)),
                to_json(&game.story(observer, 0)),
            ]
        };
        for ((what, here), there) in
            ["the observation", "the view", "the log"].into_iter().zip(seen(truth)).zip(seen(&self.game))
        {
            if let Some((path, here, there)) = first_difference(&here, &there) {
                return Err(format!(
                    "{observer} can tell the twin position: {what} has {here} at {path}, the twin has {there}"
                ));
            }
        }
        Ok(())
    }
}

/// The path to the first difference, with both values.
fn first_difference<'a>(here: &'a Value, there: &'a Value) -> Option<(String, &'a Value, &'a Value)> {
    let below = |key: String, here: &'a Value, there: &'a Value| {
        first_difference(here, there).map(|(path, here, there)| (format!("/{key}{path}"), here, there))
    };
    match (here, there) {
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            a.iter().zip(b).enumerate().find_map(|(at, (a, b))| below(at.to_string(), a, b))
        }
        (Value::Object(a), Value::Object(b)) if a.keys().eq(b.keys()) => {
            a.iter().zip(b.values()).find_map(|((key, a), b)| below(key.clone(), a, b))
        }
        _ => (here != there).then(|| (String::new(), here, there)),
    }
}
