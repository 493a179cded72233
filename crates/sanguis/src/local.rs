//! The terminal table's connection to a match on this machine. The match and its bots have their own thread, so that the
//! screen responds while they think.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use table::{Name, Observer, Seat, Text, say};
use terminal::{Connection, Look, Mode, Request};

use crate::hint::Told;
use crate::host::{Host, Turn, farewell};
use crate::remarks;
use crate::{Failure, Outcome, output};

/// Plays in the terminal application, then says where the game is saved.
pub(crate) fn run(host: Host) -> Outcome {
    let file = host.file.clone();
    let (ask, requests) = channel();
    let (show, looks) = channel();
    let over = Arc::new(AtomicBool::new(false));
    let worker = Worker { host, requests, show, shown: None, notice: None, over: over.clone() };
    // A bot may still be thinking when the person leaves. Nothing is lost if nobody waits for it.
    thread::spawn(move || worker.run());
    terminal::run(&mut Wire { ask, looks }, terminal::Ink { colour: output::colour() })?;
    if let Some(file) = file {
        output::line(&farewell(&file, over.load(Ordering::Relaxed)));
    }
    Ok(std::process::ExitCode::SUCCESS)
}

/// Requests one way, looks the other.
struct Wire {
    ask: Sender<Request>,
    looks: Receiver<Look>,
}

impl Connection for Wire {
    fn ask(&mut self, request: Request) {
        // If the other end is gone, the screen keeps showing the last look.
        let _ = self.ask.send(request);
    }

    fn news(&mut self) -> Option<Look> {
        self.looks.try_iter().last()
    }
}

struct Worker {
    host: Host,
    requests: Receiver<Request>,
    show: Sender<Look>,
    /// Whose hand is on the screen.
    shown: Option<Seat>,
    notice: Option<Text>,
    /// Set when the game has ended.
    over: Arc<AtomicBool>,
}

impl Worker {
    /// Plays until the person leaves.
    fn run(mut self) {
        if let Err(Failure(reason)) = self.host.keep_first() {
            self.notice = Some(Name(reason).into());
        }
        if self.host.people.len() == 1 {
            self.shown = self.host.people.first();
        }
        loop {
            let go_on = match self.host.turn() {
                Turn::Over => return self.over(),
                Turn::Person { seat, interrupt } => self.person(seat, interrupt),
                Turn::Bots => self.bots(),
            };
            if !go_on {
                return;
            }
        }
    }

    fn look(&mut self, observer: Observer, curtain: Option<Seat>, passable: bool) -> bool {
        let look = self.draft(observer, Mode::Play { curtain, passable });
        self.show.send(look).is_ok()
    }

    fn draft(&mut self, observer: Observer, mode: Mode) -> Look {
        Look {
            info: self.host.entry().game.info(),
            view: self.host.game().view(observer),
            observer,
            names: self.host.names(observer),
            story: terminal::with_talk(self.host.game().story(observer, 0), &self.host.heard(1)),
            heard: self.host.heard(1),
            mode,
            notice: self.notice.take(),
            rules: output::rules(self.host.entry().game.info()),
            words: output::words(),
            review: None,
            hints: false,
        }
    }

    /// Shows the table to somebody who is asked, with as much of a hint as they have been told.
    fn ask(&mut self, seat: Seat, interrupt: bool, hint: Vec<Text>) {
        let mut look = self.draft(Observer::Seat(seat), Mode::Play { curtain: None, passable: interrupt });
        look.hints = self.host.has_hints();
        let prompt = std::mem::take(&mut look.view.scene.prompt);
        look.view.scene.prompt = Text::sentences(hint.into_iter().chain([prompt]));
        // Nobody is left to see it if the person has gone.
        let _ = self.show.send(look);
    }

    /// The next stage of a hint; nothing, and a notice, where there is none.
    fn hint(&mut self, seat: Seat, told: &mut Option<Told>) -> Vec<Text> {
        if told.is_none() {
            match self.host.hint(seat) {
                Ok(hint) => *told = Some(Told::new(hint)),
                Err(refusal) => self.notice = Some(refusal.text()),
            }
            self.keep();
        }
        let view = self.host.game().view(Observer::Seat(seat));
        told.as_mut().map_or(Vec::new(), |told| told.more(&view))
    }

    fn person(&mut self, seat: Seat, interrupt: bool) -> bool {
        if self.shown != Some(seat) {
            self.look(Observer::Spectator, Some(seat), false);
            loop {
                match self.requests.recv() {
                    Ok(Request::Unveil) => break,
                    Ok(Request::Leave) | Err(_) => return false,
                    Ok(_) => {}
                }
            }
            self.shown = Some(seat);
        }
        self.ask(seat, interrupt, Vec::new());
        let version = self.host.game().version();
        let mut told = None;
        loop {
            let refused = match self.requests.recv() {
                Err(_) | Ok(Request::Leave) => return false,
                // A choice from an older look is ignored.
                Ok(Request::Play { version: offered, code }) if offered == version => {
                    self.host.play(seat, code).err()
                }
                Ok(Request::Hint) if self.host.has_hints() => {
                    let hint = self.hint(seat, &mut told);
                    self.ask(seat, interrupt, hint);
                    continue;
                }
                Ok(Request::Undo) => self.host.undo(seat).err(),
                Ok(Request::Claim { code, reply_to }) => self.host.claim(seat, code, reply_to).err(),
                Ok(Request::Pass) if interrupt => {
                    self.host.pass(seat);
                    return true;
                }
                Ok(_) => continue,
            };
            match refused {
                None => {
                    self.keep();
                    return true;
                }
                Some(refusal) => {
                    self.notice = Some(refusal.text());
                    self.ask(seat, interrupt, Vec::new());
                }
            }
        }
    }

    fn bots(&mut self) -> bool {
        // Where several people share the screen, nobody's hand is shown while they wait.
        let observer = match self.host.people.len() {
            1 => self.shown.map_or(Observer::Spectator, Observer::Seat),
            _ => Observer::Spectator,
        };
        if self.host.people.len() > 1 {
            self.shown = None;
        }
        let mut look = self.draft(observer, Mode::Play { curtain: None, passable: false });
        // Nobody listens while bots think; interrupts are asked about separately.
        look.view.options.clear();
        if self.show.send(look).is_err() {
            return false;
        }
        let mut complaints = Vec::new();
        if !self.host.bots_act(&mut complaints) {
            self.notice = Some(say!("The game cannot go on. Please report this, with the saved file."));
            self.look(observer, None, false);
            return self.wait_for_leaving();
        }
        self.notice = complaints.pop().or(self.notice.take());
        self.keep();
        !self.requests.try_iter().any(|request| request == Request::Leave)
    }

    fn keep(&mut self) {
        if let Err(Failure(reason)) = self.host.keep() {
            self.notice = Some(Name(reason).into());
        }
    }

    fn wait_for_leaving(&mut self) -> bool {
        while self.requests.recv().is_ok_and(|request| request != Request::Leave) {}
        false
    }

    /// The end: everything is open, and the bots review the game.
    fn over(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        self.look(Observer::All, None, false);
        let record = self.host.game().record();
        if let Some(review) = remarks::for_terminal(&record, &output::names_in(&record)) {
            self.notice = Some(say!("The bots have reviewed the game: press r to read what they say."));
            let look = self.draft(Observer::All, Mode::Play { curtain: None, passable: false });
            // Nobody is left to see it if the person has gone.
            let _ = self.show.send(Look { review: Some(review), ..look });
        }
        self.wait_for_leaving();
    }
}
