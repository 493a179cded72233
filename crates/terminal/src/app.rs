//! The application: what is on the screen, and what is selected.

mod saying;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Clear, Paragraph};
use table::scene::{Scene, Zone};
use table::{Name, Observer, Seat, Text, say};

use crate::board::{self, Brush};
use crate::connection::{Look, Mode};
use crate::ink::Ink;
use crate::sheet::{cut, first_rows, wrapped};
use crate::talk::Saying;
use crate::{ending, rules, side};

/// Smaller windows show nothing that could be played with.
const LEAST: (u16, u16) = (50, 16);

/// Go on, or leave?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    On,
    Leave,
}

/// What lies over the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Over {
    #[default]
    Nothing,
    Rules,
    Story,
    Review,
    Keys,
}

/// What a click means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    Option(usize),
    Element(String),
}

/// The application.
#[derive(Default)]
pub struct App {
    pub(crate) ink: Ink,
    pub(crate) look: Option<Look>,
    /// The selected option, as an index into the view's options.
    pub(crate) selected: usize,
    /// Digits typed so far.
    pub(crate) typed: String,
    /// Words that options must contain, while they are being narrowed down.
    pub(crate) filter: Option<String>,
    pub(crate) over: Over,
    /// What can be said, while it is listed in place of the options.
    pub(crate) saying: Option<Saying>,
    /// How far what lies over the table is scrolled; nothing until it has been drawn for the first time.
    pub(crate) scroll: Option<usize>,
    /// How many lines back the story is.
    pub(crate) back: usize,
    /// Where the board's window begins, once the person has moved it.
    pub(crate) pan: Option<(usize, usize)>,
    /// Is the whole map in view?
    pub(crate) whole: bool,
    pub(crate) notice: Option<Text>,
    pub(crate) targets: Vec<(Rect, Target)>,
    /// Where the board's window began when it was last drawn.
    pub(crate) drawn_from: (usize, usize),
}

impl App {
    /// An empty window, until the first look comes.
    pub fn new(ink: Ink) -> App {
        App { ink, ..App::default() }
    }

    /// Something new to look at.
    pub fn see(&mut self, look: Look) {
        let same = self.look.as_ref().is_some_and(|old| {
            old.view.version == look.view.version && old.observer == look.observer && old.mode == look.mode
        });
        let saying = self.saying.is_some();
        if !same && !saying {
            self.selected = 0;
            self.typed.clear();
            self.filter = None;
        }
        if !same {
            self.pan = None;
            self.back = 0;
            self.notice = None;
        }
        if look.notice.is_some() {
            self.notice.clone_from(&look.notice);
        }
        let hidden = matches!(look.mode, Mode::Play { curtain: Some(_), .. });
        match saying && !hidden {
            true => self.say_over(look, self.choosing()),
            false => {
                self.saying = None;
                self.look = Some(look);
            }
        }
    }

    /// The options that fit the filter, as indices.
    pub(crate) fn shown(&self) -> Vec<usize> {
        let Some(look) = &self.look else { return Vec::new() };
        let wanted = self.filter.as_deref().unwrap_or("").to_lowercase();
        let fits = |label: &Text| wanted.is_empty() || look.say(label).to_lowercase().contains(&wanted);
        (0..look.view.options.len()).filter(|&i| fits(&look.view.options[i].described.label)).collect()
    }

    /// Draws everything.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        self.targets.clear();
        let area = frame.area();
        if area.width < LEAST.0 || area.height < LEAST.1 {
            let words = format!("The window is too small: {} × {} at least.", LEAST.0, LEAST.1);
            frame.render_widget(Paragraph::new(words), area);
            return;
        }
        let Some(look) = self.look.clone() else {
            frame.render_widget(Paragraph::new("…"), area);
            return;
        };
        if let Mode::Play { curtain: Some(seat), .. } = look.mode {
            self.curtain(frame, area, &look, seat);
            return;
        }
        self.table(frame, area, &look);
        match self.over {
            Over::Nothing => {}
            Over::Rules => self.rules(frame, area, &look),
            Over::Story => self.story(frame, area, &look),
            Over::Review => {
                let scroll = self.scroll.unwrap_or(0);
                ending::review(frame, area, self.ink, &look, scroll);
            }
            Over::Keys => keys(frame, area, &look),
        }
    }

    fn table(&mut self, frame: &mut Frame<'_>, area: Rect, look: &Look) {
        let shown = self.shown();
        if !shown.contains(&self.selected) {
            self.selected = shown.first().copied().unwrap_or(0);
        }
        let selected = (!shown.is_empty()).then_some(self.selected);
        let brush = Brush::new(self.ink, look, selected);
        let scene = &look.view.scene;
        self.bar(frame, Rect { height: 1, ..area }, look, &brush);
        self.footer(frame, Rect { y: area.bottom() - 1, height: 1, ..area }, look);

        // The bar, the footer, a hand and some of the board keep their room.
        let most = usize::from(area.height).saturating_sub(5 + hand_rows(area.height));
        let question = first_rows(&brush.say(&question(look)), usize::from(area.width) - 2, most - 4);
        let rows = (usize::from(area.height) / 4).max(5);
        let detail = selected.map_or(String::new(), |at| brush.say(&look.view.options[at].described.detail));
        let details = wrapped(&detail, usize::from(area.width) - 6);
        let room = most.saturating_sub(question.len() + details.len().min(2) + 1);
        let list = shown.len().min(rows).min(room).max(1);
        let asking = (question.len() + list + details.len().min(2) + 1) as u16;
        let bottom = Rect::new(area.x, area.bottom() - 1 - asking, area.width, asking);
        self.options(frame, bottom, look, &brush, &shown, (&question, &details));

        let own = own_zones(scene);
        let hand = board::hand(&own, &brush, usize::from(area.width), hand_rows(area.height));
        let hand_height = if own.iter().any(|zone| !zone.pieces.is_empty()) { hand.height as u16 } else { 0 };
        let held = Rect::new(area.x, bottom.y - hand_height, area.width, hand_height);
        let seen = hand.show(frame.buffer_mut(), held, (0, 0));
        self.note_elements(seen);

        let wide = match area.width {
            0..70 => 0,
            70..100 => 31,
            100..140 => 42,
            _ => 54,
        };
        let middle = Rect::new(area.x, area.y + 1, area.width - wide, held.y - area.y - 1);
        self.board(frame, middle, scene, &brush);
        if wide > 0 {
            let column = Rect::new(middle.right(), middle.y, wide, middle.height);
            let story: Vec<String> = look.story.iter().map(|line| brush.say(&line.text)).collect();
            let seen = side::draw(frame, column, scene, &brush, &story, self.back);
            self.note_elements(seen);
        }
    }

    fn note_elements(&mut self, seen: Vec<(Rect, String)>) {
        self.targets.extend(seen.into_iter().map(|(rect, id)| (rect, Target::Element(id))));
    }

    fn bar(&self, frame: &mut Frame<'_>, area: Rect, look: &Look, brush: &Brush<'_>) {
        let style = self.ink.bar(&look.view.scene.mood);
        let who = match look.observer {
            Observer::Seat(seat) => say!("seat {number}: {seat}", number = seat.number()),
            Observer::Spectator => say!("as a spectator"),
            Observer::All => say!("all open"),
        };
        let who = format!("{} ", brush.say(&who));
        let room = usize::from(area.width).saturating_sub(who.chars().count() + 1);
        let left = cut(&format!(" {} · {}", look.info.name, brush.say(&look.view.scene.heading)), room);
        let gap = usize::from(area.width).saturating_sub(left.chars().count() + who.chars().count());
        frame.render_widget(Paragraph::new(format!("{left}{}{who}", " ".repeat(gap))).style(style), area);
    }

    fn footer(&self, frame: &mut Frame<'_>, area: Rect, look: &Look) {
        if let Some(notice) = &self.notice {
            let words = cut(&look.say(notice), usize::from(area.width));
            frame.render_widget(Paragraph::new(words).style(self.ink.strong()), area);
            return;
        }
        let board = look.view.scene.map.is_some() || look.view.scene.tree.is_some();
        let mut keys: Vec<Text> = Vec::new();
        match look.mode {
            Mode::Watch { .. } => {
                keys.extend([say!("→ ← step"), say!("number ↵ jump"), say!("Home End"), say!("e eyes")])
            }
            Mode::Play { passable, .. } => {
                if !look.view.options.is_empty() {
                    keys.extend([say!("↑↓ or number, ↵ does it"), say!("/ find")]);
                }
                if passable {
                    keys.push(say!("p pass"));
                }
                if look.view.may_undo {
                    keys.push(say!("u undo"));
                }
            }
        }
        if look.hints {
            keys.push(say!("H hint"));
        }
        if look.view.outcome.is_some() {
            keys.push(say!("r review"));
        }
        if board {
            keys.push(say!("wasd move z zoom"));
        }
        keys.extend([say!("l story"), say!("? rules"), say!("h keys"), say!("q leave")]);
        let keys: Vec<String> = keys.iter().map(|key| look.say(key)).collect();
        let words = cut(&keys.join(" · "), usize::from(area.width));
        frame.render_widget(Paragraph::new(words).style(self.ink.faint()), area);
    }

    fn options(
        &mut self,
        frame: &mut Frame<'_>,
        area: Rect,
        look: &Look,
        brush: &Brush<'_>,
        shown: &[usize],
        (question, details): (&[String], &[String]),
    ) {
        let block = Block::new().borders(Borders::TOP).border_style(self.ink.faint());
        let inner = block.inner(area);
        frame.render_widget(block, area);
        let width = usize::from(inner.width);
        let mut lines: Vec<Line<'_>> =
            question.iter().map(|line| Line::styled(format!(" {line}"), self.ink.strong())).collect();
        if let Some(filter) = &self.filter {
            lines[0] = Line::styled(
                format!(" {}▏", look.say(&say!("find: {filter}", filter = Name(filter)))),
                self.ink.strong(),
            );
        }
        let room = usize::from(inner.height).saturating_sub(lines.len() + details.len().min(2));
        let at = shown.iter().position(|&i| i == self.selected).unwrap_or(0);
        let first = (at + 1).saturating_sub(room);
        let digits = look.view.options.len().to_string().len();
        for (row, &i) in shown.iter().enumerate().skip(first).take(room) {
            let label = brush.say(&look.view.options[i].described.label);
            let more = match row {
                _ if row == first && first > 0 => " ↑",
                _ if row + 1 == first + room && row + 1 < shown.len() => " ↓",
                _ => "",
            };
            let number = if self.typed.is_empty() || i != self.selected {
                format!("{:>digits$}", i + 1)
            } else {
                format!("{:>digits$}", self.typed)
            };
            let pointer = if i == self.selected { '▶' } else { ' ' };
            let text = cut(&format!("{pointer}{number}  {label}{more}"), width);
            let style = if i == self.selected { self.ink.chosen() } else { Style::new() };
            let rect = Rect::new(inner.x, inner.y + lines.len() as u16, inner.width, 1);
            self.targets.push((rect, Target::Option(i)));
            lines.push(Line::from(Span::styled(text, style)));
            if i == self.selected {
                for line in details.iter().take(2) {
                    lines.push(Line::styled(format!("     {line}"), self.ink.faint()));
                }
            }
        }
        if shown.is_empty() {
            let words = wrapped(&brush.say(&nothing_to_do(look, self.filter.is_some())), width - 1);
            lines.extend(words.into_iter().map(|line| Line::styled(format!(" {line}"), self.ink.faint())));
        }
        frame.render_widget(Paragraph::new(lines), inner);
    }

    fn board(&mut self, frame: &mut Frame<'_>, window: Rect, scene: &Scene, brush: &Brush<'_>) {
        let mut window = window;
        if let Some(map) = &scene.map {
            let most = if window.height > 24 { 3 } else { 1 };
            for line in
                first_rows(&board::legend(map, brush), usize::from(window.width), most).into_iter().rev()
            {
                window.height = window.height.saturating_sub(1);
                let rect = Rect::new(window.x, window.bottom(), window.width, 1);
                frame.render_widget(Paragraph::new(line).style(self.ink.faint()), rect);
            }
        }
        let size = (usize::from(window.width), usize::from(window.height));
        let sheet = board::board(scene, brush, size.0, size.1, self.whole);
        let most = (sheet.width.saturating_sub(size.0), sheet.height.saturating_sub(size.1));
        let aim = || {
            // What is selected is in view; else what can be done something with.
            let chosen = brush.chosen.iter().chain(&brush.open).find_map(|id| sheet.find(id));
            let middle = chosen.map_or((sheet.width / 2, sheet.height / 2), |rect| {
                (usize::from(rect.x + rect.width / 2), usize::from(rect.y + rect.height / 2))
            });
            (middle.0.saturating_sub(size.0 / 2), middle.1.saturating_sub(size.1 / 2))
        };
        let from = self.pan.unwrap_or_else(aim);
        let from = (from.0.min(most.0), from.1.min(most.1));
        if self.pan.is_some() {
            self.pan = Some(from);
        }
        self.drawn_from = from;
        let seen = sheet.show(frame.buffer_mut(), window, from);
        self.note_elements(seen);
        // Arrows at the edges say where there is more.
        let edges = [
            (from.0 > 0, window.x, window.y + window.height / 2, "◀"),
            (from.0 < most.0, window.right().saturating_sub(1), window.y + window.height / 2, "▶"),
            (from.1 > 0, window.x + window.width / 2, window.y, "▲"),
            (from.1 < most.1, window.x + window.width / 2, window.bottom().saturating_sub(1), "▼"),
        ];
        for (more, x, y, arrow) in edges {
            if more {
                frame.buffer_mut().set_string(x, y, arrow, self.ink.chosen());
            }
        }
    }

    fn curtain(&self, frame: &mut Frame<'_>, area: Rect, look: &Look, seat: Seat) {
        let lines = vec![
            Line::raw(""),
            Line::styled(look.say(&say!("It is for {seat} to decide.")), self.ink.strong()),
            Line::raw(""),
            Line::raw(look.say(&say!("Give the screen to {seat} (seat {number}).", number = seat.number()))),
            Line::raw(look.say(&say!("When nobody else is looking, press Enter."))),
            Line::raw(""),
            Line::styled(look.say(&say!("q leaves; the game is kept.")), self.ink.faint()),
        ];
        let block = Block::bordered().title(format!(" {} ", look.info.name));
        frame.render_widget(Paragraph::new(lines).centered().block(block), centred(area, 52, 11));
    }

    fn rules(&mut self, frame: &mut Frame<'_>, area: Rect, look: &Look) {
        let window = centred(area, 100, area.height);
        let help = &look.view.scene.help;
        let title = say!(
            "The rules of {game}, at {help} (Esc closes, ↑↓ PgUp PgDn scroll)",
            game = Name(look.info.name),
            help = Name(help)
        );
        let block = Block::bordered().title(format!(" {} ", look.say(&title)));
        let inner = block.inner(window);
        let (lines, start) = rules::lines(look.rules, usize::from(inner.width), help);
        let most = lines.len().saturating_sub(usize::from(inner.height));
        let from = self.scroll.unwrap_or(start).min(most);
        self.scroll = Some(from);
        let shown: Vec<Line<'_>> =
            lines.into_iter().skip(from).take(inner.height.into()).map(Line::raw).collect();
        frame.render_widget(Clear, window);
        frame.render_widget(Paragraph::new(shown).block(block), window);
    }

    fn story(&mut self, frame: &mut Frame<'_>, area: Rect, look: &Look) {
        let brush = Brush::new(self.ink, look, None);
        let line = |line: &table::Line| format!("{:>4}. {}", line.version, brush.say(&line.text));
        frame.render_widget(Clear, area);
        side::log(frame, area, &brush, &look.story.iter().map(line).collect::<Vec<_>>(), self.back);
    }
}

/// A window of this size in the middle, or as much of it as there is room for.
fn centred(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect::new((area.width - width) / 2, (area.height - height) / 2, width, height)
}

/// What is asked, or who won.
fn question(look: &Look) -> Text {
    match (&look.view.scene.verdict, &look.view.scene.prompt) {
        (Some(verdict), _) => verdict.clone(),
        (None, prompt) if prompt.is_empty() => " ".into(),
        (None, prompt) => prompt.clone(),
    }
}

fn nothing_to_do(look: &Look, filtered: bool) -> Text {
    if filtered {
        return say!("No option has these words; Esc shows all.");
    }
    if look.view.outcome.is_some() {
        let scores = look.view.scores().into_iter().reduce(|first, next| say!("{first}, {next}"));
        return say!("Scores: {scores}", scores = scores.unwrap_or_default());
    }
    match look.mode {
        Mode::Watch { at, of } => say!("After move {at} of {of}."),
        Mode::Play { .. } if look.view.waiting.is_empty() => " ".into(),
        Mode::Play { .. } => say!("Waiting for {others} …", others = look.view.waiting),
    }
}

/// What the observer holds.
fn own_zones(scene: &Scene) -> Vec<&Zone> {
    let you = scene.seats.iter().find(|place| place.you).map(|place| place.seat);
    let is_own = |zone: &&Zone| {
        you.is_some() && zone.owner == you && zone.pieces.iter().any(|piece| piece.face.is_some())
    };
    scene.zones.iter().filter(is_own).collect()
}

/// How many rows a hand may take.
fn hand_rows(height: u16) -> usize {
    match height {
        0..30 => 3,
        30..44 => 6,
        _ => 12,
    }
}

fn keys(frame: &mut Frame<'_>, area: Rect, look: &Look) {
    let keys = [
        (say!("↑ ↓ Tab"), say!("choose an option; Enter does it")),
        (say!("a number"), say!("chooses an option by its number")),
        (say!("/"), say!("narrows the options down to some words")),
        (say!("mouse"), say!("a click chooses, a second one does it; the wheel scrolls the story")),
        (say!("w a s d"), say!("move the map or the family tree (also Shift and arrows)")),
        (say!("z"), say!("the whole map, or closer")),
        (say!("p"), say!("let an interrupt pass")),
        (say!("u"), say!("take back")),
        (say!("H"), say!("a hint, if you play alone against bots; again for more")),
        (say!("t"), say!("say something, in games with talk")),
        (say!("l"), say!("the whole story; PgUp and PgDn scroll it")),
        (say!("?"), say!("the rules, at the one in question")),
        (say!("r"), say!("after the game: what the bots say about it")),
        (say!("e"), say!("watching: through whose eyes")),
        (say!("→ ← Home End"), say!("watching: step, to the beginning, to the end")),
        (say!("q"), say!("leave; the game is kept")),
    ];
    let line = |(key, words): &(Text, Text)| Line::raw(format!("{:<12} {}", look.say(key), look.say(words)));
    let window = centred(area, 74, 19);
    frame.render_widget(Clear, window);
    let block = Block::bordered().title(format!(" {} ", look.say(&say!("Keys (Esc closes)"))));
    let lines: Vec<Line<'_>> = keys.iter().map(line).collect();
    frame.render_widget(Paragraph::new(lines).block(block), window);
}
