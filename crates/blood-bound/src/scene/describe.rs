//! What the options are called and touch.

use table::Seat;
use table::scene::{Described, seat_id};

use super::shown;
use crate::action::Action;
use crate::pieces::{Rank, Token};
use crate::sight::Observation;
use crate::state::Phase;

/// What an action of the observing seat is called and touches.
pub(crate) fn describe(o: &Observation, action: Action) -> Described {
    let on = |label: String, seat: Seat| Described::new(label, [seat_id(seat)]);
    let wounds = |seat: Seat| o.view(seat).map_or(0, |view| view.wounds());
    let own: Vec<String> = o.observer.seat().map(seat_id).into_iter().collect();
    match action {
        Action::Strike(seat) if wounds(seat) == 3 => on(format!("Strike {seat}"), seat)
            .detail("The fourth wound: unless somebody intervenes, it captures and the game ends."),
        Action::Strike(seat) => on(format!("Strike {seat}"), seat),
        Action::Pass(seat) => on(format!("Pass the dagger to {seat}"), seat),
        Action::Call => {
            Described::new("Call for help", own).detail("Everybody whose rank is hidden answers in secret.")
        }
        Action::StandAlone => Described::new("Stand alone", own),
        Action::Intervene => Described::new("Offer to intervene", own)
            .detail("If accepted, you show your rank and may use your ability."),
        Action::StayOut => Described::new("Stay out", own),
        Action::Accept(seat) => on(format!("Accept the help of {seat}"), seat),
        Action::AcceptNone => Described::new("Accept nobody", own),
        Action::Take(token) => take(o, token, own),
        Action::Return(token) => {
            let kind = match token {
                Token::Rose => "a rose token",
                Token::Beast => "a beast token",
                Token::Unknown => "a question mark",
                Token::Rank => "your rank token",
            };
            let described = Described::new(format!("Put back {kind}"), own);
            if token == Token::Rank {
                described.detail("You may use your ability again when you take it in an attack.")
            } else {
                described
            }
        }
        Action::Forgo => Described::new("Let it be", own),
        Action::Use => match user_rank(o) {
            Some(Rank::Berserker) => on(format!("Strike back at {}", o.dagger), o.dagger),
            _ => Described::new("Take the Quill", own)
                .detail("The highest number leads your clan from now on."),
        },
        Action::UseOn(seat) => use_on(o, seat),
        Action::Harm => match o.phase {
            Phase::Ability { target, .. } => on(format!("Wound {target}"), target),
            _ => Described::new("Wound", own),
        },
        Action::Heal => match o.phase {
            Phase::Ability { target, .. } => on(format!("Heal {target}"), target),
            _ => Described::new("Heal", own),
        },
        Action::TrueCurse(seat) => on(format!("Lay the True Curse on {seat}"), seat),
    }
}

/// The character whose ability is being used.
fn user_rank(o: &Observation) -> Option<Rank> {
    match o.phase {
        Phase::Ability { user, .. } | Phase::Look { user, .. } | Phase::Curses { user } => shown(o, user),
        _ => None,
    }
}

fn take(o: &Observation, token: Token, own: Vec<String>) -> Described {
    let card = o.observer.seat().and_then(|seat| o.view(seat)?.card);
    match token {
        Token::Rose => Described::new("Take a rose token", own),
        Token::Beast => Described::new("Take a beast token", own),
        Token::Unknown => Described::new("Take a question mark", own),
        Token::Rank => {
            let described = Described::new("Take your rank token", own);
            let attacked = matches!(o.phase, Phase::Wound { .. });
            match card {
                Some(card) if attacked && card.rank() != Rank::Alchemist => {
                    described.detail(format!("You show the {} and may use the ability.", card.rank().name()))
                }
                Some(card) => described.detail(format!("You show the {}.", card.rank().name())),
                None => described,
            }
        }
    }
}

fn use_on(o: &Observation, seat: Seat) -> Described {
    let label = match user_rank(o) {
        Some(Rank::Assassin) => format!("Stab {seat} twice"),
        Some(Rank::Harlequin) => format!("Look at the card of {seat}"),
        Some(Rank::Mentalist) => format!("Force {seat} to show the rank"),
        Some(Rank::Guardian) => format!("Shield {seat}"),
        Some(Rank::Mage) => format!("Give a Staff to {seat}"),
        Some(Rank::Courtesan) => format!("Give a Fan to {seat}"),
        Some(Rank::Inquisitor) => format!("Curse {seat}"),
        _ => format!("Use your ability on {seat}"),
    };
    Described::new(label, [seat_id(seat)])
}
