//! Who may be whom.

use table::Seat;
use table::scene::{Face, Notebook, Suspect};

use super::clan_tint;
use crate::beliefs::deals;
use crate::pieces::{Card, Cards, Clan};
use crate::rules::setup;
use crate::sight::Observation;

/// The characters that each seat may be, with known cards and complete clans ruled out for everybody else. The two Inquisitor
/// cards share a column: they differ only in the clue.
pub(super) fn notebook(o: &Observation) -> Option<Notebook> {
    if o.over() {
        return None;
    }
    let mut cards: Vec<Card> = setup::cards_in_play(o.seats.len()).iter().collect();
    let kind = |card: Card| (card.clan(), card.rank());
    cards.dedup_by_key(|card| kind(*card));
    let possible = possible(o);
    let rows = Seat::all(o.seats.len()).zip(possible).map(|(seat, may_be)| {
        let column = |card: &Card| may_be.iter().any(|other| kind(other) == kind(*card));
        let may_be = (0..).zip(&cards).filter(|(_, card)| column(card)).map(|(at, _)| at).collect();
        Suspect { seat, may_be }
    });
    Some(Notebook { rows: rows.collect(), columns: cards.iter().map(|&card| heading(card)).collect() })
}

fn heading(card: Card) -> Face {
    Face {
        name: card.name(),
        corner: card.rank().sign().into(),
        sign: card.clan().map_or("", Clan::name).into(),
        text: card.rank().ability().into(),
        icon: card.rank().icon().into(),
        tint: clan_tint(card.clan()),
        ..Face::default()
    }
}

/// What each seat may be. What was shown to the observer is narrowed by what the others surely are.
pub(super) fn possible(o: &Observation) -> Vec<Cards> {
    let shown: Vec<Cards> = o.seats.iter().map(|view| view.may_be()).collect();
    let mut masks: Vec<u32> = shown.iter().map(|cards| cards.bits()).collect();
    match deals::narrow(&mut masks) {
        Some(()) => masks.into_iter().map(Cards::from_bits).collect(),
        None => shown,
    }
}

/// The seat that surely leads a clan, by its lowest or highest number.
pub(super) fn known_leader(possible: &[Cards], clan: Clan, highest: bool) -> Option<(Seat, Card)> {
    let leads = |card: Card, other: Card| match highest {
        true => card.rank() > other.rank(),
        false => card.rank() < other.rank(),
    };
    let of_clan = |cards: Cards| cards.intersection(clan.cards());
    let known = Seat::all(possible.len()).zip(possible);
    let known = known
        .filter_map(|(seat, cards)| Some((seat, cards.only().filter(|card| card.clan() == Some(clan))?)));
    known.into_iter().find(|&(seat, card)| {
        let others = Seat::all(possible.len()).zip(possible).filter(|&(other, _)| other != seat);
        others.into_iter().all(|(_, &cards)| of_clan(cards).iter().all(|other| leads(card, other)))
    })
}

#[cfg(test)]
mod tests {
    use table::Observer;
    use table::chance::quick;

    use super::*;
    use crate::pieces::{INQUISITORS, Rank};
    use crate::sight::observe;

    #[test]
    fn a_shown_cross_and_a_complete_clan_leave_no_room() {
        let inquisitor = INQUISITORS.bits();
        let (rose, beast) = (Clan::Rose.cards().bits(), Clan::Beast.cards().bits());
        let all = rose | beast | inquisitor;
        // Seven: one has shown the cross, though not which of the two cards it is; three show a rose.
        let mut masks = [all, rose, inquisitor, all, rose | inquisitor, all, rose];
        deals::narrow(&mut masks).expect("there is such a deal");
        assert_eq!(masks, [beast, rose, inquisitor, beast, rose, beast, rose]);
        // Six: nobody but these three can be a beast, so they are.
        let mut masks = [rose | inquisitor, all, all, rose | inquisitor, all, rose];
        deals::narrow(&mut masks).expect("there is such a deal");
        assert_eq!(masks, [rose, beast, beast, rose, beast, rose]);
    }

    #[test]
    fn nobody_else_is_what_you_are() {
        let options = <crate::Options as table::Options>::standard(7);
        let state = setup::deal(&options, &mut quick(3));
        for seat in Seat::all(7) {
            let notebook = notebook(&observe(&state, Observer::Seat(seat))).expect("the game goes on");
            assert_eq!(notebook.columns.len(), 19);
            let own = &notebook.rows[seat.index()].may_be;
            assert_eq!(own.len(), 1);
            for row in notebook.rows.iter().filter(|row| row.seat != seat) {
                assert!(!row.may_be.contains(&own[0]));
                let truth = state.card(row.seat).name();
                assert!(row.may_be.iter().any(|&at| notebook.columns[at as usize].name == truth));
            }
        }
    }

    #[test]
    fn a_leader_is_known_when_nobody_else_can_lead() {
        let one = |card: Card| Cards::from_bits(1 << card.index());
        let (elder, mage) = (Card::new(Clan::Beast, Rank::Elder), Card::new(Clan::Beast, Rank::Mage));
        let (rose, courtesan) = (Clan::Rose.cards(), Card::new(Clan::Beast, Rank::Courtesan));
        let possible = [one(elder), rose, one(mage), rose];
        let lead =
            |possible: &[Cards], highest| known_leader(possible, Clan::Beast, highest).map(|(seat, _)| seat);
        assert_eq!(lead(&possible, false), Some(Seat::new(0)), "the lowest number");
        assert_eq!(lead(&possible, true), Some(Seat::new(2)), "with the Quill the highest");
        let doubtful = [one(elder), rose, one(mage), Cards::from_bits(rose.bits() | one(courtesan).bits())];
        assert_eq!(lead(&doubtful, true), None, "the last one may be higher");
        assert_eq!(lead(&doubtful, false), Some(Seat::new(0)));
    }
}
