//! How long a bot may think at each decision.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use bots::Level;

/// The most that a bot which looks ahead may spend on one decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DecisionBudget {
    /// Iterations of its search, however long they take: the same games on every machine.
    Iterations(u32),
    /// Time.
    Time(Duration),
}

impl DecisionBudget {
    /// The default of a level.
    pub fn of(level: Level) -> DecisionBudget {
        DecisionBudget::Time(level.budget())
    }

    /// The limit in iterations; none in effect where time is the limit.
    pub fn iterations(self) -> u32 {
        match self {
            DecisionBudget::Iterations(count) => count,
            DecisionBudget::Time(_) => u32::MAX,
        }
    }

    /// Is a decision that has taken this long out of time?
    pub fn is_up(self, taken: Duration) -> bool {
        matches!(self, DecisionBudget::Time(limit) if taken >= limit)
    }
}

impl FromStr for DecisionBudget {
    type Err = String;

    /// "400" iterations, "300ms" or "1s".
    fn from_str(text: &str) -> Result<DecisionBudget, String> {
        let number = |digits: &str| digits.parse::<u32>().ok().filter(|n| (1..=10_000_000).contains(n));
        let time = |digits: &str, unit: u64| {
            number(digits).map(|n| DecisionBudget::Time(Duration::from_millis(u64::from(n) * unit)))
        };
        let read = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
            (Some(digits), _) => time(digits, 1),
            (None, Some(digits)) => time(digits, 1000),
            (None, None) => number(text).map(DecisionBudget::Iterations),
        };
        read.ok_or_else(|| {
            format!("\"{text}\" is not a budget: write 400 for iterations, 300ms or 1s for time.")
        })
    }
}

impl fmt::Display for DecisionBudget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DecisionBudget::Iterations(count) => write!(f, "{count} iterations"),
            DecisionBudget::Time(limit) => write!(f, "{} ms", limit.as_millis()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_read() {
        assert_eq!("400".parse(), Ok(DecisionBudget::Iterations(400)));
        assert_eq!("300ms".parse(), Ok(DecisionBudget::Time(Duration::from_millis(300))));
        assert_eq!("2s".parse(), Ok(DecisionBudget::Time(Duration::from_secs(2))));
        for wrong in ["soon", "0", "", "s", "-1ms", "99999999"] {
            assert!(wrong.parse::<DecisionBudget>().is_err(), "{wrong}");
        }
    }
}
