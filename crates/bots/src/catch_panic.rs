//! A bot that always answers: when the one inside fails, instinct takes over.

use std::panic::{AssertUnwindSafe, catch_unwind};

use table::instinct::Instinct;

use crate::bot::{Bot, Budget, Floor, Question, Utterance, Witnessed};
use crate::policy_bot::PolicyBot;

/// A bot that always answers, even if the one inside fails.
pub struct CatchPanic<G: Instinct> {
    /// Nothing once it has panicked: its state may be inconsistent.
    inner: Option<Box<dyn Bot<G>>>,
    instinct: PolicyBot<G>,
    complaint: Option<String>,
}

impl<G: Instinct> CatchPanic<G> {
    /// Keeps a panic of this bot from stopping the table.
    pub fn new(inner: Box<dyn Bot<G>>, seed: u64) -> Self {
        CatchPanic { inner: Some(inner), instinct: PolicyBot::new(seed, true), complaint: None }
    }

    /// Asks the bot inside; after a panic it is never asked again.
    fn try_with<T>(&mut self, ask: impl FnOnce(&mut dyn Bot<G>) -> T) -> Option<T> {
        let inner = self.inner.as_mut()?;
        match catch_unwind(AssertUnwindSafe(|| ask(inner.as_mut()))) {
            Ok(answer) => Some(answer),
            Err(panic) => {
                let words = panic.downcast_ref::<&str>().copied();
                let words =
                    words.or(panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no reason given");
                self.complaint = Some(format!("It panicked ({words}) and plays by instinct from now on."));
                self.inner = None;
                None
            }
        }
    }
}

impl<G: Instinct> Bot<G> for CatchPanic<G> {
    fn decide(&mut self, question: &Question<'_, G>, budget: &mut Budget<'_>) -> Option<usize> {
        match self.try_with(|bot| bot.decide(question, budget)) {
            Some(Some(at)) if at < question.actions.len() => return Some(at),
            Some(None) if !question.waited_on() => return None,
            Some(answer) => {
                let what = answer.map_or("nothing".to_owned(), |at| format!("option {at}"));
                self.complaint = Some(format!(
                    "It answered {what} where there were {} options; instinct chose.",
                    question.actions.len()
                ));
            }
            None => {}
        }
        self.instinct.decide(question, budget)
    }

    fn witness(&mut self, seen: &Witnessed<'_, G>) {
        self.try_with(|bot| bot.witness(seen));
    }

    fn speak(&mut self, floor: &Floor<'_, G>) -> Option<Utterance> {
        self.try_with(|bot| bot.speak(floor)).flatten()
    }

    fn remembers(&self) -> bool {
        self.inner.as_ref().is_some_and(|bot| bot.remembers())
    }

    fn iterations(&self) -> u32 {
        self.inner.as_ref().map_or(0, |bot| bot.iterations())
    }

    fn steps(&self) -> u64 {
        self.inner.as_ref().map_or(0, |bot| bot.steps())
    }

    fn complaint(&mut self) -> Option<String> {
        let inner = self.inner.as_mut().and_then(|bot| bot.complaint());
        self.complaint.take().or(inner)
    }
}
