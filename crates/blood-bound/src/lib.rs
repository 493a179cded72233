//! Blood Bound: two vampire clans, hidden leaders, one dagger.
//!
//! **Rule source.** The rulebook of the first edition (Kalle Krenzer, 2013), told anew in `RULES.md`, for 6 to 12 players with
//! all characters.
//!
//! **Decisions where the rulebook is silent**, and our one addition:
//! - Players answer a call for intervention at the same time, sealed, and the answers are opened together (rule 5.3): nobody
//!   gains from the order of seats, and offers are final.
//! - An ability that wounds makes its user the captor (rule 7.7): else the Berserker's victim would have captured himself.
//! - A Guardian draws the colour of his Sword by lot (rule 8.6): a fixed colour would tell his clan. He cannot shield himself.
//! - A Mage who was given a Staff by another Mage takes no second one (rule 8.10).
//! - The Inquisitor names the cursed in the open and then settles in secret which curse is the true one (rule 9.1).
//! - Affiliation tokens never run out (rule 6.5); ability cards do.
//! - Endless passing: after `patience` passes for each player the holder must strike; a holder who cannot draws the game (rules
//!   4.6, 4.7).
//!
//! **Options.** `players` (6 to 12) and `patience` (default 3, 0 for endless).

mod action;
mod chronicle;
mod event;
mod hunch;
mod instinct;
pub mod pieces;
mod position;
mod rules;
mod scene;
mod sight;
mod state;
mod tensor;
mod worlds;

use serde::{Deserialize, Serialize};
use table::{
    Chance, Described, Dial, Fact, Info, Knob, Observer, Outcome, Refusal, Scene, Seat, SeatSet, Sink,
};

pub use action::Action;
pub use event::Event;
pub use position::Position;
pub use sight::{Observation, View};
pub use state::{End, Phase, State};

/// The game.
pub struct BloodBound;

/// What the host chooses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Options {
    /// How many play.
    pub players: u8,
    /// So many passes in a row for each player, then the holder of the dagger must strike; 0: never.
    #[serde(default = "usual_patience")]
    pub patience: u8,
}

const fn usual_patience() -> u8 {
    3
}

const KNOBS: &[Knob] = &[Knob {
    name: "patience",
    help: "After so many passes in a row for each player the holder of the dagger must strike; 0 for never.",
    dial: Dial::Number { from: 0, to: 12, default: usual_patience() as i64 },
}];

impl Options {
    /// So many passes in a row, and the holder must strike; 0: never.
    #[inline]
    pub(crate) const fn pass_limit(&self) -> u8 {
        self.players * self.patience
    }
}

impl table::Options for Options {
    fn standard(players: usize) -> Options {
        Options { players: players as u8, patience: usual_patience() }
    }

    fn players(&self) -> usize {
        self.players.into()
    }

    fn knobs() -> &'static [Knob] {
        KNOBS
    }

    fn check(&self) -> Result<(), Refusal> {
        if self.patience > 12 {
            return Err(Refusal::malformed("Patience is a number from 0 to 12."));
        }
        Ok(())
    }
}

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
        rules: include_str!("../RULES.md"),
    };

    type Options = Options;
    type State = State;
    type Action = Action;
    type Event = Event;
    type Observation = Observation;
    type Position = Position;

    fn deal<C: Chance>(options: &Options, chance: &mut C) -> State {
        rules::setup::deal(options, chance)
    }

    fn arrange<C: Chance>(options: &Options, position: &Position, chance: &mut C) -> Result<State, Refusal> {
        position::arrange(options, position, chance)
    }

    #[inline]
    fn waiting_on(state: &State) -> SeatSet {
        rules::waiting_on(state)
    }

    fn legal(state: &State, seat: Seat, actions: &mut Vec<Action>) {
        rules::legal(state, seat, actions);
    }

    fn fallback(_: &State, seat: Seat, actions: &[Action]) -> usize {
        // The dagger goes on to the left; whoever sleeps strikes nobody, saves nobody, and shows as little as can be.
        let to_the_left = |action: &Action| matches!(action, Action::Pass(to) if to.index() > seat.index());
        let quiet = |action: &Action| {
            matches!(
                action,
                Action::Pass(_)
                    | Action::StandAlone
                    | Action::StayOut
                    | Action::AcceptNone
                    | Action::Forgo
                    | Action::Take(pieces::Token::Unknown)
            )
        };
        let find = |wanted: &dyn Fn(&Action) -> bool| actions.iter().position(wanted);
        find(&to_the_left).or_else(|| find(&quiet)).unwrap_or(0)
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
        rules::why::why_not(state, seat, action)
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
        1_000 * u32::from(options.players)
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
        let card = state.card(seat);
        let leads = card.clan().is_some_and(|clan| rules::ending::leader(state, clan) == Some(seat));
        vec![
            ("clan", card.clan().map_or("Secret Order", pieces::Clan::name).to_owned()),
            ("character", card.rank().name().to_owned()),
            ("leader", if leads { "yes" } else { "no" }.to_owned()),
        ]
    }
}

impl table::Audit for BloodBound {
    fn facts(observation: &Observation) -> Vec<Fact> {
        sight::facts(observation)
    }

    fn pieces(state: &State) -> Vec<u16> {
        state.pieces()
    }
}
