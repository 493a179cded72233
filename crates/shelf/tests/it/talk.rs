//! Bots that listen and speak.

use bots::{Arena, Bot, BotMaker, Iterations, Level, Manners, Part, Script, Search, Settings, calibrate};
use shelf::{blood_bound::BloodBound, bloodwood::Bloodwood};
use table::chance::quick;
use table::instinct::Instinct;
use table::talk::{By, Conversation, Spoken};
use table::{Chance, Game, Observer, Options, Seat};

/// A dealt game in which everybody has said something, and who listens.
fn told<G: Instinct>(seed: u64) -> (G::State, Vec<Spoken>) {
    let mut chance = quick(seed);
    let state = G::deal(&G::Options::standard(8), &mut chance);
    let grammar = G::talk().expect("a game with talk");
    let public = G::observe(&state, Observer::Spectator);
    let mut said = Vec::new();
    for version in 0..6 {
        for seat in Seat::all(8) {
            let talk = Conversation { game: G::INFO.name, grammar, said: &said, version };
            let offers = grammar.sayable(&public, seat);
            let offer = offers[chance.index(offers.len())];
            said.extend(talk.admit(&public, seat, offer.claim, None, By::Bot).ok());
        }
    }
    (state, said)
}

/// Worlds that a seat cannot tell apart give it the same beliefs and the same words, if it has heard the same.
fn hears_no_more_than_its_seat<G: Instinct>() {
    let me = Seat::new(2);
    for seed in 0..3 {
        let (state, said) = told::<G>(seed);
        assert!(said.len() > 20, "{} things were said", said.len());
        let seen = G::observe(&state, Observer::Seat(me));
        let think = |seen: &G::Observation| {
            let mut bot = Search::<G>::new(5, Settings::deep::<G>());
            let worlds = bot.believe((seen, me), &said, (60, 0), &mut || false);
            let floor = bots::Floor { observation: seen, seat: me, version: 6, said: &said };
            let teams = worlds.iter().map(|world| G::labels(world, Seat::new(4))).collect::<Vec<_>>();
            (teams, bot.speak(&floor))
        };
        let truth = think(&seen);
        for twin in 0..5 {
            let world = G::sample(&seen, &mut quick(100 + twin));
            assert_eq!(think(&G::observe(&world, Observer::Seat(me))), truth, "{}", G::INFO.id);
        }
    }
}

#[test]
fn what_is_believed_follows_from_what_was_seen_and_heard() {
    hears_no_more_than_its_seat::<BloodBound>();
    hears_no_more_than_its_seat::<Bloodwood>();
}

/// All talk together moves no chance by more than its bound: odds by 3 while nothing is settled.
#[test]
fn no_talk_at_all_can_make_a_world_more_than_three_times_as_likely() {
    let me = Seat::new(2);
    for seed in 0..4 {
        let (state, said) = told::<Bloodwood>(seed);
        let seen = Bloodwood::observe(&state, Observer::Seat(me));
        let mut bot = Search::<Bloodwood>::new(5, Settings::deep::<Bloodwood>());
        let mut share = |said: &[Spoken]| {
            let worlds = bot.believe((&seen, me), said, (4000, 4096), &mut || false);
            Seat::all(8)
                .map(|seat| {
                    let friends = worlds.iter().filter(|world| {
                        let side = |seat| {
                            Bloodwood::labels(world, seat).into_iter().find(|(kind, _)| *kind == "faction")
                        };
                        side(seat) == side(me)
                    });
                    friends.count() as f64 / worlds.len() as f64
                })
                .collect::<Vec<_>>()
        };
        let (before, after) = (share(&[]), share(&said));
        for (before, after) in before.iter().zip(&after).filter(|(before, _)| (0.01..0.99).contains(*before))
        {
            let moved = (after / (1.0 - after)) / (before / (1.0 - before));
            assert!((0.3..3.3).contains(&moved), "from {before} to {after}");
        }
    }
}

/// Games won by a listening side of greedy's beliefs against a side that speaks by a script, out of all; the speakers are deaf.
fn won_by_listeners(script: Script, deals: u64) -> (u32, u32) {
    let maker = |ears: bool| -> BotMaker<BloodBound> {
        let settings = Settings { ears, manners: Manners::Silent, ..Settings::deep::<BloodBound>() };
        std::sync::Arc::new(move |seed| Box::new(Search::new(seed, settings)))
    };
    let field = vec![maker(true), maker(false)];
    let arena = Arena::<BloodBound>::of_bots(Options::standard(8), field).talking(vec![None, Some(script)]);
    let (mut won, mut all) = (0, 0);
    for deal in 0..deals {
        for rotation in 0..2 {
            let played = arena.play(deal, rotation, &mut Iterations(24));
            let first =
                Seat::all(8).any(|seat| played.winners.contains(seat) && played.who[seat.index()] == 0);
            (won, all) = (won + u32::from(first), all + 1);
        }
    }
    (won, all)
}

#[test]
fn listening_is_safe_against_liars() {
    for script in [Script::Lie, Script::Babble] {
        let (won, all) = won_by_listeners(script, 12);
        assert!(won * 4 >= all, "{script}: {won} of {all}");
    }
}

#[test]
fn coherent_talk_makes_beliefs_better_and_babble_hardly_worse() {
    let losses = |script| {
        let it = calibrate::<BloodBound>(&Options::standard(8), 0..40, Some(script));
        (it.conduct / f64::from(it.count), it.talk / f64::from(it.count))
    };
    // Who always lies tells as much as who never does, and more where there are many lies to choose from.
    let (without, truth) = losses(Script::Truth);
    assert!(truth < without, "truth: {truth} for {without}");
    let (without, lies) = losses(Script::Lie);
    assert!(lies < 0.97 * without, "lies: {lies} for {without}");
    let (without, babble) = losses(Script::Babble);
    assert!(babble < 1.06 * without, "babble: {babble} for {without}");
}

/// Bots talk, but no more than people would, and plain ones never lie.
fn talks_with_measure<G: Instinct>() {
    for (level, lies) in [(Level::Easy, false), (Level::Greedy, true)] {
        let arena = Arena::<G>::of_levels(G::Options::standard(8), &[level, level]).talking(vec![None; 2]);
        let (mut claims, mut lied) = (0, 0);
        for deal in 0..6 {
            let played = arena.play(deal, 0, &mut Iterations(0));
            claims += played.talk.iter().map(|talked| talked.claims).sum::<u32>();
            lied += played.talk.iter().map(|talked| talked.lies).sum::<u32>();
        }
        let each = f64::from(claims) / (6.0 * 8.0);
        assert!((0.3..12.0).contains(&each), "{level} of {}: {each} claims a seat", G::INFO.id);
        assert!(lies || lied == 0, "{level} of {} lied {lied} times", G::INFO.id);
    }
}

#[test]
fn bots_talk_with_measure() {
    talks_with_measure::<BloodBound>();
    talks_with_measure::<Bloodwood>();
}

#[test]
fn parts_are_read() {
    assert_eq!(
        Part::parse("deaf+con"),
        Ok(Part { deaf: true, script: Some(Script::Con), ..Part::default() })
    );
    assert_eq!(Part::parse("mute"), Ok(Part { mute: true, ..Part::default() }));
    assert!(Part::parse("loud").is_err());
}

/// Players who have called for help say so, now and then.
#[test]
fn who_is_struck_speaks_up() {
    let grammar = BloodBound::talk().expect("a game with talk");
    let field = [Level::Greedy, Level::Greedy];
    let arena = Arena::<BloodBound>::of_levels(Options::standard(8), &field).talking(vec![None; 2]);
    let said = (0..12).flat_map(|deal| arena.play(deal, 0, &mut Iterations(0)).said);
    let tags = said.filter_map(|spoken| grammar.tag(spoken.code, spoken.speaker));
    let calls = tags.filter(|tag| tag.group == "call").count();
    assert!(calls >= 3, "{calls} calls in 12 games");
}
