//! Guests, chairs, talk, and what else happens around a game.

use house::config::{Config, OpenTables};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufStream};
use tokio::net::TcpListener;

use crate::client::{Guest, NEVER, is_my_turn};
use crate::games::{Lots, gather, play_out};
use crate::server::{Server, config};

async fn new_table(host: &mut Guest, wish: Value) -> String {
    host.post("/api/tables", &wish).await.ok()["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_guest_is_a_cookie_that_nobody_can_make_up() {
    let server = Server::start().await;
    let mut guest = server.guest();
    let reply = guest.get("/api/me").await;
    let cookie = reply.header("set-cookie").unwrap().to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    let me = reply.ok();
    let named = guest.put("/api/me", &json!({ "name": " Ann  {s1}\n" })).await.ok();
    assert_eq!((&named["id"], &named["name"]), (&me["id"], &json!("Ann s1")));
    assert_eq!(guest.get("/api/me").await.ok(), named);
    // The id is public; without the signature it is worth nothing.
    for forged in ["", ".", ".aaaa", ".aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"] {
        let mut thief = server.guest();
        thief.cookie = Some(format!("sanguis={}{forged}", me["id"].as_str().unwrap()));
        assert_ne!(thief.get("/api/me").await.ok()["id"], me["id"]);
    }
    // A cookie of another house is worth nothing, either.
    let other = Server::start().await;
    let mut elsewhere = other.guest();
    elsewhere.cookie = guest.cookie.clone();
    assert_ne!(elsewhere.get("/api/me").await.ok()["id"], me["id"]);
}

#[tokio::test]
async fn a_link_moves_a_guest_to_another_device_once() {
    let server = Server::start().await;
    let mut phone = server.guest();
    let me = phone.put("/api/me", &json!({ "name": "Bo" })).await.ok();
    let path = phone.post("/api/me/link", &json!({})).await.ok()["path"].as_str().unwrap().to_owned();
    let token = path.strip_prefix("/claim/").unwrap();
    let mut desk = server.guest();
    assert_eq!(desk.post("/api/me/claim", &json!({ "token": token })).await.ok(), me);
    assert_eq!(desk.get("/api/me").await.ok(), me);
    let mut late = server.guest();
    assert_eq!(late.post("/api/me/claim", &json!({ "token": token })).await.status, 403);
    assert_eq!(late.post("/api/me/claim", &json!({ "token": "a-1-b-c" })).await.status, 403);
}

#[tokio::test]
async fn tables_are_set_up_by_those_whom_the_host_lets() {
    let chairs = json!([{ "kind": "you" }, { "kind": "open" }]);
    let wish = json!({ "game": "bloodlust", "options": { "players": 2 }, "chairs": chairs });
    let invited = Config { open_tables: OpenTables::Invited, ..config() };
    let server = Server::with(invited).await;
    let (mut friend, mut stranger) = (server.guest(), server.guest());
    assert_eq!(friend.get("/api/me").await.ok()["may_open"], false);
    assert_eq!(friend.post("/api/tables", &wish).await.status, 403);
    assert_eq!(friend.post("/api/tables/quick", &json!({ "game": "bloodlust" })).await.status, 403);
    for forged in ["", "-", "99999999999999-aaaa", "x-y"] {
        assert_eq!(friend.post("/api/me/welcome", &json!({ "token": forged })).await.status, 403, "{forged}");
    }
    let follow = async |guest: &mut Guest, days: u32| {
        let token = server.invitation(days).await;
        // The clock of the house may be a moment behind.
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        guest.post("/api/me/welcome", &json!({ "token": token })).await
    };
    assert_eq!(follow(&mut friend, 0).await.status, 403);
    assert_eq!(follow(&mut friend, 1).await.ok()["may_open"], true);
    let table = new_table(&mut friend, wish.clone()).await;
    // Others may play there, and still set up none.
    stranger.act(&table, "sit", json!({ "act": "join", "seat": 2 })).await.ok();
    assert_eq!(stranger.post("/api/tables", &wish).await.status, 403);
    // The invitation stays when the settings change.
    assert_eq!(friend.put("/api/me", &json!({ "name": "Ann" })).await.ok()["may_open"], true);

    let named = Config { open_tables: OpenTables::Named, ..config() };
    let server = Server::with(named.clone()).await;
    let mut host = server.guest();
    assert_eq!(host.post("/api/tables", &wish).await.status, 403);
    let me = host.get("/api/me").await.ok()["id"].as_str().unwrap().to_owned();
    let named = Server::on(Config { openers: vec![me], ..named }, server.file.clone()).await;
    let mut host = Guest { cookie: host.cookie, ..named.guest() };
    new_table(&mut host, wish).await;
}

#[tokio::test]
async fn a_chair_is_kept_for_whoever_has_the_link() {
    let server = Server::start().await;
    let (mut host, mut friend, mut other) = (server.guest(), server.guest(), server.guest());
    let chairs = json!([{ "kind": "you" }, { "kind": "invited" }, { "kind": "bot", "level": "easy" }]);
    let table =
        new_table(&mut host, json!({ "game": "kings-blood", "options": { "players": 3 }, "chairs": chairs }))
            .await;
    let info = host.get(&format!("/api/tables/{table}")).await.ok();
    let path = info["invites"][0]["path"].as_str().unwrap().to_owned();
    assert!(other.get(&format!("/api/tables/{table}")).await.ok().get("invites").is_none());
    let early = host.act(&table, "early", json!({ "act": "start" })).await;
    assert_eq!(early.status, 403, "{early:?}");
    assert_eq!(other.act(&table, "a", json!({ "act": "join" })).await.status, 403);
    assert_eq!(
        other.act(&table, "b", json!({ "act": "join", "invite": format!("{table}-x") })).await.status,
        403
    );
    let token = path.strip_prefix("/join/").unwrap().to_owned();
    assert_eq!(friend.get(&format!("/api/invites/{token}")).await.ok()["good"], true);
    let join = json!({ "act": "join", "invite": token, "contribution": "my luck" });
    friend.act(&table, "c", join.clone()).await.ok();
    assert_eq!(friend.get(&format!("/api/invites/{token}")).await.ok()["good"], false);
    assert_eq!(other.act(&table, "d", join.clone()).await.status, 403);
    // The host frees the chair; the old link stays dead, a new one works.
    host.act(&table, "e", json!({ "act": "free", "seat": 2, "invited": true })).await.ok();
    assert_eq!(friend.act(&table, "f", join).await.status, 403);
    let info = host.get(&format!("/api/tables/{table}")).await.ok();
    let token = info["invites"][0]["path"].as_str().unwrap().strip_prefix("/join/").unwrap().to_owned();
    friend.act(&table, "g", json!({ "act": "join", "invite": token })).await.ok();
    assert_eq!(friend.act(&table, "h", json!({ "act": "start" })).await.status, 403, "the host's alone");
    host.act(&table, "i", json!({ "act": "start" })).await.ok();
    assert_eq!(friend.frame(&table).await["table"]["you"], 2);
}

#[tokio::test]
async fn a_link_that_leads_nowhere_shows_nothing_of_a_private_table() {
    let server = Server::start().await;
    let private = json!({ "spectators": { "kind": "off" } });
    let (table, mut guests) = gather(&server, "bloodlust", json!({ "players": 2 }), private).await;
    let path = format!("/api/invites/{table}-made-up");
    let refused = server.guest().get(&path).await;
    assert_eq!(refused.status, 403, "{refused:?}");
    assert_eq!(guests[1].get(&path).await.ok()["good"], false, "those who sit there know it anyway");
}

#[tokio::test]
async fn lists_show_open_tables_my_games_and_finished_ones() {
    let server = Server::start().await;
    let (mut host, mut other) = (server.guest(), server.guest());
    let table = new_table(&mut host, json!({ "game": "bloodlust", "options": { "players": 2 } })).await;
    let ids = |cards: Value| -> Vec<String> {
        cards.as_array().unwrap().iter().map(|card| card["id"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(ids(other.get("/api/tables").await.ok()), [table.as_str()]);
    assert!(ids(other.get("/api/tables?shelf=mine").await.ok()).is_empty());
    other.act(&table, "j", json!({ "act": "join" })).await.ok();
    host.act(&table, "s", json!({ "act": "start" })).await.ok();
    assert!(ids(other.get("/api/tables?shelf=open").await.ok()).is_empty());
    let mine = other.get("/api/tables?shelf=mine").await.ok();
    assert_eq!(ids(mine.clone()), [table.as_str()]);
    assert_eq!(mine[0]["your_turn"], is_my_turn(&other.frame(&table).await));
    let record = host.get(&format!("/api/tables/{table}/record")).await;
    assert_eq!(record.status, 403, "a running match opens its record to nobody");
    assert_eq!(host.get(&format!("/api/tables/{table}/replay/0?eyes=all")).await.status, 403);
    assert!(host.get(&format!("/api/tables/{table}/fairness")).await.ok().get("secret").is_none());
    let (one, two) = (host.socket(&table, "?lean=1").await, other.socket(&table, "?lean=1").await);
    tokio::join!(play_out(one, Lots::new(1)), play_out(two, Lots::new(2)));
    let finished = host.get("/api/tables?shelf=finished").await.ok();
    assert_eq!(ids(finished.clone()), [table.as_str()]);
    assert_ne!(finished[0]["verdict"], "");
    assert!(ids(host.get("/api/tables?shelf=mine").await.ok()).is_empty());
    let last = host.get(&format!("/api/tables/{table}/replay/999999?eyes=all")).await.ok();
    assert_eq!(last["view"]["version"], last["of"]);
    assert_eq!(host.get(&format!("/api/tables/{table}/replay/3?eyes=2")).await.ok()["view"]["version"], 3);
    // The same people again: one asks, the other comes, and the cards are dealt at once.
    host.act(&table, "r", json!({ "act": "rematch" })).await.ok();
    let again = host.get(&format!("/api/tables/{table}")).await.ok()["rematch"].as_str().unwrap().to_owned();
    let waits = host.get(&format!("/api/tables/{again}")).await.ok();
    assert_eq!((&waits["stage"], waits["starts_at"].is_u64()), (&json!("gathering"), true));
    assert!(waits["chairs"][1]["stand_in"].is_string(), "a bot is ready to play for the other: {waits}");
    let mut stranger = server.guest();
    assert_eq!(stranger.act(&again, "x", json!({ "act": "join" })).await.status, 403, "the chair is kept");
    assert_eq!(stranger.act(&table, "x", json!({ "act": "rematch" })).await.status, 403);
    let mut socket = host.socket(&again, "").await;
    other.act(&table, "r", json!({ "act": "rematch" })).await.ok();
    socket.until(|news| news["table"]["stage"] == "playing").await;
    let frame = other.frame(&again).await;
    assert_eq!(frame["table"]["you"], 2);
    assert!(frame["table"]["chairs"][1].get("stand_in").is_none());
}

async fn has_my_part(guest: &mut Guest, table: &str) -> bool {
    let fairness = guest.get(&format!("/api/tables/{table}/fairness")).await.ok();
    fairness["contributions"].as_array().unwrap().contains(&json!("my part"))
}

#[tokio::test]
async fn everybody_adds_to_the_shuffle_after_the_house_has_promised_its_part() {
    let server = Server::start().await;
    let mut guest = server.guest();
    // Against bots: the table waits for the one who asked.
    let quick = json!({ "game": "bloodlust", "players": 2, "level": "easy", "wait": true });
    let table = guest.post("/api/tables/quick", &quick).await.ok();
    let id = table["id"].as_str().unwrap().to_owned();
    assert_eq!((&table["stage"], table["commitment"].is_string()), (&json!("gathering"), true));
    let mine = json!({ "act": "contribute", "contribution": "my part" });
    guest.act(&id, "c", mine.clone()).await.ok();
    assert_eq!(server.guest().act(&id, "c", mine.clone()).await.status, 403, "not a stranger's");
    guest.act(&id, "s", json!({ "act": "start" })).await.ok();
    assert!(has_my_part(&mut guest, &id).await);
    assert_eq!(guest.act(&id, "late", mine.clone()).await.status, 403, "the cards are dealt");
    // A rematch waits for its proposer, if for nobody else.
    play_out(guest.socket(&id, "?lean=1").await, Lots::new(1)).await;
    guest.act(&id, "r", json!({ "act": "rematch" })).await.ok();
    let info = guest.get(&format!("/api/tables/{id}")).await.ok();
    let again = info["rematch"].as_str().unwrap().to_owned();
    guest.act(&again, "c", mine.clone()).await.ok();
    guest.act(&again, "b", json!({ "act": "return" })).await.ok();
    let mut socket = guest.socket(&again, "").await;
    let frame = socket.until(|news| news["table"]["stage"] == "playing").await;
    assert!(frame["table"]["chairs"][0].get("stand_in").is_none());
    assert!(has_my_part(&mut guest, &again).await);
    // Bots among themselves: their host has no chair.
    let bot = json!({ "kind": "bot", "level": "easy" });
    let wish = json!({ "game": "bloodlust", "options": { "players": 2 }, "chairs": [bot, bot] });
    let bots = new_table(&mut guest, wish).await;
    guest.act(&bots, "c", mine).await.ok();
    guest.act(&bots, "s", json!({ "act": "start" })).await.ok();
    assert!(has_my_part(&mut guest, &bots).await);
}

#[tokio::test]
async fn a_player_who_leaves_a_rematch_is_replaced_by_a_bot() {
    let server = Server::start().await;
    let (table, mut guests) = gather(&server, "bloodlust", json!({ "players": 3 }), json!({})).await;
    let mut sockets = Vec::new();
    for guest in &mut guests {
        sockets.push(guest.socket(&table, "?lean=1").await);
    }
    let games = sockets.into_iter().enumerate().map(|(i, socket)| play_out(socket, Lots::new(i as u64)));
    futures_util::future::join_all(games).await;
    guests[0].act(&table, "r", json!({ "act": "rematch" })).await.ok();
    let info = guests[0].get(&format!("/api/tables/{table}")).await.ok();
    let again = info["rematch"].as_str().unwrap().to_owned();
    guests[1].act(&again, "l", json!({ "act": "leave" })).await.ok();
    // The one who asked gets up as well: the last one still plays.
    guests[0].act(&again, "l", json!({ "act": "leave" })).await.ok();
    let mut socket = guests[2].socket(&again, "").await;
    guests[2].act(&table, "r", json!({ "act": "rematch" })).await.ok();
    let frame = socket.until(|news| news["table"]["stage"] == "playing").await;
    let kinds: Vec<_> = (0..3).map(|i| frame["table"]["chairs"][i]["sitter"]["kind"].clone()).collect();
    assert_eq!(kinds, ["bot", "bot", "person"]);
    assert_eq!(
        guests[1].act(&table, "r2", json!({ "act": "rematch" })).await.status,
        403,
        "the seat is gone"
    );
}

#[tokio::test]
async fn one_link_seats_the_whole_table() {
    let server = Server::start().await;
    let (mut host, mut ann, mut bo, mut late) =
        (server.guest(), server.guest(), server.guest(), server.guest());
    let chairs = json!([{ "kind": "you" }, { "kind": "invited" }, { "kind": "invited" }]);
    let wish = json!({ "game": "kings-blood", "options": { "players": 3 }, "chairs": chairs });
    let table = new_table(&mut host, wish).await;
    let info = host.get(&format!("/api/tables/{table}")).await.ok();
    assert_eq!(info["host_seat"], 1);
    let token = info["link"].as_str().unwrap().strip_prefix("/join/").unwrap().to_owned();
    let join = json!({ "act": "join", "invite": token });
    let invitation = ann.get(&format!("/api/invites/{token}")).await.ok();
    assert_eq!(invitation["good"], true);
    assert!(invitation["table"].get("link").is_none(), "only the host sees the link again");
    ann.act(&table, "a", join.clone()).await.ok();
    // A new link for one chair makes the old link to the table useless.
    host.act(&table, "f", json!({ "act": "free", "seat": 2, "invited": true })).await.ok();
    assert_eq!(ann.act(&table, "b", join).await.status, 403);
    let info = host.get(&format!("/api/tables/{table}")).await.ok();
    let token = info["link"].as_str().unwrap().strip_prefix("/join/").unwrap().to_owned();
    let join = json!({ "act": "join", "invite": token });
    bo.act(&table, "a", join.clone()).await.ok();
    ann.act(&table, "c", join.clone()).await.ok();
    assert_eq!(late.get(&format!("/api/invites/{token}")).await.ok()["good"], false);
    assert_eq!(late.act(&table, "d", join).await.status, 403);
    host.act(&table, "s", json!({ "act": "start" })).await.ok();
    assert_eq!((bo.frame(&table).await["table"]["you"].clone()), 2);
    assert_eq!((ann.frame(&table).await["table"]["you"].clone()), 3);
}

#[tokio::test]
async fn talk_is_text_and_comes_in_breaths() {
    let server = Server::start().await;
    let (table, mut guests) = gather(&server, "bloodlust", json!({ "players": 2 }), json!({})).await;
    let mut socket = guests[1].socket(&table, "").await;
    let say = |id: &str, text: &str| json!({ "type": "say", "id": id, "text": text });
    guests[0].command(&table, say("1", "<b>hello</b>\u{7}\n there ")).await.ok();
    let frame =
        socket.until(|news| news["talk"]["items"].as_array().is_some_and(|items| !items.is_empty())).await;
    assert_eq!(frame["talk"]["items"][0]["text"], "<b>hello</b> there");
    for number in 2..=5 {
        guests[0].command(&table, say(&number.to_string(), "again")).await.ok();
    }
    assert_eq!(guests[0].command(&table, say("6", "and again")).await.status, 403);
    guests[1].command(&table, say("1", "my turn to talk")).await.ok();
    let mut stranger = server.guest();
    assert_eq!(stranger.command(&table, say("1", "psst")).await.status, 403);
    assert_eq!(guests[1].command(&table, say("2", &"x".repeat(501))).await.status, 400);
}

#[tokio::test]
async fn a_bot_plays_for_whoever_is_away() {
    let server = Server::start().await;
    let (table, mut guests) = gather(&server, "bloodlust", json!({ "players": 2 }), json!({})).await;
    // Whom the game waits for is away; the other one looks on.
    let away = guests[0].frame(&table).await["view"]["waiting"][0].as_u64().unwrap() as usize - 1;
    let mut absent = guests.remove(away);
    let mut socket = guests[0].socket(&table, "").await;
    absent.act(&table, "out", json!({ "act": "sit-out" })).await.ok();
    let frame = socket.until(|news| news["table"]["chairs"][away].get("stand_in").is_some()).await;
    assert_eq!(frame["table"]["chairs"][away]["sitter"]["kind"], "person");
    // It decides without them.
    if frame["view"]["version"] == 0 {
        socket.until(|news| news["view"]["version"].as_u64() > Some(0)).await;
    }
    absent.act(&table, "back", json!({ "act": "return" })).await.ok();
    let seen =
        |news: &Value| news["type"] == "frame" && news["table"]["chairs"][away].get("stand_in").is_none();
    socket.until(seen).await;
    assert_eq!(absent.act(&table, "again", json!({ "act": "return" })).await.status, 403);
    // For good.
    absent.act(&table, "leave", json!({ "act": "leave" })).await.ok();
    socket.until(|news| news["table"]["chairs"][away]["sitter"]["kind"] == "bot").await;
    drop(socket);
    play_out(guests[0].socket(&table, "").await, Lots::new(4)).await;
}

#[tokio::test]
async fn a_match_is_cancelled_when_all_agree() {
    let server = Server::start().await;
    let (table, mut guests) = gather(&server, "kings-blood", json!({ "players": 2 }), json!({})).await;
    guests[0].act(&table, "c", json!({ "act": "cancel" })).await.ok();
    assert_eq!(guests[1].frame(&table).await["table"]["cancel_votes"], json!([1]));
    guests[0].act(&table, "g", json!({ "act": "go-on" })).await.ok();
    guests[1].act(&table, "c", json!({ "act": "cancel" })).await.ok();
    assert_eq!(guests[1].frame(&table).await["table"]["stage"], "playing");
    guests[0].act(&table, "c2", json!({ "act": "cancel" })).await.ok();
    assert_eq!(guests[1].frame(&table).await["table"]["stage"], "cancelled");
    assert_eq!(guests[1].get(&format!("/api/tables/{table}/record")).await.status, 403);
}

#[tokio::test]
async fn spectators_see_what_the_table_allows() {
    let server = Server::start().await;
    let mut stranger = server.guest();
    let off = json!({ "spectators": { "kind": "off" } });
    let (table, _) = gather(&server, "bloodlust", json!({ "players": 2 }), off).await;
    for path in ["frame", "story", "fairness", "stream"] {
        assert_eq!(stranger.get(&format!("/api/tables/{table}/{path}")).await.status, 403, "{path}");
    }
    assert!(stranger.try_socket(&table, "", None).await.is_err());

    let late = json!({ "spectators": { "kind": "delayed", "actions": 5 } });
    let (table, mut guests) = gather(&server, "bloodlust", json!({ "players": 2 }), late).await;
    let mut watching = stranger.socket(&table, "").await;
    let first = watching.next().await.unwrap();
    assert_eq!(first["view"]["options"], json!([]));
    let mut lots = Lots::new(9);
    for step in 0..40 {
        for guest in &mut guests {
            let frame = guest.frame(&table).await;
            if is_my_turn(&frame) {
                let options = frame["view"]["options"].as_array().unwrap();
                let code = &options[lots.below(options.len())]["code"];
                let play = json!({ "type": "play", "id": format!("{step}"), "revision": frame["revision"], "code": code });
                guest.command(&table, play).await.ok();
            }
        }
        let own = guests[0].frame(&table).await;
        if own["table"]["stage"] != "playing" {
            break;
        }
        let seen = stranger.frame(&table).await;
        let behind = own["view"]["version"].as_u64().unwrap() - seen["view"]["version"].as_u64().unwrap();
        assert_eq!(behind, own["view"]["version"].as_u64().unwrap().min(5));
        assert_eq!(stranger.get(&format!("/api/tables/{table}/story")).await.status, 403);
    }
}

/// A person who is asked while no page is open is told by webhook, and the webhook learns nothing but the game.
#[tokio::test]
async fn a_webhook_says_your_turn() {
    let server = Server::with(Config { private_webhooks: true, ..config() }).await;
    let hook = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let webhook = format!("http://{}/hook", hook.local_addr().unwrap());
    let mut host = server.guest();
    let notices = json!({ "notices": { "webhook": webhook } });
    assert_eq!(host.put("/api/me", &notices).await.ok()["notices"]["webhook"], webhook);
    assert_eq!(host.put("/api/me", &json!({ "notices": { "webhook": "file:///etc" } })).await.status, 400);
    let chairs = json!([{ "kind": "you" }, { "kind": "bot", "level": "easy" }]);
    let wish = json!({ "game": "bloodlust", "options": { "players": 2 }, "chairs": chairs, "start": true });
    let table = new_table(&mut host, wish).await;
    // Others see whose turn it is; a page of the guest's own would keep the notice away.
    let mut watching = server.guest().socket(&table, "").await;
    watching
        .until(|news| news["view"]["waiting"].as_array().is_some_and(|waiting| waiting.contains(&json!(1))))
        .await;
    let frame = host.frame(&table).await;
    let play = json!({ "type": "play", "id": "1", "revision": frame["revision"], "code": frame["view"]["options"][0]["code"] });
    host.command(&table, play).await.ok();
    let (mut stream, _) = tokio::time::timeout(NEVER, hook.accept()).await.unwrap().unwrap();
    let mut heard = String::new();
    while !heard.contains("your turn") {
        let mut buffer = [0; 2048];
        let read = stream.read(&mut buffer).await.unwrap();
        assert!(read > 0, "{heard}");
        heard.push_str(&String::from_utf8_lossy(&buffer[..read]));
    }
    stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await.unwrap();
    assert!(heard.starts_with("POST /hook") && heard.contains("BloodLust: it is your turn."), "{heard}");
}

/// A mail server that takes everything; gives each message as it came.
async fn mailbox() -> (u16, tokio::sync::mpsc::UnboundedReceiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let (tell, told) = tokio::sync::mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let mut stream = BufStream::new(stream);
            let (mut reply, mut message) = ("220 hello\r\n", None::<String>);
            loop {
                if stream.write_all(reply.as_bytes()).await.is_err() || stream.flush().await.is_err() {
                    break;
                }
                let mut line = String::new();
                if let Some(mut message) = message.take() {
                    while line != ".\r\n" {
                        line.clear();
                        stream.read_line(&mut line).await.unwrap();
                        message.push_str(&line);
                    }
                    let _ = tell.send(message.replace("=\r\n", ""));
                    reply = "250 taken\r\n";
                    continue;
                }
                if stream.read_line(&mut line).await.unwrap_or(0) == 0 {
                    break;
                }
                (reply, message) = match &line[..4] {
                    "DATA" => ("354 go on\r\n", Some(String::new())),
                    _ => ("250 fine\r\n", None),
                };
            }
        }
    });
    (port, told)
}

#[tokio::test]
async fn mail_goes_only_to_an_address_whose_owner_has_said_so() {
    let (port, mut mails) = mailbox().await;
    let server = Server::with(Config {
        smtp: format!("smtp://127.0.0.1:{port}"),
        mail_from: "house@example.org".into(),
        public_url: "http://games.example.org".into(),
        ..config()
    })
    .await;
    let (mut ann, mut stranger) = (server.guest(), server.guest());
    let notices = json!({ "notices": { "mail": "ann@example.org" } });
    assert_eq!(ann.put("/api/me", &notices).await.ok()["notices"]["unconfirmed"], true);
    let mail = tokio::time::timeout(NEVER, mails.recv()).await.unwrap().unwrap();
    let link = mail
        .split("http://games.example.org")
        .nth(1)
        .expect("a link")
        .split_whitespace()
        .next()
        .unwrap()
        .to_owned();
    assert_eq!(stranger.put("/api/me", &notices).await.status, 403, "not again within a minute");
    assert_eq!(stranger.get("/api/me").await.ok()["notices"]["mail"], "");
    let (rest, last) = link.split_at(link.len() - 1);
    let forged = format!("{rest}{}", if last == "x" { "y" } else { "x" });
    assert_eq!(stranger.get(&forged).await.status, 404);
    assert_eq!(ann.get("/api/me").await.ok()["notices"]["unconfirmed"], true);
    assert!(stranger.get(&link).await.body.contains("confirmed"), "mail may be read on another device");
    assert_eq!(ann.get("/api/me").await.ok()["notices"]["unconfirmed"], false);
    // Whatever else she changes, the address stays confirmed.
    let name = json!({ "name": "Ann", "notices": { "mail": "ann@example.org" } });
    assert_eq!(ann.put("/api/me", &name).await.ok()["notices"]["unconfirmed"], false);
    assert!(mails.try_recv().is_err());
}

#[tokio::test]
async fn names_at_a_table_are_told_apart() {
    let server = Server::start().await;
    let (mut ann, mut other) = (server.guest(), server.guest());
    ann.put("/api/me", &json!({ "name": "Ann" })).await.ok();
    other.put("/api/me", &json!({ "name": "ANN" })).await.ok();
    let table = new_table(&mut ann, json!({ "game": "bloodlust", "options": { "players": 2 } })).await;
    other.act(&table, "join", json!({ "act": "join" })).await.ok();
    let chairs = ann.get(&format!("/api/tables/{table}")).await.ok()["chairs"].clone();
    assert_eq!(
        (&chairs[0]["sitter"]["name"], &chairs[1]["sitter"]["name"]),
        (&json!("Ann"), &json!("ANN 2"))
    );
    // Another name later does not make somebody speak as somebody else.
    other.put("/api/me", &json!({ "name": "Ann" })).await.ok();
    other.command(&table, json!({ "type": "say", "id": "1", "text": "it is me" })).await.ok();
    assert_eq!(ann.frame(&table).await["talk"]["items"][0]["name"], "ANN 2");
}

#[tokio::test]
async fn whoever_watches_with_a_delay_hears_nothing_sooner() {
    let server = Server::start().await;
    let late = json!({
        "spectators": { "kind": "delayed", "actions": 5 }, "clock": { "kind": "live", "each": 600, "bank": 600 },
    });
    let (table, mut guests) = gather(&server, "bloodlust", json!({ "players": 2 }), late).await;
    guests[0].command(&table, json!({ "type": "say", "id": "1", "text": "I have the key" })).await.ok();
    let seen = server.guest().frame(&table).await;
    assert_eq!(seen["talk"]["items"], json!([]));
    assert!((0..2).all(|chair| seen["table"]["chairs"][chair].get("clock").is_none()), "{}", seen["table"]);
    let own = guests[1].frame(&table).await;
    assert_eq!(own["talk"]["items"][0]["text"], "I have the key");
    assert!(own["table"]["chairs"][0].get("clock").is_some());
}

#[tokio::test]
async fn a_person_can_sign_out_everywhere_else() {
    let server = Server::start().await;
    let (table, mut guests) = gather(&server, "bloodlust", json!({ "players": 2 }), json!({})).await;
    let mut own = guests.remove(0);
    let me = own.get("/api/me").await.ok()["id"].clone();
    let mut thief = own.clone();
    let link = thief.post("/api/me/link", &json!({})).await.ok();
    let token = link["path"].as_str().unwrap().strip_prefix("/claim/").unwrap().to_owned();
    let mut socket = thief.socket(&table, "").await;
    socket.until(|news| news["type"] == "frame").await;
    assert_eq!(own.request("DELETE", "/api/me/sessions", "", "").await.ok()["id"], me);
    let bye = socket.until(|news| news["type"] == "bye").await;
    assert!(bye.get("again_in").is_none(), "{bye}");
    assert_ne!(thief.clone().get("/api/me").await.ok()["id"], me);
    assert_eq!(server.guest().post("/api/me/claim", &json!({ "token": token })).await.status, 403);
    assert_eq!(own.get("/api/me").await.ok()["id"], me);
    // Also after a restart, and a link made since is good.
    let server = server.restart().await;
    for guest in [&mut own, &mut thief] {
        guest.address = server.address;
    }
    assert_eq!(own.frame(&table).await["table"]["you"], 1);
    assert_ne!(thief.get("/api/me").await.ok()["id"], me);
    let link = own.post("/api/me/link", &json!({})).await.ok();
    let token = link["path"].as_str().unwrap().strip_prefix("/claim/").unwrap().to_owned();
    assert_eq!(server.guest().post("/api/me/claim", &json!({ "token": token })).await.ok()["id"], me);
}
