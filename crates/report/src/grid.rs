//! Tables.

use std::fmt::Write;

use crate::svg::escape;

/// A table; the first column names the row.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Grid {
    /// A table with these columns.
    pub fn new<S: Into<String>>(head: impl IntoIterator<Item = S>) -> Grid {
        Grid { head: head.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn push<S: Into<String>>(&mut self, row: impl IntoIterator<Item = S>) {
        self.rows.push(row.into_iter().map(Into::into).collect());
    }

    /// Is it without rows?
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(crate) fn html(&self, caption: &str) -> String {
        let mut out = String::from("<div class=\"scroll\"><table>\n");
        if !caption.is_empty() {
            let _ = writeln!(out, "<caption>{}</caption>", escape(caption));
        }
        out.push_str("<thead><tr>");
        for cell in &self.head {
            let _ = write!(out, "<th scope=\"col\">{}</th>", escape(cell));
        }
        out.push_str("</tr></thead>\n<tbody>\n");
        for row in &self.rows {
            out.push_str("<tr>");
            for (i, cell) in row.iter().enumerate() {
                let cell = escape(cell);
                let _ = if i == 0 {
                    write!(out, "<th scope=\"row\">{cell}</th>")
                } else {
                    write!(out, "<td>{cell}</td>")
                };
            }
            out.push_str("</tr>\n");
        }
        out.push_str("</tbody></table></div>\n");
        out
    }
}
