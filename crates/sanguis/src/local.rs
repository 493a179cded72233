//! A match on this machine, as the terminal table is connected to it. The match and its bots live on a thread of their own, so
//! that the screen answers while they think.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use table::{Observer, Seat};
use terminal::{Connection, Look, Mode, Request};

use crate::host::{Host, Turn};
use crate::review;
use crate::{Failure, Outcome, output};

/// Plays in the terminal application; afterwards says where the game is kept.
pub(crate) fn run(host: Host) -> Outcome {
    let file = host.file.clone();
    let (ask, requests) = channel();
    let (show, looks) = channel();
    let over = Arc::new(AtomicBool::new(false));
    let worker = Worker { host, requests, show, shown: None, notice: None, over: over.clone() };
    // A bot may still be thinking when the person leaves: nothing is lost if nobody waits for it.
    thread::spawn(move || worker.run());
    terminal::run(&mut Wire { ask, looks }, terminal::Ink { colour: output::colour() })?;
    if let Some(file) = file {
        let file = file.display();
        output::line(&match over.load(Ordering::Relaxed) {
            true => format!(
                "The deal was fair: sanguis verify {file}\nSee it again:      sanguis replay {file}\n\
                 What mattered:     sanguis review {file}"
            ),
            false => format!("The game waits for you: sanguis play --resume {file}"),
        });
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
        // If the other end is gone there is nobody to ask, and the screen shows the last that was known.
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
    notice: Option<String>,
    /// Told when the game has ended.
    over: Arc<AtomicBool>,
}

impl Worker {
    /// Plays until the person leaves.
    fn run(mut self) {
        if let Err(Failure(reason)) = self.host.keep_first() {
            self.notice = Some(reason);
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
            info: self.host.entry.game.info(),
            view: self.host.hosted.view(observer),
            observer,
            names: self.host.names.clone(),
            story: self.host.hosted.story(observer, 0),
            mode,
            notice: self.notice.take(),
            review: None,
        }
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
        self.look(Observer::Seat(seat), None, interrupt);
        let version = self.host.hosted.version();
        loop {
            let refused = match self.requests.recv() {
                Err(_) | Ok(Request::Leave) => return false,
                // What was chosen from an older look means nothing here.
                Ok(Request::Play { version: offered, code }) if offered == version => {
                    self.host.play(seat, code).err()
                }
                Ok(Request::Undo) => self.host.undo(seat).err(),
                Ok(Request::Pass) if interrupt => {
                    self.host.wave(seat);
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
                    self.notice = Some(refusal.to_string());
                    self.look(Observer::Seat(seat), None, interrupt);
                }
            }
        }
    }

    fn bots(&mut self) -> bool {
        // Several people look at nobody's hand while they wait.
        let observer = match self.host.people.len() {
            1 => self.shown.map_or(Observer::Spectator, Observer::Seat),
            _ => Observer::Spectator,
        };
        if self.host.people.len() > 1 {
            self.shown = None;
        }
        let mut look = self.draft(observer, Mode::Play { curtain: None, passable: false });
        // Interrupts are asked for by themselves, where they are wanted: nobody listens while bots think.
        look.view.options.clear();
        if self.show.send(look).is_err() {
            return false;
        }
        let mut complaints = Vec::new();
        if !self.host.bots_act(&mut complaints) {
            self.notice = Some("The game cannot go on. Please report this with the kept file.".into());
            self.look(observer, None, false);
            return self.wait_for_leaving();
        }
        self.notice = complaints.pop().or(self.notice.take());
        self.keep();
        !self.requests.try_iter().any(|request| request == Request::Leave)
    }

    fn keep(&mut self) {
        if let Err(Failure(reason)) = self.host.keep() {
            self.notice = Some(reason);
        }
    }

    fn wait_for_leaving(&mut self) -> bool {
        while self.requests.recv().is_ok_and(|request| request != Request::Leave) {}
        false
    }

    /// The end: all is open, and the bots say what they think of it.
    fn over(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        self.look(Observer::All, None, false);
        let record = self.host.hosted.record();
        if let Ok(judgement) = review::judge(&record, lab::ReviewSettings::QUICK, &mut |_, _| true) {
            self.notice = Some("The bots have thought about it: r shows what they say.".into());
            let look = self.draft(Observer::All, Mode::Play { curtain: None, passable: false });
            let review = Some(review::for_terminal(&judgement, &record.seats));
            // Whoever has left does not want to know.
            let _ = self.show.send(Look { review, ..look });
        }
        self.wait_for_leaving();
    }
}
