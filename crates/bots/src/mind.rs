//! Which worlds a seat holds possible: by what it was shown, by what the others have done, and by what they have said.

use table::chance::Quick;
use table::instinct::{Instinct, exp};
use table::talk::Spoken;
use table::{Chance, Seat};

use crate::bot::Witnessed;
use crate::hearing::{self, Hearing};
use crate::memory::Memory;

/// What a seat has seen and heard.
pub(crate) struct Mind<G: Instinct> {
    memory: Memory<G>,
    hearing: Hearing,
    ears: bool,
    weighed: Vec<(G::State, f32)>,
}

/// What a seat sees, and which one it is.
pub(crate) type Eyes<'a, G> = (&'a <G as table::Game>::Observation, Seat);

impl<G: Instinct> Mind<G> {
    pub(crate) fn new(ears: bool) -> Self {
        Mind { memory: Memory::new(), hearing: Hearing::new(), ears, weighed: Vec::new() }
    }

    /// Takes an action in.
    pub(crate) fn witness(&mut self, seen: &Witnessed<'_, G>, chance: &mut Quick) {
        self.memory.witness(seen, chance);
    }

    /// Is there anything to draw conclusions from?
    pub(crate) fn has_seen_or_heard(&self, said: &[Spoken]) -> bool {
        (self.ears && !said.is_empty()) || !self.memory.is_empty()
    }

    /// Some worlds of what it sees, with weights by what was said alone. Nothing where nothing that was said counts.
    pub(crate) fn heard(
        &mut self,
        (observation, me): Eyes<'_, G>,
        said: &[Spoken],
        count: usize,
        chance: &mut Quick,
    ) -> Option<Vec<(G::State, f32)>> {
        let grammar = G::talk().filter(|_| self.ears && !said.is_empty())?;
        if !self.hearing.take_in::<G>(me, observation, said) {
            return None;
        }
        let mut worlds = Vec::new();
        let mut world = G::sample(observation, chance);
        // Where they can be counted, every assignment of roles stands for all worlds that have it.
        let exact = G::each_assignment(observation, &mut world, count, &mut |world| {
            worlds.push((world.clone(), 0.0));
        });
        if !exact {
            worlds.extend((0..count).map(|_| (G::sample(observation, chance), 0.0)));
        }
        if worlds.len() < 2 {
            return None; // It knows everything.
        }
        let heard: Vec<_> =
            worlds.iter().map(|(world, _)| self.hearing.weigh(grammar, world, said)).collect();
        hearing::add_bounded(&heard, &mut worlds);
        let most = worlds.iter().map(|(_, weight)| *weight).fold(f32::MIN, f32::max);
        worlds.iter_mut().for_each(|(_, weight)| *weight = exp(*weight - most));
        Some(worlds)
    }

    /// Worlds drawn in proportion to how well they fit what the others have done and said: `count` of them, or fewer if the time
    /// is up before. Where there are few enough role assignments, each is weighed once, or none if the time is up before.
    pub(crate) fn believe(
        &mut self,
        (observation, me): Eyes<'_, G>,
        said: &[Spoken],
        (count, assignments): (usize, usize),
        chance: &mut Quick,
        time_is_up: &mut dyn FnMut() -> bool,
    ) -> Vec<G::State> {
        let hears = self.ears && self.hearing.take_in::<G>(me, observation, said);
        let grammar = G::talk().filter(|_| hears);
        let (memory, hearing, worlds) = (&mut self.memory, &self.hearing, &mut self.weighed);
        let (mut heard, mut late) = (Vec::new(), false);
        worlds.clear();
        let mut weigh = |world: &G::State| {
            late = late || (worlds.len() % 16 == 15 && time_is_up());
            if !late {
                worlds.push((world.clone(), memory.likelihood(world)));
                heard.extend(grammar.map(|grammar| hearing.weigh(grammar, world, said)));
            }
            late
        };
        let mut world = G::sample(observation, chance);
        let exact = G::each_assignment(observation, &mut world, assignments, &mut |world| {
            weigh(world);
        });
        if !exact {
            for _ in 0..count {
                if weigh(&G::sample(observation, chance)) {
                    break;
                }
            }
        } else if late {
            worlds.clear(); // A part of them proves nothing.
        }
        hearing::add_bounded(&heard, worlds);
        let draws = if exact { count } else { worlds.len() };
        let times = share_out(worlds, draws, chance);
        let mut drawn = Vec::with_capacity(count);
        for ((world, _), times) in worlds.iter().zip(times) {
            drawn.extend((0..times).map(|_| match exact {
                true => {
                    let mut drawn = G::sample(observation, chance);
                    G::with_roles_of(&mut drawn, world);
                    drawn
                }
                false => world.clone(),
            }));
        }
        drawn
    }

    /// The worlds that were last weighed, each with its weight.
    pub(crate) fn weighed(&self) -> &[(G::State, f32)] {
        &self.weighed
    }
}

/// Turns logarithms of weights into weights, and returns how often each world is drawn in this many draws: systematic sampling, which
/// has less noise than independent draws.
fn share_out<S>(worlds: &mut [(S, f32)], draws: usize, chance: &mut Quick) -> Vec<usize> {
    let best = worlds.iter().map(|(_, weight)| *weight).fold(f32::MIN, f32::max);
    worlds.iter_mut().for_each(|(_, weight)| *weight = exp(*weight - best));
    let step = worlds.iter().map(|(_, weight)| weight).sum::<f32>() / draws as f32;
    let mut lot = step * (chance.bits() >> 8) as f32 / (1 << 24) as f32;
    let times = worlds.iter().map(|(_, weight)| {
        let mut times = 0;
        while lot < *weight {
            lot += step;
            times += 1;
        }
        lot -= weight;
        times
    });
    times.collect()
}
