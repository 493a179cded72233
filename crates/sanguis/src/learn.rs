//! `sanguis learn`: lessons, in the terminal application or as plain text.
//!
//! Progress is saved by part: after a break, the learner resumes at the beginning of the part they were in.

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::ArgMatches;
use lessons::{Lesson, Session};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shelf::GameEntry;
use table::scene::{Layout, Zone};
use table::words::Catalogue;
use table::{Choice, Described, Name, Refusal, Seat, SeatSet, Text, View, say};
use terminal::{Connection, Look, Mode, Request};
use wire::{Coach, LessonAnswer, LessonFrame, Wants};

use crate::args::text;
use crate::{Failure, Outcome, files, output, plain, rules};

/// A learner's progress in a lesson.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Progress {
    /// The part to resume, counted from 1.
    part: usize,
    /// Has it been finished before?
    done: bool,
}

/// All progress, by game and lesson. A file that cannot be read counts as none.
fn kept() -> BTreeMap<String, Progress> {
    let text =
        files::state_folder().and_then(|folder| std::fs::read_to_string(folder.join("lessons.json")).ok());
    text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

/// Saves it. A learner whose files cannot be written can still learn.
fn keep(key: &str, progress: Progress) {
    let Some(folder) = files::state_folder() else { return };
    let mut all = kept();
    all.insert(key.to_owned(), progress);
    let _ = std::fs::create_dir_all(&folder);
    let _ =
        files::write(&folder.join("lessons.json"), &serde_json::to_string_pretty(&all).unwrap_or_default());
}

fn key(entry: &GameEntry, name: &str) -> String {
    format!("{}/{name}", entry.game.info().id)
}

/// Lists the lessons, or teaches one.
pub(crate) fn learn(args: &ArgMatches) -> Outcome {
    if let Some(file) = args.get_one::<PathBuf>("from") {
        let lesson = Lesson::parse(&files::read(file)?);
        let lesson = lesson.map_err(|fault| Failure(format!("{}: {fault}", file.display())))?;
        let entry = shelf::find(&lesson.game)?;
        match args.get_one::<PathBuf>("german") {
            Some(german) => output::speak_german(entry.game.info(), files::read(german)?)?,
            None => output::speak_of(entry.game.info()),
        }
        let part = args.get_one::<u64>("part").map_or(1, |part| *part as usize);
        return Learner::new(entry, &lesson, None, part, false)?.learn(args);
    }
    if text(args, "game").is_empty() {
        return list(args.get_flag("json"));
    }
    let entry = shelf::find(text(args, "game"))?;
    let info = entry.game.info();
    output::speak_of(info);
    let progress = kept();
    let of = |name: &str| progress.get(&key(entry, name)).copied().unwrap_or_default();
    let name = match text(args, "lesson") {
        "" => {
            let mut names = info.lessons.iter().map(|(name, _)| *name);
            let next = names.clone().find(|name| !of(name).done).or_else(|| names.next());
            next.ok_or_else(|| {
                Failure(output::say(&say!("{game} has no lessons yet.", game = Name(info.name))))
            })?
        }
        name => name,
    };
    let lesson = lessons::find(&info.into(), name)?;
    let asked = args.get_one::<u64>("part").map(|part| *part as usize);
    let part =
        asked.unwrap_or(if of(name).done || args.get_flag("again") { 1 } else { of(name).part.max(1) });
    // A lesson may have become shorter since.
    let part = if asked.is_none() { part.min(lesson.parts()) } else { part };
    Learner::new(entry, &lesson, Some(key(entry, name)), part, of(name).done)?.learn(args)
}

fn list(as_json: bool) -> Outcome {
    let progress = kept();
    let mut rows = Vec::new();
    let mut all: Vec<Value> = Vec::new();
    for entry in shelf::games() {
        let info = entry.game.info();
        for card in lessons::cards(&info.into()) {
            let so_far = progress.get(&key(entry, &card.name)).copied().unwrap_or_default();
            let words = match so_far {
                Progress { done: true, .. } => "done".to_owned(),
                Progress { part: 2.., .. } => format!("part {} of {}", so_far.part, card.parts),
                _ => String::new(),
            };
            rows.push(vec![
                info.id.to_owned(),
                card.name.clone(),
                card.title.to_string(),
                format!("{} min", card.minutes),
                words,
            ]);
            all.push(
                json!({ "game": info.id, "lesson": card, "part": so_far.part.max(1), "done": so_far.done }),
            );
        }
        let puzzles = lessons::puzzle_cards(&info.into());
        let solved =
            puzzles.iter().filter(|it| progress.get(&key(entry, &it.name)).is_some_and(|it| it.done));
        if let Some(last) = puzzles.last() {
            rows.push(vec![
                info.id.to_owned(),
                "puzzle-1".to_owned(),
                format!("Puzzles, up to {}", last.name),
                "1 min".to_owned(),
                format!("{} solved", solved.count()),
            ]);
        }
    }
    output::report(as_json, &all, || output::columns(&["game", "lesson", "", "time", "you"], rows))
}

/// The first table without what each player has elsewhere than in hand, such as bags: `v` shows it too.
fn without_piles(view: &View) -> View {
    let mut view = view.clone();
    let piled = |zone: &Zone| zone.owner.is_some() && matches!(zone.layout, Layout::Pile | Layout::Discard);
    let (piles, rest): (Vec<Zone>, Vec<Zone>) = view.scene.zones.into_iter().partition(piled);
    view.scene.zones = rest;
    view.scene.knowledge.retain(|it| it.about.is_empty() || piles.iter().all(|zone| zone.id != it.about));
    view
}

/// The result of an answer.
enum Went {
    /// The lesson continues.
    On,
    /// The person leaves.
    Away,
    /// There is no further part.
    Through,
}

struct Learner<'a> {
    session: Session<'a>,
    entry: &'static GameEntry,
    lesson: &'a Lesson,
    /// What progress is kept by; a file that is only tried has none.
    key: Option<String>,
    part: usize,
    was_done: bool,
}

impl<'a> Learner<'a> {
    fn new(
        entry: &'static GameEntry,
        lesson: &'a Lesson,
        key: Option<String>,
        part: usize,
        was_done: bool,
    ) -> Result<Learner<'a>, Refusal> {
        let session = Session::open(entry.game, entry.bots, lesson, part)?;
        let learner = Learner { session, entry, lesson, key, part, was_done };
        learner.keep(part);
        Ok(learner)
    }

    fn learn(self, args: &ArgMatches) -> Outcome {
        if args.get_flag("plain") || !output::whole_terminal() { self.plainly() } else { self.on_screen() }
    }

    fn keep(&self, part: usize) {
        if let Some(key) = &self.key {
            keep(key, Progress { part, done: self.was_done });
        }
    }

    /// Opens a part. False after the last.
    fn open(&mut self, part: usize) -> Result<bool, Refusal> {
        if part > self.lesson.parts() {
            self.was_done = true;
            self.keep(1);
            return Ok(false);
        }
        self.session = Session::open(self.entry.game, self.entry.bots, self.lesson, part)?;
        self.part = part;
        self.keep(part);
        Ok(true)
    }

    /// Does what the coach would: takes the best option, or continues. Without one the part begins again.
    fn show_me(&mut self, coach: &Coach) -> Result<(), Refusal> {
        match (coach.wants, coach.hint.first()) {
            (Wants::Choice, None) => self.open(self.part).map(|_| ()),
            (Wants::Choice, Some(&code)) => self.answer(coach, Some(code)),
            _ => self.answer(coach, None),
        }
    }

    fn answer(&mut self, coach: &Coach, code: Option<u32>) -> Result<(), Refusal> {
        self.session.answer(LessonAnswer { question: coach.question, code })
    }

    fn name(&self, seat: Seat) -> String {
        if seat == self.lesson.seat {
            output::say(&say!("You"))
        } else {
            output::say(&say!("Seat {number}", number = seat.number()))
        }
    }

    fn heading(&self, coach: &Coach) -> Text {
        say!(
            "{title}, part {part} of {parts}",
            title = self.lesson.title(),
            part = coach.part,
            parts = coach.parts
        )
    }

    /// Teaches as plain text: the whole table when a part begins or when it is asked for, then only what changes.
    fn plainly(mut self) -> Outcome {
        let (mut told, mut shown) = (0, None);
        // The table as a part began last, and details of options that were read.
        let (mut begun, mut read) = (None, HashSet::new());
        // The step whose words were said last.
        let mut said = None;
        self.keys(&self.session.frame().view);
        loop {
            let frame = self.session.frame();
            let coach = &frame.coach;
            if coach.question == 0 {
                let heading = match &begun {
                    None => self.heading(coach),
                    Some(_) => say!("Part {part} of {parts}", part = coach.part, parts = coach.parts),
                };
                let heading = output::say(&heading);
                output::line(&format!("\n\n== {heading} =="));
                (told, shown, said) = (0, None, None);
            }
            told = told.min(frame.view.version);
            let name = |seat| self.name(seat);
            let text = output::text(&name);
            output::line("");
            for line in frame.story.iter().filter(|line| line.version > told) {
                output::print(&text.wrap("  ", &text.say(&line.text)));
            }
            told = frame.view.version;
            output::print(&match &shown {
                None if begun.is_none() => format!("{}\n", text.board(&without_piles(&frame.view), None)),
                None => format!("{}\n", text.board(&frame.view, begun.as_ref())),
                Some(before) => text.changes(before, &frame.view),
            });
            let lead = format!("{} ", output::say(&say!("Coach:")));
            // In a step of many decisions the coach speaks once, and again after something went wrong.
            let wrong = coach.remark.as_ref().is_some_and(|remark| !remark.right);
            let speaks = coach.wants != Wants::Back && (wrong || said != Some(coach.step));
            said = (coach.wants != Wants::Back).then_some(coach.step);
            let text_now = Some(&coach.text).filter(|_| speaks);
            for words in coach.remark.iter().map(|remark| &remark.text).chain(text_now) {
                if !words.is_empty() {
                    output::print(&text.wrap(&lead, &text.say(words)));
                }
            }
            if coach.wants == Wants::Choice {
                // What explains an option is read once; what is short or counts something always.
                let options = text.options_but(&frame.view, |detail| {
                    let short =
                        detail.split(' ').count() < 3 || detail.contains(|c: char| c.is_ascii_digit());
                    read.insert(detail.to_owned()) || short
                });
                output::print(&format!("{}{options}", text.prompt(&frame.view)));
            }
            if shown.is_none() {
                begun = Some(frame.view.clone());
            }
            // Where the coach's last words have been read already, the next part begins at once.
            let read_on = coach.wants == Wants::Next && coach.remark.is_none();
            let went = if read_on { self.next()? } else { self.ask(&frame)? };
            shown = Some(frame.view);
            match went {
                Went::On => {}
                Went::Away => {
                    self.waits();
                    break;
                }
                Went::Through => {
                    self.is_over();
                    break;
                }
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Asks until something happens.
    fn ask(&mut self, frame: &LessonFrame) -> Result<Went, Failure> {
        let coach = &frame.coach;
        loop {
            let question = match coach.wants {
                Wants::Choice => say!("Your choice:"),
                Wants::Back => say!("Press Enter to take it back:"),
                Wants::Next if self.part == self.lesson.parts() => say!("Press Enter to end the lesson:"),
                Wants::Next => say!("Next part (Enter):"),
                _ => say!("Press Enter to continue:"),
            };
            output::print(&format!("{} ", output::say(&question)));
            let Some(words) = plain::read_line()? else { return Ok(Went::Away) };
            let done = match words.as_str() {
                "q" | "quit" => return Ok(Went::Away),
                "" if coach.wants == Wants::Next => return self.next(),
                "" if coach.wants == Wants::Choice && coach.hint.is_empty() => {
                    output::tell(&say!("You are off this lesson's path: the part begins again."));
                    self.show_me(coach)
                }
                // The coach's own answer is refused only in a broken lesson.
                "" => {
                    self.name_answer(frame);
                    self.show_me(coach)
                }
                "s" | "skip" => return self.next(),
                "b" | "begin" => self.open(self.part).map(|_| ()),
                "v" | "view" => {
                    let name = |seat| self.name(seat);
                    let text = output::text(&name);
                    output::print(&format!("\n{}{}", text.table(&frame.view), text.options(&frame.view)));
                    continue;
                }
                "?" | "help" => {
                    let rule = coach.rule.as_deref().unwrap_or(&frame.view.scene.help);
                    output::print(&format!("\n{}\n", rules::rule(self.entry.game, rule)));
                    self.keys(&frame.view);
                    continue;
                }
                _ if coach.wants != Wants::Choice => {
                    self.keys(&frame.view);
                    continue;
                }
                words => match plain::choice(&frame.view, words, &|seat| self.name(seat)) {
                    Ok(code) => self.answer(coach, Some(code)),
                    Err(reason) => Err(Refusal::malformed(reason)),
                },
            };
            match done {
                Ok(()) => return Ok(Went::On),
                Err(refusal) => output::tell(&refusal.text()),
            }
        }
    }

    /// While the game continues, not every answer is visible in what happens next: says which one was given.
    fn name_answer(&self, frame: &LessonFrame) {
        let given = frame.view.options.iter().find(|option| frame.coach.hint.first() == Some(&option.code));
        if let Some(option) = given.filter(|_| self.part == self.lesson.parts()) {
            let name = |seat| self.name(seat);
            let text = output::text(&name);
            output::print(&text.wrap("  > ", &text.say(&option.described.label)));
        }
    }

    /// The next part, whether this one is over or skipped.
    fn next(&mut self) -> Result<Went, Failure> {
        Ok(if self.open(self.part + 1)? { Went::On } else { Went::Through })
    }

    /// Says what can be typed, and what the signs of the table mean.
    fn keys(&self, view: &View) {
        let name = |seat| self.name(seat);
        let text = output::text(&name);
        let keys = say!(
            "A number answers, Enter shows you how. v: the table. ?: the rule, keys and signs. b: begin the part again. \
             s: skip it. q: leave."
        );
        output::print(&format!("{}{}", text.wrap("", &output::say(&keys)), text.legend(view)));
    }

    /// How to come back to this lesson.
    fn waits(&self) {
        if let Some(command) = self.command() {
            output::tell(&match self.was_done {
                true => say!("To take this lesson again: {command}"),
                false => say!("Part {part} waits for you: {command}", part = self.part),
            });
        }
    }

    fn is_over(&self) {
        let game = Name(self.entry.game.info().id);
        output::tell(&say!("That was the last part. Now play: sanguis play {game}"));
        let puzzles = lessons::puzzle_cards(&self.entry.game.info().into());
        if let Some(last) = puzzles.last() {
            let last = Name(&last.name);
            output::tell(&say!("Puzzles: sanguis learn {game} puzzle-1, and so on up to {last}"));
        }
        if let Some(command) = self.command() {
            output::tell(&say!("To take this lesson again: {command}"));
        }
    }

    /// The command that opens this lesson; a file that is only tried needs none.
    fn command(&self) -> Option<Name<String>> {
        let (game, name) = self.key.as_ref()?.split_once('/')?;
        Some(Name(format!("sanguis learn {game} {name}")))
    }

    /// Teaches in the terminal application.
    fn on_screen(self) -> Outcome {
        let mut screen = Screen { learner: self, news: None, over: false };
        screen.news = Some(screen.look(None));
        terminal::run(&mut screen, terminal::Ink { colour: output::colour() })?;
        match screen.over {
            true => screen.learner.is_over(),
            false => screen.learner.waits(),
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// A lesson as a connection of the terminal application. The coach speaks in the prompt, and going on is an option like others.
struct Screen<'a> {
    learner: Learner<'a>,
    news: Option<Look>,
    over: bool,
}

/// What the coach's own options are called by: games have no codes from here on.
const GO_ON: u32 = u32::MAX;
const SHOW_ME: u32 = u32::MAX - 1;
const BEGIN: u32 = u32::MAX - 2;
const SKIP: u32 = u32::MAX - 3;

impl Screen<'_> {
    fn look(&self, notice: Option<Text>) -> Look {
        let LessonFrame { coach, seat, mut view, story } = self.learner.session.frame();
        let info = self.learner.entry.game.info();
        let own = |code, label: Text| Choice {
            code,
            action: Value::Null,
            described: Described::new(label, coach.point.clone()),
        };
        let remark = coach.remark.as_ref().map(|remark| remark.text.clone());
        let last = coach.part == coach.parts && coach.wants == Wants::Next;
        let prompt = std::mem::take(&mut view.scene.prompt);
        let verdict = view.scene.verdict.take();
        let scores = view.scores().into_iter().filter(|_| view.score_sheet.len() > 1);
        let scores = scores.reduce(|first, next| say!("{first}, {next}"));
        let own_options = match (coach.wants, coach.hint.is_empty()) {
            (Wants::Choice, false) => vec![own(SHOW_ME, say!("Show me"))],
            (Wants::Choice, true) => vec![own(BEGIN, say!("Begin this part again"))],
            (Wants::Back, _) => vec![own(GO_ON, say!("Take it back"))],
            (Wants::Next, _) if last => vec![own(GO_ON, say!("The end"))],
            _ => vec![own(GO_ON, say!("Go on"))],
        };
        view.options.extend(own_options);
        if !last {
            view.options.push(own(SKIP, say!("Skip this part")));
        }
        view.scene.heading = self.learner.heading(&coach);
        let asked = if coach.wants == Wants::Choice { Some(prompt) } else { None };
        view.scene.prompt = match self.over {
            true => say!("That was the last part. q leaves."),
            false => Text::sentences(
                remark.into_iter().chain([coach.text]).chain(verdict).chain(scores).chain(asked),
            ),
        };
        if self.over {
            view.options.clear();
            view.waiting = SeatSet::default();
        }
        view.scene.help = coach.rule.unwrap_or(view.scene.help);
        view.outcome = None;
        // Nobody listens in a lesson.
        view.menu = None;
        // What is chosen from an older look is ignored.
        view.version = (coach.part as usize) << 16 | coach.question as usize;
        let players = view.scene.seats.len();
        Look {
            info,
            view,
            observer: table::Observer::Seat(seat),
            names: Seat::all(players).map(|seat| self.learner.name(seat)).collect(),
            story,
            heard: Vec::new(),
            mode: Mode::Play { curtain: None, passable: false },
            notice,
            rules: output::rules(info),
            words: output::words(),
            review: None,
            hints: false,
        }
    }

    fn choose(&mut self, code: u32) -> Result<(), Refusal> {
        let coach = self.learner.session.coach();
        match code {
            GO_ON if coach.wants == Wants::Next => self.next(),
            SKIP => self.next(),
            GO_ON => self.learner.answer(&coach, None),
            SHOW_ME => self.learner.show_me(&coach),
            BEGIN => self.learner.open(self.learner.part).map(|_| ()),
            code => self.learner.answer(&coach, Some(code)),
        }
    }

    fn next(&mut self) -> Result<(), Refusal> {
        self.over = !self.learner.open(self.learner.part + 1)?;
        Ok(())
    }
}

impl Connection for Screen<'_> {
    fn ask(&mut self, request: Request) {
        let coach = self.learner.session.coach();
        let version = (coach.part as usize) << 16 | coach.question as usize;
        if let Request::Play { version: offered, code } = request
            && offered == version
            && !self.over
        {
            let notice = self.choose(code).err().map(|refusal| refusal.text());
            self.news = Some(self.look(notice));
        }
    }

    fn news(&mut self) -> Option<Look> {
        self.news.take()
    }
}

/// Checks lesson files.
pub(crate) fn check(args: &ArgMatches) -> Outcome {
    crate::verify::each_file(args, |path| {
        let lesson = Lesson::parse(&files::read(path)?).map_err(|fault| Failure(fault.to_string()))?;
        let entry = shelf::find(&lesson.game)?;
        let passed =
            lessons::check(entry.game, entry.bots, &lesson).map_err(|fault| Failure(fault.to_string()))?;
        if let Some(file) = args.get_one::<PathBuf>("german") {
            let words = Catalogue::read([files::read(file)?.as_str()])
                .map_err(|fault| Failure(format!("{}:{}: {}", file.display(), fault.line, fault.reason)))?;
            let gaps = lesson.untranslated(&words);
            if !gaps.is_empty() {
                return Err(Failure(format!("{}: {}", file.display(), gaps.join("\n"))));
            }
        }
        let words =
            format!("holds ({} parts, {} steps, {} answers).", passed.parts, passed.steps, passed.answers);
        Ok((words, json!({ "parts": passed.parts, "steps": passed.steps, "answers": passed.answers })))
    })
}
