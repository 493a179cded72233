//! What a designer wants counted.

use table::chronicle::{Account, Chronicle, Kind, Ledger, Step};
use table::{Seat, Text, say};

use crate::KingsBlood;
use crate::event::Event;
use crate::pieces::Special;
use crate::state::State;

const HAND: Account = Account::new("hand", Kind::Amounts, "Turns in a hand", "How many turns a hand takes.");
const CHAIN: Account = Account::new(
    "chain",
    Kind::Amounts,
    "Draw 3 chains",
    "How many Draw 3 come in a row before somebody draws.",
);
const MARRIAGE: Account = Account::new(
    "marriage",
    Kind::Rates,
    "Marriages",
    "Of couples that could marry, how many do; of marriages, how many have a child.",
);
const LEFT: Account = Account::new(
    "left",
    Kind::Amounts,
    "Marriages and cards",
    "Marriages in a hand, and the cards the others hold at its end.",
);
const CALL: Account = Account::new(
    "call",
    Kind::Rates,
    "The announcement",
    "How often the call \"King's Blood!\" is made by the player, or forgotten and paid for.",
);
const CARD: Account = Account::new(
    "card",
    Kind::Deeds,
    "Cards played",
    "How often each kind of card is played, and how often its player wins then.",
);
const DEED: Account = Account::new(
    "deed",
    Kind::Deeds,
    "Deeds and blows",
    "What players do and suffer, and how often they win then.",
);

/// What is remembered within a hand.
#[derive(Default)]
pub struct Memory {
    turns: i64,
    marriages: i64,
    /// Draw 3 cards in a row so far.
    chain: i64,
}

impl Chronicle for KingsBlood {
    const ACCOUNTS: &'static [Account] = &[HAND, CHAIN, MARRIAGE, LEFT, CALL, CARD, DEED];

    type Memory = Memory;

    fn note(memory: &mut Memory, step: &Step<'_, Self>, ledger: &mut Ledger) {
        let state = step.before;
        for event in step.events() {
            match *event {
                Event::Turn { .. } => memory.turns += 1,
                Event::Played { seat, card, .. } => {
                    let special = state.specials().of(card);
                    let name = match (card.kind(), special) {
                        (Some(kind), _) => kind.word(),
                        (None, Some(Special::Skip)) => "Skip",
                        (None, Some(Special::Reverse)) => "Reverse",
                        (None, Some(Special::Draw3)) => "Draw 3",
                        (None, None) if card.is_character() => "plain Character",
                        (None, None) => "King's Blood card",
                    };
                    ledger.deed(CARD, name, seat);
                    if special == Some(Special::Draw3) {
                        memory.chain += 1;
                    }
                }
                Event::DrewCards { seat, cards } => {
                    if state.debt > 0 && memory.chain > 0 {
                        ledger.amount(CHAIN, "Draw 3 in a row", std::mem::take(&mut memory.chain));
                        ledger.deed(DEED, "drew for a chain", seat);
                    } else if cards.len() == 1 {
                        ledger.deed(DEED, "drew a card", seat);
                    }
                }
                Event::Married { seat, .. } => {
                    memory.marriages += 1;
                    ledger.deed(DEED, "arranged a marriage", seat);
                    ledger.rate(MARRIAGE, "a couple marries", true);
                }
                Event::Unmarried { .. } => ledger.rate(MARRIAGE, "a couple marries", false),
                Event::Born { .. } => ledger.rate(MARRIAGE, "a marriage has a child", true),
                Event::Childless { .. } => ledger.rate(MARRIAGE, "a marriage has a child", false),
                Event::Called { seat, by_table } => {
                    ledger.rate(CALL, "forgotten", false);
                    ledger.rate(CALL, "made by the table for the player", by_table);
                    ledger.deed(DEED, "called", seat);
                }
                Event::Forgotten { seat } => {
                    ledger.rate(CALL, "forgotten", true);
                    ledger.deed(DEED, "forgot to call", seat);
                }
                Event::TurnLost { seat } => ledger.deed(DEED, "lost a turn", seat),
                Event::Skipped { seat } => ledger.deed(DEED, "was skipped", seat),
                Event::Exiled { to, .. } => ledger.deed(DEED, "was sent an exile", to),
                Event::HandOver { .. } => {
                    ledger.amount(HAND, "turns", std::mem::take(&mut memory.turns));
                    ledger.amount(LEFT, "marriages", std::mem::take(&mut memory.marriages));
                    let held: i64 = step.after.counts.iter().map(|&count| i64::from(count)).sum();
                    if step.after.hand == step.before.hand {
                        ledger.amount(LEFT, "cards left with the others", held);
                    }
                    memory.chain = 0;
                }
                _ => {}
            }
        }
    }
}

/// For statistics: when the seat had its first turn in the last hand.
pub(crate) fn labels(state: &State, seat: Seat) -> Vec<(&'static str, String)> {
    let players = state.players();
    let order = (seat.index() + players - state.dealer.left(players).index()) % players + 1;
    vec![("turn order", order.to_string())]
}

/// What each hand of a series brought.
pub(crate) fn gains([before, _]: [&State; 2], event: &Event, gain: &mut dyn FnMut(Text, Seat, i32)) {
    if let Event::Scored { seat, gained, .. } = *event {
        gain(say!("Hand {hand}", hand = before.hand), seat, gained.into());
    }
}
