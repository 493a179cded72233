//! What goes over the wire: every message and body between the house and its clients.
//!
//! `web/src/wire.ts` is written from these types (`cargo xtask types`); a test keeps it current. Everything a viewer gets about a
//! match is computed from that viewer's own observation. Texts carry seat placeholders such as `{s3}`; clients put in the names.
//!
//! Times are milliseconds: durations, or Unix time where a name ends in `_at`.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::play::{Line, View};
use table::{Info, Knob, Refused, Seat, SeatSet, Standing};
use ts_rs::TS;

/// A box on the shelf, for the front page and the lobby.
#[derive(Clone, Debug, Serialize, TS)]
pub struct GameBox {
    /// What the box says.
    #[serde(flatten)]
    pub info: Info,
    /// What a host can choose.
    pub knobs: Vec<Knob>,
    /// The levels of bots that a person can choose, weakest first.
    pub levels: Vec<LevelInfo>,
}

/// A level of bots.
#[derive(Clone, Debug, Serialize, TS)]
pub struct LevelInfo {
    /// In requests.
    pub id: String,
    /// One sentence.
    pub help: String,
}

/// The person who asks.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Me {
    /// Public id.
    pub id: String,
    /// The chosen name.
    pub name: String,
    /// Where "your turn" is sent beside the page.
    pub notices: Notices,
}

/// Where a person wants to hear "your turn" when no page is open.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default, deny_unknown_fields)]
pub struct Notices {
    /// An address that takes a POST (Discord, Slack or ntfy shaped), or empty.
    pub webhook: String,
    /// An e-mail address, or empty. Only where the house has a mail server.
    pub mail: String,
    /// Is this browser subscribed to web push?
    pub push: bool,
}

/// How far a table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Seats are being taken.
    Gathering,
    /// The game is on.
    Playing,
    /// It is over.
    Finished,
    /// It was ended by agreement or by the host of the house.
    Cancelled,
    /// Its rules have changed under it; it can be looked at but not played.
    Frozen,
}

/// Who sits on a chair.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Sitter {
    /// Nobody yet; anyone may sit down.
    Open,
    /// Nobody yet; kept for whoever has the link.
    Invited,
    /// A person.
    Person {
        /// Public id.
        id: String,
        /// The chosen name.
        name: String,
    },
    /// A bot of the house.
    Bot {
        /// Its level.
        level: String,
        /// What it is called.
        name: String,
    },
    /// A bot from outside, by its account.
    Outside {
        /// Public id of the account.
        id: String,
        /// Its name.
        name: String,
    },
}

/// A chair at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Chair {
    /// Which seat of the game.
    pub seat: Seat,
    /// Who sits here.
    pub sitter: Sitter,
    /// Is a page or program of the sitter connected? Bots always are.
    pub present: bool,
    /// A bot of this level plays for the absent sitter, who can come back.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub stand_in: Option<String>,
    /// What is left to decide with, where there is a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub clock: Option<Clock>,
    /// A bot is thinking here.
    pub thinking: bool,
}

/// A chair's time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Clock {
    /// When the decision is due, if one is awaited.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub due_at: Option<u64>,
    /// What is left in the bank beyond the time of each decision.
    #[ts(type = "number")]
    pub bank: u64,
}

/// How time is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClockPlan {
    /// Nobody is hurried.
    #[default]
    None,
    /// Seconds for each decision, and a bank for the whole game.
    Live {
        /// Seconds for each decision.
        each: u32,
        /// Seconds in the bank.
        bank: u32,
    },
    /// Hours for each decision.
    Slow {
        /// Hours for each decision.
        hours: u32,
    },
}

/// What happens when time runs out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Timeout {
    /// A bot plays on until the sitter is back.
    #[default]
    StandIn,
    /// The decision's declared default is taken.
    Default,
}

/// Who may look on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Spectators {
    /// Nobody.
    Off,
    /// Anyone, the public view.
    #[default]
    Public,
    /// Anyone, the public view, some actions late.
    Delayed {
        /// How many actions late.
        actions: u32,
    },
}

/// A table as lists show it.
#[derive(Clone, Debug, Serialize, TS)]
pub struct TableCard {
    /// In addresses.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// How far it is.
    pub stage: Stage,
    /// Who sits where.
    pub chairs: Vec<Chair>,
    /// When something last happened.
    #[ts(type = "number")]
    pub moved_at: u64,
    /// Does the game wait for the person who asks?
    pub your_turn: bool,
    /// Who won, in a sentence with placeholders; empty before the end.
    pub verdict: String,
}

/// A table with everything that is not the game itself.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct TableInfo {
    /// In addresses.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The game's options, complete.
    #[ts(type = "Record<string, unknown>")]
    pub options: Value,
    /// How far it is.
    pub stage: Stage,
    /// Why it is frozen or was cancelled; else empty.
    pub notice: String,
    /// Who sits where.
    pub chairs: Vec<Chair>,
    /// How time is kept.
    pub clock: ClockPlan,
    /// What happens when time runs out.
    pub timeout: Timeout,
    /// Who may look on.
    pub spectators: Spectators,
    /// How many look on.
    pub watching: u32,
    /// The seat of the person who asks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub you: Option<Seat>,
    /// Is the person who asks the host of this table?
    pub host: bool,
    /// Links to the seats that wait for a friend, for the host only: paths that begin with `/`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Invite>>")]
    pub invites: Vec<Invite>,
    /// The commitment to the house's part of the shuffle, in hexadecimal.
    pub commitment: String,
    /// Seats that agree to cancel.
    pub cancel_votes: Vec<Seat>,
    /// The table of the rematch, once somebody has proposed one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rematch: Option<String>,
}

/// A link to a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Invite {
    /// Which seat.
    pub seat: Seat,
    /// The path, such as `/join/…`.
    pub path: String,
}

/// A request for a table.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The game's id.
    pub game: String,
    /// The game's options; `players` at least.
    #[ts(type = "Record<string, unknown>")]
    pub options: Value,
    /// Who is to sit on each chair, in seat order; chairs left out are open. `you` takes the first chair if none is given.
    #[serde(default)]
    pub chairs: Vec<ChairPlan>,
    /// How time is kept.
    #[serde(default)]
    pub clock: ClockPlan,
    /// What happens when time runs out.
    #[serde(default)]
    pub timeout: Timeout,
    /// Who may look on.
    #[serde(default)]
    pub spectators: Spectators,
    /// Start at once if nobody is missing.
    #[serde(default)]
    pub start: bool,
}

/// Who is to sit on a chair.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ChairPlan {
    /// The person who asks.
    You,
    /// Anyone.
    Open,
    /// Whoever has the link.
    Invited,
    /// A bot of the house.
    Bot {
        /// Its level.
        level: String,
    },
    /// A bot from outside, by the id of its account.
    Outside {
        /// Public id of the account.
        id: String,
    },
}

/// What a client sends over the socket, or posts to `/api/tables/{id}/commands`. Each has an id of the client's own choosing: a
/// resend with the same id takes effect once and is answered alike.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// A decision.
    Play {
        /// The client's own id of this command.
        id: String,
        /// The revision of the frame that it answers.
        revision: u32,
        /// The option's code.
        code: u32,
    },
    /// Take back my last action.
    Undo {
        /// The client's own id of this command.
        id: String,
        /// The revision of the frame that it answers.
        revision: u32,
    },
    /// Table talk.
    Say {
        /// The client's own id of this command.
        id: String,
        /// What is said.
        text: String,
    },
    /// Everything else that concerns the table.
    Table {
        /// The client's own id of this command.
        id: String,
        /// What to do.
        #[serde(rename = "do")]
        act: TableAct,
    },
}

/// What a sitter or host can do with a table.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "act", rename_all = "kebab-case", deny_unknown_fields)]
pub enum TableAct {
    /// Sit down on an open chair (or the given one), adding a contribution to the shuffle.
    Join {
        /// Which chair; any open one if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        seat: Option<Seat>,
        /// The token of an invitation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        invite: Option<String>,
        /// Anything, mixed into the shuffle.
        #[serde(default)]
        contribution: String,
    },
    /// Get up before the start; during play, hand over to a bot for good.
    Leave,
    /// Let a bot play for me until I am back.
    SitOut,
    /// I am back.
    Return,
    /// Begin: the host's, once all chairs are taken.
    Start,
    /// Put a bot on an empty chair, or for a sitter who is away: the host's.
    SeatBot {
        /// Which chair.
        seat: Seat,
        /// The level.
        level: String,
    },
    /// Make a chair open or invited again, before the start: the host's.
    Free {
        /// Which chair.
        seat: Seat,
        /// Only for whoever has the link?
        invited: bool,
    },
    /// Agree to cancel; when all persons do, the match ends without a result.
    Cancel,
    /// Take back the agreement.
    GoOn,
    /// Propose, or join, the same table again.
    Rematch,
}

/// What the house sends over the socket or the event stream.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum News {
    /// The table as this viewer sees it now. Frames may be skipped under load; the last one counts.
    Frame(Box<Frame>),
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
        reason: String,
        /// The rule that says no, where one does.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        rule: Option<String>,
    },
    /// This connection ends; come back (after some milliseconds) or do not (no number).
    Bye {
        /// Why, for people.
        reason: String,
        /// When to connect again.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        again_in: Option<u32>,
    },
}

/// A table as a viewer sees it.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Frame {
    /// Goes up with everything that happens to the match, undo included. Decisions answer a revision.
    pub revision: u32,
    /// The house's time, to show clocks by.
    #[ts(type = "number")]
    pub now_at: u64,
    /// Everything that is not the game itself.
    pub table: TableInfo,
    /// The game, once it has begun. The first frame of a connection has the whole scene; in later ones the still parts of a map
    /// (outlines, rivers, neighbours) are left out, and the client keeps those it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub view: Option<View>,
    /// The story: replaces everything from `from` on.
    pub story: Tail<Line>,
    /// The talk: replaces everything from `from` on.
    pub talk: Tail<Said>,
}

/// A table without its scene, for programs: what a connection with `?lean=1` gets in place of frames.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Lean {
    /// Always `lean`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Decisions answer a revision.
    pub revision: u32,
    /// How far it is.
    pub stage: Stage,
    /// The seat of whoever asks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
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
    #[ts(optional)]
    pub outcome: Option<Standing>,
}

/// A table for programs that know the game: what a connection with `?lean=2` gets in place of frames.
#[derive(Clone, Debug, Serialize)]
pub struct Bare {
    /// Always `bare`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Decisions answer a revision.
    pub revision: u32,
    /// How far it is.
    pub stage: Stage,
    /// The seat of whoever asks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Who is waited on.
    pub waiting: SeatSet,
    /// The codes of what the seat may do now.
    pub codes: Vec<u32>,
}

/// An option in few words.
#[derive(Clone, Debug, Serialize, TS)]
pub struct LeanOption {
    /// Its integer form.
    pub code: u32,
    /// Its words.
    pub label: String,
}

/// The end of a list that the client already has the beginning of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Tail<T> {
    /// How many entries stay.
    pub from: u32,
    /// What follows them.
    pub items: Vec<T>,
}

/// Something said at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Said {
    /// Who, by name.
    pub name: String,
    /// Their seat, if they have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seat: Option<Seat>,
    /// When.
    #[ts(type = "number")]
    pub said_at: u64,
    /// Text, never markup.
    pub text: String,
}

/// A moment of a finished match: `GET /api/tables/{id}/replay/{version}?eyes=all|spectator|1|2|…`.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Moment {
    /// How many actions the match has.
    pub of: u32,
    /// The table after `view.version` actions, as the chosen eyes saw it.
    pub view: View,
    /// The story up to here.
    pub story: Vec<Line>,
}

/// A refusal as the body of an HTTP answer.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Problem {
    /// For programs.
    pub kind: Refused,
    /// For people.
    pub reason: String,
    /// The rule that says no, where one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rule: Option<String>,
}

/// A change of one's own: `PUT /api/me`. What is left out stays.
#[derive(Clone, Debug, Default, Serialize, Deserialize, TS)]
#[serde(default, deny_unknown_fields)]
pub struct MeChange {
    /// The chosen name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub name: Option<String>,
    /// Where "your turn" is sent. `push` is not set here but by subscribing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub notices: Option<Notices>,
}

/// A link that makes another device this person, once and for a quarter of an hour: `POST /api/me/link`.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Link {
    /// The path, such as `/claim/…`, a page of the client.
    pub path: String,
    /// Until when it is good.
    #[ts(type = "number")]
    pub until_at: u64,
}

/// What the page behind a [`Link`] posts to `/api/me/claim`; answered with [`Me`].
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The last part of the path.
    pub token: String,
}

/// A browser's subscription to web push: `POST /api/me/push`, as `PushSubscription.toJSON()` gives it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct PushSubscription {
    /// Where the push service listens.
    pub endpoint: String,
    /// The browser's keys.
    #[serde(default)]
    pub keys: PushKeys,
}

/// The keys of a browser's subscription.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
pub struct PushKeys {
    /// Its public key.
    #[serde(default)]
    pub p256dh: String,
    /// Its secret.
    #[serde(default)]
    pub auth: String,
}

/// What the house can do beside the games: `GET /api/house`.
#[derive(Clone, Debug, Serialize, TS)]
pub struct HouseInfo {
    /// The version of sanguis.
    pub version: String,
    /// The key to subscribe to web push with (`applicationServerKey`); empty where there is no web push.
    pub push_key: String,
    /// Can notices go by mail?
    pub mail: bool,
}

/// Which tables `GET /api/tables?shelf=…` lists, latest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum TableShelf {
    /// With a chair that anyone may take.
    #[default]
    Open,
    /// Where I sit, gathering or being played.
    Mine,
    /// Finished, where I sat.
    Finished,
}

/// Play now, against bots: `POST /api/tables/quick`, answered with [`TableInfo`].
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct QuickTable {
    /// The game's id.
    pub game: String,
    /// How many sit at the table; the usual number if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub players: Option<u32>,
    /// How the bots play; the middle level if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub level: Option<String>,
}

/// Where the link `/join/{token}` leads: `GET /api/invites/{token}`. To sit down, post [`TableAct::Join`] with the token as `invite`.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Invitation {
    /// The table.
    pub table: TableInfo,
    /// Is the seat still free?
    pub good: bool,
}

/// The proof of a fair shuffle: `GET /api/tables/{id}/fairness`. What is secret before the end is left out until then.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Fairness {
    /// Published before the first decision.
    pub commitment: String,
    /// What each seat added, in seat order, once the game has begun.
    pub contributions: Vec<String>,
    /// What the commitment binds the house to, in hexadecimal; only after the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub secret: Option<String>,
}

/// A request for a bot account: `POST /api/bots`.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct NewBot {
    /// What it is called.
    pub name: String,
}

/// A bot account of a person.
#[derive(Clone, Debug, Serialize, TS)]
pub struct BotAccount {
    /// Public id: for chairs.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Its token, shown once: when the account is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub token: Option<String>,
}

/// A command took effect: the body of the answer to `POST /api/tables/{id}/commands`. A refusal is a [`Problem`].
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Done {
    /// The command's id.
    pub id: String,
    /// The revision it led to.
    pub revision: u32,
}
