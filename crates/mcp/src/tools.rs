//! What a model can do, as plain functions over the API of a house. A refusal is a sentence.

use std::fmt::Write;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use table::digest::Digest;
use table::talk::Reply;
use table::{Code, Refused, Seat, Text, rulebook};
use wire::{Command, Done, Frame, Problem, Stage, TableAct};

use crate::look::{self, LONGEST, is_asked, plain};
use crate::notes::Own;
use crate::{Api, PATIENCE, checked};

/// What a tool tells the model.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// For models.
    pub text: String,
    /// For programs, where they asked for it.
    pub data: Option<Value>,
}

impl From<String> for Told {
    fn from(text: String) -> Told {
        Told { text, data: None }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Sit {
    game: Option<String>,
    players: Option<u32>,
    level: Option<String>,
    table: Option<String>,
    link: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Look {
    table: String,
    since: Option<usize>,
    #[serde(default)]
    full: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wait {
    table: String,
    since: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Act {
    table: String,
    revision: u32,
    code: u32,
    say: Option<String>,
    note: Option<String>,
}

/// What to remember, or nothing to read it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Note {
    table: String,
    text: Option<String>,
}

/// Free text, or a claim, the code of something sayable. With neither: what can be claimed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Say {
    table: String,
    text: Option<String>,
    claim: Option<u32>,
    reply_to: Option<u32>,
    revision: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    game: String,
    #[serde(default)]
    topic: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Review {
    table: String,
}

/// What answers begin with the seat's own notes.
const REMINDED: [&str; 4] = ["sit", "look", "wait", "act"];

/// Calls a tool by its name. Gives nothing if no tool is called that.
pub(crate) async fn call(
    api: &dyn Api,
    own: Own<'_>,
    name: &str,
    arguments: Map<String, Value>,
) -> Option<Result<Told, String>> {
    let arguments = Value::Object(arguments);
    let table = arguments["table"].as_str().map(str::to_owned).filter(|_| REMINDED.contains(&name));
    let told = match name {
        "tables" => run(name, arguments, |Nothing {}| tables(api)).await,
        "sit" => run(name, arguments, |wish| sit(api, wish)).await,
        "look" => run(name, arguments, |wish| look_at(api, wish)).await,
        "wait" => run(name, arguments, |wish| wait(api, wish)).await,
        "act" => run(name, arguments, |wish| act(api, own, wish)).await,
        "note" => run(name, arguments, |wish| note(api, own, wish)).await,
        "say" => run(name, arguments, |wish| say(api, wish)).await,
        "rules" => run(name, arguments, |wish| rules(api, wish)).await,
        "review" => run(name, arguments, |wish| review(api, wish)).await,
        _ => return None,
    };
    Some(told.map(|mut told| {
        told.text.insert_str(0, &table.map_or(String::new(), |table| own.reminder(&table)));
        told
    }))
}

async fn run<A: DeserializeOwned, F: Future<Output = Result<Told, String>>>(
    tool: &str,
    arguments: Value,
    work: impl FnOnce(A) -> F,
) -> Result<Told, String> {
    match serde_json::from_value(arguments) {
        Ok(arguments) => work(arguments).await,
        Err(error) => Err(format!("The arguments of {tool} cannot be read: {error}.")),
    }
}

/// Why a house said no, as a sentence.
pub(crate) fn sentence(problem: &Problem) -> String {
    let words = plain(&problem.reason);
    match (&problem.rule, problem.kind) {
        (Some(rule), _) => format!("{words} (Rule {rule}.)"),
        (None, Refused::Busy | Refused::Unavailable) => format!("{words} Send the same again then."),
        (None, _) => words,
    }
}

async fn get(api: &dyn Api, path: String) -> Result<Value, String> {
    api.ask("GET", path, None).await.map_err(|problem| sentence(&problem))
}

/// An answer of the house as what it should be.
fn understood<T: DeserializeOwned>(answer: Value) -> Result<T, String> {
    serde_json::from_value(answer)
        .map_err(|_| "The answer of the house cannot be read: it may be of another version.".to_owned())
}

/// The table as it is now, or when the seat is asked if that is within some seconds.
pub(crate) async fn frame(api: &dyn Api, table: &str, seconds: u64) -> Result<Frame, String> {
    let table = checked("table", table)?;
    let wait = if seconds > 0 { format!("?wait={seconds}") } else { String::new() };
    understood(get(api, format!("/api/tables/{table}/frame{wait}")).await?)
}

async fn tables(api: &dyn Api) -> Result<Told, String> {
    let mut out = String::from("Games, for sit:\n");
    for game in get(api, "/api/games".to_owned()).await?.as_array().into_iter().flatten() {
        let number = |name: &str| game[name].as_u64().unwrap_or(0);
        let word = |name: &str| game[name].as_str().unwrap_or_default();
        let _ = writeln!(
            out,
            "{}: {}. {} {} to {} players, usually {}.",
            word("id"),
            word("name"),
            word("tagline"),
            number("min_players"),
            number("max_players"),
            number("usual_players")
        );
    }
    for (shelf, heading) in
        [("mine", "Your tables"), ("open", "Tables with a free chair"), ("finished", "Finished")]
    {
        let cards = get(api, format!("/api/tables?shelf={shelf}")).await?;
        let cards = cards.as_array().map(Vec::as_slice).unwrap_or_default();
        let _ = writeln!(out, "\n{heading}:{}", if cards.is_empty() { " none." } else { "" });
        for card in cards.iter().take(20) {
            let word = |name: &str| card[name].as_str().unwrap_or_default();
            let chairs = card["chairs"].as_array().map(Vec::as_slice).unwrap_or_default();
            let free = chairs.iter().filter(|chair| chair["sitter"]["kind"] == "open").count();
            let turn = if card["your_turn"] == true { ", you are asked" } else { "" };
            let verdict: Text = serde_json::from_value(card["verdict"].clone()).unwrap_or_default();
            let _ = writeln!(
                out,
                "{}: {}, {}, {} chairs, {free} free{turn}. {}",
                word("id"),
                word("game"),
                word("stage"),
                chairs.len(),
                plain(&verdict)
            );
        }
    }
    Ok(out.into())
}

async fn sit(api: &dyn Api, wish: Sit) -> Result<Told, String> {
    let id = match wish {
        Sit { game: Some(game), players, level, table: None, link: None } => {
            let wish = json!({ "game": game, "players": players, "level": level, "wait": true });
            let table = api.ask("POST", "/api/tables/quick".to_owned(), Some(wish)).await;
            let table = table.map_err(|problem| sentence(&problem))?;
            let table = table["id"].as_str().unwrap_or_default();
            let acts = [TableAct::Contribute { contribution: contribution() }, TableAct::Start];
            for (id, act) in ["shuffle", "start"].into_iter().zip(acts) {
                command(api, table, &Command::Table { id: id.to_owned(), act }).await?;
            }
            table.to_owned()
        }
        Sit { table: Some(table), game: None, players: None, level: None, link: None } => {
            join(api, checked("table", &table)?, None).await?
        }
        Sit { link: Some(link), game: None, players: None, level: None, table: None } => {
            let place = link.split(['?', '#']).next().unwrap_or_default();
            match place
                .rsplit_once('/')
                .map(|(before, last)| (before.rsplit('/').next().unwrap_or_default(), last))
            {
                Some(("join", token)) => {
                    let token = checked("link", token)?;
                    let invitation = get(api, format!("/api/invites/{token}")).await?;
                    let table = invitation["table"]["id"].as_str().unwrap_or_default();
                    join(api, checked("table", table)?, Some(token.to_owned())).await?
                }
                Some(("table", table)) => join(api, checked("table", table)?, None).await?,
                _ => return Err("This is not a link to a table: one ends in /join/… or /table/….".to_owned()),
            }
        }
        _ => {
            return Err(
                "Name a game (with players and level, if you like), or else a table, or else a link."
                    .to_owned(),
            );
        }
    };
    told_when_asked(api, &id, None, "You sit down.").await
}

/// Our part of the shuffle, which nobody knows beforehand. Without it the house's own part still counts.
fn contribution() -> String {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map(|()| Digest(bytes).to_string()).unwrap_or_default()
}

/// Takes a chair; one who sits there already stays.
async fn join(api: &dyn Api, table: &str, invite: Option<String>) -> Result<String, String> {
    let info = get(api, format!("/api/tables/{table}")).await?;
    if info["you"].is_null() {
        let act = TableAct::Join { seat: None, invite, contribution: contribution() };
        command(api, table, &Command::Table { id: "sit".to_owned(), act }).await?;
    }
    Ok(table.to_owned())
}

/// Carries out a command. Gives the revision that it led to.
async fn command(api: &dyn Api, table: &str, command: &Command) -> Result<u32, String> {
    let answer = api.ask("POST", format!("/api/tables/{table}/commands"), Some(json!(command))).await;
    let done: Done = understood(answer.map_err(|problem| sentence(&problem))?)?;
    Ok(done.revision)
}

async fn look_at(api: &dyn Api, wish: Look) -> Result<Told, String> {
    let frame = frame(api, &wish.table, 0).await?;
    let text = look::text(&frame, wish.since);
    let data = match (&frame.view, wish.full) {
        (Some(view), true) => {
            let observation = match frame.table.you {
                Some(_) => get(api, format!("/api/tables/{}/observation", frame.table.id)).await?,
                None => Value::Null,
            };
            let option = |option: &table::play::Choice| json!({ "code": option.code, "words": plain(&option.described.label), "action": option.action });
            Some(json!({
                "revision": frame.revision, "move": view.version, "seat": frame.table.you, "asked": is_asked(&frame),
                "options": view.options.iter().map(option).collect::<Vec<_>>(), "observation": observation,
            }))
        }
        _ => None,
    };
    Ok(Told { text, data })
}

async fn wait(api: &dyn Api, wish: Wait) -> Result<Told, String> {
    told_when_asked(api, &wish.table, wish.since, "").await
}

/// The table once the seat is asked, or as it is after the patience of a client.
async fn told_when_asked(
    api: &dyn Api,
    table: &str,
    since: Option<usize>,
    first: &str,
) -> Result<Told, String> {
    let frame = frame(api, table, PATIENCE).await?;
    let first = if first.is_empty() { String::new() } else { format!("{first}\n") };
    let waits = matches!(frame.table.stage, Stage::Gathering | Stage::Playing) && !is_asked(&frame);
    if waits && frame.table.you.is_some() {
        // Little is said, since nothing is to be decided: the table comes with the question.
        let news = look::story(&frame, since.or(frame.view.as_ref().map(|view| view.version)));
        let news = format!(
            "{first}You are not asked yet.{news}\n{}",
            look::talk(look::lately(&frame.talk.items, since))
        );
        return Ok(format!("{}{}\n", news, look::options(&frame).trim_start()).into());
    }
    Ok(format!("{first}{}", look::text(&frame, since)).into())
}

async fn act(api: &dyn Api, own: Own<'_>, wish: Act) -> Result<Told, String> {
    let Act { table, revision, code, say: words, note } = wish;
    let before = frame(api, &table, 0).await?;
    // The same answer again is the same command, which takes effect once.
    let play = Command::Play { id: format!("{revision}:{code}"), revision, code };
    let mut first = match command(api, &table, &play).await {
        Ok(done) if done <= before.revision => "You did that before: it counts once.".to_owned(),
        Ok(_) => String::new(),
        Err(reason) => {
            let now = frame(api, &table, 0).await?;
            let (now, options) = (now.revision, look::options(&now));
            return Err(format!("{reason} Nothing has changed. The revision is {now}.\n{options}"));
        }
    };
    if let Some(text) = words
        && let Err(reason) = speak(api, &table, &format!("{revision}:{code}"), &text).await
    {
        first = format!("You have acted, but said nothing: {reason}");
    }
    if let Some(text) = note
        && let Err(reason) = own.write(&table, &text)
    {
        first = format!("{first} You have acted, but noted nothing: {reason}").trim_start().to_owned();
    }
    told_when_asked(api, &table, before.view.map(|view| view.version), &first).await
}

/// Writes something down for later, or reads it. Only those who sit at the table have notes on it.
async fn note(api: &dyn Api, own: Own<'_>, wish: Note) -> Result<Told, String> {
    let Note { table, text } = wish;
    if frame(api, &table, 0).await?.table.you.is_none() {
        return Err("You do not sit at this table.".to_owned());
    }
    match text {
        Some(text) => own.write(&table, &text).map(|()| "Noted. Nobody else can read it.".to_owned().into()),
        None => Ok(match own.reminder(&table) {
            none if none.is_empty() => "You have no notes on this table.".to_owned().into(),
            own => own.into(),
        }),
    }
}

async fn say(api: &dyn Api, wish: Say) -> Result<Told, String> {
    let Say { table, text, claim, reply_to, revision } = wish;
    let table = checked("table", &table)?;
    let now = frame(api, table, 0).await?;
    // The same again is the same command: of the same revision, or else before the next action.
    let moment = match revision {
        Some(revision) => revision.to_string(),
        None => format!("move {}", now.view.as_ref().map_or(0, |view| view.version)),
    };
    let done = match (text, claim) {
        (Some(text), None) => speak(api, table, &moment, &text).await?,
        (None, Some(code)) => {
            let id = format!("claim {moment} {code} {}", reply_to.unwrap_or(0));
            let claimed = command(api, table, &Command::Claim { id, code, reply_to }).await;
            let hint = code >= Reply::CODES && look::is_unlisted(&now, code);
            claimed.map_err(|reason| match hint {
                true => {
                    format!("{reason} Call say with nothing but the table: it lists what you can claim now.")
                }
                false => reason,
            })?
        }
        (None, None) => return Ok(look::sayable(&now).into()),
        (Some(_), Some(_)) => return Err("Say a text or make a claim, one at a time.".to_owned()),
    };
    let heard = match done <= now.revision {
        true => "You said that before: everybody has heard it once.",
        false => "Everybody at the table has heard it.",
    };
    Ok(heard.to_owned().into())
}

/// Says something in own words; the same at the same moment once.
async fn speak(api: &dyn Api, table: &str, moment: &str, text: &str) -> Result<u32, String> {
    if text.trim().is_empty() || text.chars().count() > LONGEST {
        return Err(format!("What you say has 1 to {LONGEST} characters."));
    }
    let id = format!("say {moment} {}", Digest::of("sanguis mcp, a saying", &[text.as_bytes()]).short());
    command(api, table, &Command::Say { id, text: text.to_owned() }).await
}

async fn rules(api: &dyn Api, wish: Rules) -> Result<Told, String> {
    let text = rules_of(api, &wish.game).await?;
    let topic = wish.topic.trim();
    if topic.is_empty() {
        let sections = text.lines().filter_map(|line| line.strip_prefix("## "));
        let sections: Vec<&str> = sections.collect();
        let first = rulebook::on_topic(&text, "1");
        return Ok(format!("{first}Sections, each a topic by its number: {}\n", sections.join(" ")).into());
    }
    match rulebook::on_topic(&text, topic) {
        found if found.is_empty() => Err(format!(
            "The rules have nothing on {}; try a section (3), a rule (3.2) or one word.",
            Value::from(topic)
        )),
        found => Ok(found.into()),
    }
}

/// The whole rules of a game.
pub(crate) async fn rules_of(api: &dyn Api, game: &str) -> Result<String, String> {
    let game = checked("game", game)?;
    match api.ask("GET", format!("/api/games/{game}/rules"), None).await {
        Ok(Value::String(text)) => Ok(text),
        Err(problem) if problem.kind != Refused::Missing => Err(sentence(&problem)),
        _ => Err("The house has no game of this name: tables lists them.".to_owned()),
    }
}

/// What a review of the house has in it, as far as it is told.
#[derive(Deserialize)]
struct Judged {
    judgement: Judgement,
}

#[derive(Deserialize)]
struct Judgement {
    moments: Vec<Moment>,
    decisions: Vec<usize>,
    closely: Vec<usize>,
    advice: Vec<Advice>,
}

#[derive(Deserialize)]
struct Moment {
    version: usize,
    truth: Vec<f32>,
    seen: Vec<f32>,
}

#[derive(Deserialize)]
struct Advice {
    version: usize,
    seat: Seat,
    played: Text,
    advised: Text,
    played_chance: f32,
    advised_chance: f32,
    noise: f32,
}

/// How the game went for the seat that asks: the others' names are left out.
async fn review(api: &dyn Api, wish: Review) -> Result<Told, String> {
    let frame = frame(api, &wish.table, 0).await?;
    let Judged { judgement } = understood(get(api, format!("/api/tables/{}/review", frame.table.id)).await?)?;
    let mut out = String::new();
    if let Some(verdict) = frame.view.as_ref().and_then(|view| view.scene.verdict.as_ref()) {
        let _ = writeln!(out, "{}", plain(verdict));
    }
    let Some(seat) = frame.table.you else { return Ok(format!("{out}You had no seat.\n").into()) };
    let percent = |chance: f32| format!("{:.0} %", 100.0 * chance);
    out.push_str("Your chance to win, with all cards open (and as you could judge it):\n");
    let every = judgement.moments.len().div_ceil(12).max(1);
    for moment in judgement.moments.iter().step_by(every) {
        let of = |chances: &[f32]| percent(chances.get(seat.index()).copied().unwrap_or(0.0));
        let _ = writeln!(out, "after move {}: {} ({})", moment.version, of(&moment.truth), of(&moment.seen));
    }
    let count = |counts: &[usize]| counts.get(seat.index()).copied().unwrap_or(0);
    let _ = writeln!(
        out,
        "Of your {} decisions the {} most doubtful were looked at closely. Where something else did clearly better:",
        count(&judgement.decisions),
        count(&judgement.closely)
    );
    let clear = |it: &Advice| it.advised_chance - it.played_chance > 2.0 * it.noise;
    for it in judgement.advice.iter().filter(|it| it.seat == seat && clear(it)) {
        let _ = writeln!(
            out,
            "move {}: you chose \"{}\" ({}); better was \"{}\" ({})",
            it.version,
            plain(&it.played),
            percent(it.played_chance),
            plain(&it.advised),
            percent(it.advised_chance)
        );
    }
    Ok(out.into())
}
