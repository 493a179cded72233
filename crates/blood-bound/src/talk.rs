//! What can be said at the table: who somebody is, what was seen, and what is to be done.

use serde::{Deserialize, Serialize};
use table::talk::{Assertion, Attack, Class, Offer, Stance, Tag};
use table::{Code, Seat, SeatSet, Talk, Text, say};

use crate::BloodBound;
use crate::pieces::{Cards, Clan, Rank};
use crate::sight::Observation;
use crate::state::{Phase, State};

/// A claim, in the order of the codes. Each names the seat it is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Code, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Claim {
    Is {
        of: Seat,
        side: Side,
    },
    HasRank {
        of: Seat,
        rank: Rank,
    },
    Leads {
        of: Seat,
        leads: bool,
    },
    /// The clue icon of the neighbour on the right.
    Clue {
        of: Seat,
        side: Side,
    },
    /// What the Harlequin saw.
    Saw {
        of: Seat,
        side: Side,
    },
    SawRank {
        of: Seat,
        rank: Rank,
    },
    Strike(Seat),
    Spare(Seat),
    PassTo(Seat),
    WillStrike(Seat),
    WillShield(Seat),
    ShieldMe(Seat),
    LeaveMe(Seat),
    WhichClan(Seat),
    WhichClue(Seat),
    WhichRank(Seat),
    /// Two of one clan: one would take a wound for the other.
    Together {
        of: Seat,
        with: Seat,
    },
}

/// A clan, or neither.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Code, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Side {
    Rose,
    Beast,
    Inquisitor,
}

impl Side {
    fn clan(self) -> Option<Clan> {
        match self {
            Side::Rose => Some(Clan::Rose),
            Side::Beast => Some(Clan::Beast),
            Side::Inquisitor => None,
        }
    }

    fn cards(self) -> Cards {
        self.clan().map_or(Rank::Inquisitor.cards(), Clan::cards)
    }

    fn icon(self) -> &'static str {
        match self {
            Side::Rose => "rose",
            Side::Beast => "lion",
            Side::Inquisitor => Rank::Inquisitor.icon(),
        }
    }

    fn name(self) -> &'static str {
        self.clan().map_or(Rank::Inquisitor.name(), Clan::name)
    }
}

use Claim::*;

impl Claim {
    fn about(self) -> Seat {
        match self {
            Is { of, .. }
            | HasRank { of, .. }
            | Leads { of, .. }
            | Clue { of, .. }
            | Saw { of, .. }
            | SawRank { of, .. }
            | Together { of, .. }
            | Strike(of)
            | Spare(of)
            | PassTo(of)
            | WillStrike(of)
            | WillShield(of)
            | ShieldMe(of)
            | LeaveMe(of)
            | WhichClan(of)
            | WhichClue(of)
            | WhichRank(of) => of,
        }
    }
}

impl Talk for BloodBound {
    type Claim = Claim;
    type Sees = Observation;
    type World = State;

    fn floor(public: &Observation) -> SeatSet {
        if public.over() { SeatSet::EMPTY } else { SeatSet::full(public.seats.len()) }
    }

    fn attack(public: &Observation) -> Option<Attack> {
        let (Phase::Call { target } | Phase::Answers { target, .. }) = public.phase else { return None };
        Some(Attack { by: public.dagger, on: target })
    }

    fn sayable(public: &Observation, speaker: Seat, offers: &mut Vec<Offer<Claim>>) {
        let players = public.seats.len();
        let Some(me) = public.view(speaker) else { return };
        let struck = match public.phase {
            Phase::Call { target } | Phase::Answers { target, .. } | Phase::Offers { target, .. } => {
                target == speaker
            }
            _ => false,
        };
        if struck {
            offers.extend([ShieldMe(speaker), LeaveMe(speaker)].map(Offer::from));
        }
        if let Phase::Offers { target, offers: helpers } = public.phase {
            let helpers = helpers.iter().map(|of| Offer::from(Together { of, with: target }));
            offers.extend(helpers);
        }
        let sides = |cards: Cards| {
            let open = Side::ALL.into_iter().filter(move |side| !cards.intersection(side.cards()).is_empty());
            // What all can see needs no words.
            open.clone().nth(1).is_some().then_some(open).into_iter().flatten()
        };
        let ranks = |cards: Cards| {
            let open = Rank::ALL.into_iter();
            let open = open.filter(|&rank| rank != Rank::Inquisitor);
            open.filter(move |rank| !cards.intersection(rank.cards()).is_empty())
        };
        for of in Seat::all(players) {
            let Some(view) = public.view(of) else { continue };
            offers.extend(sides(view.open).map(|side| Offer::from(Is { of, side })));
            if of == speaker && view.rank.is_none() {
                offers.extend(ranks(view.open).map(|rank| Offer::from(HasRank { of, rank })));
            }
            offers.extend([true, false].map(|leads| Offer::from(Leads { of, leads })));
            if of == speaker {
                continue;
            }
            if of == speaker.right(players) {
                offers.extend([Side::Rose, Side::Beast].map(|side| Offer::from(Clue { of, side })));
            }
            if me.looks.contains(of) {
                offers.extend(sides(view.open).map(|side| Offer::from(Saw { of, side })));
                if view.rank.is_none() {
                    offers.extend(ranks(view.open).map(|rank| Offer::from(SawRank { of, rank })));
                }
            }
            let deeds = [Strike(of), Spare(of), PassTo(of), WillStrike(of), WillShield(of)];
            offers.extend(deeds.map(Offer::from));
            // Nobody asks what lies open.
            let clan = sides(view.open).next().is_some().then_some(WhichClan(of));
            let rank = view.rank.is_none().then_some(WhichRank(of));
            let questions = clan.into_iter().chain([WhichClue(of)]).chain(rank);
            offers.extend(questions.map(Offer::from));
        }
    }

    /// Who held a Quill, and at whose cards the speaker had looked.
    fn moment(public: &Observation, speaker: Seat) -> u32 {
        let looks = public.view(speaker).map_or(SeatSet::EMPTY, |view| view.looks);
        u32::from(public.quills.bits()) | u32::from(looks.bits()) << 16
    }

    fn tag(claim: Claim, speaker: Seat) -> Tag {
        let about = claim.about();
        let knowable = if about == speaker { Class::Fact } else { Class::Opinion };
        let (class, group, icon) = match claim {
            Is { side, .. } => (knowable, "clan", side.icon()),
            HasRank { rank, .. } => (knowable, "rank", rank.icon()),
            Leads { leads, .. } => (knowable, "leads", if leads { "crown" } else { "hood" }),
            Clue { side, .. } => (Class::Fact, "clue", side.icon()),
            Saw { side, .. } => (Class::Fact, "saw", side.icon()),
            SawRank { rank, .. } => (Class::Fact, "saw-rank", rank.icon()),
            Strike(_) => (Class::Intent, "request", "plain-dagger"),
            Spare(_) => (Class::Intent, "request", "peace-dove"),
            PassTo(_) => (Class::Intent, "pass", "thrown-daggers"),
            WillStrike(_) => (Class::Intent, "promise", "plain-dagger"),
            WillShield(_) => (Class::Intent, "promise", "shield"),
            ShieldMe(_) => (Class::Intent, "call", "shield"),
            LeaveMe(_) => (Class::Intent, "call", "halt"),
            WhichClan(_) => (Class::Question, "ask-clan", "uncertainty"),
            WhichClue(_) => (Class::Question, "ask-clue", "uncertainty"),
            WhichRank(_) => (Class::Question, "ask-rank", "uncertainty"),
            Together { .. } => (Class::Opinion, "together", "linked-rings"),
        };
        Tag { class, about: Some(about), group, icon, set: None, call: false }
    }

    fn phrase(claim: Claim, speaker: Seat) -> Text {
        let own = claim.about() == speaker;
        match claim {
            Is { side: Side::Inquisitor, .. } if own => say!("I am the Inquisitor."),
            Is { side, .. } if own => say!("I am {side}.", side = side.name()),
            Is { of, side: Side::Inquisitor } => say!("{of} is the Inquisitor."),
            Is { of, side } => say!("{of} is {side}.", side = side.name()),
            HasRank { rank, .. } if own => say!("My rank is {rank}.", rank = rank.sign()),
            HasRank { of, rank } => say!("{of} has rank {rank}.", rank = rank.sign()),
            Leads { leads: true, .. } if own => say!("I lead my clan."),
            Leads { leads: false, .. } if own => say!("I do not lead my clan."),
            Leads { of, leads: true } => say!("{of} leads a clan."),
            Leads { of, leads: false } => say!("{of} does not lead."),
            Clue { of, side } => say!("I saw the clue of {of}: {side}.", side = side.name()),
            Saw { of, side: Side::Inquisitor } => say!("I saw {of}: the Inquisitor."),
            Saw { of, side } => say!("I saw {of}: {side}.", side = side.name()),
            SawRank { of, rank } => say!("I saw {of}: rank {rank}.", rank = rank.sign()),
            Strike(of) => say!("Strike {of}!"),
            Spare(of) => say!("Spare {of}!"),
            PassTo(of) => say!("Pass the dagger to {of}!"),
            WillStrike(of) => say!("I will strike {of}."),
            WillShield(of) => say!("I will take a wound for {of}."),
            ShieldMe(_) => say!("Take the wound for me!"),
            LeaveMe(_) => say!("Let nobody intervene!"),
            WhichClan(of) => say!("{of}, which clan are you?"),
            WhichClue(of) => say!("{of}, which clue do you see?"),
            WhichRank(of) => say!("{of}, which rank are you?"),
            Together { of, with } => say!("{of} would shield {with}: one clan!"),
        }
    }

    fn address(claim: Claim, speaker: Seat) -> Text {
        if claim.about() == speaker {
            return Text::default();
        }
        match claim {
            Is { side: Side::Inquisitor, .. } => say!("You are the Inquisitor."),
            Is { side, .. } => say!("You are {side}.", side = side.name()),
            HasRank { rank, .. } => say!("You have rank {rank}.", rank = rank.sign()),
            Leads { leads: true, .. } => say!("You lead your clan."),
            Leads { leads: false, .. } => say!("You do not lead your clan."),
            Clue { side, .. } => say!("I saw your clue: {side}.", side = side.name()),
            Saw { side: Side::Inquisitor, .. } => say!("I saw your card: the Inquisitor."),
            Saw { side, .. } => say!("I saw your card: {side}.", side = side.name()),
            SawRank { rank, .. } => say!("I saw your card: rank {rank}.", rank = rank.sign()),
            Strike(_) => say!("You should be struck!"),
            Spare(_) => say!("You should be spared!"),
            PassTo(_) => say!("You should get the dagger!"),
            WillStrike(_) => say!("I will strike you."),
            WillShield(_) => say!("I will take a wound for you."),
            WhichClan(_) => say!("Which clan are you?"),
            WhichClue(_) => say!("Which clue do you see?"),
            WhichRank(_) => say!("Which rank are you?"),
            Together { with, .. } => say!("You would shield {with}: one clan!"),
            ShieldMe(_) | LeaveMe(_) => Text::default(),
        }
    }

    fn stance(world: &State, said: Assertion<Claim>) -> Stance {
        let Assertion { claim, speaker, moment, .. } = said;
        let of = claim.about();
        if of.index() >= world.players() || speaker.index() >= world.players() {
            return Stance::Moot;
        }
        let quills = SeatSet::from_bits(moment as u16);
        let looked = SeatSet::from_bits((moment >> 16) as u16);
        let card = world.card(of);
        let sees_card = of == speaker || looked.contains(of);
        let (truth, knows) = match claim {
            Is { side, .. } | Saw { side, .. } => (card.clan() == side.clan(), sees_card),
            HasRank { rank, .. } | SawRank { rank, .. } => (card.rank() == rank, sees_card),
            Clue { side, .. } => {
                (side.clan() == Some(card.clue()), sees_card || of == speaker.right(world.players()))
            }
            Leads { leads, .. } => {
                let leader = card.clan().and_then(|clan| crate::rules::ending::led(world, clan, quills));
                // Only the Elder and the Inquisitor know it by their own card.
                let knows = sees_card && (card.is_inquisitor() || card.rank() == Rank::Elder);
                ((leader == Some(of)) == leads, knows && quills.is_empty())
            }
            Together { with, .. } if with.index() < world.players() => {
                let sees_other = with == speaker || looked.contains(with);
                (card.clan().is_some() && card.clan() == world.card(with).clan(), sees_card && sees_other)
            }
            _ => return Stance::Moot,
        };
        if knows { Stance::Known(truth) } else { Stance::Opinion(truth) }
    }

    fn proof(seen: &Observation, said: Assertion<Claim>) -> Option<bool> {
        let among = |of: Seat, cards: Cards| {
            let may_be = seen.view(of)?.may_be();
            let fits = may_be.intersection(cards);
            if fits.is_empty() { Some(false) } else { (fits == may_be).then_some(true) }
        };
        match said.claim {
            Is { of, side } | Saw { of, side } => among(of, side.cards()),
            HasRank { of, rank } | SawRank { of, rank } => among(of, rank.cards()),
            Clue { of, side } => among(of, side.clan()?.clued_cards()),
            Together { of, with } => {
                let clan = |clan: Clan| Some((among(of, clan.cards())?, among(with, clan.cards())?));
                let (rose, beast) = (clan(Clan::Rose), clan(Clan::Beast));
                match (rose, beast) {
                    (Some((true, true)), _) | (_, Some((true, true))) => Some(true),
                    (Some((one, other)), _) | (_, Some((one, other))) if one != other => Some(false),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// What helps the clan: wounds for its foes, above all for those who lead, and none for its own.
    fn wish(world: &State, speaker: Seat, claim: Claim) -> f32 {
        let of = claim.about();
        let all = SeatSet::full(world.players());
        let Some(clan) = world.card(speaker).clan().filter(|_| all.contains(of)) else { return 0.0 };
        let kin = world.card(of).clan() == Some(clan);
        let leader = |clan: Clan| crate::rules::ending::leader(world, clan);
        let leads = |clan: Clan| leader(clan) == Some(of);
        let (matters, wounds) = (leads(clan) || leads(clan.rival()), f32::from(world.wounds(of).min(3)));
        let worth = 0.5 + 0.1 * wounds + if matters { 0.3 } else { 0.0 };
        match claim {
            // A fourth wound for somebody who does not lead is a gift.
            Strike(_) | WillStrike(_) if kin || (wounds > 2.0 && !matters) => -1.0,
            WillStrike(_) if world.dagger != speaker || world.phase != Phase::Turn => 0.0,
            Strike(_) if world.dagger == speaker => 0.0,
            Strike(_) | WillStrike(_) => worth,
            Spare(_) | WillShield(_) if !kin => -1.0,
            WillShield(_) if world.ranked().contains(speaker) || leader(clan) == Some(speaker) => 0.0,
            Spare(_) | WillShield(_) if wounds > 1.0 => worth - 0.2,
            PassTo(_) if world.dagger == of || world.dagger == speaker => 0.0,
            PassTo(_) => {
                if kin {
                    0.4
                } else {
                    -1.0
                }
            }
            // Who stands alone afterwards has not asked for it, and not only who leads asks: that would tell.
            ShieldMe(_) if !matches!(world.phase, Phase::Answers { .. }) => 0.0,
            ShieldMe(_) if leads(clan) || wounds > 1.0 => 0.8,
            // Who leads is the clan's best secret, and a rank gives it away.
            Leads { leads: true, .. } | HasRank { .. } if kin && leads(clan) => -1.0,
            // A rival who captures a decoy has lost.
            LeaveMe(_) if !matches!(world.phase, Phase::Call { .. }) => 0.0,
            LeaveMe(_) if wounds > 2.0 && !leads(clan) && world.card(world.dagger).clan() != Some(clan) => {
                0.8
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
        let clue = Clue { of: you, side: Side::Beast };
        assert_eq!(BloodBound::address(clue, me), "I saw your clue: Beast.");
        assert_eq!(BloodBound::phrase(clue, me), "I saw the clue of {s3}: Beast.");
        assert!(BloodBound::address(Is { of: me, side: Side::Beast }, me).is_empty(), "about the speaker");
    }

    #[test]
    fn codes_are_dense_and_stable() {
        for code in 0..Claim::CODES {
            let claim = Claim::from_code(code).expect("no gaps");
            assert_eq!(claim.code(), code);
        }
        assert_eq!(Claim::CODES, 492 + 144);
        assert_eq!(Is { of: Seat::new(3), side: Side::Beast }.code(), 10);
        assert_eq!(Strike(Seat::new(0)).code(), 372);
        assert_eq!(WhichRank(Seat::new(11)).code(), 491);
    }
}
