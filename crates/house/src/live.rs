//! A match in memory: the fold of its log, who is connected, and what each observer was last shown.
//!
//! One lock per match is its only owner: whoever holds it decides, writes, folds and shows, in this order. Nothing in here is the
//! truth; a live match can be dropped at any time and comes back from its log on touch.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use table::SeatSet;
use tokio::sync::watch;

use crate::hosted::{Hosted, Present};
use crate::players::Players;
use crate::show::Shown;

/// A match in memory.
pub(crate) struct Live {
    pub(crate) id: String,
    pub(crate) inner: tokio::sync::Mutex<Inner>,
    /// Goes up with everything that a viewer may want to see.
    tick: watch::Sender<u32>,
    /// Is somebody doing the house's own work for this match?
    pub(crate) driven: AtomicBool,
    /// When it was last asked for, in the house's time.
    pub(crate) touched: AtomicU64,
    /// How many connections each person has.
    connected: Mutex<HashMap<String, u32>>,
    /// Where a bot is thinking.
    thinking: AtomicU32,
}

/// What the lock guards.
pub(crate) struct Inner {
    pub(crate) hosted: Hosted,
    /// Something was folded of which it is not known whether it was written: the fold is not to be trusted.
    pub(crate) in_doubt: bool,
    pub(crate) shown: Shown,
    pub(crate) players: Players,
}

impl Live {
    pub(crate) fn new(hosted: Hosted) -> Live {
        let players = Players::new(hosted.sitters().count());
        Live {
            id: hosted.id().to_owned(),
            tick: watch::Sender::new(0),
            driven: AtomicBool::new(false),
            touched: AtomicU64::new(0),
            connected: Mutex::default(),
            thinking: AtomicU32::new(0),
            inner: tokio::sync::Mutex::new(Inner {
                hosted,
                in_doubt: false,
                shown: Shown::default(),
                players,
            }),
        }
    }

    /// Hears of every change from now on.
    pub(crate) fn subscribe(&self) -> watch::Receiver<u32> {
        self.tick.subscribe()
    }

    /// Tells everyone who looks that there is something new.
    pub(crate) fn tell(&self) {
        self.tick.send_modify(|tick| *tick = tick.wrapping_add(1));
    }

    /// Is nobody connected, and nothing being done?
    pub(crate) fn is_idle(&self) -> bool {
        self.tick.receiver_count() == 0 && !self.driven.load(Ordering::Acquire)
    }

    /// Notes that a connection of a person came.
    pub(crate) fn arrive(&self, person: &str) {
        let mut connected = self.connected.lock().unwrap_or_else(PoisonError::into_inner);
        let count = connected.entry(person.to_owned()).or_default();
        *count += 1;
        if *count == 1 {
            drop(connected);
            self.tell();
        }
    }

    /// Notes that a connection of a person went.
    pub(crate) fn depart(&self, person: &str) {
        let mut connected = self.connected.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(count) = connected.get_mut(person) else { return };
        *count -= 1;
        if *count == 0 {
            connected.remove(person);
            drop(connected);
            self.tell();
        }
    }

    /// Says where bots are thinking.
    pub(crate) fn think(&self, seats: SeatSet) {
        self.thinking.store(seats.bits().into(), Ordering::Release);
        // That they no longer think is seen in what they do.
        if !seats.is_empty() {
            self.tell();
        }
    }

    /// Who is here.
    pub(crate) fn present(&self, hosted: &Hosted) -> Present {
        let connected = self.connected.lock().unwrap_or_else(PoisonError::into_inner);
        let seats: SeatSet = connected.keys().filter_map(|person| hosted.seat_of(person)).collect();
        Present {
            seats,
            thinking: SeatSet::from_bits(self.thinking.load(Ordering::Acquire) as u16),
            watching: (connected.len() - seats.len()) as u32,
        }
    }
}
