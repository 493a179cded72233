//! Prompts, options and the log, in words.

use std::borrow::Cow;

use table::scene::seat_id;
use table::{Described, Observer, Seat};

use super::{ability, hand_id, spot_id, tree_id, yours};
use crate::pieces::{Card, Cards, Kind, deck};
use crate::sight::{Observation, Stage};
use crate::state::Ending;
use crate::{Action, Event, Scoring};

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
    Some(match ending {
        Ending::HandEmptied(seat) => format!("{seat} has played the last card and wins."),
        Ending::BloodTaken(seat) => {
            format!("{seat} lost the King's Blood, and with it the last card: {seat} wins.")
        }
        Ending::AllPassed => "Nobody can play or draw: nobody wins.".into(),
        Ending::NoFounder => "No Character is left to found a tree: nobody wins.".into(),
        Ending::TargetReached => {
            let scores = o.seats.iter().map(|seat| seat.score);
            let lowest = o.options.scoring == Scoring::B;
            let best = if lowest { scores.min() } else { scores.max() }.unwrap_or(0);
            let winners: table::SeatSet =
                Seat::all(o.seats.len()).filter(|seat| o.seats[seat.index()].score == best).collect();
            let verb = if winners.len() == 1 { "wins" } else { "win" };
            let which = if lowest { "lowest" } else { "highest" };
            format!("The target is reached: {winners} {verb} with the {which} score, {best}.")
        }
    })
}

fn list(cards: Cards) -> String {
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
            Described::new(label, [format!("{}/{}", hand_id(o.turn), card.slug())]).detail(about(o, card))
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
            match comer {
                Some(_) if o.debt > 0 => described.detail("Passes the debt on; no marriage."),
                Some(_) if royal => described.detail("The King's Blood: they marry."),
                Some(card) if card.may_marry(beside) => described.detail("They may marry."),
                _ => described,
            }
        }
        Action::Target(card) => {
            let label = match o.chosen.and_then(Card::kind) {
                Some(Kind::Assassination) => format!("Assassinate {card}"),
                Some(Kind::Exile) => format!("Exile {card}"),
                Some(Kind::NewConnection) => format!("Move {card}"),
                Some(Kind::Enthronement) => format!("Enthrone {card}"),
                None => format!("Give the King's Blood to {card}"),
            };
            Described::new(label, [tree_id(card)])
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

/// What a card is, in a line.
fn about(o: &Observation, card: Card) -> Cow<'static, str> {
    if !card.is_character() {
        return "".into();
    }
    let gender = if card.woman() { "woman" } else { "man" };
    let base = format!("{} {}, {gender}", card.colour().word(), card.number());
    match deck().specials(o.options.few()).of(card) {
        Some(special) => format!("{base}. {}.", ability(special)).into(),
        None => base.into(),
    }
}

/// What happened, in words.
pub(crate) fn narrate(event: &Event, observer: Observer) -> String {
    let cards = |count: u8| if count == 1 { "a card".to_owned() } else { format!("{count} cards") };
    match *event {
        Event::Dealt { hand, dealer, founder } => {
            format!("{dealer} deals hand {hand}. {founder} founds the tree.")
        }
        Event::DealtTo { seat, cards } if observer.is(seat) => format!("You are dealt {}.", list(cards)),
        Event::DealtTo { seat, cards } => format!("{seat} is dealt {}.", list(cards)),
        Event::Turn { seat, debt: 0 } if observer.is(seat) => "It is your turn.".into(),
        Event::Turn { seat, debt: 0 } => format!("It is {seat}'s turn."),
        Event::Turn { seat, debt } if observer.is(seat) => {
            format!("It is your turn, and you owe {debt} cards.")
        }
        Event::Turn { seat, debt } => format!("It is {seat}'s turn, with a debt of {debt} cards."),
        Event::Played { seat, card, .. } => format!("{seat} plays {card}."),
        Event::Placed { card, beside, side, .. } => {
            format!("{card} lies to the {} of {beside}.", side.word())
        }
        Event::Drew { seat, count } => format!("{seat} draws {}.", cards(count)),
        Event::DrewCards { seat, cards } if observer.is(seat) => format!("You draw {}.", list(cards)),
        Event::DrewCards { seat, cards } => format!("{seat} draws {}.", list(cards)),
        Event::NothingToDraw { seat } => format!("There is nothing left for {seat} to draw."),
        Event::Shuffled { count } => format!("The discards are shuffled: {} in the new pile.", cards(count)),
        Event::Married { card, beside, .. } => format!("{card} and {beside} marry."),
        Event::Unmarried { .. } => "There is no marriage.".into(),
        Event::Born { card } => format!("{card} is born."),
        Event::Childless { card, .. } => format!("The marriage brings no child but an Event, {card}."),
        Event::Fizzled { card } => format!("{card} finds no target."),
        Event::Assassinated { card, .. } => format!("{card} is assassinated."),
        Event::Banished { card, .. } => format!("{card} is banished from court."),
        Event::Exiled { card, to, along, .. } => {
            let with = if along.is_empty() { String::new() } else { format!(", with {}", list(along)) };
            format!("{card} is exiled to the hand of {to}{with}.")
        }
        Event::Lifted { card, .. } => format!("{card} leaves the old place."),
        Event::Moved { card, beside, side, .. } => {
            format!("{card} comes to the {} of {beside}.", side.word())
        }
        Event::Enthroned { card, gone, .. } => match gone.len() {
            0 => format!("{card} is enthroned."),
            count => format!("{card} is enthroned; {} of the old tree are discarded.", cards(count as u8)),
        },
        Event::BloodTaken { seat, from: None } => format!("{seat} takes the King's Blood."),
        Event::BloodTaken { seat, from: Some(from) } => format!("{seat} takes the King's Blood from {from}."),
        Event::BloodGiven { card, .. } => format!("{card} is of the King's Blood."),
        Event::BloodAside => "The King's Blood is set aside.".into(),
        Event::Founded { card, events } if events.is_empty() => format!("{card} founds a new tree."),
        Event::Founded { card, events } => format!("{} go by; {card} founds a new tree.", list(events)),
        Event::Called { seat, by_table: false } => format!("{seat}: \"King's Blood!\""),
        Event::Called { seat, .. } => format!("{seat} is down to one card: \"King's Blood!\""),
        Event::Forgotten { seat } => {
            format!("{seat} forgot the call: three cards, and the next turn is lost.")
        }
        Event::Skipped { seat } => format!("{seat} is skipped."),
        Event::Reversed { clockwise: true } => "Turns go clockwise now.".into(),
        Event::Reversed { .. } => "Turns go anticlockwise now.".into(),
        Event::TurnLost { seat } => format!("{seat} loses the turn."),
        Event::Passed { seat } => format!("{seat} passes."),
        Event::HandShown { seat, cards } => {
            let points: i32 = cards.iter().map(Card::points).sum();
            format!("{seat} shows {}: {points} points.", list(cards))
        }
        Event::HandOver { ending } => match ending {
            Ending::HandEmptied(seat) => format!("{seat} has played the last card."),
            Ending::BloodTaken(seat) => {
                format!("{seat} has no card left without the King's Blood, and wins.")
            }
            Ending::AllPassed => "All have passed: nobody wins.".into(),
            Ending::NoFounder => "No Character is left to found a tree: nobody wins.".into(),
            Ending::TargetReached => String::new(),
        },
        Event::Scored { gained: 0, .. } => String::new(),
        Event::Scored { seat, gained, score } => format!("{seat}: {gained:+} points, {score} in all."),
    }
}
