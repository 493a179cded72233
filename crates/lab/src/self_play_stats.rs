//! Sums over many games. All are whole numbers, so the order in which games are added makes no difference.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use table::chronicle::{Entry, Ledger};
use table::{Outcome, Seat, SeatSet};

use crate::counts::Counts;
use crate::estimate::Ratio;
use crate::merge::{Merge, merge_fields};

/// Shares of a game are counted in units of 1 / `WHOLE`, which every number of seats divides.
pub(crate) const WHOLE: i64 = 27_720;

/// Probabilities are counted in millionths.
pub(crate) const MILLION: f64 = 1e6;

/// A game to be counted.
pub(crate) struct FinishedGame<'a> {
    pub(crate) players: usize,
    /// By seat.
    pub(crate) decisions: &'a [u32],
    pub(crate) outcome: Option<Outcome>,
    pub(crate) labels: Vec<Vec<(&'static str, String)>>,
    pub(crate) ledger: Ledger,
}

/// How often seats that had or did something won.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct WinStats {
    /// Seats that won, of seats that had it, game by game.
    pub(crate) wins: Ratio,
    /// How many would have won at even tables, in units of 1 / [`WHOLE`].
    pub(crate) even: i64,
    /// The sum over games of the squared difference between the two.
    pub(crate) edge_squared: i64,
}

impl WinStats {
    fn add(&mut self, seats: SeatSet, winners: SeatSet, players: usize) {
        let (had, won) = (seats.len() as i64, seats.intersection(winners).len() as i64);
        let even = had * winners.len() as i64 * (WHOLE / players.max(1) as i64);
        let edge = WHOLE * won - even;
        self.wins.add(won, had);
        self.even += even;
        self.edge_squared += edge * edge;
    }
}

/// A deed with one name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct DeedStats {
    /// How often in a game.
    pub(crate) times: Ratio,
    /// Games in which it happened at all.
    pub(crate) games: u64,
    pub(crate) won: WinStats,
}

/// Amounts with one name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct AmountStats {
    pub(crate) mean: Ratio,
    pub(crate) spread: Counts,
}

/// Events with one name and a known probability.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct OddsStats {
    pub(crate) happened: Ratio,
    /// The sum of the probabilities, in millionths.
    pub(crate) expected: u64,
    /// The sum of `p (1 - p)`, in millionths.
    pub(crate) variance: u64,
}

/// The sums of one account.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct AccountStats {
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) deeds: BTreeMap<String, DeedStats>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) rates: BTreeMap<String, Ratio>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) amounts: BTreeMap<String, AmountStats>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) duels: BTreeMap<String, BTreeMap<String, Ratio>>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) odds: BTreeMap<String, OddsStats>,
}

/// Games at tables of one size.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct TableStats {
    pub(crate) games: u64,
    pub(crate) draws: u64,
    /// Decisions in a game.
    pub(crate) length: AmountStats,
    /// Decisions of a player in a game.
    pub(crate) share: AmountStats,
    /// By kind of label ("seat" among them) and label.
    pub(crate) won: BTreeMap<String, BTreeMap<String, WinStats>>,
}

/// What is counted over many games between equal bots.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SelfPlayStats {
    pub(crate) games: u64,
    /// Games that did not end within the game's bound.
    pub(crate) unfinished: u64,
    pub(crate) endings: BTreeMap<String, u64>,
    /// By number of players.
    pub(crate) tables: BTreeMap<usize, TableStats>,
    /// By account.
    pub(crate) accounts: BTreeMap<String, AccountStats>,
}

impl SelfPlayStats {
    /// How many games have been played.
    pub fn games(&self) -> u64 {
        self.games
    }

    pub(crate) fn add(&mut self, played: &FinishedGame<'_>) {
        self.games += 1;
        let table = self.tables.entry(played.players).or_default();
        table.games += 1;
        let all: i64 = played.decisions.iter().map(|&count| i64::from(count)).sum();
        table.length.add_game([all].into_iter());
        table.share.add_game(played.decisions.iter().map(|&count| i64::from(count)));
        let Some(outcome) = &played.outcome else {
            self.unfinished += 1;
            return;
        };
        *entry(&mut self.endings, outcome.ending()) += 1;
        table.draws += u64::from(outcome.is_draw());
        let winners = outcome.winners();
        let mut groups: BTreeMap<(&str, &str), SeatSet> = BTreeMap::new();
        let numbers: Vec<String> = (1..=played.players).map(|number| number.to_string()).collect();
        for seat in Seat::all(played.players) {
            groups.entry(("seat", &numbers[seat.index()])).or_default().insert(seat);
            for (kind, label) in played.labels.get(seat.index()).into_iter().flatten() {
                groups.entry((kind, label)).or_default().insert(seat);
            }
        }
        for ((kind, label), seats) in groups {
            entry(entry(&mut table.won, kind), label).add(seats, winners, played.players);
        }
        self.add_ledger(&played.ledger, winners, played.players);
    }

    /// Entries are first put together by name: what happens in one game is one observation.
    fn add_ledger(&mut self, ledger: &Ledger, winners: SeatSet, players: usize) {
        let mut deeds: BTreeMap<(&str, &str), (i64, SeatSet)> = BTreeMap::new();
        let mut rates: BTreeMap<(&str, &str), (i64, i64)> = BTreeMap::new();
        let mut amounts: BTreeMap<(&str, &str), Vec<i64>> = BTreeMap::new();
        let mut duels: BTreeMap<(&str, &str, &str), (i64, i64)> = BTreeMap::new();
        let mut odds: BTreeMap<(&str, &str), (i64, i64, f64, f64)> = BTreeMap::new();
        for line in &ledger.0 {
            match line {
                Entry::Deed { account, name, seat } => {
                    let deed = deeds.entry((account, name)).or_default();
                    deed.0 += 1;
                    deed.1.insert(*seat);
                }
                Entry::Rate { account, name, yes } => {
                    let rate = rates.entry((account, name)).or_default();
                    rate.0 += i64::from(*yes);
                    rate.1 += 1;
                }
                Entry::Amount { account, name, amount } => {
                    amounts.entry((account, name)).or_default().push(*amount);
                }
                Entry::Duel { account, row, column, won } => {
                    let duel = duels.entry((account, row, column)).or_default();
                    duel.0 += i64::from(*won);
                    duel.1 += 1;
                }
                Entry::Odds { account, name, chance, happened } => {
                    let odds = odds.entry((account, name)).or_default();
                    odds.0 += i64::from(*happened);
                    odds.1 += 1;
                    odds.2 += chance;
                    odds.3 += chance * (1.0 - chance);
                }
            }
        }
        for ((account, name), (times, seats)) in deeds {
            let deed = entry(&mut entry(&mut self.accounts, account).deeds, name);
            deed.times.add(times, 1);
            deed.games += 1;
            deed.won.add(seats, winners, players);
        }
        for ((account, name), (yes, of)) in rates {
            entry(&mut entry(&mut self.accounts, account).rates, name).add(yes, of);
        }
        for ((account, name), all) in amounts {
            entry(&mut entry(&mut self.accounts, account).amounts, name).add_game(all.into_iter());
        }
        for ((account, row, column), (won, of)) in duels {
            entry(entry(&mut entry(&mut self.accounts, account).duels, row), column).add(won, of);
        }
        for ((account, name), (happened, of, chance, variance)) in odds {
            let sums = entry(&mut entry(&mut self.accounts, account).odds, name);
            sums.happened.add(happened, of);
            sums.expected += (chance * MILLION).round() as u64;
            sums.variance += (variance * MILLION).round() as u64;
        }
    }

    /// Adds what another worker has counted.
    pub fn merge(&mut self, other: SelfPlayStats) {
        Merge::merge(self, other);
    }

    /// What distinguishes a table from others: nothing if all have the same size.
    pub(crate) fn at(&self, players: usize) -> String {
        if self.tables.len() > 1 { format!(" at {players} players") } else { String::new() }
    }
}

merge_fields! {
    WinStats { wins, even, edge_squared }
    DeedStats { times, games, won }
    AmountStats { mean, spread }
    OddsStats { happened, expected, variance }
    AccountStats { deeds, rates, amounts, duels, odds }
    TableStats { games, draws, length, share, won }
    SelfPlayStats { games, unfinished, endings, tables, accounts }
}

impl AmountStats {
    fn add_game(&mut self, amounts: impl Iterator<Item = i64>) {
        let (mut sum, mut count) = (0, 0);
        for amount in amounts {
            sum += amount;
            count += 1;
            self.spread.add(amount);
        }
        self.mean.add(sum, count);
    }
}

/// The value of a name. Allocates only for a new name.
fn entry<'a, V: Default>(map: &'a mut BTreeMap<String, V>, name: &str) -> &'a mut V {
    if !map.contains_key(name) {
        map.insert(name.to_owned(), V::default());
    }
    map.get_mut(name).expect("it was put there if it was missing")
}

/// Which games of a run have been played: ranges of numbers, both ends included.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlayedGames(Vec<(u64, u64)>);

impl PlayedGames {
    /// Has this game been played?
    pub fn contains(&self, game: u64) -> bool {
        let after = self.0.partition_point(|&(from, _)| from <= game);
        after > 0 && game <= self.0[after - 1].1
    }

    /// This game has been played.
    pub fn insert(&mut self, game: u64) {
        if self.contains(game) {
            return;
        }
        let at = self.0.partition_point(|&(from, _)| from <= game);
        let joins_left = at > 0 && self.0[at - 1].1 + 1 == game;
        let joins_right = at < self.0.len() && game + 1 == self.0[at].0;
        match (joins_left, joins_right) {
            (true, true) => {
                self.0[at - 1].1 = self.0[at].1;
                self.0.remove(at);
            }
            (true, false) => self.0[at - 1].1 = game,
            (false, true) => self.0[at].0 = game,
            (false, false) => self.0.insert(at, (game, game)),
        }
    }

    /// How many have been played.
    pub fn len(&self) -> u64 {
        self.0.iter().map(|(from, to)| to - from + 1).sum()
    }

    /// Has none been played?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_are_done_are_kept_as_ranges() {
        let mut done = PlayedGames::default();
        for game in [5, 1, 2, 9, 3, 4, 2] {
            done.insert(game);
        }
        assert_eq!(done, PlayedGames(vec![(1, 5), (9, 9)]));
        assert_eq!(done.len(), 6);
        assert!(done.contains(3) && !done.contains(6) && !done.contains(0));
    }

    #[test]
    fn an_even_table_has_no_edge() {
        let mut won = WinStats::default();
        let seats = SeatSet::full(4);
        for winner in Seat::all(4) {
            won.add(seats, SeatSet::one(winner), 4);
        }
        assert_eq!(WHOLE * won.wins.top, won.even, "all seats together win just what they should");
    }
}
