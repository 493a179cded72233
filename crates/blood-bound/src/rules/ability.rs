//! The abilities (sections 7, 8 and 9).

use table::{Audience, Chance, Seat, SeatSet, Sink};

use super::{turn, wound};
use crate::action::Action;
use crate::event::Event;
use crate::pieces::{Colour, Rank, supply};
use crate::state::{Phase, State};

/// Has the ability of a player who has just shown his rank any use? Open to everybody (rule 7.6).
pub(crate) fn usable(state: &State, target: Seat, user: Seat) -> bool {
    match state.rank(user) {
        Rank::Elder => !state.quills.contains(user),
        Rank::Alchemist => target != user,
        Rank::Berserker => !state.shielded().contains(state.dagger),
        _ => !aims(state, user).is_empty(),
    }
}

/// On whom a player may use an ability that chooses somebody.
pub(crate) fn aims(state: &State, user: Seat) -> SeatSet {
    let others = state.others(user);
    match state.rank(user) {
        Rank::Elder | Rank::Alchemist | Rank::Berserker => SeatSet::EMPTY,
        Rank::Assassin | Rank::Mentalist => others.minus(state.shielded()),
        Rank::Harlequin => others,
        Rank::Guardian => match state.sword(user) {
            // A Sword in the supply has both its Shields there too: they come back with it.
            None => others,
            Some(colour) => {
                let given = state.shields[colour as usize];
                if given.len() < supply::SHIELDS_PER_COLOUR { others.minus(given) } else { SeatSet::EMPTY }
            }
        },
        Rank::Mage => {
            let needed = if state.staffs.contains(user) { 1 } else { 2 };
            let enough = state.staffs.len() + needed <= supply::STAFFS;
            if enough { others.minus(state.staffs) } else { SeatSet::EMPTY }
        }
        Rank::Courtesan if state.fans.len() < supply::FANS => others.minus(state.fans),
        Rank::Courtesan => SeatSet::EMPTY,
        Rank::Inquisitor if state.curses.is_empty() => others,
        Rank::Inquisitor => SeatSet::EMPTY,
    }
}

pub(crate) fn legal(state: &State, actions: &mut Vec<Action>) {
    match state.phase {
        Phase::Ability { target, user } => {
            match state.rank(user) {
                Rank::Elder | Rank::Berserker => actions.push(Action::Use),
                Rank::Alchemist => {
                    actions.push(Action::Harm);
                    if state.wounds(target) > 0 {
                        actions.push(Action::Heal);
                    }
                }
                _ => actions.extend(aims(state, user).iter().map(Action::UseOn)),
            }
            actions.push(Action::Forgo);
        }
        Phase::Look { user, first } => {
            actions.extend(state.others(user).without(first).iter().map(Action::UseOn));
        }
        Phase::Curses { user } => {
            actions.extend(state.others(user).minus(state.curses).iter().map(Action::UseOn));
        }
        Phase::TrueCurse { .. } => actions.extend(state.curses.iter().map(Action::TrueCurse)),
        _ => {}
    }
}

pub(crate) fn apply<C: Chance, S: Sink<Event>>(
    state: &mut State,
    action: Action,
    chance: &mut C,
    sink: &mut S,
) {
    match (state.phase, action) {
        (Phase::Ability { user, .. }, Action::Forgo) => {
            sink.tell_all(Event::Forwent { seat: user, rank: state.rank(user) });
            turn::hand_over(state, user, sink);
        }
        (Phase::Ability { user, .. }, Action::Use) if state.rank(user) == Rank::Elder => {
            state.quills.insert(user);
            sink.tell_all(Event::Quill { elder: user });
            turn::hand_over(state, user, sink);
        }
        (Phase::Ability { user, .. }, Action::Use) => {
            let attacker = state.dagger;
            sink.tell_all(Event::Berserker { berserker: user, attacker });
            wound::suffer(state, user, attacker, 1, sink);
        }
        (Phase::Ability { target, user }, Action::Harm) => {
            sink.tell_all(Event::Harmed { alchemist: user, target });
            wound::suffer(state, user, target, 1, sink);
        }
        (Phase::Ability { target, user }, Action::Heal) => {
            sink.tell_all(Event::Healed { alchemist: user, target });
            wound::heal(state, user, target, sink);
        }
        (Phase::Ability { user, .. }, Action::UseOn(on)) => use_on(state, user, on, chance, sink),
        (Phase::Look { user, first }, Action::UseOn(second)) => look(state, user, first, second, sink),
        (Phase::Curses { user }, Action::UseOn(to)) => curse(state, user, to, sink),
        (Phase::TrueCurse { user }, Action::TrueCurse(seat)) => {
            state.true_curse = Some(seat);
            sink.tell_all(Event::CursesLaid { inquisitor: user });
            turn::hand_over(state, user, sink);
        }
        _ => {}
    }
}

fn use_on<C: Chance, S: Sink<Event>>(state: &mut State, user: Seat, on: Seat, chance: &mut C, sink: &mut S) {
    match state.rank(user) {
        Rank::Assassin => {
            sink.tell_all(Event::Assassin { assassin: user, victim: on });
            wound::suffer(state, user, on, 2, sink);
        }
        Rank::Mentalist => {
            sink.tell_all(Event::Mentalist { mentalist: user, victim: on });
            wound::suffer(state, user, on, 1, sink);
        }
        Rank::Harlequin => {
            sink.tell_all(Event::Picked { harlequin: user, first: on });
            state.phase = Phase::Look { user, first: on };
        }
        Rank::Guardian => {
            let colour = state.sword(user).unwrap_or_else(|| draw_sword(state, user, chance, sink));
            state.shields[colour as usize].insert(on);
            sink.tell_all(Event::Shield { guardian: user, to: on, colour });
            turn::hand_over(state, user, sink);
        }
        Rank::Mage => {
            state.staffs.insert(user);
            state.staffs.insert(on);
            sink.tell_all(Event::Staff { mage: user, to: on });
            turn::hand_over(state, user, sink);
        }
        Rank::Courtesan => {
            state.fans.insert(on);
            sink.tell_all(Event::Fan { courtesan: user, to: on });
            turn::hand_over(state, user, sink);
        }
        Rank::Inquisitor => curse(state, user, on, sink),
        Rank::Elder | Rank::Alchemist | Rank::Berserker => {}
    }
}

/// The colour is drawn by lot: a colour for each clan would tell the Guardian's clan (rule 8.6).
fn draw_sword<C: Chance, S: Sink<Event>>(
    state: &mut State,
    guardian: Seat,
    chance: &mut C,
    sink: &mut S,
) -> Colour {
    let colour = match state.swords {
        [None, None] => chance.pick(&Colour::ALL),
        [None, _] => Colour::Purple,
        _ => Colour::Green,
    };
    state.swords[colour as usize] = Some(guardian);
    sink.tell_all(Event::Sword { guardian, colour });
    colour
}

/// Rule 8.3: both are chosen before either is looked at.
fn look<S: Sink<Event>>(state: &mut State, harlequin: Seat, first: Seat, second: Seat, sink: &mut S) {
    sink.tell_all(Event::Harlequin { harlequin, first, second });
    for at in [first, second] {
        state.looks[harlequin.index()].insert(at);
        let card = state.card(at);
        sink.tell(Audience::only(harlequin), Event::Saw { harlequin, at, card });
    }
    turn::hand_over(state, harlequin, sink);
}

/// Rule 9.1: first all see who gets a curse, then he alone settles which is the true one.
fn curse<S: Sink<Event>>(state: &mut State, user: Seat, to: Seat, sink: &mut S) {
    state.curses.insert(to);
    sink.tell_all(Event::Cursed { inquisitor: user, to });
    state.phase = if state.curses.len() < supply::curses(state.players()) {
        Phase::Curses { user }
    } else {
        Phase::TrueCurse { user }
    };
}
