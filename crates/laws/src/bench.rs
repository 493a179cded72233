//! The bench for rule tests: set up a position, play, look. Seats are the numbers that people use, counted from 1.

use serde_json::Value;
use table::chance::{Quick, quick};
use table::{Audience, Chance, Game, Name, Observer, Outcome, Refusal, Scene, Seat, SeatSet, game, options};

/// The seat with this number.
///
/// # Panics
/// If no table has it.
pub fn seat(number: usize) -> Seat {
    Seat::from_number(number).unwrap_or_else(|| panic!("there is no seat {number}"))
}

/// Several seats by their numbers.
pub fn seats(numbers: &[usize]) -> SeatSet {
    numbers.iter().map(|&number| seat(number)).collect()
}

/// A game on the bench, with everything that was told so far. Its methods panic where a test should fail.
pub struct Bench<G: Game> {
    /// The whole truth.
    pub state: G::State,
    /// Where cards and dice come from.
    pub chance: Quick,
    /// What was told, and to whom.
    pub told: Vec<(Audience, G::Event)>,
}

impl<G: Game> Bench<G> {
    /// A fresh deal.
    pub fn deal(options: &G::Options, seed: u64) -> Self {
        let mut chance = quick(seed);
        Bench { state: G::deal(options, &mut chance), chance, told: Vec::new() }
    }

    /// A position as a scenario file writes it, in TOML.
    pub fn at(options: &G::Options, position: &str) -> Self {
        Self::try_at(options, position).unwrap_or_else(|refusal| panic!("{refusal}"))
    }

    /// A position in TOML, or why it is impossible.
    pub fn try_at(options: &G::Options, position: &str) -> Result<Self, Refusal> {
        let position = toml::from_str(position).map_err(|error| Refusal::malformed(Name(error)))?;
        Self::arrange(options, &position)
    }

    /// A position in JSON, or why it is impossible.
    pub fn try_at_json(options: &G::Options, position: Value) -> Result<Self, Refusal> {
        let position = serde_json::from_value(position).map_err(|error| Refusal::malformed(Name(error)))?;
        Self::arrange(options, &position)
    }

    fn arrange(options: &G::Options, position: &G::Position) -> Result<Self, Refusal> {
        let mut chance = quick(5);
        let state = G::arrange(options, position, &mut chance)?;
        Ok(Bench { state, chance, told: Vec::new() })
    }

    /// Options as a host writes them in JSON.
    pub fn options(given: &Value) -> G::Options {
        options::from_json(G::INFO.players(), given).unwrap_or_else(|refusal| panic!("{refusal}"))
    }

    /// Who the game waits for.
    pub fn waiting(&self) -> SeatSet {
        G::waiting_on(&self.state)
    }

    /// The first seat the game waits for.
    pub fn asked(&self) -> Seat {
        self.waiting().first().expect("the game is over")
    }

    /// What a seat may do.
    pub fn legal(&self, number: usize) -> Vec<G::Action> {
        game::legal::<G>(&self.state, seat(number))
    }

    /// May a seat do this?
    pub fn may(&self, number: usize, action: G::Action) -> bool {
        self.legal(number).contains(&action)
    }

    /// What the options of a seat are called, with seats as "seat 3".
    pub fn labels(&self, number: usize) -> Vec<String> {
        let described = G::describe(&self.sees(number), &self.legal(number));
        let name = |seat: Seat| format!("seat {}", seat.number());
        described.iter().map(|described| described.label.with_names(name)).collect()
    }

    /// A seat acts.
    pub fn act(&mut self, number: usize, action: G::Action) -> &mut Self {
        if let Err(refusal) = self.try_act(number, action) {
            panic!("seat {number} may not {action:?}: {refusal}");
        }
        self
    }

    /// A seat acts, or is refused.
    pub fn try_act(&mut self, number: usize, action: G::Action) -> Result<(), Refusal> {
        game::play::<G, _, _>(&mut self.state, seat(number), action, &mut self.chance, &mut self.told)
    }

    /// A seat chooses the option with this label.
    pub fn choose(&mut self, number: usize, label: &str) -> &mut Self {
        let labels = self.labels(number);
        let Some(at) = labels.iter().position(|it| it == label) else {
            panic!("seat {number} has no option {label:?}: {labels:#?}")
        };
        let action = self.legal(number)[at];
        self.act(number, action)
    }

    /// Why a seat may not do this.
    pub fn refused(&self, number: usize, action: G::Action) -> Refusal {
        match game::check::<G>(&self.state, seat(number), action) {
            Ok(()) => panic!("seat {number} may {action:?}"),
            Err(refusal) => refusal,
        }
    }

    /// A random decision of the first seat the game waits for; nothing once it is over.
    pub fn act_at_random(&mut self) -> Option<(Seat, G::Action)> {
        let actor = self.waiting().first()?;
        let action = self.chance.pick(&self.legal(actor.number()));
        self.act(actor.number(), action);
        Some((actor, action))
    }

    /// What a seat sees.
    pub fn sees(&self, number: usize) -> G::Observation {
        self.observe(Observer::Seat(seat(number)))
    }

    /// What any observer sees.
    pub fn observe(&self, observer: Observer) -> G::Observation {
        G::observe(&self.state, observer)
    }

    /// How the table looks to an observer.
    pub fn scene(&self, observer: Observer) -> Scene {
        G::scene(&self.observe(observer), self.waiting())
    }

    /// The outcome, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        G::outcome(&self.state)
    }
}
