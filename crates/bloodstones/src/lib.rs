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
//! discard pile is empty; the last battles go round until no area is shared; whoever lets ten turns pass is not waited for, so that
//! no table is stuck for good.
//!
//! **Options.** The map (a shipped one or the text of a map file), the number of regroups, whether Corsairs and Chaos Horde
//! need more players, how distance between citadels is counted, whether the Chaos Horde may capture under enemy eyes,
//! the Cutiecorn, and whether attackers are shown their odds.
//!
//! **How a compound move is played.** A move is a sequence of small decisions: choose a stack, pick units or take it whole, go step by
//! step, choose further stacks, and spend tiles at the end. Nothing is shown to anybody until the first tile is spent, so all
//! of it can be taken back until then. Captured and constructed villages work the same way.

pub mod action;
mod chronicle;
pub mod event;
mod instinct;
mod inventory;
pub mod map;
pub mod odds;
pub mod pieces;
mod position;
mod rules;
mod scene;
mod sight;
pub mod state;
mod tensor;

use serde::{Deserialize, Serialize};
use table::{
    Chance, Described, Dial, Fact, Game, Info, Knob, Observer, Outcome, Refusal, Scene, Seat, SeatSet, Sink,
};

pub use action::Action;
pub use event::Event;
pub use position::Position;
pub use sight::{BattleView, Observation, RealmView, Settled, SideView, Standing, TurnView};
pub use state::State;

use state::{Agreement, Phase};

/// The game.
pub struct Bloodstones;

/// How distance between citadels is counted (rule 4.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spacing {
    /// Every border is a step.
    All,
    /// Only steps over land count.
    Land,
}

/// Number of players and variants.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Options {
    /// How many play.
    pub players: usize,
    /// The name of a shipped map, or a whole map file; empty for the usual one.
    #[serde(default)]
    pub map: String,
    /// Regroups that count for each player; 0 for the usual number.
    #[serde(default)]
    pub regroups: u8,
    /// Corsairs from three players, Chaos Horde from four.
    #[serde(default = "yes")]
    pub restrict_factions: bool,
    /// How distance between citadels is counted.
    #[serde(default = "all_borders")]
    pub spacing: Spacing,
    /// The Chaos Horde capture only where no enemy unit stands.
    #[serde(default)]
    pub polite_horde: bool,
    /// The Cutiecorn is in play.
    #[serde(default)]
    pub cutiecorn: bool,
    /// Attackers are shown their odds.
    #[serde(default = "yes")]
    pub show_odds: bool,
}

fn yes() -> bool {
    true
}

fn all_borders() -> Spacing {
    Spacing::All
}

impl table::Options for Options {
    fn standard(players: usize) -> Options {
        Options {
            players,
            map: String::new(),
            regroups: 0,
            restrict_factions: true,
            spacing: Spacing::All,
            polite_horde: false,
            cutiecorn: false,
            show_odds: true,
        }
    }

    fn players(&self) -> usize {
        self.players
    }

    fn knobs() -> &'static [Knob] {
        &[
            Knob {
                name: "map",
                help: "A map that comes with the game, or the text of a map file; empty for the usual one.",
                dial: Dial::Text { of: &map::SHIPPED },
            },
            Knob {
                name: "regroups",
                help: "How many regroups of each player end the game; 0 means three with two players and two with more.",
                dial: Dial::Number { from: 0, to: 4, default: 0 },
            },
            Knob {
                name: "restrict-factions",
                help: "Corsairs need three players, the Chaos Horde four.",
                dial: Dial::Switch { default: true },
            },
            Knob {
                name: "spacing",
                help: "What counts as a step between citadels.",
                dial: Dial::Choice {
                    of: &[("all", "every border, coasts too"), ("land", "borders between land areas only")],
                    default: "all",
                },
            },
            Knob {
                name: "polite-horde",
                help: "The Chaos Horde capture villages only where no enemy unit stands.",
                dial: Dial::Switch { default: false },
            },
            Knob {
                name: "cutiecorn",
                help: "A cat on a unicorn waits beside the map.",
                dial: Dial::Switch { default: false },
            },
            Knob {
                name: "show-odds",
                help: "Whoever is about to attack is shown the exact odds.",
                dial: Dial::Switch { default: true },
            },
        ]
    }

    fn check(&self) -> Result<(), Refusal> {
        let map = map::choose(&self.map, self.players)?;
        let (fewest, most) = map.players;
        if !(fewest..=most).contains(&self.players) {
            let fitting: Vec<_> = map::all()
                .filter(|map| (map.players.0..=map.players.1).contains(&self.players))
                .filter_map(|map| map.slug)
                .collect();
            return Err(Refusal::malformed(format!(
                "{} is a map for {fewest} to {most} players; for {} there are: {}.",
                map.name,
                self.players,
                fitting.join(", ")
            )));
        }
        if self.regroups > 4 {
            return Err(Refusal::malformed("At most 4 regroups can be played for."));
        }
        Ok(())
    }
}

impl Options {
    /// What the options mean, or nothing if their map cannot be read.
    fn agreement(&self) -> Result<Agreement, Refusal> {
        let usual = if self.players == 2 { 3 } else { 2 };
        Ok(Agreement {
            players: self.players as u8,
            map: map::choose(&self.map, self.players)?,
            regroups: if self.regroups == 0 { usual } else { self.regroups },
            restrict: self.restrict_factions,
            land_spacing: self.spacing == Spacing::Land,
            cutiecorn: self.cutiecorn,
            polite_horde: self.polite_horde,
            odds: self.show_odds,
        })
    }

    /// For options that have been checked: an unreadable map becomes the usual one.
    fn agreed(&self) -> Agreement {
        self.agreement().unwrap_or_else(|_| Agreement {
            map: map::usual(self.players),
            ..Options { map: String::new(), ..self.clone() }.agreed()
        })
    }
}

impl Game for Bloodstones {
    const INFO: Info = Info {
        id: "bloodstones",
        name: "Bloodstones",
        tagline: "Six factions, one land: every tile is a soldier, a coin and a stroke of luck at once.",
        min_players: 2,
        max_players: 6,
        usual_players: 4,
        minutes: (90, 180),
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
        rules::setup::deal(options.agreed(), chance)
    }

    fn arrange<C: Chance>(options: &Options, position: &Position, chance: &mut C) -> Result<State, Refusal> {
        position::arrange(options.agreement()?, position, chance)
    }

    fn waiting_on(state: &State) -> SeatSet {
        state.chooser().map_or(SeatSet::EMPTY, SeatSet::one)
    }

    fn legal(state: &State, seat: Seat, actions: &mut Vec<Action>) {
        if state.chooser() == Some(seat) {
            rules::legal(state, actions);
        }
    }

    fn fallback(_: &State, _: Seat, actions: &[Action]) -> usize {
        // Whoever sleeps goes on wherever that can be said, and else takes the first choice there is.
        actions.iter().position(|action| matches!(action, Action::Done)).unwrap_or(0)
    }

    fn apply<C: Chance, S: Sink<Event>>(
        state: &mut State,
        _: Seat,
        action: Action,
        chance: &mut C,
        sink: &mut S,
    ) {
        rules::Play { s: state, chance, sink }.apply(action);
    }

    fn why_not(state: &State, _: Seat, action: Action) -> Refusal {
        rules::why_not(state, action)
    }

    fn outcome(state: &State) -> Option<Outcome> {
        rules::flow::outcome(state)
    }

    fn observe(state: &State, observer: Observer) -> Observation {
        sight::observe(state, observer)
    }

    fn sample<C: Chance>(observation: &Observation, chance: &mut C) -> State {
        sight::sample(observation, chance)
    }

    fn bound(options: &Options) -> u32 {
        let regroups = match (options.regroups, options.players) {
            (0, 2) => 3,
            (0, _) => 2,
            (regroups, _) => u32::from(regroups),
        };
        1_000 * options.players as u32 * (regroups + 1)
    }

    fn scene(observation: &Observation, _waiting: SeatSet) -> Scene {
        scene::scene(observation)
    }

    fn describe(observation: &Observation, actions: &[Action]) -> Vec<Described> {
        actions.iter().map(|&action| scene::describe(observation, action)).collect()
    }

    fn narrate(event: &Event, observer: Observer) -> String {
        event::narrate(event, observer)
    }

    fn labels(state: &State, seat: Seat) -> Vec<(&'static str, String)> {
        let realm = &state.realms[seat.index().min(state::MAX_PLAYERS - 1)];
        let mut labels = Vec::new();
        if let Some(faction) = realm.faction {
            labels.push(("faction", faction.name().to_owned()));
        }
        if state.phase == Phase::Over {
            labels
                .push(("first", if state.first as usize == seat.index() { "yes" } else { "no" }.to_owned()));
        }
        labels
    }
}

impl table::Audit for Bloodstones {
    fn facts(observation: &Observation) -> Vec<Fact> {
        sight::facts(observation)
    }

    fn pieces(state: &State) -> Vec<u16> {
        state.pieces()
    }
}
