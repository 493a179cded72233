//! A sheet of characters, perhaps larger than the window it is seen through.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Characters with styles, and which element of the scene lies where.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sheet {
    pub(crate) width: usize,
    pub(crate) height: usize,
    cells: Vec<(char, Style)>,
    pub(crate) elements: Vec<(Rect, String)>,
}

impl Sheet {
    pub(crate) fn new(width: usize, height: usize) -> Sheet {
        Sheet { width, height, cells: vec![(' ', Style::new()); width * height], elements: Vec::new() }
    }

    /// One character; outside the sheet there is nothing to write on.
    pub(crate) fn put(&mut self, x: i32, y: i32, c: char, style: Style) {
        if x >= 0 && y >= 0 && (x as usize) < self.width && (y as usize) < self.height {
            self.cells[y as usize * self.width + x as usize] = (c, style);
        }
    }

    /// A text from left to right, cut to a width.
    pub(crate) fn text(&mut self, x: i32, y: i32, text: &str, room: usize, style: Style) {
        for (i, c) in cut(text, room).chars().enumerate() {
            self.put(x + i as i32, y, c, style);
        }
    }

    /// A frame; `double` for what matters.
    pub(crate) fn frame(&mut self, x: i32, y: i32, width: i32, height: i32, double: bool, style: Style) {
        let [across, down, corners @ ..] = if double {
            ['═', '║', '╔', '╗', '╚', '╝']
        } else {
            ['─', '│', '┌', '┐', '└', '┘']
        };
        let (right, bottom) = (x + width - 1, y + height - 1);
        for at in x + 1..right {
            self.put(at, y, across, style);
            self.put(at, bottom, across, style);
        }
        for at in y + 1..bottom {
            self.put(x, at, down, style);
            self.put(right, at, down, style);
        }
        for (at, c) in [(x, y), (right, y), (x, bottom), (right, bottom)].into_iter().zip(corners) {
            self.put(at.0, at.1, c, style);
        }
    }

    /// Clears a rectangle.
    pub(crate) fn wipe(&mut self, x: i32, y: i32, width: i32, height: i32) {
        for row in y..y + height {
            for column in x..x + width {
                self.put(column, row, ' ', Style::new());
            }
        }
    }

    /// An element of the scene lies here.
    pub(crate) fn element(&mut self, x: i32, y: i32, width: i32, height: i32, id: &str) {
        let (left, top) = (x.max(0), y.max(0));
        let (width, height) = (width - (left - x), height - (top - y));
        if width > 0 && height > 0 {
            let rect = Rect::new(left as u16, top as u16, width as u16, height as u16);
            self.elements.push((rect, id.to_owned()));
        }
    }

    /// Lays another sheet on this one.
    pub(crate) fn lay(&mut self, other: &Sheet, x: i32, y: i32) {
        for row in 0..other.height {
            for column in 0..other.width {
                let (c, style) = other.cells[row * other.width + column];
                self.put(x + column as i32, y + row as i32, c, style);
            }
        }
        for (rect, id) in &other.elements {
            let (width, height) = (rect.width.into(), rect.height.into());
            self.element(x + i32::from(rect.x), y + i32::from(rect.y), width, height, id);
        }
    }

    /// Where an element lies.
    pub(crate) fn find(&self, id: &str) -> Option<Rect> {
        self.elements.iter().find(|(_, element)| element == id).map(|(rect, _)| *rect)
    }

    /// Shows the part of the sheet that begins at `from` in a window; gives back where elements are to be seen.
    pub(crate) fn show(
        &self,
        buffer: &mut Buffer,
        window: Rect,
        from: (usize, usize),
    ) -> Vec<(Rect, String)> {
        for row in 0..usize::from(window.height) {
            for column in 0..usize::from(window.width) {
                let (x, y) = (from.0 + column, from.1 + row);
                if x < self.width && y < self.height {
                    let (c, style) = self.cells[y * self.width + x];
                    let at = (window.x + column as u16, window.y + row as u16);
                    if let Some(cell) = buffer.cell_mut(at) {
                        cell.set_char(c).set_style(style);
                    }
                }
            }
        }
        let (left, top) = (from.0 as i32, from.1 as i32);
        let seen = |(rect, id): &(Rect, String)| {
            let (x, y) = (i32::from(rect.x) - left, i32::from(rect.y) - top);
            let (right, bottom) = (x + i32::from(rect.width), y + i32::from(rect.height));
            let (x, y) = (x.max(0), y.max(0));
            let (right, bottom) = (right.min(window.width.into()), bottom.min(window.height.into()));
            (right > x && bottom > y).then(|| {
                let at = (window.x + x as u16, window.y + y as u16);
                (Rect::new(at.0, at.1, (right - x) as u16, (bottom - y) as u16), id.clone())
            })
        };
        self.elements.iter().filter_map(seen).collect()
    }
}

/// A text that fits into a width, cut if it must be.
pub(crate) fn cut(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.to_owned();
    }
    text.chars().take(room.saturating_sub(1)).chain(['…']).collect()
}

/// The first lines of a text, at most this many; the last says if there are more.
pub(crate) fn first_rows(text: &str, width: usize, rows: usize) -> Vec<String> {
    let mut lines = wrapped(text, width);
    if lines.len() > rows {
        lines.truncate(rows);
        if let Some(last) = lines.last_mut() {
            *last = cut(&format!("{last} …"), width);
        }
    }
    lines
}

/// A text in lines of at most this width, broken between words.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(4);
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let mut word = word.to_owned();
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(std::mem::take(&mut line));
        }
        while word.chars().count() > width {
            let head: String = word.chars().take(width).collect();
            word = word.chars().skip(width).collect();
            lines.push(head);
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&word);
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_not_broken_unless_they_must_be() {
        assert_eq!(wrapped("one two three", 8), ["one two", "three"]);
        assert_eq!(wrapped("abcdefghij k", 4), ["abcd", "efgh", "ij k"]);
        assert_eq!(cut("abcdef", 4), "abc…");
    }

    #[test]
    fn what_lies_outside_the_window_is_not_seen() {
        let mut sheet = Sheet::new(10, 10);
        sheet.element(0, 0, 4, 4, "a");
        sheet.element(8, 8, 2, 2, "b");
        let mut buffer = Buffer::empty(Rect::new(0, 0, 5, 5));
        let seen = sheet.show(&mut buffer, Rect::new(1, 1, 4, 4), (2, 2));
        assert_eq!(seen, [(Rect::new(1, 1, 2, 2), "a".to_owned())]);
    }
}
