//! What a bot is.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use table::chance::{Quick, quick};
use table::instinct::Instinct;
use table::{Chance, Game, Seat};

use crate::search::{Search, Settings};

/// How a bot plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Anything legal.
    Random,
    /// The game's instinct, with some variety.
    Easy,
    /// The game's instinct at its best.
    Greedy,
    /// Looks ahead.
    Search,
}

impl Level {
    /// All of them, weakest first.
    pub const ALL: [Level; 4] = [Level::Random, Level::Easy, Level::Greedy, Level::Search];

    /// Its name in commands.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Easy => "easy",
            Level::Greedy => "greedy",
            Level::Search => "search",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Level, String> {
        Level::ALL.into_iter().find(|level| level.name() == text).ok_or_else(|| {
            let known: Vec<_> = Level::ALL.iter().map(|level| level.name()).collect();
            format!("There is no bot \"{text}\"; there are: {}.", known.join(", "))
        })
    }
}

/// What a bot is asked.
pub struct Question<'a, G: Game> {
    /// All that its seat knows.
    pub observation: &'a G::Observation,
    /// Its seat.
    pub seat: Seat,
    /// What it may do, as the game lists it.
    pub actions: &'a [G::Action],
    /// Does the game wait for it? If not, it may let the moment pass.
    pub waited_on: bool,
}

/// How long a bot may think.
pub struct Budget<'a> {
    /// At most so many iterations: with this alone, a seeded bot repeats itself exactly.
    pub iterations: u32,
    /// Asked now and then: is the time up?
    pub time_is_up: &'a mut dyn FnMut() -> bool,
}

/// A player.
pub trait Bot<G: Game>: Send {
    /// The index of the chosen action; nothing to let an interrupt pass.
    fn decide(&mut self, question: &Question<'_, G>, budget: &mut Budget<'_>) -> Option<usize>;

    /// How many iterations the last decision took, for those that look ahead.
    fn iterations(&self) -> u32 {
        0
    }
}

/// A bot of a level.
pub fn bot<G: Instinct>(level: Level, seed: u64) -> Box<dyn Bot<G>> {
    match level {
        Level::Random => Box::new(Random(quick(seed))),
        Level::Easy => Box::new(Fingertips::<G>::new(seed, false)),
        Level::Greedy => Box::new(Fingertips::<G>::new(seed, true)),
        Level::Search => Box::new(Search::<G>::new(seed, Settings::default())),
    }
}

/// Anything legal; never interrupts.
struct Random(Quick);

impl<G: Game> Bot<G> for Random {
    fn decide(&mut self, question: &Question<'_, G>, _: &mut Budget<'_>) -> Option<usize> {
        question.waited_on.then(|| self.0.index(question.actions.len()))
    }
}

/// The game's instinct.
struct Fingertips<G: Instinct> {
    chance: Quick,
    /// Always what it is drawn to most?
    best: bool,
    weights: Vec<f32>,
    game: std::marker::PhantomData<fn() -> G>,
}

impl<G: Instinct> Fingertips<G> {
    fn new(seed: u64, best: bool) -> Self {
        Fingertips { chance: quick(seed), best, weights: Vec::new(), game: std::marker::PhantomData }
    }
}

impl<G: Instinct> Bot<G> for Fingertips<G> {
    fn decide(&mut self, question: &Question<'_, G>, _: &mut Budget<'_>) -> Option<usize> {
        if question.waited_on && question.actions.len() == 1 {
            return Some(0);
        }
        // Any world will do: instinct is the same in all that the seat cannot tell apart.
        let world = G::sample(question.observation, &mut self.chance);
        self.weights.clear();
        G::lean(&world, question.seat, question.actions, &mut self.weights);
        if !question.waited_on {
            self.weights.push(1.0);
        }
        let choice = if self.best {
            heaviest(&self.weights, &mut self.chance)
        } else {
            weighted(&self.weights, &mut self.chance)
        };
        (choice < question.actions.len()).then_some(choice)
    }
}

/// The index of the largest weight; among equals, by lot.
pub(crate) fn heaviest(weights: &[f32], chance: &mut impl Chance) -> usize {
    let most = weights.iter().copied().fold(f32::MIN, f32::max);
    let near = |weight: f32| weight >= most * 0.999;
    let count = weights.iter().filter(|&&weight| near(weight)).count();
    let pick = if count > 1 { chance.index(count) } else { 0 };
    weights.iter().enumerate().filter(|(_, weight)| near(**weight)).nth(pick).map_or(0, |(i, _)| i)
}

/// An index in proportion to the weights.
#[inline]
pub(crate) fn weighted(weights: &[f32], chance: &mut impl Chance) -> usize {
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

    #[test]
    fn levels_have_names() {
        for level in Level::ALL {
            assert_eq!(level.name().parse(), Ok(level));
        }
        assert!("genius".parse::<Level>().unwrap_err().contains("greedy"));
    }
}
