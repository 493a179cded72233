//! Lessons over HTTP: a part with all its answers in, the table after them out.

use serde_json::{Value, json};

use crate::client::{Guest, Reply};
use crate::server::Server;

const LESSON: &str = "/api/games/bloodlust/lessons/one-more-card";

async fn ask(guest: &mut Guest, path: &str, part: u32, answers: &[Value]) -> Reply {
    let body = json!({ "part": part, "answers": answers }).to_string();
    guest.request("POST", path, "Content-Type: application/json\r\n", &body).await
}

/// What the coach itself would answer.
fn next(frame: &Value) -> Value {
    let coach = &frame["coach"];
    match coach["wants"].as_str().unwrap() {
        "choice" => json!({ "question": coach["question"], "code": coach["hint"][0] }),
        _ => json!({ "question": coach["question"] }),
    }
}

#[tokio::test]
async fn a_lesson_is_learnt_from_part_to_part_in_any_house() {
    let (one, other) = (Server::start().await, Server::start().await);
    let cards = one.guest().get("/api/games/bloodlust/lessons").await.ok();
    assert_eq!(cards[0]["name"], "one-more-card");
    for part in 1..=cards[0]["parts"].as_u64().unwrap() as u32 {
        let mut answers: Vec<Value> = Vec::new();
        loop {
            // The house keeps nothing: every answer may go to another one, from another person.
            let server = if answers.len().is_multiple_of(2) { &one } else { &other };
            let frame = ask(&mut server.guest(), LESSON, part, &answers).await.ok();
            if frame["coach"]["wants"] == "next" {
                break;
            }
            answers.push(next(&frame));
        }
        assert!(!answers.is_empty());
    }
}

#[tokio::test]
async fn an_answer_that_makes_no_sense_is_refused() {
    let server = Server::start().await;
    let mut guest = server.guest();
    let first = ask(&mut guest, LESSON, 1, &[]).await.ok();
    let good = next(&first);
    let long: Vec<Value> = (0..1001).map(|question| json!({ "question": question })).collect();
    for (path, part, answers, status, kind) in [
        ("/api/games/chess/lessons/one", 1, vec![], 404, "missing"),
        ("/api/games/bloodlust/lessons/two", 1, vec![], 404, "missing"),
        (LESSON, 0, vec![], 404, "missing"),
        (LESSON, 99, vec![], 404, "missing"),
        (LESSON, 1, vec![good.clone(), good.clone()], 409, "stale"),
        (LESSON, 1, vec![json!({ "question": 7 })], 409, "stale"),
        (LESSON, 1, vec![json!({ "question": 0, "code": 999_999 })], 422, "illegal"),
        (LESSON, 1, vec![json!({ "question": 0 })], 400, "malformed"),
        (LESSON, 1, vec![json!({ "question": -1 })], 400, "malformed"),
        (LESSON, 1, vec![json!({ "question": 0, "cod": 1 })], 400, "malformed"),
        (LESSON, 1, long, 409, "over"),
    ] {
        let reply = ask(&mut guest, path, part, &answers).await;
        assert_eq!((reply.status, &reply.json()["kind"]), (status, &json!(kind)), "{path} {part}: {reply:?}");
    }
    assert_eq!(ask(&mut guest, LESSON, 1, &[]).await.ok(), first);
}
