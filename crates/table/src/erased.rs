//! One facade for all games, for code that does not know which game it holds: server, command line and Python.
//!
//! Inside, everything is generic and monomorphised; the boundary is crossed once per request, never once per step of a rollout.

use std::any::Any;
use std::marker::PhantomData;
use std::ops::Range;

use serde_json::Value;

use crate::chance::{Chance, Fair, Quick, quick};
use crate::code::Code;
use crate::game::{Game, Info};
use crate::known::Known;
use crate::options::{self, Knob, Options};
use crate::outcome::Outcome;
use crate::play::{Line, Match, View};
use crate::position::Arrangement;
use crate::record::{Record, to_json};
use crate::refusal::Refusal;
use crate::replay;
use crate::rollout;
use crate::scenario::{self, Expect, Scenario};
use crate::scene::Picture;
use crate::seat::{Observer, Seat, SeatSet};
use crate::seed::Seed;
use crate::talk::{By, Heard, Menu, Spoken};
use crate::text::{Name, Text, say};

/// An action as it comes from outside.
#[derive(Clone, Debug, PartialEq)]
pub enum Move {
    /// Its integer form.
    Code(u32),
    /// Its readable form.
    Json(Value),
}

/// Refuses what only researchers need. The browser build, where games are only played, leaves that code out.
#[inline(always)]
pub fn research() -> Result<(), Refusal> {
    if cfg!(target_family = "wasm") {
        return Err(Refusal::not_allowed(say!("Games are only played here: nothing is measured.")));
    }
    Ok(())
}

/// A type-erased game.
pub trait AnyGame: Send + Sync {
    /// What the box says.
    fn info(&self) -> &'static Info;

    /// What a host can choose.
    fn knobs(&self) -> &'static [Knob];

    /// The pieces that the rules speak of.
    fn pictures(&self) -> Vec<Picture>;

    /// Checks options for a new table, and fills in what was left out.
    fn options(&self, given: &Value) -> Result<Value, Refusal>;

    /// The option sets worth testing for this many players: the standard one first.
    fn variants(&self, players: usize) -> Vec<Value>;

    /// Starts a match: a fresh deal, or the given position.
    fn start(
        &self,
        options: &Value,
        position: Option<Value>,
        names: Vec<String>,
        seed: Seed,
    ) -> Result<Box<dyn AnyMatch>, Refusal> {
        self.start_by(self.info().rules_version, options, position, names, true, seed)
    }

    /// Starts a match that was begun under this version of the rules, assuming that it plays like the present one; the digests
    /// of its actions show whether it does. `named` says whether the names are part of the proof.
    fn start_by(
        &self,
        rules: u32,
        options: &Value,
        position: Option<Value>,
        names: Vec<String>,
        named: bool,
        seed: Seed,
    ) -> Result<Box<dyn AnyMatch>, Refusal>;

    /// Can matches of this version of the rules be continued?
    fn plays_rules(&self, rules: u32) -> bool;

    /// Replays the first actions of a record.
    fn replay(&self, record: &Record, count: usize) -> Result<Box<dyn AnyMatch>, Refusal>;

    /// Re-deals and replays a record and checks everything it claims.
    fn verify(&self, text: &str) -> Result<Box<dyn AnyMatch>, Refusal>;

    /// Runs a scenario; the failure shows the first difference and the position.
    fn run_scenario(&self, scenario: &Scenario) -> Result<scenario::Passed, scenario::Failed>;

    /// Plays one random game for each seed, until the listener returns false. The same seed gives the same game, and
    /// [`AnyMatch::play_random`] with `quick(seed)` on a match started from `Seed::from_number(seed, …)` plays it again.
    fn playouts(
        &self,
        options: &Value,
        position: Option<&Value>,
        seeds: Range<u64>,
        listener: &mut dyn FnMut(Playout) -> bool,
    ) -> Result<(), Refusal>;

    /// Tools that measure speed.
    fn benchmark(&self, options: &Value, seed: u64) -> Result<Box<dyn Benchmark>, Refusal>;

    /// How many integer forms of actions there are.
    fn codes(&self) -> u32;

    /// How many integer forms of claims there are; none in a game without talk.
    fn claim_codes(&self) -> u32;
}

/// A type-erased match.
pub trait AnyMatch: Send {
    /// What the box says.
    fn info(&self) -> &'static Info;
    /// The host's choices.
    fn options(&self) -> Value;
    /// How many seats the table has.
    fn players(&self) -> usize;
    /// How many actions have been taken.
    fn version(&self) -> usize;
    /// Who is waited on.
    fn waiting_on(&self) -> SeatSet;
    /// Who may interrupt.
    fn interrupts(&self) -> SeatSet;
    /// What an observer sees and may do.
    fn view(&self, observer: Observer) -> View;
    /// The same, but parts of the scene that a client knows may be blank.
    fn sketch(&self, observer: Observer, known: &mut Known) -> View;
    /// What a seat may do, by code and in words: [`View::options`] for those who need nothing else.
    fn offers(&self, seat: Seat) -> Vec<(u32, Text)>;
    /// The codes of what a seat may do.
    fn codes(&self, seat: Seat) -> Vec<u32>;
    /// The code of the default decision for a seat that runs out of time.
    fn fallback(&self, seat: Seat) -> Option<u32>;
    /// What an observer knows, as data.
    fn observation(&self, observer: Observer) -> Value;
    /// What an observer knows, as the game's own [`Game::Observation`]: for bots, who get this and nothing else.
    fn seen(&self, observer: Observer) -> Box<dyn Any + Send>;
    /// The events an observer was told since a version, as a `Vec` of the game's own [`Game::Event`]: for bots that draw
    /// conclusions from what others do.
    fn told(&self, observer: Observer, since: usize) -> Box<dyn Any + Send>;
    /// What an observer was told since a version.
    fn story(&self, observer: Observer, since: usize) -> Vec<Line>;
    /// Checks what must hold now; log lines count from this version. Returns the number of checks, or the first difference.
    fn check(&self, expect: &Expect, since: usize) -> Result<usize, String>;
    /// Applies an action, or says why not and changes nothing.
    fn play(&mut self, seat: Seat, action: &Move) -> Result<(), Refusal>;
    /// May this seat take back its last action?
    fn may_undo(&self, seat: Seat) -> bool;
    /// Takes back the seat's last action, or says why not.
    fn undo(&mut self, seat: Seat) -> Result<(), Refusal>;
    /// Forgets all but the last actions; see [`Match::forget`].
    fn forget(&mut self, keep: usize);
    /// A random decision of a seat, or of any seat that is waited on or may interrupt. Returns who and what; nothing if there is
    /// nothing to decide.
    fn play_random(&mut self, seat: Option<Seat>, chance: &mut Quick) -> Option<(Seat, u32)>;
    /// Who won, once it is over.
    fn outcome(&self) -> Option<Outcome>;
    /// What a seat was, for statistics of finished games.
    fn labels(&self, seat: Seat) -> Vec<(&'static str, String)>;
    /// The record: reveals every secret.
    fn record(&self) -> Record;
    /// The hash over everything so far.
    fn digest(&self) -> String;
    /// Says something, or says why not and changes nothing; see [`Match::say`].
    fn say(&mut self, seat: Seat, code: u32, reply_to: Option<u32>, by: By) -> Result<(), Refusal>;
    /// What was said, oldest first.
    fn said(&self) -> &[Spoken];
    /// What was said from this number on, in words.
    fn heard(&self, from: u32) -> Vec<Heard>;
    /// Who is under attack: the table looks at them.
    fn attacked(&self) -> Option<Seat>;
    /// What a seat may say now; nothing in a game without talk and after the end.
    fn menu(&self, seat: Seat) -> Option<Menu>;
    /// The code of a claim in its readable form.
    fn claim_code(&self, claim: &Value) -> Option<u32>;
}

/// One random game, for statistics.
#[derive(Clone, Debug)]
pub struct Playout {
    /// What it was played from.
    pub seed: u64,
    /// How many decisions were made.
    pub steps: u32,
    /// How many options there were in all.
    pub options: u64,
    /// How it ended; nothing if it did not within the game's bound.
    pub outcome: Option<Outcome>,
    /// Who won.
    pub winners: SeatSet,
    /// What each seat was.
    pub labels: Vec<Vec<(&'static str, String)>>,
}

/// Measures speed. The clock is the caller's.
pub trait Benchmark {
    /// Plays whole random games, deals included; returns how many steps they had.
    fn rollouts(&mut self, games: u32) -> u64;
    /// Makes observations of positions of a game in turn.
    fn observations(&mut self, count: u32);
    /// Makes samples from observations of a game in turn.
    fn samples(&mut self, count: u32);
    /// The size of a state.
    fn state_bytes(&self) -> usize;
}

/// A game behind the facade: `Erased::<BloodLust>::new()`.
pub struct Erased<G>(PhantomData<fn() -> G>);

impl<G> Erased<G> {
    /// Puts a game behind the facade.
    pub const fn new() -> Self {
        Erased(PhantomData)
    }
}

impl<G> Default for Erased<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> Erased<G> {
    fn read_options(given: &Value) -> Result<G::Options, Refusal> {
        options::from_json(G::INFO.players(), given)
    }
}

impl<G: Game> AnyGame for Erased<G> {
    fn info(&self) -> &'static Info {
        const { &G::INFO }
    }

    fn knobs(&self) -> &'static [Knob] {
        G::Options::knobs()
    }

    fn pictures(&self) -> Vec<Picture> {
        G::pictures()
    }

    fn options(&self, given: &Value) -> Result<Value, Refusal> {
        Self::read_options(given).map(|options| to_json(&options.settled()))
    }

    fn variants(&self, players: usize) -> Vec<Value> {
        options::variants::<G::Options>(players).iter().map(to_json).collect()
    }

    fn start_by(
        &self,
        rules: u32,
        options: &Value,
        position: Option<Value>,
        names: Vec<String>,
        named: bool,
        seed: Seed,
    ) -> Result<Box<dyn AnyMatch>, Refusal> {
        Ok(Box::new(Match::<G>::start_by(rules, Self::read_options(options)?, position, names, named, seed)?))
    }

    fn plays_rules(&self, rules: u32) -> bool {
        (G::OLDEST_RULES..=G::INFO.rules_version).contains(&rules)
    }

    fn replay(&self, record: &Record, count: usize) -> Result<Box<dyn AnyMatch>, Refusal> {
        Ok(Box::new(record.replay::<G>(count)?))
    }

    fn verify(&self, text: &str) -> Result<Box<dyn AnyMatch>, Refusal> {
        Ok(Box::new(replay::verify::<G>(text)?))
    }

    fn run_scenario(&self, scenario: &Scenario) -> Result<scenario::Passed, scenario::Failed> {
        scenario.run::<G>()
    }

    fn playouts(
        &self,
        options: &Value,
        position: Option<&Value>,
        seeds: Range<u64>,
        listener: &mut dyn FnMut(Playout) -> bool,
    ) -> Result<(), Refusal> {
        research()?;
        let options = Self::read_options(options)?;
        let position = position.cloned().map(Arrangement::<G>::read).transpose()?;
        let (players, bound, mut actions) = (options.players(), G::bound(&options), Vec::new());
        for seed in seeds {
            let mut chance: Fair = Seed::from_number(seed, players).chance();
            let mut policy = quick(seed);
            let mut state = match &position {
                None => G::deal(&options, &mut chance),
                Some(position) => position.arrange(&options, &mut chance)?,
            };
            let played = rollout::rollout::<G, _, _, _>(
                &mut state,
                &mut actions,
                &mut chance,
                &mut policy,
                &mut (),
                bound,
            );
            let go_on = listener(Playout {
                seed,
                steps: played.steps,
                options: played.options,
                winners: played.outcome.map_or(SeatSet::EMPTY, |outcome| outcome.winners()),
                outcome: played.outcome,
                labels: Seat::all(players).map(|seat| G::labels(&state, seat)).collect(),
            });
            if !go_on {
                break;
            }
        }
        Ok(())
    }

    fn benchmark(&self, options: &Value, seed: u64) -> Result<Box<dyn Benchmark>, Refusal> {
        research()?;
        Ok(Box::new(Bench::<G>::new(Self::read_options(options)?, seed)))
    }

    fn codes(&self) -> u32 {
        G::Action::CODES
    }

    fn claim_codes(&self) -> u32 {
        G::talk().map_or(0, |grammar| grammar.codes())
    }
}

impl<G: Game> AnyMatch for Match<G> {
    fn info(&self) -> &'static Info {
        const { &G::INFO }
    }

    fn options(&self) -> Value {
        to_json(Match::options(self))
    }

    fn players(&self) -> usize {
        Match::options(self).players()
    }

    fn version(&self) -> usize {
        Match::version(self)
    }

    fn waiting_on(&self) -> SeatSet {
        G::waiting_on(self.state())
    }

    fn interrupts(&self) -> SeatSet {
        G::interrupts(self.state())
    }

    fn view(&self, observer: Observer) -> View {
        Match::view(self, observer)
    }

    fn sketch(&self, observer: Observer, known: &mut Known) -> View {
        Match::sketch(self, observer, known)
    }

    fn offers(&self, seat: Seat) -> Vec<(u32, Text)> {
        let actions = self.legal(seat);
        if actions.is_empty() {
            return Vec::new();
        }
        let described = G::describe(&G::observe(self.state(), Observer::Seat(seat)), actions);
        actions.iter().zip(described).map(|(action, described)| (action.code(), described.label)).collect()
    }

    fn codes(&self, seat: Seat) -> Vec<u32> {
        self.legal(seat).iter().map(|action| action.code()).collect()
    }

    fn fallback(&self, seat: Seat) -> Option<u32> {
        let actions = self.legal(seat);
        let at = if actions.is_empty() { return None } else { G::fallback(self.state(), seat, actions) };
        actions.get(at).or(actions.first()).map(|action| action.code())
    }

    fn observation(&self, observer: Observer) -> Value {
        to_json(&G::observe(self.state(), observer))
    }

    fn seen(&self, observer: Observer) -> Box<dyn Any + Send> {
        Box::new(G::observe(self.state(), observer))
    }

    fn told(&self, observer: Observer, since: usize) -> Box<dyn Any + Send> {
        let told = self.log().iter().filter(|told| told.version > since && told.audience.includes(observer));
        Box::new(told.map(|told| told.event.clone()).collect::<Vec<G::Event>>())
    }

    fn story(&self, observer: Observer, since: usize) -> Vec<Line> {
        Match::story(self, observer, since)
    }

    fn check(&self, expect: &Expect, since: usize) -> Result<usize, String> {
        expect.check(self, since)
    }

    fn play(&mut self, seat: Seat, action: &Move) -> Result<(), Refusal> {
        let action = match action {
            Move::Code(code) => G::Action::from_code(*code).ok_or_else(|| {
                Refusal::malformed(say!(
                    "{code} is not the number of an action of {game}.",
                    game = Name(G::INFO.name)
                ))
            })?,
            Move::Json(value) => {
                let no_action = |why: String| {
                    Refusal::malformed(say!(
                        "That is not an action of {game}: {why}.",
                        game = Name(G::INFO.name),
                        why = Name(why)
                    ))
                };
                let action: G::Action =
                    serde_json::from_value(value.clone()).map_err(|error| no_action(error.to_string()))?;
                if to_json(&action) != *value {
                    return Err(no_action(format!("it would be written {}", to_json(&action))));
                }
                action
            }
        };
        Match::play(self, seat, action)
    }

    fn may_undo(&self, seat: Seat) -> bool {
        Match::may_undo(self, seat)
    }

    fn forget(&mut self, keep: usize) {
        Match::forget(self, keep);
    }

    fn undo(&mut self, seat: Seat) -> Result<(), Refusal> {
        Match::undo(self, seat)
    }

    fn play_random(&mut self, seat: Option<Seat>, chance: &mut Quick) -> Option<(Seat, u32)> {
        let (seat, action) = match seat {
            None => rollout::choose::<G, _>(self.state(), &mut Vec::new(), chance)?,
            Some(seat) => match self.legal(seat) {
                [] => return None,
                actions => (seat, chance.pick(actions)),
            },
        };
        Match::play(self, seat, action).ok()?;
        Some((seat, action.code()))
    }

    fn outcome(&self) -> Option<Outcome> {
        Match::outcome(self)
    }

    fn labels(&self, seat: Seat) -> Vec<(&'static str, String)> {
        G::labels(self.state(), seat)
    }

    fn record(&self) -> Record {
        Match::record(self)
    }

    fn digest(&self) -> String {
        self.chain().to_string()
    }

    fn say(&mut self, seat: Seat, code: u32, reply_to: Option<u32>, by: By) -> Result<(), Refusal> {
        Match::say(self, seat, code, reply_to, by).map(drop)
    }

    fn said(&self) -> &[Spoken] {
        Match::said(self)
    }

    fn heard(&self, from: u32) -> Vec<Heard> {
        Match::heard(self, from)
    }

    fn attacked(&self) -> Option<Seat> {
        Match::attacked(self)
    }

    fn menu(&self, seat: Seat) -> Option<Menu> {
        Match::menu(self, seat)
    }

    fn claim_code(&self, claim: &Value) -> Option<u32> {
        G::talk()?.code_of(claim)
    }
}

struct Bench<G: Game> {
    options: G::Options,
    bound: u32,
    actions: Vec<G::Action>,
    chance: Quick,
    /// Positions along one game, with the seat that decides.
    positions: Vec<(G::State, Observer)>,
    observations: Vec<G::Observation>,
    next: usize,
}

impl<G: Game> Bench<G> {
    fn new(options: G::Options, seed: u64) -> Self {
        let mut chance = quick(seed);
        let (bound, mut positions) = (G::bound(&options), Vec::new());
        // Room for the longest list there can be, so that a rollout never grows it.
        let mut actions = Vec::with_capacity(G::Action::CODES as usize);
        let mut state = G::deal(&options, &mut chance);
        while let Some((seat, action)) = rollout::choose::<G, _>(&state, &mut actions, &mut chance) {
            positions.push((state.clone(), Observer::Seat(seat)));
            G::apply(&mut state, seat, action, &mut chance, &mut ());
            if positions.len() as u32 >= bound.min(1 << 12) {
                break;
            }
        }
        let observations = positions.iter().map(|(state, observer)| G::observe(state, *observer)).collect();
        Bench { options, bound, actions, chance, positions, observations, next: 0 }
    }
}

impl<G: Game> Benchmark for Bench<G> {
    fn rollouts(&mut self, games: u32) -> u64 {
        let mut steps = 0;
        let mut policy = self.chance.clone();
        for _ in 0..games {
            let mut state = G::deal(&self.options, &mut self.chance);
            let played = rollout::rollout::<G, _, _, _>(
                &mut state,
                &mut self.actions,
                &mut self.chance,
                &mut policy,
                &mut (),
                self.bound,
            );
            steps += u64::from(played.steps);
        }
        steps
    }

    fn observations(&mut self, count: u32) {
        for _ in 0..count {
            let (state, observer) = &self.positions[self.next % self.positions.len()];
            std::hint::black_box(G::observe(state, *observer));
            self.next += 1;
        }
    }

    fn samples(&mut self, count: u32) {
        for _ in 0..count {
            let observation = &self.observations[self.next % self.observations.len()];
            std::hint::black_box(G::sample(observation, &mut self.chance));
            self.next += 1;
        }
    }

    fn state_bytes(&self) -> usize {
        size_of::<G::State>()
    }
}
