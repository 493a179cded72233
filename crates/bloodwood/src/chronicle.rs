//! What a designer wants counted.

use table::chronicle::{Account, Chronicle, Kind, Ledger, Step};
use table::{Outcome, Seat};

use crate::Bloodwood;
use crate::event::Event;
use crate::pieces::Card;
use crate::state::State;

const DECLARED: Account = Account::new(
    "declared",
    Kind::Deeds,
    "Who declares",
    "How often each entity declares, and how often it wins then.",
);
const RIGHT: Account = Account::new(
    "right",
    Kind::Rates,
    "How often declarations are right",
    "Right: all enemies named, and all of them mutated. Also the two ways to be wrong.",
);
const WHEN: Account = Account::new(
    "when",
    Kind::Amounts,
    "When it is declared",
    "The round of the declaration, and whether it was day or night.",
);
const CARD: Account = Account::new(
    "card",
    Kind::Deeds,
    "Cards played",
    "How often each card is played, and how often its player wins then.",
);
const ANSWER: Account = Account::new(
    "answer",
    Kind::Rates,
    "Answers to attacks",
    "How often an attack is answered, and with what.",
);
const TABLE: Account = Account::new(
    "table",
    Kind::Amounts,
    "Mutations and curses",
    "Players mutated at the end, DNA turned over and Curse Marks fallen in a game.",
);

/// Curses fallen and DNA turned over so far.
#[derive(Default)]
pub struct Memory {
    curses: i64,
    bites: i64,
}

/// The current round, counted from 1.
fn round(state: &State) -> i64 {
    i64::from(state.turns) / state.players() as i64 + 1
}

/// What a seat was: its side and its entity.
pub(crate) fn labels(state: &State, seat: Seat) -> Vec<(&'static str, String)> {
    let entity = state.entity(seat);
    vec![("faction", entity.faction().name().to_owned()), ("entity", entity.name().to_owned())]
}

impl Chronicle for Bloodwood {
    const ACCOUNTS: &'static [Account] = &[DECLARED, RIGHT, WHEN, CARD, ANSWER, TABLE];

    type Memory = Memory;

    fn note(memory: &mut Memory, step: &Step<'_, Self>, ledger: &mut Ledger) {
        let state = step.before;
        for event in step.events() {
            match *event {
                Event::Played { seat, card, .. } => ledger.deed(CARD, card.name(), seat),
                Event::Answered { with, seat, .. } => {
                    ledger.deed(CARD, with.name(), seat);
                    ledger.rate(ANSWER, "answered", true);
                    ledger.rate(ANSWER, "with the Mirror", with == Card::Mirror);
                }
                Event::Endured { .. } => ledger.rate(ANSWER, "answered", false),
                Event::Turned { .. } => memory.bites += 1,
                Event::CurseFell { .. } => memory.curses += 1,
                Event::Declared { seat } => {
                    ledger.deed(DECLARED, state.entity(seat).name(), seat);
                    ledger.amount(WHEN, format!("round, by {}", state.phase.name()), round(state));
                }
                Event::Judged { named, enemies, pure, .. } => {
                    let right = named == enemies;
                    ledger.rate(RIGHT, "right", right && pure.is_empty());
                    ledger.rate(RIGHT, "somebody named falsely", !right);
                    ledger.rate(RIGHT, "an enemy not mutated", right && !pure.is_empty());
                }
                _ => {}
            }
        }
    }

    fn close(memory: &Memory, state: &State, _: &Outcome, ledger: &mut Ledger) {
        ledger.amount(TABLE, "mutated at the end", state.mutated.len() as i64);
        ledger.amount(TABLE, "DNA turned over", memory.bites);
        ledger.amount(TABLE, "curses fallen", memory.curses);
        ledger.amount(TABLE, "rounds", round(state));
    }
}
