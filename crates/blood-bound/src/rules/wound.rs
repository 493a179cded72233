//! Wounds, tokens, healing, capture (section 6).

use table::chance::quick;
use table::{Chance, Seat, SeatSet, Sink};

use super::{Play, ability};
use crate::event::Event;
use crate::pieces::{Clan, Colour, Rank, Token, TokenSet, showing, token_set};
use crate::state::{End, Phase, State};

/// The tokens a seat with fewer than three wounds may take (rules 6.1, 6.2, 8.11).
///
/// Whether this is a choice at all is open to everybody: with the rank token in the supply and an affiliation icon free there
/// are always two, and with the rank token out everybody knows how many signs the character has.
#[inline]
pub(crate) fn choices(state: &State, seat: Seat) -> TokenSet {
    let tokens = state.tokens[seat.index()];
    let card = state.card(seat);
    let own = card.rank().own_icons();
    let unknown = tokens.unknown < 2 - own;
    let (rose, beast, unknown) = match card.clan() {
        _ if tokens.affiliation() == 2 => (false, false, false),
        _ if state.staffs.contains(seat) => (false, false, true),
        None => (true, true, true),
        Some(Clan::Rose) => (tokens.rose < own, false, unknown),
        Some(Clan::Beast) => (false, tokens.beast < own, unknown),
    };
    token_set(rose, beast, unknown, !tokens.rank)
}

/// Would the ability of a seat that shows its rank in this attack be of any use? A third wound may free a Guardian's Shields.
pub(crate) fn ability_follows(state: &State, target: Seat, wounded: Seat) -> bool {
    let mut state = state.clone();
    Play { state: &mut state, chance: &mut quick(0), sink: &mut () }.take(wounded, Token::Rank);
    ability::usable(&state, target, wounded)
}

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    /// The attack wounds its target.
    pub(crate) fn strike_home(&mut self, target: Seat) {
        if self.state.wounds(target) == 3 {
            return self.capture(self.state.dagger, target);
        }
        match choices(self.state, target).only() {
            Some(token) => self.attack_token(target, target, token),
            None => self.state.phase = Phase::Wound { target },
        }
    }

    /// The attack wounds somebody else, who shows his rank (rule 5.5).
    pub(super) fn intervene(&mut self, target: Seat, by: Seat) {
        self.attack_token(target, by, Token::Rank);
    }

    /// The token of an attack, and what may follow (rules 7.1, 7.6, 4.5).
    pub(super) fn attack_token(&mut self, target: Seat, wounded: Seat, token: Token) {
        self.take(wounded, token);
        if token == Token::Rank && ability::usable(self.state, target, wounded) {
            self.state.phase = Phase::Ability { target, user: wounded };
        } else {
            self.hand_over(wounded);
        }
    }

    /// An ability deals this many wounds, one after the other (rules 7.3, 8.2, 8.5).
    pub(super) fn suffer(&mut self, user: Seat, victim: Seat, left: u8) {
        let by = self.state.rank(user);
        for left in (1..=left).rev() {
            if self.state.wounds(victim) == 3 {
                return self.capture(user, victim);
            }
            let choices = choices(self.state, victim);
            let forced = if by == Rank::Mentalist && choices.contains(Token::Rank) {
                Some(Token::Rank)
            } else {
                choices.only()
            };
            match forced {
                Some(token) => self.take(victim, token),
                None => return self.state.phase = Phase::Suffer { user, victim, left },
            }
        }
        let dagger = if matches!(by, Rank::Assassin | Rank::Mentalist) { victim } else { user };
        self.hand_over(dagger);
    }

    /// Lays a token before a seat: what it proves, and what a third wound undoes (rules 8.8, 11.3).
    pub(super) fn take(&mut self, seat: Seat, token: Token) {
        let state = &mut *self.state;
        let rank = state.rank(seat);
        let tokens = &mut state.tokens[seat.index()];
        tokens.add(token);
        let open = &mut state.open[seat.index()];
        if token == Token::Rank {
            *open = open.intersection(rank.cards());
        } else if !state.staffs.contains(seat) {
            // Nobody loses a Staff: all tokens so far were taken without one, and each covers an icon.
            *open = open.intersection(showing(tokens.rose, tokens.beast, tokens.unknown));
        }
        self.sink.tell_all(Event::Took { seat, token, rank: (token == Token::Rank).then_some(rank) });
        if state.wounds(seat) == 3 {
            for colour in Colour::ALL {
                if state.swords[colour as usize] == Some(seat) {
                    let shields = std::mem::replace(&mut state.shields[colour as usize], SeatSet::EMPTY);
                    state.swords[colour as usize] = None;
                    self.sink.tell_all(Event::SwordLost { guardian: seat, colour, shields });
                }
            }
        }
    }

    /// Somebody is healed: he chooses, if there is a choice (rule 8.4).
    pub(super) fn heal(&mut self, user: Seat, target: Seat) {
        match self.state.tokens[target.index()].kinds().only() {
            Some(token) => self.give_back(user, target, token),
            None => self.state.phase = Phase::Heal { user, target },
        }
    }

    pub(super) fn give_back(&mut self, user: Seat, target: Seat, token: Token) {
        self.state.tokens[target.index()].remove(token);
        let rank = (token == Token::Rank).then(|| self.state.rank(target));
        self.sink.tell_all(Event::Returned { seat: target, token, rank });
        self.hand_over(user);
    }

    /// The fourth wound (rule 6.4).
    fn capture(&mut self, captor: Seat, captive: Seat) {
        self.sink.tell_all(Event::Captured { captive, captor });
        self.finish(End::Capture { captor, captive });
    }
}
