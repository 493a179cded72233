//! What viewers are shown.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use table::play::{Line, View};
use table::talk::Heard;
use table::{Refused, Seat, SeatSet, Standing, Text};
#[cfg(feature = "schema")]
use ts_rs::TS;

use crate::tables::{Stage, TableInfo};

/// What the house sends over the socket or the event stream.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(concrete(F = Box<Frame>, C = Box<Changes>)), schemars(rename = "News"))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum News<F = Box<Frame>, C = Box<Changes>> {
    /// The table as this viewer sees it now.
    Frame(F),
    /// The table as this viewer sees it now, told by what is no longer as the last frame or change said. Some are skipped under
    /// load; the last one counts.
    Changes(C),
    /// A command took effect, durably.
    Done {
        /// The command's id.
        id: String,
        /// The revision it led to.
        revision: u32,
    },
    /// A command was refused and changed nothing.
    Refused {
        /// The command's id.
        id: String,
        /// For programs.
        kind: Refused,
        /// For people.
        reason: Text,
        /// The rule that says no, where one does.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", ts(optional))]
        rule: Option<String>,
    },
    /// This connection ends; come back (after some milliseconds) or do not (no number).
    Bye {
        /// Why, for people.
        reason: Text,
        /// When to connect again.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", ts(optional))]
        again_in: Option<u32>,
    },
}

/// A table as a viewer sees it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(concrete(T = TableInfo, V = View, L = Line, S = Said)), schemars(rename = "Frame"))]
pub struct Frame<T = TableInfo, V = View, L = Line, S = Said> {
    /// Goes up with everything that happens to the match, undo included. Decisions answer a revision.
    pub revision: u32,
    /// The house's time, to show clocks by.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub now_at: u64,
    /// Everything that is not the game itself.
    pub table: T,
    /// The game, once it has begun.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub view: Option<V>,
    /// The story: replaces everything from `from` on.
    pub story: Tail<L>,
    /// The talk: replaces everything from `from` on.
    pub talk: Tail<S>,
}

/// What has changed at a table since the last frame of a connection.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(concrete(T = TableInfo, V = Vec<Change>, L = Line, S = Said)), schemars(rename = "Changes"))]
pub struct Changes<T = TableInfo, V = Vec<Change>, L = Line, S = Said> {
    /// As in a [`Frame`].
    pub revision: u32,
    /// The house's time, to show clocks by.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub now_at: u64,
    /// Everything that is not the game itself, but without the game's options, if any of it has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub table: Option<T>,
    /// What has changed in the view, to be applied in order.
    pub view: V,
    /// The story: replaces everything from `from` on.
    pub story: Tail<L>,
    /// The talk: replaces everything from `from` on.
    pub talk: Tail<S>,
}

/// A part of a view that has changed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(concrete(A = String, P = Value)), schemars(rename = "Change"))]
pub struct Change<A = String, P = Value> {
    /// Which: the names and places that lead there, as in `scene/zones/2/pieces/0`; `…/pieces/3+2` are two pieces from the fourth
    /// on, in whose place are now those of a list, or which come between if it is `3+0`.
    pub at: A,
    /// What is there now; left out if nothing is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional, type = "unknown"))]
    pub to: Option<P>,
}

/// Turns the JSON of the last frame of a connection into that of the current one. False if the changes do not fit: then it is not
/// the frame they were made for.
pub fn turn_to(frame: &mut Value, changes: Changes<Value, Vec<Change>, Value, Value>) -> bool {
    let Changes { revision, now_at, table, view, story, talk } = changes;
    if !frame.is_object() {
        return false;
    }
    frame["revision"] = revision.into();
    frame["now_at"] = now_at.into();
    frame["story"] = json!(story);
    frame["talk"] = json!(talk);
    if let Some(mut table) = table {
        // The options never change: the whole frame had them.
        if let (Some(fields), Some(options)) = (table.as_object_mut(), frame.pointer_mut("/table/options")) {
            fields.insert("options".to_owned(), options.take());
        }
        frame["table"] = table;
    }
    view.into_iter().all(|change| put(&mut frame["view"], &change.at, change.to).is_some())
}

fn put(view: &mut Value, at: &str, to: Option<Value>) -> Option<()> {
    let (path, last) = at.rsplit_once('/').unwrap_or(("", at));
    let steps = path.split('/').filter(|step| !step.is_empty());
    let place = steps.into_iter().try_fold(view, |place, step| match place {
        Value::Array(items) => items.get_mut(step.parse::<usize>().ok()?),
        place => place.get_mut(step),
    })?;
    match (place, to) {
        (Value::Object(fields), Some(to)) => drop(fields.insert(last.to_owned(), to)),
        (Value::Object(fields), None) => drop(fields.remove(last)),
        (Value::Array(items), Some(to)) => match (last.split_once('+'), to) {
            (Some((from, count)), Value::Array(to)) => {
                let from: usize = from.parse().ok()?;
                let end = from.checked_add(count.parse().ok()?).filter(|&end| end <= items.len())?;
                items.splice(from..end, to);
            }
            (None, to) => match last.parse::<usize>().ok()? {
                end if end == items.len() => items.push(to),
                at => *items.get_mut(at)? = to,
            },
            _ => return None,
        },
        _ => return None,
    }
    Some(())
}

/// A table without its scene, for programs: what a connection with `?lean=1` gets in place of frames.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct Lean {
    /// Always `lean`.
    #[serde(rename = "type")]
    #[cfg_attr(feature = "schema", schemars(extend("const" = "lean")))]
    pub kind: &'static str,
    /// Decisions answer a revision.
    pub revision: u32,
    /// How far it is.
    pub stage: Stage,
    /// The seat of the caller.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub seat: Option<Seat>,
    /// How many actions have been taken.
    pub version: usize,
    /// Who is waited on.
    pub waiting: SeatSet,
    /// What the seat may do now.
    pub options: Vec<LeanOption>,
    /// May the seat take back its last action?
    pub may_undo: bool,
    /// Who won, once it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub outcome: Option<Standing>,
}

/// An option in few words.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct LeanOption {
    /// Its integer form.
    pub code: u32,
    /// Its words.
    pub label: Text,
}

/// A table for programs that know the game: what a connection with `?lean=2` gets in place of frames.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bare {
    /// Always `bare`.
    #[serde(rename = "type")]
    #[cfg_attr(feature = "schema", schemars(extend("const" = "bare")))]
    pub kind: &'static str,
    /// Decisions answer a revision.
    pub revision: u32,
    /// How far it is.
    pub stage: Stage,
    /// The seat of the caller.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Who is waited on.
    pub waiting: SeatSet,
    /// The codes of what the seat may do now.
    pub codes: Vec<u32>,
}

/// The end of a list that the client already has the beginning of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema), schemars(rename = "{T}Tail"))]
pub struct Tail<T> {
    /// How many entries stay.
    pub from: u32,
    /// What follows them.
    pub items: Vec<T>,
}

/// Something said at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct Said {
    /// Who, by name.
    pub name: String,
    /// Their seat, if they have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub seat: Option<Seat>,
    /// When.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub said_at: u64,
    /// Text, never markup. Of a claim, what it says in English.
    pub text: String,
    /// The claim, if it was one and not free text: show its own text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub claim: Option<Box<Heard>>,
}

/// A moment of a finished match: `GET /api/tables/{id}/replay/{version}?eyes=all|spectator|1|2|…`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct Moment {
    /// How many actions the match has.
    pub of: u32,
    /// The table after `view.version` actions, as the chosen eyes saw it.
    pub view: View,
    /// The story up to here.
    pub story: Vec<Line>,
    /// What had been claimed up to here.
    pub heard: Vec<Heard>,
}
