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
}

/// What a seat sees, and which one it is.
pub(crate) type Eyes<'a, G> = (&'a <G as table::Game>::Observation, Seat);

impl<G: Instinct> Mind<G> {
    pub(crate) fn new(ears: bool) -> Self {
        Mind { memory: Memory::new(), hearing: Hearing::new(), ears }
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
        let worlds: Vec<G::State> = (0..count).map(|_| G::sample(observation, chance)).collect();
        let heard: Vec<_> = worlds.iter().map(|world| self.hearing.weigh(grammar, world, said)).collect();
        let mut weights = vec![0.0; count];
        hearing::add_bounded(&heard, &mut weights);
        let most = weights.iter().copied().fold(f32::MIN, f32::max);
        Some(worlds.into_iter().zip(weights).map(|(world, weight)| (world, exp(weight - most))).collect())
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
        let (mut drawn, mut weights) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let mut heard = Vec::new();
        let mut world = G::sample(observation, chance);
        let (memory, hearing, mut late) = (&mut self.memory, &self.hearing, false);
        let mut weigh = |world: &G::State| {
            late = late || (weights.len() % 16 == 15 && time_is_up());
            weights.push(if late { 0.0 } else { memory.likelihood(world) });
            heard.extend(grammar.map(|grammar| hearing.weigh(grammar, world, said)));
        };
        if G::each_assignment(observation, &mut world, assignments, &mut weigh) {
            if late {
                return drawn; // A part of them proves nothing.
            }
            hearing::add_bounded(&heard, &mut weights);
            let mut times = share_out(weights, count, chance).into_iter();
            G::each_assignment(observation, &mut world, assignments, &mut |assignment| {
                for _ in 0..times.next().unwrap_or(0) {
                    let mut world = G::sample(observation, chance);
                    G::with_roles_of(&mut world, assignment);
                    drawn.push(world);
                }
            });
            return drawn;
        }
        let mut worlds = Vec::with_capacity(count);
        while worlds.len() < count {
            let world = G::sample(observation, chance);
            weights.push(self.memory.likelihood(&world));
            heard.extend(grammar.map(|grammar| self.hearing.weigh(grammar, &world, said)));
            worlds.push(world);
            if worlds.len().is_multiple_of(16) && time_is_up() {
                break;
            }
        }
        hearing::add_bounded(&heard, &mut weights);
        let times = share_out(weights, worlds.len(), chance);
        for (world, times) in worlds.into_iter().zip(times) {
            drawn.extend(std::iter::repeat_n(world, times));
        }
        drawn
    }
}

/// How often each is drawn in `count` draws, by the logarithms of their weights: systematic sampling, which has less noise than
/// independent draws.
fn share_out(mut weights: Vec<f32>, draws: usize, chance: &mut Quick) -> Vec<usize> {
    let best = weights.iter().copied().fold(f32::MIN, f32::max);
    weights.iter_mut().for_each(|weight| *weight = exp(*weight - best));
    let step = weights.iter().sum::<f32>() / draws as f32;
    let mut lot = step * (chance.bits() >> 8) as f32 / (1 << 24) as f32;
    let times = weights.into_iter().map(|weight| {
        let mut times = 0;
        while lot < weight {
            lot += step;
            times += 1;
        }
        lot -= weight;
        times
    });
    times.collect()
}
