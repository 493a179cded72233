//! The abilities (sections 7, 8 and 9).

use table::{Audience, Chance, Seat, SeatSet, Sink};

use super::Play;
use crate::action::Action;
use crate::event::Event;
use crate::pieces::{Colour, Rank, supply};
use crate::state::{Phase, State};

/// Is the ability of a player who has just shown his rank of any use? Open to everybody (rule 7.6).
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

pub(super) fn legal(state: &State, actions: &mut Vec<Action>) {
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

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    pub(super) fn apply_ability(&mut self, action: Action) {
        match (self.state.phase, action) {
            (Phase::Ability { user, .. }, Action::Forgo) => {
                self.sink.tell_all(Event::Forwent { seat: user, rank: self.state.rank(user) });
                self.hand_over(user);
            }
            (Phase::Ability { user, .. }, Action::Use) if self.state.rank(user) == Rank::Elder => {
                self.state.quills.insert(user);
                self.sink.tell_all(Event::Quill { elder: user });
                self.hand_over(user);
            }
            (Phase::Ability { user, .. }, Action::Use) => {
                let attacker = self.state.dagger;
                self.sink.tell_all(Event::Berserker { berserker: user, attacker });
                self.suffer(user, attacker, 1);
            }
            (Phase::Ability { target, user }, Action::Harm) => {
                self.sink.tell_all(Event::Harmed { alchemist: user, target });
                self.suffer(user, target, 1);
            }
            (Phase::Ability { target, user }, Action::Heal) => {
                self.sink.tell_all(Event::Healed { alchemist: user, target });
                self.heal(user, target);
            }
            (Phase::Ability { user, .. }, Action::UseOn(on)) => self.use_on(user, on),
            (Phase::Look { user, first }, Action::UseOn(second)) => self.look(user, first, second),
            (Phase::Curses { user }, Action::UseOn(to)) => self.curse(user, to),
            (Phase::TrueCurse { user }, Action::TrueCurse(seat)) => {
                self.state.true_curse = Some(seat);
                self.sink.tell_all(Event::CursesLaid { inquisitor: user });
                self.hand_over(user);
            }
            _ => {}
        }
    }

    fn use_on(&mut self, user: Seat, on: Seat) {
        match self.state.rank(user) {
            Rank::Assassin => {
                self.sink.tell_all(Event::Assassin { assassin: user, victim: on });
                return self.suffer(user, on, 2);
            }
            Rank::Mentalist => {
                self.sink.tell_all(Event::Mentalist { mentalist: user, victim: on });
                return self.suffer(user, on, 1);
            }
            Rank::Harlequin => {
                self.sink.tell_all(Event::Picked { harlequin: user, first: on });
                return self.state.phase = Phase::Look { user, first: on };
            }
            Rank::Inquisitor => return self.curse(user, on),
            Rank::Guardian => {
                let colour = self.state.sword(user).unwrap_or_else(|| self.draw_sword(user));
                self.state.shields[colour as usize].insert(on);
                self.sink.tell_all(Event::Shield { guardian: user, to: on, colour });
            }
            Rank::Mage => {
                let took = !self.state.staffs.contains(user);
                self.state.staffs.insert(user);
                self.state.staffs.insert(on);
                self.sink.tell_all(Event::Staff { mage: user, to: on, took });
            }
            Rank::Courtesan => {
                self.state.fans.insert(on);
                self.sink.tell_all(Event::Fan { courtesan: user, to: on });
            }
            Rank::Elder | Rank::Alchemist | Rank::Berserker => return,
        }
        self.hand_over(user);
    }

    /// The colour is drawn by lot: a colour for each clan would tell the Guardian's clan (rule 8.6).
    fn draw_sword(&mut self, guardian: Seat) -> Colour {
        let colour = match self.state.swords {
            [None, None] => self.chance.pick(&Colour::ALL),
            [None, _] => Colour::Purple,
            _ => Colour::Green,
        };
        self.state.swords[colour as usize] = Some(guardian);
        self.sink.tell_all(Event::Sword { guardian, colour });
        colour
    }

    /// Rule 8.3: both are chosen before either is looked at.
    fn look(&mut self, harlequin: Seat, first: Seat, second: Seat) {
        self.sink.tell_all(Event::Harlequin { harlequin, first, second });
        for at in [first, second] {
            self.state.looks[harlequin.index()].insert(at);
            let card = self.state.card(at);
            self.sink.tell(Audience::only(harlequin), Event::Saw { harlequin, at, card });
        }
        self.hand_over(harlequin);
    }

    /// Rule 9.1: first all see who gets a curse, then he alone settles which is the true one.
    fn curse(&mut self, user: Seat, to: Seat) {
        self.state.curses.insert(to);
        self.sink.tell_all(Event::Cursed { inquisitor: user, to });
        self.state.phase = if self.state.curses.len() < supply::curses(self.state.players()) {
            Phase::Curses { user }
        } else {
            Phase::TrueCurse { user }
        };
    }
}
