//! People, bot accounts, games and the house itself.

use serde::{Deserialize, Serialize};
use table::{Info, Knob};
#[cfg(feature = "schema")]
use ts_rs::TS;

/// A box on the shelf, for the front page and the lobby.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct GameBox {
    /// What the box says.
    #[serde(flatten)]
    pub info: Info,
    /// What a host can choose.
    pub knobs: Vec<Knob>,
    /// The levels of bots that a person can choose, weakest first.
    pub levels: Vec<LevelInfo>,
    /// Can claims be made in it?
    pub talks: bool,
}

/// A level of bots.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct LevelInfo {
    /// In requests.
    pub id: String,
    /// One sentence.
    pub help: String,
}

/// The person who asks.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct Me {
    /// Public id.
    pub id: String,
    /// The chosen name.
    pub name: String,
    /// Where "your turn" is sent beside the page.
    pub notices: Notices,
    /// May this person set up tables?
    pub may_open: bool,
    /// Is this person a host of the house?
    pub host: bool,
}

/// A change of one's own: `PUT /api/me`. What is left out stays.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
pub struct MeChange {
    /// The chosen name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Where "your turn" is sent. `push` is not set here but by subscribing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notices: Option<Notices>,
}

/// Where a person wants to hear "your turn" when no page is open.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Notices {
    /// An address that takes a POST (Discord, Slack or ntfy shaped), or empty.
    pub webhook: String,
    /// An e-mail address, or empty. Only where the house has a mail server.
    pub mail: String,
    /// Is this browser subscribed to web push?
    pub push: bool,
    /// Must the e-mail address be confirmed before notices go there? A link was sent to it.
    pub unconfirmed: bool,
}

/// A link that makes another device this person, once and for a quarter of an hour: `POST /api/me/link`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct Link {
    /// The path, such as `/claim/…`, a page of the client.
    pub path: String,
    /// Until when it is good.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub until_at: u64,
}

/// What the page behind a [`Link`] posts to `/api/me/claim`; answered with [`Me`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The last part of the path.
    pub token: String,
}

/// A browser's subscription to web push: `POST /api/me/push`, as `PushSubscription.toJSON()` gives it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct PushSubscription {
    /// Where the push service listens.
    pub endpoint: String,
    /// The browser's keys.
    #[serde(default)]
    pub keys: PushKeys,
}

/// The keys of a browser's subscription.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct PushKeys {
    /// Its public key.
    #[serde(default)]
    pub p256dh: String,
    /// Its secret.
    #[serde(default)]
    pub auth: String,
}

/// A request for a bot account: `POST /api/bots`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewBot {
    /// What it is called.
    pub name: String,
}

/// A bot account of a person.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema), ts(optional_fields))]
pub struct BotAccount {
    /// Public id: for chairs.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Its token, shown once: when the account is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// What the house can do beside the games: `GET /api/house`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct HouseInfo {
    /// The version of sanguis.
    pub version: String,
    /// The key to subscribe to web push with (`applicationServerKey`); empty where there is no web push.
    pub push_key: String,
    /// Can notices go by mail?
    pub mail: bool,
}
