//! Bots in every seat of a table, asked in the referee's order and told what their seats are told.

use table::{Audience, Chance, Game, Observer, Referee, Seat};

use crate::bot::{Bot, Question, Witnessed};

/// The bots at a table.
pub struct Seats<G: Game> {
    bots: Vec<Box<dyn Bot<G>>>,
    referee: Referee,
    actions: Vec<G::Action>,
    told: Vec<(Audience, G::Event)>,
    version: usize,
}

/// Puts a question to a bot within a budget of the caller's.
pub type Ask<'a, G> = dyn FnMut(&mut dyn Bot<G>, &Question<'_, G>) -> Option<usize> + 'a;

impl<G: Game> Seats<G> {
    /// One bot for each seat. They see the state as it was dealt.
    pub fn new(bots: Vec<Box<dyn Bot<G>>>, state: &G::State) -> Seats<G> {
        let mut seats =
            Seats { bots, referee: Referee::default(), actions: Vec::new(), told: Vec::new(), version: 0 };
        seats.show(state);
        seats
    }

    /// How many actions have been taken.
    pub fn version(&self) -> usize {
        self.version
    }

    /// Asks in the referee's order until a bot acts. Nothing once the game is over.
    pub fn decide(&mut self, state: &G::State, ask: &mut Ask<'_, G>) -> Option<(Seat, G::Action)> {
        loop {
            let turn = self.referee.turn::<G>(state)?;
            let seat = turn.seat;
            self.actions.clear();
            G::legal(state, seat, &mut self.actions);
            let observation = &G::observe(state, Observer::Seat(seat));
            let waiting = G::waiting_on(state);
            let question = Question { observation, seat, actions: &self.actions, waiting };
            let answer = ask(&mut *self.bots[seat.index()], &question);
            match answer.and_then(|at| self.actions.get(at)) {
                Some(&action) => return Some((seat, action)),
                None if turn.waited_on => return None,
                None => self.referee.pass(seat),
            }
        }
    }

    /// Does what was decided and shows every bot what its seat sees of it. Returns what happened.
    pub fn act(
        &mut self,
        state: &mut G::State,
        (seat, action): (Seat, G::Action),
        chance: &mut impl Chance,
    ) -> &[(Audience, G::Event)] {
        self.told.clear();
        G::apply(state, seat, action, chance, &mut self.told);
        self.referee.acted();
        self.version += 1;
        self.show(state);
        &self.told
    }

    fn show(&mut self, state: &G::State) {
        for (i, bot) in self.bots.iter_mut().enumerate().filter(|(_, bot)| bot.remembers()) {
            let (seat, version) = (Seat::new(i), self.version);
            let observer = Observer::Seat(seat);
            let heard = self.told.iter().filter(|(audience, _)| audience.includes(observer));
            let events: Vec<G::Event> = heard.map(|(_, event)| event.clone()).collect();
            let observation = &G::observe(state, observer);
            bot.witness(&Witnessed { seat, version, observation, events: &events });
        }
    }
}
