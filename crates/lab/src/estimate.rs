//! Estimates with intervals, and how sure one can be of a difference.

use serde::{Deserialize, Serialize};

use crate::merge::{Merge, merge_fields};
use crate::share::{Z, wilson};

/// Fewer games than this say nothing about their own spread.
pub(crate) const ENOUGH: u64 = 30;

/// A quotient of sums over games. What happens within one game is correlated, so games are the units of its interval.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Ratio {
    pub(crate) games: u64,
    pub(crate) top: i64,
    pub(crate) bottom: i64,
    top_squared: i64,
    cross: i64,
    bottom_squared: i64,
}

merge_fields! { Ratio { games, top, bottom, top_squared, cross, bottom_squared } }

impl Ratio {
    /// One more game.
    pub(crate) fn add(&mut self, top: i64, bottom: i64) {
        let (top_squared, cross, bottom_squared) = (top * top, top * bottom, bottom * bottom);
        self.merge(Ratio { games: 1, top, bottom, top_squared, cross, bottom_squared });
    }

    /// Something that happens at most once in a game.
    pub(crate) fn of_games(happened: u64, games: u64) -> Ratio {
        let (top, bottom) = (happened as i64, games as i64);
        Ratio { games, top, bottom, top_squared: top, cross: top, bottom_squared: bottom }
    }

    /// The same over more games: those without an entry add 0 to the numerator and 1 to the denominator.
    pub(crate) fn over(&self, games: u64) -> Ratio {
        let missing = games.saturating_sub(self.games) as i64;
        Ratio {
            games: self.games + missing as u64,
            bottom: self.bottom + missing,
            bottom_squared: self.bottom_squared + missing,
            ..self.clone()
        }
    }

    pub(crate) fn value(&self) -> f64 {
        if self.bottom == 0 { 0.0 } else { self.top as f64 / self.bottom as f64 }
    }

    /// The variance of the value, games being independent of each other.
    fn variance(&self) -> f64 {
        let (value, games) = (self.value(), self.games as f64);
        if self.games < 2 || self.bottom == 0 {
            return f64::INFINITY;
        }
        let squares = self.top_squared as f64 - 2.0 * value * self.cross as f64
            + value * value * self.bottom_squared as f64;
        let bottom = self.bottom as f64;
        (squares.max(0.0) / (bottom * bottom)) * games / (games - 1.0)
    }

    /// As a share between 0 and 1, with Wilson's interval for the number of independent trials that have the same variance.
    pub(crate) fn share(&self) -> Estimate {
        let (value, variance) = (self.value(), self.variance());
        let spread = value * (1.0 - value);
        let trials = if variance > 0.0 && variance.is_finite() && spread > 0.0 {
            spread / variance
        } else {
            self.games.min(self.bottom.max(0) as u64) as f64
        };
        if trials <= 0.0 {
            return Estimate { value, low: 0.0, high: 1.0, error: f64::INFINITY, games: self.games };
        }
        let (low, high) = wilson(value, trials);
        // If all games came out alike the spread is not zero, only unseen: take it from the interval.
        let error = if variance > 0.0 { variance.sqrt() } else { (high - low) / (2.0 * Z) };
        Estimate { value, low, high, error, games: self.games }
    }

    /// As a mean.
    pub(crate) fn mean(&self) -> Estimate {
        let (value, error) = (self.value(), self.variance().sqrt());
        let reach = if error.is_finite() { Z * error } else { 0.0 };
        Estimate { value, low: value - reach, high: value + reach, error, games: self.games }
    }
}

/// A figure with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The standard error.
    #[serde(skip)]
    pub error: f64,
    /// The games it comes from.
    pub games: u64,
}

impl Estimate {
    /// The probability of a difference at least this large if there were none.
    pub(crate) fn against(&self, other: &Estimate) -> Option<f64> {
        if self.games < ENOUGH || other.games < ENOUGH {
            return None;
        }
        let error = (self.error * self.error + other.error * other.error).sqrt();
        two_sided(self.value - other.value, error)
    }
}

/// The probability of a distance this large from 0, given the standard error.
pub(crate) fn two_sided(distance: f64, error: f64) -> Option<f64> {
    if !error.is_finite() {
        return None;
    }
    if error <= 0.0 {
        return Some(if distance == 0.0 { 1.0 } else { 0.0 });
    }
    Some((2.0 * (1.0 - normal(distance.abs() / error))).clamp(0.0, 1.0))
}

/// The share of the normal distribution below a point, to seven digits (Abramowitz and Stegun 26.2.17).
fn normal(z: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * z.abs());
    let sum = t
        * (0.319_381_530
            + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
    let tail = (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * sum;
    if z >= 0.0 { 1.0 - tail } else { tail }
}

/// Holm's correction: which p-values are small enough that the probability of any false alarm stays below 5 %? Figures without one are not
/// among the comparisons.
pub(crate) fn holm(chances: &[Option<f64>]) -> Vec<bool> {
    let tested = chances.iter().enumerate().filter_map(|(i, chance)| Some((i, (*chance)?)));
    let mut tested: Vec<(usize, f64)> = tested.collect();
    tested.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut real = vec![false; chances.len()];
    for (rank, &(index, chance)) in tested.iter().enumerate() {
        if chance > 0.05 / (tested.len() - rank) as f64 {
            break;
        }
        real[index] = true;
    }
    real
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_trial_a_game_gives_wilsons_interval() {
        let mut ratio = Ratio::default();
        (0..100).for_each(|game| ratio.add(i64::from(game < 10), 1));
        let share = ratio.share();
        assert!((share.low - 0.0552).abs() < 2e-3 && (share.high - 0.1744).abs() < 2e-3, "{share:?}");
    }

    #[test]
    fn what_is_correlated_counts_once() {
        let (mut alone, mut together) = (Ratio::default(), Ratio::default());
        (0..400).for_each(|i| alone.add(i % 2, 1));
        (0..100).for_each(|i| together.add(4 * (i % 2), 4));
        let width = |ratio: &Ratio| ratio.share().high - ratio.share().low;
        assert_eq!(alone.value(), together.value());
        assert!(width(&together) > 1.8 * width(&alone), "a game's four seats are not four games");
    }

    #[test]
    fn the_normal_distribution_is_known() {
        assert!((two_sided(1.96, 1.0).unwrap() - 0.05).abs() < 1e-4);
        assert!((two_sided(0.0, 1.0).unwrap() - 1.0).abs() < 1e-6);
        assert_eq!(two_sided(1.0, f64::INFINITY), None);
    }

    #[test]
    fn many_comparisons_need_more_than_one() {
        assert_eq!(holm(&[0.04].map(Some)), [true]);
        assert_eq!(holm(&[0.04, 0.5, 0.6].map(Some)), [false; 3]);
        assert_eq!(holm(&[0.02, 0.001, 0.9].map(Some)), [true, true, false]);
    }
}
