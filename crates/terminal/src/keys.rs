//! Keys and mouse.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;
use table::scene::{Face, Piece, Scene};
use table::{Name, Observer, Seat, Text, say};

use crate::app::{App, Flow, Over, Target};
use crate::connection::{Connection, Mode, Request};

/// How far the board moves at once.
const STEP: (i32, i32) = (8, 3);

impl App {
    /// A key was pressed.
    pub(crate) fn key(&mut self, key: KeyEvent, connection: &mut dyn Connection) -> Flow {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && matches!(key.code, KeyCode::Char('c' | 'd')) {
            return leave(connection);
        }
        let Some(look) = self.look.clone() else {
            return if key.code == KeyCode::Char('q') { leave(connection) } else { Flow::On };
        };
        if let Mode::Play { curtain: Some(_), .. } = look.mode {
            match key.code {
                KeyCode::Enter => connection.ask(Request::Unveil),
                KeyCode::Char('q') => return leave(connection),
                _ => {}
            }
            return Flow::On;
        }
        self.notice = None;
        if self.over != Over::Nothing {
            self.key_over(key.code);
            return Flow::On;
        }
        if self.filter.is_some() && self.key_filter(key.code) {
            return Flow::On;
        }
        let shift = key.modifiers.contains(KeyModifiers::SHIFT);
        match key.code {
            KeyCode::Up if shift => self.pan_by(0, -STEP.1),
            KeyCode::Down if shift => self.pan_by(0, STEP.1),
            KeyCode::Left if shift => self.pan_by(-STEP.0, 0),
            KeyCode::Right if shift => self.pan_by(STEP.0, 0),
            KeyCode::Char('w') => self.pan_by(0, -STEP.1),
            KeyCode::Char('s') => self.pan_by(0, STEP.1),
            KeyCode::Char('a') => self.pan_by(-STEP.0, 0),
            KeyCode::Char('d') => self.pan_by(STEP.0, 0),
            KeyCode::Char('z') => {
                self.whole = !self.whole;
                self.pan = None;
            }
            KeyCode::Char('q') => return leave(connection),
            KeyCode::Char('?') | KeyCode::F(1) => self.open(Over::Rules),
            KeyCode::Char('h') => self.open(Over::Keys),
            KeyCode::Char('l') => self.open(Over::Story),
            KeyCode::Char('r') if look.view.outcome.is_some() => self.open(Over::Review),
            KeyCode::PageUp => self.back += 5,
            KeyCode::PageDown => self.back = self.back.saturating_sub(5),
            KeyCode::Char('u') => connection.ask(Request::Undo),
            KeyCode::Char('H') if look.hints => connection.ask(Request::Hint),
            KeyCode::Esc if self.saying.is_some() => self.stop_saying(),
            KeyCode::Esc => {
                self.typed.clear();
                self.pan = None;
            }
            _ => match look.mode {
                Mode::Play { passable, .. } => {
                    self.key_play(key.code, passable, look.view.version, connection);
                }
                Mode::Watch { at, of } => {
                    self.key_watch(key.code, (at, of), look.observer, look.names.len(), connection);
                }
            },
        }
        Flow::On
    }

    fn open(&mut self, over: Over) {
        self.over = over;
        self.scroll = None;
        self.back = 0;
    }

    fn key_over(&mut self, code: KeyCode) {
        let (by, back): (i32, bool) = match code {
            KeyCode::Up => (1, true),
            KeyCode::Down => (1, false),
            KeyCode::PageUp => (10, true),
            KeyCode::PageDown | KeyCode::Char(' ') => (10, false),
            KeyCode::Home => (i32::MAX, true),
            KeyCode::End => (i32::MAX, false),
            _ => {
                self.over = Over::Nothing;
                self.back = 0;
                return;
            }
        };
        let by = by as usize;
        if self.over == Over::Story {
            let most = self.look.as_ref().map_or(0, |look| look.story.len());
            self.back =
                if back { self.back.saturating_add(by).min(most) } else { self.back.saturating_sub(by) };
        } else {
            let now = self.scroll.unwrap_or(0);
            self.scroll = Some(if back { now.saturating_sub(by) } else { now.saturating_add(by) });
        }
    }

    /// Words that narrow the options down. False for keys that mean the same as ever.
    fn key_filter(&mut self, code: KeyCode) -> bool {
        let Some(filter) = &mut self.filter else { return false };
        match code {
            KeyCode::Char(c) => filter.push(c),
            KeyCode::Backspace => {
                if filter.pop().is_none() {
                    self.filter = None;
                }
            }
            KeyCode::Esc => self.filter = None,
            _ => return false,
        }
        true
    }

    fn key_play(&mut self, code: KeyCode, passable: bool, version: usize, connection: &mut dyn Connection) {
        match code {
            KeyCode::Up | KeyCode::BackTab => self.select_by(-1),
            KeyCode::Down | KeyCode::Tab => self.select_by(1),
            KeyCode::Home => self.select_by(i32::MIN / 2),
            KeyCode::End => self.select_by(i32::MAX / 2),
            KeyCode::Char('/') => self.filter = Some(String::new()),
            KeyCode::Char('t') if self.saying.is_none() => self.start_saying(),
            KeyCode::Char('p') if passable => connection.ask(Request::Pass),
            KeyCode::Char(c) if c.is_ascii_digit() => {
                self.typed.push(c);
                self.select_typed();
            }
            KeyCode::Backspace => {
                self.typed.pop();
                self.select_typed();
            }
            KeyCode::Enter => self.submit(version, connection),
            _ => {}
        }
    }

    fn submit(&mut self, version: usize, connection: &mut dyn Connection) {
        if self.saying.is_some() {
            return self.say_selected(connection);
        }
        let code = self.look.as_ref().and_then(|look| look.view.options.get(self.selected)).map(|it| it.code);
        if let Some(code) = code.filter(|_| self.shown().contains(&self.selected)) {
            connection.ask(Request::Play { version, code });
            self.typed.clear();
            self.filter = None;
        }
    }

    fn select_by(&mut self, by: i32) {
        let shown = self.shown();
        if let Some(at) = shown.iter().position(|&i| i == self.selected) {
            let next = (at as i32).saturating_add(by).clamp(0, shown.len() as i32 - 1);
            self.selected = shown[next as usize];
            self.pan = None;
        }
        self.typed.clear();
    }

    fn select_typed(&mut self) {
        let count = self.look.as_ref().map_or(0, |look| look.view.options.len());
        match self.typed.parse::<usize>() {
            Ok(number) if (1..=count).contains(&number) => {
                self.selected = number - 1;
                self.filter = None;
                self.pan = None;
            }
            Ok(_) if count > 0 => {
                self.notice = Some(say!("Choose an option from 1 to {count}."));
                self.typed.clear();
            }
            _ => self.typed.clear(),
        }
    }

    fn key_watch(
        &mut self,
        code: KeyCode,
        (at, of): (usize, usize),
        observer: Observer,
        seats: usize,
        connection: &mut dyn Connection,
    ) {
        match code {
            KeyCode::Right | KeyCode::Down | KeyCode::Char(' ' | 'n') => {
                connection.ask(Request::Go((at + 1).min(of)))
            }
            KeyCode::Left | KeyCode::Up | KeyCode::Char('b') => {
                connection.ask(Request::Go(at.saturating_sub(1)))
            }
            KeyCode::Home => connection.ask(Request::Go(0)),
            KeyCode::End => connection.ask(Request::Go(of)),
            KeyCode::Char('e') => connection.ask(Request::Eyes(next_eyes(observer, seats))),
            KeyCode::Char(c) if c.is_ascii_digit() => {
                self.typed.push(c);
                self.notice = Some(say!("Enter goes to action {number}.", number = Name(&self.typed)));
            }
            KeyCode::Enter => match std::mem::take(&mut self.typed).parse::<usize>() {
                Ok(number) if number <= of => connection.ask(Request::Go(number)),
                Ok(_) => self.notice = Some(say!("Choose an action from 0 to {of}.")),
                Err(_) => connection.ask(Request::Go((at + 1).min(of))),
            },
            _ => {}
        }
    }

    fn pan_by(&mut self, x: i32, y: i32) {
        let moved = |from: usize, by: i32| (from as i32 + by).max(0) as usize;
        self.pan = Some((moved(self.drawn_from.0, x), moved(self.drawn_from.1, y)));
    }

    /// The mouse was used.
    pub(crate) fn mouse(&mut self, mouse: MouseEvent, connection: &mut dyn Connection) -> Flow {
        match mouse.kind {
            MouseEventKind::ScrollUp if self.over != Over::Nothing => self.key_over(KeyCode::Up),
            MouseEventKind::ScrollDown if self.over != Over::Nothing => self.key_over(KeyCode::Down),
            MouseEventKind::ScrollUp => self.back += 1,
            MouseEventKind::ScrollDown => self.back = self.back.saturating_sub(1),
            MouseEventKind::Down(MouseButton::Left) if self.over == Over::Nothing => {
                self.click(Position::new(mouse.column, mouse.row), connection);
            }
            _ => {}
        }
        Flow::On
    }

    fn click(&mut self, at: Position, connection: &mut dyn Connection) {
        let Some(look) = self.look.clone() else { return };
        // What was drawn last lies on top.
        let hits: Vec<Target> = self
            .targets
            .iter()
            .rev()
            .filter(|(rect, _)| rect.contains(at))
            .map(|(_, target)| target.clone())
            .collect();
        let version = look.view.version;
        self.notice = None;
        for hit in hits {
            match hit {
                Target::Option(i) if i == self.selected => return self.submit(version, connection),
                Target::Option(i) => {
                    self.selected = i;
                    return;
                }
                Target::Element(id) => {
                    let touching: Vec<usize> = (0..look.view.options.len())
                        .filter(|&i| {
                            look.view.options[i].described.touches.iter().any(|touched| *touched == id)
                        })
                        .collect();
                    // Clicking again goes through all that can be done with it.
                    let next = touching.iter().position(|&i| i == self.selected).map_or(0, |now| now + 1);
                    if let Some(&i) = touching.get(next % touching.len().max(1)) {
                        self.selected = i;
                        self.filter = None;
                        return;
                    }
                    if let Some(words) = about(&look.view.scene, &id) {
                        self.notice = Some(words);
                        return;
                    }
                }
            }
        }
    }
}

fn leave(connection: &mut dyn Connection) -> Flow {
    connection.ask(Request::Leave);
    Flow::Leave
}

/// All open, a spectator, seat 1, seat 2 and so on round.
fn next_eyes(observer: Observer, seats: usize) -> Observer {
    match observer {
        Observer::All => Observer::Spectator,
        Observer::Spectator => Observer::Seat(Seat::new(0)),
        Observer::Seat(seat) if seat.index() + 1 < seats => Observer::Seat(Seat::new(seat.index() + 1)),
        Observer::Seat(_) => Observer::All,
    }
}

/// What an element is, in a line.
fn about(scene: &Scene, id: &str) -> Option<Text> {
    if let Some(area) = scene.map.iter().flat_map(|map| &map.areas).find(|area| area.land.id == id) {
        let piece = |piece: &Piece| {
            let name = piece.face.as_ref().map_or(&piece.back, |face| &face.name);
            match piece.owner {
                Some(seat) => say!("{seat}: {count} {name}", count = piece.count),
                None => say!("{count} {name}", count = piece.count),
            }
        };
        let pieces = area.pieces.iter().map(piece).reduce(|first, next| say!("{first}, {next}"));
        let terrain = Text::marked(area.land.terrain.clone());
        return Some(say!(
            "{area} ({terrain}): {pieces}",
            area = area.land.name,
            pieces = pieces.unwrap_or_default()
        ));
    }
    let on_map = scene.map.iter().flat_map(|map| &map.areas).flat_map(|area| &area.pieces);
    let in_tree = scene.tree.iter().flat_map(|tree| &tree.cards).map(|leaf| &leaf.piece);
    let in_zones = scene.zones.iter().flat_map(|zone| &zone.pieces);
    let piece = on_map.chain(in_tree).chain(in_zones).find(|piece| piece.id == id)?;
    let say = |face: &Face| {
        say!(
            "{name} {corner} {sign}: {text}",
            name = face.name,
            corner = face.corner,
            sign = face.sign,
            text = face.text
        )
    };
    piece.face.as_deref().map(say)
}
