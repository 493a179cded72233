//! Reviews: a player who moves at random is told where another move was better.

use bots::weighted;
use lab::{Judgement, ReviewSettings};
use table::chance::quick;
use table::seed::Seed;
use table::{Chance, Instinct, Match, Options, Record, Seat, game};

const ME: Seat = Seat::new(0);

/// A game in which the first seat takes any option and the others follow the policy.
fn careless<G: Instinct>(number: u64) -> Record {
    let players = G::INFO.usual_players;
    let names = Seat::all(players).map(|seat| format!("Nobody {}", seat.number())).collect();
    let options = G::Options::standard(players);
    let mut played = Match::<G>::start(options, None, names, Seed::from_number(number, players)).unwrap();
    let (mut chance, mut weights) = (quick(number), Vec::new());
    while let Some(seat) = G::waiting_on(played.state()).first() {
        let actions = game::legal::<G>(played.state(), seat);
        weights.clear();
        G::policy_weights(played.state(), seat, &actions, &mut weights);
        let at = if seat == ME {
            chance.below(actions.len() as u32) as usize
        } else {
            weighted(&weights, &mut chance)
        };
        played.play(seat, actions[at]).unwrap();
    }
    played.record()
}

/// How often the careless seat is told of something clearly better, in three games.
fn told<G: Instinct>() -> (&'static str, usize) {
    let found = (1..=3).map(|number| {
        let record = careless::<G>(number);
        let own: Vec<bool> = record.actions.iter().map(|entry| entry.0 == ME).collect();
        let judgement = judged(&record, &own);
        assert_eq!(
            judgement.decisions[1..].iter().sum::<usize>(),
            0,
            "{}: bots are told nothing",
            G::INFO.id
        );
        judgement.clearly_worse(ME).count()
    });
    (G::INFO.id, found.sum())
}

fn judged(record: &Record, own: &[bool]) -> Judgement {
    let lab = shelf::find(&record.game).unwrap().lab;
    lab.judge(record, own, ReviewSettings::QUICK, &mut |_, _| true).unwrap()
}

/// What a bot did for somebody is not theirs: neither judged nor counted as looked at.
#[test]
fn what_a_stand_in_did_is_not_held_against_anybody() {
    let record = careless::<kings_blood::KingsBlood>(2);
    let half = record.actions.len() / 2;
    let own: Vec<bool> =
        record.actions.iter().enumerate().map(|(index, entry)| entry.0 == ME && index < half).collect();
    let judgement = judged(&record, &own);
    let late = record.actions[half..].iter().filter(|entry| entry.0 == ME).count();
    assert!(late > 0 && judgement.stood_in[ME.index()] == late, "{:?}", judgement.stood_in);
    assert!(judgement.advice.iter().all(|it| it.seat == ME && it.version <= half), "{:?}", judgement.advice);
    let words = judgement.accounts(&record.seats).swap_remove(0).remarks;
    let words: Vec<String> = words.iter().map(|text| text.to_string()).collect();
    assert!(words.iter().any(|text| text.contains(&format!("not counted: {late}"))), "{words:?}");
    // Without people everybody is judged.
    assert!(judged(&record, &[]).decisions.iter().all(|count| *count > 0));
}

macro_rules! every_game_keeps_it {
    ($($game:ty => $template:literal,)*) => {
        #[test]
        fn who_plays_at_random_is_told_what_was_better() {
            let told = [$(told::<$game>()),*];
            assert!(told.iter().all(|(_, found)| *found >= 3), "{told:?}");
        }
    };
}
shelf::every_game!(every_game_keeps_it);
