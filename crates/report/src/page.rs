//! The page.

use std::fmt::Write;

use crate::Plot;
use crate::grid::Grid;
use crate::svg::escape;

const STYLE: &str = include_str!("style.css");

/// A self-contained HTML page, written from top to bottom.
#[derive(Clone, Debug)]
pub struct Page {
    title: String,
    body: String,
    contents: Vec<String>,
    plots: usize,
}

impl Page {
    /// An empty page.
    pub fn new(title: impl Into<String>) -> Page {
        Page { title: title.into(), body: String::new(), contents: Vec::new(), plots: 0 }
    }

    /// What it is about, in larger letters.
    pub fn lead(&mut self, text: &str) {
        self.put(format_args!("<p class=\"lead\">{}</p>", escape(text)));
    }

    /// Begins a section, which is listed in the contents.
    pub fn heading(&mut self, text: &str) {
        self.contents.push(text.to_owned());
        self.put(format_args!("<h2 id=\"section-{}\">{}</h2>", self.contents.len(), escape(text)));
    }

    /// Begins a part of a section.
    pub fn subheading(&mut self, text: &str) {
        self.put(format_args!("<h3>{}</h3>", escape(text)));
    }

    /// A paragraph.
    pub fn paragraph(&mut self, text: &str) {
        self.put(format_args!("<p>{}</p>", escape(text)));
    }

    /// A bulleted list.
    pub fn list<S: AsRef<str>>(&mut self, items: impl IntoIterator<Item = S>) {
        self.items("ul", items);
    }

    /// Sentences with numbers.
    pub fn numbered<S: AsRef<str>>(&mut self, items: impl IntoIterator<Item = S>) {
        self.items("ol", items);
    }

    fn items<S: AsRef<str>>(&mut self, tag: &str, items: impl IntoIterator<Item = S>) {
        let items: Vec<String> =
            items.into_iter().map(|item| format!("<li>{}</li>", escape(item.as_ref()))).collect();
        if !items.is_empty() {
            self.put(format_args!("<{tag}>\n{}\n</{tag}>", items.join("\n")));
        }
    }

    /// A command or other verbatim text.
    pub fn code(&mut self, text: &str) {
        self.put(format_args!("<pre><code>{}</code></pre>", escape(text)));
    }

    /// A few figures in large letters.
    pub fn figures<S: AsRef<str>, T: AsRef<str>>(&mut self, figures: impl IntoIterator<Item = (S, T)>) {
        let tile = |(name, value): (S, T)| {
            format!("<div><dt>{}</dt><dd>{}</dd></div>", escape(name.as_ref()), escape(value.as_ref()))
        };
        let tiles: Vec<String> = figures.into_iter().map(tile).collect();
        self.put(format_args!("<dl class=\"tiles\">\n{}\n</dl>", tiles.join("\n")));
    }

    /// A table.
    pub fn table(&mut self, caption: &str, grid: &Grid) {
        self.body.push_str(&grid.html(caption));
    }

    /// A plot, with a table of its figures.
    pub fn plot(&mut self, plot: &dyn Plot) {
        self.plots += 1;
        let number = self.plots;
        let drawing = plot.drawing();
        let (title, description) = plot.words();
        let (title, description) = (escape(title), escape(description));
        self.put(format_args!(
            "<figure>\n<figcaption><strong>{title}</strong> <span>{description}</span></figcaption>\n\
             <div class=\"scroll\"><svg role=\"img\" viewBox=\"0 0 {:.0} {:.0}\" aria-labelledby=\"t{number} d{number}\">\n\
             <title id=\"t{number}\">{title}</title>\n<desc id=\"d{number}\">{description}</desc>\n{}</svg></div>\n\
             <details><summary>The figures</summary>\n{}</details>\n</figure>",
            drawing.width,
            drawing.height,
            drawing.inside,
            plot.figures().html(""),
        ));
    }

    /// The whole page.
    pub fn to_html(&self) -> String {
        let title = escape(&self.title);
        let mut contents = String::new();
        if self.contents.len() > 2 {
            contents.push_str("<nav aria-label=\"Contents\"><ol>\n");
            for (i, heading) in self.contents.iter().enumerate() {
                let _ = writeln!(contents, "<li><a href=\"#section-{}\">{}</a></li>", i + 1, escape(heading));
            }
            contents.push_str("</ol></nav>\n");
        }
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n\
             <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n{contents}{}</main>\n</body>\n</html>\n",
            self.body
        )
    }

    fn put(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.body.write_fmt(element);
        self.body.push('\n');
    }
}
