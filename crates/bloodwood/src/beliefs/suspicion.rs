//! How likely each seat is an enemy, from what one seat knows and a little human sense.
//!
//! Without evidence the probabilities are exact: seats of which nothing is known are alike, so given how many enemies are among
//! them, each follows from elementary symmetric sums, and no split of the table has to be looked at. What others do in the open
//! is evidence: few would confess to an enemy, so a confession ties two seats together, and an attacker is hardly a friend.

use table::instinct::Heard;
use table::{MAX_SEATS, Seat, SeatSet};

use super::known_entities;
use crate::pieces::Card;
use crate::state::{State, TurnStage};

/// How much more often friends confess to each other than enemies.
const CONFIDENCE: f64 = 5.0;
/// How much more often enemies attack than friends.
const HOSTILITY: f64 = 4.0;

/// Whom a seat suspects.
#[derive(Clone, Debug)]
pub(crate) struct Suspicion {
    /// How likely each seat is an enemy.
    pub(crate) foe: [f32; MAX_SEATS],
    /// The same for what cannot be undone.
    pub(crate) sure_foe: [f32; MAX_SEATS],
    /// The likeliest team of enemies.
    pub(crate) foes: SeatSet,
    /// How likely it is exactly these.
    pub(crate) sure: f32,
}

impl Suspicion {
    pub(crate) fn of(state: &State, me: Seat) -> Suspicion {
        let none = [0.0; MAX_SEATS];
        let mut suspicion = Suspicion { foe: none, sure_foe: none, foes: SeatSet::EMPTY, sure: 1.0 };
        let all = SeatSet::full(state.players());
        let known = known_entities(state, me);
        let foes = state.enemies(me).intersection(known);
        foes.iter().for_each(|seat| suspicion.foe[seat.index()] = 1.0);
        suspicion.foes = foes;
        if known != all {
            suspicion.guess(state, me, known, foes);
        }
        suspicion.sure_foe = suspicion.foe;
        suspicion
    }

    /// The same after all it has heard. Nobody declares on hearsay: the team of enemies remains what it was.
    pub(crate) fn informed(mut self, worlds: &[(State, f32)], me: Seat) -> Suspicion {
        let Some((state, _)) = worlds.first() else { return self };
        for seat in Seat::all(state.players()).filter(|seat| *seat != me) {
            let i = seat.index();
            let foe = Heard::of(self.foe[i], worlds, |world| world.enemies(me).contains(seat));
            (self.foe[i], self.sure_foe[i]) = (foe.chance(), foe.decisive());
        }
        self
    }

    /// Spreads the enemies that are left over the seats that are not known.
    fn guess(&mut self, state: &State, me: Seat, known: SeatSet, foes: SeatSet) {
        let players = state.players();
        let unknown = SeatSet::full(players).minus(known);
        let odds = evidence(state, me, unknown, foes, known.minus(foes));
        let mut sums = [0.0; MAX_SEATS + 1];
        sums[0] = 1.0;
        for (count, seat) in unknown.iter().enumerate() {
            for k in (0..=count).rev() {
                sums[k + 1] += odds[seat.index()] * sums[k];
            }
        }
        let small = players / 2;
        let sizes = [small, players - small];
        let mut total = 0.0;
        let mut marginals = [0.0; MAX_SEATS];
        let (mut best, mut team) = (0.0, foes);
        for &size in if small * 2 == players { &sizes[..1] } else { &sizes } {
            let Some(left) = size.checked_sub(foes.len()).filter(|&left| left <= unknown.len()) else {
                continue;
            };
            let ways = leaderships(state, known, foes, size, left, unknown.len() - left);
            if ways == 0.0 {
                continue;
            }
            total += ways * sums[left];
            if left > 0 {
                for seat in unknown {
                    marginals[seat.index()] += ways * share(&sums, odds[seat.index()], left);
                }
            }
            let (weight, likeliest) = likeliest(unknown, &odds, left);
            if ways * weight > best {
                (best, team) = (ways * weight, foes.union(likeliest));
            }
        }
        if total > 0.0 {
            unknown.iter().for_each(|seat| self.foe[seat.index()] = (marginals[seat.index()] / total) as f32);
            self.sure = (best / total) as f32;
        }
        self.foes = team;
    }
}

/// For each unknown seat, how much more its conduct looks like an enemy's than like a friend's.
fn evidence(state: &State, me: Seat, unknown: SeatSet, foes: SeatSet, friends: SeatSet) -> [f64; MAX_SEATS] {
    let mut odds = [1.0; MAX_SEATS];
    for seat in unknown {
        let told = state.confessed[seat.index()];
        let heard = |side: SeatSet| {
            side.intersection(told).len()
                + side.iter().filter(|other| state.confessed[other.index()].contains(seat)).count()
        };
        // My own confessions are no evidence about others.
        let ties = heard(foes) as i32 - heard(friends.without(me)) as i32;
        odds[seat.index()] = CONFIDENCE.powi(ties.clamp(-2, 2));
    }
    if let TurnStage::Defend { target, card } = state.stage
        && target == me
    {
        // A Bite makes a mutated friend pure.
        let help = card == Card::Bite && state.mutated.contains(me);
        odds[state.turn.index()] *= if help { 1.0 / HOSTILITY } else { HOSTILITY };
    }
    odds
}

/// In how many ways the leaders can sit if there are `size` enemies, `left` of them unknown. The seat that wonders is not a leader
/// itself.
fn leaderships(
    state: &State,
    known: SeatSet,
    foes: SeatSet,
    size: usize,
    left: usize,
    friends_left: usize,
) -> f64 {
    let players = state.players();
    let known_leaders = state.leaders.intersection(known);
    let side = |size: usize, known_leader: bool, left: usize| {
        let led = state.options.leaders && size * 2 <= players;
        match (led, known_leader) {
            (true, true) | (false, false) => 1.0,
            (true, false) => left as f64,
            (false, true) => 0.0,
        }
    };
    let foe_leader = !known_leaders.intersection(foes).is_empty();
    let friend_leader = !known_leaders.minus(foes).is_empty();
    side(size, foe_leader, left) * side(players - size, friend_leader, friends_left)
}

/// The weight of all teams of `left` unknown seats that one seat is part of: its odds times the sum over teams of the others.
fn share(sums: &[f64; MAX_SEATS + 1], odds: f64, left: usize) -> f64 {
    let mut without = 1.0;
    for sum in &sums[1..left] {
        without = sum - odds * without;
    }
    odds * without
}

/// The team of `left` seats with the highest odds, and its weight.
fn likeliest(unknown: SeatSet, odds: &[f64; MAX_SEATS], left: usize) -> (f64, SeatSet) {
    let (mut weight, mut team) = (1.0, SeatSet::EMPTY);
    for _ in 0..left {
        let mut rest = unknown.minus(team).iter();
        let Some(first) = rest.next() else { break };
        let next = rest.fold(first, |a, b| if odds[b.index()] > odds[a.index()] { b } else { a });
        weight *= odds[next.index()];
        team.insert(next);
    }
    (weight, team)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::beliefs::exact::Belief;
    use crate::{Bloodwood, Options};
    use table::chance::quick;
    use table::{Chance, Game, Observer, Options as _};

    #[test]
    fn tests_alone_give_the_exact_belief() {
        let mut chance = quick(7);
        for round in 0..400 {
            let players = 5 + round % 8;
            let mut state = Bloodwood::deal(&Options::standard(players), &mut chance);
            for seat in Seat::all(players) {
                state.shown[0] =
                    if chance.below(3) == 0 { state.shown[0].with(seat) } else { state.shown[0] };
            }
            let me = Seat::new(0);
            state.shown[0].remove(me);
            let suspicion = Suspicion::of(&state, me);
            let seen = Bloodwood::observe(&state, Observer::Seat(me));
            let belief = Belief::of(&seen.options, &seen.entities);
            for seat in Seat::all(players) {
                let (quick, exact) = (suspicion.foe[seat.index()], belief.enemies(me, seat) as f32);
                assert!((quick - exact).abs() < 1e-5, "{quick} for {exact} with {players} players");
            }
            let (_, best) = belief.best_guess(me);
            assert!((suspicion.sure - best as f32).abs() < 1e-5);
            assert!((suspicion.sure - belief.enemy_team(me, suspicion.foes) as f32).abs() < 1e-5);
        }
    }

    #[test]
    fn conduct_is_evidence() {
        let mut chance = quick(3);
        let mut state = Bloodwood::deal(&Options::standard(8), &mut chance);
        let me = Seat::all(8).find(|&seat| !state.leaders.contains(seat)).unwrap();
        let foe = state.enemies(me).first().unwrap();
        let mut others = SeatSet::full(8).without(me).without(foe).iter();
        let (told, attacker) = (others.next().unwrap(), others.next().unwrap());
        state.shown[me.index()].insert(foe);
        let even = Suspicion::of(&state, me).foe[told.index()];
        state.confessed[told.index()].insert(foe);
        let tied = Suspicion::of(&state, me);
        assert!(tied.foe[told.index()] > even + 0.1 && tied.foe[attacker.index()] < even);
        let sum: f32 = tied.foe.iter().sum();
        assert!((sum - 4.0).abs() < 1e-5, "four enemies: {sum}");
        state.turn = attacker;
        state.stage = TurnStage::Defend { target: me, card: Card::CurseMark };
        assert!(Suspicion::of(&state, me).foe[attacker.index()] > even + 0.1);
    }
}
