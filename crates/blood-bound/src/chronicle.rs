//! What a designer wants counted.

use table::chronicle::{Account, Chronicle, Kind, Ledger, Step};
use table::{Outcome, Seat};

use crate::BloodBound;
use crate::event::Event;
use crate::pieces::Clan;
use crate::rules::ending::leader;
use crate::state::{End, Phase, State};

const CAPTURE: Account = Account::new(
    "capture",
    Kind::Rates,
    "Who is captured",
    "The share of games in which the captive was the rival leader, another rival, or one of the captor's own clan.",
);
const LEADER: Account = Account::new(
    "leader",
    Kind::Rates,
    "How leaders fare",
    "How often the leader of a clan is not captured, and how often it ends without a wound.",
);
const ORDER: Account = Account::new(
    "inquisitor",
    Kind::Rates,
    "The Inquisitor",
    "At tables with the Inquisitor: how often he wins, and how often he gets to lay his curses.",
);
const ABILITY: Account = Account::new(
    "ability",
    Kind::Deeds,
    "Abilities used",
    "How often each character uses its ability, and how often it wins then.",
);
const CHOICE: Account = Account::new(
    "choice",
    Kind::Rates,
    "Choices",
    "How often an ability is used when it could be, help is called for, offered and accepted.",
);
const DEED: Account = Account::new(
    "deed",
    Kind::Deeds,
    "Deeds",
    "What players do with the dagger and for each other, and how often those who do it win.",
);
const WOUNDS: Account = Account::new(
    "wounds",
    Kind::Amounts,
    "Strikes, passes and wounds",
    "Strikes and passes of the dagger in a game, and wounds on the table at its end.",
);

/// Strikes and passes so far.
#[derive(Default)]
pub struct Memory {
    strikes: i64,
    passes: i64,
}

/// What a seat was: clan, character, and whether it led at the end.
pub(crate) fn labels(state: &State, seat: Seat) -> Vec<(&'static str, String)> {
    let card = state.card(seat);
    let leads = card.clan().is_some_and(|clan| leader(state, clan) == Some(seat));
    vec![
        ("clan", card.clan().map_or("Secret Order", Clan::name).to_owned()),
        ("character", card.rank().name().to_owned()),
        ("leader", if leads { "yes" } else { "no" }.to_owned()),
    ]
}

impl Chronicle for BloodBound {
    const ACCOUNTS: &'static [Account] = &[CAPTURE, LEADER, ORDER, ABILITY, CHOICE, DEED, WOUNDS];

    type Memory = Memory;

    fn note(memory: &mut Memory, step: &Step<'_, Self>, ledger: &mut Ledger) {
        let state = step.before;
        let used = |seat: Seat, ledger: &mut Ledger| {
            let rank = state.rank(seat);
            ledger.deed(ABILITY, rank.name(), seat);
            ledger.rate(CHOICE, "ability used", true);
        };
        for event in step.events() {
            match *event {
                Event::Struck { attacker, target } => {
                    memory.strikes += 1;
                    ledger.deed(DEED, "struck", attacker);
                    let own = state.card(attacker).clan().is_some()
                        && state.card(attacker).clan() == state.card(target).clan();
                    ledger.rate(CHOICE, "struck a member of its own clan", own);
                }
                Event::Passed { from, .. } => {
                    memory.passes += 1;
                    ledger.deed(DEED, "passed the dagger", from);
                }
                Event::Called { target } => {
                    ledger.deed(DEED, "called for help", target);
                    ledger.rate(CHOICE, "called for help", true);
                }
                Event::StoodAlone { target } => {
                    ledger.deed(DEED, "stood alone", target);
                    ledger.rate(CHOICE, "called for help", false);
                }
                Event::Opened { offers, .. } => {
                    ledger.rate(CHOICE, "somebody offered", !offers.is_empty());
                    offers.iter().for_each(|seat| ledger.deed(DEED, "offered to intervene", seat));
                }
                Event::Accepted { by, .. } => {
                    ledger.deed(DEED, "intervened", by);
                    ledger.rate(CHOICE, "an offer accepted", true);
                }
                Event::AcceptedNone { .. } => ledger.rate(CHOICE, "an offer accepted", false),
                Event::Forwent { .. } => ledger.rate(CHOICE, "ability used", false),
                Event::Quill { elder } => used(elder, ledger),
                Event::Assassin { assassin, .. } => used(assassin, ledger),
                Event::Harlequin { harlequin, .. } => used(harlequin, ledger),
                Event::Harmed { alchemist, .. } | Event::Healed { alchemist, .. } => used(alchemist, ledger),
                Event::Mentalist { mentalist, .. } => used(mentalist, ledger),
                Event::Shield { guardian, .. } => used(guardian, ledger),
                Event::Berserker { berserker, .. } => used(berserker, ledger),
                Event::Staff { mage, .. } => used(mage, ledger),
                Event::Fan { courtesan, .. } => used(courtesan, ledger),
                Event::CursesLaid { inquisitor } => used(inquisitor, ledger),
                _ => {}
            }
        }
    }

    fn close(memory: &Memory, state: &State, outcome: &Outcome, ledger: &mut Ledger) {
        if let Phase::Over { end: End::Capture { captor, captive } } = state.phase {
            let (hunter, prey) = (state.card(captor).clan(), state.card(captive).clan());
            let own = hunter.is_some() && hunter == prey;
            let leads = prey.is_some_and(|clan| leader(state, clan) == Some(captive));
            ledger.rate(CAPTURE, "the rival leader", leads && !own);
            ledger.rate(CAPTURE, "another rival", !leads && !own && prey.is_some());
            ledger.rate(CAPTURE, "one of the captor's clan", own);
            ledger.rate(CAPTURE, "the Inquisitor", prey.is_none());
            for clan in [Clan::Rose, Clan::Beast] {
                if let Some(seat) = leader(state, clan) {
                    let survives = captive != seat;
                    ledger.rate(LEADER, format!("leader of the {} not captured", clan.name()), survives);
                    ledger.rate(
                        LEADER,
                        "leader unwounded at the end",
                        state.tokens[seat.index()].wounds() == 0,
                    );
                }
            }
        }
        if let Some(seat) = state.inquisitor() {
            ledger.rate(ORDER, "wins", outcome.winners().contains(seat));
            ledger.rate(ORDER, "lays his curses", !state.curses.is_empty());
            ledger.rate(ORDER, "has shown his rank", state.tokens[seat.index()].rank);
        }
        ledger.amount(WOUNDS, "strikes", memory.strikes);
        ledger.amount(WOUNDS, "passes", memory.passes);
        let wounds = state.seats().map(|seat| i64::from(state.tokens[seat.index()].wounds())).sum();
        ledger.amount(WOUNDS, "wounds", wounds);
    }
}
