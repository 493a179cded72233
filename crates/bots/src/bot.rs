//! What a bot is.

use table::talk::Spoken;
use table::{Game, Seat, SeatSet};

/// What a bot is asked.
pub struct Question<'a, G: Game> {
    /// All that its seat knows.
    pub observation: &'a G::Observation,
    /// Its seat.
    pub seat: Seat,
    /// What it may do, as the game lists it.
    pub actions: &'a [G::Action],
    /// Everybody the game waits for.
    pub waiting: SeatSet,
    /// All that was said at the table, which everybody heard.
    pub said: &'a [Spoken],
}

/// A moment in which a bot may say something.
pub struct Floor<'a, G: Game> {
    /// All that its seat knows.
    pub observation: &'a G::Observation,
    /// Its seat.
    pub seat: Seat,
    /// How many actions have been taken.
    pub version: usize,
    /// All that was said at the table.
    pub said: &'a [Spoken],
}

/// Something that a bot says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Utterance {
    /// The code of the claim, as in [`Spoken`].
    pub code: u32,
    /// What it answers.
    pub reply_to: Option<u32>,
}

impl<G: Game> Question<'_, G> {
    /// Does the game wait for this seat? If not, it may pass.
    pub fn waited_on(&self) -> bool {
        self.waiting.contains(self.seat)
    }
}

/// What a bot sees of an action, its own or another's.
pub struct Witnessed<'a, G: Game> {
    /// The bot's seat.
    pub seat: Seat,
    /// How many actions have been taken. A bot that witnessed the one before draws conclusions; one that missed some does not.
    pub version: usize,
    /// All that its seat knows now.
    pub observation: &'a G::Observation,
    /// What its seat was told of this action, and nothing more.
    pub events: &'a [G::Event],
}

/// How long a bot may think.
pub struct Budget<'a> {
    /// The most iterations it may take. With this alone, a seeded bot repeats itself exactly.
    pub iterations: u32,
    /// Asked every few iterations: is the time up? Say yes also to cancel. The bot then answers at once with the best it has found.
    pub time_is_up: &'a mut dyn FnMut() -> bool,
}

/// A player.
pub trait Bot<G: Game>: Send {
    /// The index of the chosen action, or nothing to pass. A forced move is answered at once.
    fn decide(&mut self, question: &Question<'_, G>, budget: &mut Budget<'_>) -> Option<usize>;

    /// Sees what happened. The host calls this once before the first action, without events, and once after every action, the
    /// bot's own included. It may be left out: the bot then knows less.
    fn witness(&mut self, seen: &Witnessed<'_, G>) {
        let _ = seen;
    }

    /// What it says, if anything. It costs little, and nothing of a decision's own time.
    fn speak(&mut self, floor: &Floor<'_, G>) -> Option<Utterance> {
        let _ = floor;
        None
    }

    /// Does it use what it witnesses? If not, nobody needs to tell it.
    fn remembers(&self) -> bool {
        false
    }

    /// How many iterations the last decision took, for those that look ahead.
    fn iterations(&self) -> u32 {
        0
    }

    /// How many steps of the game these iterations took.
    fn steps(&self) -> u64 {
        0
    }

    /// What went wrong, if anything did since this was last asked. The bot has gone on by instinct.
    fn complaint(&mut self) -> Option<String> {
        None
    }
}
