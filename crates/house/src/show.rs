//! Frames: a table as a viewer sees it.
//!
//! What is heavy (the scene and its options) is written once per observer and revision and shared by all connections. What is a
//! connection's own (which lines of the story it has, its person's chair) is put around it.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use serde::Serialize;
use table::play::Line;
use table::{AnyMatch, Move, Observer, Seat, SeatSet};

use crate::hosted::{Hosted, Past};
use crate::live::Live;
use crate::log::{Entry, Happening};
use crate::seal::Seal;
use crate::wire::{Lean, LeanOption, Spectators, Stage, Tail};

/// So many lines of the story are kept for each observer.
const LINES: usize = 200;

/// How a viewer wants to see a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Detail {
    /// The whole scene.
    Whole,
    /// The scene without what never changes.
    Moving,
    /// No scene: options, and who is waited on.
    Lean,
}

/// Who looks, and how.
#[derive(Clone, Debug)]
pub(crate) struct Viewer {
    /// Through whose eyes.
    pub(crate) observer: Observer,
    /// The person's id.
    pub(crate) person: String,
    /// Without the scene?
    pub(crate) lean: bool,
}

/// What is looked at, and when.
pub(crate) struct Sight<'a> {
    pub(crate) hosted: &'a Hosted,
    pub(crate) live: &'a Live,
    pub(crate) seal: &'a Seal,
    pub(crate) now: u64,
}

/// What a connection has been shown.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// Has it had a whole scene?
    whole: bool,
    /// The number of the last line of the story it has, once it has had a frame.
    line: Option<u64>,
    /// The position of its first line among those of its observer.
    first_line: usize,
    /// How much of the talk it has, and where that began.
    said: usize,
    first_said: usize,
}

/// What has been written for observers, until something happens.
#[derive(Default)]
pub(crate) struct Shown {
    views: Vec<(Observer, Detail, Arc<str>)>,
    stories: HashMap<Observer, Story>,
    late: Option<Late>,
}

/// The story as an observer was told it, as far as it is kept.
#[derive(Default)]
struct Story {
    /// How many lines came before those.
    before: usize,
    /// Lines with a number each that only goes up: a line that was taken back and told anew has another one.
    lines: Vec<(u64, Line)>,
    next: u64,
    /// Up to this version all that was told is here.
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
        let stays = self.lines.partition_point(|(_, line)| line.version <= version);
        self.lines.truncate(stays);
    }

    fn tail(&self, seen: &mut Seen) -> Tail<&Line> {
        let Some(last) = seen.line.replace(self.next) else {
            seen.first_line = self.before;
            return Tail { from: 0, items: self.lines.iter().map(|(_, line)| line).collect() };
        };
        let has = self.lines.partition_point(|(number, _)| *number <= last);
        Tail {
            from: (self.before + has).saturating_sub(seen.first_line) as u32,
            items: self.lines[has..].iter().map(|(_, line)| line).collect(),
        }
    }
}

/// The game as it was some actions ago, for spectators of a table with a delay.
struct Late {
    game: Box<dyn AnyMatch>,
    /// What has been done since.
    pending: VecDeque<(Seat, u32)>,
}

impl Late {
    /// Follows the log some actions behind. False if what was taken back had been shown already: begin anew.
    fn follow(&mut self, what: &Happening, delay: usize) -> bool {
        match what {
            Happening::Played { seat, code, .. } => self.pending.push_back((*seat, *code)),
            Happening::Undone { .. } => return self.pending.pop_back().is_some(),
            _ => {}
        }
        while self.pending.len() > delay
            && let Some((seat, code)) = self.pending.pop_front()
        {
            if self.game.play(seat, &Move::Code(code)).is_err() {
                return false;
            }
        }
        true
    }
}

/// How many actions late a viewer sees a table, if it is late at all. A game that is over hides nothing.
fn delay(hosted: &Hosted, observer: Observer) -> Option<usize> {
    match (observer, hosted.spectators(), hosted.stage()) {
        (Observer::Spectator, Spectators::Delayed { actions }, stage) if stage != Stage::Finished => {
            Some(actions as usize)
        }
        _ => None,
    }
}

impl Shown {
    /// Something happened: what was written is no longer true.
    pub(crate) fn pass(&mut self, hosted: &Hosted, what: Option<&Happening>) {
        self.views.clear();
        if let Some(game) = hosted.game() {
            self.stories.values_mut().for_each(|story| story.take_back(game.version()));
        }
        let delay = delay(hosted, Observer::Spectator);
        if let (Some(late), Some(what), Some(delay)) = (&mut self.late, what, delay)
            && !late.follow(what, delay)
        {
            self.late = None;
            self.stories.remove(&Observer::Spectator);
        }
    }

    /// Does this viewer look at an earlier game that is not here yet?
    pub(crate) fn lacks_late(&self, hosted: &Hosted, viewer: &Viewer) -> bool {
        self.late.is_none() && hosted.game().is_some() && delay(hosted, viewer.observer).is_some()
    }

    /// Brings the earlier game up from the log.
    pub(crate) fn bring_late(&mut self, hosted: &Hosted, entries: Vec<Entry>) {
        let Some(delay) = delay(hosted, Observer::Spectator) else { return };
        let begin = entries.iter().position(|entry| matches!(entry.what, Happening::Started { .. }));
        let Some(begin) = begin else { return };
        let mut entries = entries.into_iter();
        let first: Vec<Entry> = entries.by_ref().take(begin + 1).collect();
        let dealt = Hosted::fold(hosted.id(), first, Past::Recent).ok().and_then(Hosted::into_game);
        self.late = dealt.and_then(|game| {
            let mut late = Late { game, pending: VecDeque::new() };
            // The whole log first, since undo may reach behind the delay.
            entries.all(|entry| late.follow(&entry.what, usize::MAX)).then_some(())?;
            late.follow(&Happening::Frozen { why: String::new() }, delay).then_some(late)
        });
    }

    /// The frame for a connection, as the JSON of [`crate::wire::News`].
    pub(crate) fn frame(&mut self, sight: &Sight<'_>, viewer: &Viewer, seen: &mut Seen) -> Arc<str> {
        let (hosted, observer) = (sight.hosted, viewer.observer);
        if viewer.lean {
            return self.lean(hosted, observer);
        }
        let detail = if seen.whole { Detail::Moving } else { Detail::Whole };
        let mut text = String::with_capacity(8 << 10);
        text.push_str("{\"type\":\"frame\",\"revision\":");
        text.push_str(&hosted.revision().to_string());
        text.push_str(",\"now_at\":");
        text.push_str(&sight.now.to_string());
        text.push_str(",\"table\":");
        text.push_str(&json(&hosted.info(&viewer.person, sight.live.present(hosted), sight.seal)));
        if let Some(view) = self.view(hosted, observer, detail) {
            text.push_str(",\"view\":");
            text.push_str(&view);
            seen.whole = true;
        }
        text.push_str(",\"story\":");
        text.push_str(&self.story(hosted, observer, seen));
        text.push_str(",\"talk\":");
        text.push_str(&talk(hosted, seen));
        text.push('}');
        text.into()
    }

    fn view(&mut self, hosted: &Hosted, observer: Observer, detail: Detail) -> Option<Arc<str>> {
        if let Some((_, _, text)) = self.views.iter().find(|(who, how, _)| (*who, *how) == (observer, detail))
        {
            return Some(text.clone());
        }
        let mut view = self.game(hosted, observer)?.view(observer);
        if let (Detail::Moving, Some(map)) = (detail, &mut view.scene.map) {
            map.drop_still_parts();
        }
        let text: Arc<str> = json(&view).into();
        self.views.push((observer, detail, text.clone()));
        Some(text)
    }

    /// The game that an observer may look at: for spectators of a table with a delay an earlier one.
    fn game<'a>(&'a mut self, hosted: &'a Hosted, observer: Observer) -> Option<&'a dyn AnyMatch> {
        match delay(hosted, observer) {
            Some(_) => self.late.as_ref().map(|late| &*late.game),
            None => hosted.game(),
        }
    }

    fn story(&mut self, hosted: &Hosted, observer: Observer, seen: &mut Seen) -> String {
        let mut story = self.stories.remove(&observer).unwrap_or_default();
        if let Some(game) = self.game(hosted, observer) {
            story.catch_up(game, observer);
        }
        let text = json(&story.tail(seen));
        self.stories.insert(observer, story);
        text
    }

    fn lean(&mut self, hosted: &Hosted, observer: Observer) -> Arc<str> {
        let key = (observer, Detail::Lean);
        if let Some((_, _, text)) = self.views.iter().find(|(who, how, _)| (*who, *how) == key) {
            return text.clone();
        }
        let game = self.game(hosted, observer);
        let playing = hosted.stage() == Stage::Playing;
        let options = match (game, observer.seat()) {
            (Some(game), Some(seat)) if playing => game.offers(seat),
            _ => Vec::new(),
        };
        let lean = Lean {
            kind: "lean",
            revision: hosted.revision(),
            stage: hosted.stage(),
            seat: observer.seat(),
            version: game.map_or(0, |game| game.version()),
            waiting: game.map_or(SeatSet::EMPTY, |game| game.waiting_on()),
            options: options.into_iter().map(|(code, label)| LeanOption { code, label }).collect(),
            may_undo: playing && game.zip(observer.seat()).is_some_and(|(game, seat)| game.may_undo(seat)),
            outcome: game.and_then(|game| game.outcome()).map(|outcome| (&outcome).into()),
        };
        let text: Arc<str> = json(&lean).into();
        self.views.push((observer, Detail::Lean, text.clone()));
        text
    }
}

fn talk(hosted: &Hosted, seen: &mut Seen) -> String {
    let (before, lines) = hosted.talk();
    let end = before + lines.len();
    if seen.said == 0 {
        seen.first_said = before;
    }
    let has = seen.said.max(before);
    let items: Vec<_> = lines.skip(has - before).collect();
    seen.said = end;
    json(&Tail { from: (has - seen.first_said) as u32, items })
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
