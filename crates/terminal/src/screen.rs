//! The window: set up, kept drawn, and given back as it was.

use std::io;
use std::time::Duration;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate};

use crate::app::{App, Flow};
use crate::connection::Connection;
use crate::ink::Ink;

/// How long to wait for a key before looking for news.
const TICK: Duration = Duration::from_millis(25);

/// Runs the application until the person leaves. The terminal is given back as it was, after a panic too.
pub fn run(connection: &mut dyn Connection, ink: Ink) -> io::Result<()> {
    let mut terminal = ratatui::try_init()?;
    let _ = execute!(io::stdout(), EnableMouseCapture);
    let result = keep_drawn(&mut terminal, connection, App::new(ink));
    let _ = execute!(io::stdout(), DisableMouseCapture);
    ratatui::restore();
    result
}

fn keep_drawn(
    terminal: &mut DefaultTerminal,
    connection: &mut dyn Connection,
    mut app: App,
) -> io::Result<()> {
    // Signals are watched from the first look for events on: a window resized just after its first picture counts too.
    event::poll(Duration::ZERO)?;
    let mut stale = true;
    loop {
        while let Some(look) = connection.news() {
            app.see(look);
            stale = true;
        }
        if stale {
            // Terminals that understand it show the whole picture at once; the others ignore it.
            let _ = execute!(io::stdout(), BeginSynchronizedUpdate);
            let drawn = terminal.draw(|frame| app.draw(frame)).map(|_| ());
            let _ = execute!(io::stdout(), EndSynchronizedUpdate);
            drawn?;
            stale = false;
        }
        if !event::poll(TICK)? {
            continue;
        }
        stale = true;
        let flow = match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => app.key(key, connection),
            Event::Mouse(mouse) => app.mouse(mouse, connection),
            _ => Flow::On,
        };
        if flow == Flow::Leave {
            return Ok(());
        }
    }
}
