//! The terminal table in a pseudo-terminal.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use serde_json::{Value, json};
use stress::client::{self, Person};
use stress::server::{Recipe, Server};

/// Nothing takes this long; a test that waits for it has failed.
const LONG: Duration = Duration::from_secs(120);

const GAMES: [&str; 5] = ["blood-bound", "bloodlust", "bloodstones", "bloodwood", "kings-blood"];

/// A terminal with the program in it.
struct Window {
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    parser: vt100::Parser,
    /// All output so far, and how much of it the parser has seen.
    raw: Vec<u8>,
    taken: usize,
}

impl Window {
    fn open(columns: u16, rows: u16, args: &[&str]) -> Window {
        Window::open_as(columns, rows, args, "terminal-state")
    }

    /// A window with its own state folder.
    fn open_as(columns: u16, rows: u16, args: &[&str], folder: &str) -> Window {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_sanguis"));
        command.args(args);
        command.env("TERM", "xterm-256color");
        command.env("XDG_STATE_HOME", Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder));
        command.env_remove("NO_COLOR");
        if args.contains(&"--plain") {
            command.env("NO_COLOR", "1");
        }
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let keys = pair.master.take_writer().unwrap();
        let mut reader = pair.master.try_clone_reader().unwrap();
        let (send, output) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if send.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let parser = vt100::Parser::new(cells(rows), cells(columns), 0);
        Window { master: pair.master, child, keys, output, parser, raw: Vec::new(), taken: 0 }
    }

    fn screen(&self) -> String {
        let lines: Vec<String> =
            self.parser.screen().contents().lines().map(|line| line.trim_end().to_owned()).collect();
        lines.join("\n")
    }

    /// Parses whole frames only: the program marks where one ends. Plain text has no frames.
    fn take_in(&mut self) {
        const BEGIN: &[u8] = b"\x1b[?2026h";
        const END: &[u8] = b"\x1b[?2026l";
        let fresh = &self.raw[self.taken..];
        let pictures = self.raw.windows(BEGIN.len()).any(|bytes| bytes == BEGIN);
        let end = match pictures {
            true => fresh.windows(END.len()).rposition(|bytes| bytes == END).map_or(0, |at| at + END.len()),
            false => fresh.len(),
        };
        self.parser.process(&fresh[..end]);
        self.taken += end;
    }

    /// Waits until the screen looks as it should.
    fn until(&mut self, what: &str, looks: impl Fn(&str) -> bool) -> String {
        let begin = Instant::now();
        while !looks(&self.screen()) {
            match self.output.recv_timeout(LONG.saturating_sub(begin.elapsed())) {
                Ok(bytes) => {
                    self.raw.extend(bytes);
                    self.take_in();
                }
                Err(_) => panic!("waited in vain for {what}:\n{}", self.screen()),
            }
        }
        self.screen()
    }

    /// Waits until a person is asked, or the game is over, and everything is drawn: the last line is drawn last.
    fn until_asked(&mut self) -> String {
        self.until("a question", asks)
    }

    fn until_there(&mut self, words: &str) -> String {
        self.until(words, |screen| screen.contains(words))
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    /// Quits, and checks that the program ends well.
    fn leave(mut self) -> String {
        self.press("q");
        let mut rest = String::new();
        while let Ok(bytes) = self.output.recv_timeout(LONG) {
            rest.push_str(&String::from_utf8_lossy(&bytes));
        }
        let status = self.child.wait().unwrap();
        assert!(status.success(), "{status:?}: {rest}");
        rest
    }
}

/// Is a person asked, or is the game over, and is everything drawn? The last line is drawn last.
fn asks(screen: &str) -> bool {
    let last = screen.lines().last().unwrap_or("");
    let asked = last.contains("does it") || last.contains("r review");
    asked && (last.ends_with("q leave") || last.ends_with('…')) || last.ends_with("to read what they say.")
}

fn record(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("terminal-records");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join(format!("{name}.json"));
    let _ = std::fs::remove_file(&file);
    file
}

/// A command line that ends with the file of the game.
fn words<'a>(line: &'a str, file: &'a str) -> Vec<&'a str> {
    line.split(' ').chain([file]).collect()
}

fn cells(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).unwrap()
}

/// A game at its first question, and after two answers.
fn first_screens(game: &str, columns: u16, rows: u16) {
    let file = record(&format!("{game}-{columns}"));
    let file = file.to_str().unwrap();
    let mut window =
        Window::open(columns, rows, &["play", game, "--seed", "3", "--bots", "greedy", "--record", file]);
    let first = window.until_asked();
    insta::assert_snapshot!(format!("{game}-{columns}x{rows}-first"), first);
    assert!(first.lines().all(|line| line.chars().count() <= columns.into()));
    for _ in 0..2 {
        let before = window.screen();
        window.press("\r");
        window.until("the next question", |screen| screen != before && asks(screen));
    }
    insta::assert_snapshot!(format!("{game}-{columns}x{rows}-later"), window.until_asked());
    assert!(window.leave().contains("sanguis play --resume"));
}

#[test]
fn every_game_in_a_small_window() {
    GAMES.into_iter().for_each(|game| first_screens(game, 80, 24));
}

#[test]
fn every_game_in_a_large_window() {
    GAMES.into_iter().for_each(|game| first_screens(game, 160, 50));
}

#[test]
fn help_opens_at_the_rule_and_keys_story_and_find_are_there() {
    let file = record("help");
    let args = words("play bloodlust --seed 2 --bots greedy --record", file.to_str().unwrap());
    let mut window = Window::open(100, 30, &args);
    window.until_asked();
    window.press("?");
    let help = window.until_there("The rules of BloodLust, at 3.2");
    assert!(help.lines().nth(1).is_some_and(|line| line.contains("3.2 ")), "{help}");
    window.press("\x1b");
    window.until("the table", |screen| !screen.contains("The rules of"));
    window.press("h");
    window.until_there("Keys (Esc closes)");
    window.press("\x1b");
    window.until("the table", |screen| !screen.contains("Esc closes"));
    window.press("/leave");
    let found = window.until_there("find: leave");
    assert!(found.contains("Leave the hunt") && !found.contains("Stay on the hunt"), "{found}");
    window.press("\x1b");
    window.until_there("Stay on the hunt");
    window.press("9");
    window.until_there("Choose an option from 1 to 2.");
    window.press("2");
    window.until_there("▶2  Leave the hunt");
    window.leave();
}

#[test]
fn the_window_may_change_its_size_and_a_tiny_one_says_so() {
    let file = record("resize");
    let args = words("play kings-blood --seed 2 --bots greedy --record", file.to_str().unwrap());
    let mut window = Window::open(80, 24, &args);
    window.until_asked();
    let resize = |window: &mut Window, columns: u16, rows: u16| {
        window.parser.screen_mut().set_size(cells(rows), cells(columns));
        window.master.resize(PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }).unwrap();
    };
    resize(&mut window, 40, 10);
    window.until_there("The window is too small");
    resize(&mut window, 120, 40);
    let large = window.until("the table", |screen| {
        screen.lines().count() == 40 && screen.lines().last().is_some_and(|line| line.contains("q leave"))
    });
    assert!(large.contains("Your hand"), "{large}");
    window.leave();
}

#[test]
fn hands_are_hidden_between_people() {
    let file = record("people");
    let file = file.to_str().unwrap();
    let args = words("play bloodlust --players 3 --people 1=Ann,2=Bo --seed 2 --bots greedy --record", file);
    let mut window = Window::open(80, 24, &args);
    let curtain = window.until_there("Give the screen to Ann");
    assert!(!curtain.contains("Your events") && !curtain.contains("Stay on the hunt"), "{curtain}");
    window.press("\r");
    window.until_there("seat 1: Ann");
    window.until_asked();
    window.press("1\r");
    let curtain = window.until_there("Give the screen to Bo");
    assert!(!curtain.contains("Stay on the hunt"), "{curtain}");
    window.press("\r");
    window.until_there("seat 2: Bo");
    window.until_asked();
    window.leave();
    // Who is a person and who is a bot is known when the game is resumed.
    let mut window = Window::open(80, 24, &["play", "--resume", file, "--bots", "greedy"]);
    window.until_there("Give the screen to");
    window.leave();
}

#[test]
fn a_game_is_played_to_its_end_reviewed_and_watched() {
    let file = record("whole");
    let file = file.to_str().unwrap();
    let args = words("play bloodlust --players 2 --rounds 1 --seed 2 --bots greedy --record", file);
    let mut window = Window::open(100, 30, &args);
    loop {
        let screen = window.until_asked();
        if !screen.lines().last().unwrap_or("").contains("does it") {
            break;
        }
        window.press("\r");
        window.until("an answer", |now| now != screen);
    }
    assert!(window.screen().contains("Scores: "), "{}", window.screen());
    window.until("the bots", |screen| {
        screen.contains("The bots have reviewed the game") || screen.contains("r review")
    });
    window.press("r");
    window.until_there("What the bots say");
    window.until_there("looked closely");
    window.press("\x1b");
    window.until("the table", |screen| !screen.contains("What the bots say"));
    assert!(window.leave().contains("sanguis review"));

    let mut window = Window::open(100, 30, &["replay", file]);
    window.until_there("After move 0 of");
    window.press("\x1b[C");
    window.until_there("After move 1 of");
    window.press("e");
    window.until_there("as a spectator");
    window.press("e");
    window.until_there("seat 1: Player 1");
    window.press("3\r");
    window.until_there("After move 3 of");
    window.press("\x1b[F");
    window.until_there("Scores: ");
    window.leave();
}

#[test]
fn a_click_chooses_and_a_second_one_does_it() {
    let file = record("mouse");
    let args = words("play bloodlust --seed 2 --bots greedy --record", file.to_str().unwrap());
    let mut window = Window::open(80, 24, &args);
    let screen = window.until_asked();
    let row = screen.lines().position(|line| line.contains("Leave the hunt")).unwrap() + 1;
    window.press(&format!("\x1b[<0;10;{row}M\x1b[<0;10;{row}m"));
    let chosen = window.until_there("▶2  Leave the hunt");
    let row = chosen.lines().position(|line| line.contains("Leave the hunt")).unwrap() + 1;
    window.press(&format!("\x1b[<0;10;{row}M\x1b[<0;10;{row}m"));
    window.until_there("Gone");
    window.leave();
}

#[test]
fn a_seat_in_a_house_is_taken_by_its_link_and_survives_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let recipe = Recipe {
        sanguis: env!("CARGO_BIN_EXE_sanguis").into(),
        db: format!("sqlite:{}", folder.path().join("house.db").display()),
        folder: folder.path().to_owned(),
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let mut server = runtime.block_on(Server::open(&recipe)).unwrap();
    let house = server.address();
    let ask = |method: &str, path: &str, cookie: &str, body: Option<Value>| {
        runtime.block_on(client::ask(house, method, path, cookie, body.as_ref())).unwrap().json().unwrap()
    };
    let host = runtime.block_on(Person::arrive(house)).unwrap();
    let chairs = json!([{ "kind": "invited" }, { "kind": "you" }, { "kind": "bot", "level": "easy" }]);
    // Vampires of whom none has to be asked before the first card.
    let options = json!({ "players": 3, "vampires": ["Felicity", "Drago", "Jake"] });
    let wish = json!({ "game": "bloodlust", "options": options, "chairs": chairs });
    let table = ask("POST", "/api/tables", &host.cookie, Some(wish));
    let id = table["id"].as_str().unwrap();
    let link = format!("http://{house}{}", table["invites"][0]["path"].as_str().unwrap());

    let mut window = Window::open(100, 30, &["play", &link, "--name", "Ann"]);
    window.until_there("Everybody is here; the host begins the game.");
    runtime.block_on(host.act(house, id, "begin", &json!({ "act": "start" }))).unwrap();
    let asked = window.until_asked();
    assert!(asked.contains("seat 1: Ann"), "{asked}");
    // So that only this test changes the table.
    window.until_there("Has decided");
    server.kill();
    window.until_there("The house does not answer");
    runtime.block_on(server.reopen()).unwrap();
    window.until_there("The house is back.");
    window.press("2\r");
    window.until("the choice", |screen| screen.contains("Waiting for") || screen.contains("Gone"));
    assert!(window.leave().contains("The table is still there"));

    // The same link brings the same person back, and nobody else.
    let mut window = Window::open(100, 30, &["play", &link]);
    window.until_there("seat 1: Ann");
    window.leave();
    let mut stranger = Window::open_as(100, 30, &["play", &link], "stranger-state");
    stranger.until_there("This invitation has been used or withdrawn");
}

#[test]
fn plain_text_is_there_for_the_asking() {
    let file = record("plain");
    let args = words("play bloodlust --seed 2 --plain --bots greedy --record", file.to_str().unwrap());
    let mut window = Window::open(80, 40, &args);
    window.until_there("Your choice");
    assert!(!window.raw.windows(2).any(|pair| pair == b"\x1b["), "no control codes in plain text");
    window.press("q\r");
    window.until_there("The game waits for you");
}

#[test]
fn what_can_be_said_is_listed_and_said_by_number() {
    let file = record("talk");
    let file = file.to_str().unwrap();
    let args = words("play blood-bound --seed 3 --bots greedy --record", file);
    let mut window = Window::open(160, 50, &args);
    window.until_asked();
    window.press("t");
    window.until_there("What do you want to say?");
    window.press("\x1b");
    window.until("the options", |screen| !screen.contains("What do you want to say?"));
    window.press("t");
    window.until_there("I am Rose.");
    window.press("1\r");
    window.until_there("You: I am Rose.");
    window.leave();
    // It is kept, and can be taken back in plain text.
    let args = ["play", "--resume", file, "--plain", "--bots", "greedy"];
    let mut window = Window::open(120, 200, &args);
    window.until_there("Your choice");
    window.press("s\r");
    window.until_there("I take that back: I am Rose.");
    window.press("s 999\r");
    window.until_there("s lists what you can say");
    window.press("s 2 5\r");
    window.until_there("This needs no seats after its number.");
    window.press("s 2\r");
    window.until_there(": I am Beast.");
    window.press("q\r");
    window.until_there("The game waits for you");
    assert!(std::fs::read_to_string(file).unwrap().contains("\"talk\":["));
}

#[test]
fn a_lesson_is_learnt_in_the_application() {
    let _ = std::fs::remove_dir_all(Path::new(env!("CARGO_TARGET_TMPDIR")).join("terminal-learn"));
    let mut window = Window::open_as(100, 32, &["learn", "bloodlust"], "terminal-learn");
    window.until_there("You are Felicity");
    window.press("2\r");
    window.until_there("Take it back");
    window.press("\r");
    window
        .until("the question again", |screen| screen.contains("Show me") && !screen.contains("Take it back"));
    window.press("1\r");
    window.until_there("Felicity can take 2 more");
    let rest = window.leave();
    assert!(rest.contains("Part 1 waits for you: sanguis learn bloodlust one-more-card"), "{rest}");
}

#[test]
fn the_last_part_of_a_lesson_can_be_skipped_in_the_application() {
    let args = ["learn", "bloodlust", "one-more-card", "--part", "6"];
    let mut window = Window::open_as(100, 32, &args, "terminal-skip");
    window.until_there("Skip this part");
    window.press("\x1b[F\r");
    let end = window.until_there("That was the last part. q leaves.");
    assert!(!end.contains("Waiting for"), "{end}");
    let rest = window.leave();
    assert!(rest.contains("Now play: sanguis play bloodlust"), "{rest}");
}

#[test]
fn a_hint_comes_in_stages() {
    let file = record("hint");
    let args = words("play bloodlust --seed 2 --bots greedy --record", file.to_str().unwrap());
    let mut window = Window::open(100, 30, &args);
    window.until_there("H hint");
    window.press("H");
    // Which stages tell something depends on what the search found in its time.
    let stages = ["Look at", "One of these", "This one:"];
    window.until("a first stage", |screen| stages.iter().any(|stage| screen.contains(stage)));
    window.press("HH");
    let hint = window.until_there("This one:");
    // Where lines break depends on the chances that were found.
    let hint = hint.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(hint.contains("Stay on the hunt") && hint.contains("2 Leave the hunt"), "{hint}");
    window.leave();
    // Where two people share the screen, nobody gets one.
    let file = record("no-hint");
    let line = "play bloodlust --seed 2 --bots greedy --people 1=Ann,2=Bo --record";
    let mut window = Window::open(100, 30, &words(line, file.to_str().unwrap()));
    window.until_there("When nobody else is looking");
    window.press("\r");
    let screen = window.until_asked();
    assert!(!screen.contains("H hint"), "{screen}");
    window.leave();
}
