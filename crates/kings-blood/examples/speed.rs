//! How fast the rules are: `cargo run --release -p kings-blood --example speed [players]`.

use std::time::Instant;

use kings_blood::{KingsBlood, Options, State};
use table::chance::quick;
use table::rollout::{choose, rollout};
use table::{Game, Observer, Options as _, Seat};

fn main() {
    let players = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(4);
    let options = Options::standard(players);
    let (mut chance, mut policy, mut actions) = (quick(1), quick(2), Vec::with_capacity(64));
    let (mut steps, mut games, mut longest) = (0u64, 0u64, 0u32);
    let start = Instant::now();
    while start.elapsed().as_millis() < 2_000 {
        for _ in 0..200 {
            let mut state = KingsBlood::deal(&options, &mut chance);
            let end = rollout::<KingsBlood, _, _, _>(
                &mut state,
                &mut actions,
                &mut chance,
                &mut policy,
                &mut (),
                u32::MAX,
            );
            steps += u64::from(end.steps);
            longest = longest.max(end.steps);
            games += 1;
        }
    }
    let rate = steps as f64 / start.elapsed().as_secs_f64();
    println!(
        "{players} players: {:.2} million steps/s, {games} games of {:.1} steps, longest {longest}",
        rate / 1e6,
        steps as f64 / games as f64
    );
    println!("State: {} bytes", size_of::<State>());

    let mut observations = Vec::new();
    for _ in 0..2_000 {
        let mut state = KingsBlood::deal(&options, &mut chance);
        while let Some((seat, action)) = choose::<KingsBlood, _>(&state, &mut actions, &mut policy) {
            observations
                .push(KingsBlood::observe(&state, Observer::Seat(Seat::new(observations.len() % players))));
            KingsBlood::apply(&mut state, seat, action, &mut chance, &mut ());
        }
    }
    let mut worst = 0;
    let start = Instant::now();
    let mut kept = 0;
    for o in &observations {
        kept += usize::from(KingsBlood::waiting_on(&KingsBlood::sample(o, &mut chance)).is_empty());
    }
    let each = start.elapsed().as_nanos() as f64 / observations.len() as f64;
    for o in &observations {
        let start = Instant::now();
        for _ in 0..8 {
            kept += usize::from(KingsBlood::waiting_on(&KingsBlood::sample(o, &mut chance)).is_empty());
        }
        worst = worst.max(start.elapsed().as_nanos() / 8);
    }
    println!(
        "sample: {each:.0} ns on average over {} observations, worst of eight {worst} ns ({kept})",
        observations.len()
    );
}
