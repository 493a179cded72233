//! Frames: a table as a viewer sees it.
//!
//! A connection gets a whole frame first and then what has changed since. What is expensive (the scene with its options, the
//! chairs) is made once per observer and shared by all connections; how far each of them has come is its cursor's.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::Serialize;
use serde_json::Value;
use table::known::{Known, Step};
use table::play::{Line, View};
use table::{AnyMatch, Move, Observer, Seat, SeatSet};
use wire::{Bare, Changes, ClockPlan, Frame, Lean, LeanOption, News, Said, Spectators, Stage, Tail};

use crate::Seal;
use crate::changes::Told;
use crate::json::{Listed, Written, json};
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
    /// The cache that everything came from. The numbers of another cache mean something else.
    cache: u64,
    /// The number of the view it has, once it has had a whole one.
    view: Option<u64>,
    /// The number of the [`CachedInfo`] it has.
    info: u64,
    /// The number of the last line of the story it has, once it has had a frame.
    line: Option<u32>,
    /// The position of its first line among those of its observer.
    first_line: usize,
    /// How much of the chat it has, and where that began.
    said: usize,
    first_said: usize,
    /// Does it hear the talk of a delayed game?
    late: bool,
}

/// What has been rendered for observers.
pub struct FrameCache {
    /// No other cache has this number.
    number: u64,
    shown: Vec<Shown>,
    /// How parts of the scene have changed for those who were shown the last moment.
    steps: Vec<Step>,
    infos: Vec<CachedInfo>,
    /// How many views and infos there have been.
    rendered: u64,
    stories: Vec<(Observer, Story)>,
    /// The lines that somebody was told of what happened last: most of them are told to all in the same words.
    told: Vec<(Line, Written)>,
    late: Option<Late>,
}

impl Default for FrameCache {
    fn default() -> FrameCache {
        static CACHES: AtomicU64 = AtomicU64::new(1);
        FrameCache {
            number: CACHES.fetch_add(1, Ordering::Relaxed),
            shown: Vec::new(),
            steps: Vec::new(),
            infos: Vec::new(),
            rendered: 0,
            stories: Vec::new(),
            told: Vec::new(),
            late: None,
        }
    }
}

/// What an observer has been shown.
struct Shown {
    observer: Observer,
    /// Does it look like that now?
    is_current: bool,
    told: Told,
    /// The number of the view, and of the one before it: what was told has changed between the two.
    number: u64,
    before: u64,
    whole: Whole,
}

/// The JSON of a whole view.
enum Whole {
    /// Nobody has asked for it.
    Unasked,
    /// It was sent once. Most observers have one connection, and keeping it would only cost memory.
    SentOnce,
    Kept(Written),
}

/// A whole view, to be written.
#[derive(Serialize)]
#[serde(untagged)]
enum Drawn<'a> {
    Now(Box<View>),
    Before(&'a Written),
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
    json: Written,
}

/// The story as told to an observer, as far back as it is kept.
#[derive(Default)]
struct Story {
    /// How many older lines were dropped.
    before: usize,
    lines: Vec<KeptLine>,
    next: u32,
    /// The version up to which everything is here.
    version: usize,
}

struct KeptLine {
    /// Never reused: a line that was undone and told again has a new number.
    number: u32,
    /// The action that caused it.
    version: u32,
    /// The JSON of the [`Line`].
    json: Written,
}

impl Story {
    fn catch_up(
        &mut self,
        game: &dyn AnyMatch,
        observer: Observer,
        told: &mut Vec<(Line, Written)>,
        space: &mut Vec<u8>,
    ) {
        let new = game.story(observer, self.version);
        self.version = game.version();
        for line in new {
            self.next += 1;
            let version = line.version as u32;
            let known = told.iter().find(|(known, _)| *known == line).map(|(_, json)| json.clone());
            let json = known.unwrap_or_else(|| {
                let json = Written::new(&line, space);
                told.push((line, json.clone()));
                json
            });
            self.lines.push(KeptLine { number: self.next, version, json });
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
        while self.lines.pop_if(|line| line.version as usize > version).is_some() {}
    }

    /// The lines that a connection does not have.
    fn tail(&self, cursor: &mut ConnectionCursor) -> Tail<&Written> {
        let has = match cursor.line.replace(self.next) {
            Some(last) => self.lines.iter().rposition(|line| line.number <= last).map_or(0, |at| at + 1),
            None => {
                cursor.first_line = self.before;
                0
            }
        };
        let from = (self.before + has).saturating_sub(cursor.first_line) as u32;
        Tail { from, items: self.lines[has..].iter().map(|line| &line.json).collect() }
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
        self.shown.iter_mut().for_each(|shown| shown.is_current = false);
        self.steps.clear();
        self.told.clear();
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

    /// Appends what a connection does not have yet, as the JSON of a [`wire::News`]: a whole frame first, then changes.
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
        if std::mem::replace(&mut cursor.cache, self.number) != self.number {
            *cursor = ConnectionCursor { cache: self.number, ..ConnectionCursor::default() };
        }
        let info = self.info(context, &viewer.person, out);
        let shown = self.show(log, observer, out);
        let story = self.story(log, observer, out);
        let number = self.infos[info].number;
        let known = std::mem::replace(&mut cursor.info, number) == number;
        let now = shown.map(|at| self.shown[at].number);
        let before = std::mem::replace(&mut cursor.view, now);
        let follows = shown.zip(before).filter(|(at, before)| self.shown[*at].since(*before).is_some());
        if let (Some(at), None) = (shown, follows) {
            self.keep_whole(log, at, out);
        }
        let changes = follows.and_then(|(at, before)| self.shown[at].since(before));
        let story = self.stories[story].1.tail(cursor);
        let (revision, now_at) = (log.revision(), context.now);
        // What the players write about the game would be ahead of a delayed one.
        let talk = match (delay(log, observer), &self.late) {
            (Some(_), late) => talk(true, 0, late.as_ref().map_or(&[][..], |late| &late.said).iter(), cursor),
            (None, _) => {
                let (before, lines) = log.talk();
                talk(false, before, lines, cursor)
            }
        };
        let news = match changes {
            Some(view) => {
                let table = (!known).then(|| &self.infos[info].json);
                News::Changes(Changes { revision, now_at, table, view, story, talk })
            }
            None => {
                let table = log.info(&viewer.person, context.present, context.seal);
                let view = shown.and_then(|at| self.whole(log, at));
                News::Frame(Frame { revision, now_at, table, view, story, talk })
            }
        };
        json(&news, out);
    }

    /// Where the table as a person sees it is cached.
    fn info(&mut self, context: &RenderContext<'_>, person: &str, space: &mut Vec<u8>) -> usize {
        let RenderContext { log, present, seal, .. } = *context;
        let (seat, host, table_changed) = (log.seat_of(person), log.is_host(person), log.table_changed());
        let known = self.infos.iter().position(|info| (info.seat, info.host) == (seat, host));
        if let Some(at) = known
            && (self.infos[at].present, self.infos[at].table_changed) == (present, table_changed)
            // Clocks change with every action.
            && log.clock() == ClockPlan::None
        {
            return at;
        }
        let mut table = log.info(person, present, seal);
        table.options = Value::Null;
        let json = Written::new(&table, space);
        self.rendered += 1;
        let info = CachedInfo { seat, host, present, table_changed, number: self.rendered, json };
        put(&mut self.infos, known, info)
    }

    /// Where what an observer is shown is, brought up to date; nothing before the game has begun.
    fn show(&mut self, log: &MatchLog, observer: Observer, space: &mut Vec<u8>) -> Option<usize> {
        let known = self.shown.iter().position(|shown| shown.observer == observer);
        if let Some(at) = known.filter(|at| self.shown[*at].is_current) {
            return Some(at);
        }
        self.game(log, observer)?;
        let at = known.unwrap_or_else(|| {
            self.shown.push(Shown::nothing(observer));
            self.shown.len() - 1
        });
        let mut shown = std::mem::replace(&mut self.shown[at], Shown::nothing(observer));
        let mut steps = std::mem::take(&mut self.steps);
        let mut any = false;
        if let Some(game) = self.game(log, observer) {
            let others = |other: usize| &self.shown[other].told;
            let draw = |known: &mut Known| with_menu(game.sketch(observer, known), log);
            any = shown.told.tell(at, &mut steps, others, draw, space);
        }
        self.steps = steps;
        if any {
            self.rendered += 1;
            shown.before = std::mem::replace(&mut shown.number, self.rendered);
            if shown.before == 0 {
                // Nobody had a view before the first one, and it is long.
                shown.told.changes = Box::default();
            }
            shown.whole = Whole::Unasked;
        }
        shown.is_current = true;
        self.shown[at] = shown;
        Some(at)
    }

    /// The whole view of an observer is asked for: the second time, it is kept.
    fn keep_whole(&mut self, log: &MatchLog, at: usize, space: &mut Vec<u8>) {
        self.shown[at].whole = match std::mem::replace(&mut self.shown[at].whole, Whole::SentOnce) {
            Whole::Unasked => Whole::SentOnce,
            Whole::SentOnce => match self.draw(log, at).map(|view| Written::new(&view, space)) {
                Some(view) => Whole::Kept(view),
                None => Whole::SentOnce,
            },
            kept => kept,
        };
    }

    fn whole(&self, log: &MatchLog, at: usize) -> Option<Drawn<'_>> {
        match &self.shown[at].whole {
            Whole::Kept(view) => Some(Drawn::Before(view)),
            _ => self.draw(log, at).map(|view| Drawn::Now(Box::new(view))),
        }
    }

    fn draw(&self, log: &MatchLog, at: usize) -> Option<View> {
        let observer = self.shown[at].observer;
        self.game(log, observer).map(|game| with_menu(game.view(observer), log))
    }

    /// The game that an observer may see: for spectators of a table with a delay an earlier one.
    fn game<'a>(&'a self, log: &'a MatchLog, observer: Observer) -> Option<&'a dyn AnyMatch> {
        match delay(log, observer) {
            Some(_) => self.late.as_ref().map(|late| &*late.game),
            None => log.game(),
        }
    }

    /// Where the story of an observer is, brought up to date.
    fn story(&mut self, log: &MatchLog, observer: Observer, space: &mut Vec<u8>) -> usize {
        let known = self.stories.iter().position(|(who, _)| *who == observer);
        let mut story = known.map(|at| std::mem::take(&mut self.stories[at].1)).unwrap_or_default();
        let mut told = std::mem::take(&mut self.told);
        if let Some(game) = self.game(log, observer) {
            story.catch_up(game, observer, &mut told, space);
        }
        self.told = told;
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

impl Shown {
    fn nothing(observer: Observer) -> Shown {
        Shown {
            observer,
            is_current: false,
            told: Told::default(),
            number: 0,
            before: 0,
            whole: Whole::Unasked,
        }
    }

    /// What has changed since a view, if that is the present one or the one before.
    fn since(&self, view: u64) -> Option<Listed<'_>> {
        match view {
            view if view == self.number => Some(Listed(&[])),
            view if view == self.before => Some(Listed(&self.told.changes)),
            // The connection was slower than another one of the same observer.
            _ => None,
        }
    }
}

/// A view with what may be said, where the table allows it.
fn with_menu(view: View, log: &MatchLog) -> View {
    View { menu: view.menu.filter(|_| log.may_claim()), ..view }
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
