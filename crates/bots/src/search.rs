//! Information-set tree search, written once for all games.
//!
//! Each iteration imagines a world that fits the observation, walks down the tree by what has worked so far and by instinct, adds
//! one node, plays on by instinct for a few steps and asks the game what each seat can hope for. The tree is open-loop: a node is
//! a sequence of choices, whatever chance made of them, and in each world only the choices that are legal there count.
//!
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
    /// Walk the tree for at most so many rounds of choices.
    pub depth: u32,
    /// At most so many nodes.
    pub nodes: usize,
    /// The share of the weight that is spread evenly over all options, so that none is ruled out by instinct.
    pub doubt: f32,
    /// How much the choice varies: 0 for always the best, 1 for as often as each was tried.
    pub variety: f32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { curiosity: 0.7, rollout: 8, depth: 12, nodes: 1 << 16, doubt: 0.08, variety: 0.0 }
    }
}

/// A choice of a seat at a node.
#[derive(Clone, Copy, Default)]
struct Edge {
    visits: f32,
    /// The sum of what the choosing seat got.
    value: f32,
}

/// What a seat has chosen on the way down.
#[derive(Clone, Copy)]
struct Step {
    edge: u32,
    seat: u8,
}

const ROOT: u64 = 1;

/// How far the value of one walk lies from the mean, about.
const NOISE: f32 = 0.4;

/// After so many visits experience counts as much as instinct.
const TRUST: f32 = 60.0;

/// The code that stands for letting an interrupt pass.
const PASS: u32 = (1 << 24) - 1;

/// Looks ahead.
pub struct Search<G: Instinct> {
    settings: Settings,
    chance: Quick,
    /// From a node, a seat and an action's code to the edge.
    index: Index,
    /// Nodes that have been seen.
    seen: Index,
    edges: Vec<Edge>,
    path: Vec<Step>,
    actions: Vec<G::Action>,
    codes: Vec<u32>,
    weights: Vec<f32>,
    strategy: Vec<f32>,
    iterations: u32,
}

impl<G: Instinct> Search<G> {
    /// A bot that looks ahead.
    pub fn new(seed: u64, settings: Settings) -> Self {
        Search {
            settings,
            chance: quick(seed),
            index: Index::with_room(settings.nodes * 4),
            seen: Index::with_room(settings.nodes),
            edges: Vec::new(),
            path: Vec::new(),
            actions: Vec::new(),
            codes: Vec::new(),
            weights: Vec::new(),
            strategy: Vec::new(),
            iterations: 0,
        }
    }

    /// One world, one walk.
    fn iterate(&mut self, question: &Question<'_, G>) {
        let mut world = G::sample(question.observation, &mut self.chance);
        self.path.clear();
        let mut node = ROOT;
        if !question.waited_on {
            node = self.interrupt_or_not(&mut world, question, node);
        }
        let mut fresh = false;
        for _ in 0..self.settings.depth {
            let batch = G::waiting_on(&world);
            if batch.is_empty() || fresh {
                break;
            }
            let mut joint = node;
            for seat in batch {
                if !G::waiting_on(&world).contains(seat) {
                    break; // The choices of the others have settled it.
                }
                self.actions.clear();
                G::legal(&world, seat, &mut self.actions);
                let Some(&first) = self.actions.first() else { break };
                let action = if self.actions.len() == 1 {
                    first
                } else {
                    let at = self.choose(&world, seat, node, batch.len() > 1);
                    self.actions[at]
                };
                joint = mix(joint ^ u64::from(action.code()) << 8 ^ (seat.index() as u64 + 1));
                G::apply(&mut world, seat, action, &mut self.chance, &mut ());
            }
            node = joint | 1;
            if self.seen.get(node).is_none() {
                self.seen.insert(node, 0);
                fresh = true;
            }
        }
        let values = self.values(&mut world);
        for step in &self.path {
            let edge = &mut self.edges[step.edge as usize];
            edge.visits += 1.0;
            edge.value += values[usize::from(step.seat)];
        }
    }

    /// Is an interrupt worth a thought at all? Letting the moment pass weighs 1.
    fn tempted(&mut self, question: &Question<'_, G>) -> bool {
        let world = G::sample(question.observation, &mut self.chance);
        self.weights.clear();
        G::lean(&world, question.seat, question.actions, &mut self.weights);
        self.weights.iter().any(|&weight| weight > 0.1)
    }

    /// The first choice of a seat that is not waited on: one of its interrupts, or to let the moment pass.
    fn interrupt_or_not(&mut self, world: &mut G::State, question: &Question<'_, G>, node: u64) -> u64 {
        self.actions.clear();
        self.actions.extend_from_slice(question.actions);
        self.weights.clear();
        G::lean(world, question.seat, &self.actions, &mut self.weights);
        self.weights.push(1.0);
        self.codes.clear();
        self.codes.extend(self.actions.iter().map(|action| action.code()));
        self.codes.push(PASS);
        let at = self.select(question.seat, node, false);
        if let Some(&action) = self.actions.get(at) {
            G::apply(world, question.seat, action, &mut self.chance, &mut ());
        }
        mix(node ^ u64::from(self.codes[at]) << 8) | 1
    }

    /// Chooses for a seat in the tree.
    fn choose(&mut self, world: &G::State, seat: Seat, node: u64, together: bool) -> usize {
        self.weights.clear();
        G::lean(world, seat, &self.actions, &mut self.weights);
        self.codes.clear();
        self.codes.extend(self.actions.iter().map(|action| action.code()));
        self.select(seat, node, together)
    }

    /// Chooses among `codes` by experience at this node and by `weights`, and notes the choice.
    fn select(&mut self, seat: Seat, node: u64, together: bool) -> usize {
        let count = self.codes.len();
        let sum: f32 = self.weights.iter().sum::<f32>().max(f32::MIN_POSITIVE);
        let even = self.settings.doubt / count as f32;
        let (mut visits, mut value) = (0.0, 0.0);
        self.strategy.clear();
        for i in 0..count {
            self.weights[i] = (1.0 - self.settings.doubt) * self.weights[i] / sum + even;
            let edge = self.edge(seat, node, self.codes[i]);
            visits += edge.visits;
            value += edge.value;
        }
        let mean = if visits > 0.0 { value / visits } else { 0.5 };
        let at = if together {
            // Regret matching: choose in proportion to how much better than average a choice has been, as far as that is more
            // than noise. Instinct leads until experience has something to say.
            let mut any = 0.0;
            for i in 0..count {
                let edge = self.edge(seat, node, self.codes[i]);
                let own = if edge.visits > 0.0 { edge.value / edge.visits } else { mean };
                let noise = NOISE / (edge.visits + 1.0).sqrt();
                let regret = (own - mean - noise).max(0.0);
                any += regret;
                self.strategy.push(regret);
            }
            if any > 0.0 {
                let instinct = TRUST / (TRUST + visits) + 0.05;
                for i in 0..count {
                    self.strategy[i] = (1.0 - instinct) * self.strategy[i] / any + instinct * self.weights[i];
                }
                weighted(&self.strategy, &mut self.chance)
            } else {
                weighted(&self.weights, &mut self.chance)
            }
        } else {
            let reach = self.settings.curiosity * (visits + 1.0).sqrt();
            let mut best = (f32::MIN, 0);
            for i in 0..count {
                let edge = self.edge(seat, node, self.codes[i]);
                let own = if edge.visits > 0.0 { edge.value / edge.visits } else { mean };
                let score = own + reach * self.weights[i] / (1.0 + edge.visits);
                if score > best.0 {
                    best = (score, i);
                }
            }
            best.1
        };
        if let Some(edge) = self.edge_to_note(seat, node, self.codes[at]) {
            self.path.push(Step { edge, seat: seat.index() as u8 });
        }
        at
    }

    #[inline]
    fn edge(&self, seat: Seat, node: u64, code: u32) -> Edge {
        self.index.get(key(seat, node, code)).map_or(Edge::default(), |at| self.edges[at as usize])
    }

    /// The edge, made if there is room.
    fn edge_to_note(&mut self, seat: Seat, node: u64, code: u32) -> Option<u32> {
        let key = key(seat, node, code);
        if let Some(at) = self.index.get(key) {
            return Some(at);
        }
        let at = self.edges.len() as u32;
        self.index.insert(key, at).then(|| {
            self.edges.push(Edge::default());
            at
        })
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
                _ => {
                    self.weights.clear();
                    G::lean(world, seat, &self.actions, &mut self.weights);
                    weighted(&self.weights, &mut self.chance)
                }
            };
            G::apply(world, seat, self.actions[at], &mut self.chance, &mut ());
        }
        match G::outcome(world) {
            Some(outcome) => worth(&outcome),
            None => G::hopes(world),
        }
    }
}

#[inline]
fn key(seat: Seat, node: u64, code: u32) -> u64 {
    mix(node ^ u64::from(code) << 32 ^ (seat.index() as u64 + 17) << 56) | 1
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
        self.iterations = 0;
        if question.waited_on && question.actions.len() == 1 {
            return Some(0); // Nobody thinks long over a forced move.
        }
        if !question.waited_on && !self.tempted(question) {
            return None;
        }
        self.index.clear();
        self.seen.clear();
        self.edges.clear();
        while self.iterations < budget.iterations {
            self.iterate(question);
            self.iterations += 1;
            if self.iterations.is_multiple_of(16) && (budget.time_is_up)() {
                break;
            }
        }
        self.weights.clear();
        for action in question.actions {
            let visits = self.edge(question.seat, ROOT, action.code()).visits;
            self.weights.push(visits);
        }
        if !question.waited_on {
            self.weights.push(self.edge(question.seat, ROOT, PASS).visits);
        }
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
}

const _: () = assert!(PASS < 1 << 24);

/// The largest code a search can tell apart from [`PASS`].
pub(crate) const fn fits<G: Game>() -> bool {
    G::Action::CODES < PASS
}
