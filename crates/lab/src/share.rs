//! Shares with Wilson's interval.

use serde::Serialize;

/// The two-sided 95 % quantile of the normal distribution.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

/// Wilson's 95 % interval of a share seen in this many independent trials. Trials need not be whole: a shared win is part of one.
pub fn wilson(share: f64, trials: f64) -> (f64, f64) {
    let middle = share + Z * Z / (2.0 * trials);
    let reach = Z * (share * (1.0 - share) / trials + Z * Z / (4.0 * trials * trials)).sqrt();
    let scale = 1.0 + Z * Z / trials;
    (((middle - reach) / scale).max(0.0), ((middle + reach) / scale).min(1.0))
}

/// A count out of a total, with its 95 % interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Share {
    /// How many.
    pub count: u64,
    /// Out of this many.
    pub of: u64,
    /// The quotient; 0 if there were none.
    pub share: f64,
    /// The lower end of Wilson's interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Share {
    /// The share of `count` in `of`.
    pub fn new(count: u64, of: u64) -> Share {
        if of == 0 {
            return Share::default();
        }
        let share = count as f64 / of as f64;
        let (low, high) = wilson(share, of as f64);
        Share { count, of, share, low, high }
    }

    /// "12.3 % (11.9-12.7)".
    pub fn percent(&self) -> String {
        let percent = |share: f64| 100.0 * share;
        format!("{:.1} % ({:.1}-{:.1})", percent(self.share), percent(self.low), percent(self.high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_wilsons() {
        let share = Share::new(10, 100);
        assert!((share.low - 0.0552).abs() < 1e-3 && (share.high - 0.1744).abs() < 1e-3, "{share:?}");
        assert_eq!(Share::new(0, 0), Share::default());
        let (none, all) = (Share::new(0, 7), Share::new(7, 7));
        assert!((0.0..1e-9).contains(&none.low) && all.high > 1.0 - 1e-9 && all.high <= 1.0);
    }
}
