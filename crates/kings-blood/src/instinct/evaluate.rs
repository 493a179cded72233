//! Who will go out first, with all hands open.
//!
//! Each hand has a strength, and the chances are the softmax of the strengths. These were fitted to positions from 12,000 games
//! of four players who all followed the policy, then rounded. Such players never lose a turn for a forgotten call and hardly ever
//! hold more than ten cards: the cost of either is a guess, and so is the weight of the score in a series.

use table::instinct::exp;
use table::{MAX_SEATS, Seat};

use crate::options::Scoring;
use crate::pieces::{Card, Cards};
use crate::rules::playable::playable_now;
use crate::state::{Phase, State};

/// The strength of a hand by its number of cards.
const SIZE: [f32; 15] =
    [7.83, 1.21, 0.35, -0.27, -0.66, -0.93, -1.16, -1.33, -1.48, -1.64, -1.75, -1.84, -1.93, -2.10, -2.20];
/// The last card is called, and fits, and it is the owner's turn.
const OUT_NOW: f32 = 5.1;
/// One of the last two cards fits, at the start of the owner's turn.
const TWO_LEFT: f32 = 0.53;
/// A turn that has something to play, before its first card or in the middle; one that has nothing; one that is nearly over.
const CAN_PLAY: f32 = 0.13;
const CANNOT_PLAY: f32 = -0.68;
const NEARLY_OVER: f32 = -0.6;
/// A card has been shown and is being placed: a Character, an Event.
const PLACING: f32 = -0.15;
const STRIKING: f32 = -0.2;
/// A debt that can be passed on; each card of one that cannot.
const CAN_PASS_ON: f32 = 0.1;
const DEBT: f32 = -0.23;
/// The whole round until the owner's turn, and a turn that will be lost.
const ROUND: f32 = -0.65;
const LOST_TURN: f32 = -0.6;
/// Some card fits the tree; all of them do.
const SOMETHING_FITS: f32 = 0.11;
const ALL_FITS: f32 = 0.3;
/// All cards are Events, which always fit, but are never the last card.
const ALL_EVENTS: f32 = 1.5;
const NO_WAY_OUT: f32 = -1.75;
/// A special ability in the hand.
const SHIELD: f32 = 0.24;

/// Each seat's chance to win.
pub(super) fn evaluate(state: &State) -> [f32; MAX_SEATS] {
    let hand = this_hand(state);
    if state.options.scored() { series(state, &hand) } else { hand }
}

/// The chances to win this hand.
fn this_hand(state: &State) -> [f32; MAX_SEATS] {
    let active = state.tree.active();
    let fitting = match state.blood_on {
        Some(royal) if active.contains(royal) => Cards::CHARACTERS,
        _ => active.relatives(),
    };
    let mut strengths = [0.0; MAX_SEATS];
    let players = state.players();
    let mut seat = state.turn;
    for waits in 0..players {
        let strength = &mut strengths[seat.index()];
        *strength = holding(state, seat, fitting);
        *strength += if waits == 0 { this_turn(state) } else { ROUND * waits as f32 / players as f32 };
        if state.penalty.contains(seat) {
            *strength += LOST_TURN;
        }
        seat = state.next(seat);
    }
    shares(strengths, players)
}

/// The strength of a hand, apart from whose turn it is.
fn holding(state: &State, seat: Seat, fitting: Cards) -> f32 {
    let hand = state.hands[seat.index()];
    let count = hand.len();
    if count == 0 {
        return if state.called.contains(seat) { SIZE[0] } else { SIZE[3] }; // rule 10.4
    }
    let characters = hand.intersection(Cards::CHARACTERS);
    let fit = characters.intersection(fitting).len();
    let share = |of: usize| of as f32 / count as f32;
    let mut strength = SIZE[count.min(SIZE.len() - 1)];
    strength += ALL_FITS * share(fit) + ALL_EVENTS * share(count - characters.len());
    if fit > 0 {
        strength += SOMETHING_FITS;
    }
    if characters.is_empty() {
        strength += NO_WAY_OUT;
    }
    if !hand.intersection(state.specials().all()).is_empty() {
        strength += SHIELD;
    }
    strength
}

/// What the stage of the turn adds for the current player.
fn this_turn(state: &State) -> f32 {
    let can_play = !playable_now(state).is_empty();
    let held = state.held(state.turn);
    match state.phase {
        Phase::Debt if can_play => CAN_PASS_ON,
        Phase::Debt => DEBT * f32::from(state.debt),
        Phase::Play | Phase::Extra | Phase::Newborn | Phase::Drawn(_) if can_play && held == 1 => OUT_NOW,
        Phase::Play if can_play && held == 2 => TWO_LEFT,
        Phase::Play | Phase::Extra | Phase::Newborn | Phase::Drawn(_) if can_play => CAN_PLAY,
        Phase::Play => CANNOT_PLAY,
        Phase::Marry(..) => 0.0,
        Phase::Place => PLACING,
        Phase::Target | Phase::Connect(..) | Phase::Give(_) => STRIKING,
        _ => NEARLY_OVER,
    }
}

/// The chances to win a series, by the expected scores after this hand. They weigh more the closer the target is.
fn series(state: &State, hand: &[f32; MAX_SEATS]) -> [f32; MAX_SEATS] {
    let players = state.players();
    let points = state.hands.map(|hand| hand.iter().map(Card::points).sum::<i32>() as f32);
    let all: f32 = points.iter().sum();
    let mut scores = [0.0; MAX_SEATS];
    for seat in 0..players {
        let score = f32::from(state.scores[seat]);
        scores[seat] = match state.options.scoring {
            Scoring::B => -score - (1.0 - hand[seat]) * points[seat],
            _ => score + hand[seat] * (all - points[seat]),
        };
    }
    let target = f32::from(state.options.target);
    let furthest = scores.iter().fold(0.0f32, |most, score| most.max(score.abs()));
    let decided = 3.0 + 5.0 * (furthest / target).min(1.0);
    shares(scores.map(|score| decided * score / target), players)
}

/// The softmax of the strengths.
fn shares(mut strengths: [f32; MAX_SEATS], players: usize) -> [f32; MAX_SEATS] {
    let most = strengths[..players].iter().copied().fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for strength in &mut strengths[..players] {
        *strength = exp(*strength - most);
        sum += *strength;
    }
    strengths[..players].iter_mut().for_each(|share| *share /= sum);
    strengths[players..].fill(0.0);
    strengths
}
