//! The chronicle: what a game wants counted over many games, for designers.
//!
//! A game names its [accounts](Account) and writes into a [`Ledger`] what happens; the lab adds up the ledgers of many games.

use std::borrow::Cow;

use crate::event::Audience;
use crate::game::Game;
use crate::outcome::Outcome;
use crate::seat::Seat;

/// What an account counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Deeds of seats: how often, and how often the seats that do them win.
    Deeds,
    /// Questions with a yes or a no: how often yes.
    Rates,
    /// Amounts: how they are spread.
    Amounts,
    /// One against another: how often the first wins.
    Duels,
    /// Things that happen with a known probability: does it match?
    Odds,
}

/// Something a game keeps count of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Account {
    /// Its name in files: `card`.
    pub id: &'static str,
    /// Its title: "Cards played".
    pub title: &'static str,
    /// What exactly is counted, in a sentence or two.
    pub about: &'static str,
    /// What kind of thing it counts.
    pub kind: Kind,
}

impl Account {
    /// An account.
    pub const fn new(id: &'static str, kind: Kind, title: &'static str, about: &'static str) -> Account {
        Account { id, title, about, kind }
    }
}

/// A name within an account: "Bite", "Corvin".
pub type Name = Cow<'static, str>;

/// One entry of a ledger. The account is its id.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the kinds of accounts say it")]
pub enum Entry {
    Deed { account: &'static str, name: Name, seat: Seat },
    Rate { account: &'static str, name: Name, yes: bool },
    Amount { account: &'static str, name: Name, amount: i64 },
    Duel { account: &'static str, row: Name, column: Name, won: bool },
    Odds { account: &'static str, name: Name, chance: f64, happened: bool },
}

/// What happened in one game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Ledger(pub Vec<Entry>);

impl Ledger {
    /// A seat did something.
    pub fn deed(&mut self, account: Account, name: impl Into<Name>, seat: Seat) {
        self.0.push(Entry::Deed { account: account.id, name: name.into(), seat });
    }

    /// A question was answered.
    pub fn rate(&mut self, account: Account, name: impl Into<Name>, yes: bool) {
        self.0.push(Entry::Rate { account: account.id, name: name.into(), yes });
    }

    /// Something had this size.
    pub fn amount(&mut self, account: Account, name: impl Into<Name>, amount: i64) {
        self.0.push(Entry::Amount { account: account.id, name: name.into(), amount });
    }

    /// One met another, and won or not.
    pub fn duel(&mut self, account: Account, row: impl Into<Name>, column: impl Into<Name>, won: bool) {
        self.0.push(Entry::Duel { account: account.id, row: row.into(), column: column.into(), won });
    }

    /// Something with a known chance happened or not.
    pub fn odds(&mut self, account: Account, name: impl Into<Name>, chance: f64, happened: bool) {
        self.0.push(Entry::Odds { account: account.id, name: name.into(), chance, happened });
    }
}

/// One action and what it did.
pub struct Step<'a, G: Game> {
    /// The truth before it.
    pub before: &'a G::State,
    /// The truth after it.
    pub after: &'a G::State,
    /// Who acted.
    pub seat: Seat,
    /// What was done.
    pub action: G::Action,
    /// What happened.
    pub told: &'a [(Audience, G::Event)],
}

impl<G: Game> Step<'_, G> {
    /// What happened, each thing once: as the open table heard it.
    pub fn events(&self) -> impl Iterator<Item = &G::Event> {
        let open = crate::seat::Observer::All;
        self.told.iter().filter(move |(audience, _)| audience.includes(open)).map(|(_, event)| event)
    }
}

/// A game that keeps count.
pub trait Chronicle: Game {
    /// What it keeps count of, in the order in which a designer wants to read it.
    const ACCOUNTS: &'static [Account] = &[];

    /// What is remembered from one action of a game to the next.
    type Memory: Default;

    /// The tables to play if the options leave something open that is worth comparing, such as the map.
    fn tables(options: &Self::Options) -> Vec<Self::Options> {
        vec![options.clone()]
    }

    /// An action has been taken.
    fn note(memory: &mut Self::Memory, step: &Step<'_, Self>, ledger: &mut Ledger) {
        let _ = (memory, step, ledger);
    }

    /// The game is over.
    fn close(memory: &Self::Memory, state: &Self::State, outcome: &Outcome, ledger: &mut Ledger) {
        let _ = (memory, state, outcome, ledger);
    }
}
