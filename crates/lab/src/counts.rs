//! How often each whole number came up.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::merge::Merge;

/// Whole numbers and how often each came up.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Counts(BTreeMap<i64, u64>);

impl Counts {
    /// The value came up once more.
    pub fn add(&mut self, value: i64) {
        *self.0.entry(value).or_default() += 1;
    }

    /// How many values were added.
    pub fn count(&self) -> u64 {
        self.0.values().sum()
    }

    /// Each value with its count, smallest value first.
    pub fn pairs(&self) -> impl Iterator<Item = (i64, u64)> + '_ {
        self.0.iter().map(|(&value, &count)| (value, count))
    }

    /// The smallest value at or below which this share of all values lies; 0 if there are none.
    pub fn quantile(&self, share: f64) -> i64 {
        let rank = (share * self.count() as f64).ceil().max(1.0) as u64;
        let mut seen = 0;
        for (value, count) in self.pairs() {
            seen += count;
            if seen >= rank {
                return value;
            }
        }
        0
    }

    /// All values in five numbers.
    pub fn summary(&self) -> Summary {
        let sum: f64 = self.pairs().map(|(value, count)| value as f64 * count as f64).sum();
        Summary {
            mean: sum / self.count().max(1) as f64,
            p10: self.quantile(0.1),
            p50: self.quantile(0.5),
            p90: self.quantile(0.9),
            max: self.0.keys().next_back().copied().unwrap_or(0),
        }
    }
}

impl Merge for Counts {
    fn merge(&mut self, other: Counts) {
        Merge::merge(&mut self.0, other.0);
    }
}

/// Counted values in five numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The mean; 0 if nothing was counted.
    pub mean: f64,
    /// The 10 % quantile.
    pub p10: i64,
    /// The median.
    pub p50: i64,
    /// The 90 % quantile.
    pub p90: i64,
    /// The largest value.
    pub max: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_values_that_came_up() {
        let mut counts = Counts::default();
        (1..=10).for_each(|value| counts.add(value));
        let summary = counts.summary();
        assert_eq!((summary.p10, summary.p50, summary.p90, summary.max), (1, 5, 9, 10));
    }
}
