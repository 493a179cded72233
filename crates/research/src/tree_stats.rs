//! A small tree, counted and valued to its last leaf, to check solvers against.
//!
//! Written over the rules and independent of [`crate::TreeState`], so that an error there does not repeat here: chance outcomes are followed
//! by recursion, and what a seat can distinguish is taken from its observations.

use std::collections::HashSet;

use serde::Serialize;
use table::chance::quick;
use table::tensor::Tensor;
use table::{Code, Game, MAX_SEATS, Name, Observer, Options, Refusal};

use crate::reward::rewards;
use crate::scripted::ScriptedChance;
use crate::tree::TypedRoot;
use table::{Referee, Turn};

/// Deeper trees are not counted: some draws of some games can repeat without end.
const DEEPEST: u64 = 400;

/// What a game tree holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TreeStats {
    /// Nodes at which a seat decides.
    pub decision_nodes: u64,
    /// Nodes at which chance decides.
    pub chance_nodes: u64,
    /// Leaves.
    pub terminal_nodes: u64,
    /// The longest path, in decisions and chance outcomes.
    pub depth: u64,
    /// By seat, the number of its decisions that differ in what it sees or in how many came before.
    pub distinct_decisions: Vec<u64>,
    /// By seat, the expected reward under the uniform policy.
    pub values: Vec<f64>,
}

struct TreeCounter<G: Game> {
    stats: TreeStats,
    seen: Vec<HashSet<String>>,
    most: u64,
    /// Decisions on the path to the present node.
    decided: u32,
    root: TypedRoot<G>,
}

/// Counts a whole tree, or refuses if it has more than `most` nodes.
pub(crate) fn count<G: Tensor>(root: TypedRoot<G>, most: u64) -> Result<TreeStats, Refusal> {
    let players = root.options.players();
    let mut counter = TreeCounter {
        stats: TreeStats { values: vec![0.0; players], ..TreeStats::default() },
        seen: vec![HashSet::new(); players],
        most,
        decided: 0,
        root,
    };
    match counter.root.seed {
        Some(seed) => {
            let state = counter.root.deal(&mut quick(seed))?;
            counter.decide(&state, Referee::default(), 1.0, 0)?;
        }
        None => counter.deal(&mut Vec::new(), 1.0, 0)?,
    }
    counter.stats.distinct_decisions = counter.seen.iter().map(|seen| seen.len() as u64).collect();
    Ok(counter.stats)
}

impl<G: Tensor> TreeCounter<G> {
    fn tick(&mut self, depth: u64) -> Result<(), Refusal> {
        self.stats.depth = self.stats.depth.max(depth);
        let nodes = self.stats.decision_nodes + self.stats.chance_nodes + self.stats.terminal_nodes;
        if nodes < self.most && depth < DEEPEST {
            return Ok(());
        }
        let most = self.most;
        Err(Refusal::not_allowed(Name(format!(
            "This tree has more than {most} nodes, or is deeper than {DEEPEST}."
        ))))
    }

    fn deal(&mut self, drawn: &mut Vec<u32>, weight: f64, depth: u64) -> Result<(), Refusal> {
        self.tick(depth)?;
        let mut script = ScriptedChance::new(drawn);
        let state = self.root.deal(&mut script)?;
        match script.missing() {
            None => self.decide(&state, Referee::default(), weight, depth),
            Some(outcomes) => self.draw(drawn, outcomes, weight, depth, |counter, drawn, weight, depth| {
                counter.deal(drawn, weight, depth)
            }),
        }
    }

    fn act(
        &mut self,
        from: (&G::State, Turn, G::Action),
        drawn: &mut Vec<u32>,
        weight: f64,
        depth: u64,
    ) -> Result<(), Refusal> {
        self.tick(depth)?;
        let mut script = ScriptedChance::new(drawn);
        let (state, turn, action) = from;
        let mut next = state.clone();
        G::apply(&mut next, turn.seat, action, &mut script, &mut ());
        match script.missing() {
            None => self.decide(&next, Referee::default(), weight, depth),
            Some(outcomes) => self.draw(drawn, outcomes, weight, depth, |counter, drawn, weight, depth| {
                counter.act(from, drawn, weight, depth)
            }),
        }
    }

    /// Follows every outcome of a chance node.
    fn draw(
        &mut self,
        drawn: &mut Vec<u32>,
        outcomes: u32,
        weight: f64,
        depth: u64,
        go_on: impl Fn(&mut Self, &mut Vec<u32>, f64, u64) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        self.stats.chance_nodes += 1;
        for outcome in 0..outcomes {
            drawn.push(outcome);
            go_on(self, drawn, weight / f64::from(outcomes), depth + 1)?;
            drawn.pop();
        }
        Ok(())
    }

    fn decide(&mut self, state: &G::State, referee: Referee, weight: f64, depth: u64) -> Result<(), Refusal> {
        let cut = self.root.limit.is_some_and(|limit| self.decided >= limit);
        let Some(turn) = referee.turn::<G>(state).filter(|_| !cut) else {
            self.stats.terminal_nodes += 1;
            let rewards = G::outcome(state).map_or([0.0; MAX_SEATS], |outcome| rewards(&outcome));
            for (value, reward) in self.stats.values.iter_mut().zip(rewards) {
                *value += weight * f64::from(reward);
            }
            return Ok(());
        };
        self.stats.decision_nodes += 1;
        let seen = G::observe(state, Observer::Seat(turn.seat));
        let decision = format!("{} {}", self.decided, serde_json::to_string(&seen).unwrap_or_default());
        self.seen[turn.seat.index()].insert(decision);
        let mut actions = Vec::new();
        G::legal(state, turn.seat, &mut actions);
        actions.sort_unstable_by_key(|action| action.code());
        let choices = actions.len() + usize::from(!turn.waited_on);
        let weight = weight / choices as f64;
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
