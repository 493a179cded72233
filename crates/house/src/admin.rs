//! What the operator of a house does with its store: back up, check, freeze, cancel, export and import matches.
//!
//! All of it goes through the log, so it can be done while houses are running: they read what was appended.

use hosting::{Entry, LogEvent, MatchLog, Past, Setup};
use serde::{Deserialize, Serialize};
use table::{Name, Record, Refusal, Refused, Text, say};
use wire::{AuditAct, Deleted, MyData, Sitter, Stage, StandingChange};

use crate::moderation::{self, OPERATOR};
use crate::opening;
use crate::seal::{self, Seal};
use crate::sessions::Sessions;
use crate::store::{AnyStore, Appended, MatchFilter, StoreError};

/// How many matches or persons are read at a time.
const PAGE: u32 = 500;

/// Why an operation failed: a [`Refusal`], because the rules or the state of the match say no, or a [`StoreError`].
pub type AdminError = Box<dyn std::error::Error + Send + Sync>;

/// What a check found.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Findings {
    /// How many matches were folded.
    pub matches: u64,
    /// How many log entries they have.
    pub entries: u64,
    /// The problems found.
    pub faults: Vec<Fault>,
}

/// A problem with a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fault {
    /// The match.
    pub id: String,
    /// What is wrong.
    pub what: String,
}

/// Visits all matches, a page at a time.
async fn each_match(
    store: &AnyStore,
    mut visit: impl AsyncFnMut(String) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let mut after = String::new();
    loop {
        let ids = store.ids(&after, PAGE).await?;
        let Some(last) = ids.last() else { return Ok(()) };
        after.clone_from(last);
        for id in ids {
            visit(id).await?;
        }
    }
}

/// Folds every match from its log and checks the digests of all actions, that no revision is missing, and the summary in lists.
pub async fn check(store: &AnyStore, mut at: impl FnMut(u64)) -> Result<Findings, StoreError> {
    let mut findings = Findings::default();
    each_match(store, async |id| {
        // The summary first: the match may go on in between, and a log that is ahead of its summary is not a fault.
        let listed = store.summary(&id).await?;
        let entries = store.entries(&id, 0).await?;
        findings.matches += 1;
        findings.entries += entries.len() as u64;
        at(findings.matches);
        let fault = fault(&id, entries, |log| match listed {
            Some((revision, summary)) if revision == log.revision() => {
                (summary != log.summary()).then(|| "its summary in lists is out of date".to_owned())
            }
            _ => None,
        });
        findings.faults.extend(fault.map(|what| Fault { id, what }));
        Ok(())
    })
    .await?;
    Ok(findings)
}

fn fault(id: &str, entries: Vec<Entry>, also: impl FnOnce(&MatchLog) -> Option<String>) -> Option<String> {
    if let Some((_, expected)) =
        entries.iter().zip(1u32..).find(|(entry, expected)| entry.revision != *expected)
    {
        return Some(format!("entry {expected} is missing"));
    }
    match MatchLog::fold(id, entries, Past::Recent) {
        Err(reason) => Some(reason),
        Ok(log) => log.fault().map(ToString::to_string).or_else(|| also(&log)),
    }
}

/// Copies everything into another store, which must be empty. Each match is copied in one consistent state.
pub async fn copy(from: &AnyStore, to: &AnyStore, mut at: impl FnMut(u64)) -> Result<u64, StoreError> {
    if !to.ids("", 1).await?.is_empty() {
        return Err(StoreError("That store already has matches: copy into an empty one.".into()));
    }
    for (key, value) in from.house_values().await? {
        if to.house_value(&key, &value).await? != value {
            return Err(StoreError(
                "A house has already been opened on that store: copy into an empty one.".into(),
            ));
        }
    }
    let mut after = String::new();
    loop {
        let persons = from.persons(&after, PAGE).await?;
        let Some(last) = persons.last() else { break };
        after.clone_from(&last.id);
        for person in &persons {
            to.keep_person(person).await?;
        }
    }
    // The oldest first, as they were written.
    for note in from.notes(u32::MAX).await?.iter().rev() {
        to.note(note).await?;
    }
    let mut copied = 0;
    each_match(from, async |id| {
        let entries = from.entries(&id, 0).await?;
        let summary = match MatchLog::fold(&id, entries.clone(), Past::Recent) {
            Ok(log) => log.summary(),
            // It cannot be played, but it is not lost.
            Err(_) => from.summary(&id).await?.map(|(_, summary)| summary).unwrap_or_default(),
        };
        to.create(&id, &entries, &summary).await?;
        copied += 1;
        at(copied);
        Ok(())
    })
    .await?;
    Ok(copied)
}

/// Gives the house a new key: every cookie and link it has ever signed becomes invalid once all its nodes are restarted.
pub async fn rotate_seal(store: &AnyStore) -> Result<(), StoreError> {
    store.set_house_value("seal", &seal::random::<32>()).await?;
    moderation::note(store, OPERATOR, AuditAct::RotateSeal, ("", ""), "").await
}

/// The path of an invitation to the house: for some days, anyone who follows it may set up tables there.
pub async fn invite(store: &AnyStore, days: u32) -> Result<String, StoreError> {
    let seal = Seal::new(store.house_value("seal", &seal::random::<32>()).await?);
    let until = store.time().await? + u64::from(days) * 24 * 3_600_000;
    Ok(format!("/welcome/{}", opening::invitation(&seal, until)))
}

/// Changes a person's standing with the house. A running house applies it within a minute.
pub async fn moderate(store: &AnyStore, id: &str, change: &StandingChange) -> Result<(), AdminError> {
    let sessions = Sessions::default();
    sessions.load(store).await?;
    let bots = store.person(id).await?.map(|known| known.own().bots).unwrap_or_default();
    for id in std::iter::once(id).chain(bots.iter().map(String::as_str)) {
        let changed = sessions.change(store, id, |standing| {
            standing.silenced = change.silenced.unwrap_or(standing.silenced);
            standing.removed = change.removed.unwrap_or(standing.removed);
        });
        if changed.await?.removed {
            vacate(store, id).await?;
        }
    }
    for act in moderation::acts(change) {
        moderation::note(store, OPERATOR, act, (id, ""), &change.why).await?;
    }
    Ok(())
}

/// What the house keeps about a person.
pub async fn data(store: &AnyStore, id: &str) -> Result<MyData, AdminError> {
    match store.person(id).await? {
        Some(person) => Ok(moderation::data_of(store, &person).await?),
        None => {
            Err(Refusal::new(Refused::Missing, Name(format!("There is no person {id} in this house.")))
                .into())
        }
    }
}

/// Bots take over a person's seats.
async fn vacate(store: &AnyStore, person: &str) -> Result<(), AdminError> {
    for (id, _) in store.list(&MatchFilter::Of(person.to_owned()), u32::MAX).await? {
        happen(store, &id, |log| moderation::leave(log, person)).await?;
    }
    Ok(())
}

/// Forgets a person: bots take over their seats, and id, name and messages are removed from all logs. What was played stays.
pub async fn forget(store: &AnyStore, person: &str) -> Result<Deleted, AdminError> {
    let people = moderation::aliases(store, person).await?;
    for (id, _) in &people {
        vacate(store, id).await?;
    }
    let mut tables = Vec::new();
    each_match(store, async |id| {
        tables.push(id);
        Ok(())
    })
    .await?;
    let deleted = moderation::forget(store, &people, &tables).await?;
    let now = store.time().await?;
    let sessions = Sessions::default();
    sessions.load(store).await?;
    sessions.change(store, person, |standing| standing.since = now).await?;
    let other = people.first().map_or("", |(_, other)| other);
    moderation::note(store, OPERATOR, AuditAct::Delete, (other, ""), "").await?;
    Ok(deleted)
}

/// A match, folded with its whole past.
async fn fold(store: &AnyStore, id: &str, past: Past) -> Result<MatchLog, AdminError> {
    let entries = store.entries(id, 0).await?;
    if entries.is_empty() {
        let reason = format!("There is no match {id}; `sanguis admin list` lists all matches.");
        return Err(Refusal::new(Refused::Missing, Name(reason)).into());
    }
    Ok(MatchLog::fold(id, entries, past).map_err(StoreError)?)
}

/// Appends an event to a match, retrying if others append first.
async fn happen(
    store: &AnyStore,
    id: &str,
    decide: impl Fn(&MatchLog) -> Result<LogEvent, Refusal>,
) -> Result<(), AdminError> {
    loop {
        let mut log = fold(store, id, Past::Recent).await?;
        let what = decide(&log)?;
        let entry = log.act(what, store.time().await?)?;
        if store.append(id, entry, log.summary()).await? == Appended::Stored {
            return Ok(());
        }
    }
}

/// Freezes a match: until it is thawed, it can be watched but not played.
pub async fn freeze(store: &AnyStore, id: &str, why: &str) -> Result<(), AdminError> {
    happen(store, id, |log| match log.stage() {
        Stage::Gathering | Stage::Playing => Ok(LogEvent::Frozen { why: Name(why).into() }),
        stage => Err(not_now(id, stage)),
    })
    .await?;
    noted(store, AuditAct::Freeze, id, why).await
}

/// Adds what was done with a match to the audit log.
async fn noted(store: &AnyStore, act: AuditAct, id: &str, why: &str) -> Result<(), AdminError> {
    Ok(moderation::note(store, OPERATOR, act, ("", id), why).await?)
}

/// Unfreezes a match.
pub async fn thaw(store: &AnyStore, id: &str) -> Result<(), AdminError> {
    happen(store, id, |log| match (log.stage(), log.fault()) {
        (Stage::Frozen, None) => Ok(LogEvent::Frozen { why: Text::default() }),
        (Stage::Frozen, Some(fault)) => {
            Err(Refusal::not_allowed(Name(format!("Match {id} cannot be thawed: {fault}"))))
        }
        (stage, _) => Err(not_now(id, stage)),
    })
    .await?;
    noted(store, AuditAct::Thaw, id, "").await
}

/// Cancels a match: it ends without a result.
pub async fn end(store: &AnyStore, id: &str, why: &str) -> Result<(), AdminError> {
    happen(store, id, |log| match log.stage() {
        Stage::Finished | Stage::Cancelled => Err(not_now(id, log.stage())),
        _ => Ok(LogEvent::Cancelled { why: Name(why).into() }),
    })
    .await?;
    noted(store, AuditAct::End, id, why).await
}

fn not_now(id: &str, stage: Stage) -> Refusal {
    let state = match stage {
        Stage::Gathering => "is not frozen: its seats are being taken",
        Stage::Playing => "is not frozen: it is being played",
        Stage::Finished => "is over",
        Stage::Cancelled => "was ended",
        Stage::Frozen => "is frozen",
    };
    Refusal::not_allowed(Name(format!("Match {id} {state}.")))
}

/// The record of a match. For a running match it reveals secrets, so `unfinished` must say that this is intended.
pub async fn export(store: &AnyStore, id: &str, unfinished: bool) -> Result<Record, AdminError> {
    let log = fold(store, id, Past::Whole).await?;
    if let Some(fault) = log.fault() {
        return Err(Refusal::not_allowed(Name(format!("Match {id} cannot be folded: {fault}"))).into());
    }
    match (log.record(), unfinished) {
        (Ok(record), _) => Ok(record),
        (Err(_), true) => log
            .unfinished_record()
            .ok_or_else(|| Refusal::not_allowed(Name(format!("Match {id} has not begun, so there is nothing to export."))).into()),
        (Err(_), false) => Err(Refusal::not_allowed(Name(format!(
            "Match {id} is not over, and its record reveals all secrets: add --unfinished to export it anyway."
        )))
        .into()),
    }
}

/// Adds a recorded match to the store under a new id. Only the names of its players are known.
pub async fn import(store: &AnyStore, record: &Record, id: &str) -> Result<(), AdminError> {
    if record.position.is_some() {
        return Err(Refusal::not_allowed("A match that began from a position cannot be imported.").into());
    }
    let entry = shelf::find(&record.game)?;
    let whole = entry.game.verify(&record.to_text())?;
    let at = store.time().await?;
    let bot = |name: &String| Sitter::Bot { level: String::from("easy"), name: name.clone() };
    let setup = Setup::of(record, record.seats.iter().map(bot).collect())?;
    let (mut log, mut entries) = setup.start(id, Past::Recent, at)?;
    entries.append(&mut log.play_record(record, at)?);
    if log.game().map(|game| game.digest()) != Some(whole.digest()) {
        return Err(Refusal::malformed("This record does not lead to the digest it names.").into());
    }
    if whole.outcome().is_none() {
        entries.push(log.act(
            LogEvent::Cancelled { why: say!("Imported from the record of an unfinished match.") },
            at,
        )?);
    }
    Ok(store.create(id, &entries, &log.summary()).await?)
}
