//! What is legal and what it does, one file per mechanism.

pub(crate) mod card;
pub(crate) mod draw;
pub(crate) mod legal;
pub(crate) mod night;
pub(crate) mod power;
pub(crate) mod refuse;
pub(crate) mod window;

use table::{Chance, MAX_SEATS, Seat, Sink};

use crate::action::Action;
use crate::event::{Being, Tale};
use crate::pieces::{Tables, Vampire, tables};
use crate::state::State;

/// A game in motion: the truth, where chance comes from and where events go.
pub(crate) struct Hunt<'a, C, S> {
    pub(crate) state: &'a mut State,
    pub(crate) tables: &'static Tables,
    chance: &'a mut C,
    sink: &'a mut S,
}

impl<'a, C: Chance, S: Sink<Tale>> Hunt<'a, C, S> {
    pub(crate) fn new(state: &'a mut State, chance: &'a mut C, sink: &'a mut S) -> Self {
        Hunt { state, tables: tables(), chance, sink }
    }

    /// Does a legal action.
    #[inline]
    pub(crate) fn act(&mut self, seat: Seat, action: Action) {
        match action {
            Action::Stay => self.decide(seat, true),
            Action::Leave => self.decide(seat, false),
            Action::Pass => self.pass(seat),
            Action::Decline => self.answer(seat, None),
            Action::Accept(sign) => self.answer(seat, Some(sign)),
            Action::LoseBloodline => self.yield_to_slayer(seat, false),
            Action::LoseHealth => self.yield_to_slayer(seat, true),
            Action::Give { card, to } => self.give(seat, card, to),
            Action::Ability { by, on } => self.ability(seat, by, on),
            Action::Play { event, by, on } => self.play(seat, event, by, on),
        }
    }

    /// Written so that it cannot panic: telling nobody then costs nothing, as the compiler drops it all.
    #[inline]
    fn being(&self, lair: usize) -> Being {
        let seat = Seat::new(self.state.setup.owner(lair).min(MAX_SEATS - 1));
        Being { seat, vampire: Vampire(self.state.who.get(lair).copied().unwrap_or_default()) }
    }

    #[inline]
    fn tell(&mut self, tale: Tale) {
        self.sink.tell_all(tale);
    }

    fn gain(&mut self, lair: usize, bloodline: u16) {
        if bloodline > 0 {
            self.state.bloodline[lair] = self.state.bloodline[lair].saturating_add(bloodline);
            self.tell(Tale::Gained { who: self.being(lair), bloodline });
        }
    }

    /// Takes round Bloodline, never below 0 (4.8), and says how much it was.
    fn lose(&mut self, lair: usize, bloodline: u16) -> u16 {
        let lost = bloodline.min(self.state.bloodline[lair]);
        if lost > 0 {
            self.state.bloodline[lair] -= lost;
            self.tell(Tale::Lost { who: self.being(lair), bloodline: lost });
        }
        lost
    }

    /// Takes health; at 0 the vampire is out (4.5).
    fn hurt(&mut self, lair: usize, health: u8) {
        let lost = health.min(self.state.health[lair]);
        self.state.health[lair] -= lost;
        self.tell(Tale::Hurt { who: self.being(lair), health: lost });
        if self.state.health[lair] == 0 {
            self.bank(lair);
        }
    }
}
