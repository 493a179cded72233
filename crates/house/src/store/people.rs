//! What stores do for moderation: the audit log, and forgetting a person.

use rusqlite::params;
use wire::{AuditAct, AuditEntry};

#[cfg(feature = "postgres")]
use super::Postgres;
use super::any::either;
use super::{AnyStore, Sqlite, StoreError, from_text, to_text};
use hosting::Entry;

/// How many entries of the audit log are kept, and as many reports.
const KEPT: i64 = 5_000;

/// An entry as text, and whether it is a report.
fn written(entry: &AuditEntry) -> Result<(bool, String), StoreError> {
    Ok((entry.act == AuditAct::Report, to_text(entry)?))
}

impl Sqlite {
    async fn note(&self, entry: &AuditEntry) -> Result<(), StoreError> {
        let (report, text) = written(entry)?;
        self.write(move |db| {
            db.prepare_cached("INSERT INTO audit (report, entry) VALUES (?1, ?2)")?
                .execute(params![report, text])?;
            db.prepare_cached(
                "DELETE FROM audit WHERE report = ?1 AND seq <=
                 (SELECT seq FROM audit WHERE report = ?1 ORDER BY seq DESC LIMIT 1 OFFSET ?2)",
            )?
            .execute(params![report, KEPT])
            .map(|_| ())
        })
        .await
    }

    async fn notes(&self, limit: u32) -> Result<Vec<String>, StoreError> {
        self.read(move |db| {
            db.prepare_cached("SELECT entry FROM audit ORDER BY seq DESC LIMIT ?1")?
                .query_map([limit], |row| row.get(0))?
                .collect()
        })
        .await
    }

    async fn rewrite(&self, id: &str, entries: Vec<(u32, String)>) -> Result<(), StoreError> {
        let id = id.to_owned();
        self.write(move |db| {
            // From here until the person is deleted, what is replaced is overwritten in the file.
            db.pragma_update(None, "secure_delete", true)?;
            for (revision, text) in &entries {
                db.prepare_cached(
                    "WITH RECURSIVE chain (seq, before, revision) AS (
                         SELECT log.seq, log.before, log.revision FROM matches JOIN log ON log.seq = head WHERE id = ?1
                         UNION ALL
                         SELECT log.seq, log.before, log.revision FROM chain JOIN log ON log.seq = chain.before
                     )
                     UPDATE log SET entry = ?3 WHERE seq IN (SELECT seq FROM chain WHERE revision = ?2)",
                )?
                .execute(params![id, revision, text])?;
            }
            Ok(())
        })
        .await
    }

    async fn mentioning(&self, person: &str) -> Result<Vec<String>, StoreError> {
        let person = person.to_owned();
        self.read(move |db| {
            db.prepare_cached(
                "SELECT DISTINCT id FROM log JOIN matches ON matches.number = log.match WHERE instr(entry, ?1) > 0",
            )?
            .query_map([person], |row| row.get(0))?
            .collect()
        })
        .await
    }

    async fn forget_person(&self, id: &str) -> Result<(), StoreError> {
        let id = id.to_owned();
        self.write(move |db| {
            db.pragma_update(None, "secure_delete", true)?;
            db.execute("DELETE FROM persons WHERE id = ?1", [&id])?;
            db.execute("DELETE FROM sitters WHERE person = ?1", [&id])?;
            db.pragma_update(None, "secure_delete", false)
        })
        .await
    }
}

#[cfg(feature = "postgres")]
impl Postgres {
    async fn note(&self, entry: &AuditEntry) -> Result<(), StoreError> {
        let (report, text) = written(entry)?;
        self.query("INSERT INTO audit (report, entry) VALUES ($1, $2)", &[&report, &text]).await?;
        self.query(
            "DELETE FROM audit WHERE report = $1 AND seq <=
             (SELECT seq FROM audit WHERE report = $1 ORDER BY seq DESC LIMIT 1 OFFSET $2)",
            &[&report, &KEPT],
        )
        .await
        .map(|_| ())
    }

    async fn notes(&self, limit: u32) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT entry FROM audit ORDER BY seq DESC LIMIT $1";
        let rows = self.query(sql, &[&i64::from(limit)]).await?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    async fn rewrite(&self, id: &str, entries: Vec<(u32, String)>) -> Result<(), StoreError> {
        for (revision, text) in &entries {
            let sql = "UPDATE log SET entry = $3 FROM matches
                       WHERE matches.id = $1 AND log.match = matches.number AND log.revision = $2";
            self.query(sql, &[&id, &(*revision as i32), text]).await?;
        }
        Ok(())
    }

    async fn mentioning(&self, person: &str) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT DISTINCT id FROM log JOIN matches ON matches.number = log.match WHERE strpos(entry, $1) > 0";
        Ok(self.query(sql, &[&person]).await?.iter().map(|row| row.get(0)).collect())
    }

    async fn forget_person(&self, id: &str) -> Result<(), StoreError> {
        self.query("DELETE FROM persons WHERE id = $1", &[&id]).await?;
        self.query("DELETE FROM sitters WHERE person = $1", &[&id]).await.map(|_| ())
    }
}

impl AnyStore {
    /// Adds to the audit log. Only the latest entries are kept.
    pub async fn note(&self, entry: &AuditEntry) -> Result<(), StoreError> {
        either!(self, store => store.note(entry).await)
    }

    /// The audit log, latest first.
    pub async fn notes(&self, limit: u32) -> Result<Vec<AuditEntry>, StoreError> {
        let notes = either!(self, store => store.notes(limit).await)?;
        notes.iter().map(|note| from_text(note)).collect()
    }

    /// Replaces entries of a match, to forget a person. Nothing else may be changed: what was played stays.
    pub async fn rewrite(&self, id: &str, entries: &[Entry]) -> Result<(), StoreError> {
        let text = |entry: &Entry| Ok((entry.revision, to_text(entry)?));
        let entries = entries.iter().map(text).collect::<Result<_, StoreError>>()?;
        either!(self, store => store.rewrite(id, entries).await)
    }

    /// The matches whose logs name a person anywhere. All logs are read.
    pub async fn mentioning(&self, person: &str) -> Result<Vec<String>, StoreError> {
        either!(self, store => store.mentioning(person).await)
    }

    /// Deletes a person or a bot account.
    pub async fn forget_person(&self, id: &str) -> Result<(), StoreError> {
        either!(self, store => store.forget_person(id).await)
    }
}
