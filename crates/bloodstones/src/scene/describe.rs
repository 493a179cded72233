//! What options are called, and what they touch.

use table::scene::{Described, seat_id};
use table::{Observer, Seat};

use super::battle::own_odds;
use super::words::pips;
use super::zones::faction_id;
use super::{area_id, hand_id, unit_ids};
use crate::action::{Action, Buildable};
use crate::map::Area;
use crate::odds;
use crate::pieces::{Faction, Force, Place, TILE_KINDS, Unit};
use crate::rules::{build, march};
use crate::sight::{self, Known, Observation};
use crate::state::Phase;

fn tiles(count: u8) -> String {
    match count {
        0 => "costs nothing".into(),
        1 => "costs 1 other tile".into(),
        _ => format!("costs {count} other tiles"),
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
    fn name(&self, area: Area) -> &'static str {
        self.s.map().get().name_of(area)
    }

    /// An option about one area.
    fn at(&self, words: &str, area: Area) -> Described {
        Described::new(format!("{words} {}", self.name(area)), [area_id(area)])
    }

    /// An option about one tile of the hand.
    fn tile(&self, label: String, unit: Unit) -> Described {
        Described::new(label, [hand_id(self.me, unit)])
    }

    fn describe(&self, action: Action) -> Described {
        let Scribe { o, s, me, faction } = *self;
        let own = |unit: Unit| faction.word(unit);
        let battlefield = || s.battle.area.some().map(area_id);
        match action {
            Action::Choose(faction) => {
                let seat = o.observer.seat().unwrap_or(o.active);
                Described::new(format!("Lead the {}", faction.name()), [faction_id(faction), seat_id(seat)])
                    .detail(faction.power())
            }
            Action::Done => Described::new(done(s.phase), [] as [String; 0]),
            Action::Found(area) if faction.settles() => {
                self.at("Raise your citadel in", area).detail(format!("{}.", s.map().terrain(area).word()))
            }
            Action::Found(area) => self.at("Gather in", area),
            Action::Build(Buildable(unit), area) => self.build(unit, area),
            Action::Capture(area) => self.village("Capture a village in", area),
            Action::Construct(area) => self.village("Construct a village in", area),
            Action::March(area) if s.phase == Phase::Undead => self.at("Move an Undead from", area),
            Action::March(area) => {
                let force = s.force(me, area).marching();
                let mut described = self.at("Move from", area).detail(force.words(faction));
                described.touches.extend(unit_ids(me, area, &force));
                described
            }
            Action::Take(unit) => Described::new(
                format!("Pick {}", own(unit)),
                unit_ids(me, s.turn.from, &Force::NONE.with(unit)),
            ),
            Action::Go(area) if s.phase == Phase::Undead => self.at("Go to", area),
            Action::Go(area) => self.go(area),
            Action::Spend(unit) if s.phase == Phase::Discard => {
                self.tile(format!("Discard {}", own(unit)), unit)
            }
            Action::Spend(unit) => self.spend(unit),
            Action::Attack { foe, area } => self.attack(foe, area),
            Action::Withdraw(area) => self.at("Withdraw to", area),
            Action::Swap(unit) => {
                let worth = tile_pips(faction, unit);
                let described = self.tile(format!("Swap in {} ({})", own(unit), pips(worth)), unit);
                match own_odds(o, s, Some(worth)) {
                    Some([win, tie, lose]) => {
                        described.detail(format!("Win {win} %, tie {tie} %, lose {lose} %"))
                    }
                    None => described,
                }
            }
            Action::Lose(unit) => Described::new(
                format!("Give up {}", own(unit)),
                unit_ids(me, s.battle.area, &Force::NONE.with(unit)),
            ),
            Action::Retreat(area) => self.at("Retreat to", area),
            Action::Raise(0) => Described::new("Raise nobody", battlefield()),
            Action::Raise(count) => Described::new(format!("Raise {count} Undead"), battlefield()),
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
        let price = if s.phase == Phase::Muster { format!("{cost} build points") } else { tiles(cost) };
        let mut described = self.at(&format!("Build {} in", self.faction.word(unit)), area).detail(price);
        described.touches.push(what);
        described
    }

    fn village(&self, words: &str, area: Area) -> Described {
        let cost = self.s.map().terrain(area).village_cost();
        let sum = self.s.turn.due.saturating_add(cost);
        let described = self.at(words, area).detail(format!("{}, {sum} in all", pips(cost)));
        Described { cost: Some(cost.into()), ..described }
    }

    fn go(&self, area: Area) -> Described {
        let turn = &self.s.turn;
        let group = if turn.group.is_empty() { march::stack(self.s) } else { turn.group };
        let cost = march::step_cost(self.faction, &group, self.s.map().terrain(area));
        let whole = if !turn.stepped && turn.group.is_empty() { "the whole stack: " } else { "" };
        let (who, sum) = (group.words(self.faction), turn.due.saturating_add(cost));
        let detail = format!("{whole}{who} for {}, {sum} in all", pips(cost));
        Described { cost: Some(cost.into()), ..self.at("Go to", area).detail(detail) }
    }

    fn spend(&self, unit: Unit) -> Described {
        let worth = tile_pips(self.faction, unit);
        let rest = self.s.turn.due.saturating_sub(worth);
        let lost = worth.saturating_sub(self.s.turn.due);
        let detail = match (rest, lost) {
            (0, 0) => "pays exactly".into(),
            (0, lost) => format!("{} left over and lost", pips(lost)),
            (rest, _) => format!("{} still to pay", pips(rest)),
        };
        self.tile(format!("Spend {} ({})", self.faction.word(unit), pips(worth)), unit).detail(detail)
    }

    fn attack(&self, foe: Seat, area: Area) -> Described {
        let s = self.s;
        let foe = foe.min(Seat::new(s.players() - 1));
        let (ours, theirs) = (s.force(s.active, area), s.force(foe, area));
        let mut touches = vec![area_id(area), seat_id(foe)];
        touches.extend(unit_ids(foe, area, &theirs));
        let mut described = Described::new(format!("Attack {foe} in {}", self.name(area)), touches);
        if s.table.odds {
            let (ours, theirs) = ((s.faction(s.active), &ours), (s.faction(foe), &theirs));
            let odds = |hand| odds::battle(ours, theirs, s.map().terrain(area), hand, None);
            described.detail = format!("Before swaps: {}", odds(None));
            let best = s.pips(s.active).1;
            if best > 0 && self.o.observer != Observer::Spectator {
                described.detail += &format!("; if you swap in {}: {}", pips(best), odds(Some(best)));
            }
        }
        described
    }
}

fn tile_pips(faction: Faction, unit: Unit) -> u8 {
    if unit.index() < TILE_KINDS { faction.tile(unit).pips } else { 0 }
}

fn done(phase: Phase) -> &'static str {
    match phase {
        Phase::Muster => "End your set-up",
        Phase::Return => "Stay away this turn",
        Phase::Capture => "Capture nothing",
        Phase::Undead => "Leave the Undead where they are",
        Phase::Main => "End your main actions",
        Phase::Construct => "Construct nothing",
        Phase::Withdraw => "Stand and fight",
        Phase::Swap => "Keep your battle tiles",
        _ => "Go on",
    }
}
