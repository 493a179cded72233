//! What is legal and what it does, one file per mechanism.

pub(crate) mod card;
pub(crate) mod draw;
pub(crate) mod fallback;
pub(crate) mod night;
pub(crate) mod power;
pub(crate) mod refuse;
pub(crate) mod window;

use table::{Chance, MAX_SEATS, Seat, SeatSet, Sink};

use crate::action::{Action, Which};
use crate::event::{Being, Event};
use crate::pieces::{EventCard, Sign, Tables, Vampire, tables};
use crate::state::{Phase, State, first_from, members};

/// The seats the game waits for.
#[inline]
pub(crate) fn waiting_on(state: &State) -> SeatSet {
    let setup = state.setup;
    let seats = match state.phase {
        Phase::Decide if setup.spoken => 1 << setup.owner(first_from(state.todo, state.first_lair())),
        Phase::Decide | Phase::Slayer | Phase::Invitation => setup.owners(state.todo),
        Phase::Revealed | Phase::Applied => 1 << state.turn,
        Phase::Give => 1 << setup.owner(state.drawer.into()),
        Phase::Look => state.looker().map_or(0, |(lair, _)| 1 << setup.owner(lair)),
        Phase::Over => 0,
    };
    SeatSet::from_bits(seats)
}

/// Appends what this seat may do now.
#[inline]
pub(crate) fn legal(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    match state.phase {
        Phase::Decide => {
            if state.deciding(seat.index()).is_some() {
                actions.extend([Action::Stay, Action::Leave]);
            }
        }
        _ if !waiting_on(state).contains(seat) => {}
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
        let vampire = state.vampire(lair);
        if abilities.contains(vampire) {
            power::ways(state, &tables.vampires[usize::from(vampire.0)], 1 << lair, |lair, on| {
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
        let event = EventCard(state.held[slot]);
        if fitting.contains(event) {
            power::ways(state, &tables.events[usize::from(event.0)], lairs, |lair, on| {
                let on = on.map(|on| state.vampire(on));
                actions.push(Action::Play { event, by: power::own(state, lair), on });
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

/// A game in motion: the whole truth, where chance comes from and where events go.
pub(crate) struct Play<'a, C, S> {
    pub(crate) state: &'a mut State,
    pub(crate) chance: &'a mut C,
    pub(crate) sink: &'a mut S,
    tables: &'static Tables,
}

impl<'a, C: Chance, S: Sink<Event>> Play<'a, C, S> {
    pub(crate) fn new(state: &'a mut State, chance: &'a mut C, sink: &'a mut S) -> Self {
        Play { state, chance, sink, tables: tables() }
    }

    /// Does a legal action.
    #[inline]
    pub(crate) fn apply(&mut self, seat: Seat, action: Action) {
        match action {
            Action::Stay => self.decide(seat, true),
            Action::Leave => self.decide(seat, false),
            Action::Pass => self.pass(seat),
            Action::Decline => self.answer(seat, None),
            Action::Accept(sign) => self.answer(seat, Some(sign)),
            Action::LoseBloodline => self.pay_slayer(seat, false),
            Action::LoseHealth => self.pay_slayer(seat, true),
            Action::Give { card, to } => self.give(seat, card, to),
            Action::Ability { by, on } => self.use_ability(seat, by, on),
            Action::Play { event, by, on } => self.play_event(seat, event, by, on),
        }
    }

    /// Cannot panic, so that the compiler drops all of it when nobody listens.
    #[inline]
    fn being(&self, lair: usize) -> Being {
        let seat = Seat::new(self.state.setup.owner(lair).min(MAX_SEATS - 1));
        Being { seat, vampire: Vampire(self.state.who.get(lair).copied().unwrap_or_default()) }
    }

    #[inline]
    fn tell(&mut self, event: Event) {
        self.sink.tell_all(event);
    }

    fn gain(&mut self, lair: usize, bloodline: u16) {
        if bloodline > 0 {
            self.state.bloodline[lair] = self.state.bloodline[lair].saturating_add(bloodline);
            self.tell(Event::Gained { who: self.being(lair), bloodline });
        }
    }

    /// Takes round Bloodline, never below 0 (4.8). Returns how much was lost.
    fn lose(&mut self, lair: usize, bloodline: u16) -> u16 {
        let lost = bloodline.min(self.state.bloodline[lair]);
        if lost > 0 {
            self.state.bloodline[lair] -= lost;
            self.tell(Event::Lost { who: self.being(lair), bloodline: lost });
        }
        lost
    }

    /// Takes health; at 0 the vampire is out (4.5).
    fn hurt(&mut self, lair: usize, health: u8) {
        let lost = health.min(self.state.health[lair]);
        self.state.health[lair] -= lost;
        self.tell(Event::Hurt { who: self.being(lair), health: lost });
        if self.state.health[lair] == 0 {
            self.bank(lair);
        }
    }
}
