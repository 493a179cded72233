//! Why an action is refused, from what the seat knows: its own card and what lies open.

use table::{Refusal, Seat, say};

use super::{ability, turn, wound};
use crate::action::Action;
use crate::pieces::{Clan, Rank, Token};
use crate::state::{Phase, State};

/// The reason in words. The seat is waited on.
pub(crate) fn why_not(state: &State, seat: Seat, action: Action) -> Refusal {
    let named = match action {
        Action::Strike(on)
        | Action::Pass(on)
        | Action::Accept(on)
        | Action::UseOn(on)
        | Action::TrueCurse(on) => Some(on),
        _ => None,
    };
    if named.is_some_and(|on| on.index() >= state.players()) {
        return Refusal::illegal("3.1", say!("Nobody sits there."));
    }
    match (state.phase, action) {
        (Phase::Turn, Action::Strike(on)) if on == seat => {
            Refusal::illegal("4.3", say!("You cannot strike yourself."))
        }
        (Phase::Turn, Action::Strike(on)) if state.shielded().contains(on) => {
            Refusal::illegal("4.3", say!("{on} holds a Shield and cannot be struck."))
        }
        (Phase::Turn, Action::Strike(_)) => {
            Refusal::illegal("4.4", say!("The Inquisitor may not strike a player with three wounds."))
        }
        (Phase::Turn, Action::Pass(on)) if on == seat => {
            Refusal::illegal("4.2", say!("The dagger is passed to another player."))
        }
        (Phase::Turn, Action::Pass(_)) if turn::must_strike(state) => {
            Refusal::illegal("4.6", say!("The dagger has been passed too often: now you must strike."))
        }
        (Phase::Turn, _) => Refusal::illegal("4.1", say!("You hold the dagger: strike somebody or pass it.")),
        (Phase::Call { .. }, _) => {
            Refusal::illegal("5.1", say!("You were struck: call for help or stand alone."))
        }
        (Phase::Answers { .. }, _) => {
            Refusal::illegal("5.3", say!("You are asked whether you intervene: offer it or stay out."))
        }
        (Phase::Offers { .. }, Action::Accept(on)) => {
            Refusal::illegal("5.4", say!("{on} has not offered to intervene."))
        }
        (Phase::Offers { .. }, _) => Refusal::illegal("5.4", say!("Accept one of the offers, or none.")),
        (Phase::Wound { .. } | Phase::Suffer { .. }, Action::Take(token)) => {
            token_refused(state, seat, token)
        }
        (Phase::Wound { .. } | Phase::Suffer { .. }, _) => {
            Refusal::illegal("6.1", say!("You are wounded: take a token."))
        }
        (Phase::Heal { .. }, Action::Return(_)) => {
            Refusal::illegal("8.4", say!("No token of that kind lies before you."))
        }
        (Phase::Heal { .. }, _) => {
            Refusal::illegal("8.4", say!("You are healed: put back one of your tokens."))
        }
        (Phase::Ability { target, user }, action) => ability_refused(state, target, user, action),
        (Phase::Look { user, .. } | Phase::Curses { user }, Action::UseOn(on)) if on == user => {
            not_yourself(state.rank(user))
        }
        (Phase::Look { .. }, Action::UseOn(_)) => {
            Refusal::illegal("8.3", say!("Choose two different players."))
        }
        (Phase::Look { .. }, _) => Refusal::illegal("8.3", say!("Choose the second card to look at.")),
        (Phase::Curses { .. }, Action::UseOn(on)) => {
            Refusal::illegal("9.1", say!("{on} has a curse already; each goes to a different player."))
        }
        (Phase::Curses { .. }, _) => {
            Refusal::illegal("9.1", say!("All the curses must be laid: choose who is next."))
        }
        (Phase::TrueCurse { .. }, Action::TrueCurse(on)) => {
            Refusal::illegal("9.1", say!("{on} holds no curse."))
        }
        (Phase::TrueCurse { .. }, _) => {
            Refusal::illegal("9.1", say!("Choose which of the curses is the true one."))
        }
        (Phase::Over { .. }, _) => Refusal::over(),
    }
}

fn not_yourself(rank: Rank) -> Refusal {
    Refusal::illegal(rank.rule(), say!("Choose another player, not yourself."))
}

fn token_refused(state: &State, seat: Seat, token: Token) -> Refusal {
    let tokens = state.tokens[seat.index()];
    debug_assert!(!wound::choices(state, seat).contains(token));
    match token {
        Token::Rank => Refusal::illegal("6.1", say!("Your rank token lies before you already.")),
        _ if state.staffs.contains(seat) && token != Token::Unknown => {
            Refusal::illegal("8.11", say!("You hold a Staff: your affiliation tokens are question marks."))
        }
        _ if tokens.affiliation() == 2 => {
            Refusal::illegal("6.1", say!("Both your affiliation icons are covered: take your rank token."))
        }
        Token::Rose if state.card(seat).clan() == Some(Clan::Beast) => {
            Refusal::illegal("6.1", say!("You bear no rose: you cannot take that token."))
        }
        Token::Beast if state.card(seat).clan() == Some(Clan::Rose) => {
            Refusal::illegal("6.1", say!("You bear no beast: you cannot take that token."))
        }
        _ => Refusal::illegal("6.1", say!("You have no free icon of that kind.")),
    }
}

fn ability_refused(state: &State, target: Seat, user: Seat, action: Action) -> Refusal {
    let rank = state.rank(user);
    let on = match action {
        Action::UseOn(on) if !ability::aims(state, user).is_empty() => on,
        Action::Heal if rank == Rank::Alchemist => {
            return Refusal::illegal("8.4", say!("{target} has no wound to heal."));
        }
        _ => {
            let rank = rank.name();
            let reason = say!("You have shown your rank: use the ability of the {rank}, or let it be.");
            return Refusal::illegal("7.1", reason);
        }
    };
    if on == user {
        return not_yourself(rank);
    }
    match rank {
        Rank::Assassin | Rank::Mentalist => {
            Refusal::illegal("7.5", say!("{on} holds a Shield and cannot be wounded."))
        }
        Rank::Guardian => Refusal::illegal("8.6", say!("{on} holds a Shield of that colour already.")),
        Rank::Mage => Refusal::illegal("8.10", say!("{on} holds a Staff already.")),
        Rank::Courtesan => Refusal::illegal("8.12", say!("{on} holds a Fan already.")),
        _ => Refusal::illegal("7.1", say!("You cannot use your ability on {on}.")),
    }
}
