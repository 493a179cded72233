//! What a designer wants counted.

use table::chronicle::{Account, Chronicle, Kind, Ledger, Step};
use table::{Outcome, Seat};

use crate::BloodLust;
use crate::event::{Event, NightEnd};
use crate::pieces::{DECK, Vampire};
use crate::state::State;

const SCORE: &str = "score";
const LEAVE: &str = "leave";
const NIGHT: &str = "night";
const DAWN: &str = "dawn";
const ABILITY: &str = "ability";
const EVENT: &str = "event";
const SLAYER: &str = "slayer";
const INVITATION: &str = "invitation";

/// How many cards of this night have been drawn.
fn drawn(state: &State) -> i64 {
    DECK as i64 - i64::from(state.left)
}

impl Chronicle for BloodLust {
    const ACCOUNTS: &'static [Account] = &[
        Account {
            id: SCORE,
            title: "Score by vampire",
            about: "The Bloodline a vampire has brought home by the end of the game.",
            kind: Kind::Amounts,
        },
        Account {
            id: LEAVE,
            title: "The draw on which players leave",
            about: "How many cards had been drawn when a vampire left the hunt, by night.",
            kind: Kind::Amounts,
        },
        Account {
            id: NIGHT,
            title: "How nights end",
            about: "The share of nights that end with the sun, with everybody gone, or with the last card.",
            kind: Kind::Rates,
        },
        Account {
            id: DAWN,
            title: "Caught by the sun",
            about: "How often a vampire is still on the hunt when the sun rises, by vampire.",
            kind: Kind::Rates,
        },
        Account {
            id: ABILITY,
            title: "Abilities used",
            about: "How often each vampire's ability is used, and how often its player wins then.",
            kind: Kind::Deeds,
        },
        Account {
            id: EVENT,
            title: "Events played",
            about: "How often each event is played, and how often its player wins then.",
            kind: Kind::Deeds,
        },
        Account {
            id: SLAYER,
            title: "Paying the Slayer",
            about: "How often a Slayer is paid in health and not in Bloodline.",
            kind: Kind::Rates,
        },
        Account {
            id: INVITATION,
            title: "The Invitation",
            about: "How often it is accepted, and how often the guess is right.",
            kind: Kind::Rates,
        },
    ];

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
