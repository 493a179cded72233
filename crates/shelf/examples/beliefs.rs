//! How good the beliefs of `deep` are: `cargo run --release -p shelf --example beliefs -- 2000`.

use bots::calibrate;
use shelf::{blood_bound, bloodwood};
use table::{Game, Instinct, Options};

fn main() {
    let games = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(2000);
    show::<blood_bound::BloodBound>(games);
    show::<bloodwood::Bloodwood>(games);
}

fn show<G: Instinct>(games: u64) {
    let it = calibrate::<G>(&<G as Game>::Options::standard(8), 0..games);
    let count = f64::from(it.count);
    println!(
        "{}, 8 seats, {games} games, {count} chances: log-loss {:.4} from what was shown, {:.4} with conduct; \
         at 90 % or more, {:.1} % of {} right",
        G::INFO.name,
        it.shown / count,
        it.conduct / count,
        100.0 * f64::from(it.right) / f64::from(it.sure.max(1)),
        it.sure
    );
}
