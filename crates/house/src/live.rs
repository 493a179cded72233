//! A match in memory: the fold of its log, who is connected, and what each observer was last shown.
//!
//! One lock per match is its only owner: whoever holds it decides, writes, folds and shows, in this order. Nothing in here is the
//! truth; a live match can be dropped at any time and comes back from its log on touch.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use table::SeatSet;
use tokio::sync::watch;

use crate::hosted::{Hosted, Present};
use crate::outlet::{Outlet, Pipe};
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
    connected: Mutex<Vec<(String, u32)>>,
    /// Is somebody about to show the sockets what is new?
    stirred: AtomicBool,
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
    /// The sockets that look on.
    pub(crate) outlets: Vec<Outlet>,
}

impl Inner {
    /// The socket at the other end of a pipe.
    pub(crate) fn outlet(&mut self, pipe: &Arc<Pipe>) -> Option<&mut Outlet> {
        self.outlets.iter_mut().find(|outlet| Arc::ptr_eq(&outlet.pipe, pipe))
    }
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
            stirred: AtomicBool::new(false),
            thinking: AtomicU32::new(0),
            inner: tokio::sync::Mutex::new(Inner {
                hosted,
                in_doubt: false,
                shown: Shown::default(),
                players,
                outlets: Vec::new(),
            }),
        }
    }

    /// Hears of every change from now on.
    pub(crate) fn subscribe(&self) -> watch::Receiver<u32> {
        self.tick.subscribe()
    }

    /// Tells everyone who waits for it that there is something new. Sockets do not wait: they are shown it.
    pub(crate) fn tell(&self) {
        self.tick.send_modify(|tick| *tick = tick.wrapping_add(1));
    }

    /// Notes that the sockets are to be shown something. False if somebody is about to do that.
    pub(crate) fn stir(&self) -> bool {
        !self.stirred.swap(true, Ordering::AcqRel)
    }

    /// From here on what is new must be shown anew.
    pub(crate) fn calm_down(&self) {
        self.stirred.store(false, Ordering::Release);
    }

    /// Is nobody connected, and nothing being done?
    pub(crate) fn is_idle(&self) -> bool {
        self.tick.receiver_count() == 0 && self.connected().is_empty() && !self.driven.load(Ordering::Acquire)
    }

    fn connected(&self) -> MutexGuard<'_, Vec<(String, u32)>> {
        self.connected.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a connection of a person came. True if they were not here before.
    pub(crate) fn arrive(&self, person: &str) -> bool {
        let mut connected = self.connected();
        match connected.iter_mut().find(|(known, _)| known == person) {
            Some((_, count)) => {
                *count += 1;
                false
            }
            None => {
                connected.push((person.to_owned(), 1));
                true
            }
        }
    }

    /// Notes that a connection of a person went. True if it was their last.
    pub(crate) fn depart(&self, person: &str) -> bool {
        let mut connected = self.connected();
        let Some(at) = connected.iter().position(|(known, _)| known == person) else { return false };
        connected[at].1 -= 1;
        let last = connected[at].1 == 0;
        if last {
            connected.swap_remove(at);
        }
        last
    }

    /// Says where bots are thinking.
    pub(crate) fn think(&self, seats: SeatSet) {
        self.thinking.store(seats.bits().into(), Ordering::Release);
    }

    /// Who is here.
    pub(crate) fn present(&self, hosted: &Hosted) -> Present {
        let connected = self.connected();
        let seats: SeatSet = connected.iter().filter_map(|(person, _)| hosted.seat_of(person)).collect();
        Present {
            seats,
            thinking: SeatSet::from_bits(self.thinking.load(Ordering::Acquire) as u16),
            watching: (connected.len() - seats.len()) as u32,
        }
    }
}
