//! What can be said, as a numbered list.

use table::talk::{Class, Heard, Reply};
use table::{Code, Line, Observer, SeatSet, Text, View, say};

use crate::connection::Look;

/// How many older claims can be answered.
const ANSWERED: usize = 4;

/// Something that can be said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sentence {
    /// In words.
    pub label: Text,
    /// The claim's code; of one about a set of seats, that of the empty set.
    pub code: u32,
    /// The number of the claim that it answers.
    pub reply_to: Option<u32>,
    /// Of a claim about a set of seats: who can be in it.
    pub among: SeatSet,
    /// And who is in it at first.
    pub marked: SeatSet,
}

impl Sentence {
    /// The code of the claim about these seats, if it can be about them.
    pub fn about(&self, seats: SeatSet) -> Option<u32> {
        let fits = seats.minus(self.among).is_empty() && seats.is_empty() == self.among.is_empty();
        fits.then(|| self.code + u32::from(seats.bits()))
    }
}

/// All that an observer can say: what the menu offers, and answers to what was said.
pub fn sentences(view: &View, heard: &[Heard], observer: Observer) -> Vec<Sentence> {
    let (Some(menu), Some(me)) = (&view.menu, observer.seat()) else { return Vec::new() };
    let offers = menu.sayable.iter().map(|offer| Sentence {
        label: offer.label.clone(),
        code: offer.code,
        reply_to: None,
        among: offer.choose.map_or(SeatSet::EMPTY, |choose| choose.among),
        marked: offer.choose.map_or(SeatSet::EMPTY, |choose| choose.marked),
    });
    let stands = |claim: &&Heard| {
        let answerable = claim.speaker == me || claim.class != Class::Question && claim.code >= Reply::CODES;
        answerable
            && claim.code != Reply::TakeBack.code()
            && heard.iter().all(|later| later.replaces != Some(claim.number))
    };
    let answers = heard.iter().rev().filter(stands).take(ANSWERED).flat_map(|claim| {
        let answer = |reply: Reply, label| Sentence {
            label,
            code: reply.code(),
            reply_to: Some(claim.number),
            among: SeatSet::EMPTY,
            marked: SeatSet::EMPTY,
        };
        let (speaker, text) = (claim.speaker, &claim.text);
        match speaker == me {
            true => vec![answer(Reply::TakeBack, say!("I take that back: {text}"))],
            false => vec![
                answer(Reply::Agree, say!("I agree with {speaker}: {text}")),
                answer(Reply::Deny, say!("I deny what {speaker} said: {text}")),
            ],
        }
    });
    if menu.sayable.is_empty() { Vec::new() } else { offers.chain(answers).collect() }
}

/// The story with what was said in it.
pub fn with_talk(story: Vec<Line>, heard: &[Heard]) -> Vec<Line> {
    let mut claims = heard.iter().peekable();
    let mut told = Vec::with_capacity(story.len() + heard.len());
    let line = |claim: &Heard| {
        // "I agree." says nothing without what it answers.
        let answered = heard.iter().find(|other| Some(other.number) == claim.reply_to);
        let (speaker, words) = (claim.speaker, &claim.text);
        let text = match answered.filter(|_| claim.code < Reply::CODES) {
            Some(answered) => say!("{speaker}: {words} ({answered})", answered = answered.text),
            None => say!("{speaker}: {words}"),
        };
        Line { version: claim.after, text, beat: Default::default() }
    };
    for next in story {
        while let Some(claim) = claims.next_if(|claim| claim.after < next.version) {
            told.push(line(claim));
        }
        told.push(next);
    }
    told.extend(claims.map(line));
    told
}

/// What can be said lies over the options.
pub(crate) struct Saying {
    /// The look without it.
    pub(crate) real: Look,
    pub(crate) sentences: Vec<Sentence>,
    /// A claim about a set of seats, and who is in it so far.
    pub(crate) choosing: Option<(Sentence, SeatSet)>,
}
