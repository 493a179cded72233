//! Are beliefs calibrated? Chances that seats belong to a team, against the truth.

use table::chance::quick;
use table::instinct::Instinct;
use table::talk::{By, Conversation, Spoken};
use table::{Audience, Chance, Observer, Options, Seat, SeatSet};

use crate::bot::{Bot, Budget, Question, Witnessed};
use crate::policy_bot::PolicyBot;
use crate::script::Script;
use crate::search::{Search, Settings};

/// How good beliefs were over many games.
#[derive(Clone, Copy, Debug, Default)]
pub struct Calibration {
    /// How many chances were looked at.
    pub count: u32,
    /// The sum of the log-losses of beliefs from what was shown alone.
    pub shown: f64,
    /// The sum of the log-losses of beliefs that also use conduct.
    pub conduct: f64,
    /// The sum of the log-losses of beliefs that also use talk.
    pub talk: f64,
    /// How often a seat was believed to be of a team with at least 90 %.
    pub sure: u32,
    /// How often that was right.
    pub right: u32,
    /// The same with talk.
    pub sure_by_talk: u32,
    /// How often that was right.
    pub right_by_talk: u32,
}

/// Worlds for each chance.
const WORLDS: usize = 200;

/// One moment in this many is looked at.
const EVERY: u32 = 12;

/// Plays games by instinct and samples what one seat believes about the teams of seats it does not know.
///
/// The others speak by a script, if there is one. Nothing comes of it in games without teams.
pub fn calibrate<G: Instinct>(
    options: &G::Options,
    deals: std::ops::Range<u64>,
    script: Option<Script>,
) -> Calibration {
    let mut calibration = Calibration::default();
    for deal in deals {
        watch::<G>(options, deal, script, &mut calibration);
    }
    calibration
}

fn watch<G: Instinct>(
    options: &G::Options,
    deal: u64,
    script: Option<Script>,
    calibration: &mut Calibration,
) {
    let players = options.players();
    let me = Seat::new(deal as usize % players);
    let mut chance = quick(deal);
    let mut state = G::deal(options, &mut chance);
    let mut onlooker = Onlooker::<G>::new(deal, me);
    let mut bots: Vec<PolicyBot<G>> =
        Seat::all(players).map(|seat| PolicyBot::new(deal ^ (seat.index() as u64) << 32, true)).collect();
    let mut told: Vec<(Audience, G::Event)> = Vec::new();
    let mut actions = Vec::new();
    let (mut said, mut whim) = (Vec::new(), quick(deal ^ 0x5C21));
    let story = G::sample(&G::observe(&state, Observer::Spectator), &mut whim);
    for version in 0..G::bound(options) as usize {
        onlooker.witness(&state, version, &told);
        let Some(seat) = G::waiting_on(&state).first() else { return };
        if chance.below(EVERY) == 0 {
            onlooker.look(&state, players, &said, calibration);
        }
        actions.clear();
        G::legal(&state, seat, &mut actions);
        let seen = G::observe(&state, Observer::Seat(seat));
        let waiting = SeatSet::one(seat);
        let question = Question { observation: &seen, seat, actions: &actions, waiting, said: &[] };
        let mut budget = Budget { iterations: 0, time_is_up: &mut || true };
        let Some(at) = bots[seat.index()].decide(&question, &mut budget) else { return };
        told.clear();
        G::apply(&mut state, seat, actions[at], &mut chance, &mut told);
        let (Some(script), Some(grammar), None) = (script, G::talk(), G::outcome(&state)) else { continue };
        let public = G::observe(&state, Observer::Spectator);
        for seat in Seat::all(players).filter(|&seat| seat != me) {
            let talk = Conversation { game: G::INFO.name, grammar, said: &said, version };
            let word = script.speak::<G>(&state, &talk, seat, &story, &mut whim);
            let spoken = word.and_then(|word| talk.admit(&public, seat, word.code, None, By::Bot).ok());
            said.extend(spoken);
        }
    }
}

/// Somebody at the table whose beliefs about the teams are held against the truth. The game takes no notice.
pub struct Onlooker<G: Instinct> {
    search: Search<G>,
    seat: Seat,
}

impl<G: Instinct> Onlooker<G> {
    /// One who knows what this seat knows.
    pub fn new(seed: u64, seat: Seat) -> Self {
        Onlooker { search: Search::new(seed, Settings { beliefs: true, ..Settings::of::<G>() }), seat }
    }

    /// Sees what the seat sees: first of all the table as it was dealt, then every action.
    pub fn witness(&mut self, state: &G::State, version: usize, told: &[(Audience, G::Event)]) {
        let observer = Observer::Seat(self.seat);
        let heard = told.iter().filter(|(audience, _)| audience.includes(observer));
        let events: Vec<G::Event> = heard.map(|(_, event)| event.clone()).collect();
        let observation = &G::observe(state, observer);
        self.search.witness(&Witnessed { seat: self.seat, version, observation, events: &events });
    }

    /// Adds what it believes now about those it does not know.
    pub fn look(&mut self, truth: &G::State, players: usize, said: &[Spoken], calibration: &mut Calibration) {
        let (me, observer) = (self.seat, &mut self.search);
        let observation = &G::observe(truth, Observer::Seat(me));
        let team = |world: &G::State, seat: Seat| {
            let labels = G::labels(world, seat);
            labels.into_iter().find(|(name, _)| Some(*name) == G::TEAMS).map(|(_, team)| team)
        };
        let Some(own) = team(truth, me) else { return };
        let mut chance = quick(me.index() as u64 ^ u64::from(calibration.count));
        let shown: Vec<G::State> = (0..WORLDS).map(|_| G::sample(observation, &mut chance)).collect();
        let mut believe = |said| observer.believe((observation, me), said, (WORLDS, WORLDS), &mut || false);
        let believed = believe(&[]);
        let told = if said.is_empty() { believed.clone() } else { believe(said) };
        for seat in Seat::all(players).filter(|&seat| seat != me) {
            // Half a world for each answer, so that nothing is ever thought impossible.
            let chance_of = |worlds: &[G::State]| {
                let friends = worlds.iter().filter(|world| team(world, seat).as_ref() == Some(&own)).count();
                (friends as f64 + 0.5) / (worlds.len() as f64 + 1.0)
            };
            let before = chance_of(&shown);
            if !(0.02..=0.98).contains(&before) {
                continue; // It is as good as known.
            }
            let after = chance_of(&believed);
            let is_friend = team(truth, seat).as_ref() == Some(&own);
            let loss = |friend: f64| -(if is_friend { friend } else { 1.0 - friend }).ln();
            calibration.count += 1;
            calibration.shown += loss(before);
            calibration.conduct += loss(after);
            let heard = chance_of(&told);
            calibration.talk += loss(heard);
            let sure = |chance: f64| u32::from(!(0.1..=0.9).contains(&chance));
            let right = |chance: f64| sure(chance) * u32::from((chance > 0.5) == is_friend);
            (calibration.sure, calibration.right) =
                (calibration.sure + sure(after), calibration.right + right(after));
            calibration.sure_by_talk += sure(heard);
            calibration.right_by_talk += right(heard);
        }
    }
}
