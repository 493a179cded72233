//! What can be said at the table: who somebody is, what was seen, and what is to be done.

use serde::{Deserialize, Serialize};
use table::talk::{Assertion, Class, Offer, Stance, Tag};
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
            let questions = [WhichClan(of), WhichClue(of), WhichRank(of)];
            offers.extend(deeds.into_iter().chain(questions).map(Offer::from));
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
        };
        Tag { class, about: Some(about), group, icon, set: None }
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
            Clue { of, side } => say!("The clue of {of} is {side}.", side = side.name()),
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
            _ => return Stance::Moot,
        };
        if knows { Stance::Known(truth) } else { Stance::Opinion(truth) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_dense_and_stable() {
        for code in 0..Claim::CODES {
            let claim = Claim::from_code(code).expect("no gaps");
            assert_eq!(claim.code(), code);
        }
        assert_eq!(Claim::CODES, 492);
        assert_eq!(Is { of: Seat::new(3), side: Side::Beast }.code(), 10);
        assert_eq!(Strike(Seat::new(0)).code(), 372);
        assert_eq!(WhichRank(Seat::new(11)).code(), 491);
    }
}
