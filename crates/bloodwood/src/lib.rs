//! Bloodwood: two secret teams of immortals, 5 to 12 players, one declaration that ends it all.
//!
//! **Rule source.** Max Farmaha's Bloodwood (2024–2025); the rules as played here are in `RULES.md`, in our own words.
//!
//! **Where the rulebook is silent or contradicts itself** (each has its number in `RULES.md`): a hand without a playable card
//! discards one (3.3); a phase is exactly one turn per player (4.1); reflected cards that may not lie before the attacker are
//! discarded (6.5); everybody permanently mutated is a draw (8.8), and so is a game that reaches the limit of rounds (8.9). A
//! declaration is made in steps, each public and binding (8.3), and while cards are drawn it is heard only if it could be
//! right by what lies open (8.2).
//!
//! **Options.** `leaders` (off: nobody knows anybody; even numbers only), `declare` (at any time, or on one's own turn),
//! `slowness` (a turn may slip by), `first` (who begins), `rounds` (when a game that goes nowhere is a draw).

mod action;
pub mod belief;
mod chronicle;
mod event;
mod instinct;
mod minds;
pub mod pieces;
mod position;
mod rules;
mod scene;
mod sight;
mod state;
mod suspicion;
mod tensor;
mod words;

use serde::{Deserialize, Serialize};
use table::{
    Chance, Described, Dial, Fact, Info, Knob, Observer, Outcome, Refusal, Scene, Seat, SeatSet, Sink,
};

pub use action::Action;
pub use event::{Ending, Event};
pub use position::{Dna, Position, Seated};
pub use sight::{Before, Known, Observation};
pub use state::{Stage, State, Then};

/// The game.
pub struct Bloodwood;

/// When a declaration may begin.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DeclareWhen {
    /// Whenever no card is being resolved.
    AnyTime,
    /// On one's own turn, before anything is played.
    OwnTurn,
}

/// Number of players and variants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Options {
    /// 5 to 12.
    pub players: usize,
    /// Are Dracula and The Alpha in play?
    pub leaders: bool,
    /// When a declaration may begin.
    pub declare: DeclareWhen,
    /// May a turn slip by without a play or a draw?
    pub slowness: bool,
    /// Who begins; 0 for a draw of lots.
    pub first: u8,
    /// After so many rounds of turns the game is a draw.
    pub rounds: u16,
}

const KNOBS: &[Knob] = &[
    Knob {
        name: "leaders",
        help: "Dracula and The Alpha know everybody from the start. Off: nobody does (even numbers of players only).",
        dial: Dial::Switch { default: true },
    },
    Knob {
        name: "declare",
        help: "When a pure player may declare the end.",
        dial: Dial::Choice {
            of: &[
                ("any-time", "whenever no card is being resolved"),
                ("own-turn", "only on one's own turn, before playing"),
            ],
            default: "any-time",
        },
    },
    Knob {
        name: "slowness",
        help: "A player may let a turn slip by without playing or drawing, as a clock does for one who is too slow.",
        dial: Dial::Switch { default: false },
    },
    Knob {
        name: "first",
        help: "The seat that begins, such as the last winner's choice; 0 draws lots.",
        dial: Dial::Number { from: 0, to: 12, default: 0 },
    },
    Knob {
        name: "rounds",
        help: "After so many rounds of turns without a declaration the game is a draw.",
        dial: Dial::Number { from: 5, to: 500, default: 100 },
    },
];

impl table::Options for Options {
    fn standard(players: usize) -> Options {
        Options {
            players,
            leaders: true,
            declare: DeclareWhen::AnyTime,
            slowness: false,
            first: 0,
            rounds: 100,
        }
    }

    fn players(&self) -> usize {
        self.players
    }

    fn knobs() -> &'static [Knob] {
        KNOBS
    }

    fn check(&self) -> Result<(), Refusal> {
        if !self.leaders && self.players % 2 == 1 {
            return Err(Refusal::illegal("2.7", "Without leaders the number of players must be even."));
        }
        if usize::from(self.first) > self.players {
            return Err(Refusal::illegal(
                "10.3",
                format!("Seat {} cannot begin: there are {} players.", self.first, self.players),
            ));
        }
        if self.rounds == 0 {
            return Err(Refusal::illegal("8.9", "A game needs at least one round."));
        }
        Ok(())
    }
}

impl table::Game for Bloodwood {
    const INFO: Info = Info {
        id: "bloodwood",
        name: "Bloodwood",
        tagline: "Vampire or werewolf? Bite the right necks, and say so before they do.",
        min_players: 5,
        max_players: 12,
        usual_players: 8,
        minutes: (30, 60),
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
        State::deal(options, chance)
    }

    fn arrange<C: Chance>(options: &Options, position: &Position, chance: &mut C) -> Result<State, Refusal> {
        position::arrange(options, position, chance)
    }

    fn waiting_on(state: &State) -> SeatSet {
        state.waiting_on()
    }

    fn interrupts(state: &State) -> SeatSet {
        rules::declare::may_declare(state).minus(state.waiting_on())
    }

    fn legal(state: &State, seat: Seat, actions: &mut Vec<Action>) {
        rules::legal(state, seat, actions);
    }

    fn fallback(_: &State, _: Seat, actions: &[Action]) -> usize {
        // The turn slips by where that is allowed (rule 10.1), or a card is laid off; nobody declares by falling asleep.
        let first = |wanted: fn(&Action) -> bool| actions.iter().position(wanted);
        first(|action| matches!(action, Action::Dally))
            .or_else(|| first(|action| matches!(action, Action::Discard(_))))
            .or_else(|| first(|action| !matches!(action, Action::Declare)))
            .unwrap_or(0)
    }

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
        state.outcome()
    }

    fn observe(state: &State, observer: Observer) -> Observation {
        sight::observe(state, observer)
    }

    fn sample<C: Chance>(observation: &Observation, chance: &mut C) -> State {
        sight::sample(observation, chance)
    }

    fn bound(options: &Options) -> u32 {
        // A turn of random play is a play, an answer, a few draws; now and then a Leshy or a Hunter asks everybody.
        100 + u32::from(options.rounds) * options.players as u32 * 24
    }

    fn scene(observation: &Observation, _waiting: SeatSet) -> Scene {
        scene::scene(observation)
    }

    fn describe(observation: &Observation, actions: &[Action]) -> Vec<Described> {
        actions.iter().map(|&action| scene::describe(observation, action)).collect()
    }

    fn narrate(event: &Event, observer: Observer) -> String {
        scene::narrate(event, observer)
    }

    fn labels(state: &State, seat: Seat) -> Vec<(&'static str, String)> {
        let entity = state.entity(seat);
        vec![("faction", entity.faction().name().to_owned()), ("entity", entity.name().to_owned())]
    }
}

impl table::Audit for Bloodwood {
    fn facts(observation: &Observation) -> Vec<Fact> {
        sight::facts(observation)
    }

    fn pieces(state: &State) -> Vec<u16> {
        state.pieces()
    }
}
