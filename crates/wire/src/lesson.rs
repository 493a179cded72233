//! Lessons: what a learner is shown and answers.

use serde::{Deserialize, Serialize};
use table::play::{Line, View};
use table::scene::{Id, Picture};
use table::{Seat, Text};
#[cfg(feature = "schema")]
use ts_rs::TS;

/// A lesson of a game, for lists.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct LessonCard {
    /// In addresses and commands.
    pub name: String,
    /// What it is called.
    pub title: Text,
    /// What it teaches, in one line.
    pub about: Text,
    /// How long people take.
    pub minutes: u32,
    /// How many parts it has. A part is a checkpoint.
    pub parts: u32,
}

/// What stands beside the rules of a game: `GET /api/games/{game}/illustrations`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct Illustrations {
    /// The pieces that rules speak of.
    pub pictures: Vec<Picture>,
    /// Positions that show how rules work. Each is opened like a lesson of its name.
    pub examples: Vec<Example>,
}

/// An example of some rules, for lists.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct Example {
    /// In addresses and commands.
    pub name: String,
    /// What it shows, in a sentence.
    pub about: Text,
    /// The numbers of the rules that it shows, the most important first.
    pub rules: Vec<String>,
}

/// A puzzle of a game, for lists: a lesson of one decision.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct PuzzleCard {
    /// In addresses and commands, as the name of a lesson.
    pub name: String,
    /// How deep a search must look to find the answer: 1 for the easiest, 5 for the hardest.
    pub rating: u32,
}

/// A part of a lesson with all answers that were given in it: `POST /api/games/{game}/lessons/{lesson}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LessonSoFar {
    /// The part, counted from 1.
    pub part: u32,
    /// What the learner has answered since its beginning.
    pub answers: Vec<LessonAnswer>,
}

/// An answer of a learner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LessonAnswer {
    /// The question it answers. An answer to an earlier one is refused.
    pub question: u32,
    /// The code of an option; none to go on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub code: Option<u32>,
}

/// A lesson as the learner sees it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct LessonFrame {
    /// What the coach says.
    pub coach: Coach,
    /// The learner's seat.
    pub seat: Seat,
    /// The table from that seat. Options are there only while the coach waits for a choice.
    pub view: View,
    /// What happened in this part.
    pub story: Vec<Line>,
}

/// The coach.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct Coach {
    /// The part, counted from 1.
    pub part: u32,
    /// How many parts there are.
    pub parts: u32,
    /// The step of this part, counted from 1.
    pub step: u32,
    /// How many steps it has.
    pub steps: u32,
    /// The number of this question. Answers name it.
    pub question: u32,
    /// What the learner should know or do now.
    pub text: Text,
    /// About the last answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub remark: Option<Remark>,
    /// The elements it speaks of.
    pub point: Vec<Id>,
    /// The rule in question.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub rule: Option<String>,
    /// What the learner can do.
    pub wants: Wants,
    /// The codes of options that lead on, the best first: for "Show me".
    pub hint: Vec<u32>,
}

/// What the coach says about an answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct Remark {
    /// Did the answer lead on?
    pub right: bool,
    /// One or two sentences.
    pub text: Text,
}

/// What a coach waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Wants {
    /// That the learner has read it.
    GoOn,
    /// An option.
    Choice,
    /// That the learner has seen what a wrong choice leads to. It is then taken back.
    Back,
    /// Nothing: the part is over.
    Next,
}
