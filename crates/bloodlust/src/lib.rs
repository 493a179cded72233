//! BloodLust: a night's hunt, card by card. Stay and feed, or leave and bank what you have before the sun comes up.
//!
//! **Rule source**: the published rule sheet of BloodLust (Mike and Grant Wylie, 2009), retold in `RULES.md`. The composition of
//! the deck, the events, the boards and the Invitation's payoffs are printed nowhere in public: `data/*.toml` holds a complete,
//! playable set and says what of it is reconstructed.
//!
//! **Rulings and deviations**
//! - Windows have a fixed order, leader first and then clockwise (7.3), where the sheet lets the leader decide.
//! - It is open which of two events is handed on, the new or the old one (6.2).
//! - A power that could change nothing cannot be used (7.6).
//! - Corvin is asked before the decisions, so that everybody decides knowing whether he has looked (8.7).
//! - Two vampires of one player pool their events (10.6) instead of handing them to and fro.
//! - With a target score the fiftieth night is the last in any case (10.2).
//! - Health is always open (2.5), so the optional health track is no option here.
//!
//! **Options**: number of nights or a target score, two vampires each, signs for abilities, spoken decisions, named vampires.

mod action;
mod chronicle;
mod event;
mod instinct;
mod options;
mod pieces;
mod position;
mod rules;
mod scene;
mod sight;
mod state;
mod tensor;

pub use action::{Action, Own, Which};
pub use event::{Being, NightEnd, Tale};
pub use options::Options;
pub use pieces::{Card, Class, DECK, EVENTS, EventCard, Sign, VAMPIRES, Vampire};
pub use position::{Hunter, Position};
pub use sight::{Fighter, HeldEvent, Observation, Seen, Truth};
pub use state::{Phase, State};

use table::{Chance, Described, Fact, Game, Info, Observer, Outcome, Refusal, Scene, Seat, SeatSet, Sink};

/// The game.
pub struct BloodLust;

impl Game for BloodLust {
    const INFO: Info = Info {
        id: "bloodlust",
        name: "BloodLust",
        tagline: "One more card before the sun comes up. What could go wrong?",
        min_players: 2,
        max_players: 10,
        usual_players: 4,
        minutes: (20, 45),
        rules_version: 1,
        rules: include_str!("../RULES.md"),
    };

    type Options = Options;
    type State = State;
    type Action = Action;
    type Event = Tale;
    type Observation = Observation;
    type Position = Position;

    fn deal<C: Chance>(options: &Options, chance: &mut C) -> State {
        rules::night::deal(options, chance)
    }

    fn arrange<C: Chance>(options: &Options, position: &Position, chance: &mut C) -> Result<State, Refusal> {
        position::arrange(options, position, chance)
    }

    #[inline]
    fn waiting_on(state: &State) -> SeatSet {
        state.waiting()
    }

    #[inline]
    fn legal(state: &State, seat: Seat, actions: &mut Vec<Action>) {
        rules::legal::legal(state, seat, actions);
    }

    fn fallback(_: &State, _: Seat, actions: &[Action]) -> usize {
        // Whoever sleeps goes home with what they have, uses nothing and takes no risk.
        let quiet = |action: &Action| matches!(action, Action::Leave | Action::Pass | Action::Decline);
        actions.iter().position(quiet).unwrap_or(0)
    }

    #[inline]
    fn apply<C: Chance, S: Sink<Tale>>(
        state: &mut State,
        seat: Seat,
        action: Action,
        chance: &mut C,
        sink: &mut S,
    ) {
        rules::Hunt::new(state, chance, sink).act(seat, action);
    }

    fn why_not(state: &State, seat: Seat, action: Action) -> Refusal {
        rules::refuse::why_not(state, seat, action)
    }

    fn outcome(state: &State) -> Option<Outcome> {
        rules::night::outcome(state)
    }

    fn observe(state: &State, observer: Observer) -> Observation {
        sight::observe(state, observer)
    }

    fn sample<C: Chance>(observation: &Observation, chance: &mut C) -> State {
        sight::sample(observation, chance)
    }

    fn bound(options: &Options) -> u32 {
        rules::night::bound(options)
    }

    fn scene(observation: &Observation, _waiting: SeatSet) -> Scene {
        scene::scene(observation)
    }

    fn describe(observation: &Observation, actions: &[Action]) -> Vec<Described> {
        actions.iter().map(|&action| scene::describe(observation, action)).collect()
    }

    fn narrate(tale: &Tale, observer: Observer) -> String {
        scene::narrate(tale, observer)
    }

    fn labels(state: &State, seat: Seat) -> Vec<(&'static str, String)> {
        scene::labels(state, seat)
    }
}

impl table::Audit for BloodLust {
    fn facts(observation: &Observation) -> Vec<Fact> {
        sight::facts(observation)
    }

    fn pieces(state: &State) -> Vec<u16> {
        sight::pieces(state)
    }
}
