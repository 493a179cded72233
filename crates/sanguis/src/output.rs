//! Writing to the terminal.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::OnceLock;

#[cfg(feature = "workshop")]
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use table::plain::PlainText;
use table::words::{Catalogue, LANGUAGES};
use table::{Info, Record, Seat, Text, rulebook, say};

use crate::{Failure, Outcome};

/// Writes to standard output. If the reader has closed the pipe (`| head`), the program ends quietly.
pub(crate) fn print(text: &str) {
    let mut out = io::stdout().lock();
    if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

/// Writes one line.
pub(crate) fn line(text: &str) {
    print(&format!("{text}\n"));
}

/// Writes JSON for scripts.
pub(crate) fn json(value: &impl Serialize) {
    line(&serde_json::to_string_pretty(value).unwrap_or_default());
}

/// Reports in full: as JSON for scripts, or as text.
pub(crate) fn report(as_json: bool, value: &impl Serialize, text: impl FnOnce() -> String) -> Outcome {
    match as_json {
        true => json(value),
        false => print(&text()),
    }
    Ok(ExitCode::SUCCESS)
}

/// Sentences under a title, or a sentence that says there are none.
pub(crate) fn list(title: &str, items: &[String], none: &str) -> String {
    let text = text(&seat_name);
    let items: String = items.iter().map(|item| text.wrap("  - ", item)).collect();
    format!("\n{title}\n{}", if items.is_empty() { text.wrap("  ", none) } else { items })
}

/// A progress bar on standard error; `template` says what follows the bar.
#[cfg(feature = "workshop")]
pub(crate) fn progress(count: u64, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(&format!("{{bar:30}} {{pos}}/{{len}} {template}"));
    ProgressBar::new(count).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// The width of the terminal, limited to what reads well; 80 without a terminal.
pub(crate) fn width() -> usize {
    terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0)).clamp(40, 110)
}

/// May colours be used? Not in pipes, and not if `NO_COLOR` is set.
pub(crate) fn colour() -> bool {
    let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdout().is_terminal() && !unwanted && !dumb
}

/// Are both standard input and output a terminal that can show more than lines?
pub(crate) fn whole_terminal() -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}

/// The name of a seat if its player has none.
pub(crate) fn seat_name(seat: Seat) -> String {
    say(&say!("Seat {number}", number = seat.number()))
}

/// What old records call a person without a name.
const YOU: &str = "You";

/// What a record calls a person without a name.
pub(crate) fn player_name(seat: Seat) -> String {
    format!("Player {}", seat.number())
}

/// Is there a person here without a name?
pub(crate) fn is_nameless(names: &[String], seat: Seat) -> bool {
    names.get(seat.index()).is_some_and(|name| name == YOU || *name == player_name(seat))
}

/// The name of a seat, where its player may have one; one that nobody chose is in the reader's language.
pub(crate) fn name_in(names: &[String], seat: Seat) -> String {
    match names.get(seat.index()) {
        Some(_) if is_nameless(names, seat) => say(&say!("Player {number}", number = seat.number())),
        Some(name) => name.clone(),
        None => seat_name(seat),
    }
}

/// The names in a record, for sentences about the players.
pub(crate) fn names_in(record: &Record) -> Vec<String> {
    Seat::all(record.seats.len()).map(|seat| name_in(&record.seats, seat)).collect()
}

/// Text for this terminal.
pub(crate) fn text<'a>(names: &'a dyn Fn(Seat) -> String) -> PlainText<'a> {
    PlainText { names, width: width(), colour: colour(), words: words() }
}

static LANGUAGE: OnceLock<String> = OnceLock::new();
static WORDS: OnceLock<Option<Catalogue>> = OnceLock::new();

/// Chooses the language: the one that was asked for, or that of the system.
pub(crate) fn choose_language(asked: Option<&String>) {
    let system = || ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(|name| std::env::var(name).ok());
    let code = asked.cloned().or_else(system).unwrap_or_default();
    let _ = LANGUAGE.set(code.chars().take_while(char::is_ascii_alphabetic).collect());
}

/// Sets the game whose words are used from now on. A process uses one game.
pub(crate) fn speak_of(info: &Info) {
    let code = LANGUAGE.get().map_or("", String::as_str);
    let _ = WORDS.set(Catalogue::of(code, info.languages));
}

/// Speaks German with a translation of lessons that is not built in.
pub(crate) fn speak_german(info: &Info, lessons: String) -> Result<(), Failure> {
    let built_in = info.languages.iter().chain(LANGUAGES).filter(|language| language.code == "de");
    let files = built_in.map(|language| language.words).chain([lessons.as_str()]);
    let words =
        Catalogue::read(files).map_err(|fault| Failure(format!("line {}: {}", fault.line, fault.reason)))?;
    let _ = WORDS.set(Some(words));
    Ok(())
}

/// The person's language; English without one.
pub(crate) fn words() -> Option<&'static Catalogue> {
    WORDS.get().and_then(Option::as_ref)
}

/// The rules of a game in the person's language.
pub(crate) fn rules(info: &Info) -> &'static str {
    static RULES: OnceLock<String> = OnceLock::new();
    let code = LANGUAGE.get().map_or("", String::as_str);
    RULES.get_or_init(|| rulebook::in_language(info, code))
}

/// A text in the person's language.
pub(crate) fn say(text: &Text) -> String {
    words().map_or_else(|| text.to_string(), |words| words.or_english(text))
}

/// Writes a text as a line.
pub(crate) fn tell(text: &Text) {
    line(&say(text));
}

/// A table: the first column is aligned to the left, the others to the right.
pub(crate) fn columns(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let head = head.iter().map(|&cell| cell.to_owned()).collect();
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(rows).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let write = |cells: &Vec<String>| {
        let mut line = String::new();
        for (i, cell) in cells.iter().enumerate() {
            let pad = " ".repeat(widths[i] - cell.chars().count());
            line.push_str(&if i == 0 { format!("{cell}{pad}") } else { format!("  {pad}{cell}") });
        }
        format!("{}\n", line.trim_end())
    };
    rows.iter().map(write).collect()
}

/// A time in the past, roughly.
pub(crate) fn ago(millis: u64) -> String {
    match millis / 1000 {
        seconds @ 0..100 => format!("{seconds} s ago"),
        seconds @ 100..6000 => format!("{} min ago", seconds / 60),
        seconds @ 6000..200_000 => format!("{} h ago", seconds / 3600),
        seconds => format!("{} days ago", seconds / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_called_you_in_sentences_about_others() {
        let names = ["You".to_owned(), "Bot 2".to_owned()];
        let named = Seat::all(3).map(|seat| name_in(&names, seat)).collect::<Vec<_>>();
        assert_eq!(named, ["Player 1", "Bot 2", "Seat 3"]);
    }

    #[test]
    fn columns_line_up() {
        let rows = vec![vec!["a".into(), "10".into()], vec!["long".into(), "9".into()]];
        assert_eq!(columns(&["name", "n"], rows), "name   n\na     10\nlong   9\n");
    }

    #[test]
    fn times_are_told_roughly() {
        assert_eq!([ago(0), ago(99_000), ago(100_000)], ["0 s ago", "99 s ago", "1 min ago"]);
        assert_eq!([ago(7_200_000), ago(864_000_000)], ["2 h ago", "10 days ago"]);
    }
}
