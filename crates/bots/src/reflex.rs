//! The bot `net`: the reflex of a trained network.

use std::sync::Arc;

use table::chance::{Quick, quick};
use table::instinct::Instinct;
use table::{Code, Refusal, tensor};

use crate::bot::{Bot, Budget, Floor, Question, Utterance, Witnessed};
use crate::network::{Hidden, Network, network};
use crate::policy_bot::PolicyBot;
use crate::search::{Search, Settings};
use crate::voice::Manners;

/// Takes the action its network likes best. At a table without a network it searches instead.
pub struct Reflex<G: Instinct> {
    /// Until the table has been seen.
    files: Option<&'static [&'static [u8]]>,
    chance: Quick,
    network: Option<Arc<Network>>,
    /// Plays if there is no network; dropped once there is one.
    stand_in: Option<Search<G>>,
    complaint: Option<String>,
    voice: PolicyBot<G>,
    row: Vec<i8>,
    traces: G::Traces,
    hidden: Hidden,
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
            row: Vec::new(),
            traces: G::Traces::default(),
            hidden: Hidden::default(),
            weights: Vec::new(),
        }
    }

    /// Looks for the network of this table, once.
    fn sit_down(&mut self, observation: &G::Observation) {
        let Some(files) = self.files.take() else { return };
        let layout = tensor::layout_of::<G>(&G::sample(observation, &mut self.chance));
        self.row = vec![0; layout.last().map_or(0, |part| part.start + part.len)];
        let codes = G::Action::CODES as usize + 1;
        let mut reason = Refusal::malformed("There is no network for this table.");
        for file in files {
            match network(file).and_then(|network| network.fits(G::INFO.id, &layout, codes).map(|()| network))
            {
                Ok(network) => {
                    self.network = Some(network);
                    self.stand_in = None;
                    return;
                }
                Err(why) => reason = why,
            }
        }
        self.complaint = Some(format!("{} It looks ahead instead.", reason.reason));
    }
}

impl<G: Instinct> Bot<G> for Reflex<G> {
    fn decide(&mut self, question: &Question<'_, G>, budget: &mut Budget<'_>) -> Option<usize> {
        self.sit_down(question.observation);
        if let Some(search) = &mut self.stand_in {
            return search.decide(question, budget);
        }
        let network = self.network.as_ref()?;
        if question.waited_on() && question.actions.len() == 1 {
            return Some(0);
        }
        // Any world will do: instinct and array are the same in all that the seat cannot tell apart.
        let world = G::sample(question.observation, &mut self.chance);
        tensor::update::<G>(&world, question.seat, &mut self.traces, &mut self.row);
        network.see(&self.row, &mut self.hidden);
        self.weights.clear();
        G::policy_weights(&world, question.seat, question.actions, &mut self.weights);
        let codes = question.actions.iter().map(|action| action.code()).chain([G::Action::CODES]);
        if !question.waited_on() {
            self.weights.push(1.0);
        }
        let most = self.weights.iter().copied().fold(0.0, f32::max);
        let scored = codes.zip(&self.weights).enumerate().map(|(at, (code, &weight))| {
            (network.score(&self.hidden, code as usize, weight, most), std::cmp::Reverse(at))
        });
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
