//! Instinct is better than nothing.

use bloodstones::{Bloodstones, Options};
use table::chance::{Chance, quick};
use table::instinct::Instinct;
use table::{Game, Options as _, Seat};

/// Seat `greedy` follows its instinct and the others play at random: its share of the wins.
fn share(players: usize, games: u64) -> f64 {
    let mut wins = 0.0;
    for seed in 0..games {
        let mut chance = quick(seed);
        let greedy = Seat::new(seed as usize % players);
        let mut state = Bloodstones::deal(&Options::standard(players), &mut chance);
        let (mut actions, mut weights) = (Vec::new(), Vec::new());
        while let Some(seat) = Bloodstones::waiting_on(&state).first() {
            actions.clear();
            weights.clear();
            Bloodstones::legal(&state, seat, &mut actions);
            let action = if seat == greedy {
                Bloodstones::policy_weights(&state, seat, &actions, &mut weights);
                let best = (0..actions.len()).max_by(|&a, &b| weights[a].total_cmp(&weights[b]));
                actions[best.expect("something is legal")]
            } else {
                chance.pick(&actions)
            };
            Bloodstones::apply(&mut state, seat, action, &mut chance, &mut ());
        }
        let winners = Bloodstones::outcome(&state).expect("an end").winners();
        if winners.contains(greedy) {
            wins += 1.0 / winners.len() as f64;
        }
    }
    wins / games as f64
}

#[test]
fn instinct_beats_chance() {
    for players in 2..=6 {
        let share = share(players, 60);
        println!("{players} players: {share:.2}");
        assert!(share > 1.6 / players as f64, "{players} players: {share}");
    }
}
