//! Stores of every version of the schema are opened, and a restored house goes on.

use std::path::PathBuf;

use house::admin;
use house::store::MatchFilter;
use serde_json::json;
use wire::Stage;

use crate::games::{Lots, gather, play_out};
use crate::server::{Server, config};
use crate::stores::{Ground, both};

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

both! {
    async fn a_store_of_every_version_is_upgraded_and_keeps_everything(ground: Ground) {
        let first = Ground::sqlite();
        let model = first.open().await;
        crate::admin::play(&model, "a", 5).await;
        let entries = model.entries("a", 0).await.unwrap();
        let (revision, summary) = model.summary("a").await.unwrap().unwrap();
        let migrations = ground.migrations();
        let on_sqlite = ground.migrations().iter().any(|step| step.contains("STRICT"));
        for version in 1..=migrations.len() {
            let old = ground.another();
            old.run(&migrations[..version].concat());
            old.mark(version);
            // As a house of that version wrote it: columns that came later have their defaults.
            let head = if on_sqlite { "head, " } else { "" };
            let mut sql = format!(
                "INSERT INTO matches (id, revision, {head}game, stage, open, moved_at, wake_at, persons, waiting, card)
                 VALUES ('a', {revision}, {}'bloodlust', 'playing', {}, {}, NULL, {}, {}, {});",
                if on_sqlite { format!("{revision}, ") } else { String::new() },
                if on_sqlite { "0" } else { "false" },
                summary.moved_at,
                quoted(&json!(summary.persons).to_string()),
                quoted(&json!(summary.waiting).to_string()),
                quoted(&summary.card),
            );
            for entry in &entries {
                let text = quoted(&serde_json::to_string(entry).unwrap());
                let revision = entry.revision;
                sql += &match on_sqlite {
                    true => format!(
                        "INSERT INTO log (seq, match, revision, before, entry) VALUES ({revision}, 1, {revision}, {}, {text});",
                        revision - 1
                    ),
                    false => format!("INSERT INTO log (match, revision, entry) VALUES (1, {revision}, {text});"),
                };
            }
            if on_sqlite {
                sql += "INSERT INTO sitters (person, match) VALUES ('ada', 1), ('bob', 1);";
            }
            sql += "INSERT INTO persons (id, name, token, own) VALUES ('ada', 'Ada', '', '');";
            old.run(&sql);
            let store = old.open().await;
            assert_eq!(store.entries("a", 0).await.unwrap(), entries, "version {version}");
            assert_eq!(store.person("ada").await.unwrap().unwrap().name, "Ada");
            let mine = store.list(&MatchFilter::Of("ada".into()), 9).await.unwrap();
            assert_eq!((mine.len(), mine[0].1.stage), (1, Some(Stage::Playing)));
            assert_eq!(admin::check(&store, |_| {}).await.unwrap().faults, [], "version {version}");
            assert_eq!(store.notes(9).await.unwrap(), []);
            admin::freeze(&store, "a", "Stop.").await.unwrap();
            assert_eq!(store.notes(9).await.unwrap().len(), 1);
        }
    }

    async fn a_restored_house_goes_on(ground: Ground) {
        let server = Server::on_store(config(), ground.open().await, PathBuf::new()).await;
        let (table, mut guests) = gather(&server, "bloodlust", json!({ "players": 2 }), json!({})).await;
        let before = guests[1].frame(&table).await;
        // While the house is open, as the nightly backup does.
        let (backup, fresh) = (Ground::sqlite(), ground.another());
        let copy = backup.open().await;
        assert_eq!(admin::copy(&ground.open().await, &copy, |_| {}).await.unwrap(), 1);
        drop(server);
        assert_eq!(admin::check(&copy, |_| {}).await.unwrap().faults, []);
        admin::copy(&copy, &fresh.open().await, |_| {}).await.unwrap();
        let server = Server::on_store(config(), fresh.open().await, PathBuf::new()).await;
        guests.iter_mut().for_each(|guest| guest.address = server.address);
        let after = guests[1].frame(&table).await;
        assert_eq!((&after["table"]["you"], &after["view"]), (&before["table"]["you"], &before["view"]));
        let (one, two) = (guests[0].socket(&table, "?lean=1").await, guests[1].socket(&table, "?lean=1").await);
        tokio::join!(play_out(one, Lots::new(1)), play_out(two, Lots::new(2)));
        assert_eq!(admin::check(&fresh.open().await, |_| {}).await.unwrap().faults, []);
    }
}
