//! Every game of the shelf, for programs.

use serde_json::Value;
use table::instinct::Instinct;
use table::position::Arrangement;
use table::seed::Seed;
use table::tensor::{self, Part, Tensor};
use table::{AnyGame, Erased, Match, Record, Refusal, Seat, SeatSet, options};

use crate::batch::{AnyBatch, Batch};
use crate::env::{AnyEnv, Env};
use crate::tree::{AnyTreeState, TreeState, TypedRoot};
use crate::tree_stats::{TreeStats, count};

/// What programs can do with a type-erased game.
pub trait AnyResearch: Send + Sync {
    /// The files of the trained networks ([`Instinct::NETWORKS`]).
    fn networks(&self) -> &'static [&'static [u8]];
    /// The parts of the observation tensor.
    fn layout(&self, options: &Value) -> Result<Vec<Part>, Refusal>;
    /// A fresh match.
    fn env(
        &self,
        options: &Value,
        position: Option<Value>,
        names: Vec<String>,
        seed: Seed,
    ) -> Result<Box<dyn AnyEnv>, Refusal>;
    /// A match as a record leaves it after its first `count` actions.
    fn resume(&self, record: &Record, count: usize, passed: SeatSet) -> Result<Box<dyn AnyEnv>, Refusal>;
    /// Many games at once.
    fn batch(&self, options: &Value, games: usize, threads: usize) -> Result<Box<dyn AnyBatch>, Refusal>;
    /// The initial state of a tree.
    fn tree(&self, options: &Value, root: &TreeRoot) -> Result<Box<dyn AnyTreeState>, Refusal>;
    /// Counts a tree of at most `most` nodes.
    fn tree_stats(&self, options: &Value, root: &TreeRoot, most: u64) -> Result<TreeStats, Refusal>;
}

/// Where a tree begins.
#[derive(Clone, Debug, Default)]
pub struct TreeRoot {
    /// A position to begin from, instead of a fresh deal.
    pub position: Option<Value>,
    /// The rest of the deal comes from this seed; without it, from chance nodes.
    pub seed: Option<u64>,
    /// After this many decisions the game ends as a draw.
    pub limit: Option<u32>,
}

fn typed<G: Tensor>(given: &Value, root: &TreeRoot) -> Result<TypedRoot<G>, Refusal> {
    Ok(TypedRoot {
        options: options::from_json(G::INFO.players(), given)?,
        position: root.position.clone().map(Arrangement::read).transpose()?,
        seed: root.seed,
        limit: root.limit,
    })
}

impl<G: Instinct> AnyResearch for Erased<G> {
    fn networks(&self) -> &'static [&'static [u8]] {
        G::NETWORKS
    }

    fn layout(&self, given: &Value) -> Result<Vec<Part>, Refusal> {
        Ok(tensor::layout::<G>(&options::from_json(G::INFO.players(), given)?))
    }

    fn env(
        &self,
        given: &Value,
        position: Option<Value>,
        names: Vec<String>,
        seed: Seed,
    ) -> Result<Box<dyn AnyEnv>, Refusal> {
        let options: G::Options = options::from_json(G::INFO.players(), given)?;
        Ok(Box::new(Env::new(Match::<G>::start(options, position, names, seed)?, SeatSet::EMPTY)))
    }

    fn resume(&self, record: &Record, count: usize, passed: SeatSet) -> Result<Box<dyn AnyEnv>, Refusal> {
        Ok(Box::new(Env::<G>::replay(record, count, passed)?))
    }

    fn batch(&self, given: &Value, games: usize, threads: usize) -> Result<Box<dyn AnyBatch>, Refusal> {
        let options: G::Options = options::from_json(G::INFO.players(), given)?;
        Ok(Box::new(Batch::<G>::new(options, games, threads)?))
    }

    fn tree(&self, given: &Value, root: &TreeRoot) -> Result<Box<dyn AnyTreeState>, Refusal> {
        Ok(Box::new(TreeState::<G>::new(typed(given, root)?)?))
    }

    fn tree_stats(&self, given: &Value, root: &TreeRoot, most: u64) -> Result<TreeStats, Refusal> {
        count::<G>(typed(given, root)?, most)
    }
}

/// A game with what programs can do with it.
pub struct ResearchGame {
    /// The game and its bots.
    pub entry: &'static shelf::GameEntry,
    /// What programs can do with it.
    pub research: &'static dyn AnyResearch,
}

macro_rules! erased {
    ($($game:ty => $template:literal,)*) => { &[$(&Erased::<$game>::new()),*] };
}

/// Every game, in the order of the shelf.
pub fn research_games() -> impl Iterator<Item = ResearchGame> {
    static GAMES: &[&dyn AnyResearch] = shelf::every_game!(erased);
    shelf::games().iter().zip(GAMES).map(|(entry, &research)| ResearchGame { entry, research })
}

/// The game with this id, or a refusal that lists the ids there are.
pub fn find(id: &str) -> Result<ResearchGame, Refusal> {
    let entry = shelf::find(id)?;
    let same = |game: &ResearchGame| std::ptr::eq(game.entry, entry);
    Ok(research_games().find(same).expect("both lists come from `every_game!`"))
}

impl ResearchGame {
    /// The game itself.
    pub fn game(&self) -> &'static dyn AnyGame {
        self.entry.game
    }
}

/// The names of seats whose players have none.
pub fn seat_names(players: usize) -> Vec<String> {
    Seat::all(players).map(|seat| format!("seat {}", seat.number())).collect()
}
