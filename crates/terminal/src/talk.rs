//! What can be said, as a numbered list.

use table::talk::{Class, Heard, Reply};
use table::{Choice, Code, Described, Line, Name, Observer, SeatSet, Text, View, say};

use crate::app::App;
use crate::connection::{Connection, Look, Request};

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
    let line = |claim: &Heard| Line {
        version: claim.after,
        text: say!("{speaker}: {claim}", speaker = claim.speaker, claim = claim.text),
        beat: Default::default(),
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
    real: Look,
    sentences: Vec<Sentence>,
    /// A claim about a set of seats, and who is in it so far.
    choosing: Option<(Sentence, SeatSet)>,
}

impl App {
    /// Lists what can be said in place of the options.
    pub(crate) fn start_saying(&mut self) {
        let Some(real) = self.look.clone() else { return };
        self.selected = 0;
        self.say_over(real, None);
        if self.saying.is_none() {
            self.notice = Some(say!("You cannot say anything now."));
        }
    }

    /// Something new to look at while the list is open: it stays, so that no number means something else.
    pub(crate) fn say_over(&mut self, real: Look, choosing: Option<(Sentence, SeatSet)>) {
        let sentences = sentences(&real.view, &real.heard, real.observer);
        if sentences.is_empty() {
            self.saying = None;
            self.look = Some(real);
            return;
        }
        let labels: Vec<Text> = match &choosing {
            None => sentences.iter().map(|sentence| sentence.label.clone()).collect(),
            Some((sentence, chosen)) => {
                let seat = |seat| {
                    let mark = Name(if chosen.contains(seat) { "[x]" } else { "[ ]" });
                    say!("{mark} {seat}")
                };
                sentence.among.iter().map(seat).chain([say!("Say it")]).collect()
            }
        };
        let mut look = real.clone();
        look.view.options = (0..)
            .zip(labels)
            .map(|(code, label)| Choice {
                code,
                action: Default::default(),
                described: Described::new(label, [""; 0]),
            })
            .collect();
        look.view.scene.prompt = match &choosing {
            None => say!("What do you want to say? Esc: nothing."),
            Some((sentence, _)) => sentence.label.clone(),
        };
        self.look = Some(look);
        self.saying = Some(Saying { real, sentences, choosing });
    }

    pub(crate) fn stop_saying(&mut self) {
        if let Some(saying) = self.saying.take() {
            self.look = Some(saying.real);
            self.selected = 0;
            self.typed.clear();
            self.filter = None;
        }
    }

    /// Says the selected sentence, or opens or changes the set of seats that it is about.
    pub(crate) fn say_selected(&mut self, connection: &mut dyn Connection) {
        let (at, Some(saying)) = (self.selected, &self.saying) else { return };
        let (claim, next) = match &saying.choosing {
            None => match saying.sentences.get(at) {
                Some(sentence) if sentence.among.is_empty() => {
                    (Some((sentence.code, sentence.reply_to)), None)
                }
                Some(sentence) => (None, Some((sentence.clone(), sentence.marked))),
                None => return,
            },
            Some((sentence, chosen)) => match sentence.among.iter().nth(at) {
                None => match sentence.about(*chosen) {
                    Some(code) => (Some((code, None)), None),
                    None => return,
                },
                Some(seat) if chosen.contains(seat) => (None, Some((sentence.clone(), chosen.without(seat)))),
                Some(seat) => (None, Some((sentence.clone(), chosen.with(seat)))),
            },
        };
        self.typed.clear();
        self.filter = None;
        match (claim, next) {
            (Some((code, reply_to)), _) => {
                connection.ask(Request::Claim { code, reply_to });
                self.stop_saying();
            }
            (None, next) => {
                if saying.choosing.is_none() {
                    self.selected = 0;
                }
                let real = saying.real.clone();
                self.say_over(real, next);
            }
        }
    }

    /// What is being chosen, for a look that comes meanwhile.
    pub(crate) fn choosing(&self) -> Option<(Sentence, SeatSet)> {
        self.saying.as_ref().and_then(|saying| saying.choosing.clone())
    }
}
