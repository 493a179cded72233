//! Fast heuristics for bots: which card to play first, and who is close to going out.
//!
//! Everything is counted in cards: how many a choice leaves in the hand, how well these go with the tree, what a marriage may
//! bring, and what the others lose by it. The weights were tuned by self-play of four players without scoring; those that
//! concern the King's Blood card are guesses.

mod evaluate;
mod with_roles_of;

use std::hash::{Hash, Hasher};

use table::hint::Reason;
use table::instinct::{InfoKey, Instinct, SearchParams, exp};
use table::{MAX_SEATS, Seat};

use crate::KingsBlood;
use crate::action::Action;
use crate::genealogy::Side;
use crate::pieces::{Card, Cards, Kind, Special, Specials, clan_cards};
use crate::rules::playable::places;
use crate::sight::Observation;
use crate::state::{Couple, Phase, SEATS, State};

/// The inverse temperature of the policy: a choice that is one card better is chosen `e^SHARPNESS` times as often.
const SHARPNESS: f32 = 6.0;
/// Choices that are always right: the call, and winning.
const SURE: f32 = 50.0;
/// Going out, on top of the card it gets rid of.
const GOING_OUT: f32 = 6.0;
/// At least one card of the hand fits the tree; all of them do.
const SOMETHING_FITS: f32 = 0.2;
const ALL_FITS: f32 = 0.2;
/// All unseen cards fit the tree, and a rival with one card is next.
const OPEN_TABLE: f32 = 1.0;
/// How much rivals other than the next one count.
const LATER_RIVALS: f32 = 0.5;
/// How dangerous a rival is, by the number of cards: half as dangerous with every further card.
const FEAR: [f32; 10] = [1.0, 1.0, 0.5, 0.25, 0.125, 0.0625, 0.03, 0.015, 0.008, 0.004];
/// A special ability in the hand, to pass a Draw 3 on.
const SHIELD: f32 = 0.3;
/// An Event in the hand: it can be played on any tree.
const EVENT_HELD: f32 = 0.2;
/// Nothing in the hand that could be the last card (rule 10.1).
const NO_WAY_OUT: f32 = 1.5;
/// A point in the hand, where score is kept.
const POINT: f32 = 0.04;
/// What abilities do to a rival with one card.
const SKIP: f32 = 0.8;
const REVERSE: f32 = 0.8;
const DRAW_THREE: f32 = 1.3;
/// A Draw 3 against anybody.
const DRAW_THREE_AT_ALL: f32 = 0.1;
/// An Exile to a rival with one card.
const EXILE: f32 = 1.0;
/// Everything else a child brings, such as its ability.
const BIRTH: f32 = 0.5;
/// A newborn beside which a card can be played; one that can marry, too.
const FIRST_OF_CHAIN: f32 = 1.5;
const REST_OF_CHAIN: f32 = 0.6;
/// A New Connection that makes a couple, compared with a marriage to a card of the hand.
const ARRANGED: f32 = 0.3;
/// A card drawn that fits.
const DRAWN_FITS: f32 = 0.9;
/// The ordinary turn after a debt was drawn.
const TURN_AFTER_DEBT: f32 = 0.5;
/// An Assassination that does not end the game is better kept for later.
const KEEP_THE_KNIFE: f32 = -0.5;
/// The second play that comes with the King's Blood card, and that card in the hand.
const ROYAL_PLAY: f32 = 0.9;
const BLOOD_TAKEN: f32 = -0.5;

impl Instinct for KingsBlood {
    /// Who goes out first depends on runs of luck that an evaluation cannot see, so rollouts are long enough to reach most ends.
    const SEARCH: SearchParams = SearchParams { rollout: 40, ..SearchParams::DEFAULT };

    fn policy_weights(state: &State, seat: Seat, actions: &[Action], weights: &mut Vec<f32>) {
        let mind = Mind::of(state, seat);
        let start = weights.len();
        weights.extend(actions.iter().map(|&action| mind.worth(action)));
        let weights = &mut weights[start..];
        // Plain comparisons: `f32::max` handles NaN, which takes longer.
        let best = weights.iter().fold(f32::MIN, |best, &worth| if worth > best { worth } else { best });
        for weight in weights {
            let share = exp((*weight - best) * SHARPNESS);
            *weight = if share > 1e-6 { share } else { 1e-6 };
        }
    }

    fn evaluate(state: &State) -> [f32; MAX_SEATS] {
        evaluate::evaluate(state)
    }

    fn info_key(state: &State, seat: Seat) -> u64 {
        let mut key = InfoKey::new();
        let tree = &state.tree;
        for cards in [state.hands[seat.index()], tree.open(Side::Left), tree.open(Side::Right), tree.cards()]
        {
            cards.hash(&mut key);
        }
        state.discards.hash(&mut key);
        state.phase.hash(&mut key);
        let byte = |card: Option<Card>| card.map_or(u8::MAX, |card| card.index() as u8);
        let [a, b, c, d, e, f] = state.counts;
        let (throne, on) = state.throne.unzip();
        let (called, penalty) = (state.called.bits() as u8, state.penalty.bits() as u8);
        let turn = state.turn.index() as u8 | u8::from(state.clockwise) << 7;
        key.see(u64::from_le_bytes([a, b, c, d, e, f, called, penalty]));
        key.see(u64::from_le_bytes([
            turn,
            state.debt,
            byte(state.chosen),
            byte(state.child),
            byte(state.last),
            byte(state.blood_on),
            byte(throne),
            byte(on),
        ]));
        key.finish()
    }

    fn with_roles_of(past: &mut State, today: &State) -> bool {
        with_roles_of::with_roles_of(past, today)
    }

    fn reasons(observation: &Observation, action: Action, reasons: &mut Vec<Reason>) {
        crate::reasons::reasons(observation, action, reasons);
    }
}

/// What the current player knows: its own hand, and what everybody knows.
struct Mind<'a> {
    state: &'a State,
    seat: Seat,
    hand: Cards,
    specials: &'static Specials,
    /// The cards this seat has not seen: in the pile, or in other hands.
    unseen: Cards,
    /// The share of one of them in all.
    each_unseen: f32,
    active: Cards,
    /// What goes beside an active card.
    fitting: Cards,
    /// Whose turn is next, and whose after a Reverse.
    next: Seat,
    reversed: Seat,
    /// How close each rival is to going out: 1 with a single card.
    urgency: [f32; SEATS],
    /// How much an open tree helps the rivals.
    danger: f32,
}

impl<'a> Mind<'a> {
    fn of(state: &'a State, seat: Seat) -> Mind<'a> {
        let (hand, active, players) = (state.hands[seat.index()], state.tree.active(), state.players());
        let next = state.next(seat);
        let mut urgency = [0.0; SEATS];
        let mut danger = 0.0;
        for rival in Seat::all(players).filter(|&rival| rival != seat) {
            let close = FEAR[state.held(rival).min(FEAR.len() - 1)];
            urgency[rival.index()] = close;
            danger += if rival == next { close } else { LATER_RIVALS * close };
        }
        let unseen = state.hidden().minus(hand);
        Mind {
            state,
            seat,
            hand,
            specials: state.specials(),
            unseen,
            each_unseen: 1.0 / unseen.len().max(1) as f32,
            active,
            fitting: active.relatives(),
            next,
            reversed: if state.clockwise { seat.right(players) } else { seat.left(players) },
            urgency,
            danger: OPEN_TABLE * danger,
        }
    }

    /// What a choice is worth, in cards.
    fn worth(&self, action: Action) -> f32 {
        match action {
            Action::Call => 2.0 * SURE, // before the last card is played
            Action::Play(card) if card.is_character() => self.character(card),
            Action::Play(card) => self.event(card),
            Action::Place { beside, side } => self.place(beside, side),
            Action::Target(card) => self.target(card),
            Action::Give(seat) if seat == self.seat => -3.0,
            Action::Give(seat) => self.urgency[seat.index()],
            Action::Draw => {
                self.outlook(self.fitting, self.hand) - 1.0 + DRAWN_FITS * self.share(self.fitting)
            }
            Action::Accept => {
                self.outlook(self.fitting, self.hand) - f32::from(self.state.debt) + TURN_AFTER_DEBT
            }
            Action::Marry => self.marriage(self.hand, self.fitting_beside_others()),
            Action::Decline | Action::Stop => {
                self.outlook(self.fitting, self.hand) + self.state.last.map_or(0.0, |card| self.trouble(card))
            }
            Action::Pass => 0.0,
        }
    }

    /// Playing a Character where it is worth most.
    fn character(&self, card: Card) -> f32 {
        let hand = self.hand.minus(Cards::one(card));
        if hand.is_empty() {
            return if self.state.called.contains(self.seat) { SURE } else { -GOING_OUT };
        }
        match self.state.phase {
            Phase::Debt => return self.pass_on(card, hand),
            Phase::Marry(..) | Phase::Sibling(..) => return self.siblings(card, hand),
            _ => {}
        }
        let [left, right] = places(self.state, card);
        let beside = left.union(right);
        let royal = self.state.blood_on.is_some_and(|royal| beside.contains(royal));
        let mut best = self.outlook(self.fitting.union(card.fits()), hand) + self.trouble(card);
        if royal || !beside.intersection(card.spouses()).is_empty() {
            best = best.max(self.marriage(hand, self.fitting));
        }
        match self.state.child {
            Some(child) if child.number() == card.number() => best.max(self.siblings(card, hand)),
            _ => best,
        }
    }

    /// A run of siblings that begins with this card and goes on as long as it can (rule 6.5).
    fn siblings(&self, card: Card, hand: Cards) -> f32 {
        let others = hand.intersection(clan_cards(card.number()));
        let hand = hand.minus(others);
        if hand.is_empty() {
            return 2.0 * GOING_OUT; // the call is made along the way
        }
        let outlook = self.outlook(self.fitting.union(card.fits()), hand);
        match others.first() {
            None => outlook + self.trouble(card),
            // Only the last ability works, so the weaker ones go first.
            Some(last) => outlook + self.trouble(last) - 0.01 * self.trouble(card),
        }
    }

    /// Passing a Draw 3 on (rules 8.1 to 8.3).
    fn pass_on(&self, card: Card, hand: Cards) -> f32 {
        let debt = f32::from(self.state.debt);
        let (debt, heir) = match self.specials.of(card) {
            Some(Special::Skip) => (debt, self.state.next(self.next)),
            Some(Special::Reverse) => (debt, self.reversed),
            _ => (debt + 3.0, self.next),
        };
        let outlook = self.outlook(self.fitting.union(card.fits()), hand);
        if heir == self.seat {
            outlook - debt
        } else {
            outlook + DRAW_THREE / 3.0 * debt * self.urgency[heir.index()]
        }
    }

    /// Playing an Event or the King's Blood card.
    fn event(&self, card: Card) -> f32 {
        let hand = self.hand.minus(Cards::one(card));
        let outlook = self.outlook(self.fitting, hand);
        match card.kind() {
            None => outlook + self.one_more(hand, ROYAL_PLAY) + self.chain(hand),
            Some(Kind::Assassination) => outlook + self.one_more(hand, KEEP_THE_KNIFE),
            Some(Kind::Exile) => outlook + EXILE * self.urgency.iter().copied().fold(0.0, f32::max),
            Some(Kind::NewConnection) => {
                let couple = !self.active.suitors().intersection(self.active).is_empty();
                if couple { outlook + ARRANGED * self.chain(hand) } else { outlook }
            }
            Some(Kind::Enthronement) => {
                let blood = if self.state.options.advanced { BLOOD_TAKEN } else { 0.0 };
                let monarchs = self.active.iter().map(|monarch| self.outlook(monarch.fits(), hand));
                monarchs.fold(f32::MIN, f32::max) + blood
            }
        }
    }

    /// One more play from this hand: the end of the game, or what it is worth otherwise.
    fn one_more(&self, hand: Cards, otherwise: f32) -> f32 {
        match hand.intersection(self.fitting).is_empty() {
            true => 0.0,
            false if hand.only().is_some() => GOING_OUT,
            false => otherwise,
        }
    }

    /// Putting the chosen card, or the lifted one, here.
    fn place(&self, beside: Card, side: Side) -> f32 {
        let (card, trouble) = match (self.state.phase, self.state.chosen) {
            (Phase::Connect(card, _), _) => (card, 0.0), // rule 7.6
            (_, Some(card)) => (card, self.trouble(card)),
            _ => return 0.0,
        };
        let other_side = match side {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        };
        let others = self.active.minus(Cards::one(beside)).relatives();
        let still_open = self.state.tree.open(other_side).contains(beside);
        let row = if still_open { card.fits().union(beside.fits()) } else { card.fits() };
        let single = self.outlook(others.union(row), self.hand) + trouble;
        if self.state.debt > 0 {
            return single; // rule 8.1
        }
        if self.state.blood_on.is_some_and(|royal| royal == beside || royal == card) {
            self.marriage(self.hand, others)
        } else if card.may_marry(beside) {
            single.max(self.marriage(self.hand, others))
        } else {
            single
        }
    }

    /// Striking this card with the chosen Event, or giving it the King's Blood.
    fn target(&self, target: Card) -> f32 {
        let kind = self.state.chosen.and_then(Card::kind);
        match kind {
            None => self.outlook(self.fitting.union(target.fits()), self.hand),
            Some(Kind::Enthronement) => self.outlook(target.fits(), self.hand),
            Some(Kind::NewConnection) => {
                let others = self.active.minus(Cards::one(target));
                let outlook = self.outlook(others.relatives().union(target.fits()), self.hand);
                let couple = !target.spouses().intersection(others).is_empty();
                if couple { outlook + self.chain(self.hand) } else { outlook }
            }
            Some(Kind::Assassination | Kind::Exile) => {
                let mut tree = self.state.tree.clone();
                tree.remove(target);
                self.outlook(tree.active().relatives(), self.hand)
            }
        }
    }

    /// A marriage: the parents are covered, and more of this hand may follow beside the child.
    fn marriage(&self, hand: Cards, fitting: Cards) -> f32 {
        self.outlook(fitting, hand) + self.chain(hand) + BIRTH
    }

    /// What goes beside an active card other than the two that may marry.
    fn fitting_beside_others(&self) -> Cards {
        match self.state.phase {
            Phase::Marry(Couple { card, beside, .. }, _) => {
                self.active.minus(Cards::one(card)).minus(Cards::one(beside)).relatives()
            }
            _ => self.fitting,
        }
    }

    /// About how many cards of this hand can follow beside a newborn.
    fn chain(&self, hand: Cards) -> f32 {
        let first = FIRST_OF_CHAIN * self.share(hand.relatives());
        if hand.only().is_some() {
            first * (1.0 + GOING_OUT)
        } else {
            first + REST_OF_CHAIN * self.share(hand.suitors())
        }
    }

    /// The share of these among the cards this seat has not seen.
    fn share(&self, cards: Cards) -> f32 {
        self.unseen.intersection(cards).len() as f32 * self.each_unseen
    }

    /// What a hand is worth at the end of the turn, when these cards fit the tree.
    fn outlook(&self, fitting: Cards, hand: Cards) -> f32 {
        let count = hand.len();
        if count == 0 {
            return 0.0; // This wins.
        }
        let characters = hand.intersection(Cards::CHARACTERS);
        let fit = characters.intersection(fitting).len();
        let mut value = ALL_FITS * fit as f32 / count as f32 - count as f32;
        if fit > 0 {
            value += SOMETHING_FITS;
        }
        value += SHIELD * hand.intersection(self.specials.all()).len() as f32;
        value += EVENT_HELD * (count - characters.len()) as f32;
        if characters.is_empty() {
            value -= NO_WAY_OUT;
        }
        if self.state.options.scored() {
            value -= POINT * hand.iter().map(Card::points).sum::<i32>() as f32;
        }
        value - self.danger * self.share(fitting)
    }

    /// What a card's ability does to the others (section 7 of the rules).
    fn trouble(&self, card: Card) -> f32 {
        let two = self.state.players() == 2;
        let urgency = |seat: Seat| self.urgency[seat.index()];
        match self.specials.of(card) {
            None => 0.0,
            Some(Special::Skip) if two => 1.0,
            Some(Special::Skip) => SKIP * urgency(self.next),
            Some(Special::Reverse) => REVERSE * (urgency(self.next) - urgency(self.reversed)),
            Some(Special::Draw3) => DRAW_THREE_AT_ALL + DRAW_THREE * urgency(self.next),
        }
    }
}
