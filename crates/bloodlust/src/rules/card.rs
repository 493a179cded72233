//! What a face-up card does once the revealed window has closed.

use table::{Chance, Seat, Sink};

use super::Play;
use crate::event::Event;
use crate::pieces::{Class, Sign};
use crate::state::{Phase, members};

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    /// The card takes effect (4, 5.1).
    pub(crate) fn take_effect(&mut self) {
        let face = self.tables.face(self.state.showing);
        match face.class {
            Class::Bloodlust => self.feed(),
            Class::Daylight => {
                let steps = face.daylight.saturating_sub(self.state.slowed);
                if self.move_daylight(steps as i8) {
                    return;
                }
                self.feed();
            }
            Class::Night => {
                self.move_daylight(-(face.daylight as i8));
            }
            Class::SlayerBloodline => {
                for lair in members(self.state.active & !self.state.ignoring) {
                    self.lose(lair, face.bloodline.into());
                }
            }
            Class::SlayerHealth => {
                for lair in members(self.state.active & !self.state.ignoring) {
                    self.hurt(lair, face.health);
                }
            }
            Class::SlayerChoice => {
                let prey = self.state.active & !self.state.ignoring;
                if prey != 0 {
                    self.state.todo = prey;
                    self.state.phase = Phase::Slayer;
                    return;
                }
            }
            Class::Invitation => {
                self.state.todo = self.state.active;
                self.state.phase = Phase::Invitation;
                return;
            }
            Class::Event => {}
        }
        self.effect_done();
    }

    fn effect_done(&mut self) {
        if !self.nobody_left() {
            self.open_window(Phase::Applied);
        }
    }

    /// Every active vampire gains what the card gives it (4.1, 4.6, 7.4).
    fn feed(&mut self) {
        for lair in members(self.state.active) {
            if self.state.void >> lair & 1 == 1 {
                self.tell(Event::Blocked { who: self.being(lair) });
            } else {
                self.gain(lair, self.state.gain[lair].into());
            }
        }
    }

    /// A vampire seals what it pays the Slayer with (4.4).
    pub(crate) fn pay_slayer(&mut self, seat: Seat, health: bool) {
        let Some(lair) = self.state.deciding(seat.index()) else { return };
        self.state.todo &= !(1 << lair);
        self.state.sealed_yes |= u16::from(health) << lair;
        self.tell(Event::Sealed { who: self.being(lair) });
        if self.state.todo != 0 {
            return;
        }
        let face = self.tables.face(self.state.showing);
        let in_health = std::mem::take(&mut self.state.sealed_yes);
        for lair in members(self.state.active & !self.state.ignoring) {
            let health = in_health >> lair & 1 == 1;
            self.tell(Event::Yielded { who: self.being(lair), health });
            if health {
                self.hurt(lair, face.health);
            } else {
                self.lose(lair, face.bloodline.into());
            }
        }
        self.effect_done();
    }

    /// A vampire seals its answer to the Invitation (5.1).
    pub(crate) fn answer(&mut self, seat: Seat, guess: Option<Sign>) {
        let Some(lair) = self.state.deciding(seat.index()) else { return };
        self.state.todo &= !(1 << lair);
        if let Some(sign) = guess {
            self.state.accepted |= 1 << lair;
            self.state.guesses |= (sign as u32) << (2 * lair);
        }
        self.tell(Event::Sealed { who: self.being(lair) });
        if self.state.todo != 0 {
            return;
        }
        for lair in members(self.state.active) {
            let guess = (self.state.accepted >> lair & 1 == 1).then(|| self.state.guess(lair));
            self.tell(Event::Answered { who: self.being(lair), guess });
        }
        self.effect_done();
    }
}
