//! Information-set tree search, written once for all games.
//!
//! Each iteration imagines a world that fits the observation, walks down the tree, adds one node, plays on by instinct for a few
//! steps and asks the game what each seat can hope for.
//!
//! - A node is what a seat made out when it decided ([`Instinct::glimpse`] and its options) after its own earlier choices. Worlds
//!   that look the same to the seat share their nodes, whatever is hidden in them.
//! - A value for every seat; each seat maximises its own.
//! - Where several seats choose at the same time each chooses without knowing the others' choices, by regret matching.
//! - Instinct is computed from what the choosing seat knows, so in imagined worlds too nobody acts on what he cannot know.

use table::chance::{Quick, quick};
use table::instinct::Instinct;
use table::{Action, Game, MAX_SEATS, Outcome, Seat};

use crate::bot::{Bot, Budget, Question};
use crate::fingertips::{heaviest, weighted};
use crate::index::{Index, mix};

/// How a search goes about it.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How much curiosity weighs against experience.
    pub curiosity: f32,
    /// How many steps of instinct follow below the tree.
    pub rollout: u32,
    /// Walk the tree for at most so many choices of the own seat.
    pub depth: u32,
    /// At most so many nodes.
    pub nodes: usize,
    /// The share of the weight that is spread evenly over all options, so that none is ruled out by instinct.
    pub doubt: f32,
    /// How much the choice varies: 0 for always the best, 1 for as often as each was tried.
    pub variety: f32,
    /// Do the others think, too? If not, they follow their instinct.
    pub rivals_think: bool,
    /// Steps in the tree at most.
    pub walk: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            curiosity: 0.7,
            rollout: 8,
            depth: 12,
            nodes: 1 << 16,
            doubt: 0.08,
            variety: 0.0,
            rivals_think: false,
            walk: 40,
        }
    }
}

/// A choice of a seat at a node.
#[derive(Clone, Copy, Default)]
struct Edge {
    visits: f32,
    /// The sum of what the choosing seat got.
    value: f32,
    /// How much instinct is drawn to it; at a node they sum up to 1.
    weight: f32,
}

/// What a seat has chosen on the way down.
#[derive(Clone, Copy)]
struct Step {
    edge: u32,
    seat: u8,
}

/// How far the value of one walk lies from the mean, about.
const NOISE: f32 = 0.4;

/// After so many visits experience counts as much as instinct.
const TRUST: f32 = 60.0;

/// Looks ahead.
pub struct Search<G: Instinct> {
    settings: Settings,
    chance: Quick,
    /// From a node's key to its first edge.
    nodes: Index,
    edges: Vec<Edge>,
    path: Vec<Step>,
    actions: Vec<G::Action>,
    weights: Vec<f32>,
    iterations: u32,
    steps: u64,
}

impl<G: Instinct> Search<G> {
    /// A bot that looks ahead.
    pub fn new(seed: u64, settings: Settings) -> Self {
        Search {
            settings,
            chance: quick(seed),
            nodes: Index::with_room(settings.nodes),
            edges: Vec::new(),
            path: Vec::new(),
            actions: Vec::new(),
            weights: Vec::new(),
            iterations: 0,
            steps: 0,
        }
    }

    /// One world, one walk.
    fn iterate(&mut self, question: &Question<'_, G>) {
        let mut world = G::sample(question.observation, &mut self.chance);
        self.path.clear();
        let me = question.seat;
        // What each seat has done on this walk.
        let mut trails = [0u64; MAX_SEATS];
        if !question.waited_on {
            let at = self.root(me, question.actions.len() + 1);
            if let Some(&action) = question.actions.get(at) {
                self.apply(&mut world, me, action);
            }
            trails[me.index()] = at as u64 + 1;
        }
        let (mut own, mut fresh) = (0, false);
        for _ in 0..self.settings.walk {
            let batch = G::waiting_on(&world);
            if batch.is_empty() || fresh || own >= self.settings.depth {
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
                    count if seat == me && own == 0 && question.waited_on => {
                        own += 1;
                        self.root(me, count)
                    }
                    _ if seat == me || self.settings.rivals_think => {
                        own += u32::from(seat == me);
                        let (at, new) = self.choose(&world, seat, trails[seat.index()], together);
                        fresh |= new && seat == me;
                        at
                    }
                    _ => self.by_instinct(&world, seat),
                };
                let action = self.actions[at];
                let trail = &mut trails[seat.index()];
                *trail = mix(*trail ^ u64::from(action.code()) << 8 ^ 0x5EA7);
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

    fn by_instinct(&mut self, world: &G::State, seat: Seat) -> usize {
        self.weights.clear();
        G::lean(world, seat, &self.actions, &mut self.weights);
        weighted(&self.weights, &mut self.chance)
    }

    /// Makes the node of the question: its edges are the first.
    fn plant(&mut self, question: &Question<'_, G>) {
        let world = G::sample(question.observation, &mut self.chance);
        self.weights.clear();
        G::lean(&world, question.seat, question.actions, &mut self.weights);
        if !question.waited_on {
            self.weights.push(1.0);
        }
        self.sprout();
    }

    /// The first choice of a walk.
    fn root(&mut self, seat: Seat, count: usize) -> usize {
        let at = self.explore(0, count);
        self.path.push(Step { edge: at as u32, seat: seat.index() as u8 });
        at
    }

    /// Chooses for a seat below the root; says whether the node was new.
    fn choose(&mut self, world: &G::State, seat: Seat, trail: u64, together: bool) -> (usize, bool) {
        let mut key = mix(trail ^ G::glimpse(world, seat)) ^ seat.index() as u64;
        for action in &self.actions {
            key = mix(key ^ u64::from(action.code()));
        }
        let count = self.actions.len();
        let known = self.nodes.get(key);
        let start = match known {
            Some(start) => start as usize,
            None => {
                self.weights.clear();
                G::lean(world, seat, &self.actions, &mut self.weights);
                let start = self.edges.len();
                if !self.nodes.insert(key, start as u32) {
                    return (weighted(&self.weights, &mut self.chance), true);
                }
                self.sprout();
                start
            }
        };
        let at = if together { self.match_regrets(start, count) } else { self.explore(start, count) };
        self.path.push(Step { edge: (start + at) as u32, seat: seat.index() as u8 });
        (at, known.is_none())
    }

    /// Adds edges with the present weights.
    fn sprout(&mut self) {
        let sum: f32 = self.weights.iter().sum::<f32>().max(f32::MIN_POSITIVE);
        let even = self.settings.doubt / self.weights.len() as f32;
        let scale = (1.0 - self.settings.doubt) / sum;
        let edge = |&weight: &f32| Edge { visits: 0.0, value: 0.0, weight: weight * scale + even };
        self.edges.extend(self.weights.iter().map(edge));
    }

    /// The choice that promises most, by experience and curiosity.
    fn explore(&mut self, start: usize, count: usize) -> usize {
        let edges = &self.edges[start..start + count];
        let (visits, value) = edges.iter().fold((0.0, 0.0), |(n, v), edge| (n + edge.visits, v + edge.value));
        let mean = if visits > 0.0 { value / visits } else { 0.5 };
        let reach = self.settings.curiosity * (visits + 1.0f32).sqrt();
        let mut best = (f32::MIN, 0);
        for (i, edge) in edges.iter().enumerate() {
            let own = if edge.visits > 0.0 { edge.value / edge.visits } else { mean };
            let score = own + reach * edge.weight / (1.0 + edge.visits);
            if score > best.0 {
                best = (score, i);
            }
        }
        best.1
    }

    /// Regret matching: chooses in proportion to how much better than average a choice has been, as far as that is more than
    /// noise. Instinct leads until experience has something to say.
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

    /// What each seat gets: the outcome, or after a few steps of instinct what it can hope for.
    fn values(&mut self, world: &mut G::State) -> [f32; MAX_SEATS] {
        for _ in 0..self.settings.rollout {
            let Some(seat) = G::waiting_on(world).first() else { break };
            self.actions.clear();
            G::legal(world, seat, &mut self.actions);
            let at = match self.actions.len() {
                0 => break,
                1 => 0,
                _ => self.by_instinct(world, seat),
            };
            let action = self.actions[at];
            self.apply(world, seat, action);
        }
        match G::outcome(world) {
            Some(outcome) => worth(&outcome),
            None => G::hopes(world),
        }
    }
}

/// What an outcome is worth to each seat: all to the winners, a little for a better place among the others.
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

impl<G: Instinct> Bot<G> for Search<G> {
    fn decide(&mut self, question: &Question<'_, G>, budget: &mut Budget<'_>) -> Option<usize> {
        (self.iterations, self.steps) = (0, 0);
        if question.waited_on && question.actions.len() == 1 {
            return Some(0); // Nobody thinks long over a forced move.
        }
        self.nodes.clear();
        self.edges.clear();
        self.plant(question);
        let options = self.edges.len();
        // An interrupt is seldom worth a thought: letting the moment pass weighs 1.
        if !question.waited_on && self.weights[..options - 1].iter().all(|&weight| weight < 0.1) {
            return None;
        }
        while self.iterations < budget.iterations {
            self.iterate(question);
            self.iterations += 1;
            if self.iterations.is_multiple_of(16) && (budget.time_is_up)() {
                break;
            }
        }
        self.weights.clear();
        self.weights.extend(self.edges[..options].iter().map(|edge| edge.visits));
        let choice = if self.settings.variety > 0.0 {
            self.weights.iter_mut().for_each(|visits| *visits = visits.powf(1.0 / self.settings.variety));
            weighted(&self.weights, &mut self.chance)
        } else {
            heaviest(&self.weights, &mut self.chance)
        };
        (choice < question.actions.len()).then_some(choice)
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
