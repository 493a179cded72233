//! How fast it goes: `cargo run --release -p bloodstones --example speed`.

use std::time::Instant;

use bloodstones::{Bloodstones, Options, State};
use table::chance::{Chance, quick};
use table::{Game, Observer, Options as _};

fn main() {
    println!("state: {} bytes", size_of::<State>());
    for (players, map) in [(2, ""), (3, ""), (4, "the-long-coast"), (4, "the-wide-realm"), (6, "")] {
        let mut options = Options::standard(players);
        options.map = map.into();
        let mut chance = quick(1);
        let mut actions = Vec::with_capacity(512);
        let start = Instant::now();
        let (mut steps, mut games, mut longest) = (0u64, 0u64, 0u64);
        while start.elapsed().as_millis() < 1500 {
            let mut state = Bloodstones::deal(&options, &mut chance);
            let mut length = 0;
            while let Some(seat) = Bloodstones::waiting_on(&state).first() {
                actions.clear();
                Bloodstones::legal(&state, seat, &mut actions);
                let action = chance.pick(&actions);
                Bloodstones::apply(&mut state, seat, action, &mut chance, &mut ());
                length += 1;
            }
            steps += length;
            games += 1;
            longest = longest.max(length);
        }
        let rate = steps as f64 / start.elapsed().as_secs_f64();
        println!(
            "{players} players {map}: {rate:.0} steps/s, {games} games of {} steps on average, at most {longest} (bound {})",
            steps / games,
            Bloodstones::bound(&options)
        );
    }
    samples();
}

fn samples() {
    let options = Options::standard(6);
    let mut chance = quick(2);
    let mut state = Bloodstones::deal(&options, &mut chance);
    let mut actions = Vec::new();
    let mut seen = Vec::new();
    while let Some(seat) = Bloodstones::waiting_on(&state).first() {
        actions.clear();
        Bloodstones::legal(&state, seat, &mut actions);
        let action = chance.pick(&actions);
        Bloodstones::apply(&mut state, seat, action, &mut chance, &mut ());
        seen.push(Bloodstones::observe(&state, Observer::Spectator));
    }
    let start = Instant::now();
    let mut sum = 0usize;
    for observation in &seen {
        sum += usize::from(Bloodstones::sample(observation, &mut chance).first);
    }
    println!("sample: {:.2} µs ({sum})", start.elapsed().as_secs_f64() * 1e6 / seen.len() as f64);
}
