//! King's Blood, by Hitoshi Yasuda and Tadaaki Kawahito (Group SNE), for two to six players: lay out one royal family tree
//! together, and be the first to get rid of your cards.
//!
//! **Rule source**: the published English rulebook. The card list is not public; `data/deck.toml` is a reconstruction with
//! names of our own.
//!
//! **Deviations**
//! - The rulebook turns up cards until a Character founds the first tree and shuffles the Events back. Here the founder is a
//!   random Character of the pile: the chances are the same, and nobody learns what was shuffled back.
//! - The first dealer is random; after that the deal passes to the left.
//! - The table has edges (58 cards wide, 40 generations deep), which no game ever comes near.
//! - There is no solitaire game: the rulebook has none.
//!
//! **Options**: the number of special abilities, the advanced rules, two ways of keeping score with a target, and who makes the
//! call at the last card. See [`Options`].

pub mod action;
mod audit;
mod chronicle;
pub mod event;
pub mod genealogy;
mod instinct;
mod options;
pub mod pieces;
mod position;
mod rules;
mod scene;
pub mod sight;
pub mod state;
mod tensor;

use table::{Chance, Described, Info, Observer, Outcome, Refusal, Scene, Seat, SeatSet, Sink};

pub use action::Action;
pub use event::Event;
pub use options::{Abilities, Caller, Options, Scoring};
pub use position::Position;
pub use sight::Observation;
pub use state::State;

/// King's Blood.
#[derive(Clone, Copy, Debug)]
pub struct KingsBlood;

impl table::Game for KingsBlood {
    const INFO: Info = Info {
        id: "kings-blood",
        name: "King's Blood",
        tagline: "Nine clans, one family tree, and a race to be rid of your relatives.",
        min_players: 2,
        max_players: 6,
        usual_players: 4,
        minutes: (15, 30),
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
        rules::deal::deal(options, chance)
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
        rules::ending::outcome(state)
    }

    fn observe(state: &State, observer: Observer) -> Observation {
        sight::observe(state, observer)
    }

    fn sample<C: Chance>(observation: &Observation, chance: &mut C) -> State {
        sight::sample(observation, chance)
    }

    fn bound(options: &Options) -> u32 {
        rules::deal::bound(options)
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
