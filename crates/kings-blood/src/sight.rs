//! What each observer may know: the only place where secrets are withheld or imagined.
//!
//! Hidden are the pile and the hands, except for cards that came to a hand openly. Which cards are hidden is public, and so is
//! the shuffle each of them comes from: only discards are ever reshuffled, after the old pile has run out. So everybody knows the
//! hidden cards of each shuffle, how many of them each hand holds and, for the latest shuffle, how many the pile holds. Only a pass
//! says more (see [`State::lacks`]).

use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};
use table::chance::quick;
use table::{Chance, Observer, Seat, SeatSet};

use crate::genealogy::{Cell, Genealogy, Side, Unhashed};
use crate::options::Options;
use crate::pieces::{Card, Cards};
use crate::rules::deal::bare;
use crate::state::{Couple, Ending, Phase, Recent, State};

/// All that one observer may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Observation {
    /// Whose eyes.
    pub observer: Observer,
    /// The host's choices.
    pub options: Options,
    /// Which hand of a series, from 1.
    pub hand: u16,
    /// Who dealt.
    pub dealer: Seat,
    /// Whose turn it is.
    pub turn: Seat,
    /// Do turns go to the left?
    pub clockwise: bool,
    /// What is to be decided.
    pub phase: PhaseView,
    /// Cards owed by the current player.
    pub debt: u8,
    /// The card that is being played and not yet on the table.
    pub chosen: Option<Card>,
    /// The newborn beside or on which the next card goes.
    pub child: Option<Card>,
    /// The last Character put on the table this turn.
    pub last: Option<Card>,
    /// Who has emptied their hand while a last marriage is carried out.
    pub winner: Option<Seat>,
    /// Each seat.
    pub seats: Vec<SeatView>,
    /// The cards of the tree, row by row.
    pub tree: Vec<Placed>,
    /// Those of them that were born where they lie.
    pub born: Cards,
    /// Did the King's Blood card give the last extra play, and not an Assassination?
    pub by_blood: bool,
    /// The Enthronement card in the tree.
    pub throne: Option<Attached>,
    /// The card of the tree that has the King's Blood card.
    pub blood_on: Option<Card>,
    /// Does the King's Blood card lie aside?
    pub aside: bool,
    /// How many cards the pile has.
    pub pile: u8,
    /// The discards.
    pub discards: Cards,
    /// The cards that are hidden from somebody, by the shuffle they come from; the last shuffle made the present pile.
    pub hidden: Vec<Cards>,
    /// For the open table: the next cards of the pile, the top one last, where their order is fixed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tops: Vec<Card>,
}

/// What is known of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SeatView {
    /// How many cards.
    pub held: u8,
    /// The whole hand, where the observer sees it.
    pub cards: Option<Cards>,
    /// The cards everybody knows to be there.
    pub shown: Cards,
    /// How many hidden cards the hand has from each shuffle.
    pub hidden: Vec<u8>,
    /// Hidden cards that everybody knows not to be there.
    pub lacks: Cards,
    /// Has it called?
    pub called: bool,
    /// Does it lose its next turn?
    pub penalty: bool,
    /// Has it passed since anybody last did something else?
    pub passed: bool,
    /// Its running score.
    pub score: i16,
}

/// A card of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Placed {
    /// Which one.
    pub card: Card,
    /// Its row, downwards from 0.
    pub row: u8,
    /// Its left edge in half-card steps, counted from where a founder lies.
    pub column: i32,
}

impl Hash for Placed {
    /// In one go: there are many of them.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Placed { card, row, column } = *self;
        state.write_u64(u64::from(column as u32) << 32 | u64::from(row) << 16 | card.index() as u64);
    }
}

/// A card that is attached to a card of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Attached {
    /// Which one.
    pub card: Card,
    /// To which one.
    pub on: Card,
}

/// What is to be decided, as an observer sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[expect(missing_docs, reason = "as in Phase")]
pub enum PhaseView {
    Debt,
    Play,
    /// The card just drawn, for those who may see it, and the shuffle it comes from.
    Drawn {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<Card>,
        shuffle: u8,
    },
    Extra,
    Newborn,
    Place,
    Target,
    Give {
        card: Card,
    },
    Connect {
        card: Card,
        row: u8,
        column: i32,
    },
    Marry {
        card: Card,
        beside: Card,
        side: Side,
        siblings: Option<Side>,
    },
    Sibling {
        beside: Card,
        side: Side,
    },
    Close,
    Over {
        ending: Ending,
    },
}

impl PhaseView {
    /// Is a card of the hand played next, unless the player does without?
    pub(crate) fn plays_a_card(self) -> bool {
        match self {
            PhaseView::Debt
            | PhaseView::Play
            | PhaseView::Drawn { .. }
            | PhaseView::Extra
            | PhaseView::Newborn
            | PhaseView::Marry { .. }
            | PhaseView::Sibling { .. } => true,
            PhaseView::Place
            | PhaseView::Target
            | PhaseView::Give { .. }
            | PhaseView::Connect { .. }
            | PhaseView::Close
            | PhaseView::Over { .. } => false,
        }
    }
}

/// What this observer may know.
pub(crate) fn observe(state: &State, observer: Observer) -> Observation {
    let hidden = state.hidden();
    let of_shuffle = |cards: Cards, shuffle: u8| -> Cards {
        cards.iter().filter(|card| state.pool[card.index()] == shuffle).collect()
    };
    let shuffles = 0..=state.shuffle;
    let counted = |cards: Cards| {
        let mut counts = vec![0; shuffles.clone().count()];
        for card in cards.iter() {
            counts.get_mut(usize::from(state.pool[card.index()])).into_iter().for_each(|count| *count += 1);
        }
        counts
    };
    let player = |seat: Seat| {
        let at = seat.index();
        let secret = state.hands[at].minus(state.shown[at]);
        SeatView {
            held: state.counts[at],
            cards: observer.sees(seat).then_some(state.hands[at]),
            shown: state.shown[at],
            hidden: counted(secret),
            lacks: state.lacks[at],
            called: state.called.contains(seat),
            penalty: state.penalty.contains(seat),
            passed: state.passed.contains(seat),
            score: state.scores[at],
        }
    };
    let mut tree: Vec<Placed> = state
        .tree
        .cards()
        .iter()
        .map(|card| {
            let cell = state.tree.cell(card);
            Placed { card, row: cell.row, column: cell.edge() }
        })
        .collect();
    tree.sort_unstable_by_key(|placed| (placed.row, placed.column));
    Observation {
        observer,
        options: state.options.clone(),
        hand: state.hand,
        dealer: state.dealer,
        turn: state.turn,
        clockwise: state.clockwise,
        phase: phase_view(state, observer),
        debt: state.debt,
        chosen: state.chosen,
        child: state.child,
        last: state.last,
        winner: state.winner,
        seats: Seat::all(state.players()).map(player).collect(),
        tree,
        born: state.tree.born(),
        by_blood: state.by_blood.0,
        throne: state.throne.map(|(card, on)| Attached { card, on }),
        blood_on: state.blood_on,
        aside: state.aside,
        pile: state.pile.len() as u8,
        discards: state.discards,
        hidden: shuffles.map(|shuffle| of_shuffle(hidden, shuffle)).collect(),
        tops: if observer == Observer::All {
            state.tops.iter().copied().flatten().collect()
        } else {
            Vec::new()
        },
    }
}

fn phase_view(state: &State, observer: Observer) -> PhaseView {
    match state.phase {
        Phase::Debt => PhaseView::Debt,
        Phase::Play => PhaseView::Play,
        Phase::Drawn(card) => PhaseView::Drawn {
            card: observer.sees(state.turn).then_some(card),
            shuffle: state.pool[card.index()],
        },
        Phase::Extra => PhaseView::Extra,
        Phase::Newborn => PhaseView::Newborn,
        Phase::Place => PhaseView::Place,
        Phase::Target => PhaseView::Target,
        Phase::Give(card) => PhaseView::Give { card },
        Phase::Connect(card, cell) => PhaseView::Connect { card, row: cell.row, column: cell.edge() },
        Phase::Marry(Couple { card, beside, side }, siblings) => {
            PhaseView::Marry { card, beside, side, siblings }
        }
        Phase::Sibling(beside, side) => PhaseView::Sibling { beside, side },
        Phase::Close => PhaseView::Close,
        Phase::Over(ending) => PhaseView::Over { ending },
    }
}

impl Observation {
    /// The tree as the rules use it.
    pub fn genealogy(&self) -> Genealogy {
        let cells = self
            .tree
            .iter()
            .filter_map(|placed| Some((placed.card, Cell::at(placed.row.into(), placed.column)?)));
        Genealogy::of(cells, self.born)
    }

    /// The seats for which something is true.
    fn seats_where(&self, is: impl Fn(&SeatView) -> bool) -> SeatSet {
        Seat::all(self.seats.len()).filter(|seat| is(&self.seats[seat.index()])).collect()
    }
}

/// What the observer can do follows from what the observer knows, so any sample will do to find it out.
pub(crate) fn in_any_world<T>(o: &Observation, find: impl FnOnce(&State) -> T) -> T {
    find(&sample(o, &mut quick(0)))
}

/// A whole state that the observer cannot tell from the truth.
pub(crate) fn sample<C: Chance>(o: &Observation, chance: &mut C) -> State {
    let mut state = bare(&o.options);
    state.pile = Cards::EMPTY;
    state.discards = o.discards;
    state.tree = o.genealogy();
    state.by_blood = Unhashed(o.by_blood);
    state.throne = o.throne.map(|throne| (throne.card, throne.on));
    state.blood_on = o.blood_on;
    state.aside = o.aside;
    state.shuffle = o.hidden.len().saturating_sub(1) as u8;
    state.dealer = o.dealer;
    state.hand = o.hand;
    state.turn = o.turn;
    state.clockwise = o.clockwise;
    state.debt = o.debt;
    state.chosen = o.chosen;
    state.child = o.child;
    state.last = o.last;
    state.winner = o.winner;
    state.called = o.seats_where(|seat| seat.called);
    state.penalty = o.seats_where(|seat| seat.penalty);
    state.passed = o.seats_where(|seat| seat.passed);
    for (at, seat) in o.seats.iter().enumerate() {
        state.hands[at] = seat.cards.unwrap_or(seat.shown);
        state.shown[at] = seat.shown;
        state.lacks[at] = seat.lacks;
        state.counts[at] = seat.held;
        state.scores[at] = seat.score;
    }
    for (to, &top) in state.tops.iter_mut().zip(&o.tops) {
        *to = Some(top);
    }
    if let [.., before, last] = o.hidden[..] {
        state.recent = Recent([last, before]);
    }
    for (shuffle, &cards) in o.hidden.iter().enumerate() {
        cards.iter().for_each(|card| state.pool[card.index()] = shuffle as u8);
        let seen = o.seats.iter().filter_map(|seat| seat.cards).fold(Cards::EMPTY, Cards::union);
        let unseen = deal_out(o, &mut state, shuffle, cards.minus(seen), chance);
        state.pile = state.pile.union(unseen);
    }
    state.phase = phase(o, &state, chance);
    state
}

/// Deals the unseen cards of a shuffle to the hands that the observer does not see. Returns what is left for the pile.
fn deal_out<C: Chance>(
    o: &Observation,
    state: &mut State,
    shuffle: usize,
    mut cards: Cards,
    chance: &mut C,
) -> Cards {
    let wants = |at: usize| match &o.seats[at] {
        SeatView { cards: Some(_), .. } => 0,
        seat => usize::from(seat.hidden[shuffle]),
    };
    let bound = |at: usize| !o.seats[at].lacks.intersection(cards).is_empty() && wants(at) > 0;
    let constrained: Vec<usize> = (0..o.seats.len()).filter(|&at| bound(at)).collect();
    if !constrained.is_empty() {
        let order: Vec<(usize, usize, Cards)> =
            constrained.iter().map(|&at| (at, wants(at), o.seats[at].lacks)).collect();
        for (at, hand) in deal_constrained(cards, &order, chance) {
            state.hands[at] = state.hands[at].union(hand);
            cards = cards.minus(hand);
        }
    }
    for at in (0..o.seats.len()).filter(|at| !constrained.contains(at)) {
        for _ in 0..wants(at) {
            let card = cards.pick(chance);
            cards.remove(card);
            state.hands[at].insert(card);
        }
    }
    cards
}

/// Deals hands that lack certain cards, each possible deal with the same chance.
///
/// Rejection sampling: hands are drawn one after the other from the cards they may have. That favours deals in which earlier
/// hands leave few choices to later ones, so a deal is kept with a chance in proportion to the number of choices each hand had.
fn deal_constrained<C: Chance>(
    cards: Cards,
    order: &[(usize, usize, Cards)],
    chance: &mut C,
) -> Vec<(usize, Cards)> {
    /// After this many tries the last deal found is good enough. No game comes near.
    const TRIES: usize = 200_000;
    let mut found = Vec::new();
    for _ in 0..TRIES {
        let mut left = cards;
        let mut hands = Vec::with_capacity(order.len());
        let mut keep = 1.0;
        for &(at, count, lacks) in order {
            let mut allowed = left.minus(lacks);
            let (now, most) = (allowed.len(), cards.minus(lacks).len());
            if now < count {
                break;
            }
            // The number of choices, relative to the most there could be.
            keep *= (0..count).map(|i| (now - i) as f64 / (most - i) as f64).product::<f64>();
            let mut hand = Cards::EMPTY;
            for _ in 0..count {
                let card = allowed.pick(chance);
                allowed.remove(card);
                hand.insert(card);
            }
            left = left.minus(hand);
            hands.push((at, hand));
        }
        if hands.len() == order.len() {
            found = hands;
            if f64::from(chance.bits()) < keep * f64::from(u32::MAX) {
                break;
            }
        }
    }
    found
}

fn phase<C: Chance>(o: &Observation, state: &State, chance: &mut C) -> Phase {
    match o.phase {
        PhaseView::Debt => Phase::Debt,
        PhaseView::Play => Phase::Play,
        PhaseView::Drawn { card: Some(card), .. } => Phase::Drawn(card),
        PhaseView::Drawn { card: None, shuffle } => {
            let at = state.turn.index();
            let secret = state.hands[at].minus(state.shown[at]);
            let fresh: Cards = secret.iter().filter(|card| state.pool[card.index()] == shuffle).collect();
            Phase::Drawn(fresh.pick(chance))
        }
        PhaseView::Extra => Phase::Extra,
        PhaseView::Newborn => Phase::Newborn,
        PhaseView::Place => Phase::Place,
        PhaseView::Target => Phase::Target,
        PhaseView::Give { card } => Phase::Give(card),
        PhaseView::Connect { card, row, column } => {
            let cell = Cell::at(row.into(), column).unwrap_or(Cell { row, column: 0 });
            Phase::Connect(card, cell)
        }
        PhaseView::Marry { card, beside, side, siblings } => {
            Phase::Marry(Couple { card, beside, side }, siblings)
        }
        PhaseView::Sibling { beside, side } => Phase::Sibling(beside, side),
        PhaseView::Close => Phase::Close,
        PhaseView::Over { ending } => Phase::Over(ending),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::KingsBlood;
    use table::chance::quick;
    use table::{Game, Options as _, rollout};

    /// What [`Recent`] should be, by the shuffle of every hidden card.
    fn recent(state: &State) -> [Cards; 2] {
        let of_age = |age: u8| {
            let hidden = state.hidden().intersection(Cards::DECK).iter();
            hidden.filter(|card| state.pool[card.index()] + age == state.shuffle).collect()
        };
        if state.shuffle == 0 { [Cards::EMPTY; 2] } else { [of_age(0), of_age(1)] }
    }

    #[test]
    fn recent_cards_are_those_of_the_last_two_shuffles() {
        let (mut chance, mut actions, mut oldest) = (quick(21), Vec::new(), 0);
        for _ in 0..40 {
            let mut state = KingsBlood::deal(&Options::standard(4), &mut chance);
            while let Some((seat, action)) =
                rollout::choose::<KingsBlood, _>(&state, &mut actions, &mut chance)
            {
                KingsBlood::apply(&mut state, seat, action, &mut chance, &mut ());
                assert_eq!(state.recent.0, recent(&state), "after {action:?} in {state:?}");
                let imagined = sample(&observe(&state, Observer::Seat(seat)), &mut chance);
                assert_eq!(imagined.recent.0, recent(&imagined), "imagined after {action:?} in {state:?}");
                oldest = oldest.max(state.shuffle);
            }
        }
        assert!(oldest > 1, "some games had shuffles that are not recent");
    }

    #[test]
    fn constrained_hands_are_dealt_evenly() {
        let cards: Cards = (0..8).map(Card::new).collect();
        let some = |of: &[usize]| of.iter().map(|&index| Card::new(index)).collect::<Cards>();
        let order = [(0, 2, some(&[0, 1, 2])), (1, 3, some(&[2, 3])), (2, 1, some(&[0, 7, 6]))];
        // All deals there are, by brute force: who has each of the eight cards, 3 for the rest.
        let mut possible = 0;
        for code in 0..4usize.pow(8) {
            let owner = |card: usize| code / 4usize.pow(card as u32) % 4;
            possible += usize::from(order.iter().all(|&(at, count, lacks)| {
                let hand: Cards = cards.iter().filter(|card| owner(card.index()) == at).collect();
                hand.len() == count && hand.intersection(lacks).is_empty()
            }));
        }
        let mut tally: HashMap<String, f64> = HashMap::new();
        let mut chance = quick(9);
        let draws = possible * 200;
        for _ in 0..draws {
            *tally.entry(format!("{:?}", deal_constrained(cards, &order, &mut chance))).or_default() += 1.0;
        }
        assert_eq!(tally.len(), possible);
        let chi: f64 = tally.values().map(|n| (n - 200.0).powi(2) / 200.0).sum();
        let freedom = possible as f64 - 1.0;
        assert!(
            chi < freedom + 5.0 * (2.0 * freedom).sqrt(),
            "chi squared {chi} with {freedom} degrees of freedom"
        );
    }
}
