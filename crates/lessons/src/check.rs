//! Plays everything a learner can do in a lesson.

use std::collections::BTreeSet;

use bots::AnyBots;
use table::position::seat_name;
use table::{AnyGame, Refusal};
use wire::LessonAnswer;

use crate::file::{Fault, Kind, Lesson, Step};
use crate::session::{Session, Stop};

/// The most words of the coach, and of what is said about an answer.
const COACH: usize = 25;
const SAY: usize = 30;
/// The most steps of a part.
const STEPS: usize = 8;
/// How many games are played where the game goes on against bots.
const SEEDS: u64 = 50;
/// The most decisions of a learner in such a game.
const DECISIONS: usize = 500;
/// The most ways through a part that are played.
const WAYS: usize = 500;

/// A lesson that holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Passed {
    /// How many parts it has.
    pub parts: usize,
    /// How many steps they have.
    pub steps: usize,
    /// How many answers were tried.
    pub answers: usize,
}

/// Plays a lesson in every way: each option of each step is answered, each branch ends as it says, and what is pointed at exists.
pub fn check(game: &dyn AnyGame, bots: &dyn AnyBots, lesson: &Lesson) -> Result<Passed, Fault> {
    let mut check = Check { game, bots, lesson, part: 0, passed: Passed::default(), ways: 0 };
    for part in 1..=lesson.parts() {
        (check.part, check.ways) = (part, 0);
        check.passed.parts += 1;
        check.words()?;
        check.explore(&mut Vec::new())?;
    }
    Ok(check.passed)
}

struct Check<'a> {
    game: &'a dyn AnyGame,
    bots: &'a dyn AnyBots,
    lesson: &'a Lesson,
    part: usize,
    passed: Passed,
    ways: usize,
}

impl<'a> Check<'a> {
    fn fault(&self, session: &Session<'_>, reason: impl Into<String>) -> Fault {
        Fault::new(self.part, session.place().0 + 1, reason)
    }

    /// Lengths and rules, which do not depend on the position.
    fn words(&mut self) -> Result<(), Fault> {
        let steps = &self.lesson.parts[self.part - 1].steps;
        self.passed.steps += steps.len();
        if steps.len() > STEPS {
            return Err(Fault::new(self.part, 0, format!("it has {} steps, at most {STEPS}", steps.len())));
        }
        for (step, number) in steps.iter().zip(1..) {
            let fault = |reason| Err(Fault::new(self.part, number, reason));
            let too_long =
                |text: &&str| text.split_whitespace().count() > if *text == step.coach { COACH } else { SAY };
            if let Some(text) = step.texts().find(too_long) {
                let (count, most) =
                    (text.split_whitespace().count(), if text == step.coach { COACH } else { SAY });
                return fault(format!("{count} words, at most {most}: \"{text}\""));
            }
            if step.coach.is_empty() {
                return fault("the coach says nothing".into());
            }
            let has = |rule: &String| self.game.info().rules.contains(&format!("**{rule}**"));
            if let Some(rule) = step.rule.as_ref().filter(|rule| !has(rule)) {
                return fault(format!("there is no rule {rule}"));
            }
        }
        Ok(())
    }

    fn fold(&self, answers: &[LessonAnswer], luck: u64) -> Result<Session<'a>, Fault> {
        let broken = |stop| match stop {
            Stop::Broken(fault) => fault,
            Stop::Refused(refusal) => Fault::new(self.part, 0, refusal.to_string()),
        };
        let mut session =
            Session::begin(self.game, self.bots, self.lesson, self.part, luck).map_err(broken)?;
        for answer in answers {
            session.take(*answer).map_err(broken)?;
        }
        Ok(session)
    }

    /// Plays all ways on from here to the end of the part.
    fn explore(&mut self, answers: &mut Vec<LessonAnswer>) -> Result<(), Fault> {
        self.ways += 1;
        let session = self.fold(answers, 0)?;
        let Some(step) = session.now() else { return Ok(()) };
        if self.ways > WAYS {
            return Err(self.fault(&session, format!("there are more than {WAYS} ways to get here")));
        }
        self.scene(&session, step)?;
        match step.kind() {
            Kind::Tell => self.on(answers, None),
            Kind::Choose => self.choose(&session, step, answers),
            Kind::Goal => self.goal(&session, step, answers),
            Kind::Play if session.reached(step) => {
                Err(self.fault(&session, "there is nothing to play: it is over before it begins"))
            }
            Kind::Play => self.play(&session, answers),
        }
    }

    /// Explores on after one more answer.
    fn on(&mut self, answers: &mut Vec<LessonAnswer>, code: Option<u32>) -> Result<(), Fault> {
        self.passed.answers += 1;
        answers.push(LessonAnswer { question: answers.len() as u32, code });
        let explored = self.explore(answers);
        answers.pop();
        explored
    }

    /// Do the elements exist, and is the learner asked?
    fn scene(&self, session: &Session<'_>, step: &Step) -> Result<(), Fault> {
        let view = session.view();
        let ids: BTreeSet<&str> = view.scene.ids().into_iter().collect();
        if let Some(id) = step.point.iter().find(|id| !ids.contains(&***id)) {
            let there: Vec<&str> = ids.into_iter().collect();
            let why = format!("the learner's table has no element \"{id}\"; it has: {}", there.join(", "));
            return Err(self.fault(session, why));
        }
        if step.kind() != Kind::Tell && view.options.is_empty() {
            return Err(self.fault(session, "the learner is not asked anything here"));
        }
        let named = step.expect.iter().chain(&step.path[..step.path.len().min(1)]);
        let answers = step.choice.iter().chain(&step.wrong).map(|answer| &answer.action);
        for action in named.chain(answers.filter(|action| **action != "*")) {
            session.code(self.lesson.seat, action).map_err(|reason| self.fault(session, reason))?;
        }
        Ok(())
    }

    /// Each option has an answer, and each answer leads where it says.
    fn choose(
        &mut self,
        session: &Session<'_>,
        step: &Step,
        answers: &mut Vec<LessonAnswer>,
    ) -> Result<(), Fault> {
        for option in session.view().options {
            let question = answers.len() as u32;
            let label = option.described.label.with_names(seat_name);
            let name =
                |fault: Fault| Fault { reason: format!("after \"{label}\": {}", fault.reason), ..fault };
            let mut tried = self.fold(answers, 0)?;
            let taken = tried.take(LessonAnswer { question, code: Some(option.code) });
            self.passed.answers += 1;
            taken.map_err(|stop| match stop {
                Stop::Broken(fault) => name(fault),
                Stop::Refused(refusal) => name(self.fault(session, refusal.to_string())),
            })?;
            if tried.place().0 > session.place().0 {
                self.on(answers, Some(option.code))?;
                continue;
            }
            self.taken_back(tried, session, question + 1).map_err(name)?;
        }
        // What is a slip of the pen would otherwise stand for nothing.
        let expected = step.expect.len() + step.choice.len();
        let right: BTreeSet<u32> = session.coach().hint.into_iter().collect();
        if right.len() < expected {
            return Err(self.fault(session, "two of the answers that lead on are the same option"));
        }
        Ok(())
    }

    /// A wrong answer leaves everything as it was, once it has been shown.
    fn taken_back(&self, mut tried: Session<'_>, before: &Session<'_>, question: u32) -> Result<(), Fault> {
        if tried.place() != before.place() {
            let back = tried.take(LessonAnswer { question, code: None });
            back.map_err(|stop| self.fault(before, Refusal::from(stop).to_string()))?;
        }
        if tried.place() != before.place() || tried.view() != before.view() {
            return Err(self.fault(before, "it is not taken back"));
        }
        Ok(())
    }

    /// The path leads to the goal; other ways never break anything.
    fn goal(
        &mut self,
        session: &Session<'_>,
        step: &Step,
        answers: &mut Vec<LessonAnswer>,
    ) -> Result<(), Fault> {
        let length = answers.len();
        let mut walk = self.fold(answers, 0)?;
        for action in &step.path {
            if walk.place().0 > session.place().0 {
                return Err(self.fault(session, format!("the goal is reached before {action}")));
            }
            let code = walk.code(self.lesson.seat, action).map_err(|reason| self.fault(session, reason))?;
            let answer = LessonAnswer { question: answers.len() as u32, code: Some(code) };
            answers.push(answer);
            self.passed.answers += 1;
            walk.take(answer).map_err(|stop| self.fault(session, Refusal::from(stop).to_string()))?;
        }
        if walk.place().0 == session.place().0 {
            return Err(self.fault(session, "the path does not lead to the goal"));
        }
        let explored = self.explore(answers);
        answers.truncate(length);
        explored?;
        for luck in 1..=SEEDS {
            self.stray(answers, luck)?;
        }
        Ok(())
    }

    /// Somebody chooses anything towards a goal.
    fn stray(&mut self, answers: &[LessonAnswer], luck: u64) -> Result<(), Fault> {
        let mut walk = self.fold(answers, 0)?;
        let (step, _) = walk.place();
        let mut dice = luck;
        for question in answers.len() as u32.. {
            let coach = walk.coach();
            if walk.place().0 > step || coach.wants == wire::Wants::Back {
                return Ok(());
            }
            let options = walk.view().options;
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let Some(option) = options.get((dice >> 33) as usize % options.len().max(1)) else { break };
            let before = walk.place();
            let taken = walk.take(LessonAnswer { question, code: Some(option.code) });
            self.passed.answers += 1;
            taken.map_err(|stop| self.fault(&walk, Refusal::from(stop).to_string()))?;
            // What is only said leads nowhere.
            if walk.place() == before && question > answers.len() as u32 + 100 {
                return Ok(());
            }
        }
        Err(self.fault(&walk, "the learner is stuck"))
    }

    /// The game goes on against bots and ends.
    fn play(&mut self, session: &Session<'_>, answers: &[LessonAnswer]) -> Result<(), Fault> {
        let mut ended = Vec::new();
        for luck in 0..SEEDS {
            let mut walk = self.fold(answers, luck)?;
            let mut given = answers.to_vec();
            while walk.place().0 == session.place().0 {
                let Some(&code) = walk.coach().hint.first() else {
                    return Err(self.fault(session, format!("with seed {luck} the learner is stuck")));
                };
                if given.len() > answers.len() + DECISIONS {
                    return Err(self.fault(session, format!("with seed {luck} it does not end")));
                }
                let answer = LessonAnswer { question: given.len() as u32, code: Some(code) };
                given.push(answer);
                self.passed.answers += 1;
                walk.take(answer).map_err(|stop| {
                    self.fault(session, format!("with seed {luck}: {}", Refusal::from(stop)))
                })?;
            }
            if luck == 0 {
                ended = given;
            }
        }
        self.explore(&mut ended)
    }
}
