//! What can be said at the table: who is on which side, what was seen, and what is to be done.

use serde::{Deserialize, Serialize};
use table::talk::{Assertion, Attack, Class, Offer, Stance, Tag};
use table::{Code, Seat, SeatSet, Talk, Text, say};

use crate::Bloodwood;
use crate::beliefs::known_entities;
use crate::pieces::{Card, Entity, Faction};
use crate::sight::Observation;
use crate::state::{State, TurnStage};

/// A claim, in the order of the codes. Sides of others are seen from the speaker.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Code, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Claim {
    Is {
        of: Seat,
        side: Side,
    },
    Leads(Seat),
    /// What a Blood Test or a Confession showed.
    Saw {
        of: Seat,
        side: Side,
    },
    KnowEnemies,
    Hold(Held),
    Bite(Seat),
    Curse(Seat),
    Spare(Seat),
    Cure(Seat),
    Free(Seat),
    Test(Seat),
    ConfessToMe(Seat),
    WhichSide(Seat),
    WhatSeen(Seat),
    /// Declare: these are all the enemies.
    Enemies(SeatSet),
    /// These and the speaker are one side.
    Mates(SeatSet),
    /// Two of one side: one has confessed to the other.
    Together {
        of: Seat,
        with: Seat,
    },
}

/// A side, as claims name it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Code, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Side {
    Vampire,
    Werewolf,
}

/// What a speaker claims to hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Code, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Held {
    /// The Mirror or the Amulet.
    Answer,
    Bite,
    Vaccine,
    Candle,
    Keys,
}

use Claim::*;

impl Side {
    fn of(world: &State, seat: Seat) -> Side {
        match world.entity(seat).faction() {
            Faction::Vampires => Side::Vampire,
            Faction::Werewolves => Side::Werewolf,
        }
    }

    fn name(self) -> &'static str {
        ["Vampire", "Werewolf"][self as usize]
    }

    fn icon(self) -> &'static str {
        ["vampire-dracula", "werewolf"][self as usize]
    }
}

impl Claim {
    fn about(self, speaker: Seat) -> Option<Seat> {
        match self {
            Is { of, .. } | Saw { of, .. } | Together { of, .. } => Some(of),
            Leads(of) | Bite(of) | Curse(of) | Spare(of) | Cure(of) | Free(of) | Test(of) => Some(of),
            ConfessToMe(of) | WhichSide(of) | WhatSeen(of) => Some(of),
            KnowEnemies | Hold(_) => Some(speaker),
            Enemies(_) | Mates(_) => None,
        }
    }
}

impl Talk for Bloodwood {
    type Claim = Claim;
    type Sees = Observation;
    type World = State;

    /// Nobody interrupts a declaration.
    fn floor(public: &Observation) -> SeatSet {
        match public.stage {
            TurnStage::Declare { .. } | TurnStage::Over { .. } => SeatSet::EMPTY,
            _ => SeatSet::full(public.seats.len()),
        }
    }

    fn attack(public: &Observation) -> Option<Attack> {
        let TurnStage::Defend { target, .. } = public.stage else { return None };
        Some(Attack { by: public.turn, on: target })
    }

    fn sayable(public: &Observation, speaker: Seat, offers: &mut Vec<Offer<Claim>>) {
        let players = public.seats.len();
        let Some(me) = public.seats.get(speaker.index()) else { return };
        for of in Seat::all(players) {
            offers.extend(Side::ALL.map(|side| Offer::from(Is { of, side })));
            if public.options.leaders {
                offers.push(Leads(of).into());
            }
            if of == speaker {
                offers.push(KnowEnemies.into());
                offers.extend(Held::ALL.map(|held| Offer::from(Hold(held))));
                if me.chained {
                    offers.push(Free(of).into());
                }
                if me.mutated && !me.permanent {
                    offers.push(Cure(of).into());
                }
                continue;
            }
            let confided = public.seats[of.index()].confessed.without(speaker);
            offers.extend(confided.iter().map(|with| Offer::from(Together { of, with })));
            if me.shown.contains(of) {
                offers.extend(Side::ALL.map(|side| Offer::from(Saw { of, side })));
            }
            let deeds = [Bite(of), Curse(of), Spare(of), Cure(of), Free(of), Test(of), ConfessToMe(of)];
            offers.extend(deeds.into_iter().chain([WhichSide(of)]).map(Offer::from));
            if !public.seats[of.index()].shown.is_empty() {
                offers.push(WhatSeen(of).into());
            }
        }
        let others = SeatSet::full(players).without(speaker);
        offers.push(Offer { claim: Enemies(SeatSet::EMPTY), among: others });
        offers.push(Offer { claim: Mates(SeatSet::EMPTY), among: others });
    }

    /// Whose entities the speaker had been shown.
    fn moment(public: &Observation, speaker: Seat) -> u32 {
        public.seats.get(speaker.index()).map_or(0, |view| view.shown.bits().into())
    }

    fn tag(claim: Claim, speaker: Seat) -> Tag {
        let about = claim.about(speaker);
        let knowable = if about == Some(speaker) { Class::Fact } else { Class::Opinion };
        let (class, group, icon) = match claim {
            Is { side, .. } => (knowable, "side", side.icon()),
            Leads(_) => (knowable, "leads", "crown"),
            Saw { side, .. } => (Class::Fact, "saw", side.icon()),
            KnowEnemies => (Class::Fact, "knows", "eye-target"),
            Hold(Held::Answer) => (Class::Fact, "hand", Card::Mirror.icon()),
            Hold(Held::Bite) => (Class::Fact, "hand", Card::Bite.icon()),
            Hold(Held::Vaccine) => (Class::Fact, "hand", Card::Vaccine.icon()),
            Hold(Held::Candle) => (Class::Fact, "hand", Card::Candle.icon()),
            Hold(Held::Keys) => (Class::Fact, "hand", Card::Keys.icon()),
            Bite(_) => (Class::Intent, "request", Card::Bite.icon()),
            Curse(_) => (Class::Intent, "request", Card::CurseMark.icon()),
            Spare(_) => (Class::Intent, "request", "peace-dove"),
            Cure(_) => (Class::Intent, "request", Card::Vaccine.icon()),
            Free(_) => (Class::Intent, "request", Card::Keys.icon()),
            Test(_) => (Class::Intent, "request", Card::BloodTest.icon()),
            ConfessToMe(_) => (Class::Intent, "request", Card::Confession.icon()),
            WhichSide(_) => (Class::Question, "ask-side", "uncertainty"),
            WhatSeen(_) => (Class::Question, "ask-saw", "uncertainty"),
            Enemies(_) => (Class::Fact, "enemies", "megaphone"),
            Mates(_) => (Class::Fact, "mates", "linked-rings"),
            Together { .. } => (Class::Opinion, "together", "linked-rings"),
        };
        let set = match claim {
            Enemies(set) | Mates(set) => Some(set),
            _ => None,
        };
        Tag { class, about, group, icon, set, call: matches!(claim, Enemies(_)) }
    }

    fn phrase(claim: Claim, speaker: Seat) -> Text {
        let own = claim.about(speaker) == Some(speaker);
        match claim {
            Is { side, .. } if own => say!("I am a {side}.", side = side.name()),
            Is { of, side } => say!("{of} is a {side}.", side = side.name()),
            Leads(_) if own => say!("I lead my side."),
            Leads(of) => say!("{of} leads a side."),
            Saw { of, side } => say!("I saw {of}: a {side}.", side = side.name()),
            KnowEnemies => say!("I know all my enemies."),
            Hold(Held::Answer) => say!("I hold an answer to attacks."),
            Hold(Held::Bite) => say!("I hold a Bite."),
            Hold(Held::Vaccine) => say!("I hold a Vaccine."),
            Hold(Held::Candle) => say!("I hold a Candle."),
            Hold(Held::Keys) => say!("I hold Keys."),
            Bite(of) => say!("Bite {of}!"),
            Curse(of) => say!("Curse {of}!"),
            Spare(of) => say!("Spare {of}!"),
            Cure(_) if own => say!("Cure me!"),
            Free(_) if own => say!("Free me!"),
            Cure(of) => say!("Cure {of}!"),
            Free(of) => say!("Free {of}!"),
            Test(of) => say!("Test {of}!"),
            ConfessToMe(of) => say!("{of}, confess to me!"),
            WhichSide(of) => say!("{of}, which side are you on?"),
            WhatSeen(of) => say!("{of}, what have you seen?"),
            Enemies(set) if set.is_empty() => say!("Declare! The enemies:"),
            Enemies(set) => say!("Declare! The enemies: {seats}.", seats = Text::list(set)),
            Mates(set) if set.is_empty() => say!("On my side:"),
            Mates(set) => say!("On my side: {seats}.", seats = Text::list(set)),
            Together { of, with } => say!("{of} confessed to {with}: one side!"),
        }
    }

    fn address(claim: Claim, speaker: Seat) -> Text {
        if claim.about(speaker) == Some(speaker) {
            return Text::default();
        }
        match claim {
            Is { side, .. } => say!("You are a {side}.", side = side.name()),
            Leads(_) => say!("You lead your side."),
            Saw { side, .. } => say!("I saw what you are: a {side}.", side = side.name()),
            Bite(_) => say!("You should be bitten!"),
            Curse(_) => say!("You should be cursed!"),
            Spare(_) => say!("You should be spared!"),
            Cure(_) => say!("You should be cured!"),
            Free(_) => say!("You should be freed!"),
            Test(_) => say!("You should be tested!"),
            ConfessToMe(_) => say!("Confess to me!"),
            WhichSide(_) => say!("Which side are you on?"),
            WhatSeen(_) => say!("What have you seen?"),
            Together { with, .. } => say!("You confessed to {with}: one side!"),
            KnowEnemies | Hold(_) | Enemies(_) | Mates(_) => Text::default(),
        }
    }

    fn stance(world: &State, said: Assertion<Claim>) -> Stance {
        let Assertion { claim, author, speaker, moment } = said;
        let all = SeatSet::full(world.players());
        if !all.contains(author) || !all.contains(speaker) {
            return Stance::Moot;
        }
        let shown = SeatSet::from_bits(moment as u16);
        let known = if world.leaders.contains(speaker) { all } else { shown.with(speaker) };
        let enemies = world.enemies(author);
        let mates = all.minus(enemies);
        // No side has more than half of the seats, rounded up: the others are its enemies.
        let most = all.len().div_ceil(2);
        let knows_all =
            known == all || [enemies, mates].iter().any(|side| side.intersection(known).len() == most);
        let (truth, knows) = match claim {
            Is { of, side } | Saw { of, side } if all.contains(of) => {
                (Side::of(world, of) == side, known.contains(of))
            }
            Leads(of) => (world.leaders.contains(of), known.contains(of)),
            KnowEnemies => (knows_all, author == speaker),
            Enemies(set) => (set == enemies, knows_all),
            Mates(set) => (set == mates.without(author), knows_all),
            Together { of, with } if all.contains(of) && all.contains(with) => {
                (Side::of(world, of) == Side::of(world, with), known.contains(of) && known.contains(with))
            }
            _ => return Stance::Moot,
        };
        if knows { Stance::Known(truth) } else { Stance::Opinion(truth) }
    }

    fn proof(seen: &Observation, said: Assertion<Claim>) -> Option<bool> {
        let entity = |seat: Seat| *seen.entities.get(seat.index())?;
        let faction = |seat: Seat| entity(seat).map(Entity::faction);
        let one_side = |one: Seat, other: Seat| Some(faction(one)? == faction(other)?);
        let author = said.author;
        // A set is refuted by one seat that does not belong there, and proved by all that do.
        let side = |set: SeatSet, mates: bool| {
            let others = SeatSet::full(seen.seats.len()).without(author);
            let right = |seat: Seat| Some((one_side(seat, author)? == mates) == set.contains(seat));
            let known = others.iter().map(right);
            if known.clone().any(|right| right == Some(false)) {
                return Some(false);
            }
            known.into_iter().all(|right| right == Some(true)).then_some(true)
        };
        match said.claim {
            Is { of, side } | Saw { of, side } => {
                faction(of).map(|faction| (faction == Faction::Vampires) == (side == Side::Vampire))
            }
            Leads(of) => entity(of).map(Entity::leads),
            Enemies(set) => side(set, false),
            Mates(set) => side(set, true),
            Together { of, with } => one_side(of, with),
            _ => None,
        }
    }

    /// What helps the side: its own pure and free, the others mutated and cursed.
    fn wish(world: &State, speaker: Seat, claim: Claim) -> f32 {
        let all = SeatSet::full(world.players());
        let Some(of) = claim.about(speaker).filter(|of| all.contains(*of)) else { return 0.0 };
        let foe = world.enemies(speaker).contains(of);
        let (pure, lasting) = (!world.mutated.contains(of), world.permanent.contains(of));
        match claim {
            Bite(_) if lasting || !pure => 0.0,
            Bite(_) => {
                if foe {
                    0.6
                } else {
                    -1.0
                }
            }
            Curse(_) if world.cursed(of) || lasting => 0.0,
            Curse(_) => {
                if foe {
                    0.5
                } else {
                    -1.0
                }
            }
            Spare(_) => {
                if foe {
                    -1.0
                } else if pure {
                    0.35
                } else {
                    0.0
                }
            }
            Cure(_) if pure || lasting => 0.0,
            Cure(_) => {
                if foe {
                    -1.0
                } else {
                    0.55
                }
            }
            Free(_) if !world.chained.contains(of) => 0.0,
            Free(_) => {
                if foe {
                    -1.0
                } else {
                    0.6
                }
            }
            ConfessToMe(_) if known_entities(world, speaker).contains(of) => 0.0,
            ConfessToMe(_) => {
                if foe {
                    -0.2
                } else {
                    0.5
                }
            }
            _ => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whom_it_is_about_is_spoken_to() {
        let (me, you) = (Seat::new(0), Seat::new(2));
        assert_eq!(Bloodwood::address(Is { of: you, side: Side::Vampire }, me), "You are a Vampire.");
        assert_eq!(
            Bloodwood::address(Saw { of: you, side: Side::Werewolf }, me),
            "I saw what you are: a Werewolf."
        );
        assert!(Bloodwood::address(Is { of: me, side: Side::Vampire }, me).is_empty(), "about the speaker");
    }

    #[test]
    fn codes_are_dense_and_stable() {
        for code in 0..Claim::CODES {
            let claim = Claim::from_code(code).expect("no gaps");
            assert_eq!(claim.code(), code);
        }
        assert_eq!(Claim::CODES, 174 + 2 * 4096 + 144);
        assert_eq!(Saw { of: Seat::new(0), side: Side::Vampire }.code(), 36);
        assert_eq!(Enemies(SeatSet::EMPTY).code(), 174);
        assert_eq!(Mates(SeatSet::one(Seat::new(2))).code(), 174 + 4096 + 4);
    }
}
