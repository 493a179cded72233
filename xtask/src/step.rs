//! A step of `cargo ci` or of a task: runs commands, and keeps what they print until it is known whether it matters.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Runs commands. On the screen they print as they please; a kept step shows their output only if it fails, and counts their tests.
#[derive(Default)]
pub(crate) struct Step {
    kept: Option<String>,
    passed: u64,
    failed: u64,
}

impl Step {
    /// For a task of its own: output goes to the screen.
    pub(crate) fn on_screen() -> Step {
        Step::default()
    }

    /// For a task beside another one that has the screen: output is kept.
    pub(crate) fn kept() -> Step {
        Step { kept: Some(String::new()), ..Step::default() }
    }

    /// What was kept.
    pub(crate) fn output(&self) -> &str {
        self.kept.as_deref().unwrap_or_default()
    }

    /// Runs a command to its end.
    pub(crate) fn run(&mut self, command: &mut Command) -> Result<(), u8> {
        if self.kept.is_none() {
            return crate::status(command);
        }
        // One pipe for both streams, so that errors stay where they happened.
        let spawned = std::io::pipe().and_then(|(reader, writer)| {
            command.stdin(Stdio::null()).stdout(writer.try_clone()?).stderr(writer).env("NO_COLOR", "1");
            Ok((reader, command.spawn()?))
        });
        // The command holds the pipe's other end, and would hold it for ever.
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let (reader, mut child) =
            spawned.map_err(|error| self.fail(&format!("{command:?} cannot be started: {error}")))?;
        for line in BufReader::new(reader).split(b'\n').map_while(Result::ok) {
            self.print(&String::from_utf8_lossy(&line));
        }
        match child.wait() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(self.fail(&format!("{command:?} failed: {status}"))),
            Err(error) => Err(self.fail(&format!("{command:?} was lost: {error}"))),
        }
    }

    /// A line of output.
    pub(crate) fn print(&mut self, line: &str) {
        let Some(kept) = &mut self.kept else {
            println!("{line}");
            return;
        };
        kept.push_str(line);
        kept.push('\n');
        let (passed, failed) = counts(line);
        self.passed += passed;
        self.failed += failed;
    }

    /// An error, and the exit code that goes with it.
    pub(crate) fn fail(&mut self, error: &str) -> u8 {
        self.print(&format!("error: {error}"));
        1
    }
}

/// How many tests passed and failed, if this is the line that says so: of Rust, of vitest, or of pytest.
fn counts(line: &str) -> (u64, u64) {
    let line = line.trim();
    let says = line.starts_with("test result: ")
        || line.starts_with("Tests ")
        || line.contains(" in ") && line.starts_with(|c: char| c.is_ascii_digit());
    if says { (number_before(line, " passed"), number_before(line, " failed")) } else { (0, 0) }
}

/// The number that stands before a word: 12 in "ok. 12 passed; 0 failed".
fn number_before(text: &str, word: &str) -> u64 {
    let before = text.split_once(word).map_or("", |(before, _)| before);
    let digits = before.rsplit(|c: char| !c.is_ascii_digit()).next().unwrap_or("");
    digits.parse().unwrap_or(0)
}

/// What became of the steps so far, shared by those that run side by side.
pub(crate) struct Steps {
    begin: Instant,
    rows: Mutex<Vec<Row>>,
}

struct Row {
    name: String,
    began: Duration,
    took: Duration,
    passed: u64,
    failed: u64,
    ok: bool,
}

impl Steps {
    pub(crate) fn new() -> Steps {
        Steps { begin: Instant::now(), rows: Mutex::default() }
    }

    /// Runs a step, says how it went, and shows its whole output if it failed.
    pub(crate) fn step<T>(&self, name: &str, work: impl FnOnce(&mut Step) -> Result<T, u8>) -> Result<T, u8> {
        let began = self.begin.elapsed();
        let mut step = Step::kept();
        let result = work(&mut step);
        let took = self.begin.elapsed() - began;
        let row = Row {
            name: name.to_owned(),
            began,
            took,
            passed: step.passed,
            failed: step.failed,
            ok: result.is_ok(),
        };
        let tests = match step.passed + step.failed {
            0 => String::new(),
            _ => format!(", {} passed, {} failed", step.passed, step.failed),
        };
        let word = if row.ok { "ok" } else { "FAILED" };
        let mut rows = self.rows.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        // Printed under the lock, so that the output of two failures does not mix.
        if !row.ok {
            println!("== {name}\n{}", step.kept.unwrap_or_default());
        }
        println!("== {name}: {word}, {} s{tests}", took.as_secs());
        rows.push(row);
        result
    }

    /// Prints where the time went, and how many tests passed; an error if anything failed.
    pub(crate) fn finish(self) -> Result<(), u8> {
        let mut rows = self.rows.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        rows.sort_by_key(|row| row.began);
        println!("\n{:<44} {:>7} {:>7} {:>7}", "step", "began", "took", "tests");
        for row in &rows {
            let tests = Some(row.passed + row.failed).filter(|tests| *tests > 0);
            let tests = tests.map_or(String::new(), |tests| tests.to_string());
            let word = if row.ok { "" } else { "  FAILED" };
            println!(
                "{:<44} {:>5} s {:>5.1} s {tests:>7}{word}",
                row.name,
                row.began.as_secs(),
                row.took.as_secs_f64()
            );
        }
        let took = self.begin.elapsed();
        println!("{:<44} {:>7} {:>5.0} s{}", "in all", "", took.as_secs_f64(), processors(took));
        let sum = |count: fn(&Row) -> u64| rows.iter().map(count).sum::<u64>();
        println!("\n{} passed, {} failed", sum(|row| row.passed), sum(|row| row.failed));
        if rows.iter().all(|row| row.ok) { Ok(()) } else { Err(1) }
    }
}

/// How many processors our children kept busy, where the system says.
fn processors(took: Duration) -> String {
    /// Ticks a second, as Linux reports them to programs.
    const TICKS: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // Behind the name in brackets, which may hold anything, the user and system time of finished children are 14th and 15th.
    let fields = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace();
    let ticks: Vec<f64> = fields.skip(13).take(2).filter_map(|field| field.parse().ok()).collect();
    let busy = ticks.iter().sum::<f64>() / TICKS;
    if busy > 0.0 {
        format!(", {busy:.0} s of processor time: {:.1} processors", busy / took.as_secs_f64().max(0.1))
    } else {
        String::new()
    }
}

#[cfg(test)]
mod tests {
    use super::counts;

    #[test]
    fn results_of_tests_are_counted() {
        assert_eq!(counts("test result: FAILED. 12 passed; 3 failed; 0 ignored; finished in 0.1s"), (12, 3));
        assert_eq!(counts("      Tests  1 failed | 26 passed (27)"), (26, 1));
        assert_eq!(counts("2 failed, 61 passed in 40.02s"), (61, 2));
        assert_eq!(counts("test rules::twelve_passed ... ok"), (0, 0));
        assert_eq!(counts("3 warnings emitted in 2 crates"), (0, 0));
    }
}
