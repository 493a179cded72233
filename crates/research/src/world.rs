//! A game tree in which every lot is drawn in view.
//!
//! The rules draw from a [`Chance`] and know nothing of trees. So an action is tried with a [`Script`] that is too short: the rules
//! say how many ways the next lot can fall, that becomes a chance node, and the action is tried again from the same state with
//! the lot written down. When a script is long enough, the state that comes out is the next one.

use std::sync::Arc;

use serde_json::Value;
use table::chance::quick;
use table::digest::Digest;
use table::tensor::{self, Tensor};
use table::{Chance, Code, Game, Observer, Options, Refusal, Refused, Seat};

use table::{Referee, Turn};

use crate::pass::pass_code;
use crate::reward::rewards;
use crate::script::Script;

/// Where the tree stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node {
    /// A lot that can fall in so many ways, all equally likely.
    Chance(u32),
    /// A seat decides.
    Decision(Turn),
    /// The game is over.
    Over,
}

/// How a game of a tree begins.
pub(crate) struct Root<G: Game> {
    pub(crate) options: G::Options,
    pub(crate) position: Option<G::Position>,
    /// Fixes what the position leaves open, where it is not to be dealt in view.
    pub(crate) seed: Option<u64>,
    /// After so many decisions the game is broken off as a draw: for small trees.
    pub(crate) limit: Option<u32>,
}

impl<G: Game> Root<G> {
    /// Deals with these lots.
    pub(crate) fn deal<C: Chance>(&self, chance: &mut C) -> Result<G::State, Refusal> {
        match &self.position {
            None => Ok(G::deal(&self.options, chance)),
            Some(position) => G::arrange(&self.options, position, chance),
        }
    }
}

/// A moment of a game, lots included.
pub struct World<G: Game> {
    root: Arc<Root<G>>,
    /// Nothing before the deal is complete.
    state: Option<G::State>,
    /// What waits for a lot: the deal, or an action of a seat.
    pending: Option<(Seat, G::Action)>,
    lots: Vec<u32>,
    /// How many ways the next lot can fall; 0 if none is drawn.
    ways: u32,
    referee: Referee,
    /// Decisions so far, letting moments pass included.
    decisions: u32,
    /// By seat: a hash over all that it saw and did whenever it decided.
    recall: Vec<u64>,
}

impl<G: Game> Clone for World<G> {
    fn clone(&self) -> Self {
        World {
            root: Arc::clone(&self.root),
            state: self.state.clone(),
            pending: self.pending,
            lots: self.lots.clone(),
            ways: self.ways,
            referee: self.referee,
            decisions: self.decisions,
            recall: self.recall.clone(),
        }
    }
}

/// A world of whichever game.
pub trait AnyWorld: Send + Sync {
    /// A copy.
    fn copy(&self) -> Box<dyn AnyWorld>;
    /// Where the tree stands.
    fn node(&self) -> Node;
    /// What the seat that decides may do.
    fn legal(&self) -> Vec<u32>;
    /// A lot falls in one of its ways, or the seat that decides acts.
    fn apply(&mut self, code: u32) -> Result<(), Refusal>;
    /// What a seat knows, and a hash over all it saw and did at its earlier decisions: the same at two moments exactly if the
    /// seat cannot tell them apart.
    fn information(&self, seat: Seat) -> String;
    /// What a seat knows.
    fn observation(&self, seat: Seat) -> Value;
    /// What a seat may know, as an array.
    fn write(&self, seat: Seat, row: &mut [i8]);
    /// Another world that this seat cannot tell from this one, or a refusal while a lot is being drawn.
    fn resample(&self, seat: Seat, seed: u64) -> Result<Box<dyn AnyWorld>, Refusal>;
    /// A reward for each seat, once it is over; else zeros.
    fn returns(&self) -> Vec<f32>;
    /// What a code stands for, in words for the seat that decides.
    fn words(&self, code: u32) -> String;
}

impl<G: Tensor> World<G> {
    pub(crate) fn new(root: Root<G>) -> Result<World<G>, Refusal> {
        let players = root.options.players();
        let mut world = World {
            root: Arc::new(root),
            state: None,
            pending: None,
            lots: Vec::new(),
            ways: 0,
            referee: Referee::default(),
            decisions: 0,
            recall: vec![0; players],
        };
        match world.root.seed {
            Some(seed) => world.state = Some(world.root.deal(&mut quick(seed))?),
            None => world.advance()?,
        }
        Ok(world)
    }

    /// Tries what is pending with the lots there are.
    fn advance(&mut self) -> Result<(), Refusal> {
        let mut script = Script::new(&self.lots);
        let next = match (&self.state, self.pending) {
            (Some(state), Some((seat, action))) => {
                let mut next = state.clone();
                G::apply(&mut next, seat, action, &mut script, &mut ());
                next
            }
            _ => self.root.deal(&mut script)?,
        };
        self.ways = script.asked().unwrap_or(0);
        if self.ways == 0 {
            self.state = Some(next);
            self.pending = None;
            self.lots.clear();
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

    /// The state, unless it is still being dealt.
    fn dealt(&self) -> Option<&G::State> {
        self.state.as_ref()
    }
}

impl<G: Tensor> AnyWorld for World<G> {
    fn copy(&self) -> Box<dyn AnyWorld> {
        Box::new(self.clone())
    }

    fn node(&self) -> Node {
        if self.ways > 0 {
            return Node::Chance(self.ways);
        }
        if self.root.limit.is_some_and(|limit| self.decisions >= limit) {
            return Node::Over;
        }
        let turn = self.dealt().and_then(|state| self.referee.turn::<G>(state));
        turn.map_or(Node::Over, Node::Decision)
    }

    fn legal(&self) -> Vec<u32> {
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

    fn apply(&mut self, code: u32) -> Result<(), Refusal> {
        match self.node() {
            Node::Over => Err(Refusal::over()),
            Node::Chance(ways) if code < ways => {
                self.lots.push(code);
                self.advance()
            }
            Node::Chance(ways) => {
                Err(Refusal::malformed(format!("This lot falls in one of {ways} ways, counted from 0.")))
            }
            Node::Decision(turn) => {
                if !self.legal().contains(&code) {
                    let action = G::Action::from_code(code);
                    return Err(match (action, self.dealt()) {
                        (Some(action), Some(state)) => G::why_not(state, turn.seat, action),
                        _ => Refusal::malformed(format!(
                            "{code} is not the number of an action of {}.",
                            G::INFO.name
                        )),
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

    fn information(&self, seat: Seat) -> String {
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

    fn resample(&self, seat: Seat, seed: u64) -> Result<Box<dyn AnyWorld>, Refusal> {
        let Some(state) = self.dealt().filter(|_| self.ways == 0) else {
            return Err(Refusal::new(
                Refused::NotAllowed,
                "Worlds can be imagined while a seat decides, not while a lot is being drawn.",
            ));
        };
        let mut twin = self.clone();
        twin.state = Some(G::sample(&G::observe(state, Observer::Seat(seat)), &mut quick(seed)));
        // What the others of an imagined world remember is not known: they begin to remember now.
        for (other, recall) in twin.recall.iter_mut().enumerate().filter(|(other, _)| *other != seat.index())
        {
            *recall = other as u64;
        }
        Ok(Box::new(twin))
    }

    fn returns(&self) -> Vec<f32> {
        let outcome = self.dealt().filter(|_| self.ways == 0).and_then(G::outcome);
        let rewards = outcome.map_or([0.0; table::MAX_SEATS], |outcome| rewards(&outcome));
        rewards[..self.root.options.players()].to_vec()
    }

    fn words(&self, code: u32) -> String {
        let (Node::Decision(turn), Some(state)) = (self.node(), self.dealt()) else {
            return format!("lot {code}");
        };
        let Some(action) = G::Action::from_code(code) else { return "Let the moment pass".to_owned() };
        let observation = G::observe(state, Observer::Seat(turn.seat));
        let described = G::describe(&observation, &[action]);
        let label = described.into_iter().next().unwrap_or_default().label;
        table::words::with_names(&label, |seat| format!("seat {}", seat.number()))
    }
}
