//! `sanguis play`: a person against bots on the plain text table.
//!
//! Nothing is lost: the game is written to its file after every move, so Ctrl-C, a closed window or a power cut cost at most the
//! move that was being typed.

use std::io::{self, BufRead, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use bots::{AnyBot, Budget, Level};
use clap::ArgMatches;
use shelf::Boxed;
use table::chance::{Quick, quick};
use table::seed::Seed;
use table::{AnyGame, AnyMatch, Move, Observer, Record, Seat, SeatSet, View};

use crate::arena::Thinking;
use crate::{Failure, Outcome, files, output, rules, simulate};

/// How many lines of the story are shown between two decisions before it is cut.
const RECENT: usize = 24;

/// The name of the person's seat in records; the others are bots. Resuming finds the seat by it.
const YOU: &str = "You";

/// Plays a game from the start, or from a position.
pub(crate) fn play(boxed: &'static Boxed, args: &ArgMatches) -> Outcome {
    let game = boxed.game;
    let (options, position) = simulate::start(game, args)?;
    let players = options["players"].as_u64().unwrap_or(0) as usize;
    let seat = args.get_one::<u8>("seat").copied().unwrap_or(1);
    let me = Seat::from_number(seat.into())
        .filter(|seat| seat.index() < players)
        .ok_or_else(|| Failure(format!("--seat takes a number from 1 to {players} at this table.")))?;
    let seed = args.get_one::<u64>("seed").copied().unwrap_or_else(random_seed);
    let level = args.get_one::<Level>("bots").copied().unwrap_or(Level::Normal);
    let names = Seat::all(players).map(|seat| name(seat, me)).collect();
    let hosted = game.start(&options, position, names, Seed::from_number(seed, players))?;
    let file = match args.get_one::<PathBuf>("record") {
        Some(file) if file.exists() => {
            return Err(Failure(format!(
                "{} is there already: go on with it by --resume, or give another name.",
                file.display()
            )));
        }
        Some(file) => Some(file.clone()),
        None => usual_file(game, seed),
    };
    Session::new(hosted, boxed, level, me, seed, file, args.get_flag("interrupts")).run()
}

/// Goes on with a game that was left.
pub(crate) fn resume(file: &Path, level: Level) -> Outcome {
    let record = files::read_record(file)?;
    let boxed = shelf::find(&record.game)?;
    let me = record.seats.iter().position(|name| name == YOU).map(Seat::new).ok_or_else(|| {
        Failure(format!("{} is not a game that was left: nobody in it is you.", file.display()))
    })?;
    let hosted = boxed.game.replay(&record, record.actions.len())?;
    let seed = seed_of(&record);
    Session::new(hosted, boxed, level, me, seed, Some(file.to_owned()), false).run()
}

/// Lets a person choose from the shelf, then plays with the usual options.
pub(crate) fn pick() -> Outcome {
    if !io::stdin().is_terminal() {
        return Err(Failure("Name a game: `sanguis games` lists them.".into()));
    }
    output::line("What shall it be?\n");
    for (i, boxed) in shelf::games().iter().enumerate() {
        let info = boxed.game.info();
        let about = format!(
            "{}: {} ({}-{} players, {}-{} minutes)",
            info.name, info.tagline, info.min_players, info.max_players, info.minutes.0, info.minutes.1
        );
        output::print(&output::text(&output::seat_name).wrap(&format!("{:>2}) ", i + 1), &about));
    }
    loop {
        output::print("\nA number, or q: ");
        let Some(answer) = read_line()? else { return Ok(ExitCode::SUCCESS) };
        if answer == "q" {
            return Ok(ExitCode::SUCCESS);
        }
        let chosen = answer.parse::<usize>().ok().and_then(|n| shelf::games().get(n.checked_sub(1)?));
        if let Some(boxed) = chosen {
            let id = boxed.game.info().id;
            let matches = crate::cli::command()
                .try_get_matches_from(["sanguis", "play", id])
                .map_err(|error| Failure(error.to_string()))?;
            return crate::cli::run(&matches);
        }
    }
}

struct Session {
    game: &'static dyn AnyGame,
    hosted: Box<dyn AnyMatch>,
    me: Seat,
    bots: Vec<Box<dyn AnyBot>>,
    /// How long they may think.
    patience: Thinking,
    /// The bots have seen the game up to this version.
    witnessed: Option<usize>,
    /// For a bot that finds no answer.
    chance: Quick,
    file: Option<PathBuf>,
    /// Ask the person whenever an interrupt is possible?
    interrupts: bool,
    /// The story has been told up to this version.
    told: usize,
    /// The person has let the interrupt pass at this version.
    waved: Option<usize>,
}

/// What a person wants at the prompt.
enum Answer {
    Option(usize),
    Undo,
    Wave,
    Leave,
}

impl Session {
    fn new(
        hosted: Box<dyn AnyMatch>,
        boxed: &'static Boxed,
        level: Level,
        me: Seat,
        seed: u64,
        file: Option<PathBuf>,
        interrupts: bool,
    ) -> Session {
        // A resumed game goes on with bots that have forgotten what they dreamt, not what they know.
        let seed = seed ^ (hosted.version() as u64) << 32;
        let bots = Seat::all(hosted.players())
            .map(|seat| boxed.bots.bot(level, seed ^ (seat.index() as u64 + 1) << 48));
        let bots = bots.collect();
        Session {
            game: boxed.game,
            hosted,
            me,
            bots,
            patience: Thinking::Time(level.budget()),
            witnessed: None,
            chance: quick(seed),
            file,
            interrupts,
            told: 0,
            waved: None,
        }
    }

    /// A bot's decision, if it makes one: a bot that is waited on always does.
    fn bot_acts(&mut self, seat: Seat, waited_on: bool) -> bool {
        let view = self.hosted.view(Observer::Seat(seat));
        let codes: Vec<u32> = view.options.iter().map(|option| option.code).collect();
        let seen = self.hosted.seen(Observer::Seat(seat));
        let (patience, begin) = (self.patience, Instant::now());
        let mut budget =
            Budget { iterations: patience.iterations(), time_is_up: &mut || patience.is_up(begin) };
        let bot = &mut self.bots[seat.index()];
        let choice = bot.decide(&*seen, seat, &codes, waited_on, &mut budget);
        if let Some(complaint) = bot.complaint() {
            output::line(&format!("{} has a problem: {complaint}", name(seat, self.me)));
        }
        match choice {
            Some(code) if self.hosted.play(seat, &Move::Code(code)).is_ok() => true,
            _ if waited_on => self.hosted.play_random(Some(seat), &mut self.chance).is_some(),
            _ => false,
        }
    }

    /// Lets the bots see what has happened since they last looked.
    fn bots_witness(&mut self) {
        let version = self.hosted.version();
        if self.witnessed == Some(version) {
            return;
        }
        for (seat, bot) in Seat::all(self.bots.len()).zip(&mut self.bots).filter(|(_, bot)| bot.remembers()) {
            let observer = Observer::Seat(seat);
            let told = self.hosted.told(observer, version.saturating_sub(1));
            bot.witness(seat, version, &*self.hosted.seen(observer), &*told);
        }
        self.witnessed = Some(version);
    }

    /// Lets the bots act that want to interrupt, then the first that is waited on. False if nobody could.
    fn bots_act(&mut self) -> bool {
        let others = |seats: SeatSet| seats.without(self.me);
        let (interrupts, waiting) = (others(self.hosted.interrupts()), others(self.hosted.waiting_on()));
        for seat in interrupts {
            if self.bot_acts(seat, false) {
                return true;
            }
        }
        waiting.first().is_some_and(|seat| self.bot_acts(seat, true))
    }

    fn run(mut self) -> Outcome {
        self.told = self.hosted.version();
        self.keep(true);
        if let Some(file) = &self.file {
            output::line(&format!(
                "This game is kept in {}. Leave at any time; go on with: sanguis play --resume {}\n",
                file.display(),
                file.display()
            ));
        }
        while self.hosted.outcome().is_none() {
            self.bots_witness();
            let waiting = self.hosted.waiting_on();
            let version = self.hosted.version();
            let mine = waiting.contains(self.me);
            let could =
                self.interrupts && self.hosted.interrupts().contains(self.me) && self.waved != Some(version);
            // At the same time as others the person decides first: nobody sees the difference.
            if mine || could {
                match self.ask(!mine)? {
                    Answer::Leave => return self.leave(),
                    Answer::Wave => self.waved = Some(version),
                    Answer::Undo => {
                        if let Err(refusal) = self.hosted.undo(self.me) {
                            output::line(&refusal.to_string());
                        }
                        self.told = self.told.min(self.hosted.version());
                        self.keep(false);
                    }
                    Answer::Option(code) => {
                        if let Err(refusal) = self.hosted.play(self.me, &Move::Code(code as u32)) {
                            output::line(&table::words::with_names(&refusal.to_string(), |seat| {
                                self.name(seat)
                            }));
                        }
                        self.keep(false);
                    }
                }
            } else {
                if !self.bots_act() {
                    return Err(Failure(
                        "The game cannot go on. Please report this with the kept file.".into(),
                    ));
                }
                self.keep(false);
            }
        }
        self.tell();
        output::line("");
        let observer = Observer::All;
        output::print(&output::text(&|seat| self.name(seat)).table(&self.hosted.view(observer)));
        if let Some(file) = &self.file {
            output::line(&format!(
                "\nThe deal was fair: sanguis verify {}\nSee it again:      sanguis replay {}",
                file.display(),
                file.display()
            ));
        }
        Ok(ExitCode::SUCCESS)
    }

    fn name(&self, seat: Seat) -> String {
        name(seat, self.me)
    }

    /// Tells what happened since the last decision.
    fn tell(&mut self) {
        let name = |seat| self.name(seat);
        let text = output::text(&name);
        let lines = self.hosted.story(Observer::Seat(self.me), self.told);
        if lines.len() > RECENT {
            output::line(&format!("  ({} more lines: `l` shows the whole story)", lines.len() - RECENT));
        }
        for line in lines.iter().skip(lines.len().saturating_sub(RECENT)) {
            output::print(&text.wrap("  ", &line.text));
        }
        self.told = self.hosted.version();
    }

    fn ask(&mut self, interrupt: bool) -> Result<Answer, Failure> {
        self.tell();
        let view = self.hosted.view(Observer::Seat(self.me));
        let name = |seat| self.name(seat);
        let text = output::text(&name);
        output::print(&format!("\n{}{}", text.table(&view), text.options(&view)));
        loop {
            let undo = if view.may_undo { ", u" } else { "" };
            let wave = if interrupt { ", Enter to let it pass" } else { "" };
            output::print(&format!("Your choice (a number{undo}{wave}, l, ? or q): "));
            let Some(answer) = read_line()? else { return Ok(Answer::Leave) };
            match answer.as_str() {
                "q" | "quit" => return Ok(Answer::Leave),
                "u" | "undo" => return Ok(Answer::Undo),
                "" if interrupt => return Ok(Answer::Wave),
                "?" | "help" => {
                    let rule = rules::rule(self.game, &view.scene.help);
                    output::print(&format!("\n{rule}All rules: sanguis rules {}\n", self.game.info().id));
                }
                "l" | "log" => {
                    for line in self.hosted.story(Observer::Seat(self.me), 0) {
                        output::print(&text.wrap("  ", &line.text));
                    }
                }
                words => match choice(&view, words, &name) {
                    Ok(code) => return Ok(Answer::Option(code)),
                    Err(Failure(reason)) => output::line(&reason),
                },
            }
        }
    }

    fn leave(self) -> Outcome {
        match &self.file {
            Some(file) => {
                output::line(&format!("\nThe game waits for you: sanguis play --resume {}", file.display()));
            }
            None => output::line(""),
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Writes the game to its file. If that fails it says so once and goes on without.
    fn keep(&mut self, first: bool) {
        let Some(file) = &self.file else { return };
        if first && let Some(folder) = file.parent() {
            let _ = std::fs::create_dir_all(folder);
        }
        if let Err(error) = files::write(file, &self.hosted.record().to_text()) {
            output::line(&format!("This game cannot be kept in {}: {error}.", file.display()));
            self.file = None;
        }
    }
}

/// The option a person means: by number, or by its first words if only one begins so.
fn choice(view: &View, words: &str, name: &dyn Fn(Seat) -> String) -> Result<usize, Failure> {
    let count = view.options.len();
    if let Ok(number) = words.parse::<usize>() {
        return match number.checked_sub(1).and_then(|i| view.options.get(i)) {
            Some(option) => Ok(option.code as usize),
            None => Err(Failure(format!("There are the options 1 to {count}."))),
        };
    }
    let wanted = words.to_lowercase();
    let matching: Vec<_> = view
        .options
        .iter()
        .filter(|option| {
            table::words::with_names(&option.described.label, name).to_lowercase().starts_with(&wanted)
        })
        .collect();
    match matching.as_slice() {
        [one] if !wanted.is_empty() => Ok(one.code as usize),
        [] => Err(Failure(format!("No option begins like that; type a number from 1 to {count}."))),
        several => Err(Failure(format!("{} options begin like that; type a number.", several.len()))),
    }
}

fn name(seat: Seat, me: Seat) -> String {
    if seat == me { YOU.to_owned() } else { format!("Bot {}", seat.number()) }
}

/// One line from the person, without its end; nothing when the input ends.
fn read_line() -> Result<Option<String>, Failure> {
    let mut line = String::new();
    match io::stdin().lock().read_line(&mut line) {
        Ok(0) => Ok(None),
        Ok(_) => Ok(Some(line.trim().to_owned())),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => Ok(Some("(not text)".to_owned())),
        Err(error) => Err(error.into()),
    }
}

/// A seed nobody has thought of: the clock and the process, hashed by the seed material itself.
fn random_seed() -> u64 {
    let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64);
    (time ^ u64::from(std::process::id()).rotate_left(32)) % 1_000_000_000_000
}

fn seed_of(record: &Record) -> u64 {
    record.seed.secret.bytes().fold(7, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()))
}

/// A file of its own for this game: one that was left is never written over.
fn usual_file(game: &dyn AnyGame, seed: u64) -> Option<PathBuf> {
    let folder = files::state_folder()?;
    let id = game.info().id;
    (1..1000)
        .map(|n| if n == 1 { format!("{id}-{seed}.json") } else { format!("{id}-{seed}-{n}.json") })
        .map(|name| folder.join(name))
        .find(|path| !path.exists())
}
