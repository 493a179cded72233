//! What a designer wants counted.

use table::chronicle::{Account, Chronicle, Kind, Ledger, Step};
use table::{Outcome, Seat, Text, say};

use crate::BloodLust;
use crate::event::{Event, NightEnd};
use crate::pieces::{DECK, Vampire};
use crate::state::State;

const SCORE: Account = Account::new(
    "score",
    Kind::Amounts,
    "Score by vampire",
    "The Bloodline a vampire has brought home by the end of the game.",
);
const LEAVE: Account = Account::new(
    "leave",
    Kind::Amounts,
    "The draw on which players leave",
    "How many cards had been drawn when a vampire left the hunt, by night.",
);
const NIGHT: Account = Account::new(
    "night",
    Kind::Rates,
    "How nights end",
    "The share of nights that end with the sun, with everybody gone, or with the last card.",
);
const DAWN: Account = Account::new(
    "dawn",
    Kind::Rates,
    "Caught by the sun",
    "How often a vampire is still on the hunt when the sun rises, by vampire.",
);
const ABILITY: Account = Account::new(
    "ability",
    Kind::Deeds,
    "Abilities used",
    "How often each vampire's ability is used, and how often its player wins then.",
);
const EVENT: Account = Account::new(
    "event",
    Kind::Deeds,
    "Events played",
    "How often each event is played, and how often its player wins then.",
);
const SLAYER: Account = Account::new(
    "slayer",
    Kind::Rates,
    "Paying the Slayer",
    "How often a Slayer is paid in health and not in Bloodline.",
);
const INVITATION: Account = Account::new(
    "invitation",
    Kind::Rates,
    "The Invitation",
    "How often it is accepted, and how often the guess is right.",
);

/// How many cards of this night have been drawn.
fn drawn(state: &State) -> i64 {
    DECK as i64 - i64::from(state.left)
}

impl Chronicle for BloodLust {
    const ACCOUNTS: &'static [Account] = &[SCORE, LEAVE, NIGHT, DAWN, ABILITY, EVENT, SLAYER, INVITATION];

    type Memory = ();

    fn note(_: &mut (), step: &Step<'_, Self>, ledger: &mut Ledger) {
        for event in step.events() {
            match event {
                Event::Banked { .. } => {
                    ledger.amount(LEAVE, "all nights", drawn(step.before));
                    ledger.amount(LEAVE, format!("night {}", step.before.round), drawn(step.before));
                }
                Event::NightEnded { how, .. } => {
                    for (name, way) in [
                        ("with the sun", NightEnd::Dawn),
                        ("with everybody gone", NightEnd::AllGone),
                        ("with the last card", NightEnd::DeckOut),
                    ] {
                        ledger.rate(NIGHT, name, *how == way);
                    }
                    let setup = step.before.setup;
                    for lair in 0..setup.lairs() {
                        let caught = *how == NightEnd::Dawn && step.before.active >> lair & 1 == 1;
                        ledger.rate(DAWN, Vampire(step.before.who[lair]).name(), caught);
                    }
                }
                Event::Used { who, .. } | Event::Saw { who, .. } => {
                    ledger.deed(ABILITY, who.vampire.name(), who.seat);
                }
                Event::Played { who, event, .. } => ledger.deed(EVENT, event.name(), who.seat),
                Event::Yielded { health, .. } => ledger.rate(SLAYER, "in health", *health),
                Event::Answered { guess, .. } => ledger.rate(INVITATION, "accepted", guess.is_some()),
                Event::Guessed { right, .. } => ledger.rate(INVITATION, "guessed right", *right),
                _ => {}
            }
        }
    }

    fn close((): &(), state: &State, _: &Outcome, ledger: &mut Ledger) {
        for lair in 0..state.setup.lairs() {
            let vampire = Vampire(state.who[lair]);
            ledger.amount(SCORE, vampire.name(), i64::from(state.total[lair]));
        }
    }
}

/// What a seat was, for statistics.
pub(crate) fn labels(state: &State, seat: Seat) -> Vec<(&'static str, String)> {
    let each = usize::from(state.setup.each);
    let first = seat.index() * each;
    let vampire = |lair: usize| state.vampire(lair).name().to_owned();
    let mut labels = vec![("vampire", vampire(first))];
    if each == 2 {
        labels.push(("second vampire", vampire(first + 1)));
    }
    labels
}

/// What each night brought home. With two vampires a seat has the points of the better one, not their sum.
pub(crate) fn gains([before, _]: [&State; 2], event: &Event, gain: &mut dyn FnMut(Text, Seat, i32)) {
    if before.setup.each > 1 {
        return;
    }
    let mut banked = |seat, bloodline| {
        gain(say!("Banked in night {night}", night = before.round), seat, bloodline);
    };
    match *event {
        Event::Banked { who, bloodline, .. } => banked(who.seat, bloodline.into()),
        // A night that brought nobody anything has its row too.
        Event::NightEnded { .. } => banked(Seat::new(0), 0),
        _ => {}
    }
}
