//! When a tile is spent the others are told what it pays for.

use table::{Audience, Chance, Seat, Sink};

use super::Play;
use crate::event::Event;
use crate::pieces::{Force, Place, TILES, Unit};
use crate::state::{Draft, State};

/// Units that go from one area to another.
type Trip = (Place, Place, Force);

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    /// Ends the draft: everybody sees the table as it is, and the others hear how it came to be so.
    #[inline]
    pub(super) fn publish(&mut self) {
        if self.state.draft.is_open() {
            let before = std::mem::replace(&mut self.state.draft, Draft::NONE);
            if S::LISTENS {
                self.tell_draft(&before);
            }
        }
    }

    fn tell_draft(&mut self, before: &Draft) {
        let (seat, others) = (self.state.active, Audience::all_but(self.state.active));
        for (area, owner) in before.villages.into_iter().flatten() {
            let area = self.spot(area);
            let event = if owner == seat {
                Event::Constructed { seat, area }
            } else {
                Event::Captured { seat, owner, area }
            };
            self.sink.tell(others, event);
        }
        if before.villages[0].is_none() {
            self.tell_trips(before, others);
        }
        if before.cutie.owner != self.state.cutie.owner {
            self.sink.tell(others, Event::CutiecornTo { seat: self.state.cutie.owner });
        }
    }

    fn tell_trips(&mut self, before: &Draft, others: Audience) {
        let (seat, due) = (self.state.active, self.state.turn.due);
        let mut trips = [(Place::BESIDE, Place::BESIDE, Force::NONE); TILES + 1];
        let count = trips_since(self.state, seat, before, &mut trips);
        for &(from, to, units) in &trips[..count] {
            if let (Some(from), Some(to)) = (from.area(), to.area()) {
                let (troops, from, to) = (self.troops(seat, units), self.spot(from), self.spot(to));
                let cost = if count == 1 { due } else { 0 };
                self.sink.tell(others, Event::Moved { seat, troops, from, to, cost });
            }
        }
        if count != 1 {
            self.sink.tell(others, Event::MoveCost { seat, pips: due, back: count == 0 });
        }
    }
}

/// Which units have gone where. Units of a kind are alike, so those that left and those that arrived are paired in order.
fn trips_since(s: &State, seat: Seat, before: &Draft, trips: &mut [Trip]) -> usize {
    let mut count = 0;
    let mut add = |from: Place, to: Place, unit: Unit| {
        let known = trips[..count].iter().position(|trip| (trip.0, trip.1) == (from, to));
        let at = known.unwrap_or(count);
        if at < trips.len() {
            (trips[at].0, trips[at].1) = (from, to);
            trips[at].2.add(unit);
            count = count.max(at + 1);
        }
    };
    for unit in Unit::tiles() {
        let slots = s.faction(seat).slots(unit);
        let (then, now) = (&before.place[slots.clone()], &s.realm(seat).place[slots]);
        missing(then, now).zip(missing(now, then)).for_each(|(from, to)| add(from, to, unit));
    }
    if before.cutie.place != s.cutie.place {
        add(before.cutie.place, s.cutie.place, Unit::Cutiecorn);
    }
    count
}

/// What one sorted list has more than another.
fn missing<'a>(from: &'a [Place], mut other: &'a [Place]) -> impl Iterator<Item = Place> + 'a {
    from.iter().copied().filter(move |at| {
        while let [first, rest @ ..] = other
            && first < at
        {
            other = rest;
        }
        match other {
            [first, rest @ ..] if first == at => {
                other = rest;
                false
            }
            _ => true,
        }
    })
}
