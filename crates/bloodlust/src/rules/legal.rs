//! The list of what a seat may do: the only authority.

use table::Seat;

use super::{draw, power, window};
use crate::action::{Action, Which};
use crate::pieces::{EventCard, Sign, tables};
use crate::state::{Phase, State, members};

/// Appends what this seat may do now.
#[inline]
pub(crate) fn legal(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    match state.phase {
        Phase::Decide => {
            if state.deciding(seat.index()).is_some() {
                actions.extend([Action::Stay, Action::Leave]);
            }
        }
        _ if !state.waiting().contains(seat) => {}
        Phase::Slayer => actions.extend([Action::LoseBloodline, Action::LoseHealth]),
        Phase::Invitation => {
            actions.push(Action::Decline);
            actions.extend(Sign::ALL.map(Action::Accept));
        }
        Phase::Give => gifts(state, seat, actions),
        Phase::Look => {
            if let Some((lair, _)) = state.looker() {
                actions.extend([Action::Pass, Action::Ability { by: power::own(state, lair), on: None }]);
            }
        }
        Phase::Revealed | Phase::Applied => uses(state, seat, actions),
        Phase::Over => {}
    }
}

/// What a seat can do in a window: pass, its abilities, its events (7).
fn uses(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    let tables = tables();
    let lairs = state.setup.lairs_of(seat.index());
    actions.push(Action::Pass);
    let abilities = window::fitting_abilities(state, tables);
    for lair in members(lairs & state.active) {
        let vampire = state.who[lair];
        if abilities >> vampire & 1 == 1 {
            power::ways(state, &tables.vampires[vampire as usize], 1 << lair, |lair, on| {
                let on = on.map(|on| state.vampire(on));
                actions.push(Action::Ability { by: power::own(state, lair), on });
            });
        }
    }
    let own = lairs & state.holding;
    if own == 0 {
        return;
    }
    let Some(sign) = state.showing_sign() else { return };
    let fitting = window::fitting_events(state, tables, sign);
    for slot in members(own) {
        let event = state.held[slot];
        if fitting >> event & 1 == 1 {
            power::ways(state, &tables.events[event as usize], lairs, |lair, on| {
                let on = on.map(|on| state.vampire(on));
                actions.push(Action::Play { event: EventCard(event), by: power::own(state, lair), on });
            });
        }
    }
}

/// Which event can go to whom (6.2).
fn gifts(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    for to in members(draw::takers(state, seat.index())) {
        for card in &Which::ALL[..=state.setup.each.into()] {
            actions.push(Action::Give { card: *card, to: Seat::new(to) });
        }
    }
}
