//! Instinct acts on what its seat may know.

use table::chance::quick;
use table::instinct::Instinct;
use table::rollout;
use table::{Chance, MAX_SEATS, Observer, Options, Seat, game};

/// Checks that a seat's policy is the same in all worlds it cannot tell apart, under every plan, that some weight is positive, that
/// hearsay that speaks for no world changes nothing, and that values are between 0 and 1.
///
/// # Panics
/// If not.
pub fn assert_instinct<G: Instinct>() {
    for players in G::INFO.players() {
        for seed in 0..6 {
            walk::<G>(players, seed);
        }
    }
}

fn walk<G: Instinct>(players: usize, seed: u64) {
    let options = G::Options::standard(players);
    let mut chance = quick(seed);
    let mut state = G::deal(&options, &mut chance);
    let mut actions = Vec::new();
    let bound = G::bound(&options);
    for step in 0..bound {
        let Some((actor, action)) = rollout::choose::<G, _>(&state, &mut actions, &mut chance) else {
            return;
        };
        if step < 40 || chance.below(8) == 0 {
            let values = G::evaluate(&state);
            for seat in Seat::all(players) {
                let hope = values[seat.index()];
                assert!((0.0..=1.0).contains(&hope), "seat {} has the value {hope}", seat.number());
                look::<G>(&state, seat, &mut chance, &format!("{players} players, seed {seed}, step {step}"));
            }
            assert!(values[players..MAX_SEATS].iter().all(|hope| hope.is_finite()));
        }
        G::apply(&mut state, actor, action, &mut chance, &mut ());
    }
}

fn look<G: Instinct>(state: &G::State, seat: Seat, chance: &mut impl Chance, place: &str) {
    let actions = game::legal::<G>(state, seat);
    if actions.is_empty() {
        return;
    }
    // Without a plan, then with each.
    let weights_in = |world: &G::State| {
        let mut weights = Vec::new();
        G::policy_weights(world, seat, &actions, &mut weights);
        for plan in 1..G::PLANS {
            let mut swayed = weights[..actions.len()].to_vec();
            G::apply_plan(world, plan, &actions, &mut swayed);
            weights.extend(swayed);
        }
        weights
    };
    let truth = weights_in(state);
    assert_eq!(truth.len(), G::PLANS * actions.len(), "{place}: a weight for each of {actions:?}");
    assert!(truth.iter().all(|weight| weight.is_finite() && *weight >= 0.0), "{place}: {truth:?}");
    for by_plan in truth.chunks(actions.len()) {
        assert!(
            by_plan.iter().any(|weight| *weight > 0.0),
            "{place}: no weight of seat {} is positive",
            seat.number()
        );
    }
    let seen = G::observe(state, Observer::Seat(seat));
    for _ in 0..3 {
        let twin = G::sample(&seen, chance);
        assert_eq!(
            G::info_key(state, seat),
            G::info_key(&twin, seat),
            "{place}: the information key of seat {} depends on what it cannot see",
            seat.number()
        );
        let imagined = weights_in(&twin);
        let same = truth.iter().zip(&imagined).all(|(a, b)| (a - b).abs() <= 1e-4 * a.abs().max(1.0));
        assert!(
            same,
            "{place}: seat {} peeks: its weights are {truth:?} in truth and {imagined:?} in a world that looks the same, for {actions:?}",
            seat.number()
        );
    }
    for _ in 0..3 {
        let mut other = state.clone();
        let roles = G::sample(&G::observe(state, Observer::Spectator), chance);
        if G::with_roles_of(&mut other, &roles) && G::role_key(&other, seat) == G::role_key(state, seat) {
            assert_eq!(
                G::info_key(&other, seat),
                G::info_key(state, seat),
                "{place}: the role key of seat {} leaves out a role that it knows",
                seat.number()
            );
        }
    }
    hear::<G>(&seen, seat, &actions, &truth[..actions.len()], chance, place);
}

/// What a seat has heard counts by the weights of worlds alone, in whatever order they come.
fn hear<G: Instinct>(
    seen: &G::Observation,
    seat: Seat,
    actions: &[G::Action],
    truth: &[f32],
    chance: &mut impl Chance,
    place: &str,
) {
    let weights_in = |worlds: &[(G::State, f32)]| {
        let mut weights = Vec::new();
        G::informed_weights(worlds, seat, actions, &mut weights);
        weights
    };
    let alike = |one: &[f32], other: &[f32]| {
        let near = |(a, b): (&f32, &f32)| (a - b).abs() <= 1e-3 * a.abs().max(1.0);
        one.len() == other.len() && one.iter().zip(other).all(near)
    };
    let mut worlds: Vec<(G::State, f32)> = (0..5).map(|_| (G::sample(seen, chance), 1.0)).collect();
    let even = weights_in(&worlds);
    assert!(
        alike(truth, &even),
        "{place}: seat {} has heard nothing, but {truth:?} became {even:?}",
        seat.number()
    );
    worlds.iter_mut().for_each(|(_, weight)| *weight = 1.0 / (1 + chance.below(9)) as f32);
    let told = weights_in(&worlds);
    let heeds = G::heeds_talk(seen) || alike(&even, &told);
    assert!(heeds, "{place}: talk is not heeded here, but {even:?} became {told:?}");
    let fine = told.iter().all(|weight| weight.is_finite() && *weight >= 0.0);
    assert!(fine && told.iter().any(|weight| *weight > 0.0), "{place}: {told:?}");
    worlds.reverse();
    let turned = weights_in(&worlds);
    assert!(alike(&told, &turned), "{place}: the order of worlds changes {told:?} to {turned:?}");
}
