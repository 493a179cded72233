//! Bots in every seat of a table, asked in the referee's order and told what their seats are told.

use table::talk::{By, Conversation, Spoken};
use table::{Audience, Chance, Game, Observer, Referee, Seat, SeatSet};

use crate::bot::{Bot, Floor, Question, Utterance, Witnessed};
use crate::director::on_the_floor;

/// The bots at a table.
pub struct Seats<G: Game> {
    bots: Vec<Box<dyn Bot<G>>>,
    referee: Referee,
    actions: Vec<G::Action>,
    told: Vec<(Audience, G::Event)>,
    version: usize,
    /// What was said, and how much of it had been when the floor was last given.
    said: Vec<Spoken>,
    before: usize,
}

/// What a scripted seat says; nothing for the others.
pub type Prompter<'a, G> = dyn FnMut(Seat, &Conversation<'_, <G as Game>::Observation, <G as Game>::State>) -> Option<Option<Utterance>>
    + 'a;

/// Lets a bot speak that has the floor.
pub type Say<'a, G> = dyn FnMut(&mut dyn Bot<G>, &Floor<'_, G>) -> Option<Utterance> + 'a;

/// Asks a bot a question within the caller's budget.
pub type Ask<'a, G> = dyn FnMut(&mut dyn Bot<G>, &Question<'_, G>) -> Option<usize> + 'a;

impl<G: Game> Seats<G> {
    /// One bot for each seat. They see the state as it was dealt.
    pub fn new(bots: Vec<Box<dyn Bot<G>>>, state: &G::State) -> Seats<G> {
        let mut seats = Seats {
            bots,
            referee: Referee::default(),
            actions: Vec::new(),
            told: Vec::new(),
            version: 0,
            said: Vec::new(),
            before: 0,
        };
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
            let said = &self.said;
            let question = Question { observation, seat, actions: &self.actions, waiting, said };
            let answer = ask(&mut *self.bots[seat.index()], &question);
            match answer.and_then(|at| self.actions.get(at)) {
                Some(&action) => return Some((seat, action)),
                None if turn.waited_on => return None,
                None => self.referee.pass(seat),
            }
        }
    }

    /// Does what was decided and shows every bot what its seat sees of it.
    pub fn act(&mut self, state: &mut G::State, (seat, action): (Seat, G::Action), chance: &mut impl Chance) {
        self.told.clear();
        G::apply(state, seat, action, chance, &mut self.told);
        self.referee.acted();
        self.version += 1;
        self.show(state);
    }

    /// What happened with the last action.
    pub fn told(&self) -> &[(Audience, G::Event)] {
        &self.told
    }

    /// What was said.
    pub fn said(&self) -> &[Spoken] {
        &self.said
    }

    /// Gives the floor to some of them. All speak at the same time: nobody hears the others before.
    pub fn confer(
        &mut self,
        state: &G::State,
        seed: u64,
        prompter: &mut Prompter<'_, G>,
        say: &mut Say<'_, G>,
    ) {
        let Some(grammar) = G::talk() else { return };
        let public = G::observe(state, Observer::Spectator);
        let (players, version) = (self.bots.len(), self.version);
        let mut said = std::mem::take(&mut self.said);
        let talk = Conversation { game: G::INFO.name, grammar, said: &said, version };
        let about = said[self.before..].iter().filter_map(|spoken| talk.tag(spoken)?.about);
        let floor = on_the_floor(
            seed,
            version as u64,
            players,
            about.collect(),
            grammar.attack(&public).map(|attack| attack.on),
        );
        let mut words = Vec::new();
        for seat in grammar.floor(&public).intersection(SeatSet::full(players)) {
            let prompted = prompter(seat, &talk);
            let own = || {
                let observation = &G::observe(state, Observer::Seat(seat));
                let floor = Floor { observation, seat, version, said: &said };
                say(&mut *self.bots[seat.index()], &floor)
            };
            let word = prompted.unwrap_or_else(|| floor.contains(seat).then(own).flatten());
            words.extend(word.map(|word| (seat, word)));
        }
        self.before = said.len();
        for (seat, Utterance { code, reply_to }) in words {
            let talk = Conversation { game: G::INFO.name, grammar, said: &said, version };
            if let Ok(spoken) = talk.admit(&public, seat, code, reply_to, By::Bot) {
                said.push(spoken);
            }
        }
        self.said = said;
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
