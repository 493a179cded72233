//! How fast it is: random play and sampling on one core. `cargo run --release -p bloodlust --example pace`

use std::time::Instant;

use bloodlust::{BloodLust, Options};
use table::chance::quick;
use table::{Game, Observer, Options as _, Seat, rollout};

fn main() {
    println!("state: {} bytes", size_of::<bloodlust::State>());
    for players in [2, 4, 6, 10] {
        let options = Options::standard(players);
        let (mut chance, mut policy) = (quick(1), quick(2));
        let mut actions = Vec::new();
        let start = Instant::now();
        let (mut steps, mut games) = (0u64, 0u64);
        while start.elapsed().as_secs_f64() < 1.5 {
            for _ in 0..200 {
                let mut state = BloodLust::deal(&options, &mut chance);
                let bound = BloodLust::bound(&options);
                let played = rollout::rollout::<BloodLust, _, _, _>(
                    &mut state,
                    &mut actions,
                    &mut chance,
                    &mut policy,
                    &mut (),
                    bound,
                );
                steps += u64::from(played.steps);
                games += 1;
            }
        }
        let pace = steps as f64 / start.elapsed().as_secs_f64() / 1e6;
        println!("{players} seats: {pace:.1} million steps/s, {} steps per game", steps / games);

        // Observations from the middle of games.
        let mut seen = Vec::new();
        while seen.len() < 200 {
            let mut state = BloodLust::deal(&options, &mut chance);
            rollout::rollout::<BloodLust, _, _, _>(
                &mut state,
                &mut actions,
                &mut chance,
                &mut policy,
                &mut (),
                20,
            );
            seen.push(BloodLust::observe(&state, Observer::Seat(Seat::new(0))));
        }
        let start = Instant::now();
        let mut left = 0u64;
        for _ in 0..500 {
            for observation in &seen {
                let state = BloodLust::sample(observation, &mut chance);
                left += BloodLust::waiting_on(&state).len() as u64;
            }
        }
        let nanos = start.elapsed().as_nanos() as f64 / (500.0 * seen.len() as f64);
        println!("{players} seats: {nanos:.0} ns per sample ({left})");
    }
}
