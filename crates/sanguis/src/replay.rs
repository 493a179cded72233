//! `sanguis replay`: steps through a recorded game.

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::ArgMatches;
use table::{AnyMatch, Observer, Record, Seat, say};

use crate::{Failure, Outcome, files, output, plain, watch};

pub(crate) fn replay(args: &ArgMatches) -> Outcome {
    let Some(path) = args.get_one::<PathBuf>("file") else { return Err(Failure("Name a record.".into())) };
    let observer = args.get_one::<Observer>("as").copied().unwrap_or(Observer::All);
    let show = Replay::open(files::read_record(path)?, observer)?;
    if let Some(&at) = args.get_one::<usize>("at") {
        let game = show.after(at)?;
        if args.get_flag("json") {
            output::line(&game.observation(observer).to_string());
        } else {
            show.table(&*game);
        }
        return Ok(ExitCode::SUCCESS);
    }
    if args.get_flag("json") {
        return Err(Failure("--json shows one moment: say which with --at N.".into()));
    }
    if output::whole_terminal() && !args.get_flag("plain") {
        watch::run(show.record, observer)
    } else if io::stdin().is_terminal() && io::stdout().is_terminal() {
        show.step_through()
    } else {
        show.whole_story()
    }
}

struct Replay {
    record: Record,
    observer: Observer,
}

impl Replay {
    fn open(record: Record, observer: Observer) -> Result<Replay, Failure> {
        output::speak_of(shelf::find(&record.game)?.game.info());
        let seats = record.seats.len();
        if observer.seat().is_some_and(|seat| seat.index() >= seats) {
            return Err(Failure(format!("This table has seats 1 to {seats}.")));
        }
        Ok(Replay { record, observer })
    }

    fn name(&self, seat: Seat) -> String {
        output::name_in(&self.record.seats, seat)
    }

    /// The match after this many actions.
    fn after(&self, count: usize) -> Result<Box<dyn AnyMatch>, Failure> {
        let last = self.record.actions.len();
        if count > last {
            return Err(Failure(format!("This game has {last} actions; there is no moment after {count}.")));
        }
        Ok(shelf::find(&self.record.game)?.game.replay(&self.record, count)?)
    }

    fn table(&self, game: &dyn AnyMatch) {
        output::print(&output::text(&|seat| self.name(seat)).table(&game.view(self.observer)));
    }

    fn story(&self, game: &dyn AnyMatch, since: usize) {
        let name = |seat| self.name(seat);
        let text = output::text(&name);
        let heard: Vec<_> = game.heard(1).into_iter().filter(|claim| claim.after >= since).collect();
        for line in terminal::with_talk(game.story(self.observer, since), &heard) {
            output::print(&text.wrap(&format!("{:>4}. ", line.version), &text.say(&line.text)));
        }
    }

    fn whole_story(&self) -> Outcome {
        let end = self.after(self.record.actions.len())?;
        self.table(&*self.after(0)?);
        output::line("");
        self.story(&*end, 0);
        output::line("");
        self.table(&*end);
        Ok(ExitCode::SUCCESS)
    }

    fn step_through(&self) -> Outcome {
        let last = self.record.actions.len();
        let mut at = 0;
        loop {
            let game = self.after(at)?;
            output::line("");
            self.table(&*game);
            self.story(&*game, at.saturating_sub(1));
            let keys = output::say(&say!("Enter, b, a number or q:"));
            output::print(&format!("[{at}/{last}] {keys} "));
            let Some(answer) = plain::read_line()? else { return Ok(ExitCode::SUCCESS) };
            match answer.as_str() {
                "q" => return Ok(ExitCode::SUCCESS),
                "b" => at = at.saturating_sub(1),
                "" if at == last => return Ok(ExitCode::SUCCESS),
                "" => at += 1,
                number => match number.parse::<usize>() {
                    Ok(number) => at = number.min(last),
                    Err(_) => {
                        output::tell(&say!("Enter: forward, b: back, a number: to that action, q: leave."))
                    }
                },
            }
        }
    }
}
