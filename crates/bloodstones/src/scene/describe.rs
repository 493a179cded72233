//! What options are called, and what they touch.

use table::scene::{Described, Id, seat_id};
use table::{Name, Observer, Seat, Text, say};

use super::battle::own_odds;
use super::zones::faction_id;
use super::{area_id, hand_id, unit_ids};
use crate::action::{Action, Buildable};
use crate::map::{Area, AreaSet, Areas, bit};
use crate::odds;
use crate::pieces::{Faction, Force, Place, TILE_KINDS, Unit, build_points, pips};
use crate::rules::{build, march};
use crate::sight::{self, Known, Observation};
use crate::state::Phase;

fn tiles(count: u8) -> Text {
    match count {
        0 => say!("costs nothing"),
        1 => say!("costs 1 other tile"),
        _ => say!("costs {count} other tiles"),
    }
}

/// What actions of the observing seat are called and touch.
pub(crate) fn describe(observation: &Observation, actions: &[Action]) -> Vec<Described> {
    let state = &sight::known(observation);
    let me = state.chooser().unwrap_or(state.active);
    let scribe = Scribe { o: observation, s: state, me, faction: state.faction(me) };
    actions.iter().map(|&action| scribe.describe(action)).collect()
}

/// What all descriptions of one moment share.
struct Scribe<'a> {
    o: &'a Observation,
    s: &'a Known,
    me: Seat,
    faction: Faction,
}

impl Scribe<'_> {
    fn place(&self, area: Area) -> Name<&str> {
        self.s.map().place(area)
    }

    /// An option about one tile of the hand.
    fn tile(&self, label: Text, unit: Unit) -> Described {
        Described::new(label, [hand_id(self.me, unit)])
    }

    fn describe(&self, action: Action) -> Described {
        let Scribe { o, s, me, faction } = *self;
        let own = |unit: Unit| faction.word(unit);
        let there = self.place(action.area().unwrap_or(Area::NONE));
        let battlefield = || s.battle.area.some().map(area_id);
        match action {
            Action::Choose(faction) => {
                let seat = o.observer.seat().unwrap_or(o.active);
                let label = say!("Lead the {faction}", faction = faction.name());
                Described::new(label, [faction_id(faction), seat_id(seat)]).detail(faction.power())
            }
            Action::Done if s.phase == Phase::Muster && s.turn.build_points > 0 => {
                let left = build_points(s.turn.build_points);
                let described = Described::new(done(s.phase), [] as [Id; 0]);
                Described {
                    cost: Some(s.turn.build_points.into()),
                    ..described.detail(say!("{left} would be lost"))
                }
            }
            Action::Done => Described::new(done(s.phase), [] as [Id; 0]).detail(afterwards(s.phase, faction)),
            Action::Found(area) if faction.settles() => {
                let label = say!("Raise your citadel in {there}");
                at(label, area).detail(s.map().terrain(area).label())
            }
            Action::Found(area) => at(say!("Gather in {there}"), area),
            Action::Build(Buildable(unit), area) => self.build(unit, area),
            Action::Capture(area) => self.village(say!("Capture a village in {there}"), area),
            Action::Construct(area) => self.village(say!("Construct a village in {there}"), area),
            Action::March(area) if s.phase == Phase::Undead => at(say!("Move an Undead from {there}"), area),
            Action::March(area) => {
                let force = s.force(me, area).marching();
                let label = say!("Move from {there}");
                let mut described = at(label, area).detail(force.words(faction));
                described.touches.extend(unit_ids(me, area, &force));
                described
            }
            Action::Take(unit) => Described::new(
                say!("Pick {unit}", unit = own(unit)),
                unit_ids(me, s.turn.from, &Force::NONE.with(unit)),
            ),
            Action::Go(area) if s.phase == Phase::Undead => at(self.go_to(area), area),
            Action::Go(area) => self.go(area),
            Action::Spend(unit) if s.phase == Phase::Discard => {
                self.tile(say!("Discard {unit}", unit = own(unit)), unit)
            }
            Action::Spend(unit) => self.spend(unit),
            Action::Attack { foe, area } => self.attack(foe, area),
            Action::Withdraw(area) => self.flight(say!("Withdraw to {there}"), area),
            Action::Swap(unit) => {
                let worth = tile_pips(faction, unit);
                let label = say!("Swap in {tile} ({worth})", tile = own(unit), worth = pips(worth));
                let described = self.tile(label, unit);
                match own_odds(o, s, Some(worth)) {
                    Some([win, tie, lose]) => {
                        described.detail(say!("Win {win} %, tie {tie} %, lose {lose} %"))
                    }
                    None => described,
                }
            }
            Action::Lose(unit) => Described::new(
                say!("Give up {unit}", unit = own(unit)),
                unit_ids(me, s.battle.area, &Force::NONE.with(unit)),
            ),
            Action::Retreat(area) => self.flight(say!("Retreat to {there}"), area),
            Action::Raise(0) => Described::new(say!("Raise nobody"), battlefield()),
            Action::Raise(count) => Described::new(say!("Raise {count} Undead"), battlefield()),
        }
    }

    fn build(&self, unit: Unit, area: Area) -> Described {
        let s = self.s;
        let built = unit.index() < TILE_KINDS || unit == Unit::Cutiecorn;
        let cost = if built { build::cost(self.faction, unit) } else { 0 };
        let what = if unit == Unit::Cutiecorn && s.cutie.place == Place::BESIDE {
            "beside/cutiecorn".into()
        } else {
            hand_id(self.me, unit)
        };
        let price = if s.phase == Phase::Muster { build_points(cost) } else { tiles(cost) };
        let label = say!("Build {unit} in {area}", unit = self.faction.word(unit), area = self.place(area));
        let mut described = at(label, area).detail(price);
        described.touches.push(what);
        described
    }

    /// What ground a beaten force comes to, and who cannot follow (rule 8.13).
    fn flight(&self, label: Text, area: Area) -> Described {
        let s = self.s;
        let mut lost = s.force(self.me, s.battle.area);
        for unit in Unit::ALL {
            let follows = march::enterable(s, self.me, unit) & bit(area) != 0;
            if follows || unit == Unit::Cutiecorn {
                lost.0[unit.index()] = 0;
            }
        }
        let ground = s.map().terrain(area).label();
        at(label, area).detail(match lost.is_empty() {
            true => ground.into(),
            false => say!("{ground}; lost: {lost}", lost = lost.words(self.faction)),
        })
    }

    fn village(&self, label: Text, area: Area) -> Described {
        let cost = self.s.map().terrain(area).village_cost();
        let sum = self.s.turn.due.saturating_add(cost);
        let described = at(label, area).detail(say!("{price}, {sum} in all", price = pips(cost)));
        Described { cost: Some(cost.into()), ..described }
    }

    fn go_to(&self, area: Area) -> Text {
        say!("Go to {area}", area = self.place(area))
    }

    fn go(&self, area: Area) -> Described {
        let turn = &self.s.turn;
        let group = if turn.group.is_empty() { march::stack(self.s) } else { turn.group };
        let cost = march::step_cost(self.faction, &group, self.s.map().terrain(area));
        let (who, price, sum) = (group.words(self.faction), pips(cost), turn.due.saturating_add(cost));
        let mut detail = match !turn.stepped && turn.group.is_empty() {
            true => say!("the whole stack: {who} for {price}, {sum} in all"),
            false => say!("{who} for {price}, {sum} in all"),
        };
        // Before one is committed: how the battle there would stand.
        let foe = self.s.seats().find(|&foe| foe != self.me && !self.s.force(foe, area).is_empty());
        if let Some(foe) = foe.filter(|_| self.s.table.odds) {
            let odds = self.odds(&group.and(&self.s.force(self.me, area)), foe, area);
            detail = say!("{detail}; against {foe}: {odds}");
        }
        let mut described = at(self.go_to(area), area).detail(detail);
        // The units there have to be fought.
        described.touches.extend(foe.map(seat_id));
        Described { cost: Some(cost.into()), ..described }
    }

    fn spend(&self, unit: Unit) -> Described {
        let worth = tile_pips(self.faction, unit);
        let rest = self.s.turn.due.saturating_sub(worth);
        let lost = worth.saturating_sub(self.s.turn.due);
        let detail = match (rest, lost) {
            (0, 0) => say!("pays exactly"),
            (0, lost) => say!("{lost} left over and lost", lost = pips(lost)),
            (rest, _) => say!("{rest} still to pay", rest = pips(rest)),
        };
        let label = say!("Spend {tile} ({worth})", tile = self.faction.word(unit), worth = pips(worth));
        self.tile(label, unit).detail(detail)
    }

    fn attack(&self, foe: Seat, area: Area) -> Described {
        let s = self.s;
        let foe = foe.min(Seat::new(s.players() - 1));
        let mut touches = vec![area_id(area), seat_id(foe)];
        touches.extend(unit_ids(foe, area, &s.force(foe, area)));
        let described = Described::new(say!("Attack {foe} in {area}", area = self.place(area)), touches);
        match s.table.odds {
            true => described.detail(self.odds(&s.force(s.active, area), foe, area)),
            false => described,
        }
    }

    /// The chances of the active player's force against somebody's in an area, with and without a swap.
    fn odds(&self, ours: &Force, foe: Seat, area: Area) -> Text {
        let s = self.s;
        let theirs = s.force(foe, area);
        let (ours, theirs) = ((s.faction(s.active), ours), (s.faction(foe), &theirs));
        let odds = |hand| odds::battle(ours, theirs, s.map().terrain(area), hand, None).text();
        let (best, before) = (s.pips(s.active).1, odds(None));
        if best > 0 && self.o.observer != Observer::Spectator {
            let (tile, after) = (pips(best), odds(Some(best)));
            if before == after {
                return say!("{before}, swap or not");
            }
            say!("before swaps {before}; with {tile} swapped in {after}")
        } else {
            say!("before swaps {before}")
        }
    }
}

/// Is the battle lost for certain, whatever the observer swaps in? Then there is nothing to ask, but not asking would tell.
pub(super) fn lost_anyhow(o: &Observation, s: &Known) -> bool {
    let Some(me) = s.chooser() else { return false };
    let tiles = Unit::ALL.into_iter().take(TILE_KINDS).filter(|unit| s.realm(me).hand[unit.index()] > 0);
    let swaps = tiles.map(|unit| Some(tile_pips(s.faction(me), unit)));
    [None]
        .into_iter()
        .chain(swaps)
        .all(|swap| own_odds(o, s, swap).is_some_and(|[win, tie, _]| win + tie == 0))
}

/// An option about one area.
fn at(label: Text, area: Area) -> Described {
    Described::new(label, [area_id(area)])
}

fn tile_pips(faction: Faction, unit: Unit) -> u8 {
    if unit.index() < TILE_KINDS { faction.tile(unit).pips } else { 0 }
}

fn done(phase: Phase) -> Text {
    match phase {
        Phase::Muster => say!("End your set-up"),
        Phase::Return => say!("Stay away this turn"),
        Phase::Capture => say!("Capture nothing"),
        Phase::Undead => say!("Leave the Undead where they are"),
        Phase::Main => say!("End your main actions"),
        Phase::Construct => say!("Construct nothing"),
        Phase::Withdraw => say!("Stand and fight"),
        Phase::Swap => say!("Keep your battle tiles"),
        _ => say!("Go on"),
    }
}

/// What follows when a step ends (rule 5.1).
fn afterwards(phase: Phase, faction: Faction) -> Text {
    match phase {
        Phase::Capture => say!("Your main actions follow."),
        Phase::Main if faction.settles() => say!("Then you may construct villages, and you draw."),
        Phase::Main | Phase::Construct => say!("Then you draw, and your turn ends."),
        _ => Text::default(),
    }
}

/// What somebody tries who points at a tile of the hand or an area: what the moment is about.
pub(crate) fn attempts(o: &Observation) -> Vec<(Id, Action)> {
    let s = &sight::known(o);
    let Some(me) = s.chooser().filter(|&seat| o.observer == Observer::Seat(seat)) else { return Vec::new() };
    let tiles = || Unit::ALL.into_iter().take(TILE_KINDS).filter(|unit| s.realm(me).hand[unit.index()] > 0);
    let each = |act: fn(Unit) -> Action| tiles().map(|unit| (hand_id(me, unit), act(unit))).collect();
    let areas = |among: AreaSet, act: fn(Area) -> Action| -> Vec<_> {
        Areas(among).map(|area| (area_id(area), act(area))).collect()
    };
    let homes = s.realm(me).homes | s.citadel(me).map_or(0, bit);
    match s.phase {
        Phase::Factions => {
            let open = Faction::ALL.into_iter().filter(|&faction| s.player_of(faction).is_none());
            open.map(|faction| (faction_id(faction), Action::Choose(faction))).collect()
        }
        Phase::Citadels => areas(s.map().habitable(), Action::Found),
        Phase::Muster | Phase::Main => {
            let mut attempts = areas(s.realm(me).units, Action::March);
            for unit in tiles() {
                let build = |area| (hand_id(me, unit), Action::Build(Buildable(unit), area));
                attempts.extend(Areas(homes).map(build));
            }
            attempts
        }
        Phase::Capture => areas(s.realm(me).units, Action::Capture),
        Phase::Construct => areas(s.map().around(homes) | homes, Action::Construct),
        Phase::Move => {
            let mut attempts = areas(s.map().next_to(s.turn.from), Action::Go);
            attempts.extend::<Vec<_>>(each(Action::Spend));
            attempts
        }
        Phase::Pay | Phase::Discard => each(Action::Spend),
        Phase::Swap => each(Action::Swap),
        Phase::Withdraw => areas(s.map().next_to(s.battle.area), Action::Withdraw),
        Phase::Retreat => areas(s.map().next_to(s.battle.area), Action::Retreat),
        _ => Vec::new(),
    }
}
