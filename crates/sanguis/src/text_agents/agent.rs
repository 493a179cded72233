//! A seat played by text: the prompt, the strict reading of the answer, one more try, and then instinct.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use bots::{Outside, Utterance};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use table::talk::Reply as Answer;
use table::{Code, rulebook};

use super::hash;
use super::model::{Model, Prompt, Reply};

/// The longest note to itself that an agent gets back, in characters.
const NOTE: usize = 400;

/// Of every this many questions, one asks who is on the agent's side.
const BELIEFS: u64 = 4;

/// The prompt, unless the agent's file has its own.
pub(crate) const PROMPT: &str = "\
You play {game}. You are {seat}. Try to win.

{rules}
The table as you see it:
{table}
What happened since your last decision:
{story}
{talk}Your notes from earlier: {note}

Your options, each after its code:
{options}
Answer with one JSON object and nothing else: {\"code\": CODE, \"note\": \"what you want to remember\"}. CODE is the code of one of \
your options{pass}. The note may be left out; it has at most 400 characters and replaces your earlier notes.{beliefs}";

/// What a table with talk adds to it: what was said, and what can be said.
const TALK: &str = "\
What players said since your last decision. It is data, and need not be true:
{heard}
You may say one thing to everybody with your answer: \"say\": CLAIM. With \"reply_to\": NUMBER it answers something that was said; then CLAIM can \
also be 0 (I agree), 1 (I deny that) or, to your own words, 2 (I take that back). What you can say, each after its CLAIM:
{sayable}
";

/// What was asked and answered in one game, and what went wrong how often.
#[derive(Default)]
pub(crate) struct GameLog {
    /// Lines of the transcript.
    pub(crate) lines: Vec<Value>,
    /// By place in the field.
    pub(crate) tallies: Vec<Tally>,
    /// By place in the field: does a seat of it play by text? Where only one may, the first that asks does.
    claimed: Vec<bool>,
    /// Seats that play by text.
    pub(crate) seats: Vec<u64>,
    /// By place in the field, what a seat thinks of the chance that another is on its side.
    pub(crate) beliefs: Vec<(usize, u64, u64, f64)>,
}

impl GameLog {
    pub(crate) fn new(field: usize) -> GameLog {
        GameLog { tallies: vec![Tally::default(); field], claimed: vec![false; field], ..GameLog::default() }
    }
}

/// What an agent did, over some games.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Tally {
    /// Decisions it was asked for.
    pub(crate) questions: u64,
    /// Answers that were not the code of an option.
    pub(crate) invalid: u64,
    /// Questions that were put once more, with the reason.
    pub(crate) retried: u64,
    /// No answer: it crashed, or took too long.
    pub(crate) failed: u64,
    /// Decisions that instinct made in its place.
    pub(crate) substituted: u64,
    /// Tokens of all prompts.
    pub(crate) tokens_in: u64,
    /// Tokens of all replies.
    pub(crate) tokens_out: u64,
    /// Milliseconds it took, as reported by the model.
    pub(crate) milliseconds: u64,
    /// How many chances it gave for others to be on its side.
    pub(crate) beliefs: u64,
    /// Their mean log-loss: 0.693 for an agent that always says one half, 0 for one that knows.
    pub(crate) log_loss: f64,
    /// Decisions that were reviewed, and those of them that were as good as a bot's.
    pub(crate) reviewed: u64,
    pub(crate) right: u64,
    /// What the other decisions gave away: the sum of the win chance by which a bot's choice was better.
    pub(crate) given_away: f64,
    /// What went wrong first.
    pub(crate) first_trouble: Option<String>,
}

impl Tally {
    pub(crate) fn add(&mut self, other: &Tally) {
        self.questions += other.questions;
        self.invalid += other.invalid;
        self.retried += other.retried;
        self.failed += other.failed;
        self.substituted += other.substituted;
        self.tokens_in += other.tokens_in;
        self.tokens_out += other.tokens_out;
        self.milliseconds += other.milliseconds;
        let (own, more) = (self.beliefs as f64, other.beliefs as f64);
        self.log_loss = (own * self.log_loss + more * other.log_loss) / (own + more).max(1.0);
        self.beliefs += other.beliefs;
        self.reviewed += other.reviewed;
        self.right += other.right;
        self.given_away += other.given_away;
        if self.first_trouble.is_none() {
            self.first_trouble.clone_from(&other.first_trouble);
        }
    }
}

/// How agents of a kind are asked.
pub(crate) struct Manner {
    pub(crate) prompt: String,
    /// All rules in every prompt, or the idea in a minute?
    pub(crate) all_rules: bool,
    /// Asked when it could interrupt?
    pub(crate) interrupts: bool,
    /// Only one seat of its side plays by text; instinct plays the others.
    pub(crate) alone: bool,
}

/// A seat that is played by text.
pub(crate) struct TextAgent {
    pub(crate) model: Box<dyn Model>,
    pub(crate) manner: Arc<Manner>,
    pub(crate) log: Arc<Mutex<GameLog>>,
    /// Its place in the field.
    pub(crate) who: usize,
    /// Deal and rotation.
    pub(crate) place: String,
    pub(crate) seat: u64,
    pub(crate) game: String,
    pub(crate) note: String,
    pub(crate) asked: u64,
    pub(crate) silent: bool,
    /// What it says with its last answer.
    pub(crate) word: Option<Utterance>,
}

/// What an agent answers.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Decision {
    code: Option<u32>,
    note: Option<String>,
    /// The code of a claim, and the number of what it answers.
    say: Option<u32>,
    reply_to: Option<u32>,
    /// By seat, the chance that it is on the agent's side.
    #[serde(default)]
    mates: BTreeMap<u64, f64>,
    /// Agents may think aloud; nobody reads it but people, in the transcript.
    #[serde(rename = "reason")]
    _reason: Option<String>,
}

/// The decision in a reply. Nothing is guessed from prose: the whole reply is the object, perhaps in a code fence.
fn decision(reply: &str, codes: &[u32], sayable: &[u32], waited_on: bool) -> Result<Decision, String> {
    let text = reply.trim();
    let inner = text.strip_prefix("```json").or_else(|| text.strip_prefix("```"));
    let text = inner.and_then(|inner| inner.strip_suffix("```")).unwrap_or(text).trim();
    let decision: Decision = serde_json::from_str(text)
        .map_err(|error| format!("It is not the JSON object asked for ({error})."))?;
    match decision.code {
        Some(code) if !codes.contains(&code) => Err(format!("{code} is not the code of one of the options.")),
        None if waited_on => Err("The code is missing, and the game waits for it.".to_owned()),
        _ if decision.mates.values().any(|chance| !(0.0..=1.0).contains(chance)) => {
            Err("A chance is between 0 and 1.".to_owned())
        }
        _ if decision.say.is_some_and(|say| {
            let answers = say < Answer::CODES && decision.reply_to.is_some();
            !answers && !sayable.contains(&say)
        }) =>
        {
            Err("That is not the code of something you can say.".to_owned())
        }
        _ => Ok(decision),
    }
}

impl TextAgent {
    fn prompt(&self, message: &Value) -> String {
        let info = shelf::find(&self.game).map(|entry| entry.game.info());
        let rules = info.as_ref().map_or(String::new(), |info| match self.manner.all_rules {
            true => info.rules.to_owned(),
            false => rulebook::on_topic(info.rules, "1"),
        });
        let lines = |name: &str, line: &dyn Fn(&Value) -> String| -> String {
            message[name].as_array().into_iter().flatten().map(|it| line(it) + "\n").collect()
        };
        let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let pass = if message["waited_on"] == true { "" } else { ", or null to let the moment pass" };
        let said = |it: &Value| {
            let answers = it["reply_to"].as_u64().map_or(String::new(), |number| format!(", to {number}"));
            format!("{}) Seat {}{answers}: {}", it["number"], it["speaker"], it["text"])
        };
        let offer = |it: &Value| format!("{}: {}", it["code"], word(&it["label"]));
        let talk = [("{heard}", lines("heard", &said)), ("{sayable}", lines("sayable", &offer))];
        let parts = [
            ("{game}", info.map_or(self.game.clone(), |info| info.name.to_owned())),
            ("{seat}", format!("Seat {}", self.seat)),
            ("{rules}", rules),
            ("{table}", word(&message["text"])),
            ("{story}", lines("story", &word)),
            (
                "{note}",
                if self.note.is_empty() { "none".to_owned() } else { Value::from(&*self.note).to_string() },
            ),
            ("{options}", lines("options", &offer)),
            ("{pass}", pass.to_owned()),
            ("{beliefs}", self.beliefs()),
            ("{talk}", if message["sayable"].is_array() { fill(TALK, &talk) } else { String::new() }),
        ];
        fill(&self.manner.prompt, &parts)
    }

    /// Sometimes asks for its beliefs, in games with hidden sides.
    fn beliefs(&self) -> String {
        match self.asks_beliefs() {
            true => " Add \"mates\": {\"2\": 0.5, \u{2026}}: for every other seat, by its number, the chance that it is on your side, \
                     from 0 to 1."
                .to_owned(),
            false => String::new(),
        }
    }

    fn asks_beliefs(&self) -> bool {
        let sides = shelf::find(&self.game).is_ok_and(|entry| entry.game.claim_codes() > 0);
        sides && self.asked % BELIEFS == 1
    }

    fn log(&self, change: impl FnOnce(&mut GameLog)) {
        change(&mut self.log.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Records a prompt and its result.
    fn note_down(&self, prompt: &str, attempt: u32, reply: &Result<Reply, String>, trouble: Option<&str>) {
        let mut line = json!({
            "game": self.game, "place": self.place_of(attempt), "seat": self.seat, "question": self.asked, "try": attempt,
            "prompt_hash": hash(prompt), "prompt": prompt,
        });
        match reply {
            Ok(reply) => line["reply"] = json!(reply),
            Err(why) => line["failed"] = json!(why),
        }
        line["invalid"] = json!(trouble);
        self.log(|log| {
            let tally = &mut log.tallies[self.who];
            match reply {
                Ok(reply) => {
                    tally.tokens_in += reply.tokens_in;
                    tally.tokens_out += reply.tokens_out;
                    tally.milliseconds += reply.ms;
                    tally.invalid += u64::from(trouble.is_some());
                }
                Err(_) => tally.failed += 1,
            }
            let trouble = trouble.map(str::to_owned).or_else(|| reply.as_ref().err().cloned());
            tally.first_trouble = tally.first_trouble.take().or(trouble);
            log.lines.push(line);
        });
    }

    fn place_of(&self, attempt: u32) -> String {
        format!("{}/{}/{}/{attempt}", self.place, self.seat, self.asked)
    }
}

/// A text with its places filled in. In one pass, so that what is filled in is never filled in again.
fn fill(template: &str, parts: &[(&str, String)]) -> String {
    let (mut out, mut rest) = (String::new(), template);
    while let Some(at) = rest.find('{') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        match parts.iter().find(|(name, _)| rest.starts_with(name)) {
            Some((name, text)) => {
                out.push_str(text);
                rest = &rest[name.len()..];
            }
            None => {
                out.push('{');
                rest = &rest[1..];
            }
        }
    }
    out + rest
}

impl Outside for TextAgent {
    fn start(&mut self, message: Value) {
        self.seat = message["seat"].as_u64().unwrap_or(0);
        self.game = message["game"].as_str().unwrap_or_default().to_owned();
        let (who, alone) = (self.who, self.manner.alone);
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        self.silent = std::mem::replace(&mut log.claimed[who], true) && alone;
        if !self.silent {
            log.seats.push(self.seat);
        }
    }

    fn ask(
        &mut self,
        message: Value,
        instinct: &mut dyn FnMut() -> Option<u32>,
    ) -> Result<Option<u32>, String> {
        let waited_on = message["waited_on"] == true;
        if self.silent {
            return Ok(instinct());
        }
        if !waited_on && !self.manner.interrupts {
            return Ok(None);
        }
        self.asked += 1;
        self.log(|log| log.tallies[self.who].questions += 1);
        let options = message["options"].as_array().map(Vec::as_slice).unwrap_or_default();
        let sayable = message["sayable"].as_array().map(Vec::as_slice).unwrap_or_default();
        let codes = |list: &[Value]| -> Vec<u32> {
            list.iter().filter_map(|it| it["code"].as_u64()?.try_into().ok()).collect()
        };
        let (codes, sayable) = (codes(options), codes(sayable));
        let mates = self.asks_beliefs().then(|| seats(&message));
        let first = self.prompt(&message);
        let mut text = first.clone();
        let mut why = String::new();
        for attempt in 1..=2 {
            let mut prompt = Prompt {
                text: &text,
                place: self.place_of(attempt),
                codes: &codes,
                sayable: &sayable,
                mates: mates.unwrap_or(0),
                instinct,
            };
            let reply = self.model.complete(&mut prompt);
            let decided = reply.as_ref().ok().map(|reply| decision(&reply.text, &codes, &sayable, waited_on));
            let trouble = decided.as_ref().and_then(|decided| decided.as_ref().err());
            self.note_down(&text, attempt, &reply, trouble.map(String::as_str));
            match (reply, decided) {
                (Ok(_), Some(Ok(decision))) => {
                    if let Some(note) = decision.note {
                        self.note = note.chars().filter(|sign| !sign.is_control()).take(NOTE).collect();
                    }
                    let reply_to = decision.reply_to;
                    self.word = decision.say.map(|code| Utterance { code, reply_to });
                    let (who, seat) = (self.who, self.seat);
                    let chances = decision.mates.into_iter().filter(|(other, _)| *other != seat);
                    self.log(|log| {
                        log.beliefs.extend(chances.map(|(other, chance)| (who, seat, other, chance)))
                    });
                    return Ok(decision.code);
                }
                (Ok(reply), Some(Err(reason))) => {
                    let quoted: String = reply.text.chars().take(NOTE).collect();
                    text = format!(
                        "{first}\n\nYou have answered {}. That cannot be used: {reason} Answer once more.",
                        Value::from(quoted)
                    );
                    self.log(|log| log.tallies[self.who].retried += u64::from(attempt == 1));
                    why = reason;
                }
                // One that is gone or hangs is not asked again.
                (reply, _) => {
                    why = reply.err().unwrap_or(why);
                    break;
                }
            }
        }
        self.log(|log| log.tallies[self.who].substituted += 1);
        Err(why)
    }

    fn said(&mut self) -> Vec<Utterance> {
        self.word.take().into_iter().collect()
    }
}

/// How many seats the table has.
fn seats(message: &Value) -> u64 {
    message["observation"]["seats"].as_array().map_or(0, |seats| seats.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_guessed_from_prose() {
        let read = |reply: &str| decision(reply, &[3, 17], &[40], true).map(|decision| decision.code);
        for good in [
            "{\"code\": 17}",
            " {\"code\":17,\"note\":\"n\",\"reason\":\"r\"}\n",
            "```json\n{\"code\": 17}\n```",
            "{\"code\": 17, \"say\": 40}",
            "{\"code\": 17, \"say\": 1, \"reply_to\": 2, \"mates\": {\"2\": 0.25}}",
        ] {
            assert_eq!(read(good), Ok(Some(17)), "{good}");
        }
        for bad in [
            "",
            "17",
            "{\"code\": 18}",
            "{\"code\": \"17\"}",
            "{\"code\": null}",
            "{}",
            "{\"code\": 17, \"move\": 3}",
            "{\"code\": 17, \"say\": 41}",
            "{\"code\": 17, \"say\": 1}",
            "{\"code\": 17, \"mates\": {\"2\": 1.5}}",
            "I play {\"code\": 17}",
            "{\"code\": 17} {\"code\": 3}",
            "{\"code\": 17",
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
        assert_eq!(decision("{\"code\": null}", &[3], &[], false).map(|decision| decision.code), Ok(None));
    }
}
