//! The rules: what is legal, what it does.

pub(crate) mod battle;
pub(crate) mod build;
mod draft;
pub(crate) mod fallback;
pub(crate) mod flow;
pub(crate) mod march;
pub(crate) mod refuse;
pub(crate) mod retreat;
pub(crate) mod setup;
pub(crate) mod village;

use table::{Audience, Chance, Seat, SeatSet, Sink};

use crate::action::Action;
use crate::event::{Event, Spot, Troops};
use crate::map::{Area, AreaSet, Areas};
use crate::pieces::{Force, Place, TILE_KINDS, Unit};
use crate::state::{Phase, State};

/// A game being played: its state, its chance and where its events go.
pub(crate) struct Play<'a, C, S> {
    pub(crate) state: &'a mut State,
    pub(crate) chance: &'a mut C,
    pub(crate) sink: &'a mut S,
}

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    /// Everybody hears it, but what is not paid for only the active player.
    #[inline]
    pub(crate) fn tell(&mut self, event: Event) {
        let hidden = self.state.draft.is_open();
        let audience = if hidden { Audience::only(self.state.active) } else { Audience::Everyone };
        self.sink.tell(audience, event);
    }

    #[inline]
    pub(crate) fn spot(&self, area: Area) -> Spot {
        Spot::On(self.state.map().clone(), area)
    }

    #[inline]
    pub(crate) fn troops(&self, seat: Seat, units: Force) -> Troops {
        Troops { faction: self.state.faction(seat), units }
    }

    /// A tile leaves the hand, face up. What it pays for is shown with it.
    pub(crate) fn spend_tile(&mut self, seat: Seat, unit: Unit, pips: bool) {
        self.publish();
        self.state.shift(seat, unit, Place::HAND, Place::DISCARD);
        self.state.realm_mut(seat).idle = 0;
        let troops = self.troops(seat, Force::NONE.with(unit));
        self.tell(Event::Spent { seat, troops, pips });
    }

    /// Draws up to `size` tiles in hand, and tells the owner which.
    pub(crate) fn draw_up(&mut self, seat: Seat, size: usize) {
        let mut drawn = Force::NONE;
        for _ in self.state.hand_len(seat)..size {
            match self.state.draw_tile(seat, self.chance) {
                Some(unit) => drawn.add(unit),
                None => break,
            }
        }
        self.tell_drawn(seat, drawn);
    }

    pub(crate) fn tell_drawn(&mut self, seat: Seat, drawn: Force) {
        let count = drawn.size();
        if count > 0 {
            let troops = self.troops(seat, drawn);
            self.sink.tell_apart(seat, Event::Drew { seat, troops }, Event::DrewTiles { seat, count });
        }
    }

    /// Does a legal action.
    pub(crate) fn apply(&mut self, _: Seat, action: Action) {
        let step = self.state.phase;
        if action == Action::Done && !matches!(step, Phase::Withdraw | Phase::Swap) {
            self.tell(Event::Ended { seat: self.state.active, step });
        }
        match self.state.phase {
            Phase::Factions => self.choose(action),
            Phase::Citadels => self.found(action),
            Phase::Muster => self.muster(action),
            Phase::Return => self.return_home(action),
            Phase::Capture => self.capture(action),
            Phase::Undead => self.move_undead(action),
            Phase::Main => self.main_action(action),
            Phase::Move => self.go_on_moving(action),
            Phase::Pay => self.pay_pips(action),
            Phase::Discard => self.pay_tiles(action),
            Phase::Construct => self.construct(action),
            Phase::Withdraw => self.withdraw(action),
            Phase::Swap => self.swap(action),
            Phase::Casualty => self.give_up(action),
            Phase::Retreat => self.retreat(action),
            Phase::Raise => self.raise(action),
            Phase::LastBattles => self.last_battle(action),
            Phase::Over => {}
        }
    }
}

/// The seat whose decision it is.
pub(crate) fn waiting_on(s: &State) -> SeatSet {
    s.chooser().map_or(SeatSet::EMPTY, SeatSet::one)
}

/// Appends what the deciding seat may do.
pub(crate) fn legal(s: &State, seat: Seat, actions: &mut Vec<Action>) {
    if s.chooser() != Some(seat) {
        return;
    }
    match s.phase {
        Phase::Factions => setup::legal_factions(s, actions),
        Phase::Citadels => push(actions, setup::sites(s), Action::Found),
        Phase::Muster => setup::legal_muster(s, actions),
        Phase::Return => build::legal_return(s, actions),
        Phase::Capture => village::legal_capture(s, actions),
        Phase::Undead => march::legal_undead(s, actions),
        Phase::Main => flow::legal_main(s, actions),
        Phase::Move => march::legal_move(s, actions),
        Phase::Pay | Phase::Discard => push_tiles(&s.realm(s.active).hand, actions, Action::Spend),
        Phase::Construct => village::legal_construct(s, actions),
        Phase::Withdraw => {
            actions.push(Action::Done);
            push(actions, retreat::withdrawals(s), Action::Withdraw);
        }
        Phase::Swap => {
            actions.push(Action::Done);
            push_tiles(&s.realm(s.battle.swapper()).hand, actions, Action::Swap);
        }
        Phase::Casualty => battle::legal_casualty(s, actions),
        Phase::Retreat => push(actions, retreat::retreats(s), Action::Retreat),
        Phase::Raise => (0..=battle::risable(s)).for_each(|count| actions.push(Action::Raise(count))),
        Phase::LastBattles => battle::legal_attacks(s, s.active, actions),
        Phase::Over => {}
    }
}

#[inline]
pub(crate) fn push(actions: &mut Vec<Action>, areas: AreaSet, make: impl Fn(Area) -> Action) {
    Areas(areas).each(|area| actions.push(make(area)));
}

#[inline]
pub(crate) fn push_tiles(hand: &[u8; TILE_KINDS], actions: &mut Vec<Action>, make: impl Fn(Unit) -> Action) {
    for (unit, &count) in Unit::ALL.into_iter().zip(hand) {
        if count > 0 {
            actions.push(make(unit));
        }
    }
}
