//! Random games, examined on the way.

use table::chance::{Quick, quick};
use table::play::Told;
use table::rollout;
use table::seed::Seed;
use table::{Chance, Game, Match, Options, Refusal, Seat};

use crate::breach::Breach;
use crate::law::{Case, Law};

/// A random game in progress.
pub(crate) struct Walk<'a, G: Game> {
    case: &'a Case<G>,
    law: Law,
    pub(crate) game: Match<G>,
    pub(crate) policy: Quick,
    actions: Vec<G::Action>,
    /// One moment in this many is examined closely.
    look_odds: u32,
}

impl<'a, G: Game> Walk<'a, G> {
    pub(crate) fn new(case: &'a Case<G>, law: Law) -> Result<Self, Box<Breach>> {
        let players = case.options.players();
        let names = Seat::all(players).map(|seat| format!("Seat {}", seat.number())).collect();
        let seed = Seed::from_number(case.seed, players);
        let game = Match::<G>::start(case.options.clone(), None, names, seed)
            .map_err(|refusal| breach(case, law, None, format!("a new deal is refused: {refusal}")))?;
        let policy = quick(!case.seed);
        Ok(Walk { case, law, game, policy, actions: Vec::new(), look_odds: 0 })
    }

    /// Is this one of the moments to examine closely? Asked first at the beginning of the game.
    pub(crate) fn look(&mut self) -> bool {
        if self.look_odds == 0 {
            self.look_odds = (self.trial().steps / self.case.effort.moments.max(1)).max(1);
        }
        self.game.version() == 0 || self.policy.below(self.look_odds) == 0
    }

    /// Plays a copy to its end: its length says how often to look.
    fn trial(&self) -> rollout::Rollout {
        let (mut state, mut actions) = (self.state().clone(), Vec::new());
        let (mut chance, mut choices) = (self.game.chance().clone(), self.policy.clone());
        let bound = G::bound(&self.case.options);
        rollout::rollout::<G, _, _, _>(&mut state, &mut actions, &mut chance, &mut choices, &mut (), bound)
    }

    pub(crate) fn seats(&self) -> usize {
        self.case.options.players()
    }

    pub(crate) fn state(&self) -> &G::State {
        self.game.state()
    }

    /// The next random decision, not yet made; `None` once the game is over or has passed its bound.
    pub(crate) fn choose(&mut self) -> Option<(Seat, G::Action)> {
        if self.game.version() as u64 > u64::from(G::bound(&self.case.options)) {
            return None;
        }
        rollout::choose::<G, _>(self.game.state(), &mut self.actions, &mut self.policy)
    }

    /// Makes a decision; returns who was told what.
    pub(crate) fn take(&mut self, seat: Seat, action: G::Action) -> Result<&[Told<G::Event>], Box<Breach>> {
        let before = self.game.log().len();
        match self.game.play(seat, action) {
            Ok(()) => Ok(&self.game.log()[before..]),
            Err(refusal) => Err(self.breach(format!("the listed action {action:?} is refused: {refusal}"))),
        }
    }

    /// Makes a random decision; false once the game is over.
    pub(crate) fn go(&mut self) -> Result<bool, Box<Breach>> {
        match self.choose() {
            None => Ok(false),
            Some((seat, action)) => self.take(seat, action).map(|_| true),
        }
    }

    /// A broken law at this moment.
    pub(crate) fn breach(&self, what: impl Into<String>) -> Box<Breach> {
        breach(self.case, self.law, Some(&self.game), what)
    }

    /// A breach unless it holds.
    pub(crate) fn demand(&self, holds: bool, what: impl FnOnce() -> String) -> Result<(), Box<Breach>> {
        if holds { Ok(()) } else { Err(self.breach(what())) }
    }
}

pub(crate) fn breach<G: Game>(
    case: &Case<G>,
    law: Law,
    game: Option<&Match<G>>,
    what: impl Into<String>,
) -> Box<Breach> {
    Box::new(Breach {
        law,
        game: G::INFO.id,
        options: case.json(),
        seed: case.seed,
        step: game.map_or(0, Match::version),
        what: what.into(),
        record: game.map(Match::record),
    })
}

/// A refusal that every client can show.
pub(crate) fn is_a_sentence(refusal: &Refusal) -> bool {
    let reason = refusal.reason.to_string();
    reason.len() > 8 && reason.ends_with(['.', '!', '?'])
}
