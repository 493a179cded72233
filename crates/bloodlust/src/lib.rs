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
mod reasons;
mod rules;
mod scene;
mod sight;
mod state;
mod tensor;
mod unseen;

pub use action::{Action, Own, Which};
pub use event::{Being, Event, NightEnd};
pub use options::Options;
pub use pieces::{Card, Class, DECK, EVENTS, EventCard, Face, Sign, VAMPIRES, Vampire};
pub use position::{Hunter, Position};
pub use sight::{DeckTop, HeldEvent, HunterView, Observation, Truth};
pub use state::{Phase, State};

use table::words::Language;
use table::{Chance, Game, Info, Seat, Sink};

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
        rules: table::text_file!("../RULES.md"),
        languages: &[Language {
            code: "de",
            words: table::catalogue!("../words/de.json"),
            rules: table::text_file!("../RULES.de.md"),
            lessons: table::catalogue!("../lessons/de.json"),
        }],
        lessons: &[
            ("one-more-card", table::text_file!("../lessons/1-one-more-card.toml")),
            ("once-a-night", table::text_file!("../lessons/2-once-a-night.toml")),
            ("face-down", table::text_file!("../lessons/3-face-down.toml")),
        ],
        examples: &[
            ("example-of-play", table::text_file!("../scenarios/example-of-play.toml")),
            ("alone", table::text_file!("../scenarios/alone.toml")),
            ("slayers", table::text_file!("../scenarios/slayers.toml")),
            ("day-and-night", table::text_file!("../scenarios/day-and-night.toml")),
            ("dawn", table::text_file!("../scenarios/dawn.toml")),
            ("blood-feast", table::text_file!("../scenarios/blood-feast.toml")),
            ("mist-form", table::text_file!("../scenarios/mist-form.toml")),
            ("daybreak", table::text_file!("../scenarios/daybreak.toml")),
            ("sabine", table::text_file!("../scenarios/sabine.toml")),
            ("tie-broken", table::text_file!("../scenarios/tie-broken.toml")),
        ],
        puzzles: table::text_file!("../puzzles.toml"),
    };

    type Options = Options;
    type State = State;
    type Action = Action;
    type Event = Event;
    type Observation = Observation;
    type Position = Position;

    table::delegate! {
        deal: rules::night::deal,
        arrange: position::arrange,
        waiting_on: rules::waiting_on,
        legal: rules::legal,
        fallback: rules::fallback::fallback,
        why_not: rules::refuse::why_not,
        outcome: rules::night::outcome,
        bound: rules::night::bound,
        observe: sight::observe,
        sample: sight::sample,
        scene: scene::scene,
        describe: scene::describe,
        attempts: scene::attempts,
        gains: chronicle::gains,
        narrate: scene::narrate,
        beat: scene::beat,
        pictures: scene::pictures::pictures,
        labels: chronicle::labels,
    }

    #[inline]
    fn apply<C: Chance, S: Sink<Event>>(
        state: &mut State,
        seat: Seat,
        action: Action,
        chance: &mut C,
        sink: &mut S,
    ) {
        rules::Play::new(state, chance, sink).apply(seat, action);
    }
}
