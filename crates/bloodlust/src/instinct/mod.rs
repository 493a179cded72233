//! Fast heuristics for bots: what a hunter is likely to do, and who is winning.
//!
//! Everything comes down to one question: at a given table, how likely is this vampire to end up ahead of the others
//! ([`Glance::standing`])? Decisions ask it for every card that may come next.

mod deck;
mod duel;
mod glance;
mod revealed;
mod solo;

use std::hash::{Hash, Hasher};

use table::hint::Reason;
use table::instinct::{InfoKey, Instinct, Reach, SearchParams};
use table::{MAX_SEATS, Seat};

use crate::BloodLust;
use crate::action::{Action, Which};
use crate::pieces::{Class, Vampire, tables};
use crate::rules::power::own_lair;
use crate::sight::Observation;
use crate::state::{NONE, Phase, State, members};
use deck::{Deck, Kind, kinds};
use glance::{Doubts, Glance, event_promise, promise};
use revealed::Revealed;

/// The temperature of the policy: how much better an option must be, as a share of the best one's chances, to be chosen e times
/// as often.
const TEMPERATURE: f32 = 0.012;

impl Instinct for BloodLust {
    // Left out in browsers: it would double what has to be fetched.
    const NETWORKS: &'static [&'static [u8]] =
        if cfg!(target_family = "wasm") { &[] } else { &[include_bytes!("../../net/2.net")] };
    const SEARCH: SearchParams = SearchParams { network: Reach::Own, ..SearchParams::DEFAULT };

    fn policy_weights(state: &State, seat: Seat, actions: &[Action], weights: &mut Vec<f32>) {
        let start = weights.len();
        match state.phase {
            Phase::Decide => stay_or_leave(state, seat, actions, weights),
            Phase::Look => look_or_not(state, seat, actions, weights),
            Phase::Slayer => pay_slayer(state, seat, actions, weights),
            Phase::Invitation => answer(state, seat, actions, weights),
            Phase::Give => hand_on(state, seat, actions, weights),
            Phase::Revealed | Phase::Applied => use_or_pass(state, seat, actions, weights),
            Phase::Over => weights.extend(actions.iter().map(|_| 1.0)),
        }
        soften(&mut weights[start..]);
    }

    fn evaluate(state: &State) -> [f32; MAX_SEATS] {
        let mut glance = Glance::at(state);
        match state.phase {
            Phase::Decide if !state.setup.spoken => {
                for lair in members(state.decided() & !state.sealed_yes) {
                    glance.go_home(lair);
                }
            }
            Phase::Revealed => Revealed::of(state).settle(state, &mut glance),
            _ => {}
        }
        glance.shares()
    }

    fn info_key(state: &State, seat: Seat) -> u64 {
        let mut key = InfoKey::new();
        let lairs = state.setup.lairs();
        (state.phase, state.round, state.leader, state.daylight, state.showing).hash(&mut key);
        (state.class, state.fresh, state.active, state.todo, state.turn, state.spent).hash(&mut key);
        (state.left, state.slowed, state.void, state.ignoring, state.holding, state.announced).hash(&mut key);
        key.see_all(&state.health[..lairs]);
        key.see_all(&state.gain[..lairs]);
        for lair in 0..lairs {
            key.see(u64::from(state.bloodline[lair]) << 32 | u64::from(state.total[lair]));
            if state.known[lair].contains(seat) {
                key.see(u64::from(state.held[lair]) << 8 | lair as u64);
            }
        }
        // Drawn cards lie open, except for events; their order does not matter.
        let kinds = kinds();
        let drawn = state.cards[state.left.into()..].iter().map(|&card| 1u64 << (2 * kinds.place(card)));
        key.see(drawn.fold(0, u64::wrapping_add));
        if state.drawn != NONE && state.drawn_known.contains(seat) {
            key.see(u64::from(state.drawn));
        }
        key.see_all(seen_by(state, seat));
        match state.phase {
            // Sealed until all have answered.
            Phase::Invitation => {}
            _ => (state.accepted, state.guesses).hash(&mut key),
        }
        key.finish()
    }

    /// The reasons of this game say more than averages do.
    fn counts(_: &str) -> bool {
        false
    }

    fn reasons(observation: &Observation, action: Action, reasons: &mut Vec<Reason>) {
        crate::reasons::reasons(observation, action, reasons);
    }
}

/// Turns chances into weights.
fn soften(chances: &mut [f32]) {
    if chances.len() < 2 {
        chances.fill(1.0);
        return;
    }
    let best = chances.iter().copied().fold(0.0, f32::max).max(1e-12);
    for chance in chances {
        *chance = decay((1.0 - *chance / best) / TEMPERATURE);
    }
}

/// About `e^-steps`, never 0. Plain arithmetic gives the same bits on every machine.
fn decay(steps: f32) -> f32 {
    let mut power = 1.0 - steps.min(14.0) / 256.0;
    for _ in 0..8 {
        power *= power;
    }
    power
}

/// Stay and get what the next card brings, or bank (3.2).
fn stay_or_leave(state: &State, seat: Seat, actions: &[Action], weights: &mut Vec<f32>) {
    let Some(lair) = state.deciding(seat.index()) else { return weights.extend(actions.iter().map(|_| 1.0)) };
    let glance = Glance::of(state, seat);
    let deck = Deck::of(state);
    let doubts = glance.doubts(lair);
    let stay = staying(state, seat, &glance, &deck, &doubts, lair);
    let leave = leaving(&glance, &doubts, lair);
    weights.extend(actions.iter().map(|action| if *action == Action::Leave { leave } else { stay }));
}

fn leaving(glance: &Glance, doubts: &Doubts, lair: usize) -> f32 {
    let mut home = *glance;
    home.go_home(lair);
    home.standing_after(lair, doubts)
}

/// The chances of a vampire that stays for one card.
fn staying(state: &State, seat: Seat, glance: &Glance, deck: &Deck, doubts: &Doubts, lair: usize) -> f32 {
    if state.accepted >> lair & 1 == 0 {
        return after_a_card(state, seat, glance, deck, doubts, lair);
    }
    // A guess is pending (5.2).
    let tables = tables();
    let right = sign_chances(state, seat)[state.guess(lair) as usize];
    let mut lucky = *glance;
    lucky.gain(lair, tables.guess_right.into());
    let mut unlucky = *glance;
    unlucky.hurt(lair, tables.guess_wrong.into());
    right * after_a_card(state, seat, &lucky, deck, doubts, lair)
        + (1.0 - right) * after_a_card(state, seat, &unlucky, deck, doubts, lair)
}

fn after_a_card(
    state: &State,
    seat: Seat,
    glance: &Glance,
    deck: &Deck,
    doubts: &Doubts,
    lair: usize,
) -> f32 {
    let seen = seen_by(state, seat);
    if let Some((&first, below)) = seen.split_last() {
        let mut then = *glance;
        then.turn(kinds().of(first));
        let at_once = then.standing_after(lair, doubts);
        let Some(&second) = below.last() else { return at_once };
        then.turn(kinds().of(second));
        return at_once.max(then.standing_after(lair, doubts));
    }
    deck.expect(|kind| after(glance, kind, doubts, lair))
}

fn after(glance: &Glance, kind: &Kind, doubts: &Doubts, lair: usize) -> f32 {
    let mut then = *glance;
    then.turn(kind);
    then.standing_after(lair, doubts)
}

/// The cards at the top of the deck that this seat has seen, top last (8.7).
fn seen_by(state: &State, seat: Seat) -> &[u8] {
    let top = usize::from(state.left);
    match state.looker() {
        Some((lair, _)) if state.owner(lair) == seat => &state.cards[top - usize::from(state.seen)..top],
        _ => &[],
    }
}

/// A look is worth what better decisions are worth: leaving before the cards that hurt, staying for the others (8.7).
fn look_or_not(state: &State, seat: Seat, actions: &[Action], weights: &mut Vec<f32>) {
    let Some((lair, _)) = state.looker() else { return weights.extend(actions.iter().map(|_| 1.0)) };
    let glance = Glance::of(state, seat);
    let deck = Deck::of(state);
    let doubts = glance.doubts(lair);
    let blind = staying(state, seat, &glance, &deck, &doubts, lair).max(leaving(&glance, &doubts, lair));
    let mut looked = glance;
    looked.forget(lair, promise(state.vampire(lair).power().effect, state.setup.lairs()));
    let leave = leaving(&looked, &doubts, lair);
    let knowing = deck.expect(|kind| after(&looked, kind, &doubts, lair).max(leave));
    weights.extend(actions.iter().map(|action| if *action == Action::Pass { blind } else { knowing }));
}

/// Bloodline or health (4.4).
fn pay_slayer(state: &State, seat: Seat, actions: &[Action], weights: &mut Vec<f32>) {
    let Some(lair) = state.deciding(seat.index()) else { return weights.extend(actions.iter().map(|_| 1.0)) };
    let face = tables().face(state.showing);
    let glance = Glance::of(state, seat);
    weights.extend(actions.iter().map(|action| {
        let mut then = glance;
        if *action == Action::LoseHealth {
            then.hurt(lair, face.health.into());
        } else {
            then.lose(lair, face.bloodline.into());
        }
        then.standing(lair)
    }));
}

/// Decline, or guess (5.1).
fn answer(state: &State, seat: Seat, actions: &[Action], weights: &mut Vec<f32>) {
    let Some(lair) = state.deciding(seat.index()) else { return weights.extend(actions.iter().map(|_| 1.0)) };
    let tables = tables();
    let glance = Glance::of(state, seat);
    let (mut lucky, mut unlucky) = (glance, glance);
    lucky.gain(lair, tables.guess_right.into());
    unlucky.hurt(lair, tables.guess_wrong.into());
    let (decline, lucky, unlucky) = (glance.standing(lair), lucky.standing(lair), unlucky.standing(lair));
    let signs = sign_chances(state, seat);
    weights.extend(actions.iter().map(|action| match action {
        Action::Accept(sign) => {
            let right = signs[*sign as usize];
            right * lucky + (1.0 - right) * unlucky
        }
        _ => decline,
    }));
}

/// How likely the next card is to carry each sign, given what this seat knows.
fn sign_chances(state: &State, seat: Seat) -> [f32; 3] {
    let tables = tables();
    let mut chances = [0.0; 3];
    if let Some(&next) = seen_by(state, seat).last() {
        chances[tables.face(next).sign as usize] = 1.0;
        return chances;
    }
    // How many events are left in the deck is public, but not which: take the average of those that the seat cannot place.
    let (mut plain, mut events) = ([0u8; 3], 0u8);
    for &card in &state.cards[..state.left.into()] {
        let face = tables.face(card);
        if face.class == Class::Event { events += 1 } else { plain[face.sign as usize] += 1 }
    }
    let mut unplaced = tables.event_sign.map(|events| events.minus(state.spent).len() as u8);
    for lair in members(state.holding) {
        let known = state.known[lair].contains(seat);
        if known || state.announced >> lair & 1 == 1 {
            unplaced[tables.events[state.held[lair] as usize].sign as usize] -= 1;
        }
    }
    let (left, all) = (f32::from(state.left.max(1)), f32::from(unplaced.iter().sum::<u8>().max(1)));
    for sign in 0..3 {
        chances[sign] = (f32::from(plain[sign]) + f32::from(events) * f32::from(unplaced[sign]) / all) / left;
    }
    chances
}

/// Keeps the better event and gives to the weakest rival (6.2).
fn hand_on(state: &State, seat: Seat, actions: &[Action], weights: &mut Vec<f32>) {
    let glance = Glance::of(state, seat);
    let first = seat.index() * usize::from(state.setup.each);
    let worth = |event: u8| match event {
        NONE => 0.0,
        event => event_promise(tables().events[event as usize].effect, state.setup.lairs()),
    };
    weights.extend(actions.iter().map(|action| {
        let Action::Give { card, to } = *action else { return 0.0 };
        let given = match card {
            Which::New => worth(state.drawn),
            Which::First => worth(state.held[first]),
            Which::Second => worth(state.held[first + 1]),
        };
        let rival = members(state.setup.lairs_of(to.index()))
            .map(|lair| glance.prospect(lair).mean)
            .fold(0.0, f32::max);
        1.0 - 0.04 * given - 0.002 * rival
    }));
}

/// What a power would change, against keeping it for later (7).
fn use_or_pass(state: &State, seat: Seat, actions: &[Action], weights: &mut Vec<f32>) {
    if actions.len() == 1 {
        return weights.push(1.0); // Passing is the only option.
    }
    let glance = Glance::of(state, seat);
    let lairs = state.setup.lairs();
    let target = |on: Option<Vampire>| on.map(|on| usize::from(state.lair_of[usize::from(on.0)]));
    weights.extend(actions.iter().map(|action| {
        let mut then = glance;
        let mut card = Revealed::of(state);
        match *action {
            Action::Ability { by, on } => {
                let Some(lair) = own_lair(state, seat, by) else { return 0.0 };
                let effect = state.vampire(lair).power().effect;
                then.forget(lair, promise(effect, lairs));
                then.slow &= !(1 << lair);
                card.work(effect, lair, target(on), &mut then);
            }
            Action::Play { event, by, on } => {
                let Some(lair) = own_lair(state, seat, by) else { return 0.0 };
                let effect = event.power().effect;
                then.forget(lair, event_promise(effect, lairs));
                card.work(effect, lair, target(on), &mut then);
            }
            _ => {}
        }
        if state.phase == Phase::Revealed {
            card.settle(state, &mut then);
        }
        members(state.setup.lairs_of(seat.index())).map(|lair| then.standing(lair)).fold(0.0, f32::max)
    }));
}
