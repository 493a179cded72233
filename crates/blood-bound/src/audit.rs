//! What the laws check: hidden facts and pieces.

use table::{Audit, Code, Fact, Seat};

use crate::BloodBound;
use crate::pieces::{Card, Clan, Colour, Rank, in_common, supply};
use crate::sight::Observation;
use crate::state::{Phase, State};

impl Audit for BloodBound {
    fn facts(o: &Observation) -> Vec<Fact> {
        let mut facts = Vec::new();
        for (seat, view) in Seat::all(o.seats.len()).zip(&o.seats) {
            let may_be = view.may_be();
            let mut know = |what: &str, value: Option<String>| {
                facts.extend(value.map(|value| (format!("{what} of {}", seat.number()), value)));
            };
            know("character", may_be.only().map(Card::id));
            know("clue", in_common(may_be, Card::clue).map(|clue| clue.name().to_owned()));
            know("rank", in_common(may_be, Card::rank).map(|rank| rank.name().to_owned()));
            let clan = |card: Card| card.clan().map_or("none", Clan::name);
            know("clan", in_common(may_be, clan).map(str::to_owned));
            if let Phase::Answers { answered, offers, .. } = o.phase
                && answered.contains(seat)
                && o.observer.sees(seat)
            {
                let answer = if offers.contains(seat) { "intervene" } else { "stay out" };
                know("answer", Some(answer.to_owned()));
            }
            if o.curses.contains(seat) && o.true_curse.is_some() {
                let face = if o.true_curse == Some(seat) { "true" } else { "false" };
                know("curse", Some(face.to_owned()));
            }
        }
        facts
    }

    /// Every piece but the affiliation tokens, which never run out (rule 6.5).
    fn pieces(state: &State) -> Vec<u16> {
        const RANKS: u16 = 100;
        const QUILL: u16 = 200;
        const SWORD: u16 = 210;
        const SHIELD: u16 = 220;
        const STAFF: u16 = 230;
        const FAN: u16 = 240;
        const TRUE_CURSE: u16 = 250;
        const FALSE_CURSE: u16 = 251;
        let mut pieces = vec![300]; // the dagger, before its holder
        let mut put = |piece: u16, of: usize, out: usize| {
            let supply = of.saturating_sub(out);
            pieces.extend(std::iter::repeat_n(piece, out + supply));
        };
        for card in Card::all() {
            // Before a seat, or in the box.
            put(card.index() as u16, 1, state.seats().filter(|&seat| state.card(seat) == card).count());
        }
        for rank in Rank::ALL {
            let out = state.ranked().iter().filter(|&seat| state.rank(seat) == rank).count();
            put(RANKS + rank as u16, if rank == Rank::Inquisitor { 1 } else { 2 }, out);
        }
        put(QUILL, supply::QUILLS, state.quills.len());
        for colour in Colour::ALL {
            let c = colour as usize;
            put(SWORD + c as u16, 1, state.swords[c].iter().count());
            put(SHIELD + c as u16, supply::SHIELDS_PER_COLOUR, state.shields[c].len());
        }
        put(STAFF, supply::STAFFS, state.staffs.len());
        put(FAN, supply::FANS, state.fans.len());
        let curses = supply::curses(state.players());
        if curses > 0 {
            let placed = state.true_curse.iter().count();
            put(TRUE_CURSE, 1, placed);
            put(FALSE_CURSE, curses - 1, state.curses.len().saturating_sub(1));
        }
        pieces
    }
}
