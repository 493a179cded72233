//! A game that has been played, as the terminal table is connected to it.

use std::process::ExitCode;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use shelf::GameEntry;
use table::{Observer, Record};
use terminal::{Connection, Look, Mode, Request};

use crate::{Failure, Outcome, output, remarks};

/// Goes through a record in the terminal application.
pub(crate) fn run(record: Record, observer: Observer) -> Outcome {
    let entry = shelf::find(&record.game)?;
    output::speak_of(entry.game.info());
    // A record that cannot be replayed is refused before the screen is taken over.
    entry.game.replay(&record, record.actions.len())?;
    let mut watch = Watch { entry, record, at: 0, observer, fresh: true, review: None, thinking: None };
    terminal::run(&mut watch, terminal::Ink { colour: output::colour() })?;
    Ok(ExitCode::SUCCESS)
}

struct Watch {
    entry: &'static GameEntry,
    record: Record,
    at: usize,
    observer: Observer,
    /// Is there something that has not been shown?
    fresh: bool,
    review: Option<terminal::Review>,
    /// Where the review will come from.
    thinking: Option<Receiver<terminal::Review>>,
}

impl Watch {
    /// Lets the bots judge the game on their own thread.
    fn think(&mut self) {
        let (done, thought) = channel();
        let record = self.record.clone();
        thread::spawn(move || {
            remarks::for_terminal(&record, &output::names_in(&record)).map(|review| done.send(review))
        });
        self.thinking = Some(thought);
    }

    fn look(&mut self) -> Result<Look, Failure> {
        let game = self.entry.game.replay(&self.record, self.at)?;
        let mut view = game.view(self.observer);
        // One looks on: there is nothing to choose.
        view.options.clear();
        view.may_undo = false;
        let over = self.record.outcome.is_some() && self.at == self.record.actions.len();
        if over && self.review.is_none() && self.thinking.is_none() {
            self.think();
        }
        Ok(Look {
            info: self.entry.game.info(),
            view,
            observer: self.observer,
            names: output::names_in(&self.record),
            story: terminal::with_talk(game.story(self.observer, 0), &game.heard(1)),
            heard: Vec::new(),
            mode: Mode::Watch { at: self.at, of: self.record.actions.len() },
            notice: None,
            rules: output::rules(self.entry.game.info()),
            words: output::words(),
            review: self.review.clone().filter(|_| over),
            hints: false,
        })
    }
}

impl Connection for Watch {
    fn ask(&mut self, request: Request) {
        match request {
            Request::Go(at) => self.at = at.min(self.record.actions.len()),
            Request::Eyes(observer) => self.observer = observer,
            _ => return,
        }
        self.fresh = true;
    }

    fn news(&mut self) -> Option<Look> {
        if let Some(review) = self.thinking.as_ref().and_then(|thought| thought.try_recv().ok()) {
            self.review = Some(review);
            self.fresh = true;
        }
        if !std::mem::take(&mut self.fresh) {
            return None;
        }
        self.look().ok()
    }
}
