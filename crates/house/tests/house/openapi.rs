//! The OpenAPI document and the running house agree on the form of every answer.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::client::{Guest, Reply};
use crate::games::{Lots, gather, play_out};
use crate::server::Server;

/// The document as it is served.
async fn document(server: &Server) -> Value {
    server.guest().get("/openapi.json").await.ok()
}

/// The method and path of every operation.
fn operations(document: &Value) -> BTreeSet<(String, String)> {
    let paths = document["paths"].as_object().unwrap();
    let methods = |path: &Value| path.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    paths
        .iter()
        .flat_map(|(path, item)| methods(item).into_iter().map(move |method| (method, path.clone())))
        .collect()
}

fn resolve<'a>(document: &'a Value, reference: &str) -> &'a Value {
    let name = reference.strip_prefix("#/components/schemas/").unwrap();
    document["components"]["schemas"].get(name).unwrap_or_else(|| panic!("no schema {name}"))
}

/// Every reference leads somewhere, and every schema is used.
#[tokio::test]
async fn the_document_is_whole() {
    let document = document(&Server::start().await).await;
    let mut used = BTreeSet::new();
    let mut open = vec![&document["paths"]];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(fields) => {
                open.extend(fields.values());
                if let Some(reference) = fields.get("$ref") {
                    let reference = reference.as_str().unwrap();
                    if used.insert(reference.rsplit('/').next().unwrap().to_owned()) {
                        open.push(resolve(&document, reference));
                    }
                }
            }
            _ => {}
        }
    }
    let defined: BTreeSet<String> =
        document["components"]["schemas"].as_object().unwrap().keys().cloned().collect();
    assert_eq!(defined, used);
    assert_eq!(operations(&document).len(), 50);
    for (method, path) in operations(&document) {
        let operation = &document["paths"][&path][&method];
        assert!(operation["summary"].as_str().unwrap().ends_with(['.', '?']), "{method} {path}");
        let named = operation["parameters"].as_array().into_iter().flatten();
        let named = named.filter(|parameter| parameter["in"] == "path").count();
        assert_eq!(named, path.matches('{').count(), "{method} {path}");
    }
}

/// The fields that a schema of an object describes, with those of a schema it extends.
fn fields<'a>(document: &'a Value, schema: &'a Value) -> (Vec<(&'a String, &'a Value)>, Vec<&'a str>) {
    let own = schema["properties"].as_object().into_iter().flatten();
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let (mut properties, mut required): (Vec<_>, Vec<_>) = (own.collect(), required.collect());
    if let Some(reference) = schema["$ref"].as_str() {
        let extended = fields(document, resolve(document, reference));
        properties.extend(extended.0);
        required.extend(extended.1);
    }
    (properties, required)
}

/// Why a value does not fit a schema, if it does not. Knows only the words that the document uses, so that none is skipped.
fn fault(document: &Value, schema: &Value, value: &Value, at: &str) -> Option<String> {
    if schema == &Value::Bool(true) {
        return None;
    }
    const KNOWN: [&str; 19] = [
        "$ref",
        "type",
        "properties",
        "required",
        "additionalProperties",
        "unevaluatedProperties",
        "items",
        "prefixItems",
        "minItems",
        "maxItems",
        "oneOf",
        "anyOf",
        "enum",
        "const",
        "description",
        "format",
        "minimum",
        "maximum",
        "default",
    ];
    let words = schema.as_object().unwrap_or_else(|| panic!("{at}: {schema} is not a schema"));
    assert!(words.keys().all(|word| KNOWN.contains(&word.as_str())), "{at}: unknown word in {schema}");
    if let (Some(reference), None) = (schema["$ref"].as_str(), words.get("properties")) {
        return fault(document, resolve(document, reference), value, at);
    }
    for (word, several) in [("oneOf", false), ("anyOf", true)] {
        if let Some(forms) = schema[word].as_array() {
            let faults: Vec<_> = forms.iter().map(|form| fault(document, form, value, at)).collect();
            match faults.iter().filter(|fault| fault.is_none()).count() {
                0 => {
                    let faults = faults.into_iter().flatten().collect::<Vec<_>>().join(" | ");
                    return Some(format!("{at} has none of its forms: {faults}"));
                }
                1 => {}
                _ if several => {}
                _ => return Some(format!("{at} has several forms")),
            }
        }
    }
    if schema["enum"].as_array().is_some_and(|allowed| !allowed.contains(value)) {
        return Some(format!("{at} is {value}, not one of {}", schema["enum"]));
    }
    if words.get("const").is_some_and(|only| only != value) {
        return Some(format!("{at} is {value}, not {}", schema["const"]));
    }
    let number = value.as_f64();
    if number.is_some_and(|number| {
        schema["minimum"].as_f64().is_some_and(|least| number < least)
            || schema["maximum"].as_f64().is_some_and(|most| number > most)
    }) {
        return Some(format!("{at} is {value}, out of range"));
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::Null => return None,
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        other => panic!("no such type: {other}"),
    };
    let fits = |kind: &&str| match *kind {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no such type: {other}"),
    };
    if !kinds.iter().any(fits) {
        return Some(format!("{at} is {value}, not of type {kinds:?}"));
    }
    match value {
        Value::Array(items) => items.iter().enumerate().find_map(|(i, item)| {
            let schema = schema["prefixItems"].get(i).unwrap_or(&schema["items"]);
            fault(document, schema, item, &format!("{at}[{i}]"))
        }),
        Value::Object(map) => {
            let (properties, required) = fields(document, schema);
            if let Some(missing) = required.iter().find(|name| !map.contains_key(**name)) {
                return Some(format!("{at} lacks {missing}"));
            }
            let closed =
                [&schema["additionalProperties"], &schema["unevaluatedProperties"]].contains(&&json!(false));
            map.iter().find_map(|(name, value)| match properties.iter().find(|(known, _)| *known == name) {
                Some((_, schema)) => fault(document, schema, value, &format!("{at}.{name}")),
                None if closed => Some(format!("{at} has an undescribed {name}")),
                None => None,
            })
        }
        _ => None,
    }
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
    let (server, mut host) = crate::moderation::hosted().await;
    let mut check = Checker { document: document(&server).await, seen: BTreeSet::new() };
    let mut guest = server.guest();
    for path in ["/api/house", "/api/games", "/api/me", "/healthz", "/metrics", "/openapi.json", "/api/bots"]
    {
        assert_eq!(check.ask(&mut guest, "get", path, path, None).await.status, 200, "{path}");
    }
    check.ask(&mut guest, "get", "/api/games/{game}/rules", "/api/games/bloodwood/rules", None).await;
    check.ask(&mut guest, "get", "/api/games/{game}/lessons", "/api/games/bloodlust/lessons", None).await;
    let pictures = "/api/games/{game}/illustrations";
    check.ask(&mut guest, "get", pictures, "/api/games/bloodlust/illustrations", None).await;
    check
        .ask(&mut guest, "get", "/api/games/{game}/puzzles", "/api/games/bloodlust/puzzles", None)
        .await
        .ok();
    let (lesson, answer) = ("/api/games/{game}/lessons/{lesson}", json!({ "question": 0, "code": 1 }));
    for answers in [json!([]), json!([answer])] {
        let body = json!({ "part": 1, "answers": answers });
        let at = "/api/games/bloodlust/lessons/one-more-card";
        check.ask(&mut guest, "post", lesson, at, Some(body)).await;
    }
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
    let invitation = json!({ "token": server.invitation(1).await });
    check.ask(&mut desk, "post", "/api/me/welcome", "/api/me/welcome", Some(invitation)).await.ok();
    let list = check.ask(&mut desk, "get", "/api/me/sessions", "/api/me/sessions", None).await.ok();
    let first = format!("/api/me/sessions/{}", list[0]["id"].as_str().unwrap());
    check.ask(&mut desk, "delete", "/api/me/sessions/{id}", &first, None).await.ok();
    check.ask(&mut desk, "delete", "/api/me/sessions", "/api/me/sessions", None).await.ok();
    guest.cookie = desk.cookie.clone();
    let wrong = check.ask(&mut guest, "get", "/api/me/mail/{token}", "/api/me/mail/a-b", None).await;
    assert_eq!(wrong.status, 404);
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
    let seat_bot = json!({ "act": "seat-bot", "seat": 2, "level": "easy" });
    for (id, act) in [("a", seat_bot), ("b", json!({ "act": "start" }))] {
        let command = json!({ "type": "table", "id": id, "do": act });
        check.ask(&mut guest, "post", commands, &at("/commands"), Some(command)).await.ok();
    }
    let say = json!({ "type": "say", "id": "c", "text": "hello" });
    check.ask(&mut guest, "post", commands, &at("/commands"), Some(say)).await.ok();
    let claim = json!({ "type": "claim", "id": "e", "code": 0, "reply_to": 1 });
    let wordless = check.ask(&mut guest, "post", commands, &at("/commands"), Some(claim)).await;
    assert_eq!(wordless.status, 403, "a game without talk");
    let wrong = json!({ "type": "play", "id": "d", "revision": 1, "code": 0 });
    assert_ne!(check.ask(&mut guest, "post", commands, &at("/commands"), Some(wrong)).await.status, 200);
    check.ask(&mut guest, "get", "/api/tables/{id}", &at(""), None).await.ok();
    for query in ["", "?lean=1", "?lean=2", "?wait=1"] {
        check
            .ask(&mut guest, "get", "/api/tables/{id}/frame", &at(&format!("/frame{query}")), None)
            .await
            .ok();
    }
    check.ask(&mut guest, "get", "/api/tables/{id}/story", &at("/story"), None).await.ok();
    let observation = "/api/tables/{id}/observation";
    check.ask(&mut guest, "get", observation, &at("/observation"), None).await.ok();
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
    let report = json!({ "seat": 3, "why": "rude" });
    check.ask(&mut guest, "post", "/api/tables/{id}/reports", &at("/reports"), Some(report)).await.ok();
    check.ask(&mut guest, "get", "/api/me/data", "/api/me/data", None).await.ok();
    for (method, path, body) in [
        ("get", "/api/host", None),
        ("get", "/api/host/log", None),
        ("put", "/api/host/people/{id}", Some(json!({ "silenced": true, "why": "rude" }))),
        ("delete", "/api/host/people/{id}", None),
    ] {
        let at = path.replace("{id}", "nobody");
        assert_eq!(check.ask(&mut guest, method, path, &at, body.clone()).await.status, 403);
        check.ask(&mut host, method, path, &at, body).await.ok();
    }
    let answer = json!({ "revision": 1, "code": 0 });
    let path = "/api/bot/tables/{id}/move";
    check.ask(&mut outside, "post", path, &format!("/api/bot/tables/{table}/move"), Some(answer)).await;
    let one = format!("/api/bots/{}", bot["id"].as_str().unwrap());
    check.ask(&mut guest, "delete", "/api/bots/{id}", &one, None).await.ok();

    let quick = json!({ "game": "blood-bound", "players": 6, "level": "easy" });
    let path = "/api/tables/quick";
    let talkative = check.ask(&mut guest, "post", path, path, Some(quick)).await.ok();
    let at_it = |rest: &str| format!("/api/tables/{}{rest}", talkative["id"].as_str().unwrap());
    let claim = json!({ "type": "claim", "id": "f", "code": 3 });
    check.ask(&mut guest, "post", commands, &at_it("/commands"), Some(claim)).await.ok();
    let frame = check.ask(&mut guest, "get", "/api/tables/{id}/frame", &at_it("/frame"), None).await.ok();
    assert!(frame["view"]["menu"]["facts"].is_u64() && frame["talk"]["items"][0]["claim"].is_object());

    let quick = json!({ "game": "kings-blood", "players": 2, "level": "easy" });
    let solo =
        check.ask(&mut guest, "post", "/api/tables/quick", "/api/tables/quick", Some(quick)).await.ok();
    let solo = format!("/api/tables/{}/hint", solo["id"].as_str().unwrap());
    let about = json!({ "revision": 1_000 });
    check.ask(&mut guest, "post", "/api/tables/{id}/hint", &solo, Some(about)).await;
    let (table, mut guests) = gather(&server, "bloodlust", json!({ "players": 3 }), json!({})).await;
    let one = guests[0].socket(&table, "").await;
    let (two, three) = (guests[1].socket(&table, "?lean=1").await, guests[2].socket(&table, "?lean=2").await);
    let (one, two, three) =
        tokio::join!(play_out(one, Lots::new(1)), play_out(two, Lots::new(2)), play_out(three, Lots::new(3)));
    let news = json!({ "$ref": "#/components/schemas/AnyNews" });
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
    let on = json!({ "version": 2, "seat": 1 });
    check.ask(&mut guests[0], "post", "/api/tables/{id}/again", &at("/again"), Some(on)).await.ok();
    let path = "/api/tables/{id}/replay/{version}";
    check.ask(&mut guests[0], "get", path, &at("/replay/3?eyes=spectator"), None).await.ok();
    check.ask(&mut guest, "delete", "/api/me", "/api/me", None).await.ok();
    // Streams have tests of their own.
    let streams = ["/api/tables/{id}/socket", "/api/tables/{id}/stream", "/api/bot/stream"];
    let untried: Vec<_> = operations(&check.document)
        .into_iter()
        .filter(|operation| !check.seen.contains(operation) && !streams.contains(&operation.1.as_str()))
        .collect();
    assert!(untried.is_empty(), "{untried:?}");
}
