//! Commands take effect once, answer the present, and survive a restart.

use serde_json::{Value, json};

use crate::client::{Guest, is_my_turn};
use crate::games::{Lots, gather};
use crate::server::Server;

/// Whose turn it is, with their frame.
async fn at_turn<'a>(table: &str, guests: &'a mut [Guest]) -> (&'a mut Guest, Value) {
    for guest in guests {
        let frame = guest.frame(table).await;
        if is_my_turn(&frame) {
            return (guest, frame);
        }
    }
    panic!("it is nobody's turn")
}

fn play(id: &str, frame: &Value, option: usize) -> Value {
    let code = &frame["view"]["options"][option]["code"];
    json!({ "type": "play", "id": id, "revision": frame["revision"], "code": code })
}

#[tokio::test]
async fn a_resend_takes_effect_once_and_is_answered_alike() {
    let server = Server::start().await;
    let (table, mut guests) = gather(&server, "kings-blood", json!({ "players": 2 }), json!({})).await;
    let (guest, frame) = at_turn(&table, &mut guests).await;
    let command = play("once", &frame, 0);
    let first = guest.command(&table, command.clone()).await.ok();
    let again = guest.command(&table, command.clone()).await.ok();
    assert_eq!(first, again);
    assert_eq!(guest.frame(&table).await["view"]["version"], 1);
    // The memory of it is part of the log: another house knows it, too.
    let mut guest = guest.clone();
    let server = server.restart().await;
    guest.address = server.address;
    assert_eq!(guest.command(&table, command).await.ok(), first);
    assert_eq!(guest.frame(&table).await["view"]["version"], 1);
}

#[tokio::test]
async fn an_answer_to_a_position_that_has_passed_is_refused() {
    let server = Server::start().await;
    let (table, mut guests) = gather(&server, "kings-blood", json!({ "players": 3 }), json!({})).await;
    let (guest, old) = at_turn(&table, &mut guests).await;
    let mut guest = guest.clone();
    // Until this guest is asked something else.
    for step in 0..200 {
        let (at_turn, frame) = at_turn(&table, &mut guests).await;
        if step > 0 && at_turn.cookie == guest.cookie {
            break;
        }
        at_turn.command(&table, play(&step.to_string(), &frame, 0)).await.ok();
    }
    let before = guest.frame(&table).await;
    let late = guest.command(&table, play("late", &old, 0)).await;
    assert_eq!((late.status, late.json()["kind"].as_str()), (409, Some("stale")), "{late:?}");
    let mut after = guest.frame(&table).await;
    after["now_at"] = before["now_at"].clone();
    assert_eq!(before, after);
    let future = json!({ "type": "play", "id": "f", "revision": 1_000_000, "code": 0 });
    assert_eq!(guest.command(&table, future).await.json()["kind"], "malformed");
}

#[tokio::test]
async fn those_who_decide_at_the_same_time_are_not_in_each_others_way() {
    let server = Server::start().await;
    let (table, mut guests) = gather(&server, "bloodlust", json!({ "players": 4 }), json!({})).await;
    let asked = |frame: &Value| frame["view"]["waiting"].as_array().unwrap().len();
    for step in 0..50 {
        let (guest, frame) = at_turn(&table, &mut guests).await;
        if asked(&frame) > 1 {
            break;
        }
        guest.command(&table, play(&step.to_string(), &frame, 0)).await.ok();
    }
    let mut frames = Vec::new();
    for guest in &mut guests {
        frames.push(guest.frame(&table).await);
    }
    let waiting = asked(&frames[0]);
    let before = frames[0]["view"]["version"].as_u64().unwrap();
    assert!(waiting > 1, "everybody is asked at once");
    let mut taken = 0;
    for (guest, frame) in guests.iter_mut().zip(&frames).filter(|(_, frame)| is_my_turn(frame)) {
        let reply = guest.command(&table, play("choice", frame, 0)).await;
        assert_eq!(reply.status, 200, "{reply:?}");
        taken += 1;
        if taken < waiting {
            let seen = guest.frame(&table).await;
            assert_eq!(seen["view"]["version"], before + taken as u64);
        }
    }
    assert_eq!(taken, waiting);
}

#[tokio::test]
async fn an_action_is_taken_back_by_whoever_did_it() {
    let server = Server::start().await;
    let (table, mut guests) = gather(&server, "kings-blood", json!({ "players": 2 }), json!({})).await;
    let mut lots = Lots::new(3);
    for step in 0..500 {
        let (guest, frame) = at_turn(&table, &mut guests).await;
        let option = lots.below(frame["view"]["options"].as_array().unwrap().len());
        guest.command(&table, play(&format!("p{step}"), &frame, option)).await.ok();
        let after = guest.frame(&table).await;
        if after["view"]["may_undo"] != true {
            continue;
        }
        let undo = json!({ "type": "undo", "id": "undo", "revision": after["revision"] });
        let done = guest.command(&table, undo.clone()).await.ok();
        assert_eq!(guest.command(&table, undo).await.ok(), done, "a resent undo takes back once");
        let back = guest.frame(&table).await;
        assert_eq!(back["view"], frame["view"]);
        assert!(back["revision"].as_u64() > after["revision"].as_u64());
        let story = |frame: &Value| frame["story"]["items"].as_array().unwrap().len();
        assert_eq!(story(&back), story(&frame), "what was taken back is no longer told");
        // An answer to what was there before the undo no longer holds, though the position is the same.
        let old = guest.command(&table, play("old", &frame, option)).await;
        assert_eq!(old.json()["kind"], "stale");
        return;
    }
    panic!("nothing could be taken back in 500 steps");
}

#[tokio::test]
async fn a_restarted_house_shows_the_same_table() {
    let server = Server::start().await;
    let (table, mut guests) = gather(&server, "bloodwood", json!({ "players": 5 }), json!({})).await;
    for step in 0..30 {
        let (guest, frame) = at_turn(&table, &mut guests).await;
        guest.command(&table, play(&step.to_string(), &frame, 0)).await.ok();
    }
    let mut before = Vec::new();
    for guest in &mut guests {
        before.push(guest.frame(&table).await);
    }
    let server = server.restart().await;
    for (guest, before) in guests.iter_mut().zip(before) {
        guest.address = server.address;
        let mut after = guest.frame(&table).await;
        after["now_at"] = before["now_at"].clone();
        assert_eq!(before, after);
    }
    let (guest, frame) = at_turn(&table, &mut guests).await;
    guest.command(&table, play("on", &frame, 0)).await.ok();
}

#[tokio::test]
async fn a_closing_house_tells_its_guests_to_come_back() {
    let server = Server::start().await;
    let (table, guests) = gather(&server, "kings-blood", json!({ "players": 2 }), json!({})).await;
    let mut socket = guests[0].socket(&table, "").await;
    socket.until(|news| news["type"] == "frame").await;
    let restarted = tokio::spawn(server.restart());
    let bye = socket.until(|news| news["type"] == "bye").await;
    assert!(bye["again_in"].is_u64());
    assert!(socket.next().await.is_none());
    restarted.await.unwrap();
}

/// Frames of a connection add up to what a new connection is shown at once.
#[tokio::test]
async fn tails_add_up_to_the_whole_story() {
    let server = Server::start().await;
    let (table, mut guests) = gather(&server, "kings-blood", json!({ "players": 2 }), json!({})).await;
    let mut socket = guests[0].socket(&table, "").await;
    let mut lines: Vec<Value> = Vec::new();
    let mut lots = Lots::new(5);
    for step in 0..120 {
        let (guest, frame) = at_turn(&table, &mut guests).await;
        let undo = frame["view"]["may_undo"] == true && lots.below(3) == 0;
        let option = lots.below(frame["view"]["options"].as_array().unwrap().len());
        let command = match undo {
            true => json!({ "type": "undo", "id": step.to_string(), "revision": frame["revision"] }),
            false => play(&step.to_string(), &frame, option),
        };
        let done = guest.command(&table, command).await.ok();
        let over = guest.frame(&table).await["table"]["stage"] != "playing";
        // Frames may be skipped under load; the last one counts.
        loop {
            let news = socket.until(|news| news["type"] == "frame").await;
            lines.truncate(news["story"]["from"].as_u64().unwrap() as usize);
            lines.extend(news["story"]["items"].as_array().unwrap().iter().cloned());
            if news["revision"].as_u64() >= done["revision"].as_u64() {
                break;
            }
        }
        if over {
            break;
        }
    }
    let whole = guests[0].get(&format!("/api/tables/{table}/story")).await.ok();
    assert!(lines.len() > 20);
    assert_eq!(Value::from(lines), whole);
}
