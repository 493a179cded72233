//! What is asked, what the observer knows beside, and who won.

use table::scene::Sentence;
use table::{Seat, SeatSet, Text, Voice, say};

use super::narrate::{ended, list};
use super::yours;
use crate::options::Scoring;
use crate::pieces::{Card, Kind};
use crate::rules::playable::{playable_now, siblings};
use crate::sight::{self, Observation, PhaseView};
use crate::state::Ending;

/// What is asked, and of whom.
pub(super) fn prompt(o: &Observation, stuck: bool) -> Text {
    let named = |card: Option<Card>| card.map_or(say!("the card"), Card::name);
    let yours = yours(o);
    let (voice, whom, debt) = (Voice(o.observer), o.turn, o.debt);
    let dry = usize::from(o.pile) + o.discards.len() == 0;
    let no_sibling = || sight::in_any_world(o, siblings).is_empty();
    match o.phase {
        PhaseView::Debt if stuck => say!("You owe {debt} cards and cannot pass the debt on: draw"),
        PhaseView::Debt => say!(voice, whom:
            "{whom} owes {debt} cards, and may pass the debt on",
            "You owe {debt} cards: pass the debt on, or draw"),
        PhaseView::Play if stuck && dry => say!("You can neither play nor draw: pass"),
        PhaseView::Play if stuck => say!("No card of yours fits by colour or number: draw one"),
        PhaseView::Play if dry => say!(voice, whom:
            "{whom} plays a card or passes", "Play a card: there is nothing to draw"),
        PhaseView::Play => say!(voice, whom:
            "{whom} plays a card or draws one",
            "Play a card that fits by colour or number, an Event, or draw one"),
        PhaseView::Drawn { card, .. } if stuck => {
            say!("You drew {card}. This card cannot be played now: keep it", card = named(card))
        }
        PhaseView::Drawn { card, .. } => say!(voice, whom:
            "{whom} has drawn a card and may play it",
            "You drew {card}: play this card now, or keep it",
            card = named(card)),
        PhaseView::Extra if stuck => {
            say!("You may play one more card, but none can be played: end your turn")
        }
        PhaseView::Extra if o.by_blood => say!(voice, whom:
            "After the King's Blood {whom} may play one more card",
            "After the King's Blood you may play one more card"),
        PhaseView::Extra => say!(voice, whom:
            "After the Assassination {whom} may play one more card",
            "After the Assassination you may play one more card"),
        PhaseView::Newborn if stuck => {
            let child = named(o.child);
            say!("{child} is born, and none of your cards can be played there: end your turn")
        }
        PhaseView::Newborn => say!(voice, whom:
            "{whom} may play on beside the newborn {child}",
            "{child} is born: play on beside the child, or end your turn",
            child = named(o.child)),
        PhaseView::Place => say!(voice, whom:
            "{whom} chooses a place for {card}", "Choose a place for {card}", card = named(o.chosen)),
        PhaseView::Target => say!(voice, whom:
            "{whom} chooses a card of the tree for {card}",
            "{card}: choose a card of the tree",
            card = named(o.chosen)),
        PhaseView::Give { card } => say!(voice, whom:
            "{whom} chooses whose hand {card} goes to", "Choose whose hand {card} goes to"),
        PhaseView::Connect { card, .. } => say!(voice, whom:
            "{whom} chooses a new place for {card}", "Choose a new place for {card}"),
        PhaseView::Marry { card, beside, siblings: Some(_), .. } if yours && !no_sibling() => {
            say!("Shall {card} and {beside} marry, or do you lay more siblings?")
        }
        PhaseView::Marry { card, beside, .. } => say!(voice, whom:
            "{whom} decides whether {card} and {beside} marry", "Shall {card} and {beside} marry?"),
        PhaseView::Sibling { .. } if yours && no_sibling() => {
            say!("You have no other sibling to lay: end your turn")
        }
        PhaseView::Sibling { .. } => say!(voice, whom:
            "{whom} may lay another sibling", "You may lay another sibling"),
        PhaseView::Close => say!(voice, whom:
            "{whom} is down to one card and about to end the turn",
            "You are down to one card: do not forget the call"),
        PhaseView::Over { .. } => say!("The game is over"),
    }
}

/// Is it up to the observer to play, and no card can be played?
pub(super) fn stuck(o: &Observation) -> bool {
    yours(o) && sight::in_any_world(o, playable_now).is_empty()
}

/// The rule the prompt is about.
pub(super) fn help(o: &Observation, stuck: bool) -> &'static str {
    match o.phase {
        PhaseView::Debt if stuck => "8.4",
        PhaseView::Debt => "8.1",
        PhaseView::Play if stuck && o.pile == 0 && o.discards.is_empty() => "11.2",
        PhaseView::Play if stuck => "5.3",
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
            known.push(say!("Everybody knows that you hold {cards}.", cards = list(shown)).into());
        }
    }
    for seat in Seat::all(o.seats.len()).filter(|&seat| !o.observer.sees(seat)) {
        let lacks = o.seats[seat.index()].lacks;
        if !lacks.is_empty() {
            known.push(say!("{seat} passed, so does not hold {cards}.", cards = list(lacks)).into());
        }
    }
    known
}

/// What wins.
pub(super) fn goal(o: &Observation) -> Text {
    let target = o.options.target;
    let aim = match o.options.scoring {
        Scoring::None => {
            say!("Be the first to empty your hand. The last card must be a Character.")
        }
        Scoring::A => say!(
            "Be the first to reach {target} points: the player who goes out scores the cards the others still hold."
        ),
        Scoring::B => say!(
            "Have the fewest points when somebody reaches {target}: what you hold when another hand is empty counts against you."
        ),
    };
    Text::sentences([aim, say!("A Character fits beside a card of the same colour or the same number.")])
}

/// Who won and why.
pub(super) fn verdict(o: &Observation) -> Option<Text> {
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
    Some(match o.observer.seat().filter(|&seat| winners.contains(seat)) {
        Some(_) if winners.len() == 1 => {
            say!("The target is reached: you win with the {which} score, {best}.")
        }
        Some(seat) => {
            let others = winners.without(seat);
            say!("The target is reached: you and {others} win with the {which} score, {best}.")
        }
        None if winners.len() == 1 => {
            say!("The target is reached: {winners} wins with the {which} score, {best}.")
        }
        None => say!("The target is reached: {winners} win with the {which} score, {best}."),
    })
}
