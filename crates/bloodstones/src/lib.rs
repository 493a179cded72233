//! Bloodstones: a war of six factions for two to six players, after the game by Martin Wallace (Wallace Designs, 2023).
//!
//! **Rule source.** The published rulebook; the rules as played here are in `RULES.md`, in our own words. Counts, costs, pips and
//! strengths are those of the box. The published maps stay with their publisher: the maps in `data/maps` are our own, of
//! the same size and make-up.
//!
//! **Where the rulebook leaves a gap** we decided, among other things: for the order of play everybody draws from a full set of
//! battle tiles and only those who tie draw again; citadels keep three steps of any kind between them; captured villages never return
//! to their owner; a leader's companion may change with every step; with three or more players in an area the
//! attacker fights one after the other; there is at most one regroup in a draw, and it counts even if the
//! discard pile is empty; the last battles go round until no area is shared; a player who lets ten turns pass is no longer
//! waited for, so that no table is stuck for good.
//!
//! **Options.** The map (a shipped one or the text of a map file), the number of regroups, whether Corsairs and Chaos Horde
//! need more players, how distance between citadels is counted, whether the Chaos Horde may capture where enemy units stand,
//! the Cutiecorn, and whether attackers are shown their odds.
//!
//! **How a compound move is played.** A move is a sequence of small decisions: choose a stack, pick units or take it whole, go step by
//! step, choose further stacks, and spend tiles at the end. Nothing is shown to anybody until the first tile is spent, so all
//! of it can be taken back until then. Captured and constructed villages work the same way.

pub mod action;
mod audit;
mod chronicle;
pub mod event;
mod instinct;
pub mod map;
pub mod odds;
mod options;
pub mod pieces;
mod position;
mod reasons;
mod rules;
mod scene;
mod sight;
pub mod state;
mod tensor;

use serde_json::Value;
use table::words::Language;
use table::{Chance, Game, Info, Refusal};

pub use action::Action;
pub use event::Event;
pub use options::{Options, Spacing};
pub use position::Position;
pub use sight::{BattleView, DraftView, Observation, RealmView, SideView, TurnView, UnitsView, VillagesView};
pub use state::State;

/// The game.
pub struct Bloodstones;

impl Game for Bloodstones {
    const INFO: Info = Info {
        id: "bloodstones",
        name: "Bloodstones",
        tagline: "Six factions, one land: every tile is a soldier, a coin, a march and a stroke of luck.",
        min_players: 2,
        max_players: 6,
        usual_players: 4,
        minutes: (90, 180),
        rules_version: 2,
        rules: table::text_file!("../RULES.md"),
        languages: &[Language {
            code: "de",
            words: table::catalogue!("../words/de.json"),
            rules: table::text_file!("../RULES.de.md"),
            lessons: table::catalogue!("../lessons/de.json"),
        }],
        lessons: &[
            ("four-things", table::text_file!("../lessons/1-four-things.toml")),
            ("over-the-water", table::text_file!("../lessons/2-over-the-water.toml")),
            ("six-peoples", table::text_file!("../lessons/3-six-peoples.toml")),
        ],
        examples: &[
            ("capture-example", table::text_file!("../scenarios/capture-example.toml")),
            ("build-example", table::text_file!("../scenarios/build-example.toml")),
            ("move-example", table::text_file!("../scenarios/move-example.toml")),
            ("passage", table::text_file!("../scenarios/passage.toml")),
            ("battle-example", table::text_file!("../scenarios/battle-example.toml")),
            ("construct-example", table::text_file!("../scenarios/construct-example.toml")),
            ("dragons-burn-a-citadel", table::text_file!("../scenarios/dragons-burn-a-citadel.toml")),
            ("the-fallen-rise", table::text_file!("../scenarios/the-fallen-rise.toml")),
            ("last-battles", table::text_file!("../scenarios/last-battles.toml")),
            ("cutiecorn", table::text_file!("../scenarios/cutiecorn.toml")),
        ],
        puzzles: table::text_file!("../puzzles.toml"),
    };
    /// Version 2 changed only the JSON of an attack.
    const OLDEST_RULES: u32 = 1;

    type Options = Options;
    type State = State;
    type Action = Action;
    type Event = Event;
    type Observation = Observation;
    type Position = Position;

    table::delegate! {
        waiting_on: rules::waiting_on,
        legal: rules::legal,
        fallback: rules::fallback::fallback,
        play: rules::Play,
        why_not: rules::refuse::why_not,
        outcome: rules::flow::outcome,
        bound: Options::bound,
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

    fn deal<C: Chance>(options: &Options, chance: &mut C) -> State {
        rules::setup::deal(options.agreed(), chance)
    }

    fn arrange<C: Chance>(options: &Options, position: &Position, chance: &mut C) -> Result<State, Refusal> {
        position::arrange(options.agreement()?, position, chance)
    }

    fn old_json(action: Action, _: u32) -> Option<Value> {
        action.to_version_1()
    }

    fn from_old_json(json: &Value, _: u32) -> Option<Action> {
        Action::from_version_1(json)
    }
}
