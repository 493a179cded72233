//! What an observer may know, and sampled worlds that look the same to the observer.
//!
//! Hidden are entities, hands, the cards of the draw piles, sealed choices, and what others know. A pile has no order (see
//! [`crate::state`]), so there is none to hide.
//!
//! **Backs.** No observation says which card of a hand has which back. But draws, plays and discards happen before all eyes, so
//! anybody can count how many Day and Night cards a hand must hold *at least*, and [`KnownHand`] keeps that count with the cards an observer knows for certain (see [`crate::state::knowledge`]).
//!
//! **Sampled worlds** agree with all of this: the cards that are not accounted for are dealt to the open places of the hands
//! (Day cards to places that must hold one, Night cards likewise, either to the rest) and what remains is the piles. Every
//! card is as likely as any other of its deck to be in any place it can be in, with one exception: once a pile has been
//! reshuffled, cards that it cannot hold are put into hands first, and the other places are filled from the rest as if all
//! of it could have been drawn. What other seats know about each other's cards is itself hidden; in a sample they know
//! what is public.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use table::{Chance, MAX_SEATS, Observer, Seat, SeatSet};

use crate::Options;
use crate::beliefs::{known_entities, left_to_deal, ways};
use crate::pieces::{CARDS, Card, Cards, Deck, Entity, RANKS, Special, full_deck};
use crate::rules::setup;
use crate::state::knowledge::{Least, PUBLIC, Sure};
use crate::state::{Pile, State, TurnStage};

/// All that one observer may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Observation {
    /// Number of players and variants.
    pub options: Options,
    /// Whose view this is.
    pub observer: Observer,
    /// What is being decided.
    pub stage: TurnStage,
    /// Day or Night.
    pub phase: Deck,
    /// Do turns go to the left?
    pub clockwise: bool,
    /// Turns of this phase that are over.
    pub counter: u8,
    /// Whose turn it is.
    pub turn: Seat,
    /// Turns of the game that are over.
    pub turns: u32,
    /// The special that may not be played now because it gave this play.
    pub barred: Option<Special>,
    /// Has a card been played or discarded in this turn?
    pub acted: bool,
    /// Did the seat whose turn it is get its Curse Mark in this turn?
    pub fresh: bool,
    /// What lies before each seat.
    pub seats: Vec<SeatView>,
    /// How many cards the Night pile has.
    pub night_pile: u8,
    /// How many cards the Day pile has.
    pub day_pile: u8,
    /// The discards of both decks.
    pub discards: BTreeMap<Card, u8>,
    /// The entities this observer knows.
    pub entities: Vec<Option<Entity>>,
    /// The hands this observer sees.
    pub hands: Vec<Option<Cards>>,
    /// The sealed choices this observer sees.
    pub sealed: Vec<Option<Cards>>,
    /// How many cards lie aside to go back after Voodoo.
    pub aside_count: u8,
    /// Which cards lie aside, for the one who chooses.
    pub aside: Option<Cards>,
    /// What everybody can count about each hand.
    pub open: Vec<KnownHand>,
    /// What this observer surely knows about each hand it does not see.
    pub known: Vec<KnownHand>,
    /// By card (in the order of [`Card::ALL`]): how many of it its pile can hold at most, for all who have watched.
    pub limits_open: [u8; CARDS],
    /// The same for this observer, who knows its own draws.
    pub limits: [u8; CARDS],
    /// The same for every seat: only at the open table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits_of_seats: Vec<[u8; CARDS]>,
    /// What every seat surely knows, by hand and then by eyes: only at the open table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub minds: Vec<Vec<KnownHand>>,
}

/// What lies before a seat for all to see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SeatView {
    /// How many cards it holds.
    pub hand: u8,
    /// Its DNA.
    pub mutated: bool,
    /// Is the mutation for good?
    pub permanent: bool,
    /// Turns left before its Curse Mark falls; 0 without one.
    pub curse: u8,
    /// Is it in Chains?
    pub chained: bool,
    /// Will it sleep through its next turn?
    pub tranquillized: bool,
    /// How many cards it has chosen for the Leshy or the Hunter.
    pub sealed: u8,
    /// Whose entities it has been shown.
    pub shown: SeatSet,
    /// To whom it has confessed.
    pub confessed: SeatSet,
}

/// What is certain about a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct KnownHand {
    /// Cards that are surely there.
    pub cards: Cards,
    /// At least this many Night cards, those included.
    pub night: u8,
    /// At least this many Day cards, those included.
    pub day: u8,
}

impl Observation {
    /// Has the seat whose turn it is been put to sleep?
    pub(crate) fn asleep(&self) -> bool {
        self.seats[self.turn.index()].tranquillized
    }
}

impl KnownHand {
    fn read(state: &State, hand: Seat, eyes: usize) -> KnownHand {
        let least = state.knowledge.least(hand, eyes);
        KnownHand {
            cards: state.knowledge.sure(hand, eyes).cards(),
            night: least.of(Deck::Night),
            day: least.of(Deck::Day),
        }
    }

    fn at_least(&self, deck: Deck) -> u8 {
        if deck == Deck::Night { self.night } else { self.day }
    }
}

/// The allow-list.
pub(crate) fn observe(state: &State, observer: Observer) -> Observation {
    let players = state.players();
    let over = matches!(state.stage, TurnStage::Over { .. });
    let knows_all = observer == Observer::All || over;
    let known = match observer.seat() {
        _ if knows_all => SeatSet::full(players),
        Some(me) => known_entities(state, me),
        None => SeatSet::EMPTY,
    };
    let entity = |of: Seat| known.contains(of).then(|| state.entity(of));
    let keeper = match state.stage {
        TurnStage::Voodoo { keeper, .. } => Some(keeper),
        _ => None,
    };
    let eyes = observer.seat().map_or(PUBLIC, Seat::index);
    let mut discards = BTreeMap::new();
    for card in Card::ALL {
        let count = state.discards[card.deck().index()].counts[card.rank()];
        if count > 0 {
            discards.insert(card, count);
        }
    }
    let seats = || Seat::all(players);
    let sealed = |seat: Seat| state.sealed[seat.index()].into_iter().flatten().collect::<Cards>();
    Observation {
        options: state.options,
        observer,
        stage: state.stage,
        phase: state.phase,
        clockwise: state.clockwise,
        counter: state.counter,
        turn: state.turn,
        turns: state.turns,
        barred: state.barred,
        acted: state.acted,
        fresh: state.fresh,
        seats: seats().map(|seat| before(state, seat)).collect(),
        night_pile: state.piles[Deck::Night.index()].len,
        day_pile: state.piles[Deck::Day.index()].len,
        discards,
        entities: seats().map(entity).collect(),
        hands: seats().map(|seat| observer.sees(seat).then(|| state.hand(seat))).collect(),
        sealed: seats().map(|seat| observer.sees(seat).then(|| sealed(seat))).collect(),
        aside_count: state.aside.len(),
        aside: keeper.filter(|&keeper| observer.sees(keeper)).map(|_| state.aside),
        open: seats().map(|hand| KnownHand::read(state, hand, PUBLIC)).collect(),
        known: match observer {
            Observer::All => Vec::new(),
            _ => seats().map(|hand| KnownHand::read(state, hand, eyes)).collect(),
        },
        limits_open: *state.knowledge.limits(PUBLIC),
        limits: *state.knowledge.limits(eyes),
        limits_of_seats: match observer {
            Observer::All => (0..players).map(|eyes| *state.knowledge.limits(eyes)).collect(),
            _ => Vec::new(),
        },
        minds: match observer {
            Observer::All => seats()
                .map(|hand| (0..players).map(|eyes| KnownHand::read(state, hand, eyes)).collect())
                .collect(),
            _ => Vec::new(),
        },
    }
}

fn before(state: &State, seat: Seat) -> SeatView {
    SeatView {
        hand: state.hand(seat).len(),
        mutated: state.mutated.contains(seat),
        permanent: state.permanent.contains(seat),
        curse: state.curse[seat.index()],
        chained: state.chained.contains(seat),
        tranquillized: state.drugged.contains(seat),
        sealed: state.chosen(seat),
        shown: state.shown[seat.index()],
        confessed: state.confessed[seat.index()],
    }
}

/// A world the observer cannot tell from the truth.
pub(crate) fn sample<C: Chance>(o: &Observation, chance: &mut C) -> State {
    let mut state = setup::blank(&o.options);
    state.stage = o.stage;
    state.phase = o.phase;
    state.clockwise = o.clockwise;
    state.counter = o.counter;
    state.turn = o.turn;
    state.turns = o.turns;
    state.barred = o.barred;
    state.acted = o.acted;
    state.fresh = o.fresh;
    for (seat, before) in Seat::all(MAX_SEATS).zip(&o.seats) {
        let mut mark = |set: fn(&mut State) -> &mut SeatSet, on: bool| {
            if on {
                set(&mut state).insert(seat);
            }
        };
        mark(|state| &mut state.mutated, before.mutated);
        mark(|state| &mut state.permanent, before.permanent);
        mark(|state| &mut state.chained, before.chained);
        mark(|state| &mut state.drugged, before.tranquillized);
        state.curse[seat.index()] = before.curse;
        state.shown[seat.index()] = before.shown;
        state.confessed[seat.index()] = before.confessed;
    }
    sample_entities(o, &mut state, chance);
    sample_cards(o, &mut state, chance);
    sample_choices(o, &mut state, chance);
    state.knowledge.set_limits(o.limits_open);
    match o.observer {
        Observer::Seat(me) => state.knowledge.set_limits_of(me.index(), o.limits),
        _ => {
            for (eyes, limits) in o.limits_of_seats.iter().enumerate() {
                state.knowledge.set_limits_of(eyes, *limits);
            }
        }
    }
    for (hand, open) in Seat::all(MAX_SEATS).zip(&o.open) {
        state.knowledge.set_public(hand, Least::new(open.night, open.day));
        let mut learn = |eyes: usize, known: &KnownHand| {
            state.knowledge.set(
                hand,
                eyes,
                Sure::from_cards(known.cards),
                Least::new(known.night, known.day),
            );
        };
        match o.observer {
            Observer::Seat(me) => learn(me.index(), &o.known[hand.index()]),
            Observer::All => {
                o.minds[hand.index()].iter().enumerate().for_each(|(eyes, known)| learn(eyes, known));
            }
            Observer::Spectator => {}
        }
    }
    state
}

/// Deals the entities that are not known. With an odd number of players each larger side is as likely as it has deals.
fn sample_entities<C: Chance>(o: &Observation, state: &mut State, chance: &mut C) {
    for (seat, entity) in Seat::all(o.options.players).zip(&o.entities) {
        if let Some(entity) = *entity {
            state.become_entity(seat, entity);
        }
    }
    let (unknown, [first, second]) = left_to_deal(&o.options, &o.entities);
    if unknown.is_empty() {
        return;
    }
    let [of_first, of_second] = [first, second].map(|left| ways(left, unknown));
    let pick = if chance.below((of_first + of_second).max(1)) < of_first { first } else { second };
    if let Some(left) = pick {
        setup::deal_entities(state, left, unknown, chance);
    }
}

/// Deals the cards that are not accounted for.
fn sample_cards<C: Chance>(o: &Observation, state: &mut State, chance: &mut C) {
    let mut rest = [full_deck(Deck::Night), full_deck(Deck::Day)];
    let mut account = |card: Card, count: u8| {
        let left = &mut rest[card.deck().index()][card.rank()];
        *left = left.saturating_sub(count);
    };
    for (&card, &count) in &o.discards {
        account(card, count);
        state.discards[card.deck().index()].counts[card.rank()] = count;
        state.discards[card.deck().index()].len += count;
    }
    for before in &o.seats {
        account(Card::CurseMark, (before.curse > 0).into());
        account(Card::Chains, before.chained.into());
        account(Card::Tranquillizer, before.tranquillized.into());
    }
    if let TurnStage::Defend { card, .. } = o.stage {
        account(card, 1);
    }
    for (seat, hand) in o.hands.iter().enumerate() {
        let cards = hand.unwrap_or_else(|| o.known[seat].cards);
        cards.kinds().for_each(|card| account(card, cards.count(card)));
        state.hands[seat] = cards;
    }
    let mut held = [Pile::EMPTY; 2];
    for deck in Deck::ALL {
        let at = deck.index();
        (held[at], state.piles[at]) = divide(o, deck, rest[at], chance);
    }
    // Places that must hold a card of a deck, and places that may hold either.
    let mut either = 0u32;
    let mut must = [0u32; 2];
    for (known, before) in hidden(o) {
        for deck in Deck::ALL {
            must[deck.index()] += u32::from(known.at_least(deck).saturating_sub(known.cards.of_deck(deck)));
        }
        either += u32::from(before.hand.saturating_sub(known.night + known.day));
    }
    let day = Deck::Day.index();
    let mut day_left = u32::from(held[day].len).saturating_sub(must[day]);
    for (seat, (known, before)) in
        o.hands.iter().enumerate().filter(|(_, hand)| hand.is_none()).map(|it| it.0).zip(hidden(o))
    {
        let mut places = Deck::ALL.map(|deck| known.at_least(deck).saturating_sub(known.cards.of_deck(deck)));
        for _ in known.night + known.day..before.hand {
            let is_day = chance.below(either) < day_left;
            either -= 1;
            day_left -= u32::from(is_day);
            places[usize::from(is_day)] += 1;
        }
        for deck in Deck::ALL {
            for _ in 0..places[deck.index()].min(held[deck.index()].len) {
                let rank = held[deck.index()].draw(chance);
                state.hands[seat].add(Card::of(deck, rank));
            }
        }
    }
}

/// Divides the unaccounted cards of a deck into those in hands and the pile. What the pile cannot hold is in hands; the other
/// places of the hands are filled at random.
fn divide<C: Chance>(o: &Observation, deck: Deck, counts: [u8; RANKS], chance: &mut C) -> (Pile, Pile) {
    let pile = if deck == Deck::Day { o.day_pile } else { o.night_pile };
    let mut rest = Pile::new(counts);
    let mut held = Pile::EMPTY;
    for (rank, &count) in counts.iter().enumerate() {
        let most = o.limits[Card::of(deck, rank).index()];
        for _ in most..count {
            rest.take(rank);
            held.add(rank);
        }
    }
    while rest.len > pile {
        held.add(rest.draw(chance));
    }
    (held, rest)
}

/// The hands the observer does not see.
fn hidden(o: &Observation) -> impl Iterator<Item = (&KnownHand, &SeatView)> {
    let unseen = o.hands.iter().map(Option::is_none);
    o.known.iter().zip(&o.seats).zip(unseen).filter(|(_, unseen)| *unseen).map(|(it, _)| it)
}

/// Samples the sealed choices of others: that they were made is public, what they are is not.
fn sample_choices<C: Chance>(o: &Observation, state: &mut State, chance: &mut C) {
    let mut choose = |hand: Cards, count: u8| {
        let (mut left, mut chosen) = (hand, Cards::EMPTY);
        for _ in 0..count.min(hand.len()) {
            let card = left.nth(chance.below(left.len().into()));
            left.remove(card);
            chosen.add(card);
        }
        chosen
    };
    for (seat, before) in o.seats.iter().enumerate().filter(|(_, before)| before.sealed > 0) {
        let chosen = o.sealed[seat].unwrap_or_else(|| choose(state.hands[seat], before.sealed));
        let mut cards = chosen.iter();
        state.sealed[seat] = [cards.next(), cards.next()];
    }
    if let TurnStage::Voodoo { keeper, .. } = o.stage {
        state.aside = o.aside.unwrap_or_else(|| choose(state.hand(keeper), o.aside_count));
    }
}
