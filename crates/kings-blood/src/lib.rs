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
mod reasons;
mod rules;
mod scene;
pub mod sight;
pub mod state;
mod tensor;

use table::Info;
use table::words::Language;

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
        rules: table::text_file!("../RULES.md"),
        languages: &[Language {
            code: "de",
            words: table::catalogue!("../words/de.json"),
            rules: table::text_file!("../RULES.de.md"),
            lessons: table::catalogue!("../lessons/de.json"),
        }],
        lessons: &[
            ("a-wedding", table::text_file!("../lessons/1-a-wedding.toml")),
            ("daggers-and-thrones", table::text_file!("../lessons/2-daggers-and-thrones.toml")),
            ("points-and-blood", table::text_file!("../lessons/3-points-and-blood.toml")),
        ],
        examples: &[
            ("father-mother-child", table::text_file!("../scenarios/father-mother-child.toml")),
            ("a-wedding-and-a-child", table::text_file!("../scenarios/a-wedding-and-a-child.toml")),
            ("chain-of-weddings", table::text_file!("../scenarios/chain-of-weddings.toml")),
            ("siblings", table::text_file!("../scenarios/siblings.toml")),
            ("skip-and-reverse", table::text_file!("../scenarios/skip-and-reverse.toml")),
            ("draw-three-chain", table::text_file!("../scenarios/draw-three-chain.toml")),
            ("enthronement", table::text_file!("../scenarios/enthronement.toml")),
            ("new-connection-and-child", table::text_file!("../scenarios/new-connection-and-child.toml")),
            ("the-forgotten-call", table::text_file!("../scenarios/the-forgotten-call.toml")),
            ("the-blood-on-the-move", table::text_file!("../scenarios/the-blood-on-the-move.toml")),
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
        deal: rules::deal::deal,
        arrange: position::arrange,
        waiting_on: rules::waiting_on,
        legal: rules::legal,
        fallback: rules::fallback::fallback,
        play: rules::Play,
        why_not: rules::refuse::why_not,
        outcome: rules::ending::outcome,
        bound: rules::deal::bound,
        observe: sight::observe,
        sample: sight::sample,
        scene: scene::scene,
        sketch: scene::sketch,
        describe: scene::describe,
        attempts: scene::attempts,
        gains: chronicle::gains,
        narrate: scene::narrate,
        beat: scene::beat,
        pictures: scene::pictures::pictures,
        labels: chronicle::labels,
    }
}
