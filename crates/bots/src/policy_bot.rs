//! Bots that do not look ahead: anything legal, and the game's policy.

use table::chance::{Quick, quick};
use table::instinct::Instinct;
use table::{Chance, Game};

use crate::bot::{Bot, Budget, Floor, Question, Utterance};
use crate::mind::Mind;
use crate::voice::{Manners, Voice};

/// How many worlds are imagined before something is said, and how many to judge what was said.
const WORLDS: usize = 32;
const HEARD: usize = 128;

/// A random legal action; never interrupts.
pub(crate) struct Random(pub(crate) Quick);

impl<G: Game> Bot<G> for Random {
    fn decide(&mut self, question: &Question<'_, G>, _: &mut Budget<'_>) -> Option<usize> {
        question.waited_on().then(|| self.0.index(question.actions.len()))
    }
}

/// Follows the game's policy.
pub(crate) struct PolicyBot<G: Instinct> {
    chance: Quick,
    /// Always the action of the largest weight?
    best: bool,
    weights: Vec<f32>,
    mind: Mind<G>,
    voice: Voice<G>,
}

impl<G: Instinct> PolicyBot<G> {
    pub(crate) fn new(seed: u64, best: bool) -> Self {
        PolicyBot::talking(seed, best, false, Manners::Silent)
    }

    pub(crate) fn talking(seed: u64, best: bool, ears: bool, manners: Manners) -> Self {
        let (mind, voice) = (Mind::new(ears), Voice::new(seed, manners));
        PolicyBot { chance: quick(seed), best, weights: Vec::new(), mind, voice }
    }
}

impl<G: Instinct> Bot<G> for PolicyBot<G> {
    fn decide(&mut self, question: &Question<'_, G>, _: &mut Budget<'_>) -> Option<usize> {
        if question.waited_on() && question.actions.len() == 1 {
            return Some(0);
        }
        self.weights.clear();
        let eyes = (question.observation, question.seat);
        // To interrupt on hearsay is seldom right, and to think of it each time would take long.
        let listens = question.waited_on() && G::heeds_talk(question.observation);
        let said = if listens { question.said } else { &[] };
        match self.mind.heard(eyes, said, HEARD, &mut self.chance) {
            Some(worlds) => {
                G::informed_weights(&worlds, question.seat, question.actions, &mut self.weights);
            }
            None => {
                // Any world will do: the policy is the same in all that the seat cannot tell apart.
                let world = G::sample(question.observation, &mut self.chance);
                G::policy_weights(&world, question.seat, question.actions, &mut self.weights);
            }
        }
        if !question.waited_on() {
            self.weights.push(1.0);
        }
        let choice = if self.best {
            heaviest(&self.weights, &mut self.chance)
        } else {
            weighted(&self.weights, &mut self.chance)
        };
        (choice < question.actions.len()).then_some(choice)
    }

    fn speak(&mut self, floor: &Floor<'_, G>) -> Option<Utterance> {
        if !self.voice.has_something_to_say(floor) {
            return None;
        }
        // By lots of its own: to speak changes nothing of what it does by chance.
        let mut lots = self.chance.clone();
        let worlds: Vec<G::State> = (0..WORLDS).map(|_| G::sample(floor.observation, &mut lots)).collect();
        self.voice.speak(floor, &worlds)
    }
}

/// The index of the largest weight; ties are broken at random.
pub(crate) fn heaviest(weights: &[f32], chance: &mut impl Chance) -> usize {
    let most = weights.iter().copied().fold(f32::MIN, f32::max);
    let near = |weight: f32| weight >= most * 0.999;
    let count = weights.iter().filter(|&&weight| near(weight)).count();
    let pick = if count > 1 { chance.index(count) } else { 0 };
    weights.iter().enumerate().filter(|(_, weight)| near(**weight)).nth(pick).map_or(0, |(i, _)| i)
}

/// An index in proportion to the weights.
#[inline]
pub fn weighted(weights: &[f32], chance: &mut impl Chance) -> usize {
    let sum: f32 = weights.iter().sum();
    let mut left = sum * (chance.bits() >> 8) as f32 / (1 << 24) as f32;
    for (i, &weight) in weights.iter().enumerate() {
        left -= weight;
        if left < 0.0 {
            return i;
        }
    }
    weights.iter().rposition(|&weight| weight > 0.0).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_followed() {
        let mut chance = quick(1);
        let mut seen = [0; 3];
        for _ in 0..10_000 {
            seen[weighted(&[1.0, 0.0, 3.0], &mut chance)] += 1;
        }
        assert_eq!(seen[1], 0);
        assert!((2_300..2_700).contains(&seen[0]), "{seen:?}");
        assert_eq!(heaviest(&[1.0, 5.0, 2.0], &mut chance), 1);
    }
}
