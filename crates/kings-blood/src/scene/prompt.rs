//! What is asked, what the observer knows beside, and who won.

use table::scene::Sentence;
use table::{Seat, SeatSet};

use super::narrate::{ended, list};
use super::yours;
use crate::options::Scoring;
use crate::pieces::{Card, Kind};
use crate::rules::playable::{playable_now, siblings};
use crate::sight::{self, Observation, PhaseView};
use crate::state::Ending;

/// What is asked, and of whom.
pub(super) fn prompt(o: &Observation) -> String {
    let card = |card: Option<Card>| card.map_or("the card", Card::name);
    let yours = yours(o);
    let whom = o.turn;
    let stuck = yours && sight::in_any_world(o, playable_now).is_empty();
    let dry = usize::from(o.pile) + o.discards.len() == 0;
    let pick = |you: String, others: String| if yours { you } else { format!("{whom} {others}") };
    match o.phase {
        PhaseView::Debt if stuck => format!("You owe {} cards and cannot pass the debt on: draw", o.debt),
        PhaseView::Debt => pick(
            format!("You owe {} cards: pass the debt on, or draw", o.debt),
            format!("owes {} cards, and may pass the debt on", o.debt),
        ),
        PhaseView::Play if stuck && dry => "You can neither play nor draw: pass".into(),
        PhaseView::Play if stuck => "You can play none of your cards: draw one".into(),
        PhaseView::Play if dry => {
            pick("Play a card: there is nothing to draw".into(), "plays a card or passes".into())
        }
        PhaseView::Play => pick("Play a card, or draw one".into(), "plays a card or draws one".into()),
        PhaseView::Drawn { card: drawn, .. } if stuck => {
            format!("You drew {}, which cannot be played now: keep it", card(drawn))
        }
        PhaseView::Drawn { card: drawn, .. } => pick(
            format!("You drew {}: play it now, or keep it", card(drawn)),
            "has drawn a card and may play it".into(),
        ),
        PhaseView::Extra if stuck => {
            "You may play one more card, but none can be played: end your turn".into()
        }
        PhaseView::Extra => pick("You may play one more card".into(), "may play one more card".into()),
        PhaseView::Newborn if stuck => {
            format!("{} is born, and none of your cards can be played there: end your turn", card(o.child))
        }
        PhaseView::Newborn => pick(
            format!("{} is born: play on beside the child, or end your turn", card(o.child)),
            format!("may play on beside the newborn {}", card(o.child)),
        ),
        PhaseView::Place => pick(
            format!("Choose a place for {}", card(o.chosen)),
            format!("chooses a place for {}", card(o.chosen)),
        ),
        PhaseView::Target => pick(
            format!("{}: choose a card of the tree", card(o.chosen)),
            format!("chooses a card of the tree for {}", card(o.chosen)),
        ),
        PhaseView::Give { card } => {
            pick(format!("Choose whose hand {card} goes to"), format!("chooses whose hand {card} goes to"))
        }
        PhaseView::Connect { card, .. } => {
            pick(format!("Choose a new place for {card}"), format!("chooses a new place for {card}"))
        }
        PhaseView::Marry { card, beside, siblings: run, .. } => {
            let more = if run.is_none() || sight::in_any_world(o, siblings).is_empty() {
                ""
            } else {
                ", or do you lay more siblings"
            };
            pick(
                format!("Shall {card} and {beside} marry{more}?"),
                format!("decides whether {card} and {beside} marry"),
            )
        }
        PhaseView::Sibling { .. } if yours && sight::in_any_world(o, siblings).is_empty() => {
            "You have no other sibling to lay: end your turn".into()
        }
        PhaseView::Sibling { .. } => {
            pick("You may lay another sibling".into(), "may lay another sibling".into())
        }
        PhaseView::Close => pick(
            "You are down to one card: do not forget the call".into(),
            "is down to one card and about to end the turn".into(),
        ),
        PhaseView::Over { .. } => "The game is over".into(),
    }
}

/// The rule the prompt is about.
pub(super) fn help(o: &Observation) -> &'static str {
    match o.phase {
        PhaseView::Debt => "8.1",
        PhaseView::Play => "5.1",
        PhaseView::Drawn { .. } => "5.3",
        PhaseView::Extra if o.by_blood => "12.2",
        PhaseView::Extra => "9.2",
        PhaseView::Newborn => "6.4",
        PhaseView::Place => "5.2",
        PhaseView::Target => match o.chosen.and_then(Card::kind) {
            Some(Kind::Assassination) => "9.2",
            Some(Kind::Exile) => "9.3",
            Some(Kind::NewConnection) => "9.4",
            Some(Kind::Enthronement) => "9.5",
            None => "12.2",
        },
        PhaseView::Give { .. } => "9.3",
        PhaseView::Connect { .. } => "9.4",
        PhaseView::Marry { .. } => "6.1",
        PhaseView::Sibling { .. } => "6.5",
        PhaseView::Close => "10.2",
        PhaseView::Over { .. } => "10.7",
    }
}

/// Light and sound.
pub(super) fn mood(o: &Observation) -> &'static str {
    match o.phase {
        PhaseView::Debt => "peril",
        PhaseView::Marry { .. } | PhaseView::Newborn | PhaseView::Sibling { .. } => "wedding",
        PhaseView::Target | PhaseView::Give { .. } | PhaseView::Connect { .. } => "intrigue",
        PhaseView::Close => "herald",
        PhaseView::Over { .. } => "end",
        _ => "court",
    }
}

/// What this observer knows beyond what lies open.
pub(super) fn knowledge(o: &Observation) -> Vec<Sentence> {
    let mut known = Vec::new();
    if let Some(seat) = o.observer.seat() {
        let shown = o.seats[seat.index()].shown;
        if !shown.is_empty() {
            known.push(format!("Everybody knows that you hold {}.", list(shown)).into());
        }
    }
    for seat in Seat::all(o.seats.len()).filter(|&seat| !o.observer.sees(seat)) {
        let lacks = o.seats[seat.index()].lacks;
        if !lacks.is_empty() {
            known.push(format!("{seat} passed, so does not hold {}.", list(lacks)).into());
        }
    }
    known
}

/// Who won and why.
pub(super) fn verdict(o: &Observation) -> Option<String> {
    let PhaseView::Over { ending } = o.phase else { return None };
    if ending != Ending::TargetReached {
        return Some(ended(ending, o.observer));
    }
    let scores = o.seats.iter().map(|seat| seat.score);
    let lowest = o.options.scoring == Scoring::B;
    let best = if lowest { scores.min() } else { scores.max() }.unwrap_or(0);
    let winners: SeatSet =
        Seat::all(o.seats.len()).filter(|seat| o.seats[seat.index()].score == best).collect();
    let which = if lowest { "lowest" } else { "highest" };
    let who = match o.observer.seat().filter(|&seat| winners.contains(seat)) {
        Some(_) if winners.len() == 1 => "you win".into(),
        Some(seat) => format!("you and {} win", winners.without(seat)),
        None if winners.len() == 1 => format!("{winners} wins"),
        None => format!("{winners} win"),
    };
    Some(format!("The target is reached: {who} with the {which} score, {best}."))
}
