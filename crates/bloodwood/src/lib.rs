//! Bloodwood: two secret teams of immortals, 5 to 12 players, one declaration that ends it all.
//!
//! **Rule source.** Max Farmaha's Bloodwood (2024–2025); the rules as played here are in `RULES.md`, in our own words.
//!
//! **Where the rulebook is silent or contradicts itself** (each has its number in `RULES.md`): a hand without a playable card
//! discards one (3.3); a phase is exactly one turn per player (4.1); reflected cards that may not lie before the attacker are
//! discarded (6.5); everybody mutated for good is a draw (8.8), and so is a game that reaches the limit of rounds (8.9). A
//! declaration is made in steps, each public and binding (8.3), and while cards are drawn it is accepted only if it could
//! be right by what lies open (8.2).
//!
//! **Options.** `leaders` (off: nobody knows anybody; even numbers only), `declare` (at any time, or on one's own turn),
//! `slowness` (a turn may slip by), `first` (who begins), `rounds` (after how many a game is a draw).

mod action;
mod audit;
mod beliefs;
mod chronicle;
mod event;
mod instinct;
mod options;
pub mod pieces;
mod position;
mod reasons;
mod rules;
mod scene;
mod sight;
mod state;
mod talk;
mod tensor;

use table::Info;
use table::words::Language;

pub use action::Action;
pub use event::{Ending, Event};
pub use options::{DeclareWhen, Options};
pub use position::{Dna, Position, Seated};
pub use sight::{KnownHand, Observation, SeatView};
pub use state::{State, Then, TurnStage};
pub use talk::{Claim, Held, Side};

/// The game.
pub struct Bloodwood;

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
        rules: table::text_file!("../RULES.md"),
        languages: &[Language {
            code: "de",
            words: table::catalogue!("../words/de.json"),
            rules: table::text_file!("../RULES.de.md"),
            lessons: table::catalogue!("../lessons/de.json"),
        }],
        lessons: &[
            ("names-at-dawn", table::text_file!("../lessons/1-names-at-dawn.toml")),
            ("day-and-night", table::text_file!("../lessons/2-day-and-night.toml")),
            ("the-last-word", table::text_file!("../lessons/3-the-last-word.toml")),
        ],
        examples: &[
            ("declared", table::text_file!("../scenarios/declared.toml")),
            ("false-declaration", table::text_file!("../scenarios/false-declaration.toml")),
            ("mirrored-bite", table::text_file!("../scenarios/mirrored-bite.toml")),
            ("chained-defence", table::text_file!("../scenarios/chained-defence.toml")),
            ("tranquillized", table::text_file!("../scenarios/tranquillized.toml")),
            ("leshy", table::text_file!("../scenarios/leshy.toml")),
            ("pandora", table::text_file!("../scenarios/pandora.toml")),
            ("blood-test", table::text_file!("../scenarios/blood-test.toml")),
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
        deal: rules::setup::deal,
        arrange: position::arrange,
        waiting_on: rules::waiting_on,
        interrupts: rules::interrupts,
        legal: rules::legal,
        fallback: rules::fallback::fallback,
        play: rules::Play,
        why_not: rules::refuse::why_not,
        not_yours: rules::refuse::not_yours,
        outcome: rules::declare::outcome,
        observe: sight::observe,
        sample: sight::sample,
        scene: scene::scene,
        describe: scene::describe,
        attempts: scene::attempts,
        narrate: scene::narrate,
        beat: scene::beat,
        pictures: scene::pictures::pictures,
        labels: chronicle::labels,
        talk: table::talk::spoken::<Self>,
    }

    fn bound(options: &Options) -> u32 {
        // A turn of random play is a play, an answer, a few draws; now and then a Leshy or a Hunter asks everybody.
        100 + u32::from(options.rounds) * options.players as u32 * 24
    }
}
