//! Prompts and options, in words.

use std::borrow::Cow;

use table::scene::seat_id;
use table::{Described, Seat, SeatSet};

use super::{ability, card_id, hand_id, spot_id, story, tree_id, yours};
use crate::pieces::{Card, Cards, Kind, deck};
use crate::sight::{Observation, Stage};
use crate::state::Ending;
use crate::{Action, Scoring};

/// What is asked, and of whom.
pub(super) fn prompt(o: &Observation) -> String {
    let card = |card: Option<Card>| card.map_or("the card", Card::name);
    let yours = yours(o);
    let whom = o.turn;
    let pick = |you: String, others: String| if yours { you } else { format!("{whom} {others}") };
    match o.phase {
        Stage::Debt => pick(
            format!("You owe {} cards: pass the debt on, or draw", o.debt),
            format!("owes {} cards, and may pass the debt on", o.debt),
        ),
        Stage::Play => pick("Play a card, or draw one".into(), "plays a card or draws one".into()),
        Stage::Drawn { card: drawn, .. } => pick(
            format!("You drew {}: play it now, or keep it", card(drawn)),
            "has drawn a card and may play it".into(),
        ),
        Stage::Extra => pick("You may play one more card".into(), "may play one more card".into()),
        Stage::Newborn => pick(
            format!("{} is born: play on beside the child, or end your turn", card(o.child)),
            format!("may play on beside the newborn {}", card(o.child)),
        ),
        Stage::Place => pick(
            format!("Choose a place for {}", card(o.chosen)),
            format!("chooses a place for {}", card(o.chosen)),
        ),
        Stage::Target => pick(
            format!("{}: choose a card of the tree", card(o.chosen)),
            format!("chooses whom {} strikes", card(o.chosen)),
        ),
        Stage::Give { card } => {
            pick(format!("Choose whose hand {card} goes to"), format!("chooses whose hand {card} goes to"))
        }
        Stage::Connect { card, .. } => {
            pick(format!("Choose a new place for {card}"), format!("chooses a new place for {card}"))
        }
        Stage::Marry { card, beside, siblings: None, .. } => pick(
            format!("Shall {card} and {beside} marry?"),
            format!("decides whether {card} and {beside} marry"),
        ),
        Stage::Marry { card, beside, .. } => pick(
            format!("Shall {card} and {beside} marry, or do you lay more siblings?"),
            format!("decides whether {card} and {beside} marry"),
        ),
        Stage::Sibling { .. } => pick("You may lay another sibling".into(), "may lay another sibling".into()),
        Stage::Close => pick(
            "You are down to one card: do not forget the call".into(),
            "is down to one card and about to end the turn".into(),
        ),
        Stage::Over { .. } => "The game is over".into(),
    }
}

/// The rule the prompt is about.
pub(super) fn help(o: &Observation) -> &'static str {
    match o.phase {
        Stage::Debt => "8.1",
        Stage::Play => "5.1",
        Stage::Drawn { .. } => "5.3",
        Stage::Extra => "9.2",
        Stage::Newborn => "6.4",
        Stage::Place => "5.2",
        Stage::Target => "9.1",
        Stage::Give { .. } => "9.3",
        Stage::Connect { .. } => "9.4",
        Stage::Marry { .. } => "6.1",
        Stage::Sibling { .. } => "6.5",
        Stage::Close => "10.2",
        Stage::Over { .. } => "10.7",
    }
}

/// Light and sound.
pub(super) fn mood(o: &Observation) -> &'static str {
    match o.phase {
        Stage::Debt => "peril",
        Stage::Marry { .. } | Stage::Newborn | Stage::Sibling { .. } => "wedding",
        Stage::Target | Stage::Give { .. } | Stage::Connect { .. } => "intrigue",
        Stage::Close => "herald",
        Stage::Over { .. } => "end",
        _ => "court",
    }
}

/// What this observer knows beyond what lies open.
pub(super) fn knowledge(o: &Observation) -> Vec<String> {
    let mut known = Vec::new();
    if let Some(seat) = o.observer.seat() {
        let shown = o.seats[seat.index()].shown;
        if !shown.is_empty() {
            known.push(format!("Everybody knows that you hold {}.", list(shown)));
        }
    }
    for seat in Seat::all(o.seats.len()).filter(|&seat| !o.observer.sees(seat)) {
        let lacks = o.seats[seat.index()].lacks;
        if !lacks.is_empty() {
            known.push(format!("{seat} passed, so does not hold {}.", list(lacks)));
        }
    }
    known
}

/// Who won and why.
pub(super) fn verdict(o: &Observation) -> Option<String> {
    let Stage::Over { ending } = o.phase else { return None };
    if ending != Ending::TargetReached {
        return Some(story::ended(ending, o.observer));
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

pub(super) fn list(cards: Cards) -> String {
    let names: Vec<&str> = cards.iter().map(Card::name).collect();
    match names.as_slice() {
        [] => "nothing".into(),
        [one] => (*one).into(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// What an action of the observing seat is called and touches.
pub(crate) fn describe(o: &Observation, action: Action) -> Described {
    let turn = &o.seats[o.turn.index()];
    let silent = turn.held == 1 && !turn.called;
    match action {
        Action::Play(card) => {
            let label = match o.phase {
                Stage::Marry { .. } | Stage::Sibling { .. } => format!("Lay {card} as a sibling"),
                Stage::Drawn { .. } => format!("Play {card} now"),
                _ => format!("Play {card}"),
            };
            Described::new(label, [card_id(&hand_id(o.turn), card)]).detail(about(o, card))
        }
        Action::Place { beside, side } => {
            let label = match side {
                crate::genealogy::Side::Left => format!("To the left of {beside}"),
                crate::genealogy::Side::Right => format!("To the right of {beside}"),
            };
            let described = Described::new(label, [spot_id(beside, side), tree_id(beside)]);
            let comer = match o.phase {
                Stage::Connect { card, .. } => Some(card),
                _ => o.chosen,
            };
            let royal = o.blood_on.is_some_and(|royal| royal == beside || Some(royal) == comer);
            let what = match comer {
                Some(_) if o.debt > 0 => "passes the debt on, no marriage",
                Some(_) if royal => "has the King's Blood, so they marry",
                Some(card) if card.may_marry(beside) => "they may marry",
                _ => "no marriage",
            };
            described.detail(format!("{}: {what}", summary(beside)))
        }
        Action::Target(card) => {
            let label = match o.chosen.and_then(Card::kind) {
                Some(Kind::Assassination) => format!("Assassinate {card}"),
                Some(Kind::Exile) => format!("Exile {card}"),
                Some(Kind::NewConnection) => format!("Move {card}"),
                Some(Kind::Enthronement) => format!("Enthrone {card}"),
                None => format!("Give the King's Blood to {card}"),
            };
            Described::new(label, [tree_id(card)]).detail(about(o, card))
        }
        Action::Give(seat) => {
            let exiled = match o.phase {
                Stage::Give { card } => vec![tree_id(card)],
                _ => Vec::new(),
            };
            let label = if o.observer.is(seat) {
                "Take it into your own hand".into()
            } else {
                format!("Send it to {seat}")
            };
            Described::new(label, [seat_id(seat)].into_iter().chain(exiled))
        }
        Action::Draw => Described::new("Draw a card", ["pile"]).detail("You may play it at once if it fits."),
        Action::Accept => Described::new(format!("Draw {} cards", o.debt), ["pile"])
            .detail("Then you take an ordinary turn."),
        Action::Marry => match o.phase {
            Stage::Marry { card, beside, .. } => {
                Described::new(format!("Marry {card} and {beside}"), [tree_id(card), tree_id(beside)])
                    .detail("The next card of the pile is their child, or an Event to play at once.")
            }
            _ => Described::new("Marry", Vec::<String>::new()),
        },
        Action::Decline => {
            let ability = o.last.and_then(|card| deck().specials(o.options.few()).of(card)).map(ability);
            let described = Described::new("No marriage", Vec::<String>::new());
            match ability {
                Some(ability) => described.detail(format!("Your turn ends. {ability}.")),
                None => described.detail("Your turn ends."),
            }
        }
        Action::Stop => {
            let label = match o.phase {
                Stage::Drawn { .. } if silent => "Keep it, without the call",
                Stage::Drawn { .. } => "Keep it",
                _ if silent => "End your turn without the call",
                _ => "End your turn",
            };
            let described = Described::new(label, Vec::<String>::new());
            if silent { described.detail("You draw three cards and lose your next turn.") } else { described }
        }
        Action::Pass => Described::new("Pass", Vec::<String>::new()),
        Action::Call => Described::new("Call \"King's Blood!\"", [seat_id(o.turn)]),
    }
}

/// A Character in short.
fn summary(card: Card) -> String {
    let gender = if card.woman() { "woman" } else { "man" };
    format!("{} {}, {gender}", card.colour().word(), card.number())
}

/// What a card is, in a line.
fn about(o: &Observation, card: Card) -> Cow<'static, str> {
    if !card.is_character() {
        return "".into();
    }
    let base = summary(card);
    match deck().specials(o.options.few()).of(card) {
        Some(special) => format!("{base}. {}.", ability(special)).into(),
        None => base.into(),
    }
}
