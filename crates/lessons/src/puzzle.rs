//! Puzzles: positions of games between bots in which one choice is clearly best and the obvious one is wrong.
//!
//! A file holds all puzzles of a game. Each is played as a lesson of one decision.

use bots::AnyBots;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::position::seat_name;
use table::{AnyGame, Name, Observer, Refusal, Refused, Seat, Text, say};
use wire::PuzzleCard;

use crate::file::{Answer, Fault, Lesson, Part, Step, broken, said};
use crate::files::Files;
use crate::session::Session;

/// What the names of puzzles begin with, where they stand for lessons.
pub(crate) const PUZZLE: &str = "puzzle-";

/// By rating, the iterations in which three searches of three find the answer; beyond, it is the hardest.
pub(crate) const DEPTHS: [u32; 4] = [40, 160, 640, 2560];

/// The file of a game's puzzles.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzles {
    /// The game's id.
    pub game: String,
    /// All of them. Their numbers, counted from 1, are their names: new ones come last.
    #[serde(rename = "puzzle", default)]
    pub puzzles: Vec<Puzzle>,
}

/// A puzzle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// Who decides.
    pub seat: Seat,
    /// How deep a search must look: 1 for the easiest, 5 for the hardest.
    pub rating: u32,
    /// The best choice, as its label.
    pub best: String,
    /// The chance to win after it, in percent.
    pub chance: u32,
    /// The host's choices.
    pub options: Value,
    /// What speaks for it, as texts with their blanks marked.
    #[serde(default)]
    pub why: Vec<String>,
    /// The rule in question; empty for none.
    #[serde(default)]
    pub rule: String,
    /// What was dealt.
    pub seed: u64,
    /// The decisions so far, as `seat:code`.
    pub played: String,
    /// Other choices with their chances, the obvious one first.
    pub wrong: Vec<(String, u32)>,
}

impl Puzzles {
    /// Reads a file, or says what is wrong with it.
    pub fn parse(text: &str) -> Result<Puzzles, Fault> {
        table::file::read(text).map_err(|error| Fault::new(0, 0, error.to_string().trim_end()))
    }

    /// As a file.
    pub fn to_text(&self) -> String {
        toml::to_string(self).unwrap_or_default()
    }

    /// Checks that every position can be reached, that its choices are there and that a search finds none clearly better than the one
    /// that is named. The part of a fault is the puzzle's number.
    pub fn check(&self, game: &dyn AnyGame, bots: &dyn AnyBots) -> Result<usize, Fault> {
        for (puzzle, number) in self.puzzles.iter().zip(1..) {
            puzzle.check(game, bots, &self.game).map_err(|reason| Fault::new(number, 0, reason))?;
        }
        Ok(self.puzzles.len())
    }
}

impl Puzzle {
    fn check(&self, game: &dyn AnyGame, bots: &dyn AnyBots, of: &str) -> Result<(), String> {
        let lesson = self.lesson(of);
        let session = Session::open(game, bots, &lesson, 1).map_err(|refusal| refusal.to_string())?;
        let depth = (self.rating as usize).checked_sub(1).filter(|depth| *depth <= DEPTHS.len());
        let depth = depth.ok_or("a rating is a number from 1 to 5")?;
        if !self.rule.is_empty() && !game.info().rules.contains(&format!("**{}**", self.rule)) {
            return Err(format!("there is no rule {}", self.rule));
        }
        let code = |label: &String| session.code(self.seat, &Value::String(label.clone()));
        let wrong = self.wrong.iter().map(|(label, _)| code(label)).collect::<Result<Vec<u32>, _>>()?;
        let best = code(&self.best)?;
        if wrong.is_empty() || wrong.contains(&best) {
            return Err("the best choice and at least one other are named".into());
        }
        let (codes, seen) =
            (session.table().codes(self.seat), session.table().seen(Observer::Seat(self.seat)));
        let iterations = 2 * DEPTHS[depth.clamp(2, DEPTHS.len() - 1)];
        let waiting = session.table().waiting_on();
        let tried = bots.weigh(&*seen, self.seat, &codes, waiting, iterations, self.seed);
        let named = codes.iter().position(|code| *code == best).and_then(|at| tried.get(at));
        let named = named.ok_or("the best choice is not offered")?;
        match tried.iter().position(|other| other.visits > named.visits && other.is_ahead_of(named)) {
            None => Ok(()),
            Some(at) => Err(format!("a search finds option {} better than \"{}\"", codes[at], self.best)),
        }
    }

    /// What was counted of a wrong choice: it names the choice.
    fn counted_of(&self, label: &str) -> impl Iterator<Item = Text> {
        let quoted = format!("\"{label}\"");
        let why = self.why.iter().map(|text| said(text));
        why.filter(move |text| text.with_names(seat_name).contains(&quoted))
    }

    /// A lesson of one decision.
    pub(crate) fn lesson(&self, game: &str) -> Lesson {
        let best = self.chance;
        let marked = |text: Text| text.as_marked().to_owned();
        let answer = |action: &str, say: Text, show: bool| Answer {
            action: Value::String(action.to_owned()),
            say: marked(say),
            show,
            on: show,
            then: Vec::new(),
            check: Default::default(),
        };
        let named = self.wrong.iter().map(|(label, chance)| {
            let say = say!(
                "Your chance to win is then about {chance} %, after the best choice {best} %. This is how it may go on."
            );
            answer(label, Text::sentences(self.counted_of(label).chain([say])), true)
        });
        let others = answer(
            "*",
            say!("The search gave this up early. After the best choice your chance to win is {best} %."),
            false,
        );
        let right = say!("Right: your chance to win is then about {best} %.");
        let why = self.why.iter().map(|text| said(text));
        let step = Step {
            coach: marked(say!("One choice is clearly best, and it is not the obvious one. Which?")),
            rule: Some(self.rule.clone()).filter(|rule| !rule.is_empty()),
            expect: vec![Value::String(self.best.clone())],
            praise: marked(Text::sentences(std::iter::once(right).chain(why))),
            wrong: named.chain([others]).collect(),
            ..Step::default()
        };
        let part = Part {
            options: self.options.clone(),
            seed: self.seed,
            position: None,
            played: self.played.clone(),
            steps: vec![step],
        };
        let title = marked(say!("Puzzle"));
        let about = String::new();
        Lesson { game: game.to_owned(), title, minutes: 1, about, seat: self.seat, parts: vec![part] }
    }
}

/// The puzzles of a game, for a list. A file that cannot be read gives none: a test of the game names it.
pub fn puzzle_cards(files: &Files<'_>) -> Vec<PuzzleCard> {
    let puzzles = Puzzles::parse(&files.puzzles).unwrap_or_default().puzzles;
    let card = |(puzzle, number): (&Puzzle, usize)| PuzzleCard {
        name: format!("{PUZZLE}{number}"),
        rating: puzzle.rating,
    };
    puzzles.iter().zip(1..).map(card).collect()
}

/// A puzzle of a game as a lesson, by its number.
pub(crate) fn find(files: &Files<'_>, number: &str) -> Result<Lesson, Refusal> {
    let puzzles = Puzzles::parse(&files.puzzles).map_err(broken)?;
    let at = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let puzzle = at.and_then(|at| puzzles.puzzles.get(at)).ok_or_else(|| {
        let (game, count) = (Name(files.game), puzzles.puzzles.len());
        Refusal::new(Refused::Missing, say!("{game} has puzzles 1 to {count}."))
    })?;
    Ok(puzzle.lesson(&puzzles.game))
}
