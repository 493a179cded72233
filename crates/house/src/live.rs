//! A match in memory: the fold of its log, its viewers and its bots.
//!
//! One lock per match: its holder decides, writes, folds and shows, in this order. Nothing in here is the truth; a live match
//! can be dropped at any time and is folded from its log again.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use hosting::{BotSeats, FrameCache, MatchLog, Present};
use table::SeatSet;
use tokio::sync::watch;

use crate::subscriber::Subscriber;

/// A match in memory.
pub(crate) struct LiveMatch {
    pub(crate) id: String,
    pub(crate) locked: tokio::sync::Mutex<Locked>,
    /// Goes up with every change a viewer may want to see.
    tick: watch::Sender<u32>,
    /// Does it have a driver?
    driven: AtomicBool,
    /// When it was last asked for.
    pub(crate) used_at: AtomicU64,
    /// How many connections each person has.
    connected: Mutex<Vec<(String, u32)>>,
    /// Who is connected to it through other nodes.
    elsewhere: Mutex<Vec<String>>,
    /// Is a task about to show the sockets what is new?
    notified: AtomicBool,
    /// Where a bot is thinking.
    thinking: AtomicU32,
}

/// What the lock guards.
pub(crate) struct Locked {
    pub(crate) log: MatchLog,
    /// Something was folded that may not have been written: the fold cannot be trusted.
    pub(crate) in_doubt: bool,
    pub(crate) frames: FrameCache,
    pub(crate) bots: BotSeats,
    /// The sockets that watch the match.
    pub(crate) subscribers: Vec<Subscriber>,
}

impl LiveMatch {
    /// The bots' own randomness follows from the seed.
    pub(crate) fn new(log: MatchLog, seed: u64) -> LiveMatch {
        let bots = BotSeats::new(log.sitters().count(), seed);
        LiveMatch {
            id: log.id().to_owned(),
            tick: watch::Sender::new(0),
            driven: AtomicBool::new(false),
            used_at: AtomicU64::new(0),
            connected: Mutex::default(),
            elsewhere: Mutex::default(),
            notified: AtomicBool::new(false),
            thinking: AtomicU32::new(0),
            locked: tokio::sync::Mutex::new(Locked {
                log,
                in_doubt: false,
                frames: FrameCache::default(),
                bots,
                subscribers: Vec::new(),
            }),
        }
    }

    /// Subscribes to every change from now on.
    pub(crate) fn subscribe(&self) -> watch::Receiver<u32> {
        self.tick.subscribe()
    }

    /// Wakes everyone who waits for a change. Sockets do not wait: frames are pushed to them.
    pub(crate) fn changed(&self) {
        self.tick.send_modify(|tick| *tick = tick.wrapping_add(1));
    }

    /// The sockets have something new to show. False if a task is about to show it.
    pub(crate) fn notify(&self) -> bool {
        !self.notified.swap(true, Ordering::AcqRel)
    }

    /// The task has begun: later changes need another one.
    pub(crate) fn clear_notify(&self) {
        self.notified.store(false, Ordering::Release);
    }

    /// Claims the driver's place. False if it is taken.
    pub(crate) fn take_driver(&self) -> bool {
        !self.driven.swap(true, Ordering::AcqRel)
    }

    /// Gives up the driver's place.
    pub(crate) fn release_driver(&self) {
        self.driven.store(false, Ordering::Release);
    }

    /// Is nobody connected, and nothing being done?
    pub(crate) fn is_idle(&self) -> bool {
        self.tick.receiver_count() == 0 && self.connected().is_empty() && !self.driven.load(Ordering::Acquire)
    }

    fn connected(&self) -> MutexGuard<'_, Vec<(String, u32)>> {
        self.connected.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A connection of a person has opened. True if it is their first.
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

    /// A connection of a person has closed. True if it was their last.
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

    /// Is this person connected here?
    pub(crate) fn is_here(&self, person: &str) -> bool {
        self.connected().iter().any(|(known, _)| known == person)
    }

    /// The ids of those who are connected here.
    pub(crate) fn persons(&self) -> Vec<String> {
        self.connected().iter().map(|(person, _)| person.clone()).collect()
    }

    fn elsewhere(&self) -> MutexGuard<'_, Vec<String>> {
        self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets who is connected through other nodes. Returns whether that has changed.
    pub(crate) fn set_elsewhere(&self, mut persons: Vec<String>) -> bool {
        persons.sort_unstable();
        persons.dedup();
        let mut known = self.elsewhere();
        let new = *known != persons;
        *known = persons;
        new
    }

    /// Sets where bots are thinking.
    pub(crate) fn think(&self, seats: SeatSet) {
        self.thinking.store(seats.bits().into(), Ordering::Release);
    }

    /// Who is here.
    pub(crate) fn present(&self, log: &MatchLog) -> Present {
        let (connected, elsewhere) = (self.connected(), self.elsewhere());
        let here = |person: &String| connected.iter().any(|(known, _)| known == person);
        let others = elsewhere.iter().filter(|person| !here(person));
        let (mut seats, mut watching) = (SeatSet::EMPTY, 0);
        for person in connected.iter().map(|(person, _)| person).chain(others) {
            match log.seat_of(person) {
                Some(seat) => seats.insert(seat),
                None => watching += 1,
            }
        }
        Present {
            seats,
            thinking: SeatSet::from_bits(self.thinking.load(Ordering::Acquire) as u16),
            watching,
        }
    }
}
