//! Information-set tree search, written once for all games.
//!
//! Each iteration samples a world that fits the observation, walks down the tree, adds one node, plays a few steps by the game's policy
//! and evaluates the resulting state.
//!
//! - A node is an information state of a deciding seat ([`Instinct::info_key`] and its options). Worlds that look the same to
//!   the seat share their nodes.
//! - The searching seat explores; the others follow the policy, which is computed from what *they* know, so nobody acts on what
//!   they cannot know in sampled worlds either. At a node it is computed once.
//! - If there are many choices, only those that the policy likes best are open at first; more open as visits grow.
//! - If several seats choose at the same time, each chooses without knowing the others' choices, by regret matching.
//! - With beliefs, worlds are drawn in proportion to how well they fit what the others have done ([`crate::memory`]); with ears,
//!   in proportion to how well they fit what was said ([`crate::hearing`]).
//! - If a turn has many steps, well-visited nodes are kept for the decisions that follow.
//! - With a network, its weights take the place of the policy's where it reaches.
//! - With plans, the game's plans for a whole turn are tried first. In the tree the searching seat then prefers the best one.

use table::chance::{Quick, quick};
use table::instinct::{Instinct, Reach, SearchParams};
use table::talk::Spoken;
use table::{Chance, Code, Game, MAX_SEATS, Outcome, Seat};

use crate::bot::{Bot, Budget, Floor, Question, Utterance, Witnessed};
use crate::index::{Index, mix};
use crate::mind::Mind;
use crate::network_policy::NetworkPolicy;
use crate::policy_bot::{heaviest, weighted};
use crate::voice::{Manners, Voice};

/// Settings of a search.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The game's own parameters.
    pub habits: SearchParams,
    /// The most nodes.
    pub nodes: usize,
    /// How much the choice varies: 0 always takes the best, 1 takes each as often as it was tried.
    pub variety: f32,
    /// Draw conclusions from what others do?
    pub beliefs: bool,
    /// Draw conclusions from what others say?
    pub ears: bool,
    /// Do these conclusions also change which options the policy prefers?
    pub informed: bool,
    /// How it speaks.
    pub manners: Manners,
    /// Keep well-visited nodes for the next decisions?
    pub keeps: bool,
    /// Try whole turns by plan, where the game has plans ([`Instinct::PLANS`])?
    pub plans: bool,
    /// Where a trained network fits the table, whose weights take the place of instinct's?
    pub network: Reach,
    /// Do seats that choose at the same time also search? If not, they follow the policy like all others.
    pub regrets: bool,
}

impl Settings {
    /// Everything that helps. Nodes are worth keeping if a turn has many steps, as it does in games with plans.
    pub const fn deep<G: Instinct>() -> Settings {
        let long_turns = G::PLANS > 1;
        let network = G::SEARCH.network;
        Settings { beliefs: true, keeps: long_turns, plans: long_turns, network, ..Settings::of::<G>() }
    }

    /// The settings for a game.
    pub const fn of<G: Instinct>() -> Settings {
        Settings {
            habits: G::SEARCH,
            nodes: 1 << 16,
            variety: 0.0,
            beliefs: false,
            ears: true,
            informed: true,
            manners: Manners::Cunning,
            keeps: false,
            plans: false,
            network: Reach::Nowhere,
            regrets: true,
        }
    }
}

/// A choice of a seat at a node.
#[derive(Clone, Copy, Default)]
struct Edge {
    visits: f32,
    /// The sum of what the choosing seat got.
    value: f32,
    /// The policy's probability; at a node they sum up to 1.
    weight: f32,
    /// Its rank by the policy, where there are many choices.
    rank: f32,
}

/// What a seat has chosen on the way down.
#[derive(Clone, Copy)]
struct Step {
    edge: u32,
    seat: u8,
}

/// The approximate standard deviation of the value of one walk.
const NOISE: f32 = 0.4;

/// After this many visits experience counts as much as the policy.
const TRUST: f32 = 60.0;

/// Where there are more choices than this, the others are opened one by one as experience grows.
const NARROW: usize = 16;

/// No walk takes more steps than this.
const LONGEST_WALK: u32 = 60;

/// The most times each plan is tried, and the part of the iterations that all plans may take together.
const TRIALS: u32 = 24;
const PLANNING: u32 = 6;

/// Nodes with fewer visits are not kept.
const WORTH_KEEPING: f32 = 4.0;

/// With beliefs, the most worlds that are weighed, and the cost of each in iterations.
const WORLDS: u32 = 256;
const WEIGHING: u32 = 2;

/// All role assignments are weighed if there are at most this many, and the cost of each in iterations.
const CASTS: u32 = 4096;
const CASTING: u32 = 4;

/// The worlds that are drawn before something is said, and the role assignments that are weighed for that.
const SPEAKING: (usize, usize) = (48, 128);

/// Looks ahead.
pub struct Search<G: Instinct> {
    settings: Settings,
    chance: Quick,
    /// The seed of this decision's worlds.
    luck: u64,
    /// From a node's key to its first edge.
    nodes: Index,
    edges: Vec<Edge>,
    /// The first edge of the question's node.
    root: usize,
    /// The searching seat, and the plan that it prefers in this decision.
    me: Seat,
    plan: usize,
    /// The table's network, once it has been looked for.
    network: Option<Option<NetworkPolicy<G>>>,
    path: Vec<Step>,
    mind: Mind<G>,
    voice: Voice<G>,
    /// Worlds that fit what the others have done, each as often as its weight says; empty where there is no evidence.
    worlds: Vec<G::State>,
    actions: Vec<G::Action>,
    weights: Vec<f32>,
    /// The choices of a node, best by the policy first.
    order: Vec<u32>,
    scores: Vec<i64>,
    iterations: u32,
    /// How many iterations the last decision took: the next one is likely to have time for as many.
    usual: u32,
    steps: u64,
}

impl<G: Instinct> Search<G> {
    /// A bot that looks ahead.
    pub fn new(seed: u64, settings: Settings) -> Self {
        Search {
            settings,
            chance: quick(seed),
            luck: 0,
            nodes: Index::with_room(settings.nodes),
            edges: Vec::new(),
            root: 0,
            me: Seat::new(0),
            plan: 0,
            network: None,
            path: Vec::new(),
            mind: Mind::new(settings.ears),
            voice: Voice::new(seed, settings.manners),
            worlds: Vec::new(),
            actions: Vec::new(),
            weights: Vec::new(),
            order: Vec::new(),
            scores: Vec::new(),
            iterations: 0,
            usual: 256,
            steps: 0,
        }
    }

    /// A world that may be the true one: the same for every option at the same visit count, so that options are
    /// compared under the same luck.
    fn imagine(&mut self, question: &Question<'_, G>, nth: u64) -> G::State {
        self.chance = quick(mix(self.luck.wrapping_add(nth)));
        match self.worlds.len() {
            0 => G::sample(question.observation, &mut self.chance),
            count => self.worlds[self.chance.index(count)].clone(),
        }
    }

    /// Worlds that fit what the others have done and said, drawn in proportion: a number of them, by all role assignments where there are no
    /// more than the second number.
    pub fn believe(
        &mut self,
        eyes: (&G::Observation, Seat),
        said: &[Spoken],
        counts: (usize, usize),
        time_is_up: &mut dyn FnMut() -> bool,
    ) -> Vec<G::State> {
        self.mind.believe(eyes, said, counts, &mut self.chance, time_is_up)
    }

    /// For each option of the last question: how often it was tried, and the sum of its results.
    pub(crate) fn experience(&self, options: usize) -> impl Iterator<Item = (f32, f32)> {
        self.edges.iter().skip(self.root).take(options).map(|edge| (edge.visits, edge.value))
    }

    /// How often each option is tried in this many iterations; passing, where that is possible, is the last.
    pub fn visits(&mut self, question: &Question<'_, G>, iterations: u32) -> Vec<f32> {
        let chosen = self.decide(question, &mut Budget { iterations, time_is_up: &mut || false });
        let options = question.actions.len() + usize::from(!question.waited_on());
        if self.iterations == 0 {
            // It needed no thought: there is one option, or nothing worth an interruption.
            let chosen = chosen.unwrap_or(options - 1);
            return (0..options).map(|option| if option == chosen { 1.0 } else { 0.0 }).collect();
        }
        self.experience(options).map(|(visits, _)| visits).collect()
    }

    /// One world, one walk.
    fn iterate(&mut self, question: &Question<'_, G>) {
        self.path.clear();
        let me = question.seat;
        let count = question.actions.len() + usize::from(!question.waited_on());
        let first = self.explore(self.root, count);
        let tried = self.edges[self.root + first].visits;
        let mut world = self.imagine(question, tried as u64);
        self.path.push(Step { edge: (self.root + first) as u32, seat: me.index() as u8 });
        let mut own = 0;
        if !question.waited_on() {
            if let Some(&action) = question.actions.get(first) {
                self.apply(&mut world, me, action);
            }
            own = 1;
        }
        let mut fresh = false;
        for _ in 0..LONGEST_WALK {
            let batch = G::waiting_on(&world);
            if batch.is_empty() || fresh || own > self.settings.habits.depth {
                break;
            }
            let together = batch.len() > 1;
            for seat in batch {
                if together && !G::waiting_on(&world).contains(seat) {
                    break; // The choices of the others have settled it.
                }
                self.actions.clear();
                G::legal(&world, seat, &mut self.actions);
                let at = match self.actions.len() {
                    0 => break,
                    1 => 0,
                    _ if seat == me && own == 0 => {
                        own = 1;
                        first
                    }
                    count => {
                        let reach = if seat == me { Reach::Own } else { Reach::Tree };
                        let (start, new) = self.node(&world, seat, reach);
                        own += u32::from(seat == me);
                        fresh |= new && seat == me;
                        match start {
                            None => weighted(&self.weights, &mut self.chance),
                            Some(start) if together && self.settings.regrets => {
                                let at = self.match_regrets(start, count);
                                self.path.push(Step { edge: (start + at) as u32, seat: seat.index() as u8 });
                                at
                            }
                            Some(start) if seat == me => {
                                let at = self.explore(start, count);
                                self.path.push(Step { edge: (start + at) as u32, seat: seat.index() as u8 });
                                at
                            }
                            Some(start) => self.follow(start, count),
                        }
                    }
                };
                let action = self.actions[at];
                self.apply(&mut world, seat, action);
            }
        }
        let values = self.values(&mut world);
        for step in &self.path {
            let edge = &mut self.edges[step.edge as usize];
            edge.visits += 1.0;
            edge.value += values[usize::from(step.seat)];
        }
    }

    #[inline]
    fn apply(&mut self, world: &mut G::State, seat: Seat, action: G::Action) {
        self.steps += 1;
        G::apply(world, seat, action, &mut self.chance, &mut ());
    }

    /// Creates or finds the node of the question and returns how many edges it has.
    fn plant(&mut self, question: &Question<'_, G>) -> usize {
        let world = G::sample(question.observation, &mut self.chance);
        let count = question.actions.len();
        if question.waited_on() {
            self.actions.clear();
            self.actions.extend_from_slice(question.actions);
            if let (Some(root), _) = self.node(&world, question.seat, Reach::Root) {
                self.root = root;
                return count;
            }
        }
        self.root = self.edges.len();
        self.weights.clear();
        G::policy_weights(&world, question.seat, question.actions, &mut self.weights);
        if question.waited_on() {
            self.sprout();
            return count;
        }
        self.weights.push(1.0);
        self.sprout();
        count + 1
    }

    /// Has the policy weigh the options by the worlds that were last weighed.
    fn prefer_informed(&mut self, question: &Question<'_, G>) {
        self.weights.clear();
        G::informed_weights(self.mind.weighed(), question.seat, question.actions, &mut self.weights);
        if self.weights.is_empty() {
            return; // There was no time to weigh any.
        }
        if !question.waited_on() {
            self.weights.push(1.0);
        }
        let scale = 1.0 / self.weights.iter().sum::<f32>().max(f32::MIN_POSITIVE);
        let edges = &mut self.edges[self.root..self.root + self.weights.len()];
        for (edge, weight) in edges.iter_mut().zip(&self.weights) {
            edge.weight = weight * scale;
        }
        if edges.len() > NARROW {
            rank(edges, &mut self.order);
        }
    }

    /// Clears the tree, except for nodes that may be useful again.
    fn prune(&mut self) {
        let nodes = if self.settings.keeps { self.nodes.entries() } else { Vec::new() };
        self.nodes.clear();
        let mut end = 0;
        for (i, &(key, start)) in nodes.iter().enumerate() {
            let start = start as usize;
            let next = nodes.get(i + 1).map_or(self.edges.len(), |&(_, next)| next as usize);
            let visits: f32 = self.edges[start..next].iter().map(|edge| edge.visits).sum();
            if visits >= WORTH_KEEPING && self.nodes.insert(key, end as u32) {
                self.edges.copy_within(start..next, end);
                end += next - start;
            }
        }
        self.edges.truncate(end);
    }

    /// The first edge of the node at which a seat decides, and whether it is new. If there is no room for it, there are only the weights.
    #[inline]
    fn node(&mut self, world: &G::State, seat: Seat, reach: Reach) -> (Option<usize>, bool) {
        let mut key = G::info_key(world, seat) ^ (seat.index() as u64) << 56;
        for action in &self.actions {
            key = mix(key ^ u64::from(action.code()));
        }
        if let Some(start) = self.nodes.get(key) {
            return (Some(start as usize), false);
        }
        self.weights.clear();
        G::policy_weights(world, seat, &self.actions, &mut self.weights);
        self.consult(world, seat, reach);
        if self.plan > 0 && seat == self.me {
            G::apply_plan(world, self.plan, &self.actions, &mut self.weights);
        }
        let start = self.edges.len();
        if !self.nodes.insert(key, start as u32) {
            return (None, true);
        }
        self.sprout();
        (Some(start), true)
    }

    /// Lets the network correct the weights of these actions if it reaches as far as this.
    fn consult(&mut self, world: &G::State, seat: Seat, reach: Reach) {
        if reach > self.settings.network {
            return;
        }
        let network = self.network.get_or_insert_with(|| NetworkPolicy::find(G::NETWORKS, world).ok());
        if let Some(network) = network {
            network.correct(world, seat, &self.actions, &mut self.weights, &mut self.scores);
        }
    }

    /// Adds edges with the present weights.
    fn sprout(&mut self) {
        let scale = 1.0 / self.weights.iter().sum::<f32>().max(f32::MIN_POSITIVE);
        let edge = |&weight: &f32| Edge { visits: 0.0, value: 0.0, weight: weight * scale, rank: 0.0 };
        let start = self.edges.len();
        self.edges.extend(self.weights.iter().map(edge));
        if self.weights.len() > NARROW {
            rank(&mut self.edges[start..], &mut self.order);
        }
    }

    /// A choice by the policy.
    #[inline]
    fn follow(&mut self, start: usize, count: usize) -> usize {
        let mut left = (self.chance.bits() >> 8) as f32 / (1 << 24) as f32;
        for (i, edge) in self.edges[start..start + count].iter().enumerate() {
            left -= edge.weight;
            if left < 0.0 {
                return i;
            }
        }
        count - 1
    }

    /// The most promising choice.
    fn explore(&mut self, start: usize, count: usize) -> usize {
        promising(&self.edges[start..start + count], &self.settings.habits)
    }

    /// Tries each plan in the same worlds and takes the best.
    fn make_plans(&mut self, question: &Question<'_, G>, likely: u32, budget: &mut Budget<'_>) {
        let trials = TRIALS.min(likely / PLANNING / G::PLANS as u32);
        let mut worth = vec![0.0; G::PLANS];
        for trial in 0..trials {
            for (plan, worth) in worth.iter_mut().enumerate() {
                let mut world = self.imagine(question, trial.into());
                *worth += self.carry_out(plan, &mut world, question.seat);
                self.iterations += 1;
            }
            if (budget.time_is_up)() {
                return;
            }
        }
        self.plan = heaviest(&worth, &mut self.chance);
    }

    /// The value of a turn played by plan.
    fn carry_out(&mut self, plan: usize, world: &mut G::State, me: Seat) -> f32 {
        for _ in 0..LONGEST_WALK {
            let Some(seat) = G::waiting_on(world).first().filter(|seat| *seat == me) else { break };
            self.actions.clear();
            G::legal(world, seat, &mut self.actions);
            if self.actions.is_empty() {
                break;
            }
            self.weights.clear();
            G::policy_weights(world, seat, &self.actions, &mut self.weights);
            G::apply_plan(world, plan, &self.actions, &mut self.weights);
            let action = self.actions[heaviest(&self.weights, &mut self.chance)];
            self.apply(world, seat, action);
        }
        self.values(world)[me.index()]
    }

    /// Regret matching: chooses in proportion to how much better than average a choice has been, beyond the noise. The policy leads
    /// until there is experience.
    fn match_regrets(&mut self, start: usize, count: usize) -> usize {
        let edges = &self.edges[start..start + count];
        let (visits, value) = edges.iter().fold((0.0, 0.0), |(n, v), edge| (n + edge.visits, v + edge.value));
        let mean = if visits > 0.0 { value / visits } else { 0.5 };
        self.weights.clear();
        let mut any = 0.0;
        for edge in edges {
            let own = if edge.visits > 0.0 { edge.value / edge.visits } else { mean };
            let regret = (own - mean - NOISE / (edge.visits + 1.0).sqrt()).max(0.0);
            any += regret;
            self.weights.push(regret);
        }
        let instinct = if any > 0.0 { TRUST / (TRUST + visits) + 0.05 } else { 1.0 };
        for (weight, edge) in self.weights.iter_mut().zip(edges) {
            *weight = (1.0 - instinct) * *weight / any.max(f32::MIN_POSITIVE) + instinct * edge.weight;
        }
        weighted(&self.weights, &mut self.chance)
    }

    /// What each seat gets: the outcome, or the evaluation after a few steps of policy.
    fn values(&mut self, world: &mut G::State) -> [f32; MAX_SEATS] {
        for _ in 0..self.settings.habits.rollout {
            let Some(seat) = G::waiting_on(world).first() else { break };
            self.actions.clear();
            G::legal(world, seat, &mut self.actions);
            let at = match self.actions.len() {
                0 => break,
                1 => 0,
                _ => {
                    // This far from the root nothing comes up twice: there is nothing to remember.
                    self.weights.clear();
                    G::policy_weights(world, seat, &self.actions, &mut self.weights);
                    weighted(&self.weights, &mut self.chance)
                }
            };
            let action = self.actions[at];
            self.apply(world, seat, action);
        }
        match G::outcome(world) {
            Some(outcome) => worth(&outcome),
            None => G::evaluate(world),
        }
    }
}

/// Puts choices in order, best by the policy first.
fn rank(edges: &mut [Edge], order: &mut Vec<u32>) {
    order.clear();
    order.extend(0..edges.len() as u32);
    let weight = |at: u32| edges[at as usize].weight;
    order.sort_unstable_by(|&a, &b| weight(b).total_cmp(&weight(a)).then(a.cmp(&b)));
    for (rank, &at) in order.iter().enumerate() {
        edges[at as usize].rank = rank as f32;
    }
}

/// The most promising choice, by experience and exploration, among those that are open.
fn promising(edges: &[Edge], habits: &SearchParams) -> usize {
    let (visits, value) = edges.iter().fold((0.0, 0.0), |(n, v), edge| (n + edge.visits, v + edge.value));
    let mean = if visits > 0.0 { value / visits } else { 0.5 };
    let reach = habits.exploration * (visits + 1.0f32).sqrt();
    let even = habits.uniform / edges.len() as f32;
    let open = NARROW as f32 + 2.0 * visits.sqrt();
    let mut best = (f32::MIN, 0);
    for (i, edge) in edges.iter().enumerate().filter(|(_, edge)| edge.rank < open) {
        let own = if edge.visits > 0.0 { edge.value / edge.visits } else { mean };
        let weight = (1.0 - habits.uniform) * edge.weight + even;
        let score = own + reach * weight / (1.0 + edge.visits);
        if score > best.0 {
            best = (score, i);
        }
    }
    best.1
}

/// The value of an outcome for each seat: 1 for winners, a little for a better place among the others.
pub(crate) fn worth(outcome: &Outcome) -> [f32; MAX_SEATS] {
    let mut values = [0.0; MAX_SEATS];
    let seats = outcome.seats();
    for seat in Seat::all(seats) {
        values[seat.index()] = if outcome.is_draw() {
            0.5
        } else if outcome.placing(seat) == 1 {
            1.0
        } else {
            0.1 * (seats - outcome.placing(seat)) as f32 / seats as f32
        };
    }
    values
}

impl<G: Instinct> Search<G> {
    /// Decides with all cards open: a measure of how much there is to win. Bots are only ever given what their seat sees, so no level
    /// can call this.
    pub fn decide_knowing(
        &mut self,
        world: &G::State,
        question: &Question<'_, G>,
        budget: &mut Budget<'_>,
    ) -> Option<usize> {
        self.think(Some(world), question, budget)
    }

    fn think(
        &mut self,
        known: Option<&G::State>,
        question: &Question<'_, G>,
        budget: &mut Budget<'_>,
    ) -> Option<usize> {
        (self.iterations, self.steps) = (0, 0);
        if question.waited_on() && question.actions.len() == 1 {
            return Some(0); // Nobody thinks long over a forced move.
        }
        self.worlds.clear();
        self.worlds.extend(known.cloned());
        self.luck = u64::from(self.chance.bits()) << 32 | u64::from(self.chance.bits());
        self.prune();
        let likely = budget.iterations.min(self.usual);
        (self.me, self.plan) = (question.seat, 0);
        if self.settings.plans && question.waited_on() {
            self.make_plans(question, likely, budget);
        }
        let options = self.plant(question);
        // Interrupting is seldom right: passing weighs 1.
        if !question.waited_on() && self.weights[..options - 1].iter().all(|&weight| weight < 0.1) {
            return None;
        }
        if known.is_none() && self.mind.has_seen_or_heard(question.said) {
            let count = WORLDS.min(likely / WEIGHING).max(16) as usize;
            let assignments = CASTS.min(likely / CASTING) as usize;
            let eyes = (question.observation, question.seat);
            self.worlds = self.believe(eyes, question.said, (count, assignments), budget.time_is_up);
            if self.settings.informed {
                self.prefer_informed(question);
            }
        }
        while self.iterations < budget.iterations {
            self.iterate(question);
            self.iterations += 1;
            if self.iterations.is_multiple_of(16) && (budget.time_is_up)() {
                break;
            }
        }
        self.usual = self.iterations;
        self.weights.clear();
        self.weights.extend(self.edges[self.root..self.root + options].iter().map(|edge| edge.visits));
        let choice = if self.settings.variety > 0.0 {
            self.weights.iter_mut().for_each(|visits| *visits = visits.powf(1.0 / self.settings.variety));
            weighted(&self.weights, &mut self.chance)
        } else {
            heaviest(&self.weights, &mut self.chance)
        };
        (choice < question.actions.len()).then_some(choice)
    }
}

impl<G: Instinct> Bot<G> for Search<G> {
    fn decide(&mut self, question: &Question<'_, G>, budget: &mut Budget<'_>) -> Option<usize> {
        self.think(None, question, budget)
    }

    fn witness(&mut self, seen: &Witnessed<'_, G>) {
        if self.settings.beliefs {
            self.mind.witness(seen, &mut self.chance);
        }
    }

    fn speak(&mut self, floor: &Floor<'_, G>) -> Option<Utterance> {
        if !self.voice.has_something_to_say(floor) {
            return None;
        }
        let eyes = (floor.observation, floor.seat);
        // By lots of its own: to speak changes nothing of what it does by chance.
        let seed = self.luck ^ (floor.seat.index() as u64) << 48 ^ floor.version as u64;
        let lots = std::mem::replace(&mut self.chance, quick(seed));
        let worlds = self.believe(eyes, floor.said, SPEAKING, &mut || false);
        self.chance = lots;
        self.voice.speak(floor, &worlds)
    }

    fn remembers(&self) -> bool {
        self.settings.beliefs
    }

    fn iterations(&self) -> u32 {
        self.iterations
    }

    fn steps(&self) -> u64 {
        self.steps
    }
}

/// Can a search tell all codes apart?
pub(crate) const fn fits<G: Game>() -> bool {
    G::Action::CODES < 1 << 24
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_choices_the_likeliest_are_open_first_and_the_others_later() {
        let habits = SearchParams { uniform: 1.0, ..SearchParams::DEFAULT };
        let mut edges: Vec<Edge> =
            (0..200).map(|i| Edge { weight: i as f32 / 19_900.0, ..Edge::default() }).collect();
        rank(&mut edges, &mut Vec::new());
        let mut visit = |times: usize| {
            for _ in 0..times {
                let at = promising(&edges, &habits);
                edges[at].visits += 1.0;
            }
            let tried = (0..200).filter(|&i| edges[i].visits > 0.0);
            (tried.clone().min().unwrap_or(0), tried.count())
        };
        let (worst, tried) = visit(16);
        assert!(worst >= 200 - 24 && tried == 16, "all equally promising, none twice: {worst} {tried}");
        let (worst, tried) = visit(84);
        assert!(worst >= 200 - 36 && tried > 30, "{worst} {tried}");
        assert_eq!(visit(10_000 - 100), (0, 200), "in the end all are open");
    }
}
