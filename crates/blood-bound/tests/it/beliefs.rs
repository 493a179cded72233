//! Sampled worlds: every one that fits, all equally likely.

use std::collections::HashMap;

use blood_bound::pieces::{CLANS, Card, Token};
use blood_bound::{Action, BloodBound, Observation};
use laws::seat;
use table::chance::quick;
use table::{Code, Game, Observer};

use crate::at;

/// All deals that fit, by trying every card for every seat.
fn enumerate(o: &Observation) -> Vec<Vec<Card>> {
    fn go(o: &Observation, dealt: &mut Vec<Card>, found: &mut Vec<Vec<Card>>) {
        let players = o.seats.len();
        let Some(view) = o.seats.get(dealt.len()) else {
            return found.push(dealt.clone());
        };
        for card in Card::all() {
            let alike = dealt.iter().filter(|other| other.clan() == card.clan()).count();
            let room = if card.is_inquisitor() { players % 2 } else { players / 2 };
            let fits = view.open.contains(card)
                && view.card.is_none_or(|known| known == card)
                && view.clue.is_none_or(|clue| clue == card.clue());
            if fits && alike < room && !dealt.contains(&card) {
                dealt.push(card);
                go(o, dealt, found);
                dealt.pop();
            }
        }
    }
    let mut found = Vec::new();
    go(o, &mut Vec::new(), &mut found);
    found
}

/// Is every deal drawn as often as every other?
fn fair(o: &Observation, seed: u64) {
    let worlds = enumerate(o);
    assert!(worlds.len() > 1 && worlds.len() <= 4_000, "{} worlds", worlds.len());
    let mut seen: HashMap<Vec<Card>, u32> = worlds.iter().map(|world| (world.clone(), 0)).collect();
    let draws = worlds.len() * 60;
    let mut chance = quick(seed);
    for _ in 0..draws {
        let world = BloodBound::sample(o, &mut chance);
        let truth = BloodBound::observe(&world, Observer::All);
        let cards: Vec<Card> = truth.seats.iter().filter_map(|view| view.card).collect();
        *seen.get_mut(&cards).unwrap_or_else(|| panic!("{cards:?} does not fit")) += 1;
    }
    let chi: f64 = seen.values().map(|&n| (f64::from(n) - 60.0).powi(2) / 60.0).sum();
    let freedom = worlds.len() as f64 - 1.0;
    // Six standard deviations above the mean.
    let limit = freedom + 6.0 * (2.0 * freedom).sqrt() + 10.0;
    assert!(chi < limit, "chi squared {chi} with {freedom} degrees of freedom");
}

#[test]
fn samples_are_uniform_over_all_deals_that_fit() {
    let overlapping = r#"dagger = 1
        seats.1 = { character = "rose-mage", tokens = ["rank"] }
        seats.2 = { character = "beast-mage", tokens = ["beast", "unknown"] }
        seats.3 = { character = "rose-berserker", tokens = ["unknown", "rose"] }
        seats.4 = { character = "beast-courtesan", tokens = ["rank"] }
        seats.5 = { character = "rose-elder", tokens = ["rose", "rose"] }
        seats.6 = { character = "beast-alchemist", tokens = ["unknown"] }"#;
    let bench = at(6, overlapping);
    for number in 1..=6 {
        fair(&bench.sees(number), number as u64);
    }
    fair(&bench.observe(Observer::Spectator), 7);

    let ranks = r#"dagger = 1
        seats.1 = { character = "rose-mage", tokens = ["rank"] }
        seats.2 = { character = "beast-mage", tokens = ["rank"] }
        seats.3 = { character = "rose-elder", tokens = ["rank"] }
        seats.4 = { character = "beast-elder", tokens = ["rank"] }
        seats.5 = { character = "rose-assassin", tokens = ["unknown", "unknown"] }
        seats.6 = { character = "beast-berserker", tokens = ["unknown"] }
        seats.7 = { character = "inquisitor-beast", tokens = ["beast"] }"#;
    let bench = at(7, ranks);
    for number in 1..=7 {
        fair(&bench.sees(number), 10 + number as u64);
    }
    fair(&bench.observe(Observer::Spectator), 18);

    let crowd = r#"dagger = 1
        seats.1 = { character = "rose-mage", tokens = ["rose", "unknown"] }
        seats.2 = { character = "beast-mage", tokens = ["rank"] }
        seats.3 = { character = "rose-berserker", tokens = ["rose", "unknown"] }
        seats.4 = { character = "beast-elder", tokens = ["rank", "beast"] }
        seats.5 = { character = "rose-courtesan", tokens = ["rank"] }
        seats.6 = { character = "beast-harlequin", tokens = ["unknown", "unknown"] }
        seats.7 = { character = "rose-harlequin", tokens = ["rank"] }
        seats.8 = { character = "beast-guardian", tokens = ["beast", "beast"] }
        seats.9 = { character = "inquisitor-beast", tokens = ["beast", "unknown"] }"#;
    let bench = at(9, crowd);
    for number in 1..=9 {
        fair(&bench.sees(number), 20 + number as u64);
    }
}

#[test]
fn sealed_answers_and_the_true_curse_are_guessed_evenly() {
    let bench =
        at(6, "dagger = 1\nattack = { target = 2, stage = \"answers\", offers = [3], stay-out = [4, 5] }");
    let mut chance = quick(1);
    let mut offers = [0u32; 6];
    for _ in 0..2_000 {
        let world = BloodBound::sample(&bench.sees(4), &mut chance);
        let text = serde_json::to_value(BloodBound::observe(&world, Observer::All)).unwrap();
        for number in text["phase"]["offers"].as_array().unwrap() {
            offers[number.as_u64().unwrap() as usize - 1] += 1;
        }
    }
    assert_eq!((offers[3], offers[5]), (0, 0), "one's own answer is known; who has not answered has none");
    assert!(offers[2].abs_diff(1_000) < 150 && offers[4].abs_diff(1_000) < 150, "{offers:?}");

    let bench = at(
        9,
        r#"dagger = 1
           seats.1 = { character = "inquisitor-rose", tokens = ["rank"] }
           seats.3 = { curse = "true" }
           seats.4 = { curse = "false" }
           seats.7 = { curse = "false" }"#,
    );
    let mut curses = [0u32; 9];
    for _ in 0..3_000 {
        let world = BloodBound::sample(&bench.sees(3), &mut chance);
        let holder = BloodBound::observe(&world, Observer::All).true_curse.expect("a True Curse");
        curses[holder.index()] += 1;
        let world = BloodBound::sample(&bench.sees(1), &mut chance);
        assert_eq!(BloodBound::observe(&world, Observer::All).true_curse, Some(seat(3)));
    }
    assert!([2, 3, 6].iter().all(|&at| curses[at].abs_diff(1_000) < 150), "{curses:?}");
}

// rules 8.3 and 11.3
#[test]
fn what_was_seen_or_proved_is_never_forgotten() {
    // The Courtesan puts her rank back; the Harlequin has looked at her card.
    let mut bench = at(
        6,
        r#"dagger = 1
           seats.2 = { character = "beast-courtesan", tokens = ["rank", "unknown"] }
           seats.3 = { character = "rose-alchemist", tokens = ["rank"] }
           seats.4 = { character = "rose-harlequin", looked = [2, 5], shown = true }
           attack = { target = 2, stage = "ability", intervener = 3 }"#,
    );
    bench.act(3, Action::Heal);
    bench.act(2, Action::Return(Token::Rank));
    let mut chance = quick(1);
    for _ in 0..200 {
        let world = BloodBound::sample(&bench.sees(6), &mut chance);
        let card = BloodBound::observe(&world, Observer::All).seats[1].card.expect("a card");
        assert_eq!(card.rank().name(), "Courtesan");
        let world = BloodBound::sample(&bench.sees(4), &mut chance);
        let truth = BloodBound::observe(&world, Observer::All);
        assert_eq!(truth.seats[1].card, Card::from_id("beast-courtesan"));
        assert_eq!(truth.seats[4].card, bench.observe(Observer::All).seats[4].card);
    }
    assert_eq!(bench.sees(6).seats[1].open.intersection(CLANS).len(), 2);
}
