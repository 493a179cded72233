//! Thousands of games at once.
//!
//! A batch keeps no log and no record: its games are dealt from a fast generator, stepped, and dealt anew when they end. All it
//! tells of them is what the seat that is asked may know, in memory that is lent to it.
//!
//! A running game is the fold of the number it was dealt from and the codes chosen since: that is all a [`Snapshot`] holds.

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::{Deserialize, Serialize};
use table::chance::{Quick, quick};
use table::tensor::{self, Tensor};
use table::{Chance, Code, Game, Options, Refusal};

use crate::log::Log;
use table::{Referee, Turn};

use crate::pass::pass_code;
use crate::reward::rewards;

/// In random play one offer in this many to interrupt is taken, as in rollouts.
const INTERRUPT_ODDS: u32 = 64;

/// Games that one thread takes at a time.
const SHARE: usize = 64;

/// A longer mask is wiped code by code.
const SHORT_MASK: usize = 512;

/// The memory a batch writes to, one row for each game. It is always the same memory, and nobody else writes to observations and
/// masks: of those a step brings up to date what has changed.
pub struct Rows<'a> {
    /// What the seat that is asked may know.
    pub observations: &'a mut [i8],
    /// 1 for each code that it may choose.
    pub masks: &'a mut [i8],
    /// Who is asked, counted from 0.
    pub seats: &'a mut [i8],
    /// A reward for every seat: not 0 only when a game has just ended.
    pub rewards: &'a mut [f32],
    /// The game has just ended, and this is the first position of a new one.
    pub terminated: &'a mut [bool],
    /// The game was broken off for its length, and this is the first position of a new one.
    pub truncated: &'a mut [bool],
}

/// A batch at one moment, to be set up again elsewhere.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Snapshot {
    games: Vec<(u64, Vec<u32>)>,
}

/// Many games of one table.
pub struct Batch<G: Tensor> {
    terms: Terms<G>,
    games: Vec<Running<G>>,
    /// For each game a random choice of the seat that is asked, drawn while its options are at hand.
    drawn: Vec<i32>,
    /// For each game a bit for every code that may be chosen: the masks are the caller's memory and prove nothing.
    allowed: Vec<u64>,
    /// What was chosen in the games that are running.
    log: Log,
    /// Nothing where the caller's own thread does the work.
    pool: Option<ThreadPool>,
}

/// What all games of a batch have in common.
struct Terms<G: Game> {
    options: G::Options,
    /// The action of each code: looked up in less time than it takes to decode.
    actions: Vec<Option<G::Action>>,
    players: usize,
    features: usize,
    codes: usize,
    /// Words of [`Batch::allowed`] for a game.
    words: usize,
    bound: u32,
}

struct Running<G: Tensor> {
    state: G::State,
    /// What its row was last written from.
    traces: G::Traces,
    chance: Quick,
    /// What it was dealt from, and at which step of the batch.
    seed: u64,
    since: u64,
    referee: Referee,
    turn: Option<Turn>,
    steps: u32,
}

/// A batch of whichever game.
pub trait AnyBatch: Send + Sync {
    /// How many games there are.
    fn len(&self) -> usize;
    /// Is nobody there?
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// How many numbers an observation has.
    fn features(&self) -> usize;
    /// How many codes there are, passing included.
    fn codes(&self) -> usize;
    /// How many seats a table has.
    fn players(&self) -> usize;
    /// Deals all games anew.
    fn reset(&mut self, seed: u64, rows: Rows<'_>);
    /// One step of every game, or a refusal if one of the actions is not on its mask; then nothing has changed.
    fn step(&mut self, actions: &[i32], rows: Rows<'_>) -> Result<(), Refusal>;
    /// A random choice for every game, the same until the next step: uniform, but most offers to interrupt are let pass.
    fn sample(&self) -> &[i32];
    /// What it takes to set these games up again.
    fn snapshot(&self) -> Snapshot;
    /// Sets the games of a snapshot up again.
    fn restore(&mut self, snapshot: &Snapshot, rows: Rows<'_>) -> Result<(), Refusal>;
}

impl<G: Tensor> Batch<G> {
    /// A batch of games that are not dealt yet; `threads` 0 means one for each core, 1 the caller's own.
    pub fn new(options: G::Options, games: usize, threads: usize) -> Result<Batch<G>, Refusal> {
        let layout = tensor::layout::<G>(&options);
        let features = layout.last().map_or(0, |part| part.start + part.len);
        let codes = pass_code::<G>() as usize + 1;
        let terms = Terms {
            actions: (0..codes as u32).map(G::Action::from_code).collect(),
            players: options.players(),
            features,
            codes,
            words: codes.div_ceil(64),
            bound: G::bound(&options),
            options,
        };
        let pool =
            match threads {
                1 => None,
                count => Some(ThreadPoolBuilder::new().num_threads(count).build().map_err(|error| {
                    Refusal::not_allowed(format!("The threads cannot be started: {error}."))
                })?),
            };
        let (drawn, allowed) = (vec![0; games], vec![0; games * terms.words]);
        let games = (0..games).map(|_| Running::deal(&terms.options, 0)).collect();
        Ok(Batch { terms, games, drawn, allowed, log: Log::default(), pool })
    }

    /// Does something with every game and its row, whose rewards are wiped, and shows what comes next; on all threads.
    fn each(
        &mut self,
        rows: Rows<'_>,
        work: impl Fn(&Terms<G>, usize, &mut Running<G>, &mut Row<'_>) + Sync,
    ) {
        let terms = &self.terms;
        let &Terms { players, features, codes, words, .. } = terms;
        let work_on = |index: usize, (games, drawn, allowed): Share<'_, G>, rows: Rows<'_>| {
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
                work(terms, index * SHARE + at, game, &mut row);
                game.show(&mut row, &mut legal);
            }
        };
        let Some(pool) = &self.pool else {
            let games = self.games.chunks_mut(SHARE).zip(self.drawn.chunks_mut(SHARE));
            let games = games.zip(self.allowed.chunks_mut(SHARE * words));
            for (index, ((games, drawn), allowed)) in games.enumerate() {
                let (from, to) = (index * SHARE, index * SHARE + games.len());
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
            let rows = (rows.observations.par_chunks_mut(SHARE * features))
                .zip(rows.masks.par_chunks_mut(SHARE * codes))
                .zip(rows.seats.par_chunks_mut(SHARE))
                .zip(rows.rewards.par_chunks_mut(SHARE * players))
                .zip(rows.terminated.par_chunks_mut(SHARE).zip(rows.truncated.par_chunks_mut(SHARE)));
            let games = self.games.par_chunks_mut(SHARE).zip(self.drawn.par_chunks_mut(SHARE));
            let games = games.zip(self.allowed.par_chunks_mut(SHARE * words));
            games.zip(rows).enumerate().for_each(|(index, (((games, drawn), allowed), rows))| {
                let ((((observations, masks), seats), rewards), (terminated, truncated)) = rows;
                let games = (games, drawn, allowed);
                work_on(index, games, Rows { observations, masks, seats, rewards, terminated, truncated });
            });
        });
    }
}

/// Games that one thread takes at a time, with what is drawn and allowed in them.
type Share<'a, G> = (&'a mut [Running<G>], &'a mut [i32], &'a mut [u64]);

/// One game's row of the lent memory, and of our own.
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

impl<G: Tensor> Running<G> {
    fn deal(options: &G::Options, seed: u64) -> Running<G> {
        let mut chance = quick(seed);
        let state = G::deal(options, &mut chance);
        Running {
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

    /// Does what was chosen, which is allowed, or lets the moment pass.
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

    /// Pays out a game that has ended before this step of the batch, and deals a new one.
    #[inline]
    fn settle(&mut self, terms: &Terms<G>, step: u64, row: &mut Row<'_>) {
        self.turn = self.referee.turn::<G>(&self.state);
        if self.turn.is_none() || self.steps >= terms.bound {
            self.begin_anew(terms, step, row);
        }
    }

    #[cold]
    fn begin_anew(&mut self, terms: &Terms<G>, step: u64, row: &mut Row<'_>) {
        match G::outcome(&self.state) {
            Some(outcome) => {
                row.rewards.copy_from_slice(&rewards(&outcome)[..terms.players]);
                *row.terminated = true;
            }
            None => *row.truncated = true,
        }
        self.seed = u64::from(self.chance.bits()) << 32 | u64::from(self.chance.bits());
        self.chance = quick(self.seed);
        self.since = step;
        self.state = G::deal(&terms.options, &mut self.chance);
        self.referee = Referee::default();
        self.turn = self.referee.turn::<G>(&self.state);
        self.steps = 0;
    }

    /// Works out what the seat that is asked may do, but for passing, and which of it it would do at random: nothing is to let the
    /// moment pass.
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

    /// Writes what the seat that is asked now may know and do.
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

impl<G: Tensor> AnyBatch for Batch<G> {
    fn len(&self) -> usize {
        self.games.len()
    }

    fn features(&self) -> usize {
        self.terms.features
    }

    fn codes(&self) -> usize {
        self.terms.codes
    }

    fn players(&self) -> usize {
        self.terms.players
    }

    fn reset(&mut self, seed: u64, rows: Rows<'_>) {
        self.log = Log::default();
        self.allowed.fill(0);
        rows.masks.fill(0);
        // Far apart, so that neighbouring seeds of a caller share no game.
        let first = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.each(rows, |terms, index, game, row| {
            *game = Running::deal(&terms.options, first.wrapping_add(index as u64));
            game.settle(terms, 0, row);
        });
    }

    fn step(&mut self, actions: &[i32], rows: Rows<'_>) -> Result<(), Refusal> {
        if actions.len() != self.games.len() {
            return Err(Refusal::malformed(format!(
                "There are {} games, so {} actions are needed, not {}.",
                self.games.len(),
                self.games.len(),
                actions.len()
            )));
        }
        for (index, (allowed, &action)) in
            self.allowed.chunks_exact(self.terms.words).zip(actions).enumerate()
        {
            // What we have drawn ourselves is allowed, and nothing need be fetched from memory.
            if action != self.drawn[index] && !is_on(allowed, action) {
                return Err(Refusal::malformed(format!(
                    "Action {action} is not on the mask of game {index}: choose a code whose mask is 1."
                )));
            }
        }
        self.log.push(actions);
        self.log.forget(self.games.iter().map(|game| game.since));
        let step = self.log.end();
        self.each(rows, |terms, index, game, row| {
            game.act(terms.actions[actions[index] as usize]);
            game.settle(terms, step, row);
        });
        Ok(())
    }

    fn sample(&self) -> &[i32] {
        &self.drawn
    }

    fn snapshot(&self) -> Snapshot {
        let games = self.games.iter().enumerate();
        let games = games.map(|(index, game)| (game.seed, self.log.of(index, game.since).collect()));
        Snapshot { games: games.collect() }
    }

    fn restore(&mut self, snapshot: &Snapshot, rows: Rows<'_>) -> Result<(), Refusal> {
        if snapshot.games.len() != self.games.len() {
            return Err(Refusal::malformed("This snapshot is of a batch of another size."));
        }
        let log = Log::ending_with(&snapshot.games.iter().map(|(_, chosen)| &chosen[..]).collect::<Vec<_>>());
        let (mut games, mut legal) = (Vec::with_capacity(self.games.len()), Vec::new());
        for (seed, chosen) in &snapshot.games {
            let mut game = Running::<G>::deal(&self.terms.options, *seed);
            game.since = log.end() - chosen.len() as u64;
            for &code in chosen {
                game.turn = game.referee.turn::<G>(&game.state);
                game.look(&mut legal);
                let passes = code == pass_code::<G>() && game.turn.is_some_and(|turn| !turn.waited_on);
                if !passes && legal.iter().all(|action| action.code() != code) {
                    return Err(Refusal::malformed("This snapshot was made by other rules."));
                }
                game.act(G::Action::from_code(code));
            }
            games.push(game);
        }
        (self.games, self.log) = (games, log);
        let step = self.log.end();
        self.allowed.fill(0);
        rows.masks.fill(0);
        self.each(rows, |terms, _, game, row| {
            game.settle(terms, step, row);
        });
        Ok(())
    }
}
