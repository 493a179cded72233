//! A small game to test the kit on: honest, or with one planted fault.
//!
//! Crypt, for two to four: each holds one hidden card of a small deck. In each of three nights all choose at the same time to
//! rest, to show their card, to peek at the card of the neighbour on the right, or to dig (change the card for one from the
//! deck). Who has chosen may ring the bell, and the game ends with this night. The highest card wins.

use std::cell::Cell;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};
use table::options::PlayersOnly;
use table::scene::{Place, seat_id};
use table::talk::{Assertion, Class, Offer, Stance, Tag};
use table::{
    Audience, Audit, Chance, Code, Described, Event, Fact, Game, Info, Observer, Outcome, Pen, Refusal,
    Scene, Seat, SeatSet, Sink, Talk, Tensor, Text, Voice, say,
};

/// The deck: more low cards than high ones.
const DECK: [u8; 8] = [1, 1, 1, 2, 2, 2, 3, 3];
const SEATS: usize = 4;
const NIGHTS: u8 = 3;

/// What can be wrong with the game.
#[expect(missing_docs, reason = "the names say it")]
pub mod fault {
    pub const NONE: u8 = 0;
    pub const SHOWS_A_HIDDEN_CARD: u8 = 1;
    pub const SHOWS_SEALED_CHOICES: u8 = 2;
    pub const FORGETS_A_PEEK: u8 = 3;
    pub const ASKING_TELLS: u8 = 4;
    pub const BIASED_SAMPLES: u8 = 5;
    pub const UNDECLARED_REVEAL: u8 = 6;
    pub const SAME_WORDS: u8 = 7;
    pub const LOSES_A_CARD: u8 = 8;
    pub const NEVER_ENDS: u8 = 9;
    pub const REFUSAL_TELLS: u8 = 10;
    pub const SPECTATOR_KNOWS_MORE: u8 = 11;
    pub const OPTIONS_TELL: u8 = 12;
    pub const DECK_ORDER_TELLS: u8 = 13;
    pub const CODES_COLLIDE: u8 = 14;
    pub const DEAD_END: u8 = 15;
    pub const SCENE_LACKS_AN_ELEMENT: u8 = 16;
    pub const NEVER_IMAGINES_A_WORLD: u8 = 17;
    pub const ARRAY_TELLS: u8 = 18;
    pub const ARRAY_LACKS: u8 = 19;
    pub const ARRAY_GOES_STALE: u8 = 20;
    pub const TAKEN_BACK_TELLS: u8 = 21;
    pub const MENU_TELLS: u8 = 22;
    pub const SPEAKER_KNOWS_TOO_MUCH: u8 = 23;
    pub const CLAIMS_IN_THE_SAME_WORDS: u8 = 24;
    pub const FACTS_GROW_BY_TALK: u8 = 25;
    pub const TALK_MOVES_THE_HASH: u8 = 26;
    pub const PROVES_TOO_MUCH: u8 = 27;
    /// How many there are.
    pub const COUNT: u8 = 28;
}

thread_local! {
    /// How much was said, where a fault remembers it.
    static SAID: Cell<u32> = const { Cell::new(0) };
}

/// The game, with the fault of this number.
#[derive(Debug)]
pub struct Crypt<const FAULT: u8>;

/// What a player does in a night.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the crate's own toy")]
pub enum Deed<const FAULT: u8> {
    Rest,
    Show,
    Peek,
    Dig,
    Ring,
}

use Deed::{Dig, Peek, Rest, Ring, Show};

impl<const FAULT: u8> Deed<FAULT> {
    const ALL: [Self; 5] = [Rest, Show, Peek, Dig, Ring];
}

impl<const FAULT: u8> Code for Deed<FAULT> {
    const CODES: u32 = 6;

    fn code(self) -> u32 {
        match self {
            Dig if FAULT == fault::CODES_COLLIDE => 2,
            _ => self as u32,
        }
    }

    fn from_code(code: u32) -> Option<Self> {
        Self::ALL.get(code as usize).copied()
    }
}

/// What happens.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the crate's own toy")]
pub enum Told<const FAULT: u8> {
    Chose(Seat),
    Rang(Seat),
    Shown(Seat, u8),
    Peeked(Seat),
    Saw(Seat, u8),
    Dug(Seat),
    Found(u8),
    Dawn,
    Over,
}

impl<const FAULT: u8> Event for Told<FAULT> {
    fn reveals(&self) -> bool {
        match self {
            Told::Saw(..) => FAULT != fault::UNDECLARED_REVEAL,
            Told::Shown(..) | Told::Peeked(_) | Told::Dug(_) | Told::Found(_) | Told::Dawn | Told::Over => {
                true
            }
            Told::Chose(_) | Told::Rang(_) => false,
        }
    }
}

/// The truth.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the crate's own toy")]
pub struct Truth<const FAULT: u8> {
    pub players: u8,
    pub night: u8,
    pub cards: [u8; SEATS],
    pub deck: [u8; 8],
    pub deck_len: u8,
    /// Who knows the card of a seat.
    pub known: [SeatSet; SEATS],
    pub shown: SeatSet,
    /// How often a seat has changed its card: an old card is not a new one, even if they are alike.
    pub digs: [u8; SEATS],
    pub sealed: [Option<Deed<FAULT>>; SEATS],
    pub bell: bool,
}

impl<const FAULT: u8> Hash for Truth<FAULT> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.players, self.night, self.cards, self.deck, self.deck_len, self.known).hash(hasher);
        (self.shown, self.digs, self.sealed, self.bell).hash(hasher);
        if FAULT == fault::TALK_MOVES_THE_HASH {
            SAID.get().hash(hasher);
        }
    }
}

/// What is seen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Seen<const FAULT: u8> {
    observer: Observer,
    players: u8,
    night: u8,
    cards: [Option<u8>; SEATS],
    deck_len: u8,
    known: [SeatSet; SEATS],
    shown: SeatSet,
    digs: [u8; SEATS],
    chosen: SeatSet,
    own_choice: Option<Deed<FAULT>>,
    bell: bool,
    /// Only for the open table, or where a fault puts secrets.
    truth: Option<([u8; 8], [Option<Deed<FAULT>>; SEATS])>,
    leak: u8,
}

impl<const FAULT: u8> Truth<FAULT> {
    fn seats(&self) -> impl Iterator<Item = Seat> + use<FAULT> {
        Seat::all(self.players.into())
    }

    fn over(&self) -> bool {
        self.night == NIGHTS
    }

    fn draw(&mut self, chance: &mut impl Chance) -> u8 {
        let at = if FAULT == fault::DECK_ORDER_TELLS { 0 } else { chance.index(self.deck_len.into()) };
        self.deck_len -= 1;
        self.deck.swap(at, self.deck_len.into());
        std::mem::take(&mut self.deck[usize::from(self.deck_len)])
    }

    fn dawn<C: Chance, S: Sink<Told<FAULT>>>(&mut self, chance: &mut C, sink: &mut S) {
        // Silence tells that all have rested.
        if self.seats().all(|seat| self.sealed[seat.index()] == Some(Rest)) {
            sink.tell_all(Told::Dawn);
        }
        for seat in self.seats() {
            match self.sealed[seat.index()].take() {
                Some(Show) => {
                    self.shown.insert(seat);
                    sink.tell_all(Told::Shown(seat, self.cards[seat.index()]));
                }
                Some(Peek) => {
                    let other = seat.right(self.players.into());
                    sink.tell(Audience::only(seat), Told::Saw(other, self.cards[other.index()]));
                    sink.tell(Audience::all_but(seat), Told::Peeked(seat));
                    if FAULT != fault::FORGETS_A_PEEK || self.night == 0 {
                        self.known[other.index()].insert(seat);
                    }
                }
                Some(Dig) => {
                    let found = self.draw(chance);
                    let old = std::mem::replace(&mut self.cards[seat.index()], found);
                    if FAULT != fault::LOSES_A_CARD {
                        self.deck[usize::from(self.deck_len)] = old;
                    }
                    self.deck_len += 1;
                    let n = self.deck_len.into();
                    self.deck[..n].sort_unstable();
                    self.known[seat.index()] = SeatSet::one(seat);
                    self.shown.remove(seat);
                    self.digs[seat.index()] += 1;
                    sink.tell(Audience::only(seat), Told::Found(found));
                    sink.tell(Audience::all_but(seat), Told::Dug(seat));
                }
                _ => {}
            }
        }
        if FAULT == fault::FORGETS_A_PEEK && self.night == 1 {
            self.seats().for_each(|seat| self.known[seat.index()] = SeatSet::one(seat));
        }
        self.night = if self.bell { NIGHTS } else { self.night + 1 };
        if FAULT == fault::NEVER_ENDS && self.night == NIGHTS {
            self.night = 0;
        }
        self.bell = false;
        if self.over() {
            sink.tell_all(Told::Over);
        }
    }
}

impl<const FAULT: u8> Game for Crypt<FAULT> {
    const INFO: Info = Info {
        id: "crypt",
        name: "Crypt",
        tagline: "A toy to test the kit with.",
        min_players: 2,
        max_players: 4,
        usual_players: 3,
        minutes: (1, 1),
        rules_version: 1,
        rules: "**1.1** The highest card wins.",
        languages: &[],
        lessons: &[],
        examples: &[],
        puzzles: "",
    };

    type Options = PlayersOnly;
    type State = Truth<FAULT>;
    type Action = Deed<FAULT>;
    type Event = Told<FAULT>;
    type Observation = Seen<FAULT>;
    type Position = ();

    fn deal<C: Chance>(options: &PlayersOnly, chance: &mut C) -> Self::State {
        let mut state = Truth {
            players: options.players as u8,
            night: 0,
            cards: [0; SEATS],
            deck: DECK,
            deck_len: 8,
            known: [SeatSet::EMPTY; SEATS],
            shown: SeatSet::EMPTY,
            digs: [0; SEATS],
            sealed: [None; SEATS],
            bell: false,
        };
        if FAULT == fault::DECK_ORDER_TELLS {
            chance.shuffle(&mut state.deck);
        }
        for seat in state.seats() {
            state.cards[seat.index()] = state.draw(chance);
            state.known[seat.index()] = SeatSet::one(seat);
        }
        let left = usize::from(state.deck_len);
        state.deck[..left].sort_unstable();
        state
    }

    fn waiting_on(state: &Self::State) -> SeatSet {
        if state.over() {
            return SeatSet::EMPTY;
        }
        let open: SeatSet = state.seats().filter(|seat| state.sealed[seat.index()].is_none()).collect();
        if FAULT == fault::ASKING_TELLS && open.len() > 1 {
            return open
                .iter()
                .filter(|seat| state.cards[seat.index()] != 3)
                .collect::<SeatSet>()
                .union(SeatSet::one(open.first().unwrap_or(Seat::new(0))));
        }
        open
    }

    fn interrupts(state: &Self::State) -> SeatSet {
        if state.over() || state.bell {
            return SeatSet::EMPTY;
        }
        state.seats().filter(|seat| state.sealed[seat.index()].is_some()).collect()
    }

    fn legal(state: &Self::State, seat: Seat, actions: &mut Vec<Self::Action>) {
        if state.over()
            || seat.index() >= state.players.into()
            || FAULT == fault::DEAD_END && state.night == 2
        {
            return;
        }
        if state.sealed[seat.index()].is_some() {
            if !state.bell {
                actions.push(Ring);
            }
            return;
        }
        if !Self::waiting_on(state).contains(seat) {
            return;
        }
        actions.extend([Rest, Dig]);
        if FAULT != fault::TAKEN_BACK_TELLS || state.cards[seat.index()] == 3 {
            actions.push(Show);
        }
        let neighbour = seat.right(state.players.into());
        if FAULT != fault::OPTIONS_TELL || state.cards[neighbour.index()] != 3 {
            actions.push(Peek);
        }
    }

    fn apply<C: Chance, S: Sink<Self::Event>>(
        state: &mut Self::State,
        seat: Seat,
        action: Self::Action,
        chance: &mut C,
        sink: &mut S,
    ) {
        if action == Ring {
            state.bell = true;
            sink.tell_all(Told::Rang(seat));
            return;
        }
        state.sealed[seat.index()] = Some(action);
        let boasts = FAULT == fault::TAKEN_BACK_TELLS && action == Show;
        sink.tell_all(if boasts { Told::Rang(seat) } else { Told::Chose(seat) });
        if Self::waiting_on(state).is_empty() {
            state.dawn(chance, sink);
        }
    }

    fn why_not(state: &Self::State, seat: Seat, _: Self::Action) -> Refusal {
        let neighbour = seat.right(state.players.into());
        if FAULT == fault::REFUSAL_TELLS {
            return Refusal::illegal(
                "1.1",
                say!("Not beside a {card}.", card = state.cards[neighbour.index()]),
            );
        }
        Refusal::illegal("1.1", "You cannot do that now.")
    }

    fn outcome(state: &Self::State) -> Option<Outcome> {
        let scores = state.cards.map(i32::from);
        state.over().then(|| Outcome::by_score("dawn", &scores[..state.players.into()]))
    }

    fn observe(state: &Self::State, observer: Observer) -> Self::Observation {
        let knows = |seat: Seat| {
            state.over()
                || observer == Observer::All
                || state.shown.contains(seat)
                || observer.seat().is_some_and(|me| state.known[seat.index()].contains(me))
                || FAULT == fault::SPECTATOR_KNOWS_MORE
                    && observer == Observer::Spectator
                    && seat == Seat::new(0)
                || FAULT == fault::SHOWS_A_HIDDEN_CARD && state.night == 1 && seat == Seat::new(1)
        };
        let mut cards = [None; SEATS];
        for seat in state.seats().filter(|&seat| knows(seat)) {
            cards[seat.index()] = Some(state.cards[seat.index()]);
        }
        let whole = observer == Observer::All || FAULT == fault::SHOWS_SEALED_CHOICES;
        Seen {
            observer,
            players: state.players,
            night: state.night,
            cards,
            deck_len: state.deck_len,
            known: state.known,
            shown: state.shown,
            digs: state.digs,
            chosen: state.seats().filter(|seat| state.sealed[seat.index()].is_some()).collect(),
            own_choice: observer.seat().and_then(|me| state.sealed[me.index()]),
            bell: state.bell,
            truth: whole.then_some((if observer == Observer::All { state.deck } else { DECK }, state.sealed)),
            leak: match FAULT {
                fault::DECK_ORDER_TELLS => state.deck[0],
                fault::MENU_TELLS if observer == Observer::Spectator => state.cards[0],
                _ => 0,
            },
        }
    }

    fn sample<C: Chance>(seen: &Self::Observation, chance: &mut C) -> Self::State {
        let mut state = Truth {
            players: seen.players,
            night: seen.night,
            cards: [0; SEATS],
            deck: [0; 8],
            deck_len: seen.deck_len,
            known: seen.known,
            shown: seen.shown,
            digs: seen.digs,
            sealed: [None; SEATS],
            bell: seen.bell,
        };
        let mut left = DECK.to_vec();
        for card in seen.cards.iter().flatten() {
            left.iter().position(|other| other == card).map(|at| left.swap_remove(at));
        }
        if FAULT == fault::BIASED_SAMPLES {
            left.sort_unstable();
            left.dedup();
            left.extend(DECK);
            left.truncate(8);
        }
        chance.shuffle(&mut left);
        if FAULT == fault::NEVER_IMAGINES_A_WORLD {
            left.sort_unstable();
        }
        for seat in state.seats() {
            state.cards[seat.index()] = match seen.cards[seat.index()] {
                Some(card) => card,
                None => left.pop().unwrap_or(0),
            };
        }
        left.sort_unstable();
        let length = left.len().min(8);
        state.deck[..length].copy_from_slice(&left[..length]);
        match seen.truth {
            Some((_, sealed)) => state.sealed = sealed,
            None => {
                for seat in seen.chosen.iter() {
                    state.sealed[seat.index()] = Some(chance.pick(&[Rest, Show, Dig, Peek]));
                }
                if let Some(me) = seen.observer.seat() {
                    state.sealed[me.index()] = seen.own_choice;
                }
            }
        }
        state
    }

    fn bound(_: &PlayersOnly) -> u32 {
        40
    }

    table::delegate! { talk: table::talk::spoken::<Self>, }

    fn scene(seen: &Self::Observation, waiting: SeatSet) -> Scene {
        let lacks = usize::from(FAULT == fault::SCENE_LACKS_AN_ELEMENT);
        let place = |seat: Seat| Place {
            id: if seat.index() < lacks { "nowhere".into() } else { seat_id(seat) },
            title: seen.cards[seat.index()].map(|card| say!("card {card}")).unwrap_or_default(),
            ..Place::new(seat, seen.observer, waiting)
        };
        Scene {
            heading: say!("Night {number}", number = seen.night + 1),
            prompt: "What do you do tonight?".into(),
            help: "1.1".into(),
            seats: Seat::all(seen.players.into()).map(place).collect(),
            verdict: (seen.night == NIGHTS).then(|| "The highest card wins.".into()),
            ..Scene::default()
        }
    }

    fn describe(seen: &Self::Observation, actions: &[Self::Action]) -> Vec<Described> {
        let me = seen.observer.seat().unwrap_or(Seat::new(0));
        let describe = |action: &Self::Action| match action {
            Rest => Described::new("Rest", [seat_id(me)]),
            Show if FAULT == fault::SAME_WORDS => Described::new("Rest", [seat_id(me)]),
            Show => Described::new("Show your card", [seat_id(me)]),
            Peek => Described::new("Peek to the right", [seat_id(me.right(seen.players.into()))]),
            Dig => Described::new("Dig", [seat_id(me)]),
            Ring => Described::new("Ring the bell", [seat_id(me)]),
        };
        actions.iter().map(describe).collect()
    }

    fn narrate(event: &Self::Event, observer: Observer) -> Text {
        let voice = Voice(observer);
        match *event {
            Told::Chose(_) => Text::default(),
            Told::Rang(seat) => say!(voice, seat: "{seat} rings the bell.", "You ring the bell."),
            Told::Shown(seat, card) => say!(voice, seat: "{seat} shows a {card}.", "You show your {card}."),
            Told::Peeked(seat) => say!(voice, seat: "{seat} peeks to the right.", "You peek to the right."),
            Told::Saw(seat, card) => say!("You see the card of {seat}: a {card}."),
            Told::Dug(seat) => say!(voice, seat: "{seat} digs.", "You dig."),
            Told::Found(card) => say!("You find a {card}."),
            Told::Dawn => "Day breaks.".into(),
            Told::Over => "All cards are shown.".into(),
        }
    }
}

/// What can be said: a card that somebody has, and a set of seats that should rest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Code, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the crate's own toy")]
pub enum Gossip {
    Has { of: Seat, high: bool },
    LetRest(SeatSet),
}

impl<const FAULT: u8> Talk for Crypt<FAULT> {
    type Claim = Gossip;
    type Sees = Seen<FAULT>;
    type World = Truth<FAULT>;

    fn floor(public: &Self::Sees) -> SeatSet {
        if public.night == NIGHTS { SeatSet::EMPTY } else { SeatSet::full(public.players.into()) }
    }

    fn sayable(public: &Self::Sees, speaker: Seat, offers: &mut Vec<Offer<Gossip>>) {
        for of in Seat::all(public.players.into()) {
            offers.push(Gossip::Has { of, high: true }.into());
            // A menu that comes from the speaker's own card.
            if FAULT != fault::MENU_TELLS || public.leak != 3 {
                offers.push(Gossip::Has { of, high: false }.into());
            }
        }
        let among = SeatSet::full(public.players.into()).without(speaker);
        offers.push(Offer { claim: Gossip::LetRest(SeatSet::EMPTY), among });
    }

    fn moment(_: &Self::Sees, _: Seat) -> u32 {
        if [fault::FACTS_GROW_BY_TALK, fault::TALK_MOVES_THE_HASH].contains(&FAULT) {
            SAID.set(SAID.get() + 1);
        }
        0
    }

    fn proof(seen: &Self::Sees, said: Assertion<Gossip>) -> Option<bool> {
        let Gossip::Has { of, high } = said.claim else { return None };
        let card = *seen.cards.get(of.index())?;
        let card = if FAULT == fault::PROVES_TOO_MUCH { Some(card.unwrap_or(3)) } else { card };
        card.map(|card| (card == 3) == high)
    }

    fn tag(claim: Gossip, speaker: Seat) -> Tag {
        match claim {
            Gossip::Has { of, .. } => {
                let class = if of == speaker { Class::Fact } else { Class::Opinion };
                Tag { class, about: Some(of), group: "card", icon: "card", set: None, call: false }
            }
            Gossip::LetRest(set) => Tag {
                class: Class::Intent,
                about: None,
                group: "rest",
                icon: "bed",
                set: Some(set),
                call: false,
            },
        }
    }

    fn phrase(claim: Gossip, _: Seat) -> Text {
        match claim {
            Gossip::Has { of, high } if high || FAULT == fault::CLAIMS_IN_THE_SAME_WORDS => {
                say!("{of} has a high card.")
            }
            Gossip::Has { of, .. } => say!("{of} has a low card."),
            Gossip::LetRest(set) => say!("Let them rest: {seats}", seats = Text::list(set)),
        }
    }

    fn stance(world: &Self::World, said: Assertion<Gossip>) -> Stance {
        match said.claim {
            Gossip::Has { of, high } if of.index() < world.players.into() => {
                let truth = (world.cards[of.index()] == 3) == high;
                let knows = of == said.speaker || FAULT == fault::SPEAKER_KNOWS_TOO_MUCH;
                if knows { Stance::Known(truth) } else { Stance::Opinion(truth) }
            }
            _ => Stance::Moot,
        }
    }
}

impl<const FAULT: u8> Audit for Crypt<FAULT> {
    fn facts(seen: &Self::Observation) -> Vec<Fact> {
        let cards = Seat::all(SEATS).filter_map(|seat| {
            let card = seen.cards[seat.index()]?;
            Some((format!("card {} of {}", seen.digs[seat.index()], seat.number()), card.to_string()))
        });
        let said = SAID.get().to_string();
        let heard = (FAULT == fault::FACTS_GROW_BY_TALK).then(|| ("talk".to_owned(), said));
        cards.chain(heard).collect()
    }

    fn pieces(state: &Self::State) -> Vec<u16> {
        let hands = state.cards[..state.players.into()].iter();
        hands.chain(&state.deck[..state.deck_len.into()]).map(|&card| card.into()).collect()
    }
}

/// Every world that an observer of the honest game cannot tell from the truth, with its weight, by brute force over all deals
/// of the cards it does not know.
pub fn enumerate(seen: &Seen<{ fault::NONE }>) -> Vec<([u8; SEATS], f64)> {
    let mut left = DECK.to_vec();
    for card in seen.cards.iter().flatten() {
        left.iter().position(|other| other == card).map(|at| left.swap_remove(at));
    }
    let mut worlds = vec![([0u8; SEATS], left, 1.0)];
    for seat in 0..usize::from(seen.players) {
        let mut next = Vec::new();
        for (cards, left, weight) in worlds {
            let choices = match seen.cards[seat] {
                Some(card) => vec![(card, left.clone(), 1.0)],
                None => {
                    let each = 1.0 / left.len() as f64;
                    (0..left.len())
                        .map(|at| {
                            let mut rest = left.clone();
                            (rest.swap_remove(at), rest, each)
                        })
                        .collect()
                }
            };
            for (card, rest, share) in choices {
                let mut cards = cards;
                cards[seat] = card;
                next.push((cards, rest, weight * share));
            }
        }
        worlds = next;
    }
    let mut merged: Vec<([u8; SEATS], f64)> = Vec::new();
    for (cards, _, weight) in worlds {
        match merged.iter_mut().find(|(other, _)| *other == cards) {
            Some((_, sum)) => *sum += weight,
            None => merged.push((cards, weight)),
        }
    }
    merged
}

impl<const FAULT: u8> Tensor for Crypt<FAULT> {
    /// Who knows each card, who has shown his, and how often each has dug.
    type Traces = Option<([u16; SEATS], u16, [u8; SEATS])>;

    fn write<P: Pen>(state: &Self::State, seat: Seat, traces: &mut Self::Traces, pen: &mut P) {
        let players = usize::from(state.players);
        let mut now = (state.known.map(SeatSet::bits), state.shown.bits(), state.digs);
        if FAULT == fault::ARRAY_GOES_STALE {
            now.2 = [0; SEATS];
        }
        pen.section(traces, now, (players + 2) * players, |pen| {
            let known = state.known[..players].iter().map(|known| known.bits().into());
            pen.masks("who knows them", players, known);
            pen.bits("shown", players, state.shown.bits().into());
            pen.numbers("digs", &state.digs[..players]);
        });
        pen.rest(|pen| present_parts(state, seat, pen));
    }
}

/// All that few moments have in common.
fn present_parts<const FAULT: u8, P: Pen>(state: &Truth<FAULT>, seat: Seat, pen: &mut P) {
    let players = state.players.into();
    let knows = |of: Seat| {
        state.over()
            || state.shown.contains(of)
            || state.known[of.index()].contains(seat)
            || FAULT == fault::ARRAY_TELLS
    };
    pen.one_of("own seat", players, Some(seat.index()));
    pen.number("night", state.night);
    let part = pen.part("cards", players);
    for of in state.seats().filter(|&of| knows(of)) {
        part[of.index()] = state.cards[of.index()] as i8;
    }
    let chose = |of: &Seat| state.sealed[of.index()].is_some() && FAULT != fault::ARRAY_LACKS;
    let chosen: SeatSet = state.seats().filter(chose).collect();
    pen.bits("chosen", players, chosen.bits().into());
    pen.one_of("own choice", 5, state.sealed[seat.index()].map(|deed| deed as usize));
    pen.number("bell", state.bell.into());
}
