//! Every route of the API, once: the router and the OpenAPI document are made from the same list.
//!
//! Schemas come from the types in `wire`, and a test compares them with real answers.

use std::sync::{Arc, LazyLock};

use axum::handler::Handler;
use axum::routing::{self, MethodFilter, MethodRouter};
use serde_json::{Map, Value, json};

use super::{bots, finished, host, lessons, me, mine, socket, stream, tables};
use crate::house::House;

/// A route, and what the document says about it.
pub(super) struct Route {
    method: &'static str,
    pub(super) path: &'static str,
    pub(super) handler: MethodRouter<Arc<House>>,
    operation: Map<String, Value>,
}

fn route<T: 'static>(
    method: &'static str,
    path: &'static str,
    summary: &str,
    handler: impl Handler<T, Arc<House>>,
) -> Route {
    let filter = match method {
        "get" => MethodFilter::GET,
        "post" => MethodFilter::POST,
        "put" => MethodFilter::PUT,
        _ => MethodFilter::DELETE,
    };
    let problem =
        json!({ "description": "A refusal.", "content": content("application/json", of("Problem")) });
    let mut operation = Map::new();
    operation.insert("summary".into(), summary.into());
    operation.insert("responses".into(), json!({ "default": problem }));
    let route = Route { method, path, handler: routing::on(filter, handler), operation };
    let names = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    names.fold(route, |route, name| route.parameter("path", name, json!({ "type": "string" }), ""))
}

/// The schema of a type in `wire`.
fn of(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn list_of(name: &str) -> Value {
    json!({ "type": "array", "items": of(name) })
}

fn content(kind: &str, schema: Value) -> Value {
    json!({ kind: { "schema": schema } })
}

impl Route {
    fn set(mut self, key: &str, value: Value) -> Route {
        self.operation.insert(key.to_owned(), value);
        self
    }

    /// The type of the request body.
    fn takes(self, name: &str) -> Route {
        self.set("requestBody", json!({ "required": true, "content": content("application/json", of(name)) }))
    }

    /// The type of the response.
    fn gives(self, name: &str) -> Route {
        self.gives_as("application/json", of(name))
    }

    fn gives_as(self, kind: &str, schema: Value) -> Route {
        self.responds("200", json!({ "description": "Success.", "content": content(kind, schema) }))
    }

    fn responds(mut self, status: &str, response: Value) -> Route {
        self.operation["responses"][status] = response;
        self
    }

    fn parameter(mut self, place: &str, name: &str, schema: Value, description: &str) -> Route {
        let mut parameter =
            json!({ "name": name, "in": place, "required": place == "path", "schema": schema });
        if !description.is_empty() {
            parameter["description"] = description.into();
        }
        let parameters = self.operation.entry("parameters").or_insert_with(|| json!([]));
        parameters.as_array_mut().into_iter().for_each(|list| list.push(parameter.clone()));
        self
    }

    fn query(self, name: &str, schema: Value, description: &str) -> Route {
        self.parameter("query", name, schema, description)
    }

    fn lean(self) -> Route {
        let description = "1 for a table without its scene: options in words, and who is waited on. 2 for the codes of \
                           the options alone.";
        self.query("lean", json!({ "type": "integer", "minimum": 0, "maximum": 2 }), description)
    }

    /// Only for bot accounts.
    fn for_bots(self) -> Route {
        self.set("security", json!([{ "token": [] }]))
    }
}

/// All routes but those of the web client.
pub(super) fn all() -> Vec<Route> {
    let text = || json!({ "type": "string" });
    vec![
        route("get", "/api/house", "What this house can do.", tables::house).gives("HouseInfo"),
        route("get", "/api/games", "All games, with their options and the levels of bots.", tables::games)
            .gives_as("application/json", list_of("GameBox")),
        route("get", "/api/games/{game}/rules", "The rules of a game, in Markdown.", tables::rules)
            .gives_as("text/markdown", text()),
        route("get", "/api/games/{game}/illustrations", ILLUSTRATIONS, lessons::illustrations)
            .gives("Illustrations"),
        route("get", "/api/games/{game}/lessons", "The lessons of a game.", lessons::list)
            .gives_as("application/json", list_of("LessonCard")),
        route("post", "/api/games/{game}/lessons/{lesson}", LESSON, lessons::go_on)
            .takes("LessonSoFar")
            .gives("LessonFrame"),
        route("get", "/api/games/{game}/puzzles", PUZZLES, lessons::puzzles)
            .gives_as("application/json", list_of("PuzzleCard")),
        route("get", "/api/me", "The caller's account. Sets the cookie of a new guest.", me::me).gives("Me"),
        route("put", "/api/me", "Changes the name or the notices.", me::change).takes("MeChange").gives("Me"),
        route("post", "/api/me/link", "A link that makes another device the same person, once.", me::link)
            .gives("Link"),
        route("delete", "/api/me", "Forgets the person. What was played stays.", mine::delete)
            .gives("Deleted"),
        route("get", "/api/me/data", "What the house keeps about the person.", mine::data).gives("MyData"),
        route("get", "/api/me/sessions", "The devices on which the person is signed in.", mine::list)
            .gives_as("application/json", list_of("Device")),
        route("delete", "/api/me/sessions/{id}", "Signs the person out on one other device.", mine::sign_out)
            .gives_as("application/json", list_of("Device")),
        route("delete", "/api/me/sessions", "Signs the person out on all other devices.", me::sign_out)
            .gives("Me"),
        route("post", "/api/me/welcome", "Follows an invitation to the house.", me::welcome)
            .takes("Claim")
            .gives("Me"),
        route("post", "/api/me/claim", "Becomes the person of a link.", me::claim).takes("Claim").gives("Me"),
        route(
            "get",
            "/api/me/mail/{token}",
            "Confirms an e-mail address by the link that was sent to it.",
            me::confirm,
        )
        .gives_as("text/plain", text()),
        route("post", "/api/me/push", "Subscribes a browser to web push.", me::subscribe)
            .takes("PushSubscription")
            .gives("Me"),
        route("delete", "/api/me/push", "Ends all subscriptions to web push.", me::unsubscribe).gives("Me"),
        route("get", "/api/tables", "Tables, latest first.", tables::list)
            .query("shelf", of("TableShelf"), "Which tables; open ones if left out.")
            .gives_as("application/json", list_of("TableCard")),
        route("post", "/api/tables", "Sets up a table.", tables::create).takes("NewTable").gives("TableInfo"),
        route("post", "/api/tables/quick", "Starts a game against bots.", tables::quick)
            .takes("QuickTable")
            .gives("TableInfo"),
        route("get", "/api/invites/{token}", "The table and seat of an invitation.", tables::invitation)
            .gives("Invitation"),
        route("get", "/api/tables/{id}", "A table, without the game itself.", tables::info)
            .gives("TableInfo"),
        route("post", "/api/tables/{id}/commands", COMMANDS, tables::command).takes("Command").gives("Done"),
        route("post", "/api/tables/{id}/hint", HINT, tables::hint).takes("HintAsked").gives("Hint"),
        route("post", "/api/tables/{id}/again", AGAIN, finished::play_on).takes("PlayOn").gives("TableInfo"),
        route("get", "/api/tables/{id}/frame", "The table as the caller sees it now.", tables::frame)
            .lean()
            .query("wait", json!({ "type": "integer", "minimum": 0, "maximum": tables::PATIENCE }), WAIT)
            .gives("AnyFrame"),
        route("get", "/api/tables/{id}/observation", OBSERVATION, tables::observation)
            .gives_as("application/json", json!({ "type": "object" })),
        route("get", "/api/tables/{id}/story", "The whole story as the caller was told it.", tables::story)
            .gives_as("application/json", list_of("Line")),
        route("get", "/api/tables/{id}/socket", "A WebSocket: commands in, news out.", socket::socket)
            .lean()
            .responds(
                "101",
                json!({ "description": "A WebSocket. Messages are the JSON of Command and AnyNews." }),
            ),
        route("get", "/api/tables/{id}/stream", "News as server-sent events.", stream::stream)
            .lean()
            .gives_as("text/event-stream", of("AnyNews")),
        route("get", "/api/tables/{id}/record", "The record of a finished match.", finished::record)
            .gives("Record"),
        route("get", "/api/tables/{id}/replay/{version}", REPLAY, finished::replay)
            .query("eyes", text(), "`all`, `spectator` or a seat; all if left out.")
            .gives("Moment"),
        route("get", "/api/tables/{id}/fairness", FAIRNESS, finished::fairness).gives("Fairness"),
        route("get", "/api/tables/{id}/review", REVIEW, finished::review).gives("Review"),
        route("post", "/api/tables/{id}/reports", REPORT, host::report)
            .takes("Report")
            .gives_as("application/json", json!({ "type": "object", "additionalProperties": false })),
        route("get", "/api/host", "The house at a glance, for its hosts.", host::view).gives("HostView"),
        route("get", "/api/host/log", "The audit log and reports, latest first, for hosts.", host::log)
            .gives_as("application/json", list_of("AuditEntry")),
        route("put", "/api/host/people/{id}", "Silences or removes a person, for hosts.", host::moderate)
            .takes("StandingChange")
            .gives("PersonStanding"),
        route("delete", "/api/host/people/{id}", "Forgets a person, for hosts.", host::forget)
            .gives("Deleted"),
        route("get", "/api/bots", "The caller's bot accounts.", bots::list)
            .gives_as("application/json", list_of("BotAccount")),
        route("post", "/api/bots", "A new bot account, with its token.", bots::create)
            .takes("NewBot")
            .gives("BotAccount"),
        route("delete", "/api/bots/{id}", "Revokes a bot's token.", bots::remove)
            .gives_as("application/json", json!({ "type": "object", "additionalProperties": false })),
        route(
            "get",
            "/api/bot/stream",
            "All questions to a bot account, one JSON object per line.",
            bots::stream,
        )
        .for_bots()
        .gives_as("application/x-ndjson", of("BotNews")),
        route("post", "/api/bot/tables/{id}/move", "A bot's answer.", bots::play)
            .for_bots()
            .takes("BotMove")
            .gives("Done"),
        route("get", "/healthz", "Does the store answer?", super::healthz).gives_as("text/plain", text()),
        route("get", "/metrics", "Counters for Prometheus.", super::metrics).gives_as("text/plain", text()),
        route("get", "/openapi.json", "This document.", super::openapi)
            .gives_as("application/json", json!({ "type": "object" })),
    ]
}

const COMMANDS: &str = "A command. The same id again takes effect once and gets the same answer.";
const ILLUSTRATIONS: &str =
    "The pieces that the rules of a game speak of, and examples that can be opened like lessons.";
const LESSON: &str = "A part of a lesson after all answers given in it. The house keeps nothing of it.";
const REPORT: &str = "Reports somebody at a table to the host of the house.";
const OBSERVATION: &str = "All that the seat of the caller knows, as data.";
const HINT: &str = "Help with a decision, for a person who plays alone against bots.";
const AGAIN: &str = "A table at which a finished game is played on from an earlier moment, against bots.";
const PUZZLES: &str = "The puzzles of a game. Each is played as the lesson of its name.";
const REPLAY: &str = "A moment of a finished match: after `version` actions, or the `last`.";
const FAIRNESS: &str = "The proof of a fair shuffle; the secret only after the end.";
const REVIEW: &str = "A review of a finished match by bots: chances over time, turning points, advice.";
const WAIT: &str =
    "Answer when the game waits for the caller or is over, but after this many seconds at the latest.";

/// The OpenAPI document: what `openapi.json` says about the API as a whole and about formats that are not of the wire, the schemas
/// of the wire, and the routes.
pub(super) static DOCUMENT: LazyLock<Value> = LazyLock::new(|| {
    let mut document: Value = serde_json::from_str(include_str!("openapi.json")).unwrap_or_default();
    for Route { method, path, operation, .. } in all() {
        document["paths"][path][method] = operation.into();
    }
    let mut schemas: Map<String, Value> = serde_json::from_str(wire::SCHEMAS).unwrap_or_default();
    let own = &mut document["components"]["schemas"];
    schemas.extend(own.as_object().cloned().unwrap_or_default());
    *own = schemas.into();
    document
});
