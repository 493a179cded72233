//! What the host of a house sees and does, and what everybody can do about others and about their own data.

use serde::{Deserialize, Serialize};
use table::Seat;
#[cfg(feature = "schema")]
use ts_rs::TS;

use crate::{BotAccount, Notices};

/// A device on which a person is signed in: `GET /api/me/sessions`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct Device {
    /// For `DELETE /api/me/sessions/{id}`.
    pub id: String,
    /// What the browser called itself when the device was added; empty for the first one.
    pub agent: String,
    /// When it was added; 0 for the first one.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub since_at: u64,
    /// Is it the one that asks?
    #[serde(default)]
    pub here: bool,
}

/// What the house keeps about the person who asks: `GET /api/me/data`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct MyData {
    /// Public id.
    pub id: String,
    /// The chosen name.
    pub name: String,
    /// Where "your turn" is sent.
    pub notices: Notices,
    /// The devices that were added by a link.
    pub devices: Vec<Device>,
    /// The person's bot accounts.
    pub bots: Vec<BotAccount>,
    /// The tables at which the person sits or sat.
    pub tables: Vec<MyTable>,
}

/// A table in [`MyData`].
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct MyTable {
    /// The table's id.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// What the person wrote there.
    pub said: Vec<String>,
}

/// What was deleted: the answer to `DELETE /api/me`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct Deleted {
    /// At how many tables the person is nobody any more.
    pub tables: u32,
    /// At how many of them the name had to stay, because it is part of the proof of an older game.
    pub named: u32,
}

/// A report of somebody at a table: `POST /api/tables/{id}/reports`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// Where they sit.
    pub seat: Seat,
    /// What happened, in a few words.
    pub why: String,
}

/// Something that the host of the house or an operator did, or a report: `GET /api/host/log`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct AuditEntry {
    /// When.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub at: u64,
    /// Who did it: a person's id, or `sanguis admin`.
    pub who: String,
    /// What.
    pub act: AuditAct,
    /// The id of the person it is about, if it is about one.
    pub about: String,
    /// The table it is about, if it is about one.
    pub table: String,
    /// In words.
    pub text: String,
}

/// What an [`AuditEntry`] is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum AuditAct {
    Report,
    Silence,
    Unsilence,
    Remove,
    Readmit,
    Delete,
    Freeze,
    Thaw,
    End,
    RotateSeal,
}

/// How a person is to stand with the house: `PUT /api/host/people/{id}`. What is left out stays.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
pub struct StandingChange {
    /// May they write nothing at tables?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub silenced: Option<bool>,
    /// May they do nothing in this house? Bots take over their seats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub removed: Option<bool>,
    /// Why, for the log.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "schema", ts(as = "Option<String>"))]
    pub why: String,
}

/// How a person stands with the house.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct PersonStanding {
    /// Public id.
    pub id: String,
    /// The chosen name.
    pub name: String,
    /// May they write nothing at tables?
    pub silenced: bool,
    /// May they do nothing in this house?
    pub removed: bool,
}

/// The house at a glance, for its host: `GET /api/host`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct HostView {
    /// The version of sanguis.
    pub version: String,
    /// Since when this node is open.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub opened_at: u64,
    /// The latest tables that are not over.
    pub tables: Vec<HostTable>,
    /// How many matches are in memory.
    pub live: u32,
    /// How many sockets and streams are open.
    pub sockets: u32,
    /// How many bots think.
    pub thinking: u32,
    /// How many wait for a thread to think on.
    pub queued: u32,
    /// Where the house keeps things, without its password.
    pub store: String,
    /// Can the store be written and read?
    pub healthy: bool,
    /// How long a write took just now, in milliseconds.
    pub write_ms: u32,
    /// What went wrong lately, the latest first.
    pub errors: Vec<HostError>,
    /// People who are silenced or removed.
    pub people: Vec<PersonStanding>,
}

/// A table in a [`HostView`].
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct HostTable {
    /// The table's id.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// Where it stands.
    pub stage: crate::Stage,
    /// How many people and outside bots sit there.
    pub persons: u32,
    /// When something last happened.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub moved_at: u64,
}

/// Something that went wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct HostError {
    /// When.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub at: u64,
    /// What the log of the house says about it.
    pub what: String,
}
