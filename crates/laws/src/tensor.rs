//! An observation tensor holds what its seat may know, and nothing else.

use std::collections::HashMap;

use table::chance::quick;
use table::tensor::{self, Part, Tensor};
use table::{Chance, Observer, Options, Seat, SeatSet, options, rollout};

/// Checks over all seat counts and option sets that a seat's array is the same in all worlds it cannot tell apart, that it has
/// the same parts throughout a game, that two moments at which the seat decides and sees something different have different
/// arrays, and that an array updated over whole games is the same as one written from scratch.
///
/// # Panics
/// If not.
pub fn assert_tensor<G: Tensor>() {
    for players in G::INFO.players() {
        for (index, options) in options::variants::<G::Options>(players).into_iter().enumerate() {
            let layout = tensor::layout::<G>(&options);
            let length = layout.last().map_or(0, |part| part.start + part.len);
            let mut kept = Kept::<G> { row: vec![7; length], traces: G::Traces::default() };
            for seed in 0..if index == 0 { 3 } else { 1 } {
                walk::<G>(&options, seed, &layout, &mut kept);
            }
        }
    }
}

/// A row that is updated from moment to moment, seat to seat and game to game.
struct Kept<G: Tensor> {
    row: Vec<i8>,
    traces: G::Traces,
}

fn walk<G: Tensor>(options: &G::Options, seed: u64, layout: &[Part], kept: &mut Kept<G>) {
    let mut chance = quick(seed);
    let mut state = G::deal(options, &mut chance);
    let differing = |one: &[i8], two: &[i8]| {
        layout.iter().find(|part| {
            let range = part.start..part.start + part.len;
            one[range.clone()] != two[range]
        })
    };
    let length = kept.row.len();
    let array = |world: &G::State, seat: Seat| {
        let mut row = vec![7; length];
        tensor::write::<G>(world, seat, &mut row);
        row
    };
    let mut actions = Vec::new();
    let mut met: HashMap<(Seat, Vec<i8>), G::Observation> = HashMap::new();
    for step in 0..G::bound(options) {
        let Some((actor, action)) = rollout::choose::<G, _>(&state, &mut actions, &mut chance) else { break };
        let place = || format!("{options:?}, seed {seed}, step {step}");
        let deciding: SeatSet = G::waiting_on(&state).union(G::interrupts(&state));
        let look = step < 20 || chance.below(8) == 0;
        for seat in Seat::all(options.players()).filter(|&seat| look || deciding.contains(seat)) {
            let seen = G::observe(&state, Observer::Seat(seat));
            let row = array(&state, seat);
            tensor::update::<G>(&state, seat, &mut kept.traces, &mut kept.row);
            let stale = differing(&kept.row, &row);
            assert!(
                stale.is_none(),
                "{}: {stale:?} for seat {} differs from the same part written from scratch; is it outside of Pen::rest and Pen::block, which clear it?",
                place(),
                seat.number()
            );
            if look {
                assert_eq!(tensor::layout_of::<G>(&state), layout, "{}: the parts change", place());
                for _ in 0..2 {
                    let twin = array(&G::sample(&seen, &mut chance), seat);
                    let differs = differing(&row, &twin);
                    assert!(
                        differs.is_none(),
                        "{}: seat {} is told by {differs:?} what it may not know",
                        place(),
                        seat.number()
                    );
                }
            }
            if deciding.contains(seat)
                && let Some(other) = met.insert((seat, row), seen.clone())
            {
                assert!(
                    other == seen,
                    "{}: seat {} sees a difference that its array lacks:\n{other:?}\n{seen:?}",
                    place(),
                    seat.number()
                );
            }
        }
        G::apply(&mut state, actor, action, &mut chance, &mut ());
    }
}
