//! What a trained network makes of instinct at a table.

use std::sync::Arc;

use table::instinct::{Instinct, exp};
use table::tensor::{self, Part};
use table::{Code, Refusal, Seat};

use crate::network::{Hidden, Network, network};

/// The network of a table, with room to read it in.
pub(crate) struct NetworkPolicy<G: Instinct> {
    network: Arc<Network>,
    row: Vec<i8>,
    traces: G::Traces,
    hidden: Hidden,
}

impl<G: Instinct> NetworkPolicy<G> {
    /// The first of these files that was trained for tables like the one of this state, or what is wrong with the last.
    pub(crate) fn find(files: &'static [&'static [u8]], state: &G::State) -> Result<Self, Refusal> {
        let layout = tensor::layout_of::<G>(state);
        let mut reason = Refusal::malformed("There is no network for this table.");
        for file in files {
            match Self::fitting(file, &layout) {
                Ok(found) => return Ok(found),
                Err(why) => reason = why,
            }
        }
        Err(reason)
    }

    fn fitting(file: &'static [u8], layout: &[Part]) -> Result<Self, Refusal> {
        let network = network(file)?;
        network.fits(G::INFO.id, layout, G::Action::CODES as usize + 1)?;
        let row = vec![0; layout.last().map_or(0, |part| part.start + part.len)];
        Ok(NetworkPolicy { network, row, traces: G::Traces::default(), hidden: Hidden::default() })
    }

    /// The score of each action, in 1/1024, from the weights of instinct; a weight more than there are actions is that of passing.
    /// State and weights may be of any world: array and instinct are the same in all that the seat cannot tell apart.
    pub(crate) fn scores(
        &mut self,
        state: &G::State,
        seat: Seat,
        actions: &[G::Action],
        weights: &[f32],
    ) -> impl Iterator<Item = i64> {
        tensor::update::<G>(state, seat, &mut self.traces, &mut self.row);
        self.network.see(&self.row, &mut self.hidden);
        let most = weights.iter().copied().fold(0.0, f32::max);
        let codes = actions.iter().map(|action| action.code()).chain([G::Action::CODES]);
        codes
            .zip(weights)
            .map(move |(code, &weight)| self.network.score(&self.hidden, code as usize, weight, most))
    }

    /// Turns the weights of instinct into those of the network.
    pub(crate) fn correct(
        &mut self,
        state: &G::State,
        seat: Seat,
        actions: &[G::Action],
        weights: &mut [f32],
        scores: &mut Vec<i64>,
    ) {
        scores.clear();
        scores.extend(self.scores(state, seat, actions, weights));
        let best = scores.iter().copied().max().unwrap_or(0);
        for (weight, &score) in weights.iter_mut().zip(&*scores) {
            *weight = exp((score.saturating_sub(best)).max(-40 << 10) as f32 / 1024.0);
        }
    }
}
