//! The actions of a batch.

use std::collections::VecDeque;

/// The codes chosen at the last steps of a batch, one for each game at every step.
#[derive(Default)]
pub struct Log {
    steps: VecDeque<Vec<i32>>,
    /// The number of steps before these, which are forgotten.
    before: u64,
    /// When there are this many steps, it is time to forget some.
    full: usize,
}

/// Finding out what can be forgotten takes a look at all games, which is not worth it for fewer steps than this.
const LEAST: usize = 256;

impl Log {
    /// A log that ends with these codes of each game: all end at the same step.
    pub fn ending_with(games: &[&[u32]]) -> Log {
        let length = games.iter().map(|codes| codes.len()).max().unwrap_or(0);
        let mut steps = VecDeque::from(vec![vec![0; games.len()]; length]);
        for (game, codes) in games.iter().enumerate() {
            for (step, &code) in steps.iter_mut().skip(length - codes.len()).zip(*codes) {
                step[game] = code as i32;
            }
        }
        Log { steps, ..Log::default() }
    }

    /// Adds a step.
    pub fn push(&mut self, codes: &[i32]) {
        self.steps.push_back(codes.to_vec());
    }

    /// The number of steps since the beginning.
    pub fn end(&self) -> u64 {
        self.before + self.steps.len() as u64
    }

    /// The codes chosen in a game since this step.
    pub fn of(&self, game: usize, since: u64) -> impl Iterator<Item = u32> {
        let skip = since.saturating_sub(self.before) as usize;
        self.steps.iter().skip(skip).map(move |step| step[game] as u32)
    }

    /// Forgets, now and then, the steps before the oldest beginning.
    pub fn forget(&mut self, beginnings: impl Iterator<Item = u64>) {
        if self.steps.len() < self.full.max(LEAST) {
            return;
        }
        let oldest = beginnings.min().unwrap_or_default();
        let past = (oldest.saturating_sub(self.before) as usize).min(self.steps.len());
        self.steps.drain(..past);
        self.before += past as u64;
        self.full = 2 * self.steps.len();
    }
}
