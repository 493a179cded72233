//! A game tree with explicit chance nodes.
//!
//! The rules draw from a [`Chance`] and know nothing of trees. So an action is tried with a [`ScriptedChance`] that is too short. The
//! draw that it has no outcome for becomes a chance node; when an outcome is chosen, the action is tried again from the same state
//! with that outcome added. When the script is long enough, the result is the next state.

use std::sync::Arc;

use serde_json::Value;
use table::chance::quick;
use table::digest::Digest;
use table::position::Arrangement;
use table::tensor::{self, Tensor};
use table::{Chance, Code, Game, Name, Observer, Options, Refusal, Refused, Seat};

use table::{Referee, Turn};

use crate::pass::pass_code;
use crate::reward::rewards;
use crate::scripted::ScriptedChance;

/// The kind of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node {
    /// A draw with this many outcomes, all equally likely.
    Chance(u32),
    /// A seat decides.
    Decision(Turn),
    /// The game is over.
    Terminal,
}

/// Where a tree begins, for one game.
pub(crate) struct TypedRoot<G: Game> {
    pub(crate) options: G::Options,
    pub(crate) position: Option<Arrangement<G>>,
    /// Deals what the position leaves open, if it should not come from chance nodes.
    pub(crate) seed: Option<u64>,
    /// After this many decisions the game ends as a draw, which keeps trees small.
    pub(crate) limit: Option<u32>,
}

impl<G: Game> TypedRoot<G> {
    /// Deals with this chance.
    pub(crate) fn deal<C: Chance>(&self, chance: &mut C) -> Result<G::State, Refusal> {
        match &self.position {
            None => Ok(G::deal(&self.options, chance)),
            Some(position) => position.arrange(&self.options, chance),
        }
    }
}

/// A state of a game tree, which may be a chance node.
pub struct TreeState<G: Game> {
    root: Arc<TypedRoot<G>>,
    /// Nothing until the deal is complete.
    state: Option<G::State>,
    /// The action that waits for a chance outcome; nothing for the deal.
    pending: Option<(Seat, G::Action)>,
    /// The outcomes chosen so far for what is pending.
    drawn: Vec<u32>,
    /// The number of outcomes of the next draw; 0 if this is not a chance node.
    chance_outcomes: u32,
    referee: Referee,
    /// Decisions so far, passes included.
    decisions: u32,
    /// By seat, a hash over everything it saw and did at its decisions.
    recall: Vec<u64>,
}

impl<G: Game> Clone for TreeState<G> {
    fn clone(&self) -> Self {
        TreeState {
            root: Arc::clone(&self.root),
            state: self.state.clone(),
            pending: self.pending,
            drawn: self.drawn.clone(),
            chance_outcomes: self.chance_outcomes,
            referee: self.referee,
            decisions: self.decisions,
            recall: self.recall.clone(),
        }
    }
}

/// A [`TreeState`] of a type-erased game.
pub trait AnyTreeState: Send + Sync {
    /// A copy.
    fn copy(&self) -> Box<dyn AnyTreeState>;
    /// The kind of this node.
    fn node(&self) -> Node;
    /// The codes that the deciding seat may choose, in order.
    fn legal_actions(&self) -> Vec<u32>;
    /// Takes a chance outcome, or an action of the deciding seat.
    fn apply_action(&mut self, code: u32) -> Result<(), Refusal>;
    /// What a seat knows, and a hash over what it saw and did at its earlier decisions: equal for two states exactly if they are in the
    /// same information set.
    fn information_state(&self, seat: Seat) -> String;
    /// What a seat knows.
    fn observation(&self, seat: Seat) -> Value;
    /// Writes a seat's observation tensor.
    fn write(&self, seat: Seat, row: &mut [i8]);
    /// Another state of the seat's information set, or a refusal at a chance node.
    fn resample(&self, seat: Seat, seed: u64) -> Result<Box<dyn AnyTreeState>, Refusal>;
    /// A reward for each seat at a terminal node; zeros elsewhere.
    fn returns(&self) -> Vec<f32>;
    /// What a code stands for, as the deciding seat reads it.
    fn action_to_string(&self, code: u32) -> String;
}

impl<G: Tensor> TreeState<G> {
    pub(crate) fn new(root: TypedRoot<G>) -> Result<TreeState<G>, Refusal> {
        let players = root.options.players();
        let mut tree = TreeState {
            root: Arc::new(root),
            state: None,
            pending: None,
            drawn: Vec::new(),
            chance_outcomes: 0,
            referee: Referee::default(),
            decisions: 0,
            recall: vec![0; players],
        };
        match tree.root.seed {
            Some(seed) => tree.state = Some(tree.root.deal(&mut quick(seed))?),
            None => tree.advance()?,
        }
        Ok(tree)
    }

    /// Tries what is pending with the outcomes chosen so far.
    fn advance(&mut self) -> Result<(), Refusal> {
        let mut script = ScriptedChance::new(&self.drawn);
        let next = match (&self.state, self.pending) {
            (Some(state), Some((seat, action))) => {
                let mut next = state.clone();
                G::apply(&mut next, seat, action, &mut script, &mut ());
                next
            }
            _ => self.root.deal(&mut script)?,
        };
        self.chance_outcomes = script.missing().unwrap_or(0);
        if self.chance_outcomes == 0 {
            self.state = Some(next);
            self.pending = None;
            self.drawn.clear();
        }
        Ok(())
    }

    fn row(&self, state: &G::State, seat: Seat) -> Vec<i8> {
        let length = tensor::layout_of::<G>(state).last().map_or(0, |part| part.start + part.len);
        let mut row = vec![0; length];
        tensor::write::<G>(state, seat, &mut row);
        row
    }

    fn remember(&mut self, seat: Seat, code: u32) {
        let Some(state) = &self.state else { return };
        let row: Vec<u8> = self.row(state, seat).into_iter().map(|cell| cell as u8).collect();
        let before = self.recall[seat.index()].to_le_bytes();
        let digest = Digest::of("sanguis recall, 1", &[&before, &row, &code.to_le_bytes()]);
        let mut first = [0; 8];
        first.copy_from_slice(&digest.0[..8]);
        self.recall[seat.index()] = u64::from_le_bytes(first);
    }

    /// The state, unless the deal is not complete.
    fn dealt(&self) -> Option<&G::State> {
        self.state.as_ref()
    }
}

impl<G: Tensor> AnyTreeState for TreeState<G> {
    fn copy(&self) -> Box<dyn AnyTreeState> {
        Box::new(self.clone())
    }

    fn node(&self) -> Node {
        if self.chance_outcomes > 0 {
            return Node::Chance(self.chance_outcomes);
        }
        if self.root.limit.is_some_and(|limit| self.decisions >= limit) {
            return Node::Terminal;
        }
        let turn = self.dealt().and_then(|state| self.referee.turn::<G>(state));
        turn.map_or(Node::Terminal, Node::Decision)
    }

    fn legal_actions(&self) -> Vec<u32> {
        let (Node::Decision(turn), Some(state)) = (self.node(), self.dealt()) else { return Vec::new() };
        let mut actions = Vec::new();
        G::legal(state, turn.seat, &mut actions);
        let mut codes: Vec<u32> = actions.iter().map(|action| action.code()).collect();
        if !turn.waited_on {
            codes.push(pass_code::<G>());
        }
        codes.sort_unstable();
        codes
    }

    fn apply_action(&mut self, code: u32) -> Result<(), Refusal> {
        match self.node() {
            Node::Terminal => Err(Refusal::over()),
            Node::Chance(outcomes) if code < outcomes => {
                self.drawn.push(code);
                self.advance()
            }
            Node::Chance(outcomes) => {
                Err(Refusal::malformed(Name(format!("This chance node has outcomes 0 to {}.", outcomes - 1))))
            }
            Node::Decision(turn) => {
                if !self.legal_actions().contains(&code) {
                    let action = G::Action::from_code(code);
                    return Err(match (action, self.dealt()) {
                        (Some(action), Some(state)) => G::why_not(state, turn.seat, action),
                        _ => Refusal::malformed(Name(format!(
                            "{code} is not the number of an action of {}.",
                            G::INFO.name
                        ))),
                    });
                }
                self.remember(turn.seat, code);
                self.decisions += 1;
                match G::Action::from_code(code) {
                    None => {
                        self.referee.pass(turn.seat);
                        Ok(())
                    }
                    Some(action) => {
                        self.referee.acted();
                        self.pending = Some((turn.seat, action));
                        self.advance()
                    }
                }
            }
        }
    }

    fn information_state(&self, seat: Seat) -> String {
        let clock =
            self.root.limit.map_or(String::new(), |limit| format!("{} left ", limit - self.decisions));
        format!("{clock}{:016x} {}", self.recall[seat.index()], self.observation(seat))
    }

    fn observation(&self, seat: Seat) -> Value {
        let seen = self.dealt().map(|state| G::observe(state, Observer::Seat(seat)));
        serde_json::to_value(seen).unwrap_or(Value::Null)
    }

    fn write(&self, seat: Seat, row: &mut [i8]) {
        match self.dealt() {
            Some(state) => tensor::write::<G>(state, seat, row),
            None => row.fill(0),
        }
    }

    fn resample(&self, seat: Seat, seed: u64) -> Result<Box<dyn AnyTreeState>, Refusal> {
        let Some(state) = self.dealt().filter(|_| self.chance_outcomes == 0) else {
            return Err(Refusal::new(
                Refused::NotAllowed,
                "A chance node cannot be resampled: resample where a seat decides.",
            ));
        };
        let mut sampled = self.clone();
        sampled.state = Some(G::sample(&G::observe(state, Observer::Seat(seat)), &mut quick(seed)));
        // What the others remember in the sampled state is unknown: their memory begins here.
        for (other, recall) in
            sampled.recall.iter_mut().enumerate().filter(|(other, _)| *other != seat.index())
        {
            *recall = other as u64;
        }
        Ok(Box::new(sampled))
    }

    fn returns(&self) -> Vec<f32> {
        let outcome = self.dealt().filter(|_| self.chance_outcomes == 0).and_then(G::outcome);
        let rewards = outcome.map_or([0.0; table::MAX_SEATS], |outcome| rewards(&outcome));
        rewards[..self.root.options.players()].to_vec()
    }

    fn action_to_string(&self, code: u32) -> String {
        let (Node::Decision(turn), Some(state)) = (self.node(), self.dealt()) else {
            return format!("chance outcome {code}");
        };
        let Some(action) = G::Action::from_code(code) else { return "Let the moment pass".to_owned() };
        let observation = G::observe(state, Observer::Seat(turn.seat));
        let described = G::describe(&observation, &[action]);
        let label = described.into_iter().next().unwrap_or_default().label;
        label.with_names(|seat| format!("seat {}", seat.number()))
    }
}
