//! Hints: the same in all worlds that the seat cannot tell apart, true to the rulebook, and quick.

use bots::{Question, hint, is_apart, weighted};
use table::chance::quick;
use table::hint::Reason;
use table::{Chance, Instinct, Observer, Options, Seat, game};

/// How many decisions of each game are looked at.
const POSITIONS: usize = 6;
const ITERATIONS: u32 = 60;

/// Calls back with decisions of games that the policy plays.
fn each_decision<G: Instinct>(mut each: impl FnMut(&G::State, Seat, &[G::Action])) {
    let mut looked = 0;
    for seed in 1.. {
        let mut chance = quick(seed);
        let options = G::Options::standard(G::INFO.usual_players);
        let mut state = G::deal(&options, &mut chance);
        while let Some(seat) = G::waiting_on(&state).first() {
            let actions = game::legal::<G>(&state, seat);
            if actions.len() > 1 && chance.below(9) == 0 {
                each(&state, seat, &actions);
                looked += 1;
                if looked == POSITIONS {
                    return;
                }
            }
            let mut weights = Vec::new();
            G::policy_weights(&state, seat, &actions, &mut weights);
            let action = actions[weighted(&weights, &mut chance)];
            G::apply(&mut state, seat, action, &mut chance, &mut ());
        }
    }
}

/// Twin worlds get the same hint, and every rule that a hint names is in the rulebook. Returns how many hints prefer one option.
fn twins_get_the_same_hint<G: Instinct>() -> usize {
    let (mut reasons, mut clear) = (0, 0);
    each_decision::<G>(|state, seat, actions| {
        let help = |state: &G::State, actions: &[G::Action]| {
            let observation = G::observe(state, Observer::Seat(seat));
            let waiting = G::waiting_on(state);
            hint(
                &Question::<G> { observation: &observation, seat, actions, waiting, said: &[] },
                ITERATIONS,
                &mut || 1.0,
            )
        };
        let truth = help(state, actions).expect("somebody who is asked gets a hint");
        let observation = G::observe(state, Observer::Seat(seat));
        for luck in 0..2 {
            let twin = G::sample(&observation, &mut quick(luck));
            let actions = game::legal::<G>(&twin, seat);
            assert_eq!(help(&twin, &actions).as_ref(), Some(&truth), "{} in a twin world", G::INFO.name);
        }
        for reason in truth.reasons.iter().filter(|reason| !reason.rule.is_empty()) {
            let known = G::INFO.rules.contains(&format!("**{}**", reason.rule));
            assert!(known, "{} has no rule {}", G::INFO.name, reason.rule);
        }
        let level = truth.margin.to_string().contains("about equally good");
        let names = |reason: &Reason| {
            let text = reason.text.to_string();
            truth.options.iter().any(|option| text.starts_with(&format!("\"{}\": ", option.label)))
        };
        assert!(
            !level || truth.reasons.len() == 1 || truth.reasons.iter().all(names),
            "of several that are as good, each has its own: {truth:#?}"
        );
        let second = truth.options.get(1).map(|it| is_apart(truth.options[0].chance - it.chance, it.noise));
        assert_eq!(level, second == Some(false), "{truth:#?}");
        clear += usize::from(second == Some(true));
        assert!(truth.options.iter().all(|option| (0.0..=1.0).contains(&option.chance)));
        reasons += truth.reasons.len();
    });
    assert!(reasons > 0 || clear == 0, "no hint of {} has a reason", G::INFO.name);
    clear
}

macro_rules! every_game_keeps_it {
    ($($game:ty => $template:literal,)*) => {
        #[test]
        fn a_hint_is_the_same_in_all_worlds_the_seat_cannot_tell_apart() {
            let clear = [$(twins_get_the_same_hint::<$game>()),*];
            assert!(clear.iter().filter(|count| **count > 0).count() >= 3, "hardly ever a preference: {clear:?}");
        }
    };
}
shelf::every_game!(every_game_keeps_it);
