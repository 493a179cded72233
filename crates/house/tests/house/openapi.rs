//! The OpenAPI document and the running house agree: every route, and the form of every answer.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::client::{Guest, Reply};
use crate::games::{Lots, gather, play_out};
use crate::server::Server;

fn document() -> Value {
    serde_json::from_str(include_str!("../../openapi.json")).unwrap()
}

#[test]
fn every_route_is_described_and_nothing_else() {
    let document = document();
    let described: BTreeSet<(String, String)> = document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(path, methods)| {
            methods.as_object().unwrap().keys().map(move |method| (method.clone(), path.clone()))
        })
        .collect();
    let served =
        house::server::routes().iter().map(|(method, path)| (method.to_string(), path.to_string())).collect();
    assert_eq!(described, served);
}

/// Why a value does not have the form, if it has not.
fn fault(document: &Value, schema: &Value, value: &Value, at: &str) -> Option<String> {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.strip_prefix("#/components/schemas/").unwrap();
        let named = document["components"]["schemas"].get(name);
        return fault(document, named.unwrap_or_else(|| panic!("no schema {name}")), value, at);
    }
    if let Some(forms) = schema["oneOf"].as_array() {
        let faults: Vec<_> = forms.iter().map(|form| fault(document, form, value, at)).collect();
        return match faults.iter().filter(|fault| fault.is_none()).count() {
            1 => None,
            0 => Some(format!(
                "{at} has none of its forms: {}",
                faults.into_iter().flatten().collect::<Vec<_>>().join(" | ")
            )),
            _ => Some(format!("{at} has several forms")),
        };
    }
    if let Some(words) = schema["enum"].as_array() {
        return (!words.contains(value)).then(|| format!("{at} is {value}, not one of {words:?}"));
    }
    let right = match schema["type"].as_str() {
        None => true,
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        Some("array") => {
            return match value.as_array() {
                None => Some(format!("{at} is no list")),
                Some(items) => items
                    .iter()
                    .enumerate()
                    .find_map(|(i, item)| fault(document, &schema["items"], item, &format!("{at}[{i}]"))),
            };
        }
        Some("object") => {
            let Some(map) = value.as_object() else { return Some(format!("{at} is no object")) };
            let required = schema["required"].as_array().cloned().unwrap_or_default();
            if let Some(missing) = required.iter().find(|name| !map.contains_key(name.as_str().unwrap())) {
                return Some(format!("{at} lacks {missing}"));
            }
            return map.iter().find_map(|(name, value)| match schema["properties"].get(name) {
                Some(schema) => fault(document, schema, value, &format!("{at}.{name}")),
                None if schema["additionalProperties"] == json!(false) => {
                    Some(format!("{at} has an undescribed {name}"))
                }
                None => None,
            });
        }
        Some(other) => panic!("no such type: {other}"),
    };
    (!right).then(|| format!("{at} is {value}, which is no {}", schema["type"]))
}

struct Checker {
    document: Value,
    seen: BTreeSet<(String, String)>,
}

impl Checker {
    /// Asks, and checks body and answer against the document.
    async fn ask(
        &mut self,
        guest: &mut Guest,
        method: &str,
        path: &str,
        at: &str,
        body: Option<Value>,
    ) -> Reply {
        let described = self.document["paths"][path][method].clone();
        assert!(described.is_object(), "{method} {path}");
        self.seen.insert((method.to_owned(), path.to_owned()));
        if let Some(body) = &body {
            let schema = &described["requestBody"]["content"]["application/json"]["schema"];
            assert_eq!(fault(&self.document, schema, body, "request"), None, "{method} {path}");
        }
        let kind = body.as_ref().map_or("", |_| "Content-Type: application/json\r\n");
        let text = body.map(|body| body.to_string()).unwrap_or_default();
        let reply = guest.request(&method.to_uppercase(), at, kind, &text).await;
        let code = if reply.status == 200 { "200" } else { "default" };
        let (kind, content) =
            described["responses"][code]["content"].as_object().unwrap().iter().next().expect("a content");
        let sent = reply.header("content-type").unwrap();
        assert!(sent.starts_with(kind.as_str()), "{method} {path}: {sent}");
        if kind == "application/json" {
            assert_eq!(
                fault(&self.document, &content["schema"], &reply.json(), "answer"),
                None,
                "{method} {path}"
            );
        }
        reply
    }
}

#[tokio::test]
async fn every_answer_has_the_described_form() {
    let server = Server::start().await;
    let mut check = Checker { document: document(), seen: BTreeSet::new() };
    let mut guest = server.guest();
    for path in ["/api/house", "/api/games", "/api/me", "/healthz", "/metrics", "/openapi.json", "/api/bots"]
    {
        assert_eq!(check.ask(&mut guest, "get", path, path, None).await.status, 200, "{path}");
    }
    check.ask(&mut guest, "get", "/api/games/{game}/rules", "/api/games/bloodwood/rules", None).await;
    let notices = json!({ "webhook": "https://example.org/hook", "mail": "", "push": false });
    check
        .ask(&mut guest, "put", "/api/me", "/api/me", Some(json!({ "name": "Ann", "notices": notices })))
        .await;
    let push = json!({ "endpoint": "https://example.org/push", "keys": { "p256dh": "a", "auth": "b" } });
    check.ask(&mut guest, "post", "/api/me/push", "/api/me/push", Some(push)).await;
    check.ask(&mut guest, "delete", "/api/me/push", "/api/me/push", None).await;
    let link = check.ask(&mut guest, "post", "/api/me/link", "/api/me/link", None).await.ok();
    let token = link["path"].as_str().unwrap().strip_prefix("/claim/").unwrap();
    let mut desk = server.guest();
    check
        .ask(&mut desk, "post", "/api/me/claim", "/api/me/claim", Some(json!({ "token": token })))
        .await
        .ok();
    let bot =
        check.ask(&mut guest, "post", "/api/bots", "/api/bots", Some(json!({ "name": "Clank" }))).await.ok();

    let chairs = json!([{ "kind": "you" }, { "kind": "invited" }, { "kind": "outside", "id": bot["id"] }]);
    let wish = json!({ "game": "bloodlust", "options": { "players": 3 }, "chairs": chairs,
        "clock": { "kind": "live", "each": 600, "bank": 5 }, "spectators": { "kind": "public" } });
    let info = check.ask(&mut guest, "post", "/api/tables", "/api/tables", Some(wish)).await.ok();
    let token = info["invites"][0]["path"].as_str().unwrap().strip_prefix("/join/").unwrap().to_owned();
    check.ask(&mut guest, "get", "/api/invites/{token}", &format!("/api/invites/{token}"), None).await.ok();
    let table = info["id"].as_str().unwrap().to_owned();
    let at = |rest: &str| format!("/api/tables/{table}{rest}");
    let commands = "/api/tables/{id}/commands";
    let seat_bot = json!({ "act": "seat-bot", "seat": 2, "level": "greedy" });
    for (id, act) in [("a", seat_bot), ("b", json!({ "act": "start" }))] {
        let command = json!({ "type": "table", "id": id, "do": act });
        check.ask(&mut guest, "post", commands, &at("/commands"), Some(command)).await.ok();
    }
    let say = json!({ "type": "say", "id": "c", "text": "hello" });
    check.ask(&mut guest, "post", commands, &at("/commands"), Some(say)).await.ok();
    let wrong = json!({ "type": "play", "id": "d", "revision": 1, "code": 0 });
    assert_ne!(check.ask(&mut guest, "post", commands, &at("/commands"), Some(wrong)).await.status, 200);
    check.ask(&mut guest, "get", "/api/tables/{id}", &at(""), None).await.ok();
    for query in ["", "?lean=1", "?lean=2"] {
        check
            .ask(&mut guest, "get", "/api/tables/{id}/frame", &at(&format!("/frame{query}")), None)
            .await
            .ok();
    }
    check.ask(&mut guest, "get", "/api/tables/{id}/story", &at("/story"), None).await.ok();
    check.ask(&mut guest, "get", "/api/tables/{id}/fairness", &at("/fairness"), None).await.ok();
    check.ask(&mut guest, "get", "/api/tables", "/api/tables?shelf=mine", None).await.ok();
    assert_eq!(
        check.ask(&mut guest, "get", "/api/tables/{id}/record", &at("/record"), None).await.status,
        403
    );
    assert_eq!(
        check.ask(&mut guest, "get", "/api/tables/{id}/review", &at("/review"), None).await.status,
        403
    );
    let mut outside = server.guest();
    outside.token = bot["token"].as_str().map(str::to_owned);
    let answer = json!({ "revision": 1, "code": 0 });
    let path = "/api/bot/tables/{id}/move";
    check.ask(&mut outside, "post", path, &format!("/api/bot/tables/{table}/move"), Some(answer)).await;
    let one = format!("/api/bots/{}", bot["id"].as_str().unwrap());
    check.ask(&mut guest, "delete", "/api/bots/{id}", &one, None).await.ok();

    let quick = json!({ "game": "kings-blood", "players": 2, "level": "greedy" });
    check.ask(&mut guest, "post", "/api/tables/quick", "/api/tables/quick", Some(quick)).await.ok();
    let (table, mut guests) = gather(&server, "bloodlust", json!({ "players": 3 }), json!({})).await;
    let one = guests[0].socket(&table, "").await;
    let (two, three) = (guests[1].socket(&table, "?lean=1").await, guests[2].socket(&table, "?lean=2").await);
    let (one, two, three) =
        tokio::join!(play_out(one, Lots::new(1)), play_out(two, Lots::new(2)), play_out(three, Lots::new(3)));
    let news = json!({ "$ref": "#/components/schemas/News" });
    for text in one.iter().chain(&two).chain(&three) {
        assert_eq!(
            fault(&check.document, &news, &serde_json::from_str(text).unwrap(), "news"),
            None,
            "{text}"
        );
    }
    let at = |rest: &str| format!("/api/tables/{table}{rest}");
    check.ask(&mut guests[0], "get", "/api/tables/{id}/record", &at("/record"), None).await.ok();
    check.ask(&mut guests[0], "get", "/api/tables/{id}/fairness", &at("/fairness"), None).await.ok();
    let review = check.ask(&mut guests[0], "get", "/api/tables/{id}/review", &at("/review"), None).await.ok();
    assert!(review["judgement"]["moments"].as_array().unwrap().len() > 2);
    assert_eq!(review["seats"].as_array().unwrap().len(), 3);
    let again = guests[1].get(&at("/review")).await.ok();
    assert_eq!(again, review, "it is thought out once");
    let path = "/api/tables/{id}/replay/{version}";
    check.ask(&mut guests[0], "get", path, &at("/replay/3?eyes=spectator"), None).await.ok();
    // Streams have tests of their own.
    let streams = ["/api/tables/{id}/socket", "/api/tables/{id}/stream", "/api/bot/stream"];
    let untried: Vec<_> = house::server::routes()
        .iter()
        .filter(|(method, path)| {
            !check.seen.contains(&(method.to_string(), path.to_string())) && !streams.contains(path)
        })
        .collect();
    assert!(untried.is_empty(), "{untried:?}");
}
