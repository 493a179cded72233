//! Thousands of games at once.
//!
//! A crowd keeps no log and no record: its games are dealt from a fast generator, stepped, and dealt anew when they end. All it
//! tells of them is what the seat that is asked may know, in memory that is lent to it.
//!
//! A running game is the fold of the number it was dealt from and the codes chosen since: that is all a [`Snapshot`] holds.

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::{Deserialize, Serialize};
use table::chance::{Quick, quick};
use table::tensor::{self, Tensor};
use table::{Action, Chance, Game, Options, Refusal};

use crate::log::Log;
use crate::order::{Order, Turn, pass_code};
use crate::reward::rewards;

/// In random play one offer in this many to interrupt is taken, as in rollouts.
const INTERRUPT_ODDS: u32 = 64;

/// Games that one thread takes at a time.
const SHARE: usize = 64;

/// A longer mask is wiped code by code.
const SHORT_MASK: usize = 512;

/// The memory a crowd writes to, one row for each game. It is always the same memory, and nobody else writes to observations and
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

/// A crowd at one moment, to be set up again elsewhere.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Snapshot {
    games: Vec<(u64, Vec<u32>)>,
}

/// Many games of one table.
pub struct Crowd<G: Tensor> {
    terms: Terms<G>,
    games: Vec<Running<G>>,
    /// For each game a random choice of the seat that is asked, drawn while its options are at hand.
    drawn: Vec<i32>,
    /// What was chosen in the games that are running.
    log: Log,
    /// Nothing where the caller's own thread does the work.
    pool: Option<ThreadPool>,
}

/// What all games of a crowd have in common.
struct Terms<G: Game> {
    options: G::Options,
    /// The action of each code: looked up in less time than it takes to decode.
    actions: Vec<Option<G::Action>>,
    players: usize,
    features: usize,
    codes: usize,
    bound: u32,
}

struct Running<G: Tensor> {
    state: G::State,
    /// What its row was last written from.
    traces: G::Traces,
    chance: Quick,
    /// What it was dealt from, and at which step of the crowd.
    seed: u64,
    since: u64,
    order: Order,
    turn: Option<Turn>,
    /// What the seat that is asked may do: what is on its mask, but for passing.
    legal: Vec<G::Action>,
    steps: u32,
}

/// A crowd of whichever game.
pub trait AnyCrowd: Send + Sync {
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

impl<G: Tensor> Crowd<G> {
    /// A crowd of games that are not dealt yet; `threads` 0 means one for each core, 1 the caller's own.
    pub fn new(options: G::Options, games: usize, threads: usize) -> Result<Crowd<G>, Refusal> {
        let layout = tensor::layout::<G>(&options);
        let features = layout.last().map_or(0, |part| part.start + part.len);
        let codes = pass_code::<G>() as usize + 1;
        let terms = Terms {
            actions: (0..codes as u32).map(G::Action::from_code).collect(),
            players: options.players(),
            features,
            codes,
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
        let drawn = vec![0; games];
        let games = (0..games).map(|_| Running::deal(&terms.options, 0)).collect();
        Ok(Crowd { terms, games, drawn, log: Log::default(), pool })
    }

    /// Does something with every game and its row, whose rewards are wiped, and shows what comes next; on all threads.
    fn each(
        &mut self,
        rows: Rows<'_>,
        work: impl Fn(&Terms<G>, usize, &mut Running<G>, &mut Row<'_>) + Sync,
    ) {
        let terms = &self.terms;
        let &Terms { players, features, codes, .. } = terms;
        let work_on = |index: usize, (games, drawn): (&mut [Running<G>], &mut [i32]), rows: Rows<'_>| {
            rows.rewards.fill(0.0);
            rows.terminated.fill(false);
            rows.truncated.fill(false);
            let rows = (rows.observations.chunks_exact_mut(features))
                .zip(rows.masks.chunks_exact_mut(codes))
                .zip(rows.seats)
                .zip(rows.rewards.chunks_exact_mut(players))
                .zip(rows.terminated.iter_mut().zip(rows.truncated));
            for (at, ((game, drawn), row)) in games.iter_mut().zip(drawn).zip(rows).enumerate() {
                let ((((observation, mask), seat), rewards), (terminated, truncated)) = row;
                let mut row = Row { drawn, observation, mask, seat, rewards, terminated, truncated };
                work(terms, index * SHARE + at, game, &mut row);
                game.show(&mut row);
            }
        };
        let Some(pool) = &self.pool else {
            let games = self.games.chunks_mut(SHARE).zip(self.drawn.chunks_mut(SHARE));
            for (index, games) in games.enumerate() {
                let (from, to) = (index * SHARE, index * SHARE + games.0.len());
                let rows = Rows {
                    observations: &mut rows.observations[from * features..to * features],
                    masks: &mut rows.masks[from * codes..to * codes],
                    seats: &mut rows.seats[from..to],
                    rewards: &mut rows.rewards[from * players..to * players],
                    terminated: &mut rows.terminated[from..to],
                    truncated: &mut rows.truncated[from..to],
                };
                work_on(index, games, rows);
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
            games.zip(rows).enumerate().for_each(|(index, (games, rows))| {
                let ((((observations, masks), seats), rewards), (terminated, truncated)) = rows;
                work_on(index, games, Rows { observations, masks, seats, rewards, terminated, truncated });
            });
        });
    }
}

/// One game's row of the lent memory, and of our own.
struct Row<'a> {
    drawn: &'a mut i32,
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
            order: Order::default(),
            turn: None,
            legal: Vec::new(),
            steps: 0,
        }
    }

    /// May the seat that is asked do this? The mask is the caller's memory and proves nothing.
    #[inline]
    fn allows(&self, action: i32) -> bool {
        match u32::try_from(action) {
            Ok(code) if code == pass_code::<G>() => self.turn.is_some_and(|turn| !turn.waited_on),
            Ok(code) => self.legal.iter().any(|action| action.code() == code),
            Err(_) => false,
        }
    }

    /// Does what was chosen, which is allowed, or lets the moment pass.
    #[inline]
    fn act(&mut self, action: Option<G::Action>) {
        let Some(turn) = self.turn else { return };
        match action {
            Some(action) => {
                G::apply(&mut self.state, turn.seat, action, &mut self.chance, &mut ());
                self.order.act();
                self.steps += 1;
            }
            None => self.order.pass(turn.seat),
        }
    }

    /// Pays out a game that has ended before this step of the crowd, and deals a new one.
    #[inline]
    fn settle(&mut self, terms: &Terms<G>, step: u64, row: &mut Row<'_>) {
        self.turn = self.order.turn::<G>(&self.state);
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
        self.order = Order::default();
        self.turn = self.order.turn::<G>(&self.state);
        self.steps = 0;
    }

    /// Works out what the seat that is asked may do, and which of it it would do at random: nothing is to let the moment pass.
    #[inline]
    fn look(&mut self) -> Option<usize> {
        self.legal.clear();
        let turn = self.turn?;
        G::legal(&self.state, turn.seat, &mut self.legal);
        if self.legal.is_empty() || !turn.waited_on && self.chance.below(INTERRUPT_ODDS) > 0 {
            return None;
        }
        Some(self.chance.index(self.legal.len()))
    }

    /// Writes what the seat that is asked now may know and do.
    #[inline]
    fn show(&mut self, row: &mut Row<'_>) {
        if row.mask.len() <= SHORT_MASK {
            row.mask.fill(0);
        } else {
            self.legal.iter().for_each(|action| row.mask[action.code() as usize] = 0);
        }
        let drawn = self.look();
        let Some(turn) = self.turn else { return };
        let mut drawn_code = pass_code::<G>();
        for (index, action) in self.legal.iter().enumerate() {
            let code = action.code();
            row.mask[code as usize] = 1;
            drawn_code = if Some(index) == drawn { code } else { drawn_code };
        }
        *row.drawn = drawn_code as i32;
        row.mask[pass_code::<G>() as usize] = i8::from(!turn.waited_on);
        *row.seat = turn.seat.index() as i8;
        tensor::update::<G>(&self.state, turn.seat, &mut self.traces, row.observation);
    }
}

impl<G: Tensor> AnyCrowd for Crowd<G> {
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
        for (index, (game, &action)) in self.games.iter().zip(actions).enumerate() {
            // What we have drawn ourselves is allowed, and the game need not be fetched from memory.
            if action != self.drawn[index] && !game.allows(action) {
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
        let mut games = Vec::with_capacity(self.games.len());
        for (seed, chosen) in &snapshot.games {
            let mut game = Running::<G>::deal(&self.terms.options, *seed);
            game.since = log.end() - chosen.len() as u64;
            for &code in chosen {
                game.turn = game.order.turn::<G>(&game.state);
                game.look();
                if !game.allows(code as i32) {
                    return Err(Refusal::malformed("This snapshot was made by other rules."));
                }
                game.act(G::Action::from_code(code));
            }
            games.push(game);
        }
        (self.games, self.log) = (games, log);
        let step = self.log.end();
        rows.masks.fill(0);
        self.each(rows, |terms, _, game, row| {
            game.settle(terms, step, row);
        });
        Ok(())
    }
}
