//! Thousands of games at once.
//!
//! A batch keeps no record: its games are dealt from a fast generator, stepped, and dealt again when they end. All it shows of them is
//! what the seat that is asked may know, in arrays of the caller.
//!
//! A running game follows from the seed of its deal and the codes chosen since. That is all a [`Snapshot`] holds.

use bots::{Question, Search, Settings};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::{Deserialize, Serialize};
use table::chance::{Quick, quick};
use table::instinct::{Instinct, team};
use table::tensor::{self, Tensor};
use table::{Chance, Code, Game, Name, Observer, Options, Refusal, Seat};

use crate::log::Log;
use table::{Referee, Turn};

use crate::pass::pass_code;
use crate::reward::rewards;

/// Random play takes one offer to interrupt in this many, as rollouts do.
const INTERRUPT_ODDS: u32 = 64;

/// Games that one thread takes at a time.
const CHUNK: usize = 64;

/// The most nodes of a search.
const SEARCH_NODES: usize = 1 << 14;

/// Longer masks are cleared code by code.
const SHORT_MASK: usize = 512;

/// The arrays that a batch writes to, with one row for each game. They must be the same at every call, and nobody else may write to
/// observations and masks: a step updates only what has changed in them.
pub struct Rows<'a> {
    /// The observation tensor of the seat that is asked.
    pub observations: &'a mut [i8],
    /// 1 for each code that it may choose.
    pub masks: &'a mut [i8],
    /// Who is asked, counted from 0.
    pub seats: &'a mut [i8],
    /// A reward for every seat: 0 unless the game has just ended.
    pub rewards: &'a mut [f32],
    /// The game has just ended; the row shows the first position of the next one.
    pub terminated: &'a mut [bool],
    /// The game was cut off because of its length; the row shows the first position of the next one.
    pub truncated: &'a mut [bool],
}

/// A batch at one moment, to be restored elsewhere.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Snapshot {
    games: Vec<(u64, Vec<u32>)>,
}

/// Many games of one table.
pub struct Batch<G: Tensor> {
    spec: TableSpec<G>,
    games: Vec<RunningGame<G>>,
    /// For each game a random choice of the seat that is asked, drawn while its legal actions are at hand.
    drawn: Vec<i32>,
    /// For each game a bit for every code that may be chosen: the caller's masks cannot be trusted.
    allowed: Vec<u64>,
    /// What was chosen in the running games.
    log: Log,
    /// None if the caller's own thread does the work.
    pool: Option<ThreadPool>,
}

/// What all games of a batch have in common.
struct TableSpec<G: Game> {
    options: G::Options,
    /// The action of each code: a lookup is faster than decoding.
    actions: Vec<Option<G::Action>>,
    players: usize,
    features: usize,
    codes: usize,
    /// Words of [`Batch::allowed`] for a game.
    words: usize,
    bound: u32,
}

struct RunningGame<G: Tensor> {
    state: G::State,
    /// What its row was last written from.
    traces: G::Traces,
    chance: Quick,
    /// The seed of its deal, and the step of the batch at which it was dealt.
    seed: u64,
    since: u64,
    referee: Referee,
    turn: Option<Turn>,
    steps: u32,
}

/// A [`Batch`] of a type-erased game.
pub trait AnyBatch: Send + Sync {
    /// How many games there are.
    fn len(&self) -> usize;
    /// Are there none?
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The length of an observation tensor.
    fn features(&self) -> usize;
    /// How many codes there are, passing included.
    fn codes(&self) -> usize;
    /// How many seats a table has.
    fn players(&self) -> usize;
    /// Deals all games again.
    fn reset(&mut self, seed: u64, rows: Rows<'_>);
    /// One step of every game, or a refusal if one of the actions is not on its mask; then nothing has changed.
    fn step(&mut self, actions: &[i32], rows: Rows<'_>) -> Result<(), Refusal>;
    /// A random choice for every game, the same until the next step: uniform, except that most offers to interrupt are declined.
    fn sample(&self) -> &[i32];
    /// Writes the weight that instinct gives each code of every game, in as many rows as there are games: 0 for those that are not
    /// legal, 1 for passing. The bot `greedy` takes the largest.
    fn instinct(&self, weights: &mut [f32]);
    /// Writes how often a search of this many iterations tries each code of every game, in as many rows as there are games: what the bot
    /// `search` would do, from what the seat that is asked may know. Rows with nothing to choose from stay 0.
    fn search(&self, iterations: u32, seed: u64, visits: &mut [f32]);
    /// Writes the team of every seat of every game, for a program that decides who plays it: the number of the first seat of its
    /// team, or its own where there are no teams. No seat may be shown this.
    fn teams(&self, teams: &mut [i8]);
    /// What it takes to restore these games.
    fn snapshot(&self) -> Snapshot;
    /// Restores the games of a snapshot.
    fn restore(&mut self, snapshot: &Snapshot, rows: Rows<'_>) -> Result<(), Refusal>;
}

impl<G: Tensor> Batch<G> {
    /// A batch of games that are not dealt yet; `threads` 0 means one for each core, 1 the caller's own.
    pub fn new(options: G::Options, games: usize, threads: usize) -> Result<Batch<G>, Refusal> {
        let layout = tensor::layout::<G>(&options);
        let features = layout.last().map_or(0, |part| part.start + part.len);
        let codes = pass_code::<G>() as usize + 1;
        let spec = TableSpec {
            actions: (0..codes as u32).map(G::Action::from_code).collect(),
            players: options.players(),
            features,
            codes,
            words: codes.div_ceil(64),
            bound: G::bound(&options),
            options,
        };
        let pool = match threads {
            1 => None,
            count => Some(ThreadPoolBuilder::new().num_threads(count).build().map_err(|error| {
                Refusal::not_allowed(Name(format!("The threads cannot be started: {error}.")))
            })?),
        };
        let (drawn, allowed) = (vec![0; games], vec![0; games * spec.words]);
        let games = (0..games).map(|_| RunningGame::deal(&spec.options, 0)).collect();
        Ok(Batch { spec, games, drawn, allowed, log: Log::default(), pool })
    }

    /// Clears the rewards of every row, does some work on its game, and shows its next decision; on all threads.
    fn each(
        &mut self,
        rows: Rows<'_>,
        work: impl Fn(&TableSpec<G>, usize, &mut RunningGame<G>, &mut Row<'_>) + Sync,
    ) {
        let spec = &self.spec;
        let &TableSpec { players, features, codes, words, .. } = spec;
        let work_on = |index: usize, (games, drawn, allowed): Chunk<'_, G>, rows: Rows<'_>| {
            let mut legal = Vec::with_capacity(64);
            rows.rewards.fill(0.0);
            rows.terminated.fill(false);
            rows.truncated.fill(false);
            let rows = (rows.observations.chunks_exact_mut(features))
                .zip(rows.masks.chunks_exact_mut(codes))
                .zip(rows.seats)
                .zip(rows.rewards.chunks_exact_mut(players))
                .zip(rows.terminated.iter_mut().zip(rows.truncated));
            let own = games.iter_mut().zip(drawn).zip(allowed.chunks_exact_mut(words));
            for (at, (((game, drawn), allowed), row)) in own.zip(rows).enumerate() {
                let ((((observation, mask), seat), rewards), (terminated, truncated)) = row;
                let mut row = Row { drawn, allowed, observation, mask, seat, rewards, terminated, truncated };
                work(spec, index * CHUNK + at, game, &mut row);
                game.show(&mut row, &mut legal);
            }
        };
        let Some(pool) = &self.pool else {
            let games = self.games.chunks_mut(CHUNK).zip(self.drawn.chunks_mut(CHUNK));
            let games = games.zip(self.allowed.chunks_mut(CHUNK * words));
            for (index, ((games, drawn), allowed)) in games.enumerate() {
                let (from, to) = (index * CHUNK, index * CHUNK + games.len());
                let rows = Rows {
                    observations: &mut rows.observations[from * features..to * features],
                    masks: &mut rows.masks[from * codes..to * codes],
                    seats: &mut rows.seats[from..to],
                    rewards: &mut rows.rewards[from * players..to * players],
                    terminated: &mut rows.terminated[from..to],
                    truncated: &mut rows.truncated[from..to],
                };
                work_on(index, (games, drawn, allowed), rows);
            }
            return;
        };
        pool.install(|| {
            let rows = (rows.observations.par_chunks_mut(CHUNK * features))
                .zip(rows.masks.par_chunks_mut(CHUNK * codes))
                .zip(rows.seats.par_chunks_mut(CHUNK))
                .zip(rows.rewards.par_chunks_mut(CHUNK * players))
                .zip(rows.terminated.par_chunks_mut(CHUNK).zip(rows.truncated.par_chunks_mut(CHUNK)));
            let games = self.games.par_chunks_mut(CHUNK).zip(self.drawn.par_chunks_mut(CHUNK));
            let games = games.zip(self.allowed.par_chunks_mut(CHUNK * words));
            games.zip(rows).enumerate().for_each(|(index, (((games, drawn), allowed), rows))| {
                let ((((observations, masks), seats), rewards), (terminated, truncated)) = rows;
                let games = (games, drawn, allowed);
                work_on(index, games, Rows { observations, masks, seats, rewards, terminated, truncated });
            });
        });
    }
}

/// Games that one thread takes at a time, with what is drawn and allowed in them.
type Chunk<'a, G> = (&'a mut [RunningGame<G>], &'a mut [i32], &'a mut [u64]);

/// One game's row of the caller's arrays and of our own.
struct Row<'a> {
    drawn: &'a mut i32,
    allowed: &'a mut [u64],
    observation: &'a mut [i8],
    mask: &'a mut [i8],
    seat: &'a mut i8,
    rewards: &'a mut [f32],
    terminated: &'a mut bool,
    truncated: &'a mut bool,
}

impl<G: Tensor> RunningGame<G> {
    fn deal(options: &G::Options, seed: u64) -> RunningGame<G> {
        let mut chance = quick(seed);
        let state = G::deal(options, &mut chance);
        RunningGame {
            state,
            traces: G::Traces::default(),
            chance,
            seed,
            since: 0,
            referee: Referee::default(),
            turn: None,
            steps: 0,
        }
    }

    /// Applies the chosen action, which is legal, or passes.
    #[inline]
    fn act(&mut self, action: Option<G::Action>) {
        let Some(turn) = self.turn else { return };
        match action {
            Some(action) => {
                G::apply(&mut self.state, turn.seat, action, &mut self.chance, &mut ());
                self.referee.acted();
                self.steps += 1;
            }
            None => self.referee.pass(turn.seat),
        }
    }

    /// If the game has ended, pays it out and deals the next one.
    #[inline]
    fn redeal_if_over(&mut self, spec: &TableSpec<G>, step: u64, row: &mut Row<'_>) {
        self.turn = self.referee.turn::<G>(&self.state);
        if self.turn.is_none() || self.steps >= spec.bound {
            self.redeal(spec, step, row);
        }
    }

    #[cold]
    fn redeal(&mut self, spec: &TableSpec<G>, step: u64, row: &mut Row<'_>) {
        match G::outcome(&self.state) {
            Some(outcome) => {
                row.rewards.copy_from_slice(&rewards(&outcome)[..spec.players]);
                *row.terminated = true;
            }
            None => *row.truncated = true,
        }
        self.seed = u64::from(self.chance.bits()) << 32 | u64::from(self.chance.bits());
        self.chance = quick(self.seed);
        self.since = step;
        self.state = G::deal(&spec.options, &mut self.chance);
        self.referee = Referee::default();
        self.turn = self.referee.turn::<G>(&self.state);
        self.steps = 0;
    }

    /// Lists the legal actions of the seat that is asked, and draws one at random; none means to pass.
    #[inline]
    fn look(&mut self, legal: &mut Vec<G::Action>) -> Option<usize> {
        legal.clear();
        let turn = self.turn?;
        G::legal(&self.state, turn.seat, legal);
        if legal.is_empty() || !turn.waited_on && self.chance.below(INTERRUPT_ODDS) > 0 {
            return None;
        }
        Some(self.chance.index(legal.len()))
    }

    /// Writes what the seat that is asked may know and do.
    #[inline]
    fn show(&mut self, row: &mut Row<'_>, legal: &mut Vec<G::Action>) {
        if row.mask.len() <= SHORT_MASK {
            row.mask.fill(0);
        } else {
            codes(row.allowed).for_each(|code| row.mask[code] = 0);
        }
        row.allowed.fill(0);
        let drawn = self.look(legal);
        let Some(turn) = self.turn else { return };
        let mut drawn_code = pass_code::<G>();
        for (index, action) in legal.iter().enumerate() {
            let code = action.code();
            row.mask[code as usize] = 1;
            row.allowed[code as usize / 64] |= 1 << (code % 64);
            drawn_code = if Some(index) == drawn { code } else { drawn_code };
        }
        *row.drawn = drawn_code as i32;
        let pass = pass_code::<G>() as usize;
        row.mask[pass] = i8::from(!turn.waited_on);
        row.allowed[pass / 64] |= u64::from(!turn.waited_on) << (pass % 64);
        *row.seat = turn.seat.index() as i8;
        tensor::update::<G>(&self.state, turn.seat, &mut self.traces, row.observation);
    }
}

impl<G: Instinct> RunningGame<G> {
    /// Writes what instinct thinks of each code, into a row of zeros.
    fn weigh(&self, legal: &mut Vec<G::Action>, found: &mut Vec<f32>, row: &mut [f32]) {
        let Some(turn) = self.turn else { return };
        legal.clear();
        found.clear();
        G::legal(&self.state, turn.seat, legal);
        G::policy_weights(&self.state, turn.seat, legal, found);
        for (action, &weight) in legal.iter().zip(&*found) {
            row[action.code() as usize] = weight;
        }
        if !turn.waited_on {
            row[pass_code::<G>() as usize] = 1.0;
        }
    }
}

impl<G: Instinct> RunningGame<G> {
    /// Writes how often a search tries each code, into a row of zeros.
    fn look_ahead(&self, iterations: u32, seed: u64, row: &mut [f32]) {
        let Some(turn) = self.turn else { return };
        let mut legal = Vec::with_capacity(64);
        G::legal(&self.state, turn.seat, &mut legal);
        let question = Question::<G> {
            observation: &G::observe(&self.state, Observer::Seat(turn.seat)),
            seat: turn.seat,
            actions: &legal,
            waiting: G::waiting_on(&self.state),
            said: &[],
        };
        let settings = Settings { nodes: SEARCH_NODES, ..Settings::of::<G>() };
        let visits = Search::<G>::new(seed, settings).visits(&question, iterations);
        let codes = legal.iter().map(|action| action.code()).chain([pass_code::<G>()]);
        for (code, visits) in codes.zip(visits) {
            row[code as usize] = visits;
        }
    }
}

/// Is the bit of this code set?
fn is_on(words: &[u64], code: i32) -> bool {
    usize::try_from(code)
        .is_ok_and(|code| words.get(code / 64).is_some_and(|word| word >> (code % 64) & 1 == 1))
}

/// The codes whose bits are set.
fn codes(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(at, &word)| {
        let next = |rest: &u64| Some(rest & (rest - 1)).filter(|&rest| rest != 0);
        let rests = std::iter::successors(Some(word).filter(|&word| word != 0), next);
        rests.map(move |rest| at * 64 + rest.trailing_zeros() as usize)
    })
}

impl<G: Instinct> AnyBatch for Batch<G> {
    fn len(&self) -> usize {
        self.games.len()
    }

    fn features(&self) -> usize {
        self.spec.features
    }

    fn codes(&self) -> usize {
        self.spec.codes
    }

    fn players(&self) -> usize {
        self.spec.players
    }

    fn reset(&mut self, seed: u64, rows: Rows<'_>) {
        self.log = Log::default();
        self.allowed.fill(0);
        rows.masks.fill(0);
        // Far apart, so that the games of neighbouring seeds do not overlap.
        let first = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.each(rows, |spec, index, game, row| {
            *game = RunningGame::deal(&spec.options, first.wrapping_add(index as u64));
            game.redeal_if_over(spec, 0, row);
        });
    }

    fn step(&mut self, actions: &[i32], rows: Rows<'_>) -> Result<(), Refusal> {
        if actions.len() != self.games.len() {
            return Err(Refusal::malformed(Name(format!(
                "There are {} games, so {} actions are needed, not {}.",
                self.games.len(),
                self.games.len(),
                actions.len()
            ))));
        }
        for (index, (allowed, &action)) in self.allowed.chunks_exact(self.spec.words).zip(actions).enumerate()
        {
            // What we drew ourselves is legal: this saves a look at memory.
            if action != self.drawn[index] && !is_on(allowed, action) {
                return Err(Refusal::malformed(Name(format!(
                    "Action {action} is not on the mask of game {index}: choose a code whose mask is 1."
                ))));
            }
        }
        self.log.push(actions);
        self.log.forget(self.games.iter().map(|game| game.since));
        let step = self.log.end();
        self.each(rows, |spec, index, game, row| {
            game.act(spec.actions[actions[index] as usize]);
            game.redeal_if_over(spec, step, row);
        });
        Ok(())
    }

    fn sample(&self) -> &[i32] {
        &self.drawn
    }

    fn instinct(&self, weights: &mut [f32]) {
        let codes = self.spec.codes;
        let work = |(games, rows): (&[RunningGame<G>], &mut [f32])| {
            let (mut legal, mut found) = (Vec::with_capacity(64), Vec::with_capacity(64));
            for (game, row) in games.iter().zip(rows.chunks_exact_mut(codes)) {
                row.fill(0.0);
                game.weigh(&mut legal, &mut found, row);
            }
        };
        match &self.pool {
            None => work((&self.games, weights)),
            Some(pool) => pool.install(|| {
                let games = self.games.par_chunks(CHUNK).zip(weights.par_chunks_mut(CHUNK * codes));
                games.for_each(work);
            }),
        }
    }

    fn search(&self, iterations: u32, seed: u64, visits: &mut [f32]) {
        let codes = self.spec.codes;
        let work = |(index, (game, row)): (usize, (&RunningGame<G>, &mut [f32]))| {
            row.fill(0.0);
            game.look_ahead(iterations, seed.wrapping_add((index as u64) << 32), row);
        };
        match &self.pool {
            None => self.games.iter().zip(visits.chunks_exact_mut(codes)).enumerate().for_each(work),
            Some(pool) => pool.install(|| {
                self.games.par_iter().zip(visits.par_chunks_exact_mut(codes)).enumerate().for_each(work);
            }),
        }
    }

    fn teams(&self, teams: &mut [i8]) {
        for (game, row) in self.games.iter().zip(teams.chunks_exact_mut(self.spec.players)) {
            let seats: Vec<_> = Seat::all(row.len()).map(|seat| team::<G>(&game.state, seat)).collect();
            for (at, own) in row.iter_mut().enumerate() {
                let first = seats[at].as_ref().and_then(|_| seats.iter().position(|team| *team == seats[at]));
                *own = first.unwrap_or(at) as i8;
            }
        }
    }

    fn snapshot(&self) -> Snapshot {
        let games = self.games.iter().enumerate();
        let games = games.map(|(index, game)| (game.seed, self.log.of(index, game.since).collect()));
        Snapshot { games: games.collect() }
    }

    fn restore(&mut self, snapshot: &Snapshot, rows: Rows<'_>) -> Result<(), Refusal> {
        if snapshot.games.len() != self.games.len() {
            return Err(Refusal::malformed("This snapshot is of a batch with another number of games."));
        }
        let log = Log::ending_with(&snapshot.games.iter().map(|(_, chosen)| &chosen[..]).collect::<Vec<_>>());
        let (mut games, mut legal) = (Vec::with_capacity(self.games.len()), Vec::new());
        for (seed, chosen) in &snapshot.games {
            let mut game = RunningGame::<G>::deal(&self.spec.options, *seed);
            game.since = log.end() - chosen.len() as u64;
            for &code in chosen {
                game.turn = game.referee.turn::<G>(&game.state);
                game.look(&mut legal);
                let passes = code == pass_code::<G>() && game.turn.is_some_and(|turn| !turn.waited_on);
                if !passes && legal.iter().all(|action| action.code() != code) {
                    return Err(Refusal::malformed("This snapshot was made with other rules."));
                }
                game.act(G::Action::from_code(code));
            }
            games.push(game);
        }
        (self.games, self.log) = (games, log);
        let step = self.log.end();
        self.allowed.fill(0);
        rows.masks.fill(0);
        self.each(rows, |spec, _, game, row| {
            game.redeal_if_over(spec, step, row);
        });
        Ok(())
    }
}
