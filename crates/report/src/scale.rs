//! From numbers to positions and words.

/// How a figure is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// A share of 1, as a percentage.
    Percent,
    /// A number with this many decimals.
    Number(usize),
}

impl Unit {
    /// The number as text.
    pub fn words(self, value: f64) -> String {
        let text = match self {
            Unit::Percent => format!("{:.1} %", 100.0 * value),
            Unit::Number(decimals) => format!("{value:.decimals$}"),
        };
        // No "-0.0".
        if text.trim_end_matches(" %").trim_start_matches('-').chars().all(|c| c == '0' || c == '.') {
            text.trim_start_matches('-').to_owned()
        } else {
            text
        }
    }

    /// The label of a tick: with as few decimals as the step between ticks allows.
    pub(crate) fn tick(self, value: f64, step: f64) -> String {
        let (value, step, sign) = match self {
            Unit::Percent => (100.0 * value, 100.0 * step, " %"),
            Unit::Number(_) => (value, step, ""),
        };
        let decimals = if step >= 1.0 { 0 } else { (-step.log10()).ceil().clamp(0.0, 6.0) as usize };
        format!("{value:.decimals$}{sign}")
    }
}

/// A linear axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    from: f64,
    to: f64,
    start: f64,
    end: f64,
}

impl Scale {
    /// Numbers `from..to` are drawn between the positions `start` and `end`.
    pub(crate) fn new(from: f64, to: f64, start: f64, end: f64) -> Scale {
        let to = if to > from { to } else { from + 1.0 };
        Scale { from, to, start, end }
    }

    /// The position of a number; what lies outside is drawn at the edge.
    pub(crate) fn at(&self, value: f64) -> f64 {
        let share = ((value - self.from) / (self.to - self.from)).clamp(0.0, 1.0);
        self.start + share * (self.end - self.start)
    }

    /// About `count` round numbers, and the step between them.
    pub(crate) fn ticks(&self, count: usize) -> (Vec<f64>, f64) {
        let step = round_step((self.to - self.from) / count.max(1) as f64);
        let first = (self.from / step - 1e-9).ceil();
        let ticks =
            (0..).map(|i| (first + f64::from(i)) * step).take_while(|&tick| tick <= self.to + step * 1e-9);
        (ticks.take(100).collect(), step)
    }
}

/// The next larger of 1, 2 or 5 times a power of ten.
pub(crate) fn round_step(rough: f64) -> f64 {
    if !(rough.is_finite() && rough > 0.0) {
        return 1.0;
    }
    let power = 10f64.powf(rough.log10().floor());
    let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| factor * power >= rough * (1.0 - 1e-9));
    factor.unwrap_or(10.0) * power
}

/// A round end for an axis that reaches this number.
pub(crate) fn round_up(value: f64) -> f64 {
    let step = round_step(value / 5.0);
    (value / step - 1e-9).ceil().max(1.0) * step
}

/// A number with its thousands apart: 12 345 678.
pub fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        assert_eq!(thousands(1_234_567.0), "1 234 567");
        assert_eq!(thousands(999.0), "999");
    }

    #[test]
    fn ticks_are_round() {
        let (ticks, step) = Scale::new(0.0, 0.37, 0.0, 100.0).ticks(5);
        assert!((step - 0.1).abs() < 1e-12);
        assert_eq!(ticks.len(), 4);
        assert_eq!(Unit::Percent.tick(ticks[3], step), "30 %");
        assert!((round_up(0.37) - 0.4).abs() < 1e-12);
    }

    #[test]
    fn numbers_outside_are_drawn_at_the_edge() {
        let scale = Scale::new(0.0, 1.0, 10.0, 20.0);
        assert_eq!((scale.at(-3.0), scale.at(0.5), scale.at(7.0)), (10.0, 15.0, 20.0));
        assert_eq!(Scale::new(2.0, 2.0, 0.0, 1.0).at(2.0), 0.0);
    }

    #[test]
    fn zero_has_no_minus() {
        assert_eq!(Unit::Number(1).words(-0.01), "0.0");
        assert_eq!(Unit::Percent.words(-0.125), "-12.5 %");
    }
}
