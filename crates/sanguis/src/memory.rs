//! Where memory comes from.

use std::cell::Cell;
use std::time::{Duration, Instant};

use mimalloc::MiMalloc;

/// Threads do not wait for each other, and a small block costs hardly more than its bytes.
#[global_allocator]
static MEMORY: MiMalloc = MiMalloc;

/// `mi_option_purge_delay` of version 2, for which the bindings have no name.
const PURGE_DELAY: libmimalloc_sys::mi_option_t = 15;

/// Returns empty pages to the system at once, not at the next allocation: a house that was busy and is now idle becomes small again.
pub(crate) fn give_back_at_once() {
    #[allow(unsafe_code, reason = "the bindings are C's")]
    // SAFETY: this sets a number, and does so before there are other threads.
    unsafe {
        libmimalloc_sys::mi_option_set_default(PURGE_DELAY, 0);
    }
}

/// How often a thread tidies up, at most.
const TIDY: Duration = Duration::from_secs(1);

/// Has a thread that is about to wait look for what others have freed of its memory, so that this becomes free indeed. After a rush of
/// connections, which one thread accepts and another one serves, it is more than what is in use.
pub(crate) fn tidy() {
    thread_local!(static TIDIED: Cell<Option<Instant>> = const { Cell::new(None) });
    let now = Instant::now();
    if TIDIED.get().is_none_or(|tidied| now - tidied >= TIDY) {
        TIDIED.set(Some(now));
        #[allow(unsafe_code, reason = "the bindings are C's")]
        // SAFETY: this frees only blocks that were freed already.
        unsafe {
            libmimalloc_sys::mi_collect(false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Another version of the allocator may number its options differently: of this one and its neighbours only this starts at 10.
    #[test]
    #[allow(unsafe_code, reason = "the bindings are C's")]
    fn the_option_is_the_one_that_is_meant() {
        // SAFETY: this reads a number, which nothing else in this program sets.
        let option = |at| unsafe { libmimalloc_sys::mi_option_get(at) };
        assert_eq!([PURGE_DELAY - 1, PURGE_DELAY, PURGE_DELAY + 1].map(option), [1, 10, 0]);
        give_back_at_once();
        assert_eq!(option(PURGE_DELAY), 0);
    }
}
