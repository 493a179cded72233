//! How what happened is staged: who did it, to whom, with what, and how much it matters.

use serde::{Deserialize, Serialize};

use crate::scene::{Id, Key, Print, is_default};
use crate::seat::{Seat, SeatSet};

/// How much a line of the story matters: clients give it as much time and room.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Weight {
    /// Only for the log: one of many answers, a step that is told again when it is done.
    #[default]
    Aside,
    /// Everyday: a card is drawn.
    Small,
    /// An ordinary move, or what comes of one.
    Medium,
    /// It changes somebody's game: a strike, an attack.
    Large,
    /// It changes the game: a rank revealed, dawn, a captive.
    Huge,
}

/// How a line of the story is staged. Made from the event that its observer was told, so it tells nothing more.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Beat {
    /// How much it matters.
    #[serde(default, skip_serializing_if = "is_default")]
    pub weight: Weight,
    /// The name of a picture (game-icons). Lines of one action with the same picture are alike and may be folded into one.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub icon: Key,
    /// Who did it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Seat>,
    /// To whom it was done.
    #[serde(default, skip_serializing_if = "is_default")]
    pub on: SeatSet,
    /// A turn, a night or an attack begins here.
    #[serde(default, skip_serializing_if = "is_default")]
    pub opens: bool,
    /// What it was done with, to be shown large.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "schema",
        ts(as = "Option<crate::scene::Face>", optional),
        schemars(with = "Option<crate::scene::Face>")
    )]
    pub face: Option<Print>,
    /// The elements of the scene it is about beside the seats, most telling first. Some may have left the table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub touches: Vec<Id>,
}

impl Beat {
    /// Something of this weight, with a picture.
    pub fn new(weight: Weight, icon: &'static str) -> Beat {
        Beat { weight, icon: icon.into(), ..Beat::default() }
    }

    /// Who did it.
    #[must_use]
    pub fn by(self, seat: Seat) -> Beat {
        Beat { by: Some(seat), ..self }
    }

    /// To whom it was done.
    #[must_use]
    pub fn on(self, seat: Seat) -> Beat {
        self.on_all(SeatSet::one(seat))
    }

    /// To whom it was done.
    #[must_use]
    pub fn on_all(self, seats: SeatSet) -> Beat {
        Beat { on: self.on.union(seats), ..self }
    }

    /// Begins a turn, a night or an attack.
    #[must_use]
    pub fn opens(self) -> Beat {
        Beat { opens: true, ..self }
    }

    /// What it was done with, which has a picture of its own.
    #[must_use]
    pub fn with(self, face: impl Into<Print>) -> Beat {
        let face = face.into();
        Beat { icon: face.icon.clone(), face: Some(face), ..self }
    }

    /// An element it is about.
    #[must_use]
    pub fn touching(mut self, id: impl Into<Id>) -> Beat {
        self.touches.push(id.into());
        self
    }
}
