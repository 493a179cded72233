//! Writing to the terminal.

use std::io::{self, IsTerminal, Write};

use table::Seat;
use table::text::Text;

/// Writes a text to standard output. A reader who has seen enough (`| head`) ends the program quietly.
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

/// How wide the terminal is; 80 where there is none, and never wider than reads well.
pub(crate) fn width() -> usize {
    terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0)).clamp(40, 110)
}

/// May colours be used? Not in pipes, and not where `NO_COLOR` is set.
pub(crate) fn colour() -> bool {
    let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdout().is_terminal() && !unwanted && !dumb
}

/// Is there a terminal at both ends that can show more than lines?
pub(crate) fn whole_terminal() -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}

/// What a seat is called where nobody has a name.
pub(crate) fn seat_name(seat: Seat) -> String {
    format!("Seat {}", seat.number())
}

/// Text for this terminal.
pub(crate) fn text<'a>(names: &'a dyn Fn(Seat) -> String) -> Text<'a> {
    Text { names, width: width(), colour: colour() }
}

/// A table of columns: the first to the left, numbers to the right.
pub(crate) fn columns(head: &[&str], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([head[column].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let write = |cells: &mut dyn Iterator<Item = &str>| {
        let mut line = String::new();
        for (i, cell) in cells.enumerate() {
            let pad = " ".repeat(widths[i] - cell.chars().count());
            line.push_str(&if i == 0 { format!("{cell}{pad}") } else { format!("  {pad}{cell}") });
        }
        format!("{}\n", line.trim_end())
    };
    let mut out = write(&mut head.iter().copied());
    for row in rows {
        out.push_str(&write(&mut row.iter().map(String::as_str)));
    }
    out
}

/// A number with its thousands apart: 12 345 678.
pub(crate) fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        assert_eq!(thousands(1234567.0), "1 234 567");
        assert_eq!(thousands(999.0), "999");
    }

    #[test]
    fn columns_line_up() {
        let rows = vec![vec!["a".into(), "10".into()], vec!["long".into(), "9".into()]];
        assert_eq!(columns(&["name", "n"], &rows), "name   n\na     10\nlong   9\n");
    }
}
