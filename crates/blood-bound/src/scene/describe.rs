//! What the options are called and touch.

use table::chance::quick;
use table::scene::{Described, Id, seat_id};
use table::{Seat, Text, say};

use super::narrate::token_words;
use super::notebook::possible;
use super::{leader, shown};
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
    let plain = |label: Text| Described::new(label, own.cloned());
    let on = |label: Text, seat: Seat| Described::new(label, [seat_id(seat)]);
    match action {
        Action::Strike(seat) => {
            let described = on(say!("Strike {seat}"), seat);
            match wounds(o, seat) {
                3 if leads_rivals(o, seat) => described.detail(say!(
                    "If nobody intervenes, the fourth wound captures {seat}, the leader of the other clan: your clan wins."
                )),
                3 => described.detail(say!(
                    "If nobody intervenes, the fourth wound captures {seat} and ends the game: \
                     your clan loses unless {seat} leads the other one."
                )),
                _ => described,
            }
        }
        Action::Pass(seat) => on(say!("Pass the dagger to {seat}"), seat),
        Action::Call => {
            plain(say!("Call for help")).detail(say!("Everybody whose rank is hidden answers in secret."))
        }
        Action::StandAlone => plain(say!("Stand alone")).detail(own_capture(o)),
        Action::Intervene => plain(say!("Offer to intervene")).detail(match o.phase {
            Phase::Answers { target, .. } if !ability_follows(o, target) => {
                say!(
                    "If accepted, you take the wound and show your rank. Your ability would be of no use now."
                )
            }
            _ => say!("If accepted, you take the wound, show your rank and may use your ability."),
        }),
        Action::StayOut => match o.phase {
            Phase::Answers { target, .. } if wounds(o, target) == 3 => plain(say!("Stay out"))
                .detail(say!("If nobody intervenes, {target} is captured and the game ends.")),
            _ => plain(say!("Stay out")),
        },
        Action::Accept(seat) => on(say!("Accept the help of {seat}"), seat),
        Action::AcceptNone => plain(say!("Accept nobody")).detail(own_capture(o)),
        Action::Take(Token::Rank) => take_rank(o, plain(say!("Take your rank token"))),
        Action::Take(token) => plain(say!("Take {token}", token = token_words(token, None))),
        Action::Return(Token::Rank) => plain(say!("Put back your rank token"))
            .detail(say!("You may use your ability again when you take it in an attack.")),
        Action::Return(token) => plain(say!("Put back {token}", token = token_words(token, None))),
        Action::Forgo => plain(say!("Let it be")),
        Action::Use => match rank {
            Some(Rank::Berserker) => on(say!("Strike back at {attacker}", attacker = o.dagger), o.dagger)
                .detail(risk(o, o.dagger, 1)),
            _ => {
                plain(say!("Take the Quill")).detail(say!("The highest number leads your clan from now on."))
            }
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
            Phase::Ability { target, .. } => on(say!("Wound {target}"), target).detail(risk(o, target, 1)),
            _ => plain(say!("Wound")),
        },
        Action::Heal => match o.phase {
            Phase::Ability { target, .. } => on(say!("Heal {target}"), target),
            _ => plain(say!("Heal")),
        },
        Action::TrueCurse(seat) => on(say!("Lay the True Curse on {seat}"), seat),
    }
}

/// Does this seat surely lead the rival clan?
fn leads_rivals(o: &Observation, seat: Seat) -> bool {
    let clan = o.observer.seat().and_then(|you| o.view(you)?.card?.clan());
    clan.is_some_and(|clan| leader(o, &possible(o), clan.rival()).is_some_and(|(leads, _)| leads == seat))
}

fn wounds(o: &Observation, seat: Seat) -> u8 {
    o.view(seat).map_or(0, SeatView::wounds)
}

/// The warning before an ability that deals this many wounds (rules 6.4 and 10.2 to 10.4).
fn risk(o: &Observation, seat: Seat, dealt: u8) -> Text {
    if dealt == 0 || wounds(o, seat) + dealt <= 3 {
        return Text::default();
    }
    say!(
        "The fourth wound captures {seat} and ends the game: your clan loses unless {seat} leads the other one."
    )
}

/// The warning before a wound of one's own.
fn own_capture(o: &Observation) -> Text {
    match o.observer.seat() {
        Some(you) if wounds(o, you) == 3 => {
            say!("It is your fourth wound: you are captured and the game ends.")
        }
        _ => Text::default(),
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
            described.detail(say!("You show the {name} and may use the ability."))
        }
        (Some(name), _) => described.detail(say!("You show the {name}.")),
        (None, _) => described,
    }
}

fn use_on(o: &Observation, rank: Option<Rank>, seat: Seat) -> Text {
    match rank {
        Some(Rank::Mentalist) if shown(o, seat).is_some() => say!("Wound {seat}"),
        Some(Rank::Assassin) => say!("Stab {seat} twice"),
        Some(Rank::Harlequin) => say!("Look at the card of {seat}"),
        Some(Rank::Mentalist) => say!("Force {seat} to show their rank"),
        Some(Rank::Guardian) => say!("Shield {seat}"),
        Some(Rank::Mage) => say!("Give a Staff to {seat}"),
        Some(Rank::Courtesan) => say!("Give a Fan to {seat}"),
        Some(Rank::Inquisitor) => say!("Curse {seat}"),
        _ => say!("Use your ability on {seat}"),
    }
}

/// What somebody tries who points at a player.
pub(crate) fn attempts(o: &Observation) -> Vec<(Id, Action)> {
    let Some(me) = o.observer.seat() else { return Vec::new() };
    let tries: fn(Seat) -> Vec<Action> = match o.phase {
        Phase::Turn => |on| vec![Action::Strike(on), Action::Pass(on)],
        Phase::Offers { .. } => |on| vec![Action::Accept(on)],
        Phase::Ability { .. } | Phase::Look { .. } | Phase::Curses { .. } => |on| vec![Action::UseOn(on)],
        Phase::TrueCurse { .. } => |on| vec![Action::TrueCurse(on)],
        _ => return Vec::new(),
    };
    let others = Seat::all(o.seats.len()).filter(|&seat| seat != me);
    others.flat_map(|on| tries(on).into_iter().map(move |action| (seat_id(on), action))).collect()
}
