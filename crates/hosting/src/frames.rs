//! Frames: a table as a viewer sees it.
//!
//! A connection gets a whole frame first and then what has changed since. What is expensive (the scene with its options, the
//! chairs) is made once per observer and shared by all connections; what each of them has been sent is its cursor's.

use std::collections::VecDeque;

use serde::Serialize;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};
use table::play::{Line, View};
use table::{AnyMatch, Move, Observer, Seat, SeatSet};
use wire::{
    Bare, Changes, ClockPlan, Frame, Lean, LeanOption, News, RawChanges, RawFrame, Said, Spectators, Stage,
    Tail,
};

use crate::Seal;
use crate::changes::{Part, Sent};
use crate::log::{Entry, LogEvent};
use crate::match_log::{MatchLog, Past, Present};

/// How many lines of the story are kept for each observer.
const LINES: usize = 200;

/// How much of a table a viewer asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Detail {
    /// Everything a page draws.
    #[default]
    Page,
    /// No scene: options in words, and who is waited on.
    Lean,
    /// Options as codes, and who is waited on.
    Bare,
}

impl Detail {
    /// From the query parameter `lean`.
    pub fn asked_for(lean: u8) -> Detail {
        match lean {
            0 => Detail::Page,
            1 => Detail::Lean,
            _ => Detail::Bare,
        }
    }
}

/// A viewer.
#[derive(Clone, Debug)]
pub struct Viewer {
    /// Through whose eyes they see the table.
    pub observer: Observer,
    /// The person's id.
    pub person: String,
    /// How much detail they get.
    pub detail: Detail,
}

/// What frames are rendered from.
#[derive(Clone, Copy)]
pub struct RenderContext<'a> {
    /// The match.
    pub log: &'a MatchLog,
    /// Who is here.
    pub present: Present,
    /// Signs invitations.
    pub seal: &'a dyn Seal,
    /// The present time.
    pub now: u64,
}

/// What has been sent to a connection.
#[derive(Debug, Default)]
pub struct ConnectionCursor {
    /// What it has of the view, once it has had a whole one.
    view: Option<Box<Sent>>,
    /// The number of the [`CachedInfo`] it has.
    info: u64,
    /// The number of the last line of the story it has, once it has had a frame.
    line: Option<u64>,
    /// The position of its first line among those of its observer.
    first_line: usize,
    /// How much of the chat it has, and where that began.
    said: usize,
    first_said: usize,
    /// Does it hear the talk of a delayed game?
    late: bool,
}

/// What has been rendered for observers, for as long as it is current.
#[derive(Default)]
pub struct FrameCache {
    views: Vec<CachedView>,
    infos: Vec<CachedInfo>,
    /// How many infos there have been.
    rendered: u64,
    stories: Vec<(Observer, Story)>,
    late: Option<Late>,
}

struct CachedView {
    observer: Observer,
    /// None if it was drawn only once: most observers have one connection, and keeping its view would only cost memory.
    view: Option<Box<View>>,
}

/// A view on its way to a connection.
enum Drawn {
    Cached(usize),
    Fresh(Box<View>),
}

/// A [`wire::TableInfo`] without the options of the game: they never change and may be long, and the first frame had them. It
/// outlives actions: most of them change nothing about the table itself.
struct CachedInfo {
    seat: Option<Seat>,
    host: bool,
    present: Present,
    table_changed: u32,
    /// From 1.
    number: u64,
    json: Box<RawValue>,
}

/// The story as told to an observer, as far back as it is kept.
#[derive(Default)]
struct Story {
    /// How many older lines were dropped.
    before: usize,
    /// The lines, with numbers that are never reused: a line that was undone and told again has a new number.
    lines: Vec<(u64, Line)>,
    next: u64,
    /// The version up to which everything is here.
    version: usize,
}

impl Story {
    fn catch_up(&mut self, game: &dyn AnyMatch, observer: Observer) {
        let told = game.story(observer, self.version);
        self.version = game.version();
        for line in told {
            self.next += 1;
            self.lines.push((self.next, line));
        }
        if self.lines.len() > 2 * LINES {
            let surplus = self.lines.len() - LINES;
            self.lines.drain(..surplus);
            self.before += surplus;
        }
    }

    fn take_back(&mut self, version: usize) {
        self.version = self.version.min(version);
        // Nearly always there is nothing to take back.
        while self.lines.pop_if(|(_, line)| line.version > version).is_some() {}
    }

    fn tail(&self, cursor: &mut ConnectionCursor) -> Tail<&Line> {
        let Some(last) = cursor.line.replace(self.next) else {
            cursor.first_line = self.before;
            return Tail { from: 0, items: self.lines.iter().map(|(_, line)| line).collect() };
        };
        let new = self.lines.iter().rev().take_while(|(number, _)| *number > last).count();
        let has = self.lines.len() - new;
        Tail {
            from: (self.before + has).saturating_sub(cursor.first_line) as u32,
            items: self.lines[has..].iter().map(|(_, line)| line).collect(),
        }
    }
}

/// The game as it was some actions ago, for spectators of a table with a delay.
struct Late {
    game: Box<dyn AnyMatch>,
    /// What happened since: actions, and what was said between them.
    pending: VecDeque<Pending>,
    /// How many actions are among it.
    actions: usize,
    /// What was said until then. Free text is left out: it would be ahead of the game.
    said: Vec<Said>,
}

enum Pending {
    Action(Seat, u32),
    Claim(Box<Said>),
}

impl Late {
    /// Follows the log some actions behind. False if an action was undone that had been shown already: start over.
    fn follow(&mut self, what: &LogEvent, said: Option<&Said>, delay: usize) -> bool {
        match (what, said) {
            (LogEvent::Played { seat, code, .. }, _) => {
                self.pending.push_back(Pending::Action(*seat, *code));
                self.actions += 1;
            }
            (LogEvent::Undone { .. }, _) => {
                let last = self.pending.iter().rposition(|item| matches!(item, Pending::Action(..)));
                let Some(last) = last else { return false };
                self.pending.remove(last);
                self.actions -= 1;
            }
            (LogEvent::Claimed { .. }, Some(said)) => {
                self.pending.push_back(Pending::Claim(Box::new(said.clone())));
            }
            _ => {}
        }
        self.play_to(delay)
    }

    fn play_to(&mut self, delay: usize) -> bool {
        loop {
            match self.pending.front() {
                Some(Pending::Action(seat, code)) if self.actions > delay => {
                    if self.game.play(*seat, &Move::Code(*code)).is_err() {
                        return false;
                    }
                    self.actions -= 1;
                }
                Some(Pending::Claim(said)) => self.said.push((**said).clone()),
                _ => return true,
            }
            self.pending.pop_front();
        }
    }
}

/// How many actions late an observer sees a table, if at all. A finished game hides nothing.
fn delay(log: &MatchLog, observer: Observer) -> Option<usize> {
    match (observer, log.spectators(), log.stage()) {
        (Observer::Spectator, Spectators::Delayed { actions }, stage) if stage != Stage::Finished => {
            Some(actions as usize)
        }
        _ => None,
    }
}

impl FrameCache {
    /// Something happened: drops what is no longer current.
    pub fn pass(&mut self, log: &MatchLog, what: Option<&LogEvent>) {
        self.views.clear();
        if let Some(game) = log.game() {
            self.stories.iter_mut().for_each(|(_, story)| story.take_back(game.version()));
        }
        let delay = delay(log, Observer::Spectator);
        if let (Some(late), Some(what), Some(delay)) = (&mut self.late, what, delay)
            && !late.follow(what, log.talk().1.next_back(), delay)
        {
            self.late = None;
            self.stories.retain(|(observer, _)| *observer != Observer::Spectator);
        }
    }

    /// Does this observer see a delayed game that is not here yet?
    pub fn needs_delayed(&self, log: &MatchLog, observer: Observer) -> bool {
        self.late.is_none() && log.game().is_some() && delay(log, observer).is_some()
    }

    /// Builds the delayed game from the log.
    pub fn build_delayed(&mut self, log: &MatchLog, entries: Vec<Entry>) {
        let Some(delay) = delay(log, Observer::Spectator) else { return };
        let begin = entries.iter().position(|entry| matches!(entry.what, LogEvent::Started { .. }));
        let Some(begin) = begin else { return };
        // As the players heard it.
        let claimed = entries.iter().any(|entry| matches!(entry.what, LogEvent::Claimed { .. }));
        let whole = claimed.then(|| MatchLog::fold(log.id(), entries.clone(), Past::Whole).ok()).flatten();
        let mut entries = entries.into_iter();
        let first: Vec<Entry> = entries.by_ref().take(begin + 1).collect();
        let dealt = MatchLog::fold(log.id(), first, Past::Recent).ok().and_then(MatchLog::into_game);
        self.late = dealt.and_then(|game| {
            let mut late = Late { game, pending: VecDeque::new(), actions: 0, said: Vec::new() };
            let claims = whole.iter().flat_map(|log| log.talk().1);
            let mut claims = claims.filter(|said| said.claim.is_some()).peekable();
            // The whole log first, since undo may reach behind the delay.
            for entry in entries {
                let claimed = matches!(entry.what, LogEvent::Claimed { .. });
                let said = if claimed { claims.next_if(|said| said.said_at == entry.at) } else { None };
                late.follow(&entry.what, said, usize::MAX).then_some(())?;
            }
            late.play_to(delay).then_some(late)
        });
    }

    /// Appends what a connection does not have yet, as the JSON of a [`News`]: a whole frame first, then changes.
    pub fn frame(
        &mut self,
        context: &RenderContext<'_>,
        viewer: &Viewer,
        cursor: &mut ConnectionCursor,
        out: &mut Vec<u8>,
    ) {
        let (log, observer) = (context.log, viewer.observer);
        match viewer.detail {
            Detail::Page => {}
            Detail::Lean => return json(&self.lean(log, observer), out),
            Detail::Bare => return json(&self.bare(log, observer), out),
        }
        let info = self.info(context, &viewer.person);
        let drawn = self.view(log, observer);
        let story = self.story(log, observer);
        let info = info.map(|at| &self.infos[at]);
        let number = info.map_or(0, |info| info.number);
        let known = std::mem::replace(&mut cursor.info, number) == number;
        let view = drawn.as_ref().and_then(|drawn| match drawn {
            Drawn::Fresh(view) => Some(&**view),
            Drawn::Cached(at) => self.views[*at].view.as_deref(),
        });
        let (revision, now_at) = (log.revision(), context.now);
        let story = self.stories[story].1.tail(cursor);
        let talk = match delay(log, observer) {
            // What the players write about the game would be ahead of it.
            Some(_) => {
                let said = self.late.as_ref().map_or(&[][..], |late| &late.said);
                talk(true, 0, said.iter(), cursor)
            }
            None => {
                let (before, lines) = log.talk();
                talk(false, before, lines, cursor)
            }
        };
        match (&mut cursor.view, view) {
            (Some(sent), Some(view)) => {
                let table = info.filter(|_| !known).map(|info| &*info.json);
                let changes: RawChanges<'_, Part<'_>> =
                    Changes { revision, now_at, table, view: sent.changes(view), story, talk };
                json(&News::<(), _>::Changes(changes), out);
            }
            (sent, view) => {
                *sent = view.map(|view| {
                    let mut sent = Box::<Sent>::default();
                    sent.changes(view);
                    sent
                });
                let table = to_raw_value(&log.info(&viewer.person, context.present, context.seal)).ok();
                let frame: RawFrame<'_> =
                    Frame { revision, now_at, table: table.as_deref(), view, story, talk };
                json(&News::<_, ()>::Frame(frame), out);
            }
        }
    }

    /// Where the table as a person sees it is cached.
    fn info(&mut self, context: &RenderContext<'_>, person: &str) -> Option<usize> {
        let RenderContext { log, present, seal, .. } = *context;
        let (seat, host, table_changed) = (log.seat_of(person), log.is_host(person), log.table_changed());
        let known = self.infos.iter().position(|info| (info.seat, info.host) == (seat, host));
        if let Some(at) = known
            && (self.infos[at].present, self.infos[at].table_changed) == (present, table_changed)
            // Clocks change with every action.
            && log.clock() == ClockPlan::None
        {
            return Some(at);
        }
        let mut table = log.info(person, present, seal);
        table.options = Value::Null;
        let json = to_raw_value(&table).ok()?;
        self.rendered += 1;
        let info = CachedInfo { seat, host, present, table_changed, number: self.rendered, json };
        Some(put(&mut self.infos, known, info))
    }

    /// The view of an observer: drawn the first time, kept the second time.
    fn view(&mut self, log: &MatchLog, observer: Observer) -> Option<Drawn> {
        let known = self.views.iter().position(|view| view.observer == observer);
        if let Some(at) = known.filter(|at| self.views[*at].view.is_some()) {
            return Some(Drawn::Cached(at));
        }
        let mut view = Box::new(self.game(log, observer)?.view(observer));
        view.menu = view.menu.filter(|_| log.may_claim());
        Some(match known {
            Some(at) => {
                self.views[at].view = Some(view);
                Drawn::Cached(at)
            }
            None => {
                self.views.push(CachedView { observer, view: None });
                Drawn::Fresh(view)
            }
        })
    }

    /// The game that an observer may see: for spectators of a table with a delay an earlier one.
    fn game<'a>(&'a self, log: &'a MatchLog, observer: Observer) -> Option<&'a dyn AnyMatch> {
        match delay(log, observer) {
            Some(_) => self.late.as_ref().map(|late| &*late.game),
            None => log.game(),
        }
    }

    /// Where the story of an observer is, brought up to date.
    fn story(&mut self, log: &MatchLog, observer: Observer) -> usize {
        let known = self.stories.iter().position(|(who, _)| *who == observer);
        let mut story = known.map(|at| std::mem::take(&mut self.stories[at].1)).unwrap_or_default();
        if let Some(game) = self.game(log, observer) {
            story.catch_up(game, observer);
        }
        put(&mut self.stories, known, (observer, story))
    }

    fn bare(&self, log: &MatchLog, observer: Observer) -> Bare {
        let game = self.game(log, observer);
        Bare {
            kind: "bare",
            revision: log.revision(),
            stage: log.stage(),
            seat: observer.seat(),
            waiting: game.map_or(SeatSet::EMPTY, |game| game.waiting_on()),
            codes: observer.seat().map_or_else(Vec::new, |seat| log.codes(seat).collect()),
        }
    }

    fn lean(&self, log: &MatchLog, observer: Observer) -> Lean {
        let game = self.game(log, observer);
        let playing = log.stage() == Stage::Playing;
        let options = match (game, observer.seat()) {
            (Some(game), Some(seat)) if playing => game.offers(seat),
            _ => Vec::new(),
        };
        Lean {
            kind: "lean",
            revision: log.revision(),
            stage: log.stage(),
            seat: observer.seat(),
            version: game.map_or(0, |game| game.version()),
            waiting: game.map_or(SeatSet::EMPTY, |game| game.waiting_on()),
            options: options.into_iter().map(|(code, label)| LeanOption { code, label }).collect(),
            may_undo: playing && game.zip(observer.seat()).is_some_and(|(game, seat)| game.may_undo(seat)),
            outcome: game.and_then(|game| game.outcome()).map(|outcome| (&outcome).into()),
        }
    }
}

/// Replaces an item of a list, or adds one. Returns its index.
fn put<T>(items: &mut Vec<T>, at: Option<usize>, item: T) -> usize {
    match at {
        Some(at) => {
            items[at] = item;
            at
        }
        None => {
            items.push(item);
            items.len() - 1
        }
    }
}

fn talk<'a>(
    late: bool,
    before: usize,
    lines: impl ExactSizeIterator<Item = &'a Said>,
    cursor: &mut ConnectionCursor,
) -> Tail<&'a Said> {
    // After the end everybody hears everything.
    if std::mem::replace(&mut cursor.late, late) != late {
        cursor.said = 0;
    }
    let end = before + lines.len();
    if cursor.said == 0 {
        cursor.first_said = before;
    }
    let has = cursor.said.max(before);
    cursor.said = end;
    Tail { from: (has - cursor.first_said) as u32, items: lines.skip(has - before).collect() }
}

/// Plain data of ours always has a JSON form, and a `Vec` takes all of it.
fn json(value: &impl Serialize, out: &mut Vec<u8>) {
    let _ = serde_json::to_writer(out, value);
}
