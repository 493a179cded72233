//! The processor time of this thread, which unlike wall-clock time does not depend on what else the machine is doing.

use std::time::Duration;

/// How long this thread has been computing.
#[cfg(unix)]
pub(crate) fn spent() -> Duration {
    let spent = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(spent.tv_sec.unsigned_abs(), spent.tv_nsec as u32)
}

/// How long the program has been running: the best measure on other systems.
#[cfg(not(unix))]
pub(crate) fn spent() -> Duration {
    static BEGIN: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    BEGIN.elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_costs_nothing() {
        let before = spent();
        std::thread::sleep(Duration::from_millis(50));
        assert!(cfg!(not(unix)) || spent() - before < Duration::from_millis(40));
        assert!(spent() > before);
    }
}
