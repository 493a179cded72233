//! The declaration (section 8).

use table::{Chance, Outcome, Seat, SeatSet, Sink};

use super::Play;
use crate::DeclareWhen;
use crate::action::Action;
use crate::event::{Ending, Event};
use crate::pieces::Faction;
use crate::state::{State, TurnStage};

/// The seats that may declare now, by what all can see (rules 8.1, 8.2 and 8.5).
#[inline]
pub(crate) fn may_declare(state: &State) -> SeatSet {
    let players = state.players();
    let pure = SeatSet::full(players).minus(state.mutated);
    let own_turn = state.options.declare == DeclareWhen::OwnTurn;
    let open = match state.stage {
        TurnStage::Play => !own_turn || !state.acted,
        // While somebody draws, only a declaration that could be right by what lies open is accepted.
        TurnStage::Draw { seat, .. } if seat == state.turn => {
            if own_turn {
                !state.acted
            } else {
                is_ripe(state)
            }
        }
        _ => false,
    };
    match (open, own_turn) {
        (false, _) => SeatSet::EMPTY,
        (true, false) => pure,
        (true, true) => pure.intersection(SeatSet::one(state.turn)),
    }
}

/// Could a declaration out of turn be right, by what lies open?
#[inline]
pub(crate) fn is_ripe(state: &State) -> bool {
    let players = state.players();
    let pure = state.mutated != SeatSet::full(players);
    state.options.declare == DeclareWhen::AnyTime && state.mutated.len() >= players / 2 && pure
}

/// Whom the declarer may still name, and whether that can be all (rule 8.3).
pub(super) fn names(state: &State, seat: Seat, named: SeatSet, actions: &mut Vec<Action>) {
    if named.len() >= state.players() / 2 {
        actions.push(Action::Accuse);
    }
    let others = SeatSet::full(state.players()).without(seat).minus(named);
    actions.extend(others.iter().map(Action::Name));
}

/// The result, once it has come.
pub(crate) fn outcome(state: &State) -> Option<Outcome> {
    let TurnStage::Over { ending, winners } = state.stage else { return None };
    Some(match ending {
        Ending::Declared | Ending::FalseDeclaration | Ending::TooEarly => {
            Outcome::for_winners(ending.name(), state.players(), winners)
        }
        Ending::AllCursed | Ending::Stalemate => Outcome::draw(ending.name(), state.players()),
    })
}

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    pub(super) fn declare(&mut self, seat: Seat) {
        self.state.stage = TurnStage::Declare { seat, named: SeatSet::EMPTY };
        self.tell(Event::Declared { seat });
    }

    /// A full side of names ends the list.
    pub(super) fn name_enemy(&mut self, seat: Seat, enemy: Seat) {
        if let TurnStage::Declare { named, .. } = &mut self.state.stage {
            named.insert(enemy);
            let full = named.len() >= self.state.options.players.div_ceil(2);
            self.tell(Event::Named { seat, enemy });
            if full {
                self.accuse();
            }
        }
    }

    /// Right, and all of them mutated: the declarer's side wins. Anything else: the other side does (rule 8.4).
    pub(super) fn accuse(&mut self) {
        let TurnStage::Declare { seat, named } = self.state.stage else { return };
        let state = &mut *self.state;
        let enemies = state.enemies(seat);
        let pure = enemies.minus(state.mutated);
        let (ending, winners) = match (named == enemies, pure.is_empty()) {
            (true, true) => (Ending::Declared, SeatSet::full(state.players()).minus(enemies)),
            (true, false) => (Ending::TooEarly, enemies),
            (false, _) => (Ending::FalseDeclaration, enemies),
        };
        state.stage = TurnStage::Over { ending, winners };
        let winner = match winners == state.vampires {
            true => Faction::Vampires,
            false => Faction::Werewolves,
        };
        self.tell(Event::Judged { seat, named, enemies, pure, winner });
    }
}
