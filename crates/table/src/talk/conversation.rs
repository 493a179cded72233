//! The talk of one match: who may say what, and what it does to what was said before.

use super::{
    By, Choose, Class, FACTS, Grammar, Heard, IN_A_GAME, INTENTS, LISTS, Menu, Offer, Reply, Sayable, Spoken,
    Tag, find,
};
use crate::code::Code;
use crate::refusal::Refusal;
use crate::seat::{Seat, SeatSet};
use crate::text::{Name, say};

/// The talk of one match: what was said so far.
pub struct Conversation<'a, O: 'static, S: 'static> {
    /// The game's name.
    pub game: &'static str,
    /// What can be said in it.
    pub grammar: &'static dyn Grammar<O, S>,
    /// What was said, oldest first.
    pub said: &'a [Spoken],
    /// How many actions have been taken.
    pub version: usize,
}

impl<O: 'static, S: 'static> Conversation<'_, O, S> {
    /// What a seat may say now, and how much.
    pub fn menu(&self, public: &O, speaker: Seat) -> Menu {
        let on_the_floor = self.grammar.floor(public).contains(speaker);
        let offers = if on_the_floor { self.grammar.sayable(public, speaker) } else { Vec::new() };
        let sayable = |Offer { claim, among }: Offer<u32>| {
            let Tag { class, about, group, icon, set, .. } = self.grammar.tag(claim, speaker)?;
            let choose = set.map(|marked| Choose { among, marked });
            let code = claim - u32::from(set.unwrap_or_default().bits());
            Some(Sayable {
                code,
                class,
                about,
                group: group.into(),
                icon: icon.into(),
                label: self.grammar.phrase(code, speaker),
                choose,
            })
        };
        let spent = self.spent(speaker);
        Menu {
            sayable: offers.into_iter().filter_map(sayable).collect(),
            facts: FACTS.saturating_sub(spent.facts),
            intents: INTENTS.saturating_sub(spent.intents),
            lists: LISTS.saturating_sub(spent.lists),
            in_all: IN_A_GAME.saturating_sub(spent.in_all),
        }
    }

    /// What a seat has said, counted as the limits count it.
    fn spent(&self, speaker: Seat) -> Spent {
        let mut spent = Spent::default();
        for spoken in self.said.iter().filter(|spoken| spoken.speaker == speaker) {
            let Some(tag) = self.tag(spoken) else { continue };
            spent.in_all = spent.in_all.saturating_add(1);
            spent.lists = spent.lists.saturating_add(tag.set.is_some().into());
            if spoken.after == self.version {
                let count = if tag.class.states() { &mut spent.facts } else { &mut spent.intents };
                *count = count.saturating_add(1);
            }
        }
        spent
    }

    /// What sort of thing was said.
    pub fn tag(&self, spoken: &Spoken) -> Option<Tag> {
        let Some(reply) = Reply::from_code(spoken.code) else {
            return self.grammar.tag(spoken.code, spoken.speaker);
        };
        let to = find(self.said, spoken.reply_to)?;
        Some(reply.tag(self.grammar.tag(to.code, to.speaker)?, to.speaker))
    }

    /// Something new, or why it cannot be said now.
    pub fn admit(
        &self,
        public: &O,
        speaker: Seat,
        code: u32,
        reply_to: Option<u32>,
        by: By,
    ) -> Result<Spoken, Refusal> {
        if !self.grammar.floor(public).contains(speaker) {
            return Err(Refusal::not_allowed(say!("Nobody may speak at this moment.")));
        }
        let spoken = self.read(public, speaker, code, reply_to, by)?;
        if Reply::from_code(code).is_none()
            && !self.grammar.sayable(public, speaker).iter().any(|offer| self.covers(offer, code, speaker))
        {
            return Err(Refusal::not_allowed(say!("You cannot say that now.")));
        }
        let tag = self.tag(&spoken).ok_or_else(unknown_reply)?;
        let before = find(self.said, spoken.replaces);
        if before.is_some_and(|before| {
            (before.code, before.reply_to) == (code, reply_to)
                && (tag.class.states() || before.after == self.version)
        }) {
            return Err(Refusal::not_allowed(say!("You have said that already.")));
        }
        let spent = self.spent(speaker);
        let (now, most) = if tag.class.states() { (spent.facts, FACTS) } else { (spent.intents, INTENTS) };
        if now >= most {
            return Err(Refusal::not_allowed(say!(
                "You have said enough for now: speak again after the next action."
            )));
        }
        if spent.in_all >= IN_A_GAME || tag.set.is_some() && spent.lists >= LISTS {
            return Err(Refusal::not_allowed(say!("You have said enough of that in this game.")));
        }
        Ok(spoken)
    }

    /// Something that was said, without asking whether it may be.
    pub(crate) fn read(
        &self,
        public: &O,
        speaker: Seat,
        code: u32,
        reply_to: Option<u32>,
        by: By,
    ) -> Result<Spoken, Refusal> {
        if code >= self.grammar.codes() {
            return Err(Refusal::malformed(say!(
                "{code} is not the number of a claim of {game}.",
                game = Name(self.game)
            )));
        }
        let answered = match (reply_to, find(self.said, reply_to)) {
            (Some(number), None) => {
                return Err(Refusal::malformed(say!("Nothing with the number {number} was said.")));
            }
            (_, answered) => answered,
        };
        let answered_tag = answered.and_then(|to| self.grammar.tag(to.code, to.speaker));
        let mut spoken = Spoken {
            number: self.said.len() as u32 + 1,
            after: self.version,
            speaker,
            code,
            reply_to,
            replaces: None,
            by,
            moment: self.grammar.moment(public, speaker),
        };
        spoken.replaces = match (Reply::from_code(code), answered, answered_tag) {
            (None, ..) => self.tag(&spoken).and_then(|tag| {
                self.standing(speaker, |spoken, said| {
                    Reply::from_code(spoken.code).is_none()
                        && (said.about, said.group) == (tag.about, tag.group)
                })
            }),
            (Some(_), None, _) => return Err(unknown_reply()),
            (Some(Reply::TakeBack), Some(own), _) if own.speaker == speaker => {
                let stands = self.said.iter().all(|later| later.replaces != reply_to);
                if !stands || own.code == Reply::TakeBack.code() {
                    return Err(Refusal::not_allowed(say!("You no longer say that.")));
                }
                reply_to
            }
            (Some(Reply::TakeBack), ..) => {
                return Err(Refusal::not_allowed(say!("You can take back only what you said yourself.")));
            }
            (Some(Reply::Agree | Reply::Deny), Some(other), Some(tag))
                if other.speaker != speaker && tag.class != Class::Question =>
            {
                self.standing(speaker, |spoken, _| {
                    spoken.reply_to == reply_to && Reply::from_code(spoken.code).is_some()
                })
            }
            (Some(Reply::Agree | Reply::Deny), ..) => {
                return Err(Refusal::not_allowed(say!(
                    "You can agree to or deny only what somebody else claims."
                )));
            }
        };
        Ok(spoken)
    }

    /// The last thing a seat said that fits, unless it was replaced or taken back.
    fn standing(&self, speaker: Seat, fits: impl Fn(&Spoken, Tag) -> bool) -> Option<u32> {
        let own = self.said.iter().filter(|spoken| spoken.speaker == speaker);
        let last = own.rev().find(|spoken| self.tag(spoken).is_some_and(|tag| fits(spoken, tag)))?;
        self.said.iter().all(|later| later.replaces != Some(last.number)).then_some(last.number)
    }

    /// Is this one of the claims that are offered?
    fn covers(&self, offer: &Offer<u32>, code: u32, speaker: Seat) -> bool {
        let Some(marked) = self.grammar.tag(offer.claim, speaker).and_then(|tag| tag.set) else {
            return offer.claim == code;
        };
        let chosen = code.checked_sub(offer.claim - u32::from(marked.bits()));
        chosen
            .and_then(SeatSet::from_code)
            .is_some_and(|set| !set.is_empty() && set.minus(offer.among).is_empty())
    }

    pub(crate) fn heard(&self, spoken: &Spoken) -> Option<Heard> {
        let Tag { class, about, group, icon, .. } = self.tag(spoken)?;
        let Spoken { number, after, speaker, code, reply_to, replaces, by, .. } = *spoken;
        Some(Heard {
            number,
            after,
            speaker,
            code,
            claim: self.grammar.json(code),
            class,
            about,
            group: group.into(),
            icon: icon.into(),
            text: self.grammar.phrase(code, speaker),
            to_you: self.grammar.address(code, speaker),
            reply_to,
            replaces,
            by,
        })
    }
}

#[derive(Clone, Copy, Default)]
struct Spent {
    facts: u8,
    intents: u8,
    lists: u8,
    in_all: u8,
}

fn unknown_reply() -> Refusal {
    Refusal::malformed(say!("Say what you agree to, deny or take back."))
}
