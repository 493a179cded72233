//! Blood Bound: two vampire clans, hidden leaders, one dagger.
//!
//! **Rule source.** The rulebook of the first edition (Kalle Krenzer, 2013), in our own words in `RULES.md`, for 6 to 12 players
//! with all characters.
//!
//! **Decisions where the rulebook is silent**, and our one addition:
//! - Players answer a call for intervention at the same time, sealed, and the answers are opened together (rule 5.3): nobody
//!   gains from the order of seats, and offers are final.
//! - An ability that wounds makes its user the captor (rule 7.7): otherwise the Berserker's victim would capture himself.
//! - A Guardian draws the colour of his Sword by lot (rule 8.6): a fixed colour would give away his clan. He cannot shield
//!   himself.
//! - A Mage who was given a Staff by another Mage takes no second one (rule 8.10).
//! - The Inquisitor lays the curses in the open, then chooses in secret which of them is the true one (rule 9.1).
//! - Affiliation tokens never run out (rule 6.5); ability cards do.
//! - Endless passing: after `patience` passes for each player the holder must strike; a holder who cannot draws the game (rules
//!   4.6, 4.7).
//!
//! **Options.** `players` (6 to 12) and `patience` (default 3, 0 for endless).

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
pub use event::Event;
pub use options::Options;
pub use position::Position;
pub use sight::{Observation, SeatView};
pub use state::{End, Phase, State};
pub use talk::{Claim, Side};

/// The game.
pub struct BloodBound;

impl table::Game for BloodBound {
    const INFO: Info = Info {
        id: "blood-bound",
        name: "Blood Bound",
        tagline: "Two vampire clans, one dagger: find the rival leader before yours is found.",
        min_players: 6,
        max_players: 12,
        usual_players: 8,
        minutes: (15, 30),
        rules_version: 1,
        rules: table::text_file!("../RULES.md"),
        languages: &[Language {
            code: "de",
            words: table::catalogue!("../words/de.json"),
            rules: table::text_file!("../RULES.de.md"),
            lessons: table::catalogue!("../lessons/de.json"),
        }],
        lessons: &[
            ("four-wounds", table::text_file!("../lessons/1-four-wounds.toml")),
            ("the-power-of-a-rank", table::text_file!("../lessons/2-the-power-of-a-rank.toml")),
            ("the-inquisitor", table::text_file!("../lessons/3-the-inquisitor.toml")),
        ],
        examples: &[
            ("leader-captured", table::text_file!("../scenarios/leader-captured.toml")),
            ("wrong-captive", table::text_file!("../scenarios/wrong-captive.toml")),
            ("example-wound", table::text_file!("../scenarios/example-wound.toml")),
            ("example-intervention", table::text_file!("../scenarios/example-intervention.toml")),
            ("mentalist", table::text_file!("../scenarios/mentalist.toml")),
            ("guardian", table::text_file!("../scenarios/guardian.toml")),
            ("berserker-captures", table::text_file!("../scenarios/berserker-captures.toml")),
            ("assassin-captures", table::text_file!("../scenarios/assassin-captures.toml")),
            ("inquisitor-captured", table::text_file!("../scenarios/inquisitor-captured.toml")),
            ("true-curse", table::text_file!("../scenarios/true-curse.toml")),
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
        legal: rules::legal,
        fallback: rules::fallback::fallback,
        play: rules::Play,
        why_not: rules::refuse::why_not,
        outcome: rules::ending::outcome,
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
        1_000 * u32::from(options.players)
    }
}
