//! Who may be what: the deals of the entities that fit what a seat knows, and its [`suspicion`].

#[cfg(test)]
mod exact;
pub(crate) mod suspicion;

use table::{Seat, SeatSet};

use crate::Options;
use crate::pieces::{Entity, entities_left};
use crate::state::State;

/// Whose entities a seat knows while the game goes on.
#[inline]
pub(crate) fn known_entities(state: &State, seat: Seat) -> SeatSet {
    if state.leaders.contains(seat) {
        SeatSet::full(state.players())
    } else {
        state.shown[seat.index()].with(seat)
    }
}

/// Whose entities are not among these, and which are left for them (see [`entities_left`]).
pub(crate) fn left_to_deal(
    options: &Options,
    entities: &[Option<Entity>],
) -> (SeatSet, [Option<[u8; 4]>; 2]) {
    let players = options.players;
    let mut unknown = SeatSet::full(players);
    let mut taken = [0u8; 4];
    for (seat, entity) in Seat::all(players).zip(entities) {
        if let Some(entity) = *entity {
            unknown.remove(seat);
            taken[entity as usize] += 1;
        }
    }
    (unknown, entities_left(players, options.leaders, taken))
}

/// In how many ways these entities can be dealt to these seats.
pub(crate) fn ways(left: Option<[u8; 4]>, seats: SeatSet) -> u32 {
    let factorial = |n: u8| (1..=u32::from(n)).product::<u32>();
    left.map_or(0, |left| left.into_iter().fold(factorial(seats.len() as u8), |ways, n| ways / factorial(n)))
}

/// Shows every deal of the entities that are not among these, in this world; false if there are more than `most`.
pub(crate) fn each_assignment(
    entities: &[Option<Entity>],
    world: &mut State,
    most: usize,
    each: &mut dyn FnMut(&State),
) -> bool {
    let (unknown, left) = left_to_deal(&world.options, entities);
    let count: u32 = left.iter().map(|left| ways(*left, unknown)).sum();
    if count as usize > most {
        return false;
    }
    (world.vampires, world.leaders) = (world.vampires.minus(unknown), world.leaders.minus(unknown));
    for mut left in left.into_iter().flatten() {
        deal_out(world, unknown, &mut left, each);
    }
    true
}

fn deal_out(world: &mut State, mut seats: SeatSet, left: &mut [u8; 4], each: &mut dyn FnMut(&State)) {
    let Some(seat) = seats.first() else { return each(world) };
    seats.remove(seat);
    let before = (world.vampires, world.leaders);
    for entity in Entity::ALL {
        if left[entity as usize] == 0 {
            continue;
        }
        left[entity as usize] -= 1;
        world.become_entity(seat, entity);
        deal_out(world, seats, left, each);
        (world.vampires, world.leaders) = before;
        left[entity as usize] += 1;
    }
}
