//! A rollout allocates nothing, neither for the deal nor for any step.

#![allow(unsafe_code, reason = "a global allocator cannot be written without; it only counts and passes on")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use serde_json::json;

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    // A thread that is ending counts nothing any more.
    let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
}

// SAFETY: every call is passed on unchanged to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn rollouts_allocate_nothing() {
    for entry in shelf::games() {
        let info = entry.game.info();
        for players in info.players() {
            let options = entry.game.options(&json!({ "players": players })).unwrap();
            let mut gauge = entry.game.benchmark(&options, 3).unwrap();
            let before = ALLOCATIONS.get();
            let steps = gauge.rollouts(20);
            let allocations = ALLOCATIONS.get() - before;
            assert!(steps > 0);
            assert_eq!(allocations, 0, "{} for {players}: {allocations} in {steps} steps", info.name);
        }
    }
}

#[test]
fn the_counter_counts() {
    let before = ALLOCATIONS.get();
    std::hint::black_box(vec![1u8; 100]);
    assert!(ALLOCATIONS.get() > before);
}
