//! The bot `net`: the reflex of a trained network.

use table::chance::{Quick, quick};
use table::instinct::Instinct;

use crate::bot::{Bot, Budget, Floor, Question, Utterance, Witnessed};
use crate::network_policy::NetworkPolicy;
use crate::policy_bot::PolicyBot;
use crate::search::{Search, Settings};
use crate::voice::Manners;

/// Takes the action its network likes best. At a table without a network it searches instead.
pub struct Reflex<G: Instinct> {
    /// Until the table has been seen.
    files: Option<&'static [&'static [u8]]>,
    chance: Quick,
    network: Option<NetworkPolicy<G>>,
    /// Plays if there is no network; dropped once there is one.
    stand_in: Option<Search<G>>,
    complaint: Option<String>,
    voice: PolicyBot<G>,
    weights: Vec<f32>,
}

impl<G: Instinct> Reflex<G> {
    /// A bot with these network files, and search settings in case none of them fits.
    pub fn new(seed: u64, files: &'static [&'static [u8]], manners: Manners, stand_in: Settings) -> Self {
        Reflex {
            files: Some(files),
            chance: quick(seed),
            network: None,
            stand_in: Some(Search::new(seed, stand_in)),
            complaint: None,
            voice: PolicyBot::talking(seed, true, false, manners),
            weights: Vec::new(),
        }
    }

    /// Looks for the network of this table, once.
    fn sit_down(&mut self, observation: &G::Observation) {
        let Some(files) = self.files.take() else { return };
        match NetworkPolicy::find(files, &G::sample(observation, &mut self.chance)) {
            Ok(network) => (self.network, self.stand_in) = (Some(network), None),
            Err(why) => self.complaint = Some(format!("{} It looks ahead instead.", why.reason)),
        }
    }
}

impl<G: Instinct> Bot<G> for Reflex<G> {
    fn decide(&mut self, question: &Question<'_, G>, budget: &mut Budget<'_>) -> Option<usize> {
        self.sit_down(question.observation);
        if let Some(search) = &mut self.stand_in {
            return search.decide(question, budget);
        }
        let network = self.network.as_mut()?;
        if question.waited_on() && question.actions.len() == 1 {
            return Some(0);
        }
        // Any world will do: instinct and array are the same in all that the seat cannot tell apart.
        let world = G::sample(question.observation, &mut self.chance);
        self.weights.clear();
        G::policy_weights(&world, question.seat, question.actions, &mut self.weights);
        if !question.waited_on() {
            self.weights.push(1.0);
        }
        let scores = network.scores(&world, question.seat, question.actions, &self.weights);
        let scored = scores.enumerate().map(|(at, score)| (score, std::cmp::Reverse(at)));
        let (_, std::cmp::Reverse(best)) = scored.max()?;
        (best < question.actions.len()).then_some(best)
    }

    fn witness(&mut self, seen: &Witnessed<'_, G>) {
        self.sit_down(seen.observation);
        if let Some(search) = &mut self.stand_in {
            search.witness(seen);
        }
    }

    fn speak(&mut self, floor: &Floor<'_, G>) -> Option<Utterance> {
        match &mut self.stand_in {
            Some(search) => search.speak(floor),
            None => self.voice.speak(floor),
        }
    }

    fn remembers(&self) -> bool {
        self.stand_in.as_ref().is_some_and(|search| search.remembers())
    }

    fn iterations(&self) -> u32 {
        self.stand_in.as_ref().map_or(0, |search| search.iterations())
    }

    fn steps(&self) -> u64 {
        self.stand_in.as_ref().map_or(0, |search| search.steps())
    }

    fn complaint(&mut self) -> Option<String> {
        self.complaint.take()
    }
}
