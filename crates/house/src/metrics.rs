//! Counters for `/metrics`. They are numbers only, so they cannot leak a secret.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

/// A counter.
#[derive(Default, Debug)]
pub struct Counter(AtomicU64);

impl Counter {
    /// Adds to it.
    pub fn add(&self, count: u64) {
        self.0.fetch_add(count, Ordering::Relaxed);
    }

    /// Subtracts, for gauges.
    pub fn remove(&self, count: u64) {
        self.0.fetch_sub(count, Ordering::Relaxed);
    }

    /// The present value.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Upper bounds of the buckets of a [`Histogram`], in microseconds.
const BUCKETS: [u64; 12] =
    [100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 500_000, 2_500_000];

/// A histogram of durations.
#[derive(Default, Debug)]
pub struct Histogram {
    buckets: [AtomicU64; BUCKETS.len()],
    sum: AtomicU64,
    count: AtomicU64,
}

impl Histogram {
    /// Adds a duration.
    pub fn observe(&self, took: std::time::Duration) {
        let micros = took.as_micros() as u64;
        if let Some(at) = BUCKETS.iter().position(|bound| micros <= *bound) {
            self.buckets[at].fetch_add(1, Ordering::Relaxed);
        }
        self.sum.fetch_add(micros, Ordering::Relaxed);
        self.count.fetch_add(1, Ordering::Relaxed);
    }
}

/// What the house counts.
#[derive(Default, Debug)]
pub struct Metrics {
    /// Tables set up.
    pub tables: Counter,
    /// Entries written.
    pub entries: Counter,
    /// Actions of games written.
    pub actions: Counter,
    /// Commands refused.
    pub refusals: Counter,
    /// Decisions repeated because another node was faster.
    pub overtaken: Counter,
    /// Matches loaded from their logs.
    pub folds: Counter,
    /// Frames sent.
    pub frames: Counter,
    /// Open sockets and streams.
    pub sockets: Counter,
    /// Connections closed because the client did not read.
    pub cut_off: Counter,
    /// Requests and connections refused because of limits.
    pub turned_away: Counter,
    /// Notices sent.
    pub notices: Counter,
    /// From a command's arrival to its answer, including the write.
    pub commands: Histogram,
}

impl Metrics {
    /// The text that Prometheus reads.
    pub fn text(&self, live: usize, (thinking, queued): (usize, usize)) -> String {
        let counters = [
            ("tables", "Tables set up.", &self.tables),
            ("entries", "Entries written to logs.", &self.entries),
            ("actions", "Actions of games written.", &self.actions),
            ("refusals", "Commands refused.", &self.refusals),
            ("overtaken", "Decisions repeated because another node was faster.", &self.overtaken),
            ("folds", "Matches loaded from their logs.", &self.folds),
            ("frames", "Frames sent.", &self.frames),
            ("cut_off", "Connections closed because the client did not read.", &self.cut_off),
            ("turned_away", "Requests and connections refused because of limits.", &self.turned_away),
            ("notices", "Notices sent.", &self.notices),
        ];
        let line = |name: &str, kind: &str, help: &str, value: u64| {
            format!("# HELP sanguis_{name} {help}\n# TYPE sanguis_{name} {kind}\nsanguis_{name} {value}\n")
        };
        let counter = |(name, help, counter): (&str, &str, &Counter)| {
            line(&format!("{name}_total"), "counter", help, counter.get())
        };
        let mut text: String = counters.into_iter().map(counter).collect();
        text += &line("sockets", "gauge", "Open sockets and streams.", self.sockets.get());
        text += &line("live_matches", "gauge", "Matches in memory.", live as u64);
        text += &line("thinking", "gauge", "Bots that think.", thinking as u64);
        text += &line("thoughts_queued", "gauge", "Bots that wait for a thread.", queued as u64);
        let name = "sanguis_command_seconds";
        let _ =
            writeln!(text, "# HELP {name} Seconds from a command to its answer.\n# TYPE {name} histogram");
        let mut below = 0;
        for (bound, bucket) in BUCKETS.iter().zip(&self.commands.buckets) {
            below += bucket.load(Ordering::Relaxed);
            let _ = writeln!(text, "{name}_bucket{{le=\"{}\"}} {below}", *bound as f64 / 1e6);
        }
        let count = self.commands.count.load(Ordering::Relaxed);
        let sum = self.commands.sum.load(Ordering::Relaxed) as f64 / 1e6;
        let _ =
            writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {count}\n{name}_sum {sum}\n{name}_count {count}");
        text
    }
}
