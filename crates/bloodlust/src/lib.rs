//! BloodLust: a night's hunt, card by card. Stay and feed, or leave and bank what you have before the sun comes up.
//!
//! **Rule source**: the published rule sheet of BloodLust (Mike and Grant Wylie, 2009), retold in `RULES.md`. The composition of
//! the deck, the events, the boards and the Invitation's payoffs are printed nowhere in public: `data/*.toml` holds a complete,
//! playable set and says which parts are reconstructed.
//!
//! **Rulings and deviations**
//! - Windows have a fixed order, leader first and then clockwise (7.3), where the sheet lets the leader decide.
//! - Everybody sees which of two events is handed on, the new or the old one (6.2).
//! - A power that could change nothing cannot be used (7.6).
//! - Corvin is asked before the decisions, so that everybody decides knowing whether he has looked (8.7).
//! - Two vampires of one player pool their events (10.6) instead of handing them back and forth.
//! - With a target score the fiftieth night is the last in any case (10.2).
//! - Health is always open (2.5), so there is no option for the sheet's health track.
//!
//! **Options**: number of nights or a target score, two vampires each, signs for abilities, spoken decisions, named vampires.

mod action;
mod audit;
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
pub use event::{Being, Event, NightEnd};
pub use options::Options;
pub use pieces::{Card, Class, DECK, EVENTS, EventCard, Sign, VAMPIRES, Vampire};
pub use position::{Hunter, Position};
pub use sight::{DeckTop, HeldEvent, HunterView, Observation, Truth};
pub use state::{Phase, State};

use table::{Chance, Described, Game, Info, Observer, Outcome, Refusal, Scene, Seat, SeatSet, Sink};

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
    type Event = Event;
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
        rules::waiting_on(state)
    }

    #[inline]
    fn legal(state: &State, seat: Seat, actions: &mut Vec<Action>) {
        rules::legal(state, seat, actions);
    }

    fn fallback(_: &State, _: Seat, actions: &[Action]) -> usize {
        rules::fallback::fallback(actions)
    }

    #[inline]
    fn apply<C: Chance, S: Sink<Event>>(
        state: &mut State,
        seat: Seat,
        action: Action,
        chance: &mut C,
        sink: &mut S,
    ) {
        rules::apply(state, seat, action, chance, sink);
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

    fn scene(observation: &Observation, waiting: SeatSet) -> Scene {
        scene::scene(observation, waiting)
    }

    fn describe(observation: &Observation, actions: &[Action]) -> Vec<Described> {
        scene::describe(observation, actions)
    }

    fn narrate(event: &Event, observer: Observer) -> String {
        scene::narrate(event, observer)
    }

    fn labels(state: &State, seat: Seat) -> Vec<(&'static str, String)> {
        chronicle::labels(state, seat)
    }
}
