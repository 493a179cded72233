//! Instinct: a cheap judgement for bots. What a card is worth on whom, from whom a seat suspects.
//!
//! Every play is judged by what it does to each seat: what is good on enemies is bad on friends, and on a seat that may be
//! either the two are weighed against each other. What the card would be worth if it were kept is subtracted. A mutation is
//! worth about 1; the numbers were tuned in games of instinct against itself.

use std::hash::{Hash, Hasher};

use table::hint::Reason;
use table::instinct::{InfoKey, exp};
use table::{Instinct, MAX_SEATS, Seat, SeatSet};

use crate::Bloodwood;
use crate::action::Action;
use crate::beliefs::suspicion::Suspicion;
use crate::beliefs::{self, known_entities};
use crate::pieces::{Card, Cards, Deck, HAND, Sort, Special};
use crate::rules::cards::targets;
use crate::sight::Observation;
use crate::state::{State, Then, TurnStage};

/// How sure of the names a declarer must be. The evidence of two confessions is not enough: it may mislead.
const SURE: f32 = 0.97;
/// How strongly better plays are preferred: a play that is worth 1 more is chosen e^this times as often.
const RESOLVE: f32 = 5.0;
/// What an unknown card is worth in the hand.
const FRESH: f32 = 0.28;
/// How bad Chains are.
const CHAINS: f32 = 1.0;
/// The weight of what must be done at once.
const MUST: f32 = 1e20;
/// The weight of what would be a blunder.
const BLUNDER: f32 = 1e-6;

impl Instinct for Bloodwood {
    const TEAMS: Option<&'static str> = Some("faction");
    // Left out in browsers: it would double what has to be fetched.
    const NETWORKS: &'static [&'static [u8]] =
        if cfg!(target_family = "wasm") { &[] } else { &[include_bytes!("../net/8.net")] };

    // The most at which truth and lies were still worth as much as without it; babble then moves beliefs less than half as far.
    const BABBLERS: f32 = 0.85;

    fn policy_weights(state: &State, seat: Seat, actions: &[Action], weights: &mut Vec<f32>) {
        Decision::of(state, seat, Suspicion::of(state, seat)).weigh(actions, weights);
    }

    fn informed_weights(worlds: &[(State, f32)], seat: Seat, actions: &[Action], weights: &mut Vec<f32>) {
        if let Some((state, _)) = worlds.first() {
            let suspicion = Suspicion::of(state, seat).informed(worlds, seat);
            Decision::of(state, seat, suspicion).weigh(actions, weights);
        }
    }

    /// Who is suspected matters only for plays and answers: nobody draws, parts with cards or declares on hearsay.
    fn heeds_talk(observation: &Observation) -> bool {
        matches!(observation.stage, TurnStage::Play | TurnStage::Defend { .. })
    }

    fn evaluate(state: &State) -> [f32; MAX_SEATS] {
        let wolves = SeatSet::full(state.players()).minus(state.vampires);
        let (vampires, against) = (side(state, state.vampires, wolves), side(state, wolves, state.vampires));
        let value = match (vampires.ready, against.ready) {
            (true, false) => 0.97,
            (false, true) => 0.03,
            _ => 1.0 / (1.0 + exp(against.strength - vampires.strength)),
        };
        let mut values = [1.0 - value; MAX_SEATS];
        state.vampires.iter().for_each(|seat| values[seat.index()] = value);
        values
    }

    fn info_key(state: &State, seat: Seat) -> u64 {
        let mut key = InfoKey::new();
        let players = state.players();
        key.see(Bloodwood::role_key(state, seat));
        (state.stage, state.phase, state.clockwise, state.counter, state.turn).hash(&mut key);
        (state.barred, state.acted, state.fresh, state.hand(seat), state.sealed[seat.index()]).hash(&mut key);
        (state.mutated, state.permanent, state.chained, state.drugged).hash(&mut key);
        key.see_all(&state.curse[..players]);
        for other in Seat::all(players) {
            let bits = (state.shown[other.index()], state.confessed[other.index()], state.hand(other).len());
            bits.hash(&mut key);
        }
        if matches!(state.stage, TurnStage::Voodoo { keeper, .. } if keeper == seat) {
            state.aside.hash(&mut key);
        }
        key.finish()
    }

    fn role_key(state: &State, seat: Seat) -> u64 {
        let known = known_entities(state, seat);
        let sets = [known, state.vampires.intersection(known), state.leaders.intersection(known)];
        sets.into_iter().fold(0, |key, seats| key << 16 | u64::from(seats.bits()))
    }

    fn with_roles_of(past: &mut State, today: &State) -> bool {
        (past.vampires, past.leaders) = (today.vampires, today.leaders);
        true
    }

    fn each_assignment(
        observation: &Observation,
        world: &mut State,
        most: usize,
        each: &mut dyn FnMut(&State),
    ) -> bool {
        beliefs::each_assignment(&observation.entities, world, most, each)
    }

    fn reasons(observation: &Observation, action: Action, reasons: &mut Vec<Reason>) {
        crate::reasons::reasons(observation, action, reasons);
    }

    fn counts(id: &str) -> bool {
        crate::reasons::counts(id)
    }
}

/// The prospects of a side, all cards open.
struct Side {
    /// Can a member declare, and be right?
    ready: bool,
    /// On a scale on which a lead of 1 wins about three games of four.
    strength: f32,
}

/// Does a seat know all its enemies for certain?
fn knows_all(state: &State, seat: Seat) -> bool {
    if state.leaders.contains(seat) {
        return true;
    }
    let known = state.shown[seat.index()].with(seat);
    let foes = state.enemies(seat);
    let friends = SeatSet::full(state.players()).minus(foes);
    // With an odd number of players only the leader's card shows that the smaller team is complete.
    let sizes = !state.leaders.intersection(known).is_empty();
    let complete =
        |team: SeatSet| team.minus(known).is_empty() && (sizes || team.len() * 2 >= state.players());
    complete(foes) || complete(friends)
}

/// The numbers are a logistic fit to games that instinct played against itself.
fn side(state: &State, team: SeatSet, foes: SeatSet) -> Side {
    let count = |seats: SeatSet| seats.len() as f32;
    let mut strength = 0.0;
    let mut voices = 0;
    for seat in team {
        let knows = knows_all(state, seat);
        let shown = count(state.shown[seat.index()].without(seat)) / (state.players() - 1) as f32;
        strength += 1.2 * if state.leaders.contains(seat) { 1.0 } else { shown };
        if knows && !state.mutated.contains(seat) {
            voices += 1;
        }
        if state.cursed(seat) {
            strength -= if state.mutated.contains(seat) { 0.2 } else { 0.4 };
        }
        strength += arms(state.hand(seat));
    }
    strength += [0.0, 0.4, 0.5][voices.min(2)];
    let bound = |seats: SeatSet| count(seats.intersection(team));
    strength -= 0.3 * bound(state.chained) + 0.15 * bound(state.drugged) + 0.4 * bound(state.permanent);
    strength -= match team.minus(state.mutated).len() {
        0 => 0.9,
        1 => 0.4,
        2 => 0.15,
        _ => 0.0,
    };
    if team.minus(state.permanent).is_empty() {
        strength -= 2.0; // Nobody here will ever declare.
    }
    let done = count(foes.intersection(state.permanent));
    let progress = (0.6 * count(foes.intersection(state.mutated)) + 0.4 * done) / count(foes);
    strength += 0.55 * progress * progress + if voices > 0 { 0.75 * progress } else { 0.0 };
    Side { ready: voices > 0 && foes.minus(state.mutated).is_empty(), strength }
}

/// What the cards of a hand are worth to a side.
fn arms(hand: Cards) -> f32 {
    let of = |card| f32::from(hand.count(card));
    0.08 * (of(Card::Mirror) + of(Card::Amulet))
        + 0.06 * (of(Card::CurseMark) + of(Card::Candle) + of(Card::Keys))
        + 0.08 * (of(Card::Bite) + of(Card::BloodTest))
        + 0.09 * (of(Card::NightEclipse) + of(Card::DayEclipse))
}

/// A seat that is about to decide, and whom it suspects.
struct Decision<'a> {
    state: &'a State,
    me: Seat,
    suspicion: Suspicion,
    /// Does it know its enemies?
    clear: bool,
    /// How many enemies are pure, by what it knows.
    pure_foes: f32,
    /// How many of its own side are pure, by what it knows.
    pure_friends: f32,
}

impl<'a> Decision<'a> {
    fn of(state: &'a State, me: Seat, suspicion: Suspicion) -> Decision<'a> {
        let (mut pure_foes, mut pure_friends) = (0.0, 0.0);
        for seat in SeatSet::full(state.players()).minus(state.mutated) {
            let foe = suspicion.foe[seat.index()];
            pure_foes += foe;
            pure_friends += 1.0 - foe;
        }
        Decision { state, me, clear: suspicion.sure >= SURE, suspicion, pure_foes, pure_friends }
    }

    fn weigh(&self, actions: &[Action], weights: &mut Vec<f32>) {
        let from = weights.len();
        match self.state.stage {
            TurnStage::Play if self.me == self.state.turn => self.plays(actions, weights),
            TurnStage::Defend { card, .. } => self.answers(card, actions, weights),
            TurnStage::Declare { named, .. } => self.names(named, actions, weights),
            _ => weights.extend(actions.iter().map(|&action| self.choice(action))),
        }
        debug_assert_eq!(weights.len() - from, actions.len());
    }

    #[inline]
    fn foe(&self, seat: Seat) -> f32 {
        self.suspicion.foe[seat.index()]
    }

    fn pure(&self, seat: Seat) -> bool {
        !self.state.mutated.contains(seat)
    }

    /// Harm to an enemy is good, to a friend it is bad.
    #[inline]
    fn harm(&self, seat: Seat, much: f32) -> f32 {
        self.weight(seat) * (2.0 * self.foe(seat) - 1.0) * much
    }

    /// How much a seat matters: a seat that knows the others may end the game.
    fn weight(&self, seat: Seat) -> f32 {
        let state = self.state;
        if seat == self.me {
            return if self.clear { 1.5 } else { 1.15 };
        }
        if state.leaders.contains(seat) && known_entities(state, self.me).contains(seat) {
            return 1.5;
        }
        1.0 + 0.4 * state.shown[seat.index()].len() as f32 / state.players() as f32
    }

    /// What it is worth that a seat is mutated: the more, the fewer of its side are still pure.
    fn mutation(&self, seat: Seat) -> f32 {
        let itself = if self.pure(seat) { 0.0 } else { 1.0 };
        let foe = self.foe(seat);
        let to_foe = 1.0 + 1.0 / (self.pure_foes + itself).max(1.0);
        let to_friend = 1.0 + 1.0 / (self.pure_friends + itself).max(1.0);
        self.weight(seat) * (foe * to_foe - (1.0 - foe) * to_friend)
    }

    /// What it is worth that a seat bears a Curse Mark. In the end it is there to stay.
    fn curse(&self, seat: Seat) -> f32 {
        if self.state.permanent.contains(seat) {
            return 0.0;
        }
        let much = if self.pure(seat) { 1.7 } else { 1.3 };
        self.weight(seat) * (2.0 * self.suspicion.sure_foe[seat.index()] - 1.0) * much
    }

    /// What a Night card does when it strikes.
    fn strike(&self, card: Card, by: Seat, on: Seat) -> f32 {
        let state = self.state;
        match card {
            Card::Bite if state.permanent.contains(on) => 0.0,
            Card::Bite => self.bite(by, on),
            Card::CurseMark if state.cursed(on) => 0.0,
            Card::CurseMark => self.curse(on),
            Card::Chains if state.chained.contains(on) => 0.0,
            Card::Chains => self.harm(on, CHAINS),
            Card::Tranquillizer if state.drugged.contains(on) => 0.0,
            Card::Tranquillizer => {
                // Asleep, nobody lights a candle.
                let doom = if state.cursed(on) { 0.7 } else { 0.0 };
                self.harm(on, 0.45 + doom)
            }
            _ => {
                let cards = f32::from(state.hand(on).len());
                let choice = if by == self.me { 0.05 * cards - 0.2 } else { 0.0 };
                choice + self.harm(on, 0.14 * cards)
            }
        }
    }

    fn bite(&self, by: Seat, on: Seat) -> f32 {
        let state = self.state;
        let turned = if self.pure(on) { self.mutation(on) } else { -self.mutation(on) };
        let (from, to) = match (state.cursed(by), state.cursed(on)) {
            (true, false) => (by, on),
            (false, true) => (on, by),
            _ => return turned,
        };
        let moved = if state.permanent.contains(to) { 0.0 } else { self.curse(to) - self.curse(from) };
        turned + moved
    }

    /// Would this Bite leave no enemy pure, so that I can declare?
    fn wins(&self, on: Seat) -> bool {
        let pure = self.suspicion.foes.minus(self.state.mutated);
        self.clear && self.pure(self.me) && pure == SeatSet::one(on)
    }

    /// What a card on somebody does, from the hand of this seat.
    fn effect(&self, card: Card, on: Seat) -> f32 {
        let state = self.state;
        match card {
            Card::Bite if self.wins(on) => 6.0,
            Card::Vaccine => -self.mutation(on),
            Card::Candle => -self.curse(on),
            Card::Keys => -self.harm(on, CHAINS),
            Card::PandorasBox if on == self.me => {
                let mut rest = state.hand(on);
                rest.remove(card);
                0.5 * (4.0 * FRESH - self.worth(rest))
            }
            Card::PandorasBox => self.harm(on, 0.05) - 0.1,
            Card::Thief => self.harm(on, 0.3),
            Card::BloodTest => self.doubt(on) * 1.2,
            Card::Confession => self.confide(on),
            _ => self.strike(card, self.me, on),
        }
    }

    /// How much there is to learn about a seat.
    fn doubt(&self, seat: Seat) -> f32 {
        let foe = self.foe(seat);
        4.0 * foe * (1.0 - foe)
    }

    /// What it is worth that a seat knows me.
    fn confide(&self, to: Seat) -> f32 {
        let state = self.state;
        let leads = state.leaders.contains(to) && known_entities(state, self.me).contains(to);
        if leads || state.shown[to.index()].contains(self.me) {
            return 0.0; // It knows already.
        }
        // A seat that can never be pure again will not declare.
        let use_of_it = if state.permanent.contains(to) { 0.3 } else { 1.0 };
        let foe = self.foe(to);
        use_of_it * ((1.0 - foe) * 0.9 - foe * 1.2)
    }

    /// What a card is worth in the hand.
    fn keep(&self, card: Card) -> f32 {
        let open = if self.clear { 1.0 } else { 0.0 };
        match card {
            Card::Bite => 0.35 + 0.25 * open,
            Card::CurseMark => 0.45 + 0.25 * open,
            Card::Chains => 0.2,
            Card::Tranquillizer => 0.18,
            Card::Voodoo => 0.2,
            Card::Leshy | Card::Hunter => 0.02,
            Card::Mirror if self.state.chained.contains(self.me) => 0.1,
            Card::Mirror | Card::Amulet => 0.5,
            Card::Vaccine => 0.55,
            Card::Candle => 0.45,
            Card::Keys => 0.25,
            Card::PandorasBox => 0.05,
            Card::Thief => 0.12,
            Card::BloodTest => 0.5 * (1.0 - open),
            Card::Confession => 0.15,
            Card::NightEclipse | Card::DayEclipse => 0.4,
            Card::NightTimeLoop | Card::DayTimeLoop => 0.05,
        }
    }

    fn worth(&self, cards: Cards) -> f32 {
        cards.iter().map(|card| self.keep(card)).sum()
    }

    /// What a card without a target does. `now` is the best of the other plays.
    fn untargeted(&self, card: Card, now: f32) -> f32 {
        let state = self.state;
        let others = SeatSet::full(state.players()).without(self.me);
        match (card, card.sort()) {
            (_, Sort::Special(Special::Eclipse)) => self.best_in(state.phase.other()) - 0.05,
            // Another play comes after it, with one card more to choose from.
            (_, Sort::Special(Special::TimeLoop)) => now.max(0.0) + 0.02,
            (Card::Leshy, _) => others
                .iter()
                .map(|seat| self.harm(seat, 0.06) * f32::from(state.hand(seat).len().min(2)))
                .sum(),
            _ => {
                let mut rest = state.hand(self.me);
                rest.remove(card);
                let given = others.iter().filter(|&seat| !state.hand(seat).is_empty()).count();
                0.15 * given.min(HAND.into()) as f32 - self.worth(rest)
            }
        }
    }

    /// The best play on somebody with the cards of one deck.
    fn best_in(&self, deck: Deck) -> f32 {
        let state = self.state;
        if deck == Deck::Night && state.chained.contains(self.me) {
            return 0.0;
        }
        let mut best = 0.0f32;
        for card in state.hand(self.me).kinds().filter(|card| card.deck() == deck) {
            let keep = self.keep(card);
            for target in targets(state, self.me, card) {
                best = best.max(self.effect(card, target) - keep);
            }
        }
        best
    }

    fn plays(&self, actions: &[Action], weights: &mut Vec<f32>) {
        let from = weights.len();
        let mut best = f32::MIN;
        // First the gain of each play: specials depend on the best of the others.
        for &action in actions {
            let gain = match action {
                Action::PlayOn { card, target } => self.effect(*card, target) - self.keep(*card),
                Action::Discard(card) => -self.keep(card),
                Action::Dally => -0.5,
                _ => f32::MIN,
            };
            best = best.max(gain);
            weights.push(gain);
        }
        for (weight, &action) in weights[from..].iter_mut().zip(actions) {
            *weight = match action {
                Action::Play(card) => exp(RESOLVE * (self.untargeted(*card, best) - self.keep(*card))),
                Action::Declare => self.declare(),
                _ => exp(RESOLVE * *weight),
            };
        }
    }

    /// Declare as soon as it is sure to be right, and never before.
    fn declare(&self) -> f32 {
        let ready = self.suspicion.foes.minus(self.state.mutated).is_empty();
        if ready && self.clear { MUST } else { BLUNDER }
    }

    fn names(&self, named: SeatSet, actions: &[Action], weights: &mut Vec<f32>) {
        let foes = self.suspicion.foes;
        weights.extend(actions.iter().map(|&action| {
            let right = match action {
                Action::Name(seat) => foes.contains(seat),
                _ => foes.minus(named).is_empty(),
            };
            if right { 1.0 } else { BLUNDER }
        }));
    }

    fn answers(&self, card: Card, actions: &[Action], weights: &mut Vec<f32>) {
        let attacker = self.state.turn;
        let blow = self.strike(card, attacker, self.me);
        weights.extend(actions.iter().map(|&action| {
            let gain = match action {
                Action::Endure => blow,
                Action::Mirror => self.strike(card, self.me, attacker) - self.keep(Card::Mirror),
                _ => -self.keep(Card::Amulet),
            };
            exp(RESOLVE * gain)
        }));
    }

    /// Choices other than plays: what to draw, what to part with.
    fn choice(&self, action: Action) -> f32 {
        match action {
            Action::Draw(deck) => exp(RESOLVE * self.want(deck)),
            Action::Discard(card) | Action::Give(card) | Action::Return(card) => {
                exp(-2.0 * RESOLVE * self.keep(card))
            }
            // Once the hand is small enough, nothing more has to go.
            Action::Keep => 1e2,
            Action::Declare => self.declare(),
            _ => 1.0,
        }
    }

    /// How much a card of a deck is wanted.
    fn want(&self, deck: Deck) -> f32 {
        let state = self.state;
        let hand = state.hand(self.me);
        let useful: i32 = hand
            .kinds()
            .filter(|card| card.deck() == deck)
            .map(|card| if self.keep(card) >= 0.2 { i32::from(hand.count(card)) } else { 0 })
            .sum();
        let lasting = state.permanent.contains(self.me);
        let need = match deck {
            Deck::Night if state.chained.contains(self.me) => 0.1,
            Deck::Night => 0.6 + if self.clear { 0.3 } else { 0.0 },
            Deck::Day => {
                let hurt = if self.pure(self.me) || lasting { 0.0 } else { 0.35 };
                let marked = if state.cursed(self.me) && !lasting { 0.5 } else { 0.0 };
                let bound = if state.chained.contains(self.me) { 0.3 } else { 0.0 };
                let curious = if self.clear { 0.0 } else { 0.3 };
                0.5 + hurt + marked + bound + curious
            }
        };
        let soon = if self.next_phase() == deck { 1.5 } else { 1.0 };
        need * soon * 0.6f32.powi(useful)
    }

    /// The phase of my next play, if no special comes between.
    fn next_phase(&self) -> Deck {
        let state = self.state;
        if let TurnStage::Draw { then: Then::PlayOn, .. } = state.stage {
            return state.phase;
        }
        let players = state.players();
        let (turn, me) = (state.turn.index(), self.me.index());
        let ahead = if state.clockwise { me + players - turn } else { turn + players - me } % players;
        let ahead = if ahead == 0 { players } else { ahead };
        if usize::from(state.counter) + ahead >= players { state.phase.other() } else { state.phase }
    }
}
