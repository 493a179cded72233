//! Claims over HTTP, sockets and the stream of bots: made once, heard by all, refused where they do not belong.

use serde_json::{Value, json};

use crate::client::{Guest, is_my_turn};
use crate::games::gather;
use crate::outside::Lines;
use crate::server::Server;

fn claim(id: &str, code: impl Into<Value>) -> Value {
    json!({ "type": "claim", "id": id, "code": code.into() })
}

fn answer(id: &str, code: u32, to: &Value) -> Value {
    json!({ "type": "claim", "id": id, "code": code, "reply_to": to })
}

/// What a seat may claim: the codes of the class.
fn sayable(frame: &Value, class: &str) -> Vec<Value> {
    let menu = frame["view"]["menu"]["sayable"].as_array().expect("a menu");
    menu.iter().filter(|offer| offer["class"] == class).map(|offer| offer["code"].clone()).collect()
}

fn claims(frame: &Value) -> Vec<Value> {
    let items = frame["talk"]["items"].as_array().unwrap();
    items.iter().map(|said| said["claim"].clone()).filter(|claim| !claim.is_null()).collect()
}

async fn refused(guest: &mut Guest, table: &str, command: Value, status: u16, kind: &str) {
    let before = guest.frame(table).await;
    let reply = guest.command(table, command.clone()).await;
    assert_eq!((reply.status, reply.json()["kind"].as_str()), (status, Some(kind)), "{command}: {reply:?}");
    let after = guest.frame(table).await;
    assert_eq!((&after["revision"], &after["talk"]), (&before["revision"], &before["talk"]), "{command}");
}

#[tokio::test]
async fn a_claim_is_made_once_heard_by_all_and_makes_no_decision_late() {
    let server = Server::start().await;
    let (table, mut guests) = gather(&server, "blood-bound", json!({ "players": 6 }), json!({})).await;
    let mut asked = None;
    for (number, guest) in guests.iter_mut().enumerate() {
        let frame = guest.frame(&table).await;
        if is_my_turn(&frame) {
            asked = Some((number, frame));
        }
    }
    let (number, question) = asked.expect("somebody is asked");
    let speaker = (number + 1) % guests.len();
    let frame = guests[speaker].frame(&table).await;
    let facts = sayable(&frame, "fact");
    let first = guests[speaker].command(&table, claim("1", facts[0].clone())).await.ok();
    let again = guests[speaker].command(&table, claim("1", facts[0].clone())).await.ok();
    assert_eq!(first, again, "a resend is answered alike");
    let mut socket = guests[number].socket(&table, "").await;
    let heard = socket.until(|news| news["type"] == "frame").await;
    let said = claims(&heard);
    assert_eq!(said.len(), 1);
    assert_eq!((&said[0]["code"], &said[0]["speaker"]), (&facts[0], &json!(speaker + 1)));
    // By the socket: an answer to it, sent twice.
    let deny = answer("deny", 1, &said[0]["number"]);
    assert_eq!(socket.ask(&deny).await["type"], "done");
    assert_eq!(socket.ask(&deny).await["type"], "done");
    let mut stranger = server.guest();
    let seen = stranger.frame(&table).await;
    assert_eq!(claims(&seen).len(), 2, "spectators hear it");
    assert_eq!(seen["view"].get("menu"), None, "and do not speak");
    // The question was put before anybody spoke.
    let code = &question["view"]["options"][0]["code"];
    let play = json!({ "type": "play", "id": "p", "revision": question["revision"], "code": code });
    assert_eq!(socket.ask(&play).await["type"], "done");
    // Another house knows it, too.
    let mut guest = guests[speaker].clone();
    let server = server.restart().await;
    guest.address = server.address;
    assert_eq!(guest.command(&table, claim("1", facts[0].clone())).await.ok(), first);
    assert_eq!(claims(&guest.frame(&table).await).len(), 2);
}

#[tokio::test]
async fn what_cannot_be_claimed_is_refused() {
    let server = Server::start().await;
    let (table, mut guests) = gather(&server, "bloodwood", json!({ "players": 5 }), json!({})).await;
    let frame = guests[0].frame(&table).await;
    let (facts, intents) = (sayable(&frame, "fact"), sayable(&frame, "intent"));
    let mut stranger = server.guest();
    refused(&mut stranger, &table, claim("1", facts[0].clone()), 403, "not-yours").await;
    let guest = &mut guests[0];
    refused(guest, &table, claim("1", 4_000_000_000_u32), 400, "malformed").await;
    refused(guest, &table, claim("1", 0), 400, "malformed").await;
    refused(guest, &table, answer("1", 0, &json!(9)), 400, "malformed").await;
    assert_eq!(guest.command(&table, claim("1", -1)).await.status, 400);
    assert_eq!(guest.command(&table, claim("1", "I am a Vampire.")).await.status, 400);
    guest.command(&table, claim("a", facts[0].clone())).await.ok();
    refused(guest, &table, claim("b", facts[0].clone()), 403, "not-allowed").await;
    guest.command(&table, claim("c", facts[1].clone())).await.ok();
    refused(guest, &table, claim("d", facts[2].clone()), 403, "not-allowed").await;
    for (number, intent) in intents.iter().take(2).enumerate() {
        guest.command(&table, claim(&format!("i{number}"), intent.clone())).await.ok();
    }
    refused(guest, &table, claim("e", intents[2].clone()), 403, "not-allowed").await;
    for (number, guest) in guests.iter_mut().enumerate() {
        guest.act(&table, &format!("stop {number}"), json!({ "act": "cancel" })).await.ok();
    }
    refused(&mut guests[1], &table, claim("late", facts[0].clone()), 409, "over").await;
}

#[tokio::test]
async fn a_table_says_what_may_be_said() {
    let server = Server::start().await;
    let text = json!({ "type": "say", "id": "t", "text": "hello" });
    for (talk, may_write, may_claim) in
        [("open", true, true), ("claims", false, true), ("silent", false, false)]
    {
        let options = json!({ "players": 6 });
        let (table, mut guests) = gather(&server, "blood-bound", options, json!({ "talk": talk })).await;
        let guest = &mut guests[0];
        let frame = guest.frame(&table).await;
        assert_eq!(frame["table"]["talk"], talk);
        assert_eq!(frame["view"].get("menu").is_some(), may_claim, "{talk}");
        assert_eq!(guest.command(&table, text.clone()).await.status == 200, may_write, "{talk}");
        assert_eq!(guest.command(&table, claim("c", 3)).await.status == 200, may_claim, "{talk}");
    }
    let (table, mut guests) = gather(&server, "kings-blood", json!({ "players": 2 }), json!({})).await;
    assert_eq!(guests[0].frame(&table).await["view"].get("menu"), None);
    refused(&mut guests[0], &table, claim("c", 3), 403, "not-allowed").await;
}

#[tokio::test]
async fn a_bot_from_outside_hears_claims_and_makes_them() {
    let server = Server::start().await;
    let mut host = server.guest();
    let account = host.post("/api/bots", &json!({ "name": "Clank" })).await.ok();
    let mut bot = server.guest();
    bot.token = account["token"].as_str().map(str::to_owned);
    let mut lines = Lines::open(&bot, "/api/bot/stream", "").await;
    let mut chairs = vec![json!({ "kind": "bot", "level": "easy" }); 6];
    chairs[0] = json!({ "kind": "you" });
    chairs[1] = json!({ "kind": "outside", "id": account["id"] });
    let wish = json!({ "game": "blood-bound", "options": { "players": 6 }, "chairs": chairs, "start": true });
    let table = host.post("/api/tables", &wish).await.ok()["id"].as_str().unwrap().to_owned();
    host.command(&table, claim("1", 3)).await.ok();
    let path = format!("/api/bot/tables/{table}/move");
    // Plays until it is asked after it has heard the claim, and then answers that, too, twice.
    let talkative = tokio::spawn(async move {
        loop {
            let ask = lines.next().await;
            assert_ne!(ask["type"], "end", "the bot was never asked");
            if ask["type"] != "ask" {
                continue;
            }
            let mut answer = json!({ "revision": ask["revision"], "code": ask["options"][0]["code"] });
            if let Some(heard) = ask["heard"].as_array().unwrap().first() {
                assert_eq!((&heard["speaker"], &heard["code"]), (&json!(1), &json!(3)));
                let code = &ask["sayable"][0]["code"];
                answer["say"] = json!([{ "code": code }, { "code": 0, "reply_to": heard["number"] }]);
                bot.post(&path, &answer).await.ok();
                bot.post(&path, &answer).await.ok();
                return;
            }
            // Where several are asked at once, another may have been faster.
            let reply = bot.post(&path, &answer).await;
            assert!(matches!(reply.status, 200 | 409), "{reply:?}");
        }
    });
    for step in 0.. {
        if talkative.is_finished() {
            break;
        }
        let frame = host.frame(&table).await;
        if is_my_turn(&frame) {
            let (code, revision) = (&frame["view"]["options"][0]["code"], &frame["revision"]);
            let play =
                json!({ "type": "play", "id": format!("p{step}"), "revision": revision, "code": code });
            host.command(&table, play).await;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    talkative.await.unwrap();
    let heard = claims(&host.frame(&table).await);
    let by_bot: Vec<_> = heard.iter().filter(|claim| claim["speaker"] == 2).collect();
    assert_eq!(by_bot.len(), 2, "each once");
    assert!(by_bot.iter().all(|claim| claim["by"] == "bot"));
}
