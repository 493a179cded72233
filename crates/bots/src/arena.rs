//! The arena: bots against bots, on equal terms.
//!
//! A deal is played once for every rotation of the field around the table, so that luck of the deal and of the seat cancels out.

use std::sync::Arc;

use table::chance::quick;
use table::instinct::{Instinct, team};
use table::seed::Seed;
use table::talk::{Conversation, Spoken, Stance};
use table::{Code, Game, Observer, Options, Outcome, Seat, SeatSet};

use crate::bot::{Bot, Budget, Question};
use crate::level::Level;
use crate::roster::bot;
use crate::script::Script;
use crate::search::fits;
use crate::seats::Seats;

/// Makes a bot from a seed.
pub type BotMaker<G> = Arc<dyn Fn(u64) -> Box<dyn Bot<G>> + Send + Sync>;

/// Is shown the state of a game.
type Reveal<G> = Arc<dyn Fn(&<G as Game>::State) + Send + Sync>;

/// A field of bots at one table.
#[derive(Clone)]
pub struct Arena<G: Game> {
    options: G::Options,
    field: Vec<BotMaker<G>>,
    /// Where there is talk, the scripts of those that do not speak for themselves.
    talk: Option<Vec<Option<Script>>>,
    reveal: Option<Reveal<G>>,
}

/// Keeps the time of an arena's game: bots themselves have no clock.
pub trait Timekeeper {
    /// A bot of the field begins to think. Returns the most iterations it may take.
    fn begin(&mut self, who: usize) -> u32;

    /// Is its time up?
    fn time_is_up(&mut self) -> bool;

    /// It has answered a question with several options, after this many iterations, or has a complaint.
    fn end(&mut self, who: usize, iterations: u32, complaint: Option<String>);

    /// It has had the floor, whether or not it said anything.
    fn spoke(&mut self, who: usize) {
        let _ = who;
    }
}

/// A fixed number of iterations for everybody, however long they take.
pub struct Iterations(pub u32);

impl Timekeeper for Iterations {
    fn begin(&mut self, _: usize) -> u32 {
        self.0
    }

    fn time_is_up(&mut self) -> bool {
        false
    }

    fn end(&mut self, _: usize, _: u32, _: Option<String>) {}
}

/// One game of the arena.
#[derive(Clone, Debug)]
pub struct Played {
    /// Per seat, the index into the field.
    pub who: Vec<usize>,
    /// Who won.
    pub winners: SeatSet,
    /// Was it a draw?
    pub draw: bool,
    /// How many decisions it took.
    pub steps: u32,
    /// Nothing if it did not end within the bound.
    pub outcome: Option<Outcome>,
    /// How it ended, for each seat, as the game labels it.
    pub labels: Vec<Vec<(&'static str, String)>>,
    /// What was said, by place in the field.
    pub talk: Vec<Talked>,
    /// The actions, by seat and code.
    pub actions: Vec<(Seat, u32)>,
    /// All that was said.
    pub said: Vec<Spoken>,
}

/// How much a bot of the field has said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Talked {
    /// Claims of all kinds.
    pub claims: u32,
    /// Those among them that are true or false, and that the speaker knew to be so ...
    pub known: u32,
    /// ... and the lies among these.
    pub lies: u32,
    /// Those that the same seat had made before, word for word.
    pub repeats: u32,
    /// Those that go back on what the same seat had stated.
    pub reversals: u32,
}

impl<G: Instinct> Arena<G> {
    /// A field of levels: dealt out round the table, or to the two teams where the game has teams.
    pub fn of_levels(options: G::Options, field: &[Level]) -> Self {
        let maker = |&level: &Level| -> BotMaker<G> { Arc::new(move |seed| bot(level, seed)) };
        Arena::of_bots(options, field.iter().map(maker).collect())
    }

    /// A field of custom bots.
    pub fn of_bots(options: G::Options, field: Vec<BotMaker<G>>) -> Self {
        const { assert!(fits::<G>(), "too many codes for the search") };
        Arena { options, field, talk: None, reveal: None }
    }

    /// Shows the state before every question, to a bot that cheats: a yardstick for those that do not.
    #[must_use]
    pub fn revealed_to(self, reveal: impl Fn(&G::State) + Send + Sync + 'static) -> Self {
        Arena { reveal: Some(Arc::new(reveal)), ..self }
    }

    /// With talk: after each action some are given the floor. Those with a script speak by it.
    #[must_use]
    pub fn talking(self, scripts: Vec<Option<Script>>) -> Self {
        Arena { talk: Some(scripts), ..self }
    }

    /// How many games one deal gives: every rotation, or each team for each.
    pub fn rotations(&self) -> usize {
        self.field.len()
    }

    /// Plays a deal with the field rotated.
    pub fn play(&self, deal: u64, rotation: usize, time: &mut dyn Timekeeper) -> Played {
        let players = self.options.players();
        let mut chance = Seed::from_number(deal, players).chance();
        let mut state = G::deal(&self.options, &mut chance);
        let who = self.seating(&state, rotation);
        let seed = |seat: usize| deal ^ (seat as u64 + 1) << 40 ^ (rotation as u64) << 50;
        let bots = who.iter().enumerate().map(|(seat, &index)| self.field[index](seed(seat))).collect();
        let mut table = Seats::<G>::new(bots, &state);
        let bound = G::bound(&self.options) as usize;
        let mut whim = quick(deal ^ (rotation as u64) << 50 ^ 0x5C21);
        let story = G::sample(&G::observe(&state, Observer::Spectator), &mut whim);
        let mut actions = Vec::new();
        let ask = |time: &mut dyn Timekeeper, bot: &mut dyn Bot<G>, question: &Question<'_, G>| {
            let who = who[question.seat.index()];
            let iterations = time.begin(who);
            let answer =
                bot.decide(question, &mut Budget { iterations, time_is_up: &mut || time.time_is_up() });
            let complaint = bot.complaint();
            if complaint.is_some() || (question.waited_on() && question.actions.len() > 1) {
                time.end(who, bot.iterations(), complaint);
            }
            answer
        };
        let reveal = |state: &G::State| self.reveal.iter().for_each(|reveal| reveal(state));
        reveal(&state);
        while table.version() < bound
            && let Some(decision) = table.decide(&state, &mut |bot, question| ask(time, bot, question))
        {
            actions.push((decision.0, decision.1.code()));
            table.act(&mut state, decision, &mut chance);
            reveal(&state);
            if let Some(scripts) = self.talk.as_ref().filter(|_| G::outcome(&state).is_none()) {
                let mut prompt = |seat: Seat, talk: &Conversation<'_, _, _>| {
                    let script = scripts[who[seat.index()]]?;
                    Some(script.speak::<G>(&state, talk, seat, &story, &mut whim))
                };
                table.confer(&state, deal, &mut prompt, &mut |bot, floor| {
                    let who = who[floor.seat.index()];
                    time.begin(who);
                    let word = bot.speak(floor);
                    time.spoke(who);
                    word
                });
            }
        }
        let outcome = G::outcome(&state);
        Played {
            steps: table.version() as u32,
            winners: outcome.map_or(SeatSet::EMPTY, |outcome| outcome.winners()),
            draw: outcome.is_none_or(|outcome| outcome.is_draw()),
            outcome,
            labels: Seat::all(players).map(|seat| G::labels(&state, seat)).collect(),
            talk: self.talked(&state, &who, table.said()),
            actions,
            said: table.said().to_vec(),
            who,
        }
    }

    /// How much each of the field has said, judged at the end.
    fn talked(&self, state: &G::State, who: &[usize], said: &[Spoken]) -> Vec<Talked> {
        let mut talk = vec![Talked::default(); self.field.len()];
        let Some(grammar) = G::talk() else { return talk };
        let words = Conversation { game: G::INFO.name, grammar, said, version: 0 };
        for (at, spoken) in said.iter().enumerate() {
            let talked = &mut talk[who[spoken.speaker.index()]];
            let same = |other: &Spoken| {
                (other.speaker, other.code, other.reply_to) == (spoken.speaker, spoken.code, spoken.reply_to)
            };
            let states = words.tag(spoken).is_some_and(|tag| tag.class.states());
            talked.claims += 1;
            talked.repeats += u32::from(said[..at].iter().any(same));
            talked.reversals += u32::from(states && spoken.replaces.is_some());
            if let Stance::Known(truth) = grammar.judge(state, said, at) {
                talked.known += 1;
                talked.lies += u32::from(!truth);
            }
        }
        talk
    }

    fn seating(&self, state: &G::State, rotation: usize) -> Vec<usize> {
        let players = self.options.players();
        let first = team::<G>(state, Seat::new(0));
        Seat::all(players)
            .map(|seat| {
                let place = match (&first, team::<G>(state, seat)) {
                    (Some(first), Some(own)) => usize::from(own != *first),
                    _ => seat.index(),
                };
                (place + rotation) % self.field.len()
            })
            .collect()
    }
}
