//! A small tree counted and valued to its last leaf: what solvers of others are checked against.
//!
//! Written straight over the rules and on its own, so that an error in [`crate::World`] cannot hide here too: lots are followed by
//! recursion, and what seats can tell apart is taken from their observations.

use std::collections::HashSet;

use serde::Serialize;
use table::chance::quick;
use table::tensor::Tensor;
use table::{Code, Game, MAX_SEATS, Observer, Options, Refusal};

use crate::reward::rewards;
use crate::script::Script;
use crate::world::Root;
use table::{Referee, Turn};

/// Deeper trees are not counted: some lots of some games can be drawn again without end.
const DEEPEST: u64 = 400;

/// What there is in a tree.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Census {
    /// Moments at which a seat decides.
    pub decisions: u64,
    /// Moments at which a lot is drawn.
    pub lots: u64,
    /// Ends.
    pub ends: u64,
    /// The longest game, in decisions and lots.
    pub depth: u64,
    /// By seat, how many of its decisions it can tell apart by what it sees and how many came before.
    pub sights: Vec<u64>,
    /// By seat, the reward to expect when everybody chooses uniformly.
    pub values: Vec<f64>,
}

struct Count<G: Game> {
    census: Census,
    sights: Vec<HashSet<String>>,
    most: u64,
    /// Decisions on the way to the present node.
    decided: u32,
    root: Root<G>,
}

/// Counts a whole tree, or says that it has more nodes than asked for.
pub(crate) fn census<G: Tensor>(root: Root<G>, most: u64) -> Result<Census, Refusal> {
    let players = root.options.players();
    let mut count = Count {
        census: Census { values: vec![0.0; players], ..Census::default() },
        sights: vec![HashSet::new(); players],
        most,
        decided: 0,
        root,
    };
    match count.root.seed {
        Some(seed) => {
            let state = count.root.deal(&mut quick(seed))?;
            count.decide(&state, Referee::default(), 1.0, 0)?;
        }
        None => count.deal(&mut Vec::new(), 1.0, 0)?,
    }
    count.census.sights = count.sights.iter().map(|sights| sights.len() as u64).collect();
    Ok(count.census)
}

impl<G: Tensor> Count<G> {
    fn tick(&mut self, depth: u64) -> Result<(), Refusal> {
        self.census.depth = self.census.depth.max(depth);
        let nodes = self.census.decisions + self.census.lots + self.census.ends;
        if nodes < self.most && depth < DEEPEST {
            return Ok(());
        }
        let most = self.most;
        Err(Refusal::not_allowed(format!(
            "This tree has more than {most} nodes, or is deeper than {DEEPEST}."
        )))
    }

    fn deal(&mut self, lots: &mut Vec<u32>, weight: f64, depth: u64) -> Result<(), Refusal> {
        self.tick(depth)?;
        let mut script = Script::new(lots);
        let state = self.root.deal(&mut script)?;
        match script.asked() {
            None => self.decide(&state, Referee::default(), weight, depth),
            Some(ways) => self.draw(lots, ways, weight, depth, |count, lots, weight, depth| {
                count.deal(lots, weight, depth)
            }),
        }
    }

    fn act(
        &mut self,
        from: (&G::State, Turn, G::Action),
        lots: &mut Vec<u32>,
        weight: f64,
        depth: u64,
    ) -> Result<(), Refusal> {
        self.tick(depth)?;
        let mut script = Script::new(lots);
        let (state, turn, action) = from;
        let mut next = state.clone();
        G::apply(&mut next, turn.seat, action, &mut script, &mut ());
        match script.asked() {
            None => self.decide(&next, Referee::default(), weight, depth),
            Some(ways) => self.draw(lots, ways, weight, depth, |count, lots, weight, depth| {
                count.act(from, lots, weight, depth)
            }),
        }
    }

    /// Every way a lot can fall.
    fn draw(
        &mut self,
        lots: &mut Vec<u32>,
        ways: u32,
        weight: f64,
        depth: u64,
        go_on: impl Fn(&mut Self, &mut Vec<u32>, f64, u64) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        self.census.lots += 1;
        for lot in 0..ways {
            lots.push(lot);
            go_on(self, lots, weight / f64::from(ways), depth + 1)?;
            lots.pop();
        }
        Ok(())
    }

    fn decide(&mut self, state: &G::State, referee: Referee, weight: f64, depth: u64) -> Result<(), Refusal> {
        let cut = self.root.limit.is_some_and(|limit| self.decided >= limit);
        let Some(turn) = referee.turn::<G>(state).filter(|_| !cut) else {
            self.census.ends += 1;
            let rewards = G::outcome(state).map_or([0.0; MAX_SEATS], |outcome| rewards(&outcome));
            for (value, reward) in self.census.values.iter_mut().zip(rewards) {
                *value += weight * f64::from(reward);
            }
            return Ok(());
        };
        self.census.decisions += 1;
        let seen = G::observe(state, Observer::Seat(turn.seat));
        let sight = format!("{} {}", self.decided, serde_json::to_string(&seen).unwrap_or_default());
        self.sights[turn.seat.index()].insert(sight);
        let mut actions = Vec::new();
        G::legal(state, turn.seat, &mut actions);
        actions.sort_unstable_by_key(|action| action.code());
        let ways = actions.len() + usize::from(!turn.waited_on);
        let weight = weight / ways as f64;
        self.decided += 1;
        for action in actions {
            self.act((state, turn, action), &mut Vec::new(), weight, depth + 1)?;
        }
        if !turn.waited_on {
            let mut referee = referee;
            referee.pass(turn.seat);
            self.tick(depth + 1)?;
            self.decide(state, referee, weight, depth + 1)?;
        }
        self.decided -= 1;
        Ok(())
    }
}
