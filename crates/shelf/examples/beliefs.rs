//! How good the beliefs of `deep` are: `cargo run --release -p shelf --example beliefs -- 2000 [truth | lie | babble | con | story]`.
//! With a script, the others talk by it.

use bots::{Script, calibrate};
use shelf::{blood_bound, bloodwood};
use table::{Game, Instinct, Options};

fn main() {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let games = given.first().and_then(|text| text.parse().ok()).unwrap_or(2000);
    let script = given.get(1).and_then(|text| text.parse().ok());
    show::<blood_bound::BloodBound>(games, script);
    show::<bloodwood::Bloodwood>(games, script);
}

fn show<G: Instinct>(games: u64, script: Option<Script>) {
    let it = calibrate::<G>(&<G as Game>::Options::standard(8), 0..games, script);
    let count = f64::from(it.count);
    let right = |right: u32, sure: u32| {
        format!("{:.1} % of {sure} right", 100.0 * f64::from(right) / f64::from(sure.max(1)))
    };
    println!(
        "{}, 8 seats, {games} games, {count} chances: log-loss {:.4} from what was shown, {:.4} with conduct; \
         at 90 % or more, {}",
        G::INFO.name,
        it.shown / count,
        it.conduct / count,
        right(it.right, it.sure)
    );
    if let Some(script) = script {
        let talk = it.talk / count;
        println!(
            "  with talk ({script}): {talk:.4}; at 90 % or more, {}",
            right(it.right_by_talk, it.sure_by_talk)
        );
    }
}
