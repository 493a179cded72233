//! Strengths and exact odds of a battle.
//!
//! A side's tiles are a uniform draw of three or four out of eight, so the odds are counts: how many pairs of draws the
//! attacker wins, ties and loses.

use table::{Name, Refusal, Text, say};

use crate::map::Terrain;
use crate::pieces::{Faction, Force, Unit};

/// A set of battle tiles.
pub const BATTLE_TILES: [u8; 8] = [2, 2, 3, 3, 4, 4, 5, 5];

/// What a force adds to its tiles (rules 2.1 to 2.3, 3.9).
pub fn strength(faction: Faction, force: &Force, enemy: &Force, terrain: Terrain, attacks: bool) -> u8 {
    let when = |condition: bool, unit: Unit| if condition { force.of(unit) } else { 0 };
    let special = match faction {
        Faction::DragonRiders => 4,
        Faction::HillFolk => 2,
        _ => 1,
    };
    let plains = terrain == Terrain::Plains;
    force.of(Unit::Swords)
        + force.of(Unit::Ship)
        + force.of(Unit::Leader)
        + force.of(Unit::Undead)
        + special * force.of(Unit::Special)
        + when(terrain == Terrain::Forest, Unit::Skirmishers)
        + when(plains, Unit::Cavalry)
        + when(plains, Unit::Cutiecorn)
        + when(!attacks, Unit::Shield)
        + when(attacks, Unit::Irregular)
        + 2 * when(enemy.is_fortified(), Unit::SiegeEngine)
        + 3 * when(!attacks, Unit::Castle)
        + 5 * when(!attacks, Unit::Citadel)
        + u8::from(faction == Faction::Corsairs && terrain == Terrain::Sea)
}

/// How many battle tiles a side draws (rules 3.3, 8.3).
pub fn tiles_drawn(faction: Faction, force: &Force, enemy: &Force) -> u8 {
    let giant = faction == Faction::HillFolk && force.of(Unit::Special) > 0;
    if giant || force.size() > enemy.size() { 4 } else { 3 }
}

/// The tiles that count, out of those drawn (highest first, a fourth of 0 where three were drawn) and a swapped one, which takes the
/// place of the lowest (rules 8.4, 8.5).
pub fn counting(tiles: [u8; 4], swapped: Option<u8>) -> [u8; 3] {
    let [a, b, c, d] = tiles;
    let third = match swapped {
        Some(tile) if d == 0 => tile,
        Some(tile) => tile.max(c),
        None => c,
    };
    let mut three = [a, b, third];
    three.sort_unstable_by(|x, y| y.cmp(x));
    three
}

/// Chances of the attacker, as numbers of equally likely pairs of draws.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Odds {
    /// Pairs the attacker wins.
    pub win: u32,
    /// Pairs that tie and are fought again. Ties that a Shield wins are among the lost ones.
    pub tie: u32,
    /// Pairs the attacker loses.
    pub lose: u32,
}

/// One side of the question.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Side {
    /// Battle tiles drawn: 3 or 4.
    pub tiles: u8,
    /// Strengths of the units.
    pub strength: u8,
    /// Pips of the tile that will be swapped in where it helps, if any.
    pub swap: Option<u8>,
}

/// How often each sum of counting tiles comes up among all draws of `drawn` tiles, with a tile of the hand that is swapped in where it
/// helps. Index is the sum.
pub fn sums(drawn: u8, swap: Option<u8>) -> [u32; 16] {
    sums_by(drawn, |tiles| counting(tiles, None).iter().sum::<u8>().max(counting(tiles, swap).iter().sum()))
}

fn sums_by(drawn: u8, sum: impl Fn([u8; 4]) -> u8) -> [u32; 16] {
    let mut sums = [0; 16];
    for mask in 0u32..256 {
        if mask.count_ones() != u32::from(drawn) {
            continue;
        }
        let mut tiles = [0; 4];
        for (n, i) in (0..8).rev().filter(|i| mask >> i & 1 == 1).enumerate() {
            tiles[n] = BATTLE_TILES[i];
        }
        sums[usize::from(sum(tiles))] += 1;
    }
    sums
}

/// How often a side comes to each total.
#[derive(Clone, Copy, Debug)]
pub struct Totals {
    /// By the sum of the tiles.
    sums: [u32; 16],
    /// What is added to each sum.
    plus: u8,
}

impl Totals {
    /// A side whose total is known.
    pub fn certain(total: u8) -> Totals {
        let mut sums = [0; 16];
        sums[0] = 1;
        Totals { sums, plus: total }
    }

    /// A side whose tiles are yet to be drawn, or hidden.
    pub fn drawn(side: Side) -> Totals {
        Totals { sums: sums(side.tiles, side.swap), plus: side.strength }
    }

    /// A side that has swapped in one of these tiles, any of them, given as how many there are of 2, 3, 4 and 5 pips.
    pub fn swapped(side: Side, hidden: [u8; 4]) -> Totals {
        let mut sums = [0; 16];
        for (pips, often) in (2..).zip(hidden) {
            let with = sums_by(side.tiles, |tiles| counting(tiles, Some(pips)).iter().sum());
            sums.iter_mut().zip(with).for_each(|(sum, count)| *sum += count * u32::from(often));
        }
        Totals { sums, plus: side.strength }
    }

    fn each(&self) -> impl Iterator<Item = (usize, u32)> {
        let likely = self.sums.iter().copied().enumerate().filter(|&(_, often)| often > 0);
        likely.map(|(sum, often)| (sum + usize::from(self.plus), often))
    }
}

/// Exact odds between two sides; with `shield` the defender wins ties (rule 8.6).
pub fn compare(attacker: Totals, defender: Totals, shield: bool) -> Odds {
    let mut odds = Odds { win: 0, tie: 0, lose: 0 };
    for (a, n) in attacker.each() {
        for (d, m) in defender.each() {
            match a.cmp(&d) {
                std::cmp::Ordering::Greater => odds.win += n * m,
                std::cmp::Ordering::Equal if !shield => odds.tie += n * m,
                _ => odds.lose += n * m,
            }
        }
    }
    odds
}

/// Exact odds between two sides before any tile is drawn; with `shield` the defender wins ties.
pub fn between(attacker: Side, defender: Side, shield: bool) -> Odds {
    compare(Totals::drawn(attacker), Totals::drawn(defender), shield)
}

/// Exact odds of a battle between two forces. `hand` and `foe_hand` are the pips of the tile each side will swap in, if any.
pub fn battle(
    attacker: (Faction, &Force),
    defender: (Faction, &Force),
    terrain: Terrain,
    hand: Option<u8>,
    foe_hand: Option<u8>,
) -> Odds {
    let side = |(faction, force): (Faction, &Force), enemy: &Force, attacks, swap| Side {
        tiles: tiles_drawn(faction, force, enemy),
        strength: strength(faction, force, enemy, terrain, attacks),
        swap,
    };
    between(
        side(attacker, defender.1, true, hand),
        side(defender, attacker.1, false, foe_hand),
        defender.1.of(Unit::Shield) > 0,
    )
}

impl Odds {
    /// All pairs.
    pub fn of(&self) -> u32 {
        self.win + self.tie + self.lose
    }

    /// The chances to win, tie and lose in percent, rounded so that they add up to 100.
    pub fn percent(&self) -> [u32; 3] {
        let of = self.of().max(1);
        let hundredfold = [self.win, self.tie, self.lose].map(|n| n * 100);
        if self.win == self.lose && self.win > 0 {
            // Even chances look even.
            let even = (hundredfold[0] + of / 2) / of;
            return [even, 100 - 2 * even, even];
        }
        let mut percent = hundredfold.map(|n| n / of);
        let missing = hundredfold.iter().sum::<u32>() / of - percent.iter().sum::<u32>();
        let mut order = [0, 1, 2];
        order.sort_by_key(|&i| std::cmp::Reverse(hundredfold[i] % of));
        order.into_iter().take(missing as usize).for_each(|i| percent[i] += 1);
        percent
    }

    /// "win 58 %, tie 15 %, lose 27 %".
    pub fn text(&self) -> Text {
        let [win, tie, lose] = self.percent();
        say!("win {win} %, tie {tie} %, lose {lose} %")
    }
}

/// Words that can be written, as they are written: in English.
fn listed(words: impl IntoIterator<Item = &'static str>) -> Name<String> {
    Name(words.into_iter().collect::<Vec<_>>().join(", "))
}

/// Reads a faction as a person writes it: "hill folk", "Hill-Folk".
pub fn read_faction(words: &str) -> Result<Faction, Refusal> {
    let plain = |text: &str| text.to_ascii_lowercase().replace([' ', '-', '_'], "");
    Faction::ALL.into_iter().find(|faction| plain(faction.name()) == plain(words)).ok_or_else(|| {
        let known = listed(Faction::ALL.map(Faction::name));
        Refusal::malformed(say!("There is no faction \"{words}\"; there are: {known}.", words = Name(words)))
    })
}

/// Reads a unit as its faction calls it, singular or plural: "sword", "Lizardmen", "siege engines".
pub fn read_unit(faction: Faction, words: &str) -> Result<Unit, Refusal> {
    let plain = |text: &str| {
        let text = text.to_ascii_lowercase().replace([' ', '-', '_'], "");
        text.strip_suffix('s').map(str::to_owned).unwrap_or(text)
    };
    let asked = plain(words);
    let exists = |unit: Unit| match unit {
        Unit::Citadel => faction.settles(),
        Unit::Undead => faction.undead() > 0,
        Unit::Cutiecorn => true,
        unit => faction.tile(unit).count > 0,
    };
    Unit::ALL
        .into_iter()
        .find(|&unit| {
            exists(unit) && (plain(faction.word(unit)) == asked || unit == Unit::Swords && asked == "sword")
        })
        .ok_or_else(|| {
            let known = Unit::ALL.into_iter().filter(|&unit| exists(unit)).map(|unit| faction.word(unit));
            let (name, known, words) = (faction.name(), listed(known), Name(words));
            Refusal::malformed(say!("The {name} have no \"{words}\"; they have: {known}."))
        })
}

/// Reads units or tiles as a person writes them: "2 swords, leader, 3 cavalry".
pub fn read_units(faction: Faction, words: &str) -> Result<Force, Refusal> {
    let mut units = Force::NONE;
    for part in words.split([',', '+']).map(str::trim).filter(|part| !part.is_empty()) {
        let (count, name) = match part.split_once(' ').map(|(number, name)| (number.parse(), name)) {
            Some((Ok(count), name)) => (count, name),
            _ => (1, part),
        };
        let sum = &mut units.0[read_unit(faction, name)?.index()];
        *sum = sum.saturating_add(count);
    }
    Ok(units)
}

/// Reads a force that the faction can put on the map.
pub fn read_force(faction: Faction, words: &str) -> Result<Force, Refusal> {
    let force = read_units(faction, words)?;
    for (unit, count) in force.iter() {
        let most = match unit {
            Unit::Blank => return Err(Refusal::malformed(say!("A blank tile is not a unit."))),
            Unit::Citadel | Unit::Cutiecorn => 1,
            Unit::Undead => 4,
            unit => faction.tile(unit).count,
        };
        if count > most {
            let (name, word) = (faction.name(), faction.word(unit));
            return Err(Refusal::malformed(say!("The {name} have {most} {word}, not {count}.")));
        }
    }
    if force.is_empty() {
        return Err(Refusal::malformed(say!(
            "A force needs at least one unit, such as \"2 swords, leader\"."
        )));
    }
    Ok(force)
}

/// Can a unit be on such ground at all (rules 2.4, 3.1, 3.3, 4.3, 5.5, 6.1)?
fn stands_on(faction: Faction, unit: Unit, ground: Terrain) -> bool {
    match unit {
        Unit::Castle | Unit::Citadel => ground.slots() > 0,
        Unit::Ship => ground == Terrain::Sea,
        Unit::Special if faction.has_dragons() => true,
        Unit::Undead => ground != Terrain::Sea,
        _ => ground != Terrain::Sea && (ground != Terrain::Mountains || faction == Faction::HillFolk),
    }
}

/// The whole question in words, for tools: odds of `attacker` against `defender` on `terrain`.
pub fn ask(
    attacker: (&str, &str),
    defender: (&str, &str),
    terrain: &str,
    hand: Option<u8>,
    foe_hand: Option<u8>,
) -> Result<Odds, Refusal> {
    let ground = Terrain::ALL.into_iter().find(|ground| ground.word() == terrain).ok_or_else(|| {
        let (known, terrain) = (listed(Terrain::ALL.map(Terrain::word)), Name(terrain));
        Refusal::malformed(say!("There is no ground \"{terrain}\"; there are: {known}."))
    })?;
    for pips in [hand, foe_hand].into_iter().flatten() {
        if !(2..=5).contains(&pips) {
            return Err(Refusal::malformed(say!("A tile has 2 to 5 pips, not {pips}.")));
        }
    }
    let ours = read_faction(attacker.0)?;
    let theirs = read_faction(defender.0)?;
    let (army, enemy) = (read_force(ours, attacker.1)?, read_force(theirs, defender.1)?);
    if ours == theirs {
        return Err(Refusal::malformed(say!("The {name} cannot fight themselves.", name = ours.name())));
    }
    if [Unit::Citadel, Unit::Cutiecorn].into_iter().any(|unit| army.of(unit) + enemy.of(unit) > 1) {
        return Err(Refusal::malformed(say!(
            "There is only one citadel in an area, and only one Cutiecorn."
        )));
    }
    for (faction, force) in [(ours, &army), (theirs, &enemy)] {
        if let Some((unit, _)) = force.iter().find(|&(unit, _)| !stands_on(faction, unit, ground)) {
            let (name, word, ground) = (faction.name(), faction.word(unit), ground.word());
            return Err(Refusal::malformed(say!("{word} of the {name} cannot stand on {ground}.")));
        }
    }
    Ok(battle((ours, &army), (theirs, &enemy), ground, hand, foe_hand))
}
