//! What every bot of every game must keep.

use bots::{
    Arena, Bot, Budget, CatchPanic, Iterations, Level, Manners, Network, Question, Reflex, Settings,
    Witnessed, bot, calibrate,
};
use shelf::{blood_bound::BloodBound, bloodlust::BloodLust, bloodstones::Bloodstones, bloodwood::Bloodwood};
use table::chance::quick;
use table::instinct::Instinct;
use table::seed::Seed;
use table::{Audience, Chance, Game, Observer, Options, Seat, SeatSet, rollout};

/// A logged decision, with everything that its seat saw before it.
struct Logged<G: Game> {
    seat: Seat,
    observation: G::Observation,
    actions: Vec<G::Action>,
    /// What the seat saw of every action so far, and what it was told.
    before: Vec<Seen<G>>,
}

/// What a seat saw after an action, and what it was told of it.
type Seen<G> = (<G as Game>::Observation, Vec<<G as Game>::Event>);

/// Some decisions of a random game.
fn log<G: Instinct>(players: usize, seed: u64, count: usize) -> Vec<Logged<G>> {
    let mut chance = quick(seed);
    let mut state = G::deal(&G::Options::standard(players), &mut chance);
    let (mut all, mut actions) = (Vec::new(), Vec::new());
    let mut seen: Vec<Vec<Seen<G>>> =
        Seat::all(players).map(|seat| vec![(G::observe(&state, Observer::Seat(seat)), Vec::new())]).collect();
    let mut told: Vec<(Audience, G::Event)> = Vec::new();
    while let Some((seat, action)) = rollout::choose::<G, _>(&state, &mut actions, &mut chance) {
        if G::waiting_on(&state).contains(seat) && actions.len() > 1 && chance.below(3) == 0 {
            let observation = G::observe(&state, Observer::Seat(seat));
            let before = seen[seat.index()].clone();
            all.push(Logged { seat, observation, actions: actions.clone(), before });
            if all.len() == count {
                break;
            }
        }
        told.clear();
        G::apply(&mut state, seat, action, &mut chance, &mut told);
        for (i, seen) in seen.iter_mut().enumerate() {
            let observer = Observer::Seat(Seat::new(i));
            let heard = told.iter().filter(|(audience, _)| audience.includes(observer));
            seen.push((G::observe(&state, observer), heard.map(|(_, event)| event.clone()).collect()));
        }
    }
    all
}

/// What a fresh bot with this seed chooses after it has seen everything that was logged.
fn choice<G: Instinct>(
    level: Level,
    logged: &Logged<G>,
    observation: &G::Observation,
    iterations: u32,
) -> Option<usize> {
    let mut bot = bot::<G>(level, 7);
    if bot.remembers() {
        for (version, (observation, events)) in logged.before.iter().enumerate() {
            bot.witness(&Witnessed { seat: logged.seat, version, observation, events });
        }
    }
    let question = Question {
        observation,
        seat: logged.seat,
        actions: &logged.actions,
        waiting: SeatSet::one(logged.seat),
        said: &[],
    };
    let answer = bot.decide(&question, &mut Budget { iterations, time_is_up: &mut || false });
    let alone = |complaint: &String| level == Level::Net && complaint.ends_with("It looks ahead instead.");
    assert_eq!(bot.complaint().filter(|complaint| !alone(complaint)), None);
    answer
}

fn never_peeks<G: Instinct>() {
    // Networks are for the fewest seats, or for the usual number.
    let seats = [Some(G::INFO.usual_players), (!G::NETWORKS.is_empty()).then_some(G::INFO.min_players)];
    let mut chance = quick(99);
    for logged in seats.into_iter().flatten().flat_map(|players| log::<G>(players, 3, 3)) {
        for level in Level::ALL {
            let chosen = choice::<G>(level, &logged, &logged.observation, 24);
            assert!(chosen.is_some_and(|at| at < logged.actions.len()));
            for _ in 0..20 {
                let world = G::sample(&logged.observation, &mut chance);
                let seen = G::observe(&world, Observer::Seat(logged.seat));
                assert_eq!(choice::<G>(level, &logged, &seen, 24), chosen, "{level} of {} peeks", G::INFO.id);
            }
        }
    }
}

/// Where there are networks, `net` plays by them, and they cannot peek either.
fn networks_fit_and_never_peek<G: Instinct>() {
    for file in G::NETWORKS {
        assert!(file.len() <= 1 << 20, "a network of {} is too large", G::INFO.id);
        assert!(Network::read(file).is_ok());
    }
    let seats = [G::INFO.min_players, G::INFO.usual_players];
    let mut chance = quick(98);
    let mut fitting = 0;
    for logged in seats.iter().flat_map(|&players| log::<G>(players, 4, 8)) {
        let mut bot = bot::<G>(Level::Net, 1);
        let mut decide = |observation: &G::Observation| {
            let question = Question {
                observation,
                seat: logged.seat,
                actions: &logged.actions,
                waiting: SeatSet::one(logged.seat),
                said: &[],
            };
            bot.decide(&question, &mut Budget { iterations: 4, time_is_up: &mut || false })
        };
        let chosen = decide(&logged.observation);
        let again: Vec<_> = (0..10)
            .map(|_| G::sample(&logged.observation, &mut chance))
            .map(|world| decide(&G::observe(&world, Observer::Seat(logged.seat))))
            .collect();
        if bot.complaint().is_none() {
            fitting += 1;
            assert!(again.iter().all(|&other| other == chosen), "net of {} peeks", G::INFO.id);
        }
    }
    assert_eq!(fitting > 0, !G::NETWORKS.is_empty(), "{}", G::INFO.id);
}

fn keeps_to_its_budget<G: Instinct>() {
    for logged in log::<G>(G::INFO.usual_players, 5, 2) {
        for level in Level::ALL {
            let mut bot = bot::<G>(level, 1);
            let question = Question {
                observation: &logged.observation,
                seat: logged.seat,
                actions: &logged.actions,
                waiting: SeatSet::full(12),
                said: &[],
            };
            // A bot without any time still answers, and it checks the time often enough.
            for most in [0, 5] {
                let mut asked = 0;
                let mut stop = || {
                    asked += 1;
                    asked > most
                };
                let answer =
                    bot.decide(&question, &mut Budget { iterations: u32::MAX, time_is_up: &mut stop });
                assert!(answer.is_some());
                assert!(bot.iterations() <= 16 * (most + 1), "{level} of {}", G::INFO.id);
            }
            bot.decide(&question, &mut Budget { iterations: 40, time_is_up: &mut || false });
            assert!([0, 40].contains(&bot.iterations()), "{level} of {}", G::INFO.id);
            // A forced move takes no thought.
            let forced = Question { actions: &logged.actions[..1], ..question };
            let mut budget = Budget { iterations: 40, time_is_up: &mut || false };
            assert_eq!((bot.decide(&forced, &mut budget), bot.iterations()), (Some(0), 0));
        }
    }
}

fn repeats_itself<G: Instinct>() {
    let options = G::Options::standard(G::INFO.min_players);
    let arena = Arena::<G>::of_levels(options, &[Level::Deep, Level::Normal]);
    let game = || {
        let played = arena.play(11, 0, &mut Iterations(6));
        (played.steps, played.winners, played.who)
    };
    assert_eq!(game(), game());
}

fn plays_from_records<G: Instinct>() {
    // Bots that were told only part of it, or nothing, still play.
    let logged = log::<G>(G::INFO.usual_players, 8, 3).pop().expect("a game has decisions");
    let mut bot = bot::<G>(Level::Deep, 1);
    for (version, (observation, events)) in logged.before.iter().enumerate().step_by(3) {
        bot.witness(&Witnessed { seat: logged.seat, version, observation, events });
    }
    let question = Question {
        observation: &logged.observation,
        seat: logged.seat,
        actions: &logged.actions,
        waiting: SeatSet::full(12),
        said: &[],
    };
    assert!(bot.decide(&question, &mut Budget { iterations: 10, time_is_up: &mut || false }).is_some());
}

macro_rules! for_every_game {
    ($($game:ty => $template:literal,)*) => {
        #[test]
        fn no_bot_peeks() {
            $(never_peeks::<$game>();)*
        }

        #[test]
        fn networks_fit_their_tables_and_do_not_peek() {
            $(networks_fit_and_never_peek::<$game>();)*
        }

        #[test]
        fn budgets_are_kept() {
            $(keeps_to_its_budget::<$game>();)*
        }

        #[test]
        fn with_a_budget_of_iterations_bots_repeat_themselves() {
            $(repeats_itself::<$game>();)*
        }

        #[test]
        fn a_bot_that_missed_something_only_believes_less() {
            $(plays_from_records::<$game>();)*
        }
    };
}

shelf::every_game!(for_every_game);

#[test]
fn without_a_network_that_fits_net_looks_ahead_and_says_why() {
    const FOREIGN: &[u8] = BloodLust::NETWORKS[0];
    let cases: [(&'static [&'static [u8]], &str); 3] = [
        (&[], "There is no network for this table."),
        (&[b"sanguis network 1\n{}"], "This network file is damaged."),
        (&[FOREIGN], "This network was trained for another table."),
    ];
    for logged in log::<BloodBound>(8, 3, 2) {
        for (files, reason) in cases {
            let settings = Settings::deep::<BloodBound>();
            let mut bot = Reflex::<BloodBound>::new(1, files, Manners::Silent, settings);
            assert!(bot.remembers());
            let question = Question {
                observation: &logged.observation,
                seat: logged.seat,
                actions: &logged.actions,
                waiting: SeatSet::one(logged.seat),
                said: &[],
            };
            let mut budget = Budget { iterations: 20, time_is_up: &mut || false };
            assert!(bot.decide(&question, &mut budget).is_some_and(|at| at < logged.actions.len()));
            assert_eq!(bot.complaint(), Some(format!("{reason} It looks ahead instead.")));
            assert_eq!((bot.iterations(), bot.complaint()), (20, None));
        }
    }
}

struct Panicking;

impl<G: Game> Bot<G> for Panicking {
    fn decide(&mut self, _: &Question<'_, G>, _: &mut Budget<'_>) -> Option<usize> {
        panic!("the roof is on fire")
    }
}

struct Wild;

impl<G: Game> Bot<G> for Wild {
    fn decide(&mut self, question: &Question<'_, G>, _: &mut Budget<'_>) -> Option<usize> {
        Some(question.actions.len())
    }
}

#[test]
fn a_bot_that_fails_goes_on_by_instinct_and_says_so() {
    let logged = log::<BloodLust>(4, 1, 1).pop().expect("a decision");
    let question = Question {
        observation: &logged.observation,
        seat: logged.seat,
        actions: &logged.actions,
        waiting: SeatSet::full(12),
        said: &[],
    };
    let by_instinct = choice::<BloodLust>(Level::Greedy, &logged, &logged.observation, 0);
    let failing: [(Box<dyn Bot<BloodLust>>, &str); 2] =
        [(Box::new(Panicking), "roof"), (Box::new(Wild), "options")];
    for (bot, words) in failing {
        let mut bot = CatchPanic::new(bot, 7);
        let mut budget = Budget { iterations: 10, time_is_up: &mut || false };
        assert_eq!(bot.decide(&question, &mut budget), by_instinct);
        assert!(bot.complaint().is_some_and(|complaint| complaint.contains(words)));
        assert_eq!(bot.complaint(), None, "a complaint is made once");
        assert_eq!(bot.decide(&question, &mut budget), by_instinct);
    }
}

#[test]
fn another_games_observation_is_complained_about() {
    let entry = shelf::find("bloodlust").expect("on the shelf");
    let other = shelf::find("kings-blood").expect("on the shelf");
    let options = other.game.options(&serde_json::json!({ "players": 4 })).expect("options");
    let hosted =
        other.game.start(&options, None, vec![String::new(); 4], Seed::from_number(1, 4)).expect("a match");
    let seat = hosted.waiting_on().first().expect("somebody is waited on");
    let mut bot = entry.bots.bot(Level::Search, 1);
    let seen = hosted.seen(Observer::Seat(seat));
    let mut budget = Budget { iterations: 10, time_is_up: &mut || false };
    bot.witness(seat, 0, &*seen, &*hosted.told(Observer::Seat(seat), 0));
    assert_eq!(bot.decide(&*seen, seat, &[3, 4], SeatSet::one(seat), &[], &mut budget), Some(3));
    assert!(bot.complaint().is_some());
}

/// Games won by the first bot of a field of two, in halves.
fn halves_won<G: Instinct>(players: usize, field: [Level; 2], deals: u64, iterations: u32) -> (u32, u32) {
    let arena = Arena::<G>::of_levels(G::Options::standard(players), &field);
    let (mut won, mut all) = (0, 0);
    for deal in 0..deals {
        for rotation in 0..arena.rotations() {
            let played = arena.play(deal, rotation, &mut Iterations(iterations));
            let first =
                Seat::all(players).any(|seat| played.winners.contains(seat) && played.who[seat.index()] == 0);
            won += if played.draw { 1 } else { 2 * u32::from(first) };
            all += 2;
        }
    }
    (won, all)
}

#[test]
fn the_ladder_holds() {
    let ladder = [
        (
            "greedy over random, Blood Bound",
            halves_won::<BloodBound>(8, [Level::Greedy, Level::Random], 15, 0),
            75,
        ),
        (
            "greedy over random, BloodLust",
            halves_won::<BloodLust>(2, [Level::Greedy, Level::Random], 20, 0),
            90,
        ),
        (
            "greedy over random, Bloodstones",
            halves_won::<Bloodstones>(2, [Level::Greedy, Level::Random], 4, 0),
            85,
        ),
        (
            "greedy over random, Bloodwood",
            halves_won::<Bloodwood>(8, [Level::Greedy, Level::Random], 8, 0),
            80,
        ),
        (
            "search over greedy, Bloodstones",
            halves_won::<Bloodstones>(2, [Level::Search, Level::Greedy], 3, 40),
            60,
        ),
        (
            "search over greedy, Blood Bound",
            halves_won::<BloodBound>(8, [Level::Search, Level::Greedy], 15, 60),
            50,
        ),
    ];
    for (step, (won, all), percent) in ladder {
        assert!(won * 100 >= all * percent, "{step}: {won} of {all} halves");
    }
}

#[test]
fn conduct_tells_friends_from_foes() {
    let all = [
        ("Blood Bound", calibrate::<BloodBound>(&Options::standard(8), 0..60, None)),
        ("Bloodwood", calibrate::<Bloodwood>(&Options::standard(8), 0..12, None)),
    ];
    for (game, it) in all {
        assert!(it.count > 100, "{game}: {it:?}");
        assert!(it.conduct < it.shown, "{game}: conduct makes beliefs worse: {it:?}");
        assert!(f64::from(it.right) >= 0.85 * f64::from(it.sure), "{game}: too sure: {it:?}");
    }
}
