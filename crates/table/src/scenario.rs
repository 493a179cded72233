//! Scenarios: a position written by hand, steps, and what is expected. See `docs/scenarios.md`.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde_json::Value;

use crate::game::{Game, legal};
use crate::options;
use crate::outcome::Outcome;
use crate::plain::PlainText;
use crate::play::{Match, View};
use crate::refusal::Refusal;
use crate::seat::{Observer, Seat, SeatSet};
use crate::seed::Seed;
use crate::text::{Name, say, with_names};

/// A scenario file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The game's id.
    pub game: String,
    /// What it shows, in a sentence.
    #[serde(default)]
    pub about: String,
    /// The rules it tests, by number.
    #[serde(default)]
    pub rules: Vec<String>,
    /// Fills what the position leaves open.
    #[serde(default = "one")]
    pub seed: u64,
    /// The host's choices: at least the number of players.
    pub options: Value,
    /// The position; nothing for a fresh deal.
    #[serde(default)]
    pub position: Option<Value>,
    /// What must hold before the first step.
    #[serde(default)]
    pub expect: Expect,
    /// What happens.
    #[serde(default)]
    pub step: Vec<Step>,
}

fn one() -> u64 {
    1
}

/// One step of a scenario.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Who acts.
    #[serde(default)]
    pub seat: Option<Seat>,
    /// Several who do the same, one after the other.
    #[serde(default)]
    pub seats: Vec<Seat>,
    /// An option in words, or an action in its JSON form.
    pub action: Value,
    /// It must be refused, for a reason that contains this.
    #[serde(default)]
    pub refused: Option<String>,
    /// What must hold afterwards.
    #[serde(default)]
    pub expect: Expect,
}

/// What must hold at a moment.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// Exactly these seats are waited on.
    pub waiting: Option<Vec<Seat>>,
    /// Options that seats have, in words.
    #[serde(default)]
    pub has: BTreeMap<String, Vec<String>>,
    /// Options that seats do not have, in words.
    #[serde(default)]
    pub lacks: BTreeMap<String, Vec<String>>,
    /// What observers see: a JSON pointer into the observation, and the value there.
    #[serde(default)]
    pub sees: BTreeMap<String, BTreeMap<String, Value>>,
    /// What observers do not see: JSON pointers to where there is nothing, or null.
    #[serde(default)]
    pub hides: BTreeMap<String, Vec<String>>,
    /// The scores at the end.
    pub scores: Option<Vec<i32>>,
    /// The winners at the end.
    pub winners: Option<Vec<Seat>>,
    /// The way it ended.
    pub ending: Option<String>,
    /// Is it over?
    pub over: Option<bool>,
}

/// A scenario that went as it should.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passed {
    /// How many steps were taken.
    pub steps: usize,
    /// How many expectations were checked, refusals included.
    pub checks: usize,
}

/// A scenario that did not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    /// The step, counted from 1; 0 is the set-up.
    pub step: usize,
    /// The first difference.
    pub difference: String,
    /// The table at that moment with all cards open, if it could be set up.
    pub table: String,
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.step {
            0 => write!(f, "set-up: {}", self.difference)?,
            step => write!(f, "step {step}: {}", self.difference)?,
        }
        if !self.table.is_empty() {
            write!(f, "\n\n{}", self.table)?;
        }
        Ok(())
    }
}

impl Scenario {
    /// Reads a scenario file, with a clear refusal of anything else.
    pub fn parse(text: &str) -> Result<Scenario, Refusal> {
        toml::from_str(text).map_err(|error| {
            Refusal::malformed(say!(
                "This scenario cannot be read: {why}",
                why = Name(error.to_string().trim_end())
            ))
        })
    }

    /// Sets the position up.
    pub fn open<G: Game>(&self) -> Result<Match<G>, Refusal> {
        if self.game != G::INFO.id {
            return Err(Refusal::malformed(say!(
                "This scenario is for {game}, not for {other}.",
                game = Name(&self.game),
                other = Name(G::INFO.id)
            )));
        }
        let options: G::Options = options::from_json(G::INFO.players(), &self.options)?;
        let players = crate::Options::players(&options);
        let names = Seat::all(players).map(seat_name).collect();
        Match::start(options, self.position.clone(), names, Seed::from_number(self.seed, players))
    }

    /// Plays the steps and checks what is expected.
    pub fn run<G: Game>(&self) -> Result<Passed, Failed> {
        self.play::<G>().map(|(_, passed)| passed)
    }

    /// Plays the steps; gives back the match after the last.
    pub fn play_through<G: Game>(&self) -> Result<Match<G>, Failed> {
        self.play::<G>().map(|(game, _)| game)
    }

    fn play<G: Game>(&self) -> Result<(Match<G>, Passed), Failed> {
        let set_up = |difference: String| Failed { step: 0, difference, table: String::new() };
        let mut game = self.open::<G>().map_err(|refusal| set_up(refusal.to_string()))?;
        let mut checks = 0;
        let failed = |game: &Match<G>, step: usize, difference: String| Failed {
            step,
            difference,
            table: PlainText { names: &seat_name, width: 100, colour: false, words: None }
                .table(&game.view(Observer::All)),
        };
        checks += self.expect.check(&game).map_err(|difference| failed(&game, 0, difference))?;
        for (index, step) in self.step.iter().enumerate() {
            let number = index + 1;
            let actors: Vec<Seat> = step.seat.into_iter().chain(step.seats.iter().copied()).collect();
            if actors.is_empty() {
                return Err(failed(&game, number, "it says neither \"seat\" nor \"seats\"".into()));
            }
            for seat in actors {
                let result = read::<G>(&game, seat, &step.action).and_then(|action| game.play(seat, action));
                match (&step.refused, result) {
                    (None, Ok(())) => {}
                    (Some(why), Err(refusal)) if contains(&named(&refusal.to_string()), why) => checks += 1,
                    (None, Err(refusal)) => {
                        let what = format!("seat {} was refused: {refusal}", seat.number());
                        return Err(failed(&game, number, named(&what)));
                    }
                    (Some(why), Err(refusal)) => {
                        let what = format!("refused as it should be, but not for \"{why}\": {refusal}");
                        return Err(failed(&game, number, named(&what)));
                    }
                    (Some(why), Ok(())) => {
                        let what = format!("was accepted and should be refused for \"{why}\"");
                        return Err(failed(&game, number, what));
                    }
                }
            }
            checks += step.expect.check(&game).map_err(|difference| failed(&game, number, difference))?;
        }
        Ok((game, Passed { steps: self.step.len(), checks }))
    }
}

impl Expect {
    /// Checks everything; says how many things, or the first difference.
    fn check<G: Game>(&self, game: &Match<G>) -> Result<usize, String> {
        let mut checks = 0;
        if let Some(expected) = &self.waiting {
            checks += 1;
            let waiting = G::waiting_on(game.state());
            if waiting != expected.iter().copied().collect::<SeatSet>() {
                return Err(format!(
                    "waits on {waiting:?}, expected {expected:?}",
                    expected = numbers(expected)
                ));
            }
        }
        for (wanted, lists) in [(true, &self.has), (false, &self.lacks)] {
            for (seat, labels) in lists {
                let seat = observer(game, seat)?.seat().ok_or("only seats have options")?;
                let options = labels_of(&game.view(Observer::Seat(seat)));
                for label in labels {
                    checks += 1;
                    if options.iter().any(|option| option.eq_ignore_ascii_case(label)) != wanted {
                        let verb = if wanted { "lacks" } else { "has" };
                        return Err(format!(
                            "seat {} {verb} the option \"{label}\"; it has: {}",
                            seat.number(),
                            options.join(" | ")
                        ));
                    }
                }
            }
        }
        for (name, paths) in &self.sees {
            let observation = crate::record::to_json(&G::observe(game.state(), observer(game, name)?));
            for (path, expected) in paths {
                checks += 1;
                let seen = observation.pointer(path).unwrap_or(&Value::Null);
                if seen != expected {
                    return Err(format!("{name} sees {seen} at {path}, expected {expected}"));
                }
            }
        }
        for (name, paths) in &self.hides {
            let observation = crate::record::to_json(&G::observe(game.state(), observer(game, name)?));
            for path in paths {
                checks += 1;
                if let Some(seen) = observation.pointer(path).filter(|value| !value.is_null()) {
                    return Err(format!("{name} sees {seen} at {path} and should not"));
                }
            }
        }
        let outcome = game.outcome();
        let over = |what: &dyn fmt::Debug| format!("the game is not over, expected {what:?}");
        if let Some(expected) = self.over {
            checks += 1;
            if outcome.is_some() != expected {
                return Err(format!("the game is {}over", if expected { "not " } else { "" }));
            }
        }
        if let Some(expected) = &self.scores {
            checks += 1;
            let outcome = outcome.as_ref().ok_or_else(|| over(expected))?;
            let scores: Vec<i32> = Seat::all(outcome.seats()).map(|seat| outcome.score(seat)).collect();
            if scores != *expected {
                return Err(format!("the scores are {scores:?}, expected {expected:?}"));
            }
        }
        if let Some(expected) = &self.winners {
            checks += 1;
            let winners = outcome.as_ref().map(Outcome::winners).ok_or_else(|| over(&numbers(expected)))?;
            if winners != expected.iter().copied().collect::<SeatSet>() {
                return Err(format!("the winners are {winners:?}, expected {:?}", numbers(expected)));
            }
        }
        if let Some(expected) = &self.ending {
            checks += 1;
            let ending = outcome.as_ref().map(Outcome::ending).ok_or_else(|| over(expected))?;
            if ending != expected {
                return Err(format!("it ended by \"{ending}\", expected \"{expected}\""));
            }
        }
        Ok(checks)
    }
}

/// Reads who looks at the table: a seat that it has, the spectator, or all.
fn observer<G: Game>(game: &Match<G>, name: &str) -> Result<Observer, String> {
    let observer: Observer = name.parse()?;
    let players = crate::Options::players(game.options());
    match observer.seat().filter(|seat| seat.index() >= players) {
        Some(seat) => Err(format!("there is no seat {} at a table of {players}", seat.number())),
        None => Ok(observer),
    }
}

/// Reads an action: words of an option the seat has, or the JSON form of any action.
fn read<G: Game>(game: &Match<G>, seat: Seat, action: &Value) -> Result<G::Action, Refusal> {
    observer(game, &seat.number().to_string()).map_err(|_| {
        Refusal::malformed(say!("There is no seat {number} at this table.", number = seat.number()))
    })?;
    if let Some(words) = action.as_str() {
        let observation = G::observe(game.state(), Observer::Seat(seat));
        let actions = legal::<G>(game.state(), seat);
        let described = G::describe(&observation, &actions);
        let found = described
            .iter()
            .position(|described| described.label.with_names(seat_name).eq_ignore_ascii_case(words));
        if let Some(at) = found {
            return Ok(actions[at]);
        }
        if let Ok(action) = serde_json::from_value(action.clone()) {
            return Ok(action);
        }
        let options = labels_of(&game.view(Observer::Seat(seat)));
        let options = if options.is_empty() { "no options now".into() } else { options.join(" | ") };
        return Err(Refusal::malformed(say!(
            "Seat {number} has no option \"{words}\"; it has {options}.",
            number = seat.number(),
            words = Name(words),
            options = Name(options)
        )));
    }
    serde_json::from_value(action.clone()).map_err(|error| {
        Refusal::malformed(say!(
            "That is not an action of {game}: {why}.",
            game = Name(G::INFO.name),
            why = Name(error)
        ))
    })
}

fn numbers(seats: &[Seat]) -> Vec<usize> {
    seats.iter().map(|seat| seat.number()).collect()
}

fn seat_name(seat: Seat) -> String {
    format!("seat {}", seat.number())
}

fn named(text: &str) -> String {
    with_names(text, seat_name)
}

fn labels_of(view: &View) -> Vec<String> {
    view.options.iter().map(|option| option.described.label.with_names(seat_name)).collect()
}

fn contains(text: &str, part: &str) -> bool {
    text.to_lowercase().contains(&part.to_lowercase())
}
