//! Kuhn poker: the smallest whole game, for `docs/adding-a-game.md`.
#![expect(missing_docs, reason = "the page explains it")]

use serde::{Deserialize, Serialize};
use table::options::PlayersOnly;
use table::scene::{Place, seat_id};
use table::{
    Audit, Chance, Chronicle, Code, Described, Fact, Game, Info, Instinct, Observer, Outcome, Pen, Refusal,
    Scene, Seat, SeatSet, Sink, Tensor, Text, Voice, say,
};

pub struct KuhnPoker;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    cards: [u8; 2],
    phase: Phase,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, Code)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// This seat checks or bets.
    Open(#[code(count = 2)] Seat),
    /// This seat calls or folds.
    Bet(#[code(count = 2)] Seat),
    /// Both cards are open.
    Showdown { bet: bool },
    /// This seat has folded.
    Folded(#[code(count = 2)] Seat),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, Code)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    Check,
    Bet,
    Call,
    Fold,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    Acted(Seat, Action),
    Shown([u8; 2]),
}

impl table::Event for Event {
    fn reveals(&self) -> bool {
        matches!(self, Event::Shown(_))
    }
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    cards: Option<[u8; 2]>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Observation {
    observer: Observer,
    cards: [Option<u8>; 2],
    phase: Phase,
}

impl Game for KuhnPoker {
    const INFO: Info = Info {
        id: "kuhn-poker",
        name: "Kuhn poker",
        tagline: "One card, one bet: is it a bluff?",
        min_players: 2,
        max_players: 2,
        usual_players: 2,
        minutes: (1, 1),
        rules_version: 1,
        rules: include_str!("../RULES.md"),
        languages: &[],
        lessons: &[],
        examples: &[],
        puzzles: "",
    };

    type Options = PlayersOnly;
    type State = State;
    type Action = Action;
    type Event = Event;
    type Observation = Observation;
    type Position = Position;

    fn deal<C: Chance>(_: &PlayersOnly, chance: &mut C) -> State {
        // Rule 1.1. A deal is what somebody imagines who knows nothing yet.
        let nothing =
            Observation { observer: Observer::Spectator, cards: [None; 2], phase: Phase::Open(Seat::new(0)) };
        Self::sample(&nothing, chance)
    }

    fn arrange<C: Chance>(
        options: &PlayersOnly,
        position: &Position,
        chance: &mut C,
    ) -> Result<State, Refusal> {
        let mut state = Self::deal(options, chance);
        state.cards = position.cards.unwrap_or(state.cards);
        let [first, second] = state.cards;
        if first == second || !(1..=3).contains(&first) || !(1..=3).contains(&second) {
            return Err(Refusal::illegal("1.2", "The cards are 1, 2 and 3, one of each."));
        }
        Ok(state)
    }

    fn waiting_on(state: &State) -> SeatSet {
        match state.phase {
            Phase::Open(seat) | Phase::Bet(seat) => SeatSet::one(seat),
            Phase::Showdown { .. } | Phase::Folded(_) => SeatSet::EMPTY,
        }
    }

    fn legal(state: &State, seat: Seat, actions: &mut Vec<Action>) {
        match state.phase {
            // Rule 2.1.
            Phase::Open(asked) if asked == seat => actions.extend([Action::Check, Action::Bet]),
            // Rule 2.2.
            Phase::Bet(asked) if asked == seat => actions.extend([Action::Fold, Action::Call]),
            _ => {}
        }
    }

    fn apply<C: Chance, S: Sink<Event>>(s: &mut State, seat: Seat, action: Action, _: &mut C, sink: &mut S) {
        s.phase = match action {
            Action::Check if seat.index() == 0 => Phase::Open(seat.left(2)),
            Action::Bet => Phase::Bet(seat.left(2)),
            Action::Check | Action::Call => Phase::Showdown { bet: action == Action::Call },
            Action::Fold => Phase::Folded(seat),
        };
        sink.tell_all(Event::Acted(seat, action));
        if let Phase::Showdown { .. } = s.phase {
            sink.tell_all(Event::Shown(s.cards));
        }
    }

    fn why_not(state: &State, _: Seat, _: Action) -> Refusal {
        match state.phase {
            Phase::Bet(_) => Refusal::illegal("2.2", "After a bet you call or fold."),
            _ => Refusal::illegal("2.1", "Nobody has bet yet: you check or bet."),
        }
    }

    fn outcome(state: &State) -> Option<Outcome> {
        let (second_wins, chips, ending) = match state.phase {
            Phase::Showdown { bet } => (state.cards[1] > state.cards[0], 1 + i32::from(bet), "showdown"),
            Phase::Folded(seat) => (seat.index() == 0, 1, "fold"),
            Phase::Open(_) | Phase::Bet(_) => return None,
        };
        let won = if second_wins { -chips } else { chips };
        Some(Outcome::by_score(ending, &[won, -won]))
    }

    fn observe(state: &State, observer: Observer) -> Observation {
        let open = matches!(state.phase, Phase::Showdown { .. });
        let card = |at: usize| (open || observer.sees(Seat::new(at))).then_some(state.cards[at]);
        Observation { observer, cards: [card(0), card(1)], phase: state.phase }
    }

    fn sample<C: Chance>(seen: &Observation, chance: &mut C) -> State {
        let mut cards = seen.cards;
        for at in 0..2 {
            while cards[at].is_none() {
                let card = Some(chance.below(3) as u8 + 1);
                cards[at] = card.filter(|_| !cards.contains(&card));
            }
        }
        State { cards: cards.map(Option::unwrap_or_default), phase: seen.phase }
    }

    fn bound(_: &PlayersOnly) -> u32 {
        3
    }

    fn scene(seen: &Observation, waiting: SeatSet) -> Scene {
        let voice = Voice(seen.observer);
        let title = |seat: Seat| seen.cards[seat.index()].map(|card| say!("Card {card}"));
        let place = |seat| Place {
            title: title(seat).unwrap_or_default(),
            ..Place::new(seat, seen.observer, waiting)
        };
        let (help, text) = match seen.phase {
            Phase::Open(seat) => ("2.1", say!(voice, seat: "{seat} checks or bets.", "You check or bet.")),
            Phase::Bet(seat) => ("2.2", say!(voice, seat: "{seat} calls or folds.", "You call or fold.")),
            Phase::Showdown { .. } => ("3.1", say!("The higher card wins.")),
            Phase::Folded(seat) => ("3.2", say!(voice, seat: "{seat} has folded.", "You have folded.")),
        };
        Scene {
            help: help.to_owned(),
            seats: Seat::all(2).map(place).collect(),
            prompt: if waiting.is_empty() { Text::default() } else { text.clone() },
            verdict: waiting.is_empty().then_some(text),
            ..Scene::default()
        }
    }

    fn describe(seen: &Observation, actions: &[Action]) -> Vec<Described> {
        let own = seen.observer.seat().map(seat_id);
        let label = |action: &Action| match action {
            Action::Check => say!("Check"),
            Action::Bet => say!("Bet"),
            Action::Call => say!("Call"),
            Action::Fold => say!("Fold"),
        };
        actions.iter().map(|action| Described::new(label(action), own.clone())).collect()
    }

    fn narrate(event: &Event, observer: Observer) -> Text {
        let voice = Voice(observer);
        match *event {
            Event::Shown([first, second]) => say!("The cards are {first} and {second}."),
            Event::Acted(seat, Action::Check) => say!(voice, seat: "{seat} checks.", "You check."),
            Event::Acted(seat, Action::Bet) => say!(voice, seat: "{seat} bets.", "You bet."),
            Event::Acted(seat, Action::Call) => say!(voice, seat: "{seat} calls.", "You call."),
            Event::Acted(seat, Action::Fold) => say!(voice, seat: "{seat} folds.", "You fold."),
        }
    }
}

impl Audit for KuhnPoker {
    fn facts(seen: &Observation) -> Vec<Fact> {
        let card =
            |seat: Seat| Some((format!("card of {}", seat.number()), seen.cards[seat.index()]?.to_string()));
        Seat::all(2).filter_map(card).collect()
    }

    fn pieces(state: &State) -> Vec<u16> {
        let deck = (1..=3).filter(|card| !state.cards.contains(card));
        state.cards.into_iter().chain(deck).map(u16::from).collect()
    }
}

impl Tensor for KuhnPoker {
    type Traces = ();

    fn write<P: Pen>(state: &State, seat: Seat, (): &mut (), pen: &mut P) {
        let seen = Self::observe(state, Observer::Seat(seat));
        pen.rest(|pen| {
            pen.numbers("cards", &seen.cards.map(Option::unwrap_or_default));
            pen.one_of("phase", Phase::CODES as usize, Some(state.phase.code() as usize));
        });
    }
}

impl Instinct for KuhnPoker {}

impl Chronicle for KuhnPoker {
    type Memory = ();
}
