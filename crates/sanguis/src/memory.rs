//! Where memory comes from.

use mimalloc::MiMalloc;

/// Many threads do not wait for each other, and a small block costs hardly more than its bytes.
#[global_allocator]
static MEMORY: MiMalloc = MiMalloc;

/// `mi_option_purge_delay` of version 2, for which the bindings have no name.
const PURGE_DELAY: libmimalloc_sys::mi_option_t = 15;

/// Gives pages back to the system as soon as nothing is in them, not when somebody next happens to ask for memory: a house that was
/// busy and now waits is small again.
pub(crate) fn give_back_at_once() {
    #[allow(unsafe_code, reason = "the bindings are C's")]
    // SAFETY: this sets a number, and does so before there are other threads.
    unsafe {
        libmimalloc_sys::mi_option_set_default(PURGE_DELAY, 0);
    }
}
