//! What the options are called and touch.

use table::Seat;
use table::chance::quick;
use table::scene::{Described, Id, seat_id};

use super::narrate::token_words;
use super::shown;
use crate::action::Action;
use crate::pieces::{Rank, Token};
use crate::rules::wound;
use crate::sight::{self, Observation, SeatView};
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
            match wounds(o, seat) {
                3 => described.detail(capture("If nobody intervenes, the", seat)),
                _ => described,
            }
        }
        Action::Pass(seat) => on(format!("Pass the dagger to {seat}"), seat),
        Action::Call => plain("Call for help").detail("Everybody whose rank is hidden answers in secret."),
        Action::StandAlone => plain("Stand alone").detail(own_capture(o)),
        Action::Intervene => plain("Offer to intervene").detail(match o.phase {
            Phase::Answers { target, .. } if !ability_follows(o, target) => {
                "If accepted, you take the wound and show your rank. Your ability would be of no use now."
            }
            _ => "If accepted, you take the wound, show your rank and may use your ability.",
        }),
        Action::StayOut => match o.phase {
            Phase::Answers { target, .. } if wounds(o, target) == 3 => plain("Stay out")
                .detail(format!("If nobody intervenes, {target} is captured and the game ends.")),
            _ => plain("Stay out"),
        },
        Action::Accept(seat) => on(format!("Accept the help of {seat}"), seat),
        Action::AcceptNone => plain("Accept nobody").detail(own_capture(o)),
        Action::Take(Token::Rank) => take_rank(o, plain("Take your rank token")),
        Action::Take(token) => plain(&format!("Take {}", token_words(token, None))),
        Action::Return(Token::Rank) => plain("Put back your rank token")
            .detail("You may use your ability again when you take it in an attack."),
        Action::Return(token) => plain(&format!("Put back {}", token_words(token, None))),
        Action::Forgo => plain("Let it be"),
        Action::Use => match rank {
            Some(Rank::Berserker) => {
                on(format!("Strike back at {}", o.dagger), o.dagger).detail(risk(o, o.dagger, 1))
            }
            _ => plain("Take the Quill").detail("The highest number leads your clan from now on."),
        },
        Action::UseOn(seat) => {
            let dealt = match rank {
                Some(Rank::Assassin) => 2,
                Some(Rank::Mentalist) => 1,
                _ => 0,
            };
            on(use_on(o, rank, seat), seat).detail(risk(o, seat, dealt))
        }
        Action::Harm => match o.phase {
            Phase::Ability { target, .. } => on(format!("Wound {target}"), target).detail(risk(o, target, 1)),
            _ => plain("Wound"),
        },
        Action::Heal => match o.phase {
            Phase::Ability { target, .. } => on(format!("Heal {target}"), target),
            _ => plain("Heal"),
        },
        Action::TrueCurse(seat) => on(format!("Lay the True Curse on {seat}"), seat),
    }
}

fn wounds(o: &Observation, seat: Seat) -> u8 {
    o.view(seat).map_or(0, SeatView::wounds)
}

/// What the fourth wound of another player means (rules 6.4 and 10.2 to 10.4).
fn capture(the: &str, seat: Seat) -> String {
    let end = format!("{the} fourth wound captures {seat} and ends the game");
    format!("{end}: your clan loses unless {seat} leads the other one.")
}

/// The warning before an ability that deals this many wounds.
fn risk(o: &Observation, seat: Seat, dealt: u8) -> String {
    if dealt > 0 && wounds(o, seat) + dealt > 3 { capture("The", seat) } else { String::new() }
}

/// The warning before a wound of one's own.
fn own_capture(o: &Observation) -> &'static str {
    match o.observer.seat() {
        Some(you) if wounds(o, you) == 3 => "It is your fourth wound: you are captured and the game ends.",
        _ => "",
    }
}

/// May the observer use the ability after showing the rank in this attack? All that it depends on is known to the observer, so
/// any sample will do.
fn ability_follows(o: &Observation, target: Seat) -> bool {
    let world = sight::sample(o, &mut quick(0));
    o.observer.seat().is_some_and(|you| wound::ability_follows(&world, target, you))
}

fn take_rank(o: &Observation, described: Described) -> Described {
    let card = o.observer.seat().and_then(|seat| o.view(seat)?.card);
    match (card.map(|card| card.rank().name()), o.phase) {
        (Some(name), Phase::Wound { target }) if ability_follows(o, target) => {
            described.detail(format!("You show the {name} and may use the ability."))
        }
        (Some(name), _) => described.detail(format!("You show the {name}.")),
        (None, _) => described,
    }
}

fn use_on(o: &Observation, rank: Option<Rank>, seat: Seat) -> String {
    match rank {
        Some(Rank::Mentalist) if shown(o, seat).is_some() => format!("Wound {seat}"),
        Some(Rank::Assassin) => format!("Stab {seat} twice"),
        Some(Rank::Harlequin) => format!("Look at the card of {seat}"),
        Some(Rank::Mentalist) => format!("Force {seat} to show their rank"),
        Some(Rank::Guardian) => format!("Shield {seat}"),
        Some(Rank::Mage) => format!("Give a Staff to {seat}"),
        Some(Rank::Courtesan) => format!("Give a Fan to {seat}"),
        Some(Rank::Inquisitor) => format!("Curse {seat}"),
        _ => format!("Use your ability on {seat}"),
    }
}
