//! Wounds, tokens, healing, capture (section 6).

use table::{Seat, SeatSet, Sink};

use super::{ability, ending, turn};
use crate::event::Event;
use crate::pieces::{Cards, Clan, Colour, Rank, Token, TokenSet};
use crate::state::{End, Phase, State};

/// The tokens a seat with fewer than three wounds may take (rules 6.1, 6.2, 8.11).
///
/// Whether this is a choice at all is open to everybody: with the rank token in the supply and an affiliation icon free there
/// are always two, and with the rank token out everybody knows how many signs the character has.
#[inline]
pub(crate) fn choices(state: &State, seat: Seat) -> TokenSet {
    let tokens = state.tokens[seat.index()];
    let rank = TokenSet::EMPTY.with_if(Token::Rank, !tokens.rank);
    if tokens.affiliation() == 2 {
        return rank;
    }
    if state.staffs.contains(seat) {
        return rank.with(Token::Unknown);
    }
    let card = state.card(seat);
    let own = card.rank().own_icons();
    match card.clan() {
        None => rank.with(Token::Rose).with(Token::Beast).with(Token::Unknown),
        Some(Clan::Rose) => {
            rank.with_if(Token::Rose, tokens.rose < own).with_if(Token::Unknown, tokens.unknown < 2 - own)
        }
        Some(Clan::Beast) => {
            rank.with_if(Token::Beast, tokens.beast < own).with_if(Token::Unknown, tokens.unknown < 2 - own)
        }
    }
}

/// The attack wounds its target.
pub(crate) fn strike_home<S: Sink<Event>>(state: &mut State, target: Seat, sink: &mut S) {
    if state.wounds(target) == 3 {
        return capture(state, state.dagger, target, sink);
    }
    match choices(state, target).only() {
        Some(token) => attack_token(state, target, target, token, sink),
        None => state.phase = Phase::Wound { target },
    }
}

/// The attack wounds somebody else, who shows his rank (rule 5.5).
pub(crate) fn intervene<S: Sink<Event>>(state: &mut State, target: Seat, by: Seat, sink: &mut S) {
    attack_token(state, target, by, Token::Rank, sink);
}

/// The token of an attack, and what may follow (rules 7.1, 7.6, 4.5).
pub(crate) fn attack_token<S: Sink<Event>>(
    state: &mut State,
    target: Seat,
    wounded: Seat,
    token: Token,
    sink: &mut S,
) {
    take(state, wounded, token, sink);
    if token == Token::Rank && ability::usable(state, target, wounded) {
        state.phase = Phase::Ability { target, user: wounded };
    } else {
        turn::hand_over(state, wounded, sink);
    }
}

/// An ability deals this many wounds, one after the other (rules 7.3, 8.2, 8.5).
pub(crate) fn suffer<S: Sink<Event>>(state: &mut State, user: Seat, victim: Seat, left: u8, sink: &mut S) {
    let by = state.rank(user);
    for left in (1..=left).rev() {
        if state.wounds(victim) == 3 {
            return capture(state, user, victim, sink);
        }
        let choices = choices(state, victim);
        let forced = if by == Rank::Mentalist && choices.contains(Token::Rank) {
            Some(Token::Rank)
        } else {
            choices.only()
        };
        match forced {
            Some(token) => take(state, victim, token, sink),
            None => return state.phase = Phase::Suffer { user, victim, left },
        }
    }
    let dagger = if matches!(by, Rank::Assassin | Rank::Mentalist) { victim } else { user };
    turn::hand_over(state, dagger, sink);
}

/// Lays a token before a seat: what it proves, and what a third wound undoes (rules 8.8, 11.3).
pub(crate) fn take<S: Sink<Event>>(state: &mut State, seat: Seat, token: Token, sink: &mut S) {
    let rank = state.rank(seat);
    let tokens = &mut state.tokens[seat.index()];
    tokens.add(token);
    let open = &mut state.open[seat.index()];
    if token == Token::Rank {
        *open = open.and(Cards::of_rank(rank));
    } else if !state.staffs.contains(seat) {
        // Nobody loses a Staff: all tokens so far were taken without one, and each covers an icon.
        *open = open.and(Cards::showing(tokens.rose, tokens.beast, tokens.unknown));
    }
    sink.tell_all(Event::Took { seat, token, rank: (token == Token::Rank).then_some(rank) });
    if state.wounds(seat) == 3 {
        for colour in Colour::ALL {
            if state.swords[colour as usize] == Some(seat) {
                let shields = std::mem::replace(&mut state.shields[colour as usize], SeatSet::EMPTY);
                state.swords[colour as usize] = None;
                sink.tell_all(Event::SwordLost { guardian: seat, colour, shields });
            }
        }
    }
}

/// Somebody is healed: he chooses, if there is a choice (rule 8.4).
pub(crate) fn heal<S: Sink<Event>>(state: &mut State, user: Seat, target: Seat, sink: &mut S) {
    match state.tokens[target.index()].kinds().only() {
        Some(token) => give_back(state, user, target, token, sink),
        None => state.phase = Phase::Heal { user, target },
    }
}

pub(crate) fn give_back<S: Sink<Event>>(
    state: &mut State,
    user: Seat,
    target: Seat,
    token: Token,
    sink: &mut S,
) {
    state.tokens[target.index()].remove(token);
    let rank = (token == Token::Rank).then(|| state.rank(target));
    sink.tell_all(Event::Returned { seat: target, token, rank });
    turn::hand_over(state, user, sink);
}

/// The fourth wound (rule 6.4).
fn capture<S: Sink<Event>>(state: &mut State, captor: Seat, captive: Seat, sink: &mut S) {
    sink.tell_all(Event::Captured { captive, captor });
    ending::finish(state, End::Capture { captor, captive }, sink);
}
