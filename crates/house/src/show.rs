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
use wire::{Bare, Lean, LeanOption, Spectators, Stage, Tail};

/// So many lines of the story are kept for each observer.
const LINES: usize = 200;

/// How much of a table a viewer asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Detail {
    /// All that a page draws.
    #[default]
    Page,
    /// No scene: options in words, and who is waited on.
    Lean,
    /// Options as codes, and who is waited on.
    Bare,
}

impl Detail {
    /// As `?lean=` says it.
    pub(crate) fn asked_for(lean: u8) -> Detail {
        match lean {
            0 => Detail::Page,
            1 => Detail::Lean,
            _ => Detail::Bare,
        }
    }
}

/// Who looks, and how.
#[derive(Clone, Debug)]
pub(crate) struct Viewer {
    /// Through whose eyes.
    pub(crate) observer: Observer,
    /// The person's id.
    pub(crate) person: String,
    /// How much is shown.
    pub(crate) detail: Detail,
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
    /// Scenes with their options: through whose eyes, and with what never changes on a map?
    views: Vec<(Observer, bool, Arc<str>)>,
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

    /// Does this observer look at an earlier game that is not here yet?
    pub(crate) fn lacks_late(&self, hosted: &Hosted, observer: Observer) -> bool {
        self.late.is_none() && hosted.game().is_some() && delay(hosted, observer).is_some()
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

    /// Adds the frame for a connection, as the JSON of [`wire::News`].
    pub(crate) fn frame(&mut self, sight: &Sight<'_>, viewer: &Viewer, seen: &mut Seen, out: &mut Vec<u8>) {
        let (hosted, observer) = (sight.hosted, viewer.observer);
        match viewer.detail {
            Detail::Page => {}
            Detail::Lean => return self.lean(hosted, observer, out),
            Detail::Bare => return self.bare(hosted, observer, out),
        }
        out.extend_from_slice(b"{\"type\":\"frame\",\"revision\":");
        json(&hosted.revision(), out);
        out.extend_from_slice(b",\"now_at\":");
        json(&sight.now, out);
        out.extend_from_slice(b",\"table\":");
        json(&hosted.info(&viewer.person, sight.live.present(hosted), sight.seal), out);
        if let Some(view) = self.view(hosted, observer, !seen.whole) {
            out.extend_from_slice(b",\"view\":");
            out.extend_from_slice(view.as_bytes());
            seen.whole = true;
        }
        out.extend_from_slice(b",\"story\":");
        self.story(hosted, observer, seen, out);
        out.extend_from_slice(b",\"talk\":");
        talk(hosted, seen, out);
        out.push(b'}');
    }

    fn view(&mut self, hosted: &Hosted, observer: Observer, whole: bool) -> Option<Arc<str>> {
        let known = self.views.iter().find(|(who, all, _)| (*who, *all) == (observer, whole));
        if let Some((_, _, text)) = known {
            return Some(text.clone());
        }
        let mut view = self.game(hosted, observer)?.view(observer);
        if let (false, Some(map)) = (whole, &mut view.scene.map) {
            map.drop_still_parts();
        }
        let text: Arc<str> = serde_json::to_string(&view).unwrap_or_default().into();
        self.views.push((observer, whole, text.clone()));
        Some(text)
    }

    /// The game that an observer may look at: for spectators of a table with a delay an earlier one.
    fn game<'a>(&'a mut self, hosted: &'a Hosted, observer: Observer) -> Option<&'a dyn AnyMatch> {
        match delay(hosted, observer) {
            Some(_) => self.late.as_ref().map(|late| &*late.game),
            None => hosted.game(),
        }
    }

    fn story(&mut self, hosted: &Hosted, observer: Observer, seen: &mut Seen, out: &mut Vec<u8>) {
        let mut story = self.stories.remove(&observer).unwrap_or_default();
        if let Some(game) = self.game(hosted, observer) {
            story.catch_up(game, observer);
        }
        json(&story.tail(seen), out);
        self.stories.insert(observer, story);
    }

    fn bare(&mut self, hosted: &Hosted, observer: Observer, out: &mut Vec<u8>) {
        let game = self.game(hosted, observer);
        let bare = Bare {
            kind: "bare",
            revision: hosted.revision(),
            stage: hosted.stage(),
            seat: observer.seat(),
            waiting: game.map_or(SeatSet::EMPTY, |game| game.waiting_on()),
            codes: observer.seat().map_or_else(Vec::new, |seat| hosted.codes(seat).collect()),
        };
        json(&bare, out);
    }

    fn lean(&mut self, hosted: &Hosted, observer: Observer, out: &mut Vec<u8>) {
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
        json(&lean, out);
    }
}

fn talk(hosted: &Hosted, seen: &mut Seen, out: &mut Vec<u8>) {
    let (before, lines) = hosted.talk();
    let end = before + lines.len();
    if seen.said == 0 {
        seen.first_said = before;
    }
    let has = seen.said.max(before);
    let items: Vec<_> = lines.skip(has - before).collect();
    seen.said = end;
    json(&Tail { from: (has - seen.first_said) as u32, items }, out);
}

/// Plain data of ours always has a form in JSON, and memory takes all of it.
fn json(value: &impl Serialize, out: &mut Vec<u8>) {
    let _ = serde_json::to_writer(out, value);
}
