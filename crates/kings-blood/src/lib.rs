//! King's Blood, by Hitoshi Yasuda and Tadaaki Kawahito (Group SNE), for two to six players: lay out one royal family tree
//! together, and be the first to be rid of your cards.
//!
//! **Rule source**: the published English rulebook. The card list is not public; `data/deck.toml` is a reconstruction with
//! names of our own.
//!
//! **Deviations**
//! - The rulebook turns up cards until a Character founds the first tree and shuffles the Events back. Here the founder is drawn
//!   by lot from the Characters of the pile, which comes to the same without telling anybody what was shuffled back.
//! - The first dealer is drawn by lot, later the deal passes to the left.
//! - The table has edges (58 cards wide, 40 generations deep), which no game ever comes near.
//! - Solitaire rules are not part of the rulebook and not played here.
//!
//! **Options**: the number of special abilities, the advanced rules, two ways of keeping score with a target, and who makes the
//! call at the last card. See [`Options`].

pub mod action;
mod chronicle;
pub mod event;
pub mod genealogy;
mod instinct;
pub mod pieces;
mod position;
mod rules;
mod scene;
pub mod sight;
pub mod state;
mod tensor;

use serde::{Deserialize, Serialize};
use table::{
    Chance, Described, Dial, Fact, Info, Knob, Observer, Outcome, Refusal, Scene, Seat, SeatSet, Sink,
};

pub use action::Action;
pub use event::Event;
pub use position::Position;
pub use sight::Observation;
pub use state::State;

/// How many Characters have abilities (rule 2.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Abilities {
    /// Twenty-four.
    #[default]
    Many,
    /// Twelve.
    Few,
}

/// Whether and how score is kept (section 13 of the rules).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scoring {
    /// One hand, one winner.
    #[default]
    None,
    /// The winner gains what the others hold.
    A,
    /// The others are charged with what they hold.
    B,
}

/// Who makes the call at the last card (rules 10.2, 10.6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Caller {
    /// The player, who is asked before the turn ends.
    #[default]
    Player,
    /// The table, always in time.
    Table,
}

/// The host's choices.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Options {
    /// How many play.
    pub players: u8,
    /// How many Characters have abilities.
    #[serde(default)]
    pub specials: Abilities,
    /// With the King's Blood card?
    #[serde(default)]
    pub advanced: bool,
    /// Whether and how score is kept.
    #[serde(default)]
    pub scoring: Scoring,
    /// The score that ends a series.
    #[serde(default = "usual_target")]
    pub target: i16,
    /// Who makes the call.
    #[serde(default)]
    pub caller: Caller,
}

const fn usual_target() -> i16 {
    100
}

impl Options {
    /// Only twelve abilities?
    pub(crate) fn few(&self) -> bool {
        self.specials == Abilities::Few
    }

    /// Is score kept?
    pub(crate) fn scored(&self) -> bool {
        self.scoring != Scoring::None
    }
}

impl table::Options for Options {
    fn standard(players: usize) -> Self {
        Options {
            players: players as u8,
            specials: Abilities::Many,
            advanced: false,
            scoring: Scoring::None,
            target: usual_target(),
            caller: Caller::Player,
        }
    }

    fn players(&self) -> usize {
        self.players.into()
    }

    fn knobs() -> &'static [Knob] {
        &[
            Knob {
                name: "specials",
                help: "How many Characters trouble the next player with Skip, Reverse or Draw 3.",
                dial: Dial::Choice {
                    of: &[("many", "Twenty-four: a lively table."), ("few", "Twelve: a calmer one.")],
                    default: "many",
                },
            },
            Knob {
                name: "advanced",
                help: "Play with the King's Blood card, which goes to whoever enthrones.",
                dial: Dial::Switch { default: false },
            },
            Knob {
                name: "scoring",
                help: "Play a series of hands for points.",
                dial: Dial::Choice {
                    of: &[
                        ("none", "A single hand decides."),
                        (
                            "a",
                            "The winner of a hand gains what the others hold; the first to reach the target wins.",
                        ),
                        ("b", "The others are charged with what they hold; the lowest score wins."),
                    ],
                    default: "none",
                },
            },
            Knob {
                name: "target",
                help: "The score that ends a series.",
                dial: Dial::Number { from: 50, to: 300, default: 100 },
            },
            Knob {
                name: "caller",
                help: "Who calls \"King's Blood!\" at the last card.",
                dial: Dial::Choice {
                    of: &[
                        ("player", "You do; you are asked before your turn ends."),
                        ("table", "The table does it for you."),
                    ],
                    default: "player",
                },
            },
        ]
    }

    fn check(&self) -> Result<(), Refusal> {
        if !KingsBlood::players().contains(&usize::from(self.players)) {
            return Err(Refusal::malformed("King's Blood is for 2 to 6 players."));
        }
        if !(50..=300).contains(&self.target) {
            return Err(Refusal::malformed("The target is a score from 50 to 300."));
        }
        Ok(())
    }
}

/// King's Blood.
#[derive(Clone, Copy, Debug)]
pub struct KingsBlood;

impl KingsBlood {
    fn players() -> std::ops::RangeInclusive<usize> {
        <Self as table::Game>::INFO.players()
    }
}

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
        rules::deal(options, chance)
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
        rules::legal::legal(state, seat, actions);
    }

    fn fallback(_: &State, _: Seat, actions: &[Action]) -> usize {
        // Whoever sleeps draws what is to be drawn and plays no card that need not be played.
        let quiet = |action: &Action| {
            matches!(action, Action::Draw | Action::Accept | Action::Decline | Action::Stop | Action::Pass)
        };
        actions.iter().position(quiet).unwrap_or(0)
    }

    #[inline]
    fn apply<C: Chance, S: Sink<Event>>(
        state: &mut State,
        seat: Seat,
        action: Action,
        chance: &mut C,
        sink: &mut S,
    ) {
        rules::Course { state, chance, sink }.apply(seat, action);
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
        rules::bound(options)
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
        rules::labels(state, seat)
    }
}

impl table::Audit for KingsBlood {
    fn facts(observation: &Observation) -> Vec<Fact> {
        sight::facts(observation)
    }

    fn pieces(state: &State) -> Vec<u16> {
        rules::pieces(state)
    }
}
