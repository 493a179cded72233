//! Why an action is not on the list. The words use only what lies open and the seat's own cards, so they tell the seat nothing
//! new.

use table::{Refusal, Seat, Text, say};

use super::{draw, power};
use crate::action::{Action, Own, Which};
use crate::pieces::power::{On, Power, Window};
use crate::pieces::{EventCard, Vampire};
use crate::state::{NONE, Phase, State, members};

/// Why not?
pub(crate) fn why_not(state: &State, seat: Seat, action: Action) -> Refusal {
    match action {
        Action::Stay | Action::Leave => {
            Refusal::illegal("3.2", say!("Staying or leaving is decided before a draw, not now."))
        }
        Action::Pass => {
            Refusal::illegal("7.3", say!("You can pass only in a window; there is a decision to make."))
        }
        Action::Decline | Action::Accept(_) => {
            Refusal::illegal("5.1", say!("There is no Invitation to answer now."))
        }
        Action::LoseBloodline | Action::LoseHealth => {
            Refusal::illegal("4.4", say!("No Slayer asks you to choose a loss now."))
        }
        Action::Give { card, to } => no_gift(state, seat, card, to),
        Action::Ability { by, on } => no_ability(state, seat, by, on),
        Action::Play { event, by, on } => no_event(state, seat, event, by, on),
    }
}

fn no_gift(state: &State, seat: Seat, card: Which, to: Seat) -> Refusal {
    if state.phase != Phase::Give {
        return Refusal::illegal(
            "6.2",
            say!("Events are handed on only by someone who has just drawn one too many."),
        );
    }
    if card == Which::Second && state.setup.each == 1 {
        return Refusal::illegal("6.2", say!("You have no second vampire whose event you could hand on."));
    }
    if to == seat || to.index() >= state.setup.seats.into() {
        return Refusal::illegal("6.2", say!("The event goes to another player at this table."));
    }
    debug_assert!(draw::room(state, to.index()).is_none());
    Refusal::illegal("6.2", say!("{to} has no room for another event."))
}

fn no_ability(state: &State, seat: Seat, by: Own, on: Option<Vampire>) -> Refusal {
    let Some(lair) = power::own_lair(state, seat, by) else {
        return Refusal::illegal("10.5", say!("You have no second vampire."));
    };
    let vampire = state.vampire(lair);
    if !state.is_active(lair) {
        return Refusal::illegal("8.1", say!("{vampire} has left the hunt and cannot use an ability."));
    }
    if !state.fresh.contains(vampire) {
        return Refusal::illegal("8.1", say!("{vampire} has already used the ability this night."));
    }
    let power = vampire.power();
    let name = say!("{vampire}'s ability");
    if let Some(refusal) = wrong_moment(state, power, &name, "8.1") {
        return refusal;
    }
    if state.setup.ability_signs && state.showing_sign() != Some(power.sign) {
        let reason = say!("{vampire}'s ability needs the {sign} to be showing.", sign = power.sign);
        return Refusal::illegal("10.3", reason);
    }
    no_way(state, power, &name, 1 << lair, on)
}

fn no_event(state: &State, seat: Seat, event: EventCard, by: Own, on: Option<Vampire>) -> Refusal {
    let lairs = state.setup.lairs_of(seat.index());
    let (power, name) = (event.power(), event.name().into());
    if !members(lairs & state.holding).any(|slot| state.held[slot] == event.0) {
        return Refusal::illegal("6.4", say!("You do not hold {event}."));
    }
    if let Some(refusal) = wrong_moment(state, power, &name, "6.4") {
        return refusal;
    }
    match state.showing_sign() {
        None => return Refusal::illegal("6.5", say!("No sign is showing yet, so no event can be played.")),
        Some(sign) if sign != power.sign => {
            let reason = say!("{event} needs the {needs}, but the {sign} is showing.", needs = power.sign);
            return Refusal::illegal("6.4", reason);
        }
        Some(_) => {}
    }
    if lairs & state.active == 0 && !power.while_inactive {
        return Refusal::illegal("6.6", say!("You have left the hunt, and {event} is for hunters."));
    }
    let Some(lair) = power::own_lair(state, seat, by) else {
        return Refusal::illegal("10.5", say!("You have no second vampire."));
    };
    let mut listed = false;
    power::ways(state, power, lairs, |other, target| {
        listed |= other != lair && target.map(|target| state.vampire(target)) == on;
    });
    if listed {
        let vampire = state.vampire(lair);
        let reason = say!("{vampire} cannot play {event} this way; your other vampire can.");
        return Refusal::illegal("10.6", reason);
    }
    no_way(state, power, &name, lairs, on)
}

/// A power in the wrong window or on the wrong card.
fn wrong_moment(state: &State, power: &Power, name: &Text, rule: &'static str) -> Option<Refusal> {
    let (fits, when) = match power.window {
        Window::Revealed => {
            (state.phase == Phase::Revealed, say!("{name} can be used only when a card is revealed."))
        }
        Window::Applied => {
            (state.phase == Phase::Applied, say!("{name} can be used only after a card has taken effect."))
        }
        Window::BeforeDecisions => {
            (state.phase == Phase::Look, say!("{name} can be used only before the decisions of a draw."))
        }
    };
    if !fits {
        return Some(Refusal::illegal(rule, when));
    }
    if power.window != Window::BeforeDecisions && !power.on.fits(state.class) {
        let on = match power.on {
            On::Bloodlust => say!("{name} can be used only on a Bloodlust card."),
            On::Slayer => say!("{name} can be used only on a Vampire Slayer."),
            On::Daylight => say!("{name} can be used only on a Daylight card."),
            On::Any | On::Bloodline => say!("{name} can be used only on a card that gives Bloodline."),
        };
        return Some(Refusal::illegal(rule, on));
    }
    None
}

/// The moment is right, but not for these vampires.
fn no_way(state: &State, power: &Power, name: &Text, lairs: u16, on: Option<Vampire>) -> Refusal {
    let rule = power.rule;
    if power::users(state, power) & lairs == 0 {
        return Refusal::illegal("7.6", say!("{name} would change nothing now."));
    }
    match on {
        None if power.effect.targets() => Refusal::illegal(rule, say!("{name} must name another vampire.")),
        None => Refusal::illegal("7.6", say!("{name} would change nothing this way.")),
        Some(_) if !power.effect.targets() => Refusal::illegal(rule, say!("{name} names nobody.")),
        Some(vampire) => {
            let lair = state.lair_of[vampire.0 as usize];
            let (rule, reason) = if lair == NONE {
                (rule, say!("{vampire} does not hunt at this table."))
            } else if !state.is_active(lair.into()) {
                (rule, say!("{vampire} has left the hunt."))
            } else if lairs >> lair & 1 == 1 {
                (rule, say!("{name} is for another vampire."))
            } else {
                ("7.6", say!("{name} would change nothing for {vampire}."))
            };
            Refusal::illegal(rule, reason)
        }
    }
}
