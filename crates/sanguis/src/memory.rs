//! Where memory comes from.

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
