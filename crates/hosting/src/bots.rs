//! The bots at a table.
//!
//! A bot is given what its seat sees and nothing else, and its answer counts only for the position it was asked about. Where it
//! thinks is up to the host: a [`Thought`] carries the bot to another thread and back.

use std::any::Any;
use std::time::Duration;

use bots::{AnyBot, Budget, Level, Utterance, on_the_floor};
use table::talk::Spoken;
use table::{AnyMatch, Observer, Seat, SeatSet, Turn};

use crate::MatchLog;

/// The bots at a table.
pub struct BotSeats {
    seats: Vec<BotSeat>,
    /// The revision at which the bots that could interrupt were last asked.
    pub(crate) passed_at: u32,
    /// The moment for which the floor was last given: the last action, and how much people had said by then.
    floor: Option<(u32, usize)>,
    /// How much had been said by then.
    heard: u32,
    /// What the bots are seeded from.
    seed: u64,
}

#[derive(Default)]
struct BotSeat {
    level: Option<Level>,
    /// None while the bot is thinking.
    bot: Option<Box<dyn AnyBot>>,
    /// What happened while it was thinking.
    missed: Vec<Witnessed>,
}

struct Witnessed {
    version: usize,
    seen: Box<dyn Any + Send>,
    told: Box<dyn Any + Send>,
}

/// A question to a bot, together with the bot.
pub struct Thought {
    /// The bot's seat.
    pub seat: Seat,
    /// Its level.
    pub level: Level,
    /// How long it may think.
    pub time: Duration,
    /// The revision it is asked about.
    pub about: u32,
    /// Must it decide, or may it let an interrupt pass?
    pub waited_on: bool,
    waiting: SeatSet,
    bot: Box<dyn AnyBot>,
    seen: Box<dyn Any + Send>,
    codes: Vec<u32>,
    version: usize,
    said: Vec<Spoken>,
    /// Must it decide, and may it speak?
    pub(crate) asked: bool,
    pub(crate) speaks: bool,
    choice: Option<u32>,
    word: Option<Utterance>,
}

/// A bot's answer, or something that it says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The bot's seat.
    pub seat: Seat,
    /// The revision it answers.
    pub about: u32,
    /// Was it waited on?
    pub waited_on: bool,
    /// The code of its choice; none to let an interrupt pass.
    pub choice: Option<u32>,
    /// What it says: then it decides nothing.
    pub word: Option<Utterance>,
}

impl Thought {
    /// Has the bot decide, until it is done or the time is up, and speak if it has the floor. Bots that do not search answer at
    /// once.
    pub fn think(&mut self, time_is_up: &mut dyn FnMut() -> bool) {
        let Thought { bot, seen, seat, said, .. } = self;
        if self.speaks {
            self.word = bot.speak(&**seen, *seat, self.version, said);
        }
        if self.asked {
            let mut budget = Budget { iterations: u32::MAX, time_is_up };
            self.choice = bot.decide(&**seen, *seat, &self.codes, self.waiting, said, &mut budget);
        }
    }

    /// Why the bot failed and chose by instinct, if it did. It may speak of what the bot sees, so it is not for logs.
    pub fn complaint(&mut self) -> Option<String> {
        self.bot.complaint()
    }
}

impl BotSeats {
    /// For a table of this many seats. The bots' own randomness follows from the seed.
    pub fn new(seats: usize, seed: u64) -> BotSeats {
        let seats = (0..seats).map(|_| BotSeat::default()).collect();
        BotSeats { seats, passed_at: 0, floor: None, heard: 0, seed }
    }

    /// Prepares a question to the bot of a seat, if a bot plays there and is not thinking already. It is not asked again before it
    /// is [back](BotSeats::back).
    pub fn ask(&mut self, log: &MatchLog, Turn { seat, waited_on }: Turn) -> Option<Thought> {
        let level: Level = log.bot_at(seat)?.parse().ok()?;
        let (game, place) = (log.game()?, self.seats.get_mut(seat.index())?);
        // A bot that never came back from thinking is lost; a new one takes its place.
        if place.level != Some(level) || place.bot.is_none() {
            // By seat, so that what a bot draws does not depend on who was asked first.
            let mut bot = log.entry().bots.bot(level, self.seed ^ (seat.index() as u64 + 1) << 48);
            if game.version() == 0 && bot.remembers() {
                let observer = Observer::Seat(seat);
                bot.witness(seat, 0, &*game.seen(observer), &*game.told(observer, 0));
            }
            *place = BotSeat { level: Some(level), bot: Some(bot), missed: Vec::new() };
        }
        Some(Thought {
            seat,
            level,
            time: level.budget(),
            about: log.revision(),
            waited_on,
            waiting: game.waiting_on(),
            bot: place.bot.take()?,
            seen: game.seen(Observer::Seat(seat)),
            codes: log.codes(seat).collect(),
            version: game.version(),
            said: game.said().to_vec(),
            asked: true,
            speaks: false,
            choice: None,
            word: None,
        })
    }

    /// The bots that may say something now. After each action and after each thing that a person says the floor is given once; to whom
    /// follows from what everybody knows and the table's lots.
    pub(crate) fn floor(&mut self, log: &MatchLog) -> SeatSet {
        let Some(game) = log.game().filter(|_| log.may_claim() && log.has_talk()) else {
            return SeatSet::EMPTY;
        };
        let strangers = game.said().iter().filter(|spoken| log.bot_at(spoken.speaker).is_none());
        let moment = (log.acted(), strangers.count());
        let before = self.floor.replace(moment);
        if before == Some(moment) {
            return SeatSet::EMPTY;
        }
        let about: SeatSet = game.heard(self.heard + 1).iter().filter_map(|heard| heard.about).collect();
        self.heard = game.said().len() as u32;
        let floor = match before {
            Some((acted, _)) if acted == moment.0 => about,
            _ => on_the_floor(self.seed, moment.0.into(), self.seats.len(), about, game.attacked()),
        };
        floor.iter().filter(|seat| log.bot_at(*seat).is_some()).collect()
    }

    /// Takes bots back from thinking, and shows them what they missed. Returns what they say first, then their decisions in the order in
    /// which they were asked.
    pub fn back(&mut self, thoughts: impl IntoIterator<Item = Thought>) -> Vec<Decision> {
        let (mut words, mut decisions) = (Vec::new(), Vec::new());
        for thought in thoughts {
            let (word, asked) = (thought.word, thought.asked);
            let decision = self.one_back(thought);
            words.extend(word.map(|_| Decision { waited_on: false, choice: None, word, ..decision }));
            decisions.extend(asked.then_some(decision));
        }
        words.append(&mut decisions);
        words
    }

    fn one_back(&mut self, thought: Thought) -> Decision {
        let Thought { seat, level, about, waited_on, mut bot, choice, .. } = thought;
        if let Some(place) = self.seats.get_mut(seat.index())
            && place.level == Some(level)
            && place.bot.is_none()
        {
            for one in place.missed.drain(..) {
                bot.witness(seat, one.version, &*one.seen, &*one.told);
            }
            place.bot = Some(bot);
        }
        Decision { seat, about, waited_on, choice, word: None }
    }

    /// Shows the bots what their seats see of the last action.
    pub fn witness(&mut self, game: &dyn AnyMatch) {
        for (seat, place) in Seat::all(self.seats.len()).zip(&mut self.seats) {
            let wants = match (&place.bot, place.level) {
                (Some(bot), _) => bot.remembers(),
                (None, level) => level.is_some_and(|level| level.budget() > Duration::ZERO),
            };
            if !wants {
                continue;
            }
            let (observer, version) = (Observer::Seat(seat), game.version());
            let (seen, told) = (game.seen(observer), game.told(observer, version.saturating_sub(1)));
            match &mut place.bot {
                Some(bot) => bot.witness(seat, version, &*seen, &*told),
                None => place.missed.push(Witnessed { version, seen, told }),
            }
        }
    }
}
