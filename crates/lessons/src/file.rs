//! The file of a lesson.

use std::fmt;

use serde::Deserialize;
use serde_json::Value;
use table::scenario::{Expect, Scenario};
use table::scene::Id;
use table::words::Catalogue;
use table::{Name, Observer, Refusal, Seat, Text, say};
use wire::{Example, LessonCard};

use crate::files::Files;

/// A lesson: parts, one after the other.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// The game's id.
    pub game: String,
    /// What it is called.
    pub title: String,
    /// How long people take.
    pub minutes: u32,
    /// What it teaches, in one line.
    pub about: String,
    /// Where the learner sits.
    #[serde(default = "first")]
    pub seat: Seat,
    /// Its parts. Each is a checkpoint.
    #[serde(rename = "part", default)]
    pub(crate) parts: Vec<Part>,
}

fn first() -> Seat {
    Seat::new(0)
}

/// A position, and what is learnt in it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Part {
    /// The host's choices: at least the number of players.
    pub(crate) options: Value,
    /// Fills what the position leaves open.
    #[serde(default = "one")]
    pub(crate) seed: u64,
    /// The position; nothing for a fresh deal.
    #[serde(default)]
    pub(crate) position: Option<Value>,
    /// Decisions that have been made already, as `seat:code`, one after the other: what a search for puzzles writes.
    #[serde(default)]
    pub(crate) played: String,
    /// What happens.
    #[serde(rename = "step", default)]
    pub(crate) steps: Vec<Step>,
}

fn one() -> u64 {
    1
}

/// A step. What it has decides its [kind](Step::kind).
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Step {
    /// What the coach says.
    pub(crate) coach: String,
    /// The elements it speaks of.
    #[serde(default)]
    pub(crate) point: Vec<Id>,
    /// The rule in question.
    #[serde(default)]
    pub(crate) rule: Option<String>,
    /// Options that lead on, in words or in their JSON form; the best first.
    #[serde(default)]
    pub(crate) expect: Vec<Value>,
    /// What others do after that, or when the learner goes on.
    #[serde(default)]
    pub(crate) then: Vec<Deed>,
    /// What must hold afterwards.
    #[serde(default)]
    pub(crate) check: Expect,
    /// What the coach says about it.
    #[serde(default)]
    pub(crate) praise: String,
    /// Options that lead on with words and consequences of their own.
    #[serde(default)]
    pub(crate) choice: Vec<Answer>,
    /// Options that do not lead on.
    #[serde(default)]
    pub(crate) wrong: Vec<Answer>,
    /// The learner decides freely until this holds.
    #[serde(default)]
    pub(crate) goal: Option<Expect>,
    /// A way to the goal.
    #[serde(default)]
    pub(crate) path: Vec<Value>,
    /// How many decisions there are for it.
    #[serde(default)]
    pub(crate) within: Option<usize>,
    /// What the coach says if that was not enough.
    #[serde(default)]
    pub(crate) again: String,
    /// The game goes on against bots to its end.
    #[serde(default)]
    pub(crate) play: bool,
    /// The game goes on against bots until this holds.
    #[serde(default)]
    pub(crate) until: Option<Expect>,
}

/// What a learner can choose, and what comes of it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Answer {
    /// An option in words or in its JSON form; `"*"` for all that nothing else is said about.
    pub(crate) action: Value,
    /// What the coach says about it.
    pub(crate) say: String,
    /// Is it played, shown and taken back?
    #[serde(default)]
    pub(crate) show: bool,
    /// Do bots then decide for the others until the learner is asked again?
    #[serde(default)]
    pub(crate) on: bool,
    /// What others do after it.
    #[serde(default)]
    pub(crate) then: Vec<Deed>,
    /// What must hold afterwards.
    #[serde(default)]
    pub(crate) check: Expect,
}

/// What somebody else does.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Deed {
    #[serde(default)]
    pub(crate) seat: Option<Seat>,
    /// Several who do the same, one after the other.
    #[serde(default)]
    pub(crate) seats: Vec<Seat>,
    #[serde(default)]
    pub(crate) action: Option<Value>,
    /// Everybody but the learner who is waited on does this, as do those who are asked only after the others; nobody twice.
    #[serde(default)]
    pub(crate) all: Option<Value>,
}

/// What a learner does in a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Reads.
    Tell,
    /// Decides once.
    Choose,
    /// Decides freely until something holds.
    Goal,
    /// Plays on.
    Play,
}

impl Step {
    pub(crate) fn kind(&self) -> Kind {
        if self.play || self.until.is_some() {
            Kind::Play
        } else if self.goal.is_some() {
            Kind::Goal
        } else if self.expect.is_empty() && self.choice.is_empty() {
            Kind::Tell
        } else {
            Kind::Choose
        }
    }

    /// Is there a key that its kind has no use for, or is one missing?
    fn fault(&self) -> Option<String> {
        let kind = self.kind();
        let decides = matches!(kind, Kind::Choose | Kind::Goal);
        let stray = [
            ("expect", !self.expect.is_empty() && kind != Kind::Choose),
            ("choice", !self.choice.is_empty() && kind != Kind::Choose),
            ("wrong", !self.wrong.is_empty() && !decides),
            ("path", !self.path.is_empty() && kind != Kind::Goal),
            ("within", self.within.is_some() && kind != Kind::Goal),
            ("again", !self.again.is_empty() && kind != Kind::Goal),
            ("goal", self.goal.is_some() && kind != Kind::Goal),
        ];
        let what = match kind {
            Kind::Tell => "a step in which the learner only reads",
            Kind::Choose => "a step with one decision",
            Kind::Goal => "a step with a goal",
            Kind::Play => "a step that is played on",
        };
        if let Some((key, _)) = stray.into_iter().find(|(_, stray)| *stray) {
            return Some(format!("{what} has no \"{key}\""));
        }
        if kind == Kind::Goal && (self.path.is_empty() || self.within.is_none() || self.again.is_empty()) {
            return Some(format!("{what} needs \"path\", \"within\" and \"again\""));
        }
        if self.choice.iter().any(|choice| choice.show || choice.action == "*") {
            return Some("a \"choice\" leads on: it has no \"show\" and names its action".into());
        }
        let shows =
            |wrong: &Answer| wrong.show || (wrong.then.is_empty() && wrong.check == Expect::default());
        if !self.wrong.iter().all(shows) {
            return Some("\"then\" and \"check\" of a wrong option need \"show = true\"".into());
        }
        let deeds = self.then.iter().chain(self.choice.iter().chain(&self.wrong).flat_map(|it| &it.then));
        deeds.filter_map(Deed::fault).next()
    }

    /// Everything the coach says.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        let answers = self.choice.iter().chain(&self.wrong).map(|answer| answer.say.as_str());
        [self.coach.as_str(), &self.praise, &self.again]
            .into_iter()
            .chain(answers)
            .filter(|it| !it.is_empty())
    }
}

impl Deed {
    fn fault(&self) -> Option<String> {
        let named = self.seat.is_some() || !self.seats.is_empty();
        match (&self.action, &self.all, named) {
            (Some(_), None, true) | (None, Some(_), false) => None,
            _ => Some("\"then\" needs \"seat\" or \"seats\" with \"action\", or \"all\" alone".into()),
        }
    }
}

/// Where a lesson is broken, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The part, counted from 1; 0 for the file as a whole.
    pub part: usize,
    /// The step, counted from 1; 0 for the part as a whole.
    pub step: usize,
    /// Why.
    pub reason: String,
}

impl Fault {
    pub(crate) fn new(part: usize, step: usize, reason: impl Into<String>) -> Fault {
        Fault { part, step, reason: reason.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.part, self.step) {
            (0, _) => write!(f, "{}", self.reason),
            (part, 0) => write!(f, "part {part}: {}", self.reason),
            (part, step) => write!(f, "part {part}, step {step}: {}", self.reason),
        }
    }
}

impl Lesson {
    /// Reads a file, or says what is wrong with it.
    pub fn parse(text: &str) -> Result<Lesson, Fault> {
        let lesson: Lesson =
            table::file::read(text).map_err(|error| Fault::new(0, 0, error.to_string().trim_end()))?;
        if lesson.parts.is_empty() {
            return Err(Fault::new(0, 0, "it has no parts"));
        }
        for (part, number) in lesson.parts.iter().zip(1..) {
            if part.steps.is_empty() {
                return Err(Fault::new(number, 0, "it has no steps"));
            }
            for (step, at) in part.steps.iter().zip(1..) {
                if let Some(reason) = step.fault() {
                    return Err(Fault::new(number, at, reason));
                }
            }
        }
        if let Some(text) = lesson.texts().find(|text| text.contains(['[', ']'])) {
            return Err(Fault::new(0, 0, format!("brackets have a meaning in texts: \"{text}\"")));
        }
        Ok(lesson)
    }

    /// How many parts it has.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// What it is called.
    pub fn title(&self) -> Text {
        said(&self.title)
    }

    /// What a translation of its sentences lacks.
    pub fn untranslated(&self, words: &Catalogue) -> Vec<String> {
        untranslated(self.texts(), words).collect()
    }

    /// Everything that is said in it.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        let steps = self.parts.iter().flat_map(|part| &part.steps);
        let head = [&self.title, &self.about].into_iter().map(String::as_str).filter(|text| !text.is_empty());
        head.chain(steps.flat_map(Step::texts))
    }
}

/// What a catalogue lacks of some texts of lessons.
pub(crate) fn untranslated<'a>(
    texts: impl Iterator<Item = &'a str>,
    catalogue: &Catalogue,
) -> impl Iterator<Item = String> {
    texts.filter_map(|text| catalogue.say(&said(text)).err()).map(|gap| gap.to_string())
}

/// An example of the rules as a lesson without questions: what happens in the scenario is shown step by step, then the game can be
/// played on. The learner has the seat that acts first.
pub(crate) fn example(name: &str, text: &str) -> Result<Lesson, Fault> {
    let fault = |reason: String| Fault::new(0, 0, format!("example {name}: {reason}"));
    let Scenario { game, about, rules, seed, any_seed, options, position, refused, step, .. } =
        Scenario::parse(text).map_err(|refusal| fault(refusal.to_string()))?;
    let mut deeds = Vec::new();
    // What is refused changes nothing: it is left out.
    for step in step.into_iter().filter(|step| step.refused.is_none()) {
        let seats: Vec<Seat> = step.seat.into_iter().filter_map(Observer::seat).chain(step.seats).collect();
        match step.action {
            Some(action) if !seats.is_empty() => {
                deeds.push(Deed { seat: None, seats, action: Some(action), all: None });
            }
            _ => return Err(fault("each step needs a seat and an action".into())),
        }
    }
    let Some(&seat) = deeds.first().and_then(|deed| deed.seats.first()) else {
        return Err(fault("nothing happens in it".into()));
    };
    if any_seed || refused.is_some() {
        return Err(fault("it must be the same every time".into()));
    }
    let tell = |(coach, deed): (String, Option<Deed>)| Step {
        coach,
        rule: rules.first().cloned(),
        then: deed.into_iter().collect(),
        ..Step::default()
    };
    let coach = std::iter::once(about.clone()).chain(std::iter::repeat(String::new()));
    let mut steps: Vec<Step> = coach.zip(deeds.into_iter().map(Some)).map(tell).collect();
    steps.push(Step { play: true, ..tell((String::new(), None)) });
    let part = Part { options, seed, position, played: String::new(), steps };
    Ok(Lesson { game, title: about, minutes: 1, about: String::new(), seat, parts: vec![part] })
}

/// The examples of a game, for the page of rules. A file that cannot be read is left out: a test of the game names it.
pub fn examples(files: &Files<'_>) -> Vec<Example> {
    let read = files.examples.iter().filter_map(|(name, text)| Some((name, Scenario::parse(text).ok()?)));
    read.map(|(name, scenario)| Example {
        name: name.to_string(),
        about: said(&scenario.about),
        rules: scenario.rules,
    })
    .collect()
}

/// A text of a file: seats are written `{s3}`.
pub(crate) fn said(text: &str) -> Text {
    Text::marked(text.to_owned())
}

/// The lessons of a game, for a list. A file that cannot be read is left out: a test of the game names it.
pub fn cards(files: &Files<'_>) -> Vec<LessonCard> {
    let read = files.lessons.iter().filter_map(|(name, text)| Some((name, Lesson::parse(text).ok()?)));
    read.map(|(name, lesson)| LessonCard {
        name: name.to_string(),
        title: lesson.title(),
        about: said(&lesson.about),
        minutes: lesson.minutes,
        parts: lesson.parts() as u32,
    })
    .collect()
}

pub(crate) fn broken(fault: Fault) -> Refusal {
    Refusal::malformed(say!("This lesson is broken: {why}.", why = Name(fault)))
}
