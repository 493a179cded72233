//! Exact odds.

use bloodstones::map::Terrain;
use bloodstones::odds::{BATTLE_TILES, Odds, Side, Totals, ask, battle, between, compare, read_force};
use bloodstones::pieces::{Faction, Force, Unit};
use table::Text;

/// Every draw of `count` tiles out of eight, highest first.
fn draws(count: usize) -> Vec<[u8; 4]> {
    let mut all = Vec::new();
    for mask in 0u32..256 {
        if mask.count_ones() as usize == count {
            let mut tiles: Vec<u8> = (0..8).filter(|i| mask >> i & 1 == 1).map(|i| BATTLE_TILES[i]).collect();
            tiles.sort_unstable_by(|a, b| b.cmp(a));
            tiles.resize(4, 0);
            all.push([tiles[0], tiles[1], tiles[2], tiles[3]]);
        }
    }
    all
}

#[test]
fn odds_agree_with_counting_every_pair_of_draws() {
    // A tile of the hand is swapped in where it helps.
    let sum = |[a, b, c, _]: [u8; 4], hand: Option<u8>| a + b + c.max(hand.unwrap_or(0));
    for (ours, theirs) in [(3, 3), (4, 3), (3, 4), (4, 4)] {
        for (plus, minus) in [(0, 0), (3, 0), (0, 4), (2, 5)] {
            for (hand, foe_hand) in [(None, None), (Some(5), None), (None, Some(2)), (Some(3), Some(4))] {
                for shield in [false, true] {
                    let mut counted = Odds { win: 0, tie: 0, lose: 0 };
                    for a in draws(ours) {
                        for d in draws(theirs) {
                            let a: u8 = sum(a, hand) + plus;
                            let d: u8 = sum(d, foe_hand) + minus;
                            match a.cmp(&d) {
                                std::cmp::Ordering::Greater => counted.win += 1,
                                std::cmp::Ordering::Equal if !shield => counted.tie += 1,
                                _ => counted.lose += 1,
                            }
                        }
                    }
                    let side = |tiles, strength, swap| Side { tiles, strength, swap };
                    let exact =
                        between(side(ours as u8, plus, hand), side(theirs as u8, minus, foe_hand), shield);
                    assert_eq!(exact, counted);
                }
            }
        }
    }
}

#[test]
fn odds_match_the_published_table() {
    let row = |ours, theirs, net: i8, table: [i64; 3]| {
        let side = |tiles, strength: i8| Side { tiles, strength: strength.max(0) as u8, swap: None };
        let odds = between(side(ours, net), side(theirs, -net), false);
        for (exact, rounded) in [odds.win, odds.tie, odds.lose].into_iter().zip(table) {
            let off = i64::from(exact) * 1000 - rounded * 10 * i64::from(odds.of());
            assert!(
                off.abs() <= 6 * i64::from(odds.of()),
                "{ours}-{theirs} {net}: {odds:?} against {table:?}"
            );
        }
    };
    row(3, 3, 0, [42, 17, 42]);
    row(3, 3, 2, [74, 12, 14]);
    row(3, 3, -2, [14, 12, 74]);
    row(4, 3, 0, [64, 15, 21]);
    row(4, 3, 3, [96, 3, 1]);
    row(4, 4, 1, [60, 17, 24]);
    row(4, 4, -2, [11, 12, 76]);
}

#[test]
fn a_shield_turns_ties_into_losses() {
    let swords = Force::NONE.with(Unit::Swords);
    let shield = Force::NONE.with(Unit::Shield);
    let odds =
        battle((Faction::HorseLords, &swords), (Faction::HillFolk, &shield), Terrain::Plains, None, None);
    assert_eq!((odds.tie, odds.of()), (0, 56 * 56));
}

#[test]
fn questions_in_words() {
    let odds =
        ask(("hill folk", "giant, 2 swords"), ("Corsairs", "3 axes + citadel"), "plains", Some(5), None);
    assert_eq!(odds.expect("odds").of(), 70 * 70);
    let wrong = |attacker: (&str, &str), terrain, hand| {
        ask(attacker, ("corsairs", "axes"), terrain, hand, None).unwrap_err().reason
    };
    assert!(wrong(("elves", "axes"), "plains", None).contains("there are: Dragon Riders"));
    assert!(wrong(("hill folk", "dragon"), "plains", None).contains("Giant"));
    assert!(wrong(("hill folk", "3 giants"), "plains", None).contains("have 2 Giant"));
    assert!(wrong(("hill folk", ""), "plains", None).contains("at least one"));
    assert!(wrong(("hill folk", "giant"), "swamp", None).contains("forest"));
    assert!(wrong(("hill folk", "giant"), "sea", Some(9)).contains("2 to 5"));
    assert!(read_force(Faction::HorseLords, "blank").is_err());
    assert_eq!(odds_text(), "win 42 %, tie 16 %, lose 42 %");
}

fn odds_text() -> Text {
    let side = Side { tiles: 3, strength: 0, swap: None };
    between(side, side, false).text()
}

#[test]
fn forces_that_cannot_meet_are_refused() {
    let wrong = |attacker: (&str, &str), defender: (&str, &str), terrain: &str| {
        ask(attacker, defender, terrain, None, None).unwrap_err().reason
    };
    let (riders, corsairs) = (("dragon riders", "swords"), ("corsairs", "axes"));
    assert!(wrong(riders, corsairs, "sea").contains("cannot stand on sea"));
    assert!(wrong(("dragon riders", "ship"), corsairs, "plains").contains("Ship of the Dragon Riders"));
    assert!(wrong(riders, ("hill folk", "castle"), "mountains").contains("cannot stand on mountains"));
    assert!(wrong(riders, ("dragon riders", "leader"), "plains").contains("cannot fight themselves"));
    assert!(
        wrong(("dragon riders", "citadel"), ("corsairs", "citadel"), "plains").contains("only one citadel")
    );
    assert!(ask(("dragon riders", "dragon"), ("corsairs", "ship"), "sea", None, None).is_ok());
    assert!(ask(("dragon riders", "dragon"), ("hill folk", "swords"), "mountains", None, None).is_ok());
    assert!(ask(("necromancers", "undead"), ("hill folk", "swords"), "mountains", None, None).is_ok());
}

#[test]
fn a_tile_that_is_swapped_in_counts_even_where_it_hurts() {
    for tiles in [3, 4] {
        let mut counted = Odds { win: 0, tie: 0, lose: 0 };
        for [a, b, c, d] in draws(tiles) {
            for pips in [2, 2, 5] {
                let third = if d == 0 { pips } else { pips.max(c) };
                match (a + b + third).cmp(&11) {
                    std::cmp::Ordering::Greater => counted.win += 1,
                    std::cmp::Ordering::Equal => counted.tie += 1,
                    std::cmp::Ordering::Less => counted.lose += 1,
                }
            }
        }
        let side = Side { tiles: tiles as u8, strength: 0, swap: None };
        assert_eq!(compare(Totals::swapped(side, [2, 0, 0, 1]), Totals::certain(11), false), counted);
    }
}

#[test]
fn chances_in_percent_add_up() {
    for (win, tie, lose) in [(1, 1, 6), (1, 1, 1), (1155, 20, 3721), (0, 0, 4)] {
        let percent = Odds { win, tie, lose }.percent();
        assert_eq!(percent.iter().sum::<u32>(), 100, "{percent:?}");
    }
}
