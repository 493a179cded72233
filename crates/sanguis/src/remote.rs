//! `sanguis play LINK`: a seat at a table in a house.
//!
//! One thread listens to the house, one sends commands; the screen waits for neither. A broken connection is reopened, and a command
//! that got no answer is sent again with the same id, so that it takes effect once.

mod line;

use std::collections::VecDeque;
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use clap::ArgMatches;
use serde::Deserialize;
use serde_json::{Value, json};
use table::talk::Heard;
use table::{AnyGame, Info, Line, Name, Observer, Record, Seat, Text, say};
use terminal::{Connection, Look, Mode, Request, Review};
use wire::{Frame, Invitation, News, Said, Sitter, Stage, TableAct, TableInfo};

use self::line::{House, Trouble};
use crate::plain::{self, Answer, Asked};
use crate::{Failure, Outcome, output, remarks};

/// How often a command is sent again when the house does not answer.
const TRIES: usize = 10;
/// How long to wait before that.
const PAUSE: Duration = Duration::from_secs(1);
/// How many recent looks an answer may refer to.
const RECENT: usize = 64;
const AWAY: Text = Text::fixed("The house does not answer; trying again …");

/// Joins a table, or watches it, until the person leaves.
pub(crate) fn play(link: &str, args: &ArgMatches) -> Outcome {
    let (origin, place, what) = parse(link)?;
    let house = House::at(&origin);
    if let Some(name) = args.get_one::<String>("name") {
        house.ask("PUT", "/api/me", Some(&json!({ "name": name })))?;
    }
    let info = match place {
        "claim" => return claim(&house, what),
        "join" => by_invitation(&house, what)?,
        _ => by_address(&house, what)?,
    };
    let game = shelf::find(&info.game)?.game;
    output::speak_of(game.info());
    output::tell(&say!("{game}, at {house}.", game = Name(game.info().name), house = Name(&origin)));
    let (tell, events) = channel();
    let hearing = (house.clone(), info.id.clone(), tell.clone());
    thread::spawn(move || hear(&hearing.0, &hearing.1, &hearing.2));
    let Some(first) = gather(&events)? else { return Ok(ExitCode::SUCCESS) };
    let (show, looks) = channel();
    let worker = Worker {
        house,
        info: game.info(),
        events,
        show,
        table: first,
        review: None,
        notice: None,
        away: false,
        shown: VecDeque::new(),
    };
    thread::spawn(move || worker.run());
    let mut wire = Wire { tell, looks };
    if args.get_flag("plain") || !output::whole_terminal() {
        read_and_write(wire, game)?;
    } else {
        terminal::run(&mut wire, terminal::Ink { colour: output::colour() })?;
    }
    output::tell(&say!("The table is still there: sanguis play {link}", link = Name(link)));
    Ok(ExitCode::SUCCESS)
}

/// The origin, the kind of link, and its token or id.
fn parse(link: &str) -> Result<(String, &str, &str), Failure> {
    let wrong = || {
        Failure(format!(
            "{link} is not a link to a table. A link looks like https://games.example/join/… or …/table/…, as the house shows it."
        ))
    };
    let (scheme, rest) =
        link.split_once("://").filter(|(scheme, _)| matches!(*scheme, "http" | "https")).ok_or_else(wrong)?;
    let mut parts =
        rest.split(['?', '#']).next().unwrap_or_default().split('/').filter(|part| !part.is_empty());
    let host = parts.next().filter(|host| !host.contains('@')).ok_or_else(wrong)?;
    match (parts.next(), parts.next(), parts.next()) {
        (Some(place @ ("join" | "table" | "claim")), Some(what), None)
            if what.chars().all(|sign| sign.is_ascii_alphanumeric() || "-_.".contains(sign)) =>
        {
            Ok((format!("{scheme}://{host}"), place, what))
        }
        _ => Err(wrong()),
    }
}

/// This terminal becomes the person who made the link.
fn claim(house: &House, token: &str) -> Outcome {
    let me = house.ask("POST", "/api/me/claim", Some(&json!({ "token": token })))?;
    let name = me["name"].as_str().unwrap_or("you");
    output::line(&format!("You are now {name} on this terminal. To play: sanguis play LINK"));
    Ok(ExitCode::SUCCESS)
}

fn by_invitation(house: &House, token: &str) -> Result<TableInfo, Failure> {
    let invitation: Invitation = understood(house.get(&format!("/api/invites/{token}"))?)?;
    let table = invitation.table;
    if table.you.is_some() {
        return Ok(table);
    }
    if !invitation.good {
        return Err(Failure("This invitation has been used or withdrawn: ask for another one.".into()));
    }
    sit_down(house, table, Some(token.to_owned()))
}

/// Takes an open chair if there is one, or else watches.
fn by_address(house: &House, id: &str) -> Result<TableInfo, Failure> {
    let table: TableInfo = understood(house.get(&format!("/api/tables/{id}"))?)?;
    let open = table.chairs.iter().any(|chair| chair.sitter == Sitter::Open);
    match table.stage == Stage::Gathering && table.you.is_none() && open {
        true => sit_down(house, table, None),
        false => Ok(table),
    }
}

fn sit_down(house: &House, table: TableInfo, invite: Option<String>) -> Result<TableInfo, Failure> {
    // Our part of the shuffle: nobody else knows it beforehand.
    let contribution = house::seal::fresh_id();
    house.act(&table.id, &TableAct::Join { seat: None, invite, contribution })?;
    understood(house.get(&format!("/api/tables/{}", table.id))?)
}

fn understood<T: serde::de::DeserializeOwned>(value: Value) -> Result<T, Failure> {
    serde_json::from_value(value).map_err(|_| {
        Failure("This program does not understand the house: one of the two is out of date.".into())
    })
}

/// What the worker reacts to.
enum TableEvent {
    /// The table as it is now.
    Frame(Box<Frame>),
    /// The connection is broken and is being reopened.
    Away,
    /// The house has closed the connection for good.
    Farewell(Text),
    /// The person wants something.
    Wish(Request),
}

/// Reports what happens at a table for as long as anybody listens.
fn hear(house: &House, table: &str, tell: &Sender<TableEvent>) {
    loop {
        let mut pause = PAUSE;
        let mut listening = true;
        let mut frame = Value::Null;
        let heard = house.listen(table, |event| {
            let event = match whole(&mut frame, event) {
                Ok(News::Frame(frame)) => TableEvent::Frame(frame),
                Ok(News::Bye { again_in: Some(wait), .. }) => {
                    pause = Duration::from_millis(wait.into());
                    return false;
                }
                Ok(News::Bye { reason, again_in: None }) => {
                    listening = false;
                    TableEvent::Farewell(reason)
                }
                Ok(_) => return true,
                Err(error) => TableEvent::Farewell(say!(
                    "This program does not understand the house: {why}.",
                    why = Name(error)
                )),
            };
            tell.send(event).is_ok() && listening
        });
        let event = match heard {
            Err(Trouble::Refused(reason)) => TableEvent::Farewell(reason),
            _ if !listening => return,
            _ => TableEvent::Away,
        };
        let over = matches!(event, TableEvent::Farewell(_));
        if tell.send(event).is_err() || over {
            return;
        }
        thread::sleep(pause);
    }
}

/// Reads an event; in place of changes the whole frame.
fn whole(frame: &mut Value, event: Value) -> Result<News, serde_json::Error> {
    if event["type"] == "changes" {
        wire::turn_to(frame, serde_json::from_value(event)?);
    } else if event["type"] == "frame" {
        *frame = event;
    } else {
        return serde_json::from_value(event);
    }
    News::deserialize(&*frame)
}

/// Waits for the game to start. None if the table was closed first.
fn gather(events: &Receiver<TableEvent>) -> Result<Option<Table>, Failure> {
    let mut said = Text::default();
    let mut table: Option<Table> = None;
    while let Ok(event) = events.recv() {
        let words = match event {
            TableEvent::Frame(frame) => {
                match &mut table {
                    Some(known) => known.turn_to(*frame),
                    None => table = Some(Table::from(*frame)),
                }
                if table.as_ref().is_some_and(|table| table.frame.view.is_some()) {
                    return Ok(table);
                }
                let Some(Table { frame: Frame { table: info, .. }, .. }) = &table else { continue };
                if matches!(info.stage, Stage::Cancelled | Stage::Frozen) {
                    output::tell(&say!("The table was closed. {why}", why = info.notice));
                    return Ok(None);
                }
                match info.chairs.iter().filter(|chair| chair.sitter.is_nobody()).count() {
                    0 => say!("Everybody is here; the host begins the game."),
                    1 => say!("One chair is empty. The game begins when the host says so."),
                    many => say!("{many} chairs are empty. The game begins when the host says so."),
                }
            }
            TableEvent::Away => AWAY,
            TableEvent::Farewell(reason) => return Err(Failure(output::say(&reason))),
            TableEvent::Wish(_) => continue,
        };
        if words != said {
            output::tell(&words);
            said = words;
        }
    }
    Ok(None)
}

/// The table, put together from frames: the house sends only what is new of the story and the chat.
struct Table {
    frame: Frame,
    story: Vec<Line>,
    talk: Vec<Said>,
}

impl From<Frame> for Table {
    fn from(frame: Frame) -> Table {
        let (story, talk) = (frame.story.items.clone(), frame.talk.items.clone());
        Table { frame, story, talk }
    }
}

impl Table {
    fn turn_to(&mut self, mut frame: Frame) {
        self.story.truncate(frame.story.from as usize);
        self.story.append(&mut frame.story.items);
        self.talk.truncate(frame.talk.from as usize);
        self.talk.append(&mut frame.talk.items);
        self.frame = frame;
    }

    fn names(&self) -> Vec<String> {
        let name = |sitter: &Sitter| if sitter.is_nobody() { "nobody yet" } else { sitter.name() }.to_owned();
        self.frame.table.chairs.iter().map(|chair| name(&chair.sitter)).collect()
    }

    fn observer(&self) -> Observer {
        self.frame.table.you.map_or(Observer::Spectator, Observer::Seat)
    }
}

/// Wishes one way, looks the other.
struct Wire {
    tell: Sender<TableEvent>,
    looks: Receiver<Look>,
}

impl Connection for Wire {
    fn ask(&mut self, request: Request) {
        // If the other end is gone, the screen keeps showing the last look.
        let _ = self.tell.send(TableEvent::Wish(request));
    }

    fn news(&mut self) -> Option<Look> {
        // A look that is skipped hands on its notice.
        self.looks.try_iter().reduce(|old, new| Look { notice: new.notice.or(old.notice), ..new })
    }
}

struct Worker {
    house: House,
    info: &'static Info,
    events: Receiver<TableEvent>,
    show: Sender<Look>,
    table: Table,
    review: Option<Review>,
    notice: Option<Text>,
    /// Is the connection broken?
    away: bool,
    /// The versions and revisions that were last on the screen.
    shown: VecDeque<(usize, u32)>,
}

impl Worker {
    fn run(mut self) {
        self.look();
        while let Ok(event) = self.events.recv() {
            let wish = matches!(event, TableEvent::Wish(_));
            match event {
                TableEvent::Frame(frame) => self.turn_to(*frame),
                TableEvent::Away => {
                    self.away = true;
                    self.notice = Some(AWAY);
                }
                TableEvent::Farewell(reason) => self.notice = Some(reason),
                TableEvent::Wish(Request::Leave) => return,
                TableEvent::Wish(request) => self.carry(request),
            }
            // The next frame shows what came of it.
            let told = wish && self.notice.is_none();
            if !told && !self.look() {
                return;
            }
        }
    }

    fn turn_to(&mut self, frame: Frame) {
        let talked = self.table.talk.len();
        if std::mem::take(&mut self.away) {
            self.notice = Some(say!("The house is back."));
        }
        self.table.turn_to(frame);
        let written = self.table.talk.get(talked..).and_then(<[Said]>::last);
        if let Some(said) = written.filter(|said| said.claim.is_none()) {
            self.notice = Some(Name(format!("{}: {}", said.name, said.text)).into());
        }
        let info = &self.table.frame.table;
        if matches!(info.stage, Stage::Cancelled | Stage::Frozen) {
            self.notice = Some(say!("The game has ended without a result. {why}", why = info.notice));
        }
        if info.stage == Stage::Finished && self.review.is_none() {
            self.look();
            self.review = Some(self.judge().unwrap_or_default());
        }
    }

    /// What the bots say about the game, from its record.
    fn judge(&mut self) -> Option<Review> {
        let path = format!("/api/tables/{}/record", self.table.frame.table.id);
        let record = Record::parse(&self.house.get(&path).ok()?.to_string()).ok()?;
        let review = remarks::for_terminal(&record, &self.table.names())?;
        self.notice = Some(say!("The bots have reviewed the game: press r to read what they say."));
        Some(review)
    }

    fn look(&mut self) -> bool {
        let Some(view) = self.table.frame.view.clone() else { return true };
        if self.shown.back() != Some(&(view.version, self.table.frame.revision)) {
            self.shown.push_back((view.version, self.table.frame.revision));
            if self.shown.len() > RECENT {
                self.shown.pop_front();
            }
        }
        let heard: Vec<Heard> =
            self.table.talk.iter().filter_map(|said| said.claim.as_deref().cloned()).collect();
        let look = Look {
            info: self.info,
            view,
            observer: self.table.observer(),
            names: self.table.names(),
            story: terminal::with_talk(self.table.story.clone(), &heard),
            heard,
            mode: Mode::Play { curtain: None, passable: false },
            notice: self.notice.take(),
            rules: output::rules(self.info),
            words: output::words(),
            review: self.review.clone(),
            hints: false,
        };
        self.show.send(look).is_ok()
    }

    /// Sends what the person wants to the house.
    fn carry(&mut self, request: Request) {
        let id = house::seal::fresh_id();
        let command = match request {
            // The house knows whether the question that was answered is still asked.
            Request::Play { version, code } => {
                let shown = self.shown.iter().rev().find(|(shown, _)| *shown == version);
                let revision = shown.map_or(self.table.frame.revision, |(_, revision)| *revision);
                json!({ "type": "play", "id": id, "revision": revision, "code": code })
            }
            Request::Claim { code, reply_to } => {
                json!({ "type": "claim", "id": id, "code": code, "reply_to": reply_to })
            }
            Request::Undo => json!({ "type": "undo", "id": id, "revision": self.table.frame.revision }),
            _ => return,
        };
        let path = format!("/api/tables/{}/commands", self.table.frame.table.id);
        for _ in 0..TRIES {
            match self.house.ask("POST", &path, Some(&command)) {
                Ok(_) => return,
                Err(Trouble::Refused(reason)) => {
                    self.notice = Some(reason);
                    return;
                }
                Err(Trouble::Away(_)) => {
                    self.notice = Some(AWAY);
                    self.look();
                    thread::sleep(PAUSE);
                }
            }
        }
        self.notice = Some(say!(
            "The house did not answer. Once it is back, the table shows whether your choice counted."
        ));
    }
}

/// The plain text table: a line for each event, the whole table when the person is asked.
fn read_and_write(mut wire: Wire, game: &'static dyn AnyGame) -> Result<(), Failure> {
    let mut told = 0;
    while let Ok(mut look) = wire.looks.recv() {
        // Only the latest look counts.
        look = wire.news().unwrap_or(look);
        let name = |seat: Seat| look.names.get(seat.index()).cloned().unwrap_or_default();
        let text = output::text(&name);
        for line in look.story.iter().skip(told) {
            output::print(&text.wrap("  ", &text.say(&line.text)));
        }
        told = look.story.len();
        if let Some(notice) = &look.notice {
            output::print(&text.wrap("", &text.say(notice)));
        }
        if look.view.outcome.is_some() {
            output::print(&text.table(&look.view));
            return Ok(());
        }
        let mine = look.observer.seat().is_some_and(|seat| look.view.waiting.contains(seat));
        if !mine {
            continue;
        }
        output::print(&format!("\n{}{}", text.table(&look.view), text.options(&look.view)));
        let story = || look.story.clone();
        let said = terminal::sentences(&look.view, &look.heard, look.observer);
        let asked = Asked {
            game,
            view: &look.view,
            name: &name,
            story: &story,
            sayable: &said,
            hints: false,
            passable: false,
            first: true,
        };
        match plain::prompt(&asked)? {
            Answer::Option(code) => wire.ask(Request::Play { version: look.view.version, code }),
            Answer::Claim { code, reply_to } => wire.ask(Request::Claim { code, reply_to }),
            Answer::Undo => wire.ask(Request::Undo),
            Answer::Pass | Answer::Hint => {}
            Answer::Leave => return Ok(()),
        }
    }
    Ok(())
}
