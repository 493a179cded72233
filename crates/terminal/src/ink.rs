//! Colours, and how to do without.

use ratatui::style::{Color, Modifier, Style};
use table::scene::Tint;

/// How things are marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ink {
    /// May colours be used?
    pub colour: bool,
}

impl Ink {
    /// In a thing's own colour.
    pub(crate) fn tint(self, tint: Tint) -> Style {
        let colour = match tint {
            _ if !self.colour => return Style::new(),
            Tint::Plain | Tint::Bone | Tint::Black => return Style::new(),
            Tint::Red => Color::Red,
            Tint::Blue => Color::LightBlue,
            Tint::Green => Color::Green,
            Tint::Gold => Color::Yellow,
            Tint::Violet => Color::Magenta,
            Tint::Orange => Color::LightRed,
            Tint::Teal => Color::Cyan,
            Tint::Silver => Color::Gray,
        };
        Style::new().fg(colour)
    }

    /// What matters.
    pub(crate) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// What matters less.
    pub(crate) fn faint(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// What the selected option touches, and the selected option itself.
    pub(crate) fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// What some option touches.
    pub(crate) fn open(self) -> Style {
        Style::new().add_modifier(Modifier::UNDERLINED)
    }

    /// The bar at the top.
    pub(crate) fn bar(self, mood: &str) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        if !self.colour {
            return style.add_modifier(Modifier::REVERSED);
        }
        let ground = match mood {
            "day" | "dawn" | "twilight" => Color::Yellow,
            "battle" | "attack" | "strike" => Color::Red,
            _ => Color::Blue,
        };
        style.bg(ground).fg(if ground == Color::Yellow { Color::Black } else { Color::White })
    }
}
