//! Who may be whom.

use table::Seat;
use table::scene::{Face, Notebook, Suspect};

use super::clan_tint;
use crate::pieces::{Card, Cards, Clan};
use crate::rules::setup;
use crate::sight::Observation;
use crate::worlds;

/// The characters that each seat may be, once known cards and complete clans are struck out everywhere else. The two Inquisitor
/// cards share a column, because they differ in nothing but the clue.
pub(super) fn notebook(o: &Observation) -> Option<Notebook> {
    if o.over() {
        return None;
    }
    let mut cards: Vec<Card> = setup::cast(o.seats.len()).iter().collect();
    cards.dedup_by_key(|card| card.to_string());
    let possible = possible(o);
    let rows = Seat::all(o.seats.len()).zip(possible).map(|(seat, may_be)| {
        let column = |card: &Card| may_be.iter().any(|other| other.to_string() == card.to_string());
        let may_be = (0..).zip(&cards).filter(|(_, card)| column(card)).map(|(at, _)| at).collect();
        Suspect { seat, may_be }
    });
    Some(Notebook { rows: rows.collect(), columns: cards.iter().map(|&card| heading(card)).collect() })
}

fn heading(card: Card) -> Face {
    Face {
        name: card.to_string(),
        corner: card.rank().sign().to_owned(),
        sign: card.clan().map_or("", Clan::name).to_owned(),
        text: card.rank().ability().to_owned(),
        icon: card.rank().icon().to_owned(),
        tint: clan_tint(card.clan()),
    }
}

/// What each seat may be. What was shown to the observer is narrowed by what the others surely are.
fn possible(o: &Observation) -> Vec<Cards> {
    let shown: Vec<Cards> = o.seats.iter().map(|view| view.may_be()).collect();
    let mut masks: Vec<u32> = shown.iter().map(|cards| cards.0).collect();
    let mut settled = [Card::at(0); table::MAX_SEATS];
    let mut quota = worlds::Quota::of(masks.len());
    let Some(open) = worlds::settle(&mut masks, &mut settled, &mut quota) else { return shown };
    let narrowed = masks.iter().enumerate().map(|(seat, &mask)| match open & (1 << seat) {
        0 => Cards::one(settled[seat]),
        _ => Cards(mask),
    });
    narrowed.collect()
}

#[cfg(test)]
mod tests {
    use table::Observer;
    use table::chance::quick;

    use super::*;
    use crate::sight::observe;

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
                let truth = state.card(row.seat).to_string();
                assert!(row.may_be.iter().any(|&at| notebook.columns[at as usize].name == truth));
            }
        }
    }
}
