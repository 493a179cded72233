//! A small map and a table to try rules on.

use bloodstones::state::Phase;
use bloodstones::{Action, Bloodstones, Event, Options, Position, State};
use table::chance::{Quick, quick};
use table::words::with_names;
use table::{Audience, Game as _, Observer, Options as _, Seat, game};

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
pub(crate) struct Table {
    pub(crate) state: State,
    pub(crate) chance: Quick,
    pub(crate) events: Vec<(Audience, Event)>,
}

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
    with(&vale(players), position)
}

/// Sets up a position.
pub(crate) fn with(options: &Options, position: &str) -> Table {
    try_with(options, position).unwrap_or_else(|refusal| panic!("{refusal}"))
}

/// Sets up a position, or not.
pub(crate) fn try_with(options: &Options, position: &str) -> Result<Table, table::Refusal> {
    let position: Position = toml::from_str(position).unwrap_or_else(|error| panic!("{error}"));
    let mut chance = quick(5);
    let state = Bloodstones::arrange(options, &position, &mut chance)?;
    Ok(Table { state, chance, events: Vec::new() })
}

impl Table {
    /// Who is asked, counted from 1; 0 once it is over.
    pub(crate) fn asked(&self) -> usize {
        Bloodstones::waiting_on(&self.state).first().map_or(0, Seat::number)
    }

    fn chooser(&self) -> Seat {
        Bloodstones::waiting_on(&self.state).first().expect("the game is over")
    }

    /// The options of whoever is asked, in words.
    pub(crate) fn labels(&self) -> Vec<String> {
        let seat = self.chooser();
        let seen = Bloodstones::observe(&self.state, Observer::Seat(seat));
        let mut actions = Vec::new();
        Bloodstones::legal(&self.state, seat, &mut actions);
        let name = |seat: Seat| format!("seat {}", seat.number());
        Bloodstones::describe(&seen, &actions).iter().map(|it| with_names(&it.label, name)).collect()
    }

    pub(crate) fn has(&self, label: &str) -> bool {
        self.labels().iter().any(|it| it == label)
    }

    /// Places that an option with these first words names.
    pub(crate) fn places(&self, words: &str) -> Vec<String> {
        let labels = self.labels();
        let mut places: Vec<String> = labels
            .iter()
            .filter_map(|label| label.strip_prefix(words))
            .map(|it| it.trim().to_owned())
            .collect();
        places.sort();
        places
    }

    pub(crate) fn play(&mut self, label: &str) -> &mut Table {
        let seat = self.chooser();
        let labels = self.labels();
        let Some(index) = labels.iter().position(|it| it == label) else {
            panic!("no option {label:?} in {:?}: {labels:#?}", self.state.phase)
        };
        let mut actions = Vec::new();
        Bloodstones::legal(&self.state, seat, &mut actions);
        game::play::<Bloodstones, _, _>(
            &mut self.state,
            seat,
            actions[index],
            &mut self.chance,
            &mut self.events,
        )
        .unwrap_or_else(|refusal| panic!("{refusal}"));
        self
    }

    pub(crate) fn all(&mut self, labels: &[&str]) -> &mut Table {
        for label in labels {
            self.play(label);
        }
        self
    }

    /// Attacks, with nobody withdrawing or swapping.
    pub(crate) fn fight(&mut self, label: &str) -> &mut Table {
        self.play(label);
        while matches!(self.state.phase, Phase::Withdraw | Phase::Swap) {
            let label =
                if self.state.phase == Phase::Swap { "Keep your battle tiles" } else { "Stand and fight" };
            self.play(label);
        }
        self
    }

    /// Why an action is refused, with the rule's number at the end.
    pub(crate) fn refusal(&self, action: Action) -> String {
        match game::check::<Bloodstones>(&self.state, self.chooser(), action) {
            Ok(()) => panic!("{action:?} is allowed"),
            Err(refusal) => refusal.to_string(),
        }
    }

    pub(crate) fn area(&self, name: &str) -> u8 {
        self.state.map().find(name).unwrap_or_else(|| panic!("no area {name}"))
    }

    /// A player's units in an area, in words.
    pub(crate) fn units(&self, seat: u8, area: &str) -> String {
        self.state.force(seat - 1, self.area(area)).words(self.state.faction(seat - 1))
    }

    pub(crate) fn discards(&self, seat: u8) -> String {
        self.state.force(seat - 1, bloodstones::state::DISCARD).words(self.state.faction(seat - 1))
    }

    pub(crate) fn points(&self, seat: usize) -> i16 {
        self.state.realms[seat - 1].points
    }

    pub(crate) fn hand(&self, seat: u8) -> usize {
        self.state.hand_len(seat - 1)
    }

    pub(crate) fn villages(&self, area: &str) -> u8 {
        self.state.villages[self.area(area) as usize]
    }
}
