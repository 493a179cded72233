//! What the options are called and touch.

use table::Seat;
use table::scene::{Described, Id, seat_id};

use super::narrate::token_words;
use super::shown;
use crate::action::Action;
use crate::pieces::{Rank, Token};
use crate::sight::{Observation, SeatView};
use crate::state::Phase;

/// What these actions of the observing seat are called and touch.
pub(crate) fn describe(o: &Observation, actions: &[Action]) -> Vec<Described> {
    let own = o.observer.seat().map(seat_id);
    // The character whose ability is being used.
    let rank = match o.phase {
        Phase::Ability { user, .. } | Phase::Look { user, .. } | Phase::Curses { user } => shown(o, user),
        _ => None,
    };
    actions.iter().map(|&action| option(o, own.as_ref(), rank, action)).collect()
}

fn option(o: &Observation, own: Option<&Id>, rank: Option<Rank>, action: Action) -> Described {
    let plain = |label: &str| Described::new(label, own.cloned());
    let on = |label: String, seat: Seat| Described::new(label, [seat_id(seat)]);
    match action {
        Action::Strike(seat) => {
            let described = on(format!("Strike {seat}"), seat);
            match o.view(seat).map(SeatView::wounds) {
                Some(3) => described
                    .detail("The fourth wound: unless somebody intervenes, it captures and the game ends."),
                _ => described,
            }
        }
        Action::Pass(seat) => on(format!("Pass the dagger to {seat}"), seat),
        Action::Call => plain("Call for help").detail("Everybody whose rank is hidden answers in secret."),
        Action::StandAlone => plain("Stand alone"),
        Action::Intervene => {
            plain("Offer to intervene").detail("If accepted, you show your rank and may use your ability.")
        }
        Action::StayOut => plain("Stay out"),
        Action::Accept(seat) => on(format!("Accept the help of {seat}"), seat),
        Action::AcceptNone => plain("Accept nobody"),
        Action::Take(Token::Rank) => take_rank(o, plain("Take your rank token")),
        Action::Take(token) => plain(&format!("Take {}", token_words(token, None))),
        Action::Return(Token::Rank) => plain("Put back your rank token")
            .detail("You may use your ability again when you take it in an attack."),
        Action::Return(token) => plain(&format!("Put back {}", token_words(token, None))),
        Action::Forgo => plain("Let it be"),
        Action::Use => match rank {
            Some(Rank::Berserker) => on(format!("Strike back at {}", o.dagger), o.dagger),
            _ => plain("Take the Quill").detail("The highest number leads your clan from now on."),
        },
        Action::UseOn(seat) => on(use_on(rank, seat), seat),
        Action::Harm => match o.phase {
            Phase::Ability { target, .. } => on(format!("Wound {target}"), target),
            _ => plain("Wound"),
        },
        Action::Heal => match o.phase {
            Phase::Ability { target, .. } => on(format!("Heal {target}"), target),
            _ => plain("Heal"),
        },
        Action::TrueCurse(seat) => on(format!("Lay the True Curse on {seat}"), seat),
    }
}

fn take_rank(o: &Observation, described: Described) -> Described {
    let card = o.observer.seat().and_then(|seat| o.view(seat)?.card);
    let attacked = matches!(o.phase, Phase::Wound { .. });
    match card {
        Some(card) if attacked && card.rank() != Rank::Alchemist => {
            described.detail(format!("You show the {} and may use the ability.", card.rank().name()))
        }
        Some(card) => described.detail(format!("You show the {}.", card.rank().name())),
        None => described,
    }
}

fn use_on(rank: Option<Rank>, seat: Seat) -> String {
    match rank {
        Some(Rank::Assassin) => format!("Stab {seat} twice"),
        Some(Rank::Harlequin) => format!("Look at the card of {seat}"),
        Some(Rank::Mentalist) => format!("Force {seat} to show the rank"),
        Some(Rank::Guardian) => format!("Shield {seat}"),
        Some(Rank::Mage) => format!("Give a Staff to {seat}"),
        Some(Rank::Courtesan) => format!("Give a Fan to {seat}"),
        Some(Rank::Inquisitor) => format!("Curse {seat}"),
        _ => format!("Use your ability on {seat}"),
    }
}
