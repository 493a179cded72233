//! The actions of a batch.

use std::collections::VecDeque;

/// The codes chosen at the last steps of a batch, one for each game at every step.
#[derive(Default)]
pub(crate) struct Log {
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
    pub(crate) fn ending_with(games: &[&[u32]]) -> Log {
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
    pub(crate) fn push(&mut self, codes: &[i32]) {
        self.steps.push_back(codes.to_vec());
    }

    /// The number of steps since the beginning.
    pub(crate) fn end(&self) -> u64 {
        self.before + self.steps.len() as u64
    }

    /// The codes chosen in a game since this step.
    pub(crate) fn of(&self, game: usize, since: u64) -> impl Iterator<Item = u32> {
        let skip = since.saturating_sub(self.before) as usize;
        self.steps.iter().skip(skip).map(move |step| step[game] as u32)
    }

    /// Forgets, now and then, the steps before the oldest beginning.
    pub(crate) fn forget(&mut self, beginnings: impl Iterator<Item = u64>) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_before_all_running_games_are_forgotten() {
        let mut log = Log::ending_with(&[&[], &[7, 8]]);
        assert_eq!(log.end(), 2);
        for step in 0..1_000 {
            log.push(&[step, -step]);
            log.forget([log.end() - 3, 990.min(log.end())].into_iter());
        }
        assert!(log.steps.len() < 1_000);
        assert_eq!((log.end(), log.of(0, 999).collect::<Vec<_>>()), (1_002, vec![997, 998, 999]));
        assert_eq!(log.of(1, 1_001).next(), Some(-999_i32 as u32));
    }

    #[test]
    fn games_of_different_lengths_end_together() {
        let log = Log::ending_with(&[&[5], &[7, 8], &[]]);
        let of = |game, since| log.of(game, since).collect::<Vec<_>>();
        assert_eq!((of(0, 1), of(1, 0), of(2, 2)), (vec![5], vec![7, 8], vec![]));
    }
}
