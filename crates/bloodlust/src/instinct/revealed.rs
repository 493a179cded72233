//! A revealed card that has not taken effect: how powers change it, and what it does then.

use super::glance::Glance;
use crate::pieces::power::Effect;
use crate::pieces::{Class, tables};
use crate::state::{LAIRS, State, members};

/// How the card would work on each vampire.
#[derive(Clone, Copy)]
pub(super) struct Revealed {
    gain: [u8; LAIRS],
    void: u16,
    ignoring: u16,
    slowed: u8,
}

impl Revealed {
    pub(super) fn of(state: &State) -> Revealed {
        Revealed { gain: state.gain, void: state.void, ignoring: state.ignoring, slowed: state.slowed }
    }

    /// What a power does, to the card or at once.
    pub(super) fn work(&mut self, effect: Effect, lair: usize, on: Option<usize>, then: &mut Glance) {
        match (effect, on) {
            (Effect::VoidGain { bonus }, Some(on)) => {
                self.void |= 1 << on;
                then.gain(lair, bonus.into());
            }
            (Effect::Wound(health), Some(on)) => then.hurt(on, health.into()),
            (Effect::Take(bloodline), Some(on)) => {
                let taken = then.lose(on, bloodline.into());
                then.gain(lair, taken);
            }
            (Effect::MultiplyGain(factor), _) => self.gain[lair] = self.gain[lair].saturating_mul(factor),
            (Effect::AddGain(more), _) => self.gain[lair] = self.gain[lair].saturating_add(more),
            (Effect::IgnoreSlayer, _) => self.ignoring |= 1 << lair,
            (Effect::MoveDaylight(by), _) => then.move_daylight(by.into()),
            (Effect::Heal { health, bloodline }, _) => {
                then.heal(lair, health.into());
                then.gain(lair, bloodline.into());
            }
            (Effect::Bloodline { amount, late, from }, _) => {
                then.gain(lair, i16::from(if then.daylight >= i16::from(from) { late } else { amount }));
            }
            (Effect::SlowDaylight(steps), _) => self.slowed += steps,
            (Effect::Curse(bloodline), _) => {
                for other in members(then.active & !(1 << lair)) {
                    then.lose(other, bloodline.into());
                }
            }
            _ => {}
        }
    }

    /// The card takes effect.
    pub(super) fn settle(&self, state: &State, then: &mut Glance) {
        let face = tables().face(state.showing);
        let prey = then.active & !self.ignoring;
        match face.class {
            Class::Bloodlust => self.feed(then),
            Class::Daylight => {
                then.move_daylight(face.daylight.saturating_sub(self.slowed).into());
                self.feed(then);
            }
            Class::Night => then.move_daylight(-i16::from(face.daylight)),
            Class::SlayerBloodline => members(prey).for_each(|lair| {
                then.lose(lair, face.bloodline.into());
            }),
            Class::SlayerHealth => members(prey).for_each(|lair| then.hurt(lair, face.health.into())),
            Class::SlayerChoice => {
                members(prey).for_each(|lair| then.choose(lair, face.bloodline.into(), face.health.into()))
            }
            Class::Invitation | Class::Event => {}
        }
    }

    fn feed(&self, then: &mut Glance) {
        for lair in members(then.active & !self.void) {
            then.gain(lair, self.gain[lair].into());
        }
    }
}
