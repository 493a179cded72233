//! Checks what a scenario expects.

use std::fmt;

use serde_json::Value;

use super::{Expect, contains, labels, observer};
use crate::code::Code;
use crate::game::Game;
use crate::outcome::Outcome;
use crate::play::{Choice, Match};
use crate::position::seat_name;
use crate::record::to_json;
use crate::seat::{Observer, Seat, SeatSet};

impl Expect {
    /// Checks everything; returns the number of checks, or the first difference. Log lines count from this version.
    pub(crate) fn check<G: Game>(&self, game: &Match<G>, since: usize) -> Result<usize, String> {
        Ok(self.check_options(game)?
            + self.check_words(game, since)?
            + self.check_sight(game)?
            + self.check_end(game)?)
    }

    fn check_options<G: Game>(&self, game: &Match<G>) -> Result<usize, String> {
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
        for (name, wanted) in &self.has {
            let options = Offered::to(game, name)?;
            for option in wanted {
                checks += 1;
                options.find::<G>(option)?.ok_or_else(|| options.differ("lacks", option))?;
            }
        }
        for (name, unwanted) in &self.lacks {
            let options = Offered::to(game, name)?;
            for option in unwanted {
                checks += 1;
                if options.find::<G>(option)?.or_else(|| options.nearly(option)).is_some() {
                    return Err(options.differ("has", option));
                }
                if option.as_str().is_some_and(|label| !labels::possible::<G>(label)) {
                    return Err(format!("no option of {} is called {option}", G::INFO.name));
                }
            }
        }
        for (name, wanted) in &self.options {
            checks += 1;
            let options = Offered::to(game, name)?;
            let mut left: Vec<usize> = (0..options.choices.len()).collect();
            for option in wanted {
                let at = options.find::<G>(option)?.ok_or_else(|| options.differ("lacks", option))?;
                left.retain(|&other| other != at);
            }
            if let Some(&more) = left.first() {
                return Err(options.differ("also has", &options.label(more).into()));
            }
        }
        Ok(checks)
    }

    fn check_words<G: Game>(&self, game: &Match<G>, since: usize) -> Result<usize, String> {
        let mut checks = 0;
        for (name, expected) in &self.prompt {
            checks += 1;
            let prompt = game.view(observer(game, name)?).scene.prompt.with_names(seat_name);
            if !says(&prompt, expected) {
                return Err(format!("the prompt of {name} is \"{prompt}\", expected \"{expected}\""));
            }
        }
        for (name, details) in &self.details {
            let options = Offered::to(game, name)?;
            for (label, expected) in details {
                checks += 1;
                let option = Value::from(label.as_str());
                let at = options.find::<G>(&option)?.ok_or_else(|| options.differ("lacks", &option))?;
                let detail = options.choices[at].described.detail.with_names(seat_name);
                if !says(&detail, expected) {
                    return Err(format!(
                        "the detail of \"{label}\" for seat {name} is \"{detail}\", expected \"{expected}\""
                    ));
                }
            }
        }
        for (name, expected) in &self.log {
            checks += 1;
            let told = game.story(observer(game, name)?, since);
            let told: Vec<String> = told.iter().map(|line| line.text.with_names(seat_name)).collect();
            let mut rest = told.iter();
            let missing = expected.iter().find(|part| !rest.any(|line| says(line, part)));
            let what = match missing {
                Some(part) => format!("was not told \"{part}\""),
                None if expected.is_empty() && !told.is_empty() => "should be told nothing".to_owned(),
                None => continue,
            };
            return Err(format!("{name} {what}; it was told: {}", or_nothing(&told)));
        }
        Ok(checks)
    }

    fn check_sight<G: Game>(&self, game: &Match<G>) -> Result<usize, String> {
        let mut checks = 0;
        let null = serde_json::json!({ "null": true });
        for (name, paths) in &self.sees {
            let observation = observed(game, observer(game, name)?);
            for (path, expected) in paths {
                checks += 1;
                let seen =
                    observation.pointer(path).ok_or_else(|| leads_nowhere(&observation, path, name))?;
                let expected = if *expected == null { &Value::Null } else { expected };
                if seen != expected {
                    return Err(format!("{name} sees {seen} at {path}, expected {expected}"));
                }
            }
        }
        for (name, paths) in &self.hides {
            let observation = observed(game, observer(game, name)?);
            let players = crate::Options::players(game.options());
            for path in paths {
                checks += 1;
                match observation.pointer(path) {
                    Some(Value::Null) => {}
                    Some(seen) => return Err(format!("{name} sees {seen} at {path} and should not")),
                    None => {
                        let known = |other| observed(game, other).pointer(path).is_some();
                        if !Observer::every(players).any(known) {
                            let why = leads_nowhere(&observed(game, Observer::All), path, "all");
                            return Err(format!("nobody has anything at {path} that could be hidden: {why}"));
                        }
                    }
                }
            }
        }
        Ok(checks)
    }

    fn check_end<G: Game>(&self, game: &Match<G>) -> Result<usize, String> {
        let mut checks = 0;
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

/// The options of a seat.
struct Offered {
    seat: Seat,
    choices: Vec<Choice>,
}

impl Offered {
    fn to<G: Game>(game: &Match<G>, name: &str) -> Result<Offered, String> {
        let seat = observer(game, name)?.seat().ok_or("only seats have options")?;
        Ok(Offered { seat, choices: game.view(Observer::Seat(seat)).options })
    }

    fn label(&self, at: usize) -> String {
        self.choices[at].described.label.with_names(seat_name)
    }

    /// Where an option is: one with this label, or this action in its JSON form, which must be an action of the game.
    fn find<G: Game>(&self, option: &Value) -> Result<Option<usize>, String> {
        if let Some(words) = option.as_str() {
            return Ok((0..self.choices.len()).find(|&at| self.label(at).eq_ignore_ascii_case(words)));
        }
        let action: G::Action = serde_json::from_value(option.clone())
            .map_err(|error| format!("{option} is not an action of {}: {error}", G::INFO.name))?;
        Ok(self.choices.iter().position(|choice| choice.code == action.code()))
    }

    /// Where an option is that has this label but for spaces and punctuation.
    fn nearly(&self, option: &Value) -> Option<usize> {
        let letters = |text: &str| -> String {
            text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
        };
        let words = letters(option.as_str()?);
        (0..self.choices.len()).find(|&at| letters(&self.label(at)) == words)
    }

    fn differ(&self, verb: &str, option: &Value) -> String {
        let labels: Vec<String> = (0..self.choices.len()).map(|at| self.label(at)).collect();
        let option = option.as_str().map_or_else(|| option.to_string(), |words| format!("\"{words}\""));
        format!("seat {} {verb} the option {option}; it has: {}", self.seat.number(), or_nothing(&labels))
    }
}

fn observed<G: Game>(game: &Match<G>, observer: Observer) -> Value {
    to_json(&G::observe(game.state(), observer))
}

/// Why there is nothing at a path.
fn leads_nowhere(observation: &Value, path: &str, name: &str) -> String {
    if !path.starts_with('/') {
        return format!("\"{path}\" is not a path: it begins with \"/\"");
    }
    // The part that is there, and the first key that is not.
    let mut end = path.len();
    while let Some(slash) = path[..end].rfind('/') {
        if let Some(parent) = observation.pointer(&path[..slash]) {
            let place = if slash == 0 { "the observation" } else { &path[..slash] };
            let has = match parent {
                Value::Object(keys) => keys.keys().cloned().collect::<Vec<_>>().join(", "),
                Value::Array(items) => format!("{} entries, from 0", items.len()),
                other => format!("only {other}"),
            };
            return format!("{name} has no \"{}\" in {place}, which has {has}", &path[slash + 1..end]);
        }
        end = slash;
    }
    format!("{name} has nothing at {path}")
}

/// Does a text contain this? An empty part stands for no text at all.
fn says(text: &str, part: &str) -> bool {
    if part.is_empty() { text.is_empty() } else { contains(text, part) }
}

fn or_nothing(list: &[String]) -> String {
    if list.is_empty() { "nothing".into() } else { list.join(" | ") }
}

fn numbers(seats: &[Seat]) -> Vec<usize> {
    seats.iter().map(|seat| seat.number()).collect()
}
