//! What the others have done, and what that says about who they are.
//!
//! A choice is evidence: worlds in which a seat's policy would have chosen it are more likely than others. The choice is what the
//! observing seat was told first of an action. Every action that would have been told the same counts as chosen, so a sealed
//! choice says nothing until it is revealed.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use table::chance::Quick;
use table::instinct::{InfoKey, Instinct};
use table::{Audience, Code, Observer, Seat};

use crate::bot::Witnessed;

/// How much of a choice is attributed to chance, so that no odd move rules out a world.
const WHIM: f32 = 0.15;

/// How many worlds of the past a choice is judged in.
const TEMPLATES: usize = 2;

/// The most worlds sampled to find one in which the choice could be made.
const TRIES: usize = 60;

/// How many choices are remembered.
const SPAN: usize = 100;

/// What a seat has seen of the others.
pub(crate) struct Memory<G: Instinct> {
    /// The last observation, with its version.
    last: Option<(usize, G::Observation)>,
    /// How many have yet to make their choice at the same time, and the table as it was when they were asked.
    batch: Option<(usize, G::Observation)>,
    conduct: Vec<Choice<G>>,
    actions: Vec<G::Action>,
    weights: Vec<f32>,
    told: Vec<(Audience, G::Event)>,
}

/// A choice of another seat.
struct Choice<G: Instinct> {
    version: usize,
    seat: Seat,
    /// Worlds of that moment: roles are put in for each present world.
    past: Vec<G::State>,
    /// What it did, or may have done.
    codes: Vec<u32>,
    /// How likely it was, by what the seat knows of roles.
    known: HashMap<u64, f32, BuildHasherDefault<InfoKey>>,
}

impl<G: Instinct> Memory<G> {
    pub(crate) fn new() -> Self {
        Memory {
            last: None,
            batch: None,
            conduct: Vec::new(),
            actions: Vec::new(),
            weights: Vec::new(),
            told: Vec::new(),
        }
    }

    /// Is there anything to draw conclusions from?
    pub(crate) fn is_empty(&self) -> bool {
        self.conduct.is_empty()
    }

    /// Takes in an action.
    pub(crate) fn witness(&mut self, seen: &Witnessed<'_, G>, chance: &mut Quick) {
        // What was taken back did not happen.
        self.conduct.retain(|choice| choice.version < seen.version);
        if let Some((version, before)) = self.last.take()
            && version + 1 == seen.version
            && let Some(first) = seen.events.first()
        {
            self.conclude(seen, &before, first, chance);
        }
        self.last = Some((seen.version, seen.observation.clone()));
        if self.conduct.len() > SPAN {
            self.conduct.remove(0);
        }
    }

    fn conclude(
        &mut self,
        seen: &Witnessed<'_, G>,
        before: &G::Observation,
        first: &G::Event,
        chance: &mut Quick,
    ) {
        let world = G::sample(before, chance);
        if !G::with_roles_of(&mut world.clone(), &world) {
            return; // Nothing hidden lasts: what was done then says nothing about now.
        }
        let waiting = G::waiting_on(&world);
        match &mut self.batch {
            Some((left, _)) if *left == waiting.len() => *left -= 1,
            batch => *batch = Some((waiting.len().saturating_sub(1), before.clone())),
        }
        if waiting.len() == 1
            && let Some(seat) = waiting.first().filter(|&seat| seat != seen.seat)
        {
            self.note(seen, before, seat, first, chance);
        }
        let Some((_, began)) = &self.batch else { return };
        let past = G::sample(began, chance);
        let opened = seen.events.iter().flat_map(|event| G::revealed_choices(event, &past));
        for (seat, action) in opened.filter(|(seat, _)| *seat != seen.seat) {
            self.conduct.push(Choice {
                version: seen.version,
                seat,
                past: vec![past.clone()],
                codes: vec![action.code()],
                known: HashMap::default(),
            });
        }
    }

    /// Notes a choice of a seat, in worlds in which it could be made.
    fn note(
        &mut self,
        seen: &Witnessed<'_, G>,
        before: &G::Observation,
        seat: Seat,
        first: &G::Event,
        chance: &mut Quick,
    ) {
        let mut choice = Choice {
            version: seen.version,
            seat,
            past: Vec::new(),
            codes: Vec::new(),
            known: HashMap::default(),
        };
        for _ in 0..TRIES {
            let past = G::sample(before, chance);
            self.actions.clear();
            G::legal(&past, seat, &mut self.actions);
            if self.actions.len() < 2 {
                continue;
            }
            let mut fits = false;
            for &action in &self.actions {
                let mut then = past.clone();
                self.told.clear();
                G::apply(&mut then, seat, action, chance, &mut self.told);
                let heard =
                    self.told.iter().find(|(audience, _)| audience.includes(Observer::Seat(seen.seat)));
                if heard.is_some_and(|(_, event)| event == first) {
                    fits = true;
                    if !choice.codes.contains(&action.code()) {
                        choice.codes.push(action.code());
                    }
                }
            }
            // A choice that looks like every other says nothing.
            if choice.codes.len() >= self.actions.len() {
                return;
            }
            if fits {
                choice.past.push(past);
            }
            if choice.past.len() == TEMPLATES {
                break;
            }
        }
        if !choice.past.is_empty() {
            self.conduct.push(choice);
        }
    }

    /// How likely all that was seen is in this world, against others: the logarithm.
    pub(crate) fn likelihood(&mut self, today: &G::State) -> f32 {
        let mut likelihood = 0.0;
        for choice in &mut self.conduct {
            let mut sum = 0.0;
            for (i, past) in choice.past.iter_mut().enumerate() {
                G::with_roles_of(past, today);
                let key =
                    G::role_key(past, choice.seat).wrapping_mul(TEMPLATES as u64).wrapping_add(i as u64);
                sum += match choice.known.get(&key) {
                    Some(&known) => known,
                    None => {
                        let (actions, weights) = (&mut self.actions, &mut self.weights);
                        actions.clear();
                        G::legal(past, choice.seat, actions);
                        weights.clear();
                        G::policy_weights(past, choice.seat, actions, weights);
                        let share = share(actions, weights, &choice.codes);
                        choice.known.insert(key, share);
                        share
                    }
                };
            }
            likelihood += (sum / choice.past.len() as f32).max(f32::MIN_POSITIVE).ln();
        }
        likelihood
    }
}

/// The share of the weights that lies on what was done.
fn share<A: Code>(actions: &[A], weights: &[f32], codes: &[u32]) -> f32 {
    let (mut all, mut done, mut count) = (0.0, 0.0, 0.0);
    for (action, weight) in actions.iter().zip(weights) {
        all += weight;
        if codes.contains(&action.code()) {
            done += weight;
            count += 1.0;
        }
    }
    let even = count / actions.len().max(1) as f32;
    (1.0 - WHIM) * done / all.max(f32::MIN_POSITIVE) + WHIM * even
}
