//! Outside bots: other programs that are asked in JSON, as `docs/bot-protocol.md` describes.

use std::collections::VecDeque;

use serde_json::{Value, json};
use table::chance::quick;
use table::instinct::Instinct;
use table::plain::PlainText;
use table::talk::{Conversation, Spoken};
use table::{Code, Observer, Options, Seat, SeatSet, View};

use crate::bot::{Bot, Budget, Floor, Question, Utterance, Witnessed};
use crate::hearing::public;
use crate::policy_bot::PolicyBot;

/// A program that plays. Messages are JSON objects; the implementation has the pipes and the clock.
pub trait Outside: Send {
    /// The game begins; nothing is answered.
    fn start(&mut self, message: Value);

    /// Asks a question and waits for the code of an option, or for nothing where the moment may pass. What went wrong is a
    /// sentence. `instinct` is what instinct would do, for stand-ins that need no program.
    fn ask(
        &mut self,
        message: Value,
        instinct: &mut dyn FnMut() -> Option<u32>,
    ) -> Result<Option<u32>, String>;

    /// What it said with its last answer. It is heard once it has the floor.
    fn said(&mut self) -> Vec<Utterance> {
        Vec::new()
    }
}

/// Represents a program at the table. If it fails, instinct chooses.
pub(crate) struct ExternalBot<G: Instinct> {
    outside: Box<dyn Outside>,
    options: G::Options,
    instinct: PolicyBot<G>,
    seed: u64,
    /// What has been told since the last question.
    story: Vec<String>,
    started: bool,
    questions: u32,
    version: usize,
    /// Is there talk at the table?
    talks: bool,
    /// How much it has heard, and what it is about to say.
    heard: usize,
    words: VecDeque<Utterance>,
    complaint: Option<String>,
}

impl<G: Instinct> ExternalBot<G> {
    pub(crate) fn new(outside: Box<dyn Outside>, options: G::Options, talks: bool, seed: u64) -> Self {
        ExternalBot {
            outside,
            options,
            instinct: PolicyBot::new(seed, true),
            seed,
            story: Vec::new(),
            started: false,
            questions: 0,
            version: 0,
            talks,
            heard: 0,
            words: VecDeque::new(),
            complaint: None,
        }
    }

    /// Instinct for the present question, the same whether or not it has been asked before.
    fn fresh_instinct(&self) -> PolicyBot<G> {
        PolicyBot::new(self.seed ^ u64::from(self.questions) << 20, true)
    }

    fn start(&mut self, seat: Seat) {
        if !self.started {
            self.started = true;
            let seats: Vec<String> = Seat::all(self.options.players()).map(name).collect();
            self.outside.start(json!({
                "type": "start", "game": G::INFO.id, "options": self.options, "seat": seat, "seats": seats,
            }));
        }
    }

    fn question(&mut self, question: &Question<'_, G>) -> Value {
        let view = View {
            version: self.version,
            waiting: question.waiting,
            interrupts: SeatSet::EMPTY,
            scene: G::scene(question.observation, question.waiting),
            options: Vec::new(),
            may_undo: false,
            outcome: None,
            menu: None,
            proofs: Vec::new(),
            barred: Vec::new(),
            score_sheet: Vec::new(),
        };
        let text = PlainText { names: &name, width: 100, colour: false, words: None }.table(&view);
        let options: Vec<Value> = question
            .actions
            .iter()
            .zip(G::describe(question.observation, question.actions))
            .map(|(action, described)| {
                let label = described.label.with_names(name);
                json!({ "code": action.code(), "label": label, "action": action })
            })
            .collect();
        let mut ask = json!({
            "type": "ask", "revision": self.questions, "version": self.version, "waited_on": question.waited_on(),
            "observation": question.observation, "text": text, "story": std::mem::take(&mut self.story),
            "options": options,
        });
        if self.talks {
            ask["heard"] = self.news(question.said).into();
            ask["sayable"] = self.sayable(question).into();
        }
        ask
    }

    /// What was said since the last question.
    fn news(&mut self, said: &[Spoken]) -> Vec<Value> {
        let Some(grammar) = G::talk() else { return Vec::new() };
        let fresh = said.iter().skip(std::mem::replace(&mut self.heard, said.len()));
        let tell = |spoken: &Spoken| {
            let text = grammar.phrase(spoken.code, spoken.speaker).with_names(name);
            json!({
                "number": spoken.number, "speaker": spoken.speaker, "code": spoken.code,
                "claim": grammar.json(spoken.code), "text": text, "reply_to": spoken.reply_to,
            })
        };
        fresh.map(tell).collect()
    }

    /// What the seat may claim.
    fn sayable(&self, question: &Question<'_, G>) -> Vec<Value> {
        let Some(grammar) = G::talk() else { return Vec::new() };
        // What everybody sees is the same in every world that the seat holds possible.
        let public = public::<G>(&G::sample(question.observation, &mut quick(self.seed)));
        let talk = Conversation { game: G::INFO.name, grammar, said: question.said, version: self.version };
        let offers = talk.menu(&public, question.seat).sayable.into_iter();
        offers.map(|offer| json!({ "code": offer.code, "label": offer.label.with_names(name) })).collect()
    }
}

fn name(seat: Seat) -> String {
    format!("Seat {}", seat.number())
}

impl<G: Instinct> Bot<G> for ExternalBot<G> {
    fn decide(&mut self, question: &Question<'_, G>, budget: &mut Budget<'_>) -> Option<usize> {
        self.start(question.seat);
        if question.waited_on() && question.actions.len() == 1 {
            return Some(0);
        }
        self.questions += 1;
        self.instinct = self.fresh_instinct();
        let message = self.question(question);
        let mut instinct = || {
            let at = self.instinct.decide(question, budget)?;
            question.actions.get(at).map(|action| action.code())
        };
        let answer = self.outside.ask(message, &mut instinct).and_then(|code| match code {
            None if !question.waited_on() => Ok(None),
            None => Err("It let a moment pass in which the game waits for it.".to_owned()),
            Some(code) => match question.actions.iter().position(|action| action.code() == code) {
                Some(at) => Ok(Some(at)),
                None => Err(format!("It answered {code}, which is not one of its options.")),
            },
        });
        self.words.extend(self.outside.said());
        answer.unwrap_or_else(|why| {
            self.complaint = Some(why);
            self.instinct = self.fresh_instinct();
            self.instinct.decide(question, budget)
        })
    }

    fn witness(&mut self, seen: &Witnessed<'_, G>) {
        self.start(seen.seat);
        self.version = seen.version;
        let observer = Observer::Seat(seen.seat);
        let lines = seen.events.iter().map(|event| G::narrate(event, observer).with_names(name));
        self.story.extend(lines.filter(|line| !line.is_empty()));
    }

    fn speak(&mut self, _: &Floor<'_, G>) -> Option<Utterance> {
        self.words.pop_front()
    }

    fn remembers(&self) -> bool {
        true
    }

    fn complaint(&mut self) -> Option<String> {
        self.complaint.take()
    }
}
