//! The laws on every map that comes with the game, at every number of players it is made for.

use bloodstones::{Bloodstones, Options, map};
use laws::{Effort, Law, check_one};
use table::Options as _;

const EFFORT: Effort = Effort { games: 1, variant_games: 1, moments: 4, worlds: 0 };

#[test]
fn every_map_keeps_the_laws() {
    for map in map::all() {
        let (fewest, most) = map.players;
        for players in fewest..=most {
            let name = map.slug.unwrap_or_default().to_owned();
            let options = Options { map: name, restrict_factions: false, ..Options::standard(players) };
            // Weights are judged on the usual maps: they do not depend on the ground.
            for law in Law::ALL.into_iter().filter(|law| *law != Law::SamplesHaveTheRightWeight) {
                if let Err(breach) = check_one::<Bloodstones>(law, &options, 7, EFFORT) {
                    panic!("{}: {breach}", map.name);
                }
            }
        }
    }
}
