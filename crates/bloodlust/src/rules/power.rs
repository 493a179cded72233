//! Abilities and events: who could use one, on whom, and what it does.

use table::{Chance, Seat, Sink};

use super::Play;
use crate::action::Own;
use crate::event::Event;
use crate::pieces::power::{Effect, Power};
use crate::pieces::{EventCard, Vampire, tables};
use crate::state::{Phase, State, members};

/// The lairs for which this set holds somebody else: all lairs if it has two members, all but the member if it has one.
fn others_in(set: u16) -> u16 {
    match set.count_ones() {
        0 => 0,
        1 => !set,
        _ => u16::MAX,
    }
}

/// Active vampires with round Bloodline to lose.
fn fed(state: &State) -> u16 {
    members(state.active).filter(|&lair| state.bloodline[lair] > 0).fold(0, |set, lair| set | 1 << lair)
}

/// Whom a power that names somebody could be used on, by anybody (7.6).
pub(crate) fn targets(state: &State, effect: Effect) -> u16 {
    match effect {
        Effect::VoidGain { bonus: 0 } => state.active & !state.void,
        Effect::VoidGain { .. } | Effect::Wound(_) => state.active,
        Effect::Take(_) => fed(state),
        _ => 0,
    }
}

/// The lairs that could use a power as things stand, were it theirs (7.6, 6.6).
#[inline]
pub(crate) fn users(state: &State, power: &Power) -> u16 {
    let able = match power.effect {
        Effect::VoidGain { .. } | Effect::Wound(_) | Effect::Take(_) => {
            others_in(targets(state, power.effect))
        }
        Effect::MultiplyGain(_) | Effect::AddGain(_) => !state.void,
        Effect::IgnoreSlayer => !state.ignoring,
        Effect::MoveDaylight(by) if by < 0 && state.daylight == 0 => 0,
        Effect::Heal { bloodline: 0, .. } => {
            let full = tables().health;
            members(state.active)
                .filter(|&lair| state.health[lair] < full)
                .fold(0, |set, lair| set | 1 << lair)
        }
        Effect::Curse(_) => others_in(fed(state)),
        Effect::MoveDaylight(_)
        | Effect::Heal { .. }
        | Effect::Bloodline { .. }
        | Effect::SlowDaylight(_)
        | Effect::Look(_) => u16::MAX,
    };
    able & if power.while_inactive { state.setup.everyone() } else { state.active }
}

/// Visits every way in which a vampire in one of `lairs` could use the power: lair and target.
///
/// Where it does not matter which of a player's vampires uses it, only one way per target is visited.
pub(crate) fn ways(state: &State, power: &Power, lairs: u16, mut visit: impl FnMut(usize, Option<usize>)) {
    let able = users(state, power) & lairs;
    let effect = power.effect;
    if !effect.targets() {
        let able = if effect.personal() { able } else { able & able.wrapping_neg() };
        members(able).for_each(|lair| visit(lair, None));
        return;
    }
    let targets = targets(state, effect);
    if effect.personal() {
        for lair in members(able) {
            members(targets & !(1 << lair)).for_each(|target| visit(lair, Some(target)));
        }
    } else {
        for target in members(targets) {
            if let Some(lair) = members(able & !(1 << target)).next() {
                visit(lair, Some(target));
            }
        }
    }
}

/// The lair of one of a seat's vampires; none if the seat has no second one.
pub(crate) fn own_lair(state: &State, seat: Seat, by: Own) -> Option<usize> {
    let each = usize::from(state.setup.each);
    ((by as usize) < each).then(|| seat.index() * each + by as usize)
}

/// Which of its player's vampires this is.
pub(crate) fn own(state: &State, lair: usize) -> Own {
    if state.setup.each == 2 && lair % 2 == 1 { Own::Second } else { Own::First }
}

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    fn target(&self, on: Option<Vampire>) -> Option<usize> {
        on.map(|vampire| self.state.lair_of[vampire.0 as usize].into())
    }

    /// A vampire uses its ability (8.1).
    pub(crate) fn use_ability(&mut self, seat: Seat, by: Own, on: Option<Vampire>) {
        let Some(lair) = own_lair(self.state, seat, by) else { return };
        let vampire = self.state.vampire(lair);
        let on = self.target(on);
        self.state.fresh.remove(vampire);
        if self.state.phase == Phase::Look {
            if let Effect::Look(cards) = vampire.power().effect {
                self.look(lair, cards);
            }
            self.state.phase = Phase::Decide;
            return;
        }
        self.tell(Event::Used { who: self.being(lair), on: on.map(|on| self.being(on)) });
        if !self.work(vampire.power().effect, lair, on) {
            self.ask_again(seat);
        }
    }

    /// A player plays a face-down event (6.4).
    pub(crate) fn play_event(&mut self, seat: Seat, event: EventCard, by: Own, on: Option<Vampire>) {
        let Some(lair) = own_lair(self.state, seat, by) else { return };
        let on = self.target(on);
        let own = members(self.state.setup.lairs_of(seat.index()) & self.state.holding);
        for slot in own {
            if self.state.held[slot] == event.0 {
                self.take_up(slot);
            }
        }
        self.state.spent.insert(event);
        self.tell(Event::Played { who: self.being(lair), event, on: on.map(|on| self.being(on)) });
        if !self.work(event.power().effect, lair, on) {
            self.ask_again(seat);
        }
    }

    /// What a power does; true if that ended the night.
    fn work(&mut self, effect: Effect, lair: usize, on: Option<usize>) -> bool {
        match (effect, on) {
            (Effect::VoidGain { bonus }, Some(on)) => {
                self.state.void |= 1 << on;
                self.gain(lair, bonus.into());
            }
            (Effect::Wound(health), Some(on)) => self.hurt(on, health),
            (Effect::Take(bloodline), Some(on)) => {
                let taken = self.lose(on, bloodline.into());
                self.gain(lair, taken);
            }
            (Effect::MultiplyGain(factor), _) => {
                self.state.gain[lair] = self.state.gain[lair].saturating_mul(factor);
            }
            (Effect::AddGain(more), _) => self.state.gain[lair] = self.state.gain[lair].saturating_add(more),
            (Effect::IgnoreSlayer, _) => self.state.ignoring |= 1 << lair,
            (Effect::MoveDaylight(by), _) => return self.move_daylight(by),
            (Effect::Heal { health, bloodline }, _) => {
                let before = self.state.health[lair];
                let healed = health.min(self.tables.health - before);
                if healed > 0 {
                    self.state.health[lair] += healed;
                    self.tell(Event::Healed { who: self.being(lair), health: healed });
                }
                self.gain(lair, bloodline.into());
            }
            (Effect::Bloodline { amount, late, from }, _) => {
                let bloodline = if self.state.daylight >= from { late } else { amount };
                self.gain(lair, bloodline.into());
            }
            (Effect::SlowDaylight(steps), _) => self.state.slowed += steps,
            (Effect::Curse(bloodline), _) => {
                for other in members(self.state.active & !(1 << lair)) {
                    self.lose(other, bloodline.into());
                }
            }
            (Effect::Look(_) | Effect::VoidGain { .. } | Effect::Wound(_) | Effect::Take(_), _) => {}
        }
        false
    }
}
