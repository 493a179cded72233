//! A small map and a table to try rules on.

use bloodstones::map::Area;
use bloodstones::pieces::Place;
use bloodstones::state::Phase;
use bloodstones::{Action, Bloodstones, Options};
use laws::{Bench, seat};
use table::{Options as _, Seat};

/// Home, Mead and Far lie in a row of plains; Wood and Cape are forest, Fell and Down hills with the Peak between them, the Waste is
/// desert. Bay, Deep and Gulf are a chain of seas round the Isle.
pub(crate) const VALE: &str = r#"
name = "Vale"
players = [2, 6]
area = [
  { name = "Home", terrain = "plains", next-to = ["Mead", "Wood", "Bay"] },
  { name = "Mead", terrain = "plains", next-to = ["Home", "Far", "Wood", "Fell"] },
  { name = "Wood", terrain = "forest", next-to = ["Home", "Mead", "Fell", "Bay"] },
  { name = "Fell", terrain = "hills", next-to = ["Mead", "Wood", "Peak", "Far", "Down"] },
  { name = "Peak", terrain = "mountains", next-to = ["Fell", "Down"] },
  { name = "Down", terrain = "hills", next-to = ["Fell", "Peak", "Waste", "Far"] },
  { name = "Waste", terrain = "desert", next-to = ["Down", "Far"] },
  { name = "Far", terrain = "plains", next-to = ["Mead", "Fell", "Down", "Waste", "Cape"] },
  { name = "Cape", terrain = "forest", next-to = ["Far", "Deep"] },
  { name = "Bay", terrain = "sea", next-to = ["Home", "Wood", "Deep", "Isle"] },
  { name = "Deep", terrain = "sea", next-to = ["Bay", "Cape", "Isle", "Gulf"] },
  { name = "Gulf", terrain = "sea", next-to = ["Deep", "Isle"] },
  { name = "Isle", terrain = "plains", next-to = ["Bay", "Deep", "Gulf"] },
]
"#;

/// A table in the middle of a game.
pub(crate) type Table = Bench<Bloodstones>;

/// The usual options on the Vale.
pub(crate) fn vale(players: usize) -> Options {
    Options { map: VALE.into(), restrict_factions: false, ..Options::standard(players) }
}

/// Sets up a position on the Vale for as many players as it names factions.
pub(crate) fn on(position: &str) -> Table {
    let players = position
        .lines()
        .find(|line| line.trim().starts_with("factions"))
        .map_or(2, |line| line.matches('"').count() / 2);
    Table::at(&vale(players), position)
}

/// Playing by labels, one decision after the other, and looking at the map by names.
pub(crate) trait War {
    /// The seat that decides; 0 once it is over.
    fn decides(&self) -> usize;
    /// What it can choose from.
    fn choices(&self) -> Vec<String>;
    /// Can it choose this?
    fn has(&self, label: &str) -> bool {
        self.choices().iter().any(|it| it == label)
    }
    /// Places named by choices that begin with these words.
    fn places(&self, words: &str) -> Vec<String> {
        let choices = self.choices();
        let named = choices.iter().filter_map(|label| label.strip_prefix(words));
        let mut places: Vec<String> = named.map(|it| it.trim().to_owned()).collect();
        places.sort();
        places
    }
    /// It chooses this.
    fn play(&mut self, label: &str) -> &mut Self;
    /// One choice after the other.
    fn all(&mut self, labels: &[&str]) -> &mut Self;
    /// Attacks, with nobody withdrawing or swapping.
    fn fight(&mut self, label: &str) -> &mut Self;
    /// Why it may not do this, with the rule's number at the end.
    fn refusal(&self, action: Action) -> String;
    fn area(&self, name: &str) -> Area;
    /// A player's units in an area, in words.
    fn units(&self, number: usize, area: &str) -> String;
    fn discards(&self, number: usize) -> String;
    fn points(&self, number: usize) -> i16;
    fn hand(&self, number: usize) -> usize;
    fn villages(&self, area: &str) -> u8;
}

impl War for Table {
    fn decides(&self) -> usize {
        self.waiting().first().map_or(0, Seat::number)
    }

    fn choices(&self) -> Vec<String> {
        self.labels(self.decides())
    }

    fn play(&mut self, label: &str) -> &mut Table {
        self.choose(self.decides(), label)
    }

    fn all(&mut self, labels: &[&str]) -> &mut Table {
        for label in labels {
            self.play(label);
        }
        self
    }

    fn fight(&mut self, label: &str) -> &mut Table {
        self.play(label);
        loop {
            match self.state.phase {
                Phase::Withdraw => self.play("Stand and fight"),
                Phase::Swap => self.play("Keep your battle tiles"),
                _ => return self,
            };
        }
    }

    fn refusal(&self, action: Action) -> String {
        self.refused(self.decides(), action).to_string()
    }

    fn area(&self, name: &str) -> Area {
        self.state.map().find(name).unwrap_or_else(|| panic!("no area {name}"))
    }

    fn units(&self, number: usize, area: &str) -> String {
        self.state.force(seat(number), self.area(area)).words(self.state.faction(seat(number))).to_string()
    }

    fn discards(&self, number: usize) -> String {
        self.state.force(seat(number), Place::DISCARD).words(self.state.faction(seat(number))).to_string()
    }

    fn points(&self, number: usize) -> i16 {
        self.state.realm(seat(number)).points
    }

    fn hand(&self, number: usize) -> usize {
        self.state.hand_len(seat(number))
    }

    fn villages(&self, area: &str) -> u8 {
        self.state.villages[self.area(area).index()]
    }
}
