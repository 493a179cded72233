//! Bots do nothing that a person would laugh at. `SENSE_GAMES=200` plays as many games of each level; without it there are few.

use bots::{Arena, Iterations, Level};
use shelf::bloodstones::{Bloodstones, Event};
use table::chance::quick;
use table::instinct::Instinct;
use table::seed::Seed;
use table::{Audience, Code, Observer, Options, Seat};

/// Levels whose every move should make sense. `easy` is there to blunder, but not like this either.
const LEVELS: [Level; 5] = [Level::Greedy, Level::Net, Level::Easy, Level::Normal, Level::Hard];

/// Iterations for each decision: fewer than people's bots get, so they play worse than those.
const THOUGHT: u32 = 60;

/// In how many worlds that fit what a seat knows a move is tried before it counts as lost for certain.
const WORLDS: usize = 64;

fn games() -> u64 {
    std::env::var("SENSE_GAMES").ok().and_then(|count| count.parse().ok()).unwrap_or(2)
}

/// Plays games of bots of one level and shows every action: the state before it, who acts, and what is told of it.
fn watch<G: Instinct>(
    players: usize,
    level: Level,
    mut look: impl FnMut(&G::State, Seat, G::Action, &[G::Event]),
) {
    let options = G::Options::standard(players);
    let arena = Arena::<G>::of_levels(options.clone(), &[level]);
    for deal in 0..games() {
        let played = arena.play(7_000 + deal, 0, &mut Iterations(THOUGHT));
        let mut chance = Seed::from_number(7_000 + deal, players).chance();
        let mut state = G::deal(&options, &mut chance);
        for (seat, code) in played.actions {
            let action = G::Action::from_code(code).expect("the code of an action");
            let before = state.clone();
            let mut told: Vec<(Audience, G::Event)> = Vec::new();
            G::apply(&mut state, seat, action, &mut chance, &mut told);
            let events: Vec<_> = told.into_iter().map(|(_, event)| event).collect();
            look(&before, seat, action, &events);
        }
        assert_eq!(G::outcome(&state), played.outcome, "the game was played again as it was");
    }
}

/// Does this action end the game at once with the seat in the last place, whatever is hidden?
fn surely_loses<G: Instinct>(state: &G::State, seat: Seat, action: G::Action) -> bool {
    let ends = |world: &G::State, lot: u64| {
        let mut world = world.clone();
        G::apply(&mut world, seat, action, &mut quick(lot), &mut ());
        G::outcome(&world).is_some_and(|outcome| {
            let last = Seat::all(outcome.seats()).map(|other| outcome.placing(other)).max();
            !outcome.is_draw() && last == Some(outcome.placing(seat))
        })
    };
    if !ends(state, 0) {
        return false;
    }
    let observation = G::observe(state, Observer::Seat(seat));
    let mut chance = quick(5);
    (0..WORLDS).all(|lot| ends(&G::sample(&observation, &mut chance), lot as u64))
}

/// No bot ends the game by a move that it knows to lose while it has another. Where there are no teams, games end by themselves.
fn never_gives_up<G: Instinct>() {
    if G::TEAMS.is_none() {
        return;
    }
    for level in LEVELS {
        let mut legal = Vec::new();
        watch::<G>(G::INFO.usual_players, level, |state, seat, action, _| {
            if surely_loses::<G>(state, seat, action) {
                legal.clear();
                G::legal(state, seat, &mut legal);
                let forced = legal.iter().all(|&other| surely_loses::<G>(state, seat, other));
                assert!(forced, "{level} loses {} by {action:?}, and knows it", G::INFO.id);
            }
        });
    }
}

macro_rules! for_every_game {
    ($($game:ty => $template:literal,)*) => {
        #[test]
        fn nobody_loses_on_purpose() {
            $(never_gives_up::<$game>();)*
        }
    };
}

shelf::every_game!(for_every_game);

/// In Bloodstones hardly any army goes straight back in the turn in which it came. A walk that a tile pays for which is spent anyway is
/// as good as none to a bot that looks ahead, so a few remain. `greedy`, which nobody plays against, does not look where it came from once a
/// march is paid for.
#[test]
fn armies_do_not_walk_to_and_fro() {
    for level in LEVELS.into_iter().filter(|level| *level != Level::Greedy) {
        let (mut moved, mut marches, mut back) = (Vec::new(), 0, 0);
        watch::<Bloodstones>(2, level, |_, _, _, events| {
            for event in events {
                match event.clone() {
                    Event::Moved { seat, troops, from, to, .. } => {
                        let way_back = (seat, troops, to.clone(), from.clone());
                        back += usize::from(moved.contains(&way_back));
                        marches += 1;
                        moved.push((seat, troops, from, to));
                    }
                    Event::Turn { .. } | Event::Attacked { .. } => moved.clear(),
                    _ => {}
                }
            }
        });
        println!("{level}: {back} of {marches} marches go back");
        assert!(marches > 0 && back * 10 <= marches, "{level}: {back} of {marches} marches go back");
    }
}
