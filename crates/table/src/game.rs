//! The contract: what a game says once, for all clients, bots and tools.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::RangeInclusive;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::beat::Beat;
use crate::chance::Chance;
use crate::code::Code;
use crate::event::{Event, Sink};
use crate::known::Known;
use crate::options::Options;
use crate::outcome::Outcome;
use crate::refusal::Refusal;
use crate::scene::{Barred, Described, Id, Picture, Scene};
use crate::seat::{Observer, Seat, SeatSet};
use crate::talk::Grammar;
use crate::text::Text;
use crate::words::Language;

/// What the box says.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Info {
    /// In commands, files and addresses: `blood-bound`.
    pub id: &'static str,
    /// On the box: "Blood Bound".
    pub name: &'static str,
    /// A one-line pitch.
    pub tagline: &'static str,
    /// Fewest players.
    pub min_players: usize,
    /// Most players.
    pub max_players: usize,
    /// A good number to start with.
    pub usual_players: usize,
    /// How long people take, in minutes.
    pub minutes: (u32, u32),
    /// Goes up with every change after which an old record would replay or read differently.
    pub rules_version: u32,
    /// The text of `RULES.md`.
    #[serde(skip)]
    pub rules: &'static str,
    /// Words and rules in other languages.
    #[serde(skip)]
    pub languages: &'static [Language],
    /// Lessons for newcomers in the order in which they are learnt: the name and the text of each file of `lessons/`.
    #[serde(skip)]
    pub lessons: &'static [(&'static str, &'static str)],
    /// Examples that the rules show: the name and the text of some files of `scenarios/`.
    #[serde(skip)]
    pub examples: &'static [(&'static str, &'static str)],
    /// The text of `puzzles.toml`: positions in which one choice is clearly best. Empty for none.
    #[serde(skip)]
    pub puzzles: &'static str,
}

impl Info {
    /// How many can play.
    pub const fn players(&self) -> RangeInclusive<usize> {
        self.min_players..=self.max_players
    }
}

/// One atomic decision: small plain data with a readable JSON form and an [integer form](Code).
pub trait Action: Code + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync + 'static {}

impl<T: Code + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync + 'static> Action for T {}

/// A game. Rules are functions of plain data.
///
/// - Only a match holds a `State`. Clients, bots, spectators and logs get what is computed from an `Observation`.
/// - `legal` is the only authority on what may be done. The platform refuses what is not on the list, and asks
///   [`why_not`](Game::why_not) for words.
/// - Choices that are made at the same time lie sealed in the state until the last is in. Reactions and nested decisions are
///   an explicit stack in the state.
/// - A reaction window opens for every seat that could have a reaction *by public knowledge*: who is waited on never tells a
///   secret.
pub trait Game: Send + Sync + Sized + 'static {
    /// What the box says.
    const INFO: Info;
    /// The oldest version of the rules that is played like the present one: its records still replay and verify.
    const OLDEST_RULES: u32 = Self::INFO.rules_version;

    /// Number of players and variants.
    type Options: Options;
    /// The whole truth. Small plain data without heap, options included; its `Hash` goes into records.
    type State: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// One atomic decision; big moves are sequences of these.
    type Action: Action;
    /// Something that happened.
    type Event: Event;
    /// All that one observer may know, and nothing else, options included.
    type Observation: Clone + Eq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// A position written by hand in a scenario file; what it leaves open is dealt. `()` for games without positions.
    type Position: Default + DeserializeOwned + Send + Sync;

    /// A new game. The options have been checked.
    fn deal<C: Chance>(options: &Self::Options, chance: &mut C) -> Self::State;

    /// A game from a position written by hand, or why it is impossible. By default a position says nothing and all is dealt.
    fn arrange<C: Chance>(
        options: &Self::Options,
        position: &Self::Position,
        chance: &mut C,
    ) -> Result<Self::State, Refusal> {
        let _ = position;
        Ok(Self::deal(options, chance))
    }

    /// The seats that the game is waiting for. Several seats decide at the same time; none means that the game is over.
    fn waiting_on(state: &Self::State) -> SeatSet;

    /// The seats that are not waited on but may interrupt, by public knowledge.
    fn interrupts(state: &Self::State) -> SeatSet {
        let _ = state;
        SeatSet::EMPTY
    }

    /// Appends what this seat may do now, each action once. Appends nothing for a seat that is neither waited on nor
    /// may interrupt, and at least one action for one that is.
    fn legal(state: &Self::State, seat: Seat, actions: &mut Vec<Self::Action>);

    /// The default decision for a seat that runs out of time: an index into its legal list, which is never empty.
    fn fallback(state: &Self::State, seat: Seat, actions: &[Self::Action]) -> usize {
        let _ = (state, seat, actions);
        0
    }

    /// Applies an action that is on the seat's legal list. Must not allocate when the sink is `()`.
    fn apply<C: Chance, S: Sink<Self::Event>>(
        state: &mut Self::State,
        seat: Seat,
        action: Self::Action,
        chance: &mut C,
        sink: &mut S,
    );

    /// Why an action is not on the seat's legal list, in words that tell the seat nothing it does not know. The seat is
    /// waited on or may interrupt.
    fn why_not(state: &Self::State, seat: Seat, action: Self::Action) -> Refusal;

    /// Why a seat that is neither waited on nor may interrupt cannot do this, by public knowledge.
    fn not_yours(_state: &Self::State, _seat: Seat, _action: Self::Action) -> Refusal {
        Refusal::not_yours()
    }

    /// The end, once it has come: exactly when nobody is waited on.
    fn outcome(state: &Self::State) -> Option<Outcome>;

    /// The allow-list: what this observer may know. Everything that clients and bots get is computed from it.
    fn observe(state: &Self::State, observer: Observer) -> Self::Observation;

    /// A whole state that the observer cannot tell from the truth, each with the weight it has given all that the observation
    /// says (players' choices are not evidence). For [`Observer::All`] the truth itself.
    fn sample<C: Chance>(observation: &Self::Observation, chance: &mut C) -> Self::State;

    /// No game is longer than this many actions under random play.
    fn bound(options: &Self::Options) -> u32;

    /// How the table looks to the observer while these seats are waited on.
    fn scene(observation: &Self::Observation, waiting: SeatSet) -> Scene;

    /// The same, but parts that a client knows may be blank.
    fn sketch(observation: &Self::Observation, waiting: SeatSet, known: &mut Known) -> Scene {
        let _ = known;
        Self::scene(observation, waiting)
    }

    /// The labels of the observing seat's actions and the elements they touch, in the order given.
    fn describe(observation: &Self::Observation, actions: &[Self::Action]) -> Vec<Described>;

    /// What a player who points at an element of the scene probably means: the element, and an action they would try. Several actions
    /// for one element follow each other. If none of them is legal, [`why_not`](Game::why_not) explains the first.
    fn attempts(observation: &Self::Observation) -> Vec<(Id, Self::Action)> {
        let _ = observation;
        Vec::new()
    }

    /// Points gained by an event, in games that count them: where from ("Night 2", "Battles"), who, how many. The states are those
    /// before and after the action that caused it.
    fn gains(states: [&Self::State; 2], event: &Self::Event, gain: &mut dyn FnMut(Text, Seat, i32)) {
        let _ = (states, event, gain);
    }

    /// What happened, in words for this observer, who was told of it. Empty for what needs no words.
    fn narrate(event: &Self::Event, observer: Observer) -> Text;

    /// How what happened is staged: who did it, to whom, with what, and how much it matters.
    fn beat(event: &Self::Event) -> Beat {
        let _ = event;
        Beat::default()
    }

    /// The pieces that the rules speak of, rule by rule.
    fn pictures() -> Vec<Picture> {
        Vec::new()
    }

    /// An action as an older version of the rules wrote it into records, where that is not its present JSON form.
    fn old_json(_action: Self::Action, _rules: u32) -> Option<Value> {
        None
    }

    /// Reads an action in a JSON form that only an older version of the rules had.
    fn from_old_json(_json: &Value, _rules: u32) -> Option<Self::Action> {
        None
    }

    /// What can be said at the table as data; nothing by default (see [`crate::talk`]).
    fn talk() -> Option<&'static dyn Grammar<Self::Observation, Self::State>> {
        None
    }

    /// What a seat was, for statistics of finished games: `[("clan", "Rose"), ("character", "Elder")]`.
    fn labels(state: &Self::State, seat: Seat) -> Vec<(&'static str, String)> {
        let _ = (state, seat);
        Vec::new()
    }
}

/// What a seat may do now.
pub fn legal<G: Game>(state: &G::State, seat: Seat) -> Vec<G::Action> {
    let mut actions = Vec::new();
    G::legal(state, seat, &mut actions);
    actions
}

/// Applies an action if it is legal, or says why not and changes nothing.
pub fn play<G: Game, C: Chance, S: Sink<G::Event>>(
    state: &mut G::State,
    seat: Seat,
    action: G::Action,
    chance: &mut C,
    sink: &mut S,
) -> Result<(), Refusal> {
    check::<G>(state, seat, action)?;
    G::apply(state, seat, action, chance, sink);
    Ok(())
}

/// Is an action legal, and if not, why?
pub fn check<G: Game>(state: &G::State, seat: Seat, action: G::Action) -> Result<(), Refusal> {
    check_asked::<G>(state, seat, action)?;
    check_listed::<G>(state, seat, action, &legal::<G>(state, seat))
}

/// Is this seat asked anything? Games need not handle seats that the table does not have.
pub(crate) fn check_asked<G: Game>(state: &G::State, seat: Seat, action: G::Action) -> Result<(), Refusal> {
    let waiting = G::waiting_on(state);
    match waiting.union(G::interrupts(state)).contains(seat) {
        _ if waiting.is_empty() => Err(Refusal::over()),
        false => Err(G::not_yours(state, seat, action)),
        true => Ok(()),
    }
}

/// The elements of the scene that this seat cannot use now, each with the reason. `legal` is what it may do.
pub fn barred<G: Game>(
    state: &G::State,
    seat: Seat,
    observation: &G::Observation,
    legal: &[G::Action],
) -> Vec<Barred> {
    if legal.is_empty() {
        return Vec::new();
    }
    let attempts = G::attempts(observation);
    let tried = attempts.chunk_by(|(one, _), (other, _)| one == other);
    let barred = tried.filter(|tried| !tried.iter().any(|(_, action)| legal.contains(action)));
    barred
        .map(|tried| {
            let (about, action) = &tried[0];
            let Refusal { reason, rule, .. } = G::why_not(state, seat, *action);
            Barred { about: about.clone(), text: reason, rule: rule.unwrap_or_default() }
        })
        .collect()
}

/// Is an action among those that are legal for this seat, and if not, why?
pub(crate) fn check_listed<G: Game>(
    state: &G::State,
    seat: Seat,
    action: G::Action,
    legal: &[G::Action],
) -> Result<(), Refusal> {
    if legal.contains(&action) { Ok(()) } else { Err(G::why_not(state, seat, action)) }
}

/// Inside `impl Game`: functions that only call a function of one of the game's rooms, such as `observe: sight::observe`.
/// `play` stands for `apply` and names the struct of state, chance and sink that has it as a method.
#[macro_export]
macro_rules! delegate {
    ($($name:ident: $to:path,)*) => { $($crate::delegate!(@$name $to);)* };
    (@call $to:path, $name:ident($($argument:ident: $of:ty),*) $(-> $gives:ty)?) => {
        #[inline]
        fn $name($($argument: $of),*) $(-> $gives)? {
            $to($($argument),*)
        }
    };
    (@draw $to:path, $name:ident($($argument:ident: $of:ty),*) -> $gives:ty) => {
        fn $name<C: $crate::Chance>($($argument: $of,)* chance: &mut C) -> $gives {
            $to($($argument,)* chance)
        }
    };
    (@play $play:path) => {
        #[inline]
        fn apply<C: $crate::Chance, S: $crate::Sink<Self::Event>>(
            state: &mut Self::State,
            seat: $crate::Seat,
            action: Self::Action,
            chance: &mut C,
            sink: &mut S,
        ) {
            $play { state, chance, sink }.apply(seat, action);
        }
    };
    (@deal $to:path) => { $crate::delegate!(@draw $to, deal(options: &Self::Options) -> Self::State); };
    (@arrange $to:path) => {
        $crate::delegate!(@draw $to, arrange(options: &Self::Options, position: &Self::Position)
            -> Result<Self::State, $crate::Refusal>);
    };
    (@sample $to:path) => { $crate::delegate!(@draw $to, sample(seen: &Self::Observation) -> Self::State); };
    (@waiting_on $to:path) => { $crate::delegate!(@call $to, waiting_on(state: &Self::State) -> $crate::SeatSet); };
    (@interrupts $to:path) => { $crate::delegate!(@call $to, interrupts(state: &Self::State) -> $crate::SeatSet); };
    (@legal $to:path) => {
        $crate::delegate!(@call $to,
            legal(state: &Self::State, seat: $crate::Seat, actions: &mut Vec<Self::Action>));
    };
    (@fallback $to:path) => {
        $crate::delegate!(@call $to,
            fallback(state: &Self::State, seat: $crate::Seat, actions: &[Self::Action]) -> usize);
    };
    (@why_not $to:path) => {
        $crate::delegate!(@call $to,
            why_not(state: &Self::State, seat: $crate::Seat, action: Self::Action) -> $crate::Refusal);
    };
    (@not_yours $to:path) => {
        $crate::delegate!(@call $to,
            not_yours(state: &Self::State, seat: $crate::Seat, action: Self::Action) -> $crate::Refusal);
    };
    (@outcome $to:path) => { $crate::delegate!(@call $to, outcome(state: &Self::State) -> Option<$crate::Outcome>); };
    (@observe $to:path) => {
        $crate::delegate!(@call $to,
            observe(state: &Self::State, observer: $crate::Observer) -> Self::Observation);
    };
    (@bound $to:path) => { $crate::delegate!(@call $to, bound(options: &Self::Options) -> u32); };
    (@scene $to:path) => {
        $crate::delegate!(@call $to, scene(seen: &Self::Observation, waiting: $crate::SeatSet) -> $crate::Scene);
    };
    (@sketch $to:path) => {
        $crate::delegate!(@call $to,
            sketch(seen: &Self::Observation, waiting: $crate::SeatSet, known: &mut $crate::Known) -> $crate::Scene);
    };
    (@describe $to:path) => {
        $crate::delegate!(@call $to,
            describe(seen: &Self::Observation, actions: &[Self::Action]) -> Vec<$crate::Described>);
    };
    (@attempts $to:path) => {
        $crate::delegate!(@call $to,
            attempts(seen: &Self::Observation) -> Vec<($crate::scene::Id, Self::Action)>);
    };
    (@gains $to:path) => {
        $crate::delegate!(@call $to,
            gains(states: [&Self::State; 2], event: &Self::Event, gain: &mut dyn FnMut($crate::Text, $crate::Seat, i32)));
    };
    (@narrate $to:path) => {
        $crate::delegate!(@call $to, narrate(event: &Self::Event, observer: $crate::Observer) -> $crate::Text);
    };
    (@pictures $to:path) => { $crate::delegate!(@call $to, pictures() -> Vec<$crate::scene::Picture>); };
    (@beat $to:path) => { $crate::delegate!(@call $to, beat(event: &Self::Event) -> $crate::Beat); };
    (@talk $to:path) => {
        $crate::delegate!(@call $to, talk() -> Option<&'static dyn $crate::talk::Grammar<Self::Observation, Self::State>>);
    };
    (@labels $to:path) => {
        $crate::delegate!(@call $to,
            labels(state: &Self::State, seat: $crate::Seat) -> Vec<(&'static str, String)>);
    };
}
