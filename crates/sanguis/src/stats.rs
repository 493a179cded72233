//! Counting.

use std::collections::BTreeMap;

use serde::Serialize;

/// How often of how many, with the 95 % interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Share {
    pub(crate) count: u64,
    pub(crate) of: u64,
    pub(crate) share: f64,
    /// The ends of the 95 % Wilson interval.
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Share {
    pub(crate) fn new(count: u64, of: u64) -> Share {
        if of == 0 {
            return Share::default();
        }
        const Z: f64 = 1.959_963_984_540_054;
        let (n, p) = (of as f64, count as f64 / of as f64);
        let middle = p + Z * Z / (2.0 * n);
        let reach = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + Z * Z / n;
        Share { count, of, share: p, low: (middle - reach) / scale, high: (middle + reach) / scale }
    }

    /// "12.3 % (11.9-12.7)".
    pub(crate) fn percent(&self) -> String {
        let percent = |share: f64| 100.0 * share;
        format!("{:.1} % ({:.1}-{:.1})", percent(self.share), percent(self.low), percent(self.high))
    }
}

/// Whole numbers and how often each came.
#[derive(Clone, Debug, Default)]
pub(crate) struct Histogram(BTreeMap<u64, u64>);

impl Histogram {
    pub(crate) fn add(&mut self, value: u64) {
        *self.0.entry(value).or_default() += 1;
    }

    pub(crate) fn merge(&mut self, other: Histogram) {
        for (value, count) in other.0 {
            *self.0.entry(value).or_default() += count;
        }
    }

    /// How many there are.
    pub(crate) fn count(&self) -> u64 {
        self.0.values().sum()
    }

    /// Each number and how often it came, the smallest first.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.0.iter().map(|(&value, &count)| (value, count))
    }

    /// The smallest number that is not below this share of all.
    pub(crate) fn quantile(&self, share: f64) -> u64 {
        let rank = (share * self.count() as f64).ceil().max(1.0) as u64;
        let mut seen = 0;
        for (value, times) in self.pairs() {
            seen += times;
            if seen >= rank {
                return value;
            }
        }
        0
    }

    pub(crate) fn summary(&self) -> Summary {
        let count = self.count();
        let sum: f64 = self.pairs().map(|(value, count)| value as f64 * count as f64).sum();
        Summary {
            mean: if count == 0 { 0.0 } else { sum / count as f64 },
            p10: self.quantile(0.1),
            p50: self.quantile(0.5),
            p90: self.quantile(0.9),
            max: self.0.keys().next_back().copied().unwrap_or(0),
        }
    }
}

/// A histogram in five numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Summary {
    pub(crate) mean: f64,
    pub(crate) p10: u64,
    pub(crate) p50: u64,
    pub(crate) p90: u64,
    pub(crate) max: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_wilsons() {
        let share = Share::new(10, 100);
        assert!((share.low - 0.0552).abs() < 1e-3 && (share.high - 0.1744).abs() < 1e-3, "{share:?}");
        assert_eq!(Share::new(0, 0), Share::default());
    }

    #[test]
    fn quantiles_are_values_that_came() {
        let mut histogram = Histogram::default();
        (1..=10).for_each(|value| histogram.add(value));
        let summary = histogram.summary();
        assert_eq!((summary.p10, summary.p50, summary.p90, summary.max), (1, 5, 9, 10));
    }
}
