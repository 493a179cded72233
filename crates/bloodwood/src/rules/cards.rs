//! Playing a card: on whom, and what Day cards do (sections 5 and 7).

use table::{Audience, Chance, Seat, SeatSet, Sink};

use super::Play;
use crate::event::Event;
use crate::pieces::{Card, Deck, HAND, Sort};
use crate::state::{State, Then};

/// On whom a seat may play a card.
pub(crate) fn targets(state: &State, seat: Seat, card: Card) -> SeatSet {
    let all = SeatSet::full(state.players());
    let others = all.without(seat);
    match card {
        Card::Bite => others.minus(state.permanent),
        Card::CurseMark => others.minus(state.permanent).minus(cursed(state)),
        Card::Chains => others.minus(state.chained),
        Card::Tranquillizer => others.minus(state.drugged),
        Card::Voodoo | Card::BloodTest => others,
        Card::Vaccine => state.mutated.minus(state.permanent),
        Card::Candle => cursed(state),
        Card::Keys => state.chained,
        Card::PandorasBox => all,
        Card::Thief => others.iter().filter(|&other| !state.hand(other).is_empty()).collect(),
        Card::Confession => others.minus(state.confessed[seat.index()]),
        _ => SeatSet::EMPTY,
    }
}

/// The seats with a Curse Mark before them.
pub(super) fn cursed(state: &State) -> SeatSet {
    Seat::all(state.players()).filter(|&seat| state.cursed(seat)).collect()
}

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    /// A card without a target.
    pub(super) fn play(&mut self, seat: Seat, card: Card) {
        self.state.acted = true;
        self.tell(Event::Played { seat, card, target: None });
        self.throw(seat, card);
        match (card, card.sort()) {
            (_, Sort::Special(special)) => self.play_special(seat, special),
            (Card::Leshy, _) => self.begin_leshy(),
            _ => self.begin_hunt(seat),
        }
    }

    /// A card on somebody.
    pub(super) fn play_on(&mut self, seat: Seat, card: Card, target: Seat) {
        self.state.acted = true;
        self.tell(Event::Played { seat, card, target: Some(target) });
        self.leave_hand(seat, card);
        if card.deck() == Deck::Night {
            return self.attack(target, card);
        }
        self.state.discard_pile(card);
        match card {
            Card::Vaccine => {
                self.state.mutated.remove(target);
                self.tell(Event::Turned { seat: target, mutated: false, by: card });
            }
            Card::Candle => {
                self.state.curse[target.index()] = 0;
                self.state.discard_pile(Card::CurseMark);
                self.tell(Event::CurseLifted { seat: target });
            }
            Card::Keys => {
                self.state.chained.remove(target);
                self.state.discard_pile(Card::Chains);
                self.tell(Event::Freed { seat: target });
            }
            Card::PandorasBox => {
                self.throw_hand(target);
                let then = if target == seat { Then::End } else { Then::Refill };
                return self.begin_draw(target, HAND, then);
            }
            Card::Thief => self.steal(seat, target),
            Card::BloodTest => self.show_entity(target, seat, card),
            _ => {
                self.state.confessed[seat.index()].insert(target);
                self.show_entity(seat, target, card);
            }
        }
        self.refill();
    }

    /// Thief (rule 7.6): a random card.
    fn steal(&mut self, thief: Seat, victim: Seat) {
        let hand = self.state.hand(victim);
        let held = hand.len();
        let card = hand.nth(self.chance.below(held.into()));
        self.move_card(victim, thief, card);
        let both = SeatSet::one(thief).with(victim);
        self.sink.tell(Audience::Only(both), Event::PassedCard { from: victim, to: thief, card });
        self.sink.tell(Audience::AllBut(both), Event::Passed { from: victim, to: thief });
    }

    /// A card changes hands face down.
    pub(super) fn move_card(&mut self, from: Seat, to: Seat, card: Card) {
        let held = self.state.hand(from).len();
        self.state.knowledge.pass(from, to, card, held);
        self.state.hands[from.index()].remove(card);
        self.state.hands[to.index()].add(card);
    }

    /// Blood Test and Confession (rules 7.7 and 7.8): who saw whom is public, what they saw is not.
    fn show_entity(&mut self, of: Seat, to: Seat, how: Card) {
        self.state.shown[to.index()].insert(of);
        self.tell(Event::Shown { of, to, how });
        let entity = self.state.entity(of);
        self.sink.tell(Audience::only(to), Event::ShownEntity { of, entity });
    }
}
