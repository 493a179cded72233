//! Ctrl-C: long commands report what they have done so far.

use std::sync::atomic::{AtomicBool, Ordering};

static STOP: AtomicBool = AtomicBool::new(false);

/// Lets Ctrl-C set [`requested`] instead of ending the program. If that is not possible, only the report is lost.
pub(crate) fn on_ctrl_c() {
    let _ = ctrlc::set_handler(|| STOP.store(true, Ordering::Relaxed));
}

/// Has Ctrl-C been pressed?
pub(crate) fn requested() -> bool {
    STOP.load(Ordering::Relaxed)
}
