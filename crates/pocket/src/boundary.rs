//! Where bytes come in and go out. The worker writes a request into memory that [`pocket_alloc`] gave it, calls [`pocket_ask`], reads
//! the answer and frees both.
//!
//! The names begin with `pocket` because a program links these functions, too: one named `free` would take the place of the C
//! library's, which every other library calls.

#![allow(unsafe_code, reason = "memory that is shared with the worker's script")]

use std::cell::RefCell;

use crate::Pocket;

thread_local!(static POCKET: RefCell<Pocket> = RefCell::new(Pocket::default()));

/// Memory for a request of this many bytes.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn pocket_alloc(length: usize) -> *mut u8 {
    Box::into_raw(vec![0u8; length].into_boxed_slice()).cast()
}

/// Frees what [`pocket_alloc`] or [`pocket_ask`] gave.
///
/// # Safety
/// Pointer and length are those that were given, and this is done once.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pocket_free(pointer: *mut u8, length: usize) {
    // SAFETY: as the caller promises, these are the parts of a boxed slice.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(pointer, length)) });
}

/// Answers a request. The upper half of the result is where the answer is, the lower half how long it is.
///
/// # Safety
/// There is a request of this length at the pointer.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn pocket_ask(pointer: *const u8, length: usize) -> u64 {
    // SAFETY: as the caller promises.
    let request = unsafe { std::slice::from_raw_parts(pointer, length) };
    let answer = POCKET.with_borrow_mut(|pocket| pocket.answer(request)).into_boxed_slice();
    let length = answer.len() as u64;
    (Box::into_raw(answer).cast::<u8>() as u64) << 32 | length
}

/// Milliseconds on the worker's clock, for bots that think.
pub(crate) fn clock() -> f64 {
    #[cfg(target_family = "wasm")]
    {
        unsafe extern "C" {
            fn clock() -> f64;
        }
        // SAFETY: the worker provides it; it only reads a clock.
        unsafe { clock() }
    }
    #[cfg(not(target_family = "wasm"))]
    {
        thread_local!(static BEGIN: std::time::Instant = std::time::Instant::now());
        BEGIN.with(|begin| begin.elapsed().as_secs_f64() * 1000.0)
    }
}
