//! Every observer lacks something: a game that shows everything to everybody would pass all other laws.

use std::collections::HashSet;

use table::chance::quick;
use table::{Audit, Observer, Options, rollout};

/// Checks that every seat and the spectator lack, at some moment of some game, a fact that the open table shows.
///
/// # Panics
/// If somebody always knows everything.
pub fn assert_secrets<G: Audit>() {
    let options = G::Options::standard(G::INFO.usual_players);
    let mut knows_all: HashSet<Observer> =
        Observer::every(options.players()).filter(|observer| *observer != Observer::All).collect();
    let (mut chance, mut actions) = (quick(8), Vec::new());
    for _ in 0..200 {
        let mut state = G::deal(&options, &mut chance);
        while let Some((seat, action)) = rollout::choose::<G, _>(&state, &mut actions, &mut chance) {
            let facts = |observer| G::facts(&G::observe(&state, observer)).len();
            let all = facts(Observer::All);
            knows_all.retain(|&observer| facts(observer) >= all);
            if knows_all.is_empty() {
                return;
            }
            G::apply(&mut state, seat, action, &mut chance, &mut ());
        }
    }
    panic!("{knows_all:?} know every hidden fact at every moment: does `observe` withhold anything?");
}
