//! Hints: the result of a search from the seat's view, and facts that speak for it.
//!
//! Everything is computed from the observation, chance included, so a hint is the same in all worlds the seat cannot tell
//! apart. A reason is a fact: one that the game proves ([`Instinct::reasons`]), or one that was counted by playing the best options
//! on in the same imagined worlds.

use table::chance::{Quick, quick};
use table::hint::{Hint, Reason, WeighedOption};
use table::instinct::{InfoKey, Instinct};
use table::scene::Scene;
use table::{Code, Observer, Seat, Text, say};

use crate::bot::{Bot, Budget, Question};
use crate::index::mix;
use crate::policy_bot::weighted;
use crate::search::{Search, Settings, worth};

/// How many options a hint names.
const OPTIONS: usize = 3;
/// In how many sampled worlds each of them is continued.
const WORLDS: u64 = 96;
/// The longest continuation, in steps.
const LONGEST: u32 = 120;
/// In how many at least, to say anything.
const FEWEST: usize = 8;
/// The share of the time that is left to the continuations.
const FOR_CONTINUATIONS: f32 = 0.4;
/// A difference counts from this many standard errors on, and from this size on.
const CLEAR: f32 = 3.0;
const NOTABLE: f32 = 0.5;
/// The most reasons.
const REASONS: usize = 3;
/// Chances closer than this count as equal.
const APART: f32 = 0.02;

/// A hint for a seat that is waited on. `left` says which share of the time is left, from 1 to 0; with a clock that stands still a
/// hint repeats itself exactly.
pub fn hint<G: Instinct>(
    question: &Question<'_, G>,
    iterations: u32,
    left: &mut dyn FnMut() -> f32,
) -> Option<Hint> {
    if question.actions.is_empty() || !question.waited_on() {
        return None;
    }
    let seed = seed(question);
    let options = weigh(question, seed, iterations, left);
    let described = G::describe(question.observation, question.actions);
    let label = |at: usize| described.get(at).map(|it| it.label.clone()).unwrap_or_default();
    let mut look = Vec::new();
    for id in options.iter().filter_map(|option| described.get(option.at)).flat_map(|it| &it.touches) {
        if !look.contains(id) {
            look.push(id.clone());
        }
    }
    let mut reasons = Vec::new();
    let played = play_on(question, &options, seed, left);
    let (options, played) = compare(options, played);
    let best = options.first()?;
    let level: Vec<usize> = options.iter().filter(|other| !is_ahead(best, other)).map(|it| it.at).collect();
    let alike: Vec<Text> = level.iter().map(|&at| label(at)).collect();
    let margin = match (&*alike, options.get(1)) {
        (_, None) => say!("You have no other choice."),
        ([_], Some(second)) => margin(best, second, &label(second.at)),
        ([one, two, rest @ ..], _) => match rest.first() {
            None => say!("\"{one}\" and \"{two}\" are about equally good: take the one you like."),
            Some(three) => {
                say!("\"{one}\", \"{two}\" and \"{three}\" are about equally good: take the one you like.")
            }
        },
        ([], Some(_)) => Text::default(),
    };
    if alike.len() == 1 {
        let mut now = Played::default();
        now.read::<G>(0, &G::scene(question.observation, question.waiting), question.seat);
        counted(&now, &played, |nth| label(options[nth].at), &mut reasons);
        // What was counted says more to a person than what is so in any case.
        G::reasons(question.observation, question.actions[best.at], &mut reasons);
        reasons.truncate(REASONS);
    } else {
        // What speaks for each, so that a person can choose; once if it is the same for all.
        let mut facts = Vec::new();
        for (at, option) in level.iter().zip(&alike) {
            let mut reasons = Vec::new();
            G::reasons(question.observation, question.actions[*at], &mut reasons);
            facts.extend(reasons.into_iter().next().map(|reason| (option, reason)));
        }
        let common = facts.len() == level.len() && facts.iter().all(|(_, fact)| *fact == facts[0].1);
        reasons = match common {
            true => facts.into_iter().map(|(_, fact)| fact).take(1).collect(),
            false => facts
                .into_iter()
                .map(|(option, Reason { text, rule })| Reason::by_rule(&rule, say!("\"{option}\": {text}")))
                .collect(),
        };
    }
    let weighed = |option: &Weighed| WeighedOption {
        code: question.actions[option.at].code(),
        label: label(option.at),
        chance: option.chance,
        noise: option.noise,
    };
    Some(Hint { look, options: options.iter().map(weighed).collect(), margin, reasons })
}

/// The seed: the same for everybody who sees this.
fn seed<G: Instinct>(question: &Question<'_, G>) -> u64 {
    let mut key = InfoKey::new();
    key.see_all(&serde_json::to_vec(question.observation).unwrap_or_default());
    question.actions.iter().for_each(|action| key.see(action.code().into()));
    std::hash::Hasher::finish(&key)
}

/// An option and its chance.
struct Weighed {
    at: usize,
    chance: f32,
    noise: f32,
}

/// An option after a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tried {
    /// How often it was tried.
    pub visits: f32,
    /// The chance to win, from 0 to 1; 0 where it was never tried.
    pub chance: f32,
    /// The standard error of the chance, at most.
    pub noise: f32,
}

impl Tried {
    /// Is its chance higher, beyond the noise of both?
    pub fn is_ahead_of(&self, other: &Tried) -> bool {
        self.chance - other.chance > 2.0 * self.noise.hypot(other.noise)
    }
}

/// What a search finds of each option.
pub(crate) fn tried<G: Instinct>(
    question: &Question<'_, G>,
    seed: u64,
    budget: &mut Budget<'_>,
) -> Vec<Tried> {
    let mut search = Search::<G>::new(seed, Settings { nodes: 1 << 14, ..Settings::of::<G>() });
    search.decide(question, budget);
    let tried = search.experience(question.actions.len()).map(|(visits, value)| {
        let chance = (value / visits.max(1.0)).clamp(0.0, 1.0);
        // Values lie between 0 and 1, so they vary no more than a coin with this mean does.
        Tried { visits, chance, noise: ((chance * (1.0 - chance)).max(0.01) / visits.max(1.0)).sqrt() }
    });
    tried.collect()
}

/// The most visited options of a search. The best is the one with the highest lower bound: one that was tried a few times may have been
/// lucky.
fn weigh<G: Instinct>(
    question: &Question<'_, G>,
    seed: u64,
    iterations: u32,
    left: &mut dyn FnMut() -> f32,
) -> Vec<Weighed> {
    if question.actions.len() == 1 {
        return vec![Weighed { at: 0, chance: 0.0, noise: 0.0 }];
    }
    let mut budget = Budget { iterations, time_is_up: &mut || left() <= FOR_CONTINUATIONS };
    let mut all: Vec<(usize, Tried)> = tried(question, seed, &mut budget).into_iter().enumerate().collect();
    all.sort_by(|a, b| b.1.visits.total_cmp(&a.1.visits).then(a.0.cmp(&b.0)));
    let most = all.into_iter().filter(|(_, tried)| tried.visits > 0.0).take(OPTIONS);
    let mut best: Vec<Weighed> =
        most.map(|(at, Tried { chance, noise, .. })| Weighed { at, chance, noise }).collect();
    best.sort_by(|a, b| (b.chance - b.noise).total_cmp(&(a.chance - a.noise)));
    best
}

/// Is a lead of this size, with this standard error, one that counts?
pub fn is_apart(lead: f32, noise: f32) -> bool {
    lead >= (2.0 * noise).max(APART)
}

/// Is the best option clearly ahead of another?
fn is_ahead(best: &Weighed, other: &Weighed) -> bool {
    is_apart(best.chance - other.chance, other.noise)
}

/// Puts the best option first and the others in order, by how they went in the same worlds. The search's favourite stays the best unless
/// another is clearly ahead of it. The noise becomes that of the difference to the best.
fn compare(mut options: Vec<Weighed>, mut played: Vec<Played>) -> (Vec<Weighed>, Vec<Played>) {
    let enough = options.len() > 1 && played.first().is_some_and(|played| played.values.len() >= FEWEST);
    if enough {
        for (option, played) in options.iter_mut().zip(&played) {
            option.chance = mean(&played.values).clamp(0.0, 1.0);
        }
    }
    let noise = |options: &[Weighed], one: usize, other: usize| match enough {
        true => spread(&played[one].values, &played[other].values),
        false => options[one].noise.hypot(options[other].noise),
    };
    let mut best = 0;
    for other in 1..options.len() {
        let lead = options[other].chance - options[best].chance;
        if is_apart(lead, noise(&options, best, other)) {
            best = other;
        }
    }
    let errors: Vec<f32> = (0..options.len())
        .map(|other| if other == best { 0.0 } else { noise(&options, best, other) })
        .collect();
    options.iter_mut().zip(errors).for_each(|(option, error)| option.noise = error);
    if !enough {
        played.clear();
        played.resize_with(options.len(), Played::default);
    }
    let mut both: Vec<(Weighed, Played)> = options.into_iter().zip(played).collect();
    let first = both.remove(best.min(both.len().saturating_sub(1)));
    both.sort_by(|a, b| b.0.chance.total_cmp(&a.0.chance));
    both.insert(0, first);
    both.into_iter().unzip()
}

fn mean(values: &[f32]) -> f32 {
    values.iter().sum::<f32>() / values.len().max(1) as f32
}

/// The standard error of the mean difference of two options in the same worlds.
fn spread(one: &[f32], other: &[f32]) -> f32 {
    let differences: Vec<f32> = one.iter().zip(other).map(|(one, other)| one - other).collect();
    let middle = mean(&differences);
    let squares: f32 = differences.iter().map(|it| (it - middle).powi(2)).sum();
    // As if one more world had come out the other way: a few that agree prove little.
    let count = differences.len().max(1) as f32;
    ((squares + middle.powi(2)) / count / count).sqrt()
}

fn margin(best: &Weighed, second: &Weighed, other: &Text) -> Text {
    let of_100 = |share: f32| (100.0 * share).round() as u32;
    let (here, there) = (of_100(best.chance), of_100(second.chance));
    say!("You would win about {here} of 100 games like this, and about {there} after \"{other}\".")
}

/// Whose and what; `None` stands for the seat itself.
type Fact = (Option<Seat>, Text);

/// How an option went in each of the imagined worlds.
#[derive(Default)]
struct Played {
    /// The seat's value at the end of each.
    values: Vec<f32>,
    /// Did the game end? Did the seat win?
    ended: Vec<bool>,
    won: Vec<bool>,
    /// What each seat then had, by seat and word; 0 where nothing is said.
    facts: Vec<(Fact, Vec<f32>)>,
}

impl Played {
    fn note(&mut self, world: usize, of: Option<Seat>, what: &Text, count: f32) {
        let at = self.facts.iter().position(|((seat, text), _)| *seat == of && text == what);
        let at = at.unwrap_or_else(|| {
            self.facts.push(((of, what.clone()), vec![0.0; WORLDS as usize]));
            self.facts.len() - 1
        });
        self.facts[at].1[world] += count;
    }

    fn fact(&self, key: &Fact) -> Option<&[f32]> {
        self.facts.iter().find(|(known, _)| known == key).map(|(_, counts)| &**counts)
    }

    /// What a seat has, as its scene counts it.
    fn read<G: Instinct>(&mut self, world: usize, scene: &Scene, me: Seat) {
        for place in &scene.seats {
            let of = Some(place.seat).filter(|seat| *seat != me);
            for mark in place.marks.iter().filter(|mark| !mark.label.is_empty() && G::counts(&mark.id)) {
                if let Some(count) = mark.count {
                    self.note(world, of, &mark.label, count as f32);
                }
            }
        }
        for zone in scene.zones.iter().filter(|zone| zone.owner == Some(me) && G::counts(&zone.id)) {
            self.note(world, None, &zone.label, zone.total.map_or(zone.count as f32, |total| total as f32));
        }
    }
}

/// Continues each option until the seat is asked again after somebody else: all in the same worlds, with the same luck.
fn play_on<G: Instinct>(
    question: &Question<'_, G>,
    options: &[Weighed],
    seed: u64,
    left: &mut dyn FnMut() -> f32,
) -> Vec<Played> {
    let me = question.seat;
    let worlds = if options.len() > 1 { WORLDS } else { 0 };
    let mut played: Vec<Played> = options.iter().map(|_| Played::default()).collect();
    let (mut actions, mut weights) = (Vec::new(), Vec::new());
    for world in 0..worlds {
        if left() <= 0.0 {
            break;
        }
        for (option, played) in options.iter().zip(&mut played) {
            let mut chance: Quick = quick(mix(seed.wrapping_add(world)));
            let mut state = G::sample(question.observation, &mut chance);
            G::apply(&mut state, me, question.actions[option.at], &mut chance, &mut ());
            let mut others = false;
            for _ in 0..LONGEST {
                let Some(seat) = G::waiting_on(&state).first() else { break };
                actions.clear();
                G::legal(&state, seat, &mut actions);
                if actions.is_empty() || (seat == me && others && actions.len() > 1) {
                    break;
                }
                others |= seat != me;
                weights.clear();
                G::policy_weights(&state, seat, &actions, &mut weights);
                let action = actions[weighted(&weights, &mut chance)];
                G::apply(&mut state, seat, action, &mut chance, &mut ());
            }
            let outcome = G::outcome(&state);
            let values = outcome.as_ref().map_or_else(|| G::evaluate(&state), worth);
            played.values.push(values[me.index()]);
            played.ended.push(outcome.is_some());
            played.won.push(outcome.as_ref().is_some_and(|outcome| outcome.winners().contains(me)));
            if outcome.is_none() {
                let seen = G::observe(&state, Observer::Seat(me));
                played.read::<G>(world as usize, &G::scene(&seen, G::waiting_on(&state)), me);
            }
        }
    }
    played
}

/// Adds what was counted and speaks for the first option.
fn counted(now: &Played, played: &[Played], label: impl Fn(usize) -> Text, reasons: &mut Vec<Reason>) {
    let Some((best, others)) = played.split_first() else { return };
    let count = best.values.len();
    if count < FEWEST {
        return;
    }
    let ends = |played: &Played| played.ended.iter().filter(|&&ended| ended).count();
    let wins = |played: &Played| played.won.iter().filter(|&&won| won).count();
    if 3 * wins(best) > 2 * ends(best) && 8 * wins(best) >= count {
        let (ends, wins) = (ends(best), wins(best));
        reasons.push(Reason::counted(say!(
            "In {ends} of {count} games like this it is over before your next turn, and you win {wins} of them."
        )));
    }
    for (other, nth) in others.iter().zip(1..) {
        let (ends, lost) = (ends(other), ends(other) - wins(other));
        if 8 * lost >= count && ends > 0 && lost > self::lost(best) + count / 10 {
            let option = label(nth);
            reasons.push(Reason::counted(say!(
                "After \"{option}\" it is over before your next turn in {ends} of {count} games like this, and you lose {lost} of them."
            )));
            break;
        }
    }
    let mut differences: Vec<Difference> =
        others.iter().zip(1..).flat_map(|(other, nth)| differences(now, best, other, nth)).collect();
    // What others have is a reason only where there is no better one.
    if !reasons.is_empty() || differences.iter().any(|it| it.of.is_none()) {
        differences.retain(|it| it.of.is_none());
    }
    differences.sort_by(|a, b| b.errors.total_cmp(&a.errors));
    let mut told: Vec<Difference> = Vec::new();
    for it in differences {
        // A hand is counted as a zone and as a mark: one of them is enough.
        let same = |other: &Difference| {
            other.of == it.of && (other.what == it.what || (other.here, other.there) == (it.here, it.there))
        };
        if told.len() == 2 || told.iter().any(same) {
            continue;
        }
        let (what, here, there, option) = (&it.what, roughly(it.here), roughly(it.there), label(it.nth));
        reasons.push(Reason::counted(match it.of {
            None => say!("Expected by your next turn: {what} {here} (after \"{option}\": {there})."),
            Some(seat) => {
                say!("Expected for {seat} by your next turn: {what} {here} (after \"{option}\": {there}).")
            }
        }));
        told.push(it);
    }
}

fn lost(played: &Played) -> usize {
    played.ended.iter().zip(&played.won).filter(|(ended, won)| **ended && !**won).count()
}

/// Something that is clearly different after two options, to the advantage of the first.
struct Difference {
    of: Option<Seat>,
    what: Text,
    here: f32,
    there: f32,
    /// The difference in standard errors.
    errors: f32,
    nth: usize,
}

fn differences(now: &Played, best: &Played, other: &Played, nth: usize) -> Vec<Difference> {
    let none = vec![0.0; WORLDS as usize];
    let mut keys: Vec<&Fact> = best.facts.iter().map(|(key, _)| key).collect();
    keys.extend(other.facts.iter().map(|(key, _)| key).filter(|key| best.fact(key).is_none()));
    let clear = |key: &Fact| {
        let (here, there) = (best.fact(key).unwrap_or(&none), other.fact(key).unwrap_or(&none));
        // Only worlds in which neither has ended the game can be compared.
        let both: Vec<usize> =
            (0..best.values.len()).filter(|&i| !best.ended[i] && !other.ended[i]).collect();
        let n = both.len() as f32;
        // What is not there yet and comes with an option for certain says no more than the option itself.
        let certain = |counts: &[f32]| both.iter().all(|&i| counts[i] != 0.0);
        if n < 8.0 || (now.fact(key).is_none() && (certain(here) || certain(there))) {
            return None;
        }
        let mean = |of: &dyn Fn(usize) -> f32| both.iter().map(|&i| of(i)).sum::<f32>() / n;
        let (mean_here, mean_there) = (mean(&|i| here[i]), mean(&|i| there[i]));
        let gap = mean_here - mean_there;
        let spread = mean(&|i| (here[i] - there[i] - gap).powi(2));
        let errors = gap.abs() / (spread / n).sqrt().max(0.01);
        // Does it go with a better or a worse end, over both options?
        let (counts, values) =
            (0.5 * (mean_here + mean_there), 0.5 * (mean(&|i| best.values[i]) + mean(&|i| other.values[i])));
        let together = mean(&|i| {
            (here[i] - counts) * (best.values[i] - values) + (there[i] - counts) * (other.values[i] - values)
        });
        (errors >= CLEAR && gap.abs() >= NOTABLE && gap * together > 0.0).then(|| Difference {
            of: key.0,
            what: key.1.clone(),
            here: mean_here,
            there: mean_there,
            errors,
            nth,
        })
    };
    keys.into_iter().filter_map(clear).collect()
}

/// A number as people say it, in halves.
fn roughly(number: f32) -> Text {
    let halves = (2.0 * number).round() as i32;
    match (halves / 2, halves % 2) {
        (whole, 0) => Text::filled(&whole),
        (0, _) => Text::filled(&"½"),
        (whole, _) => say!("{whole}½"),
    }
}
