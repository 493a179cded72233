//! Moderation: what the host of the house does about people, and what people report to the host.

use std::sync::Arc;

use hosting::{Carried, LogEvent, MatchLog, Past};
use table::{Refusal, Refused, say};
use wire::{
    AuditAct, AuditEntry, BotAccount, Deleted, MyData, MyTable, Notices, PersonStanding, Report,
    StandingChange,
};

use crate::house::House;
use crate::seal;
use crate::store::{AnyStore, MatchFilter, Person, StoreError};
use crate::trouble::Trouble;

/// The longest report or reason, in characters.
const LONGEST: usize = 500;
/// What the settings of the house begin with that name those whose traces at tables they had left are still to be removed.
const TRACES: &str = "forget/";
/// How many of them are dealt with at a time: each is looked for in all logs.
const AT_ONCE: usize = 20;
/// What operators are called in the audit log.
pub(crate) const OPERATOR: &str = "sanguis admin";

/// The refusal of a person whom the host has removed.
pub(crate) fn removed() -> Refusal {
    Refusal::new(Refused::NotYours, say!("The host of this house has removed you."))
}

/// The refusal of a person whom the host has silenced.
pub(crate) fn silenced() -> Refusal {
    Refusal::not_allowed(say!("The host of this house has silenced you."))
}

/// A few words of a person, on one line.
fn brief(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .take(LONGEST)
        .collect::<String>()
        .trim()
        .to_owned()
}

/// Adds to the audit log.
pub(crate) async fn note(
    store: &AnyStore,
    who: &str,
    act: AuditAct,
    (about, table): (&str, &str),
    text: &str,
) -> Result<(), StoreError> {
    let (who, about, table) = (who.to_owned(), about.to_owned(), table.to_owned());
    store.note(&AuditEntry { at: store.time().await?, who, act, about, table, text: brief(text) }).await
}

/// The changes of a standing, for the audit log.
pub(crate) fn acts(change: &StandingChange) -> impl Iterator<Item = AuditAct> {
    let silenced = change.silenced.map(|silent| if silent { AuditAct::Silence } else { AuditAct::Unsilence });
    let removed = change.removed.map(|gone| if gone { AuditAct::Remove } else { AuditAct::Readmit });
    silenced.into_iter().chain(removed)
}

impl House {
    /// Is this person a host of the house?
    pub(crate) fn is_host(&self, id: &str) -> bool {
        self.config.hosts.iter().any(|host| host == id)
    }

    /// Keeps a report of somebody at a table for the host.
    pub(crate) async fn report(&self, by: &str, table: &str, report: &Report) -> Result<(), Trouble> {
        let live = self.get(table).await?;
        let about = {
            let locked = self.lock(&live).await?;
            locked.log.eyes_of(by)?;
            let sitter = locked.log.sitters().find(|(seat, _)| *seat == report.seat);
            let id = sitter.and_then(|(_, sitter)| sitter.id()).filter(|id| *id != by).map(str::to_owned);
            id.ok_or_else(|| Refusal::not_allowed(say!("There is nobody else there to report.")))?
        };
        if brief(&report.why).is_empty() {
            return Err(Refusal::malformed(say!("Say in a few words what happened.")).into());
        }
        Ok(note(&self.store, by, AuditAct::Report, (&about, table), &report.why).await?)
    }

    /// Changes the standing of a person and of their bots.
    pub(crate) async fn moderate(
        self: &Arc<Self>,
        by: &str,
        person: &str,
        change: &StandingChange,
    ) -> Result<PersonStanding, Trouble> {
        if self.is_host(person) {
            return Err(
                Refusal::not_allowed(say!("Hosts of the house are named in its configuration.")).into()
            );
        }
        let known = self.store.person(person).await?;
        let bots = known.as_ref().map(|known| known.own().bots).unwrap_or_default();
        for id in std::iter::once(person).chain(bots.iter().map(String::as_str)) {
            let changed = self.sessions.change(&self.store, id, |standing| {
                standing.silenced = change.silenced.unwrap_or(standing.silenced);
                standing.removed = change.removed.unwrap_or(standing.removed);
            });
            if changed.await?.removed {
                self.vacate(id).await?;
                self.cut_off(id, &removed()).await;
            }
        }
        for act in acts(change) {
            note(&self.store, by, act, (person, ""), &change.why).await?;
        }
        let standing = self.sessions.of(person);
        let name = known.map_or_else(|| hosting::words::guest_name(person), |known| known.name);
        let (silenced, removed) = (standing.silenced, standing.removed);
        Ok(PersonStanding { id: person.to_owned(), name, silenced, removed })
    }

    /// Bots take over a person's seats.
    async fn vacate(self: &Arc<Self>, person: &str) -> Result<(), Trouble> {
        for (id, _) in self.store.list(&MatchFilter::Of(person.to_owned()), u32::MAX).await? {
            let live = self.get(&id).await?;
            let mut locked = self.lock(&live).await?;
            let leave = |log: &mut MatchLog, now: u64| match log.removal(person) {
                Some(what) => log.act(what, now).map(Carried::Now),
                None => Ok(Carried::Before(log.revision())),
            };
            self.write(&live, &mut locked, None, leave).await?;
        }
        Ok(())
    }

    /// Forgets a person and their bots: the house's bots take over their seats, and logs lose ids, names and messages. What was played
    /// stays.
    pub(crate) async fn forget_person(self: &Arc<Self>, person: &str, by: &str) -> Result<Deleted, Trouble> {
        let people = aliases(&self.store, person).await?;
        let mut tables = Vec::new();
        for (id, _) in &people {
            tables.extend(tables_of(&self.store, id).await?);
        }
        if tables.is_empty() && self.store.person(person).await?.is_none() {
            // Nothing is known of them, and nothing need be remembered.
            return Ok(Deleted::default());
        }
        let now = self.now();
        self.sessions.change(&self.store, person, |standing| standing.since = now).await?;
        for (id, _) in &people {
            self.vacate(id).await?;
            self.cut_off(id, &Refusal::new(Refused::NotYours, say!("Your data was deleted."))).await;
        }
        tables.sort_unstable();
        tables.dedup();
        let deleted = forget(&self.store, &people, &tables).await?;
        for id in tables {
            self.read_again(&id).await;
        }
        for (id, other) in &people {
            // Tables that they had left take longer to find.
            self.store.set_house_value(&format!("{TRACES}{id}"), other.as_bytes()).await?;
        }
        if let (false, Some((_, other))) = (by.is_empty(), people.first()) {
            // What people do with their own data is not for the log, where it would crowd out what hosts do.
            note(&self.store, by, AuditAct::Delete, (other, ""), "").await?;
        }
        Ok(deleted)
    }

    /// Forgets a match in memory whose log was rewritten: the next one who comes folds it again.
    async fn read_again(self: &Arc<Self>, id: &str) {
        self.archive.forget(id);
        if let Some(live) = self.registry.get(id) {
            live.locked.lock().await.in_doubt = true;
            self.notify(&live);
        }
    }

    /// Removes what tables that they had left still say about forgotten people.
    pub(crate) async fn forget_traces(self: &Arc<Self>) -> Result<(), StoreError> {
        let values = self.store.house_values().await?;
        let queued = values.iter().filter_map(|(key, other)| {
            let person = key.strip_prefix(TRACES)?.to_owned();
            Some((key, (person, String::from_utf8_lossy(other).into_owned())))
        });
        for (key, alias) in queued.take(AT_ONCE) {
            for id in self.store.mentioning(&alias.0).await? {
                forget_at(&self.store, &id, std::slice::from_ref(&alias)).await?;
                self.read_again(&id).await;
            }
            self.store.drop_house_values(key, &format!("{key}!")).await?;
        }
        Ok(())
    }
}

/// The tables at which a person sits or sat to the end.
pub(crate) async fn tables_of(store: &AnyStore, person: &str) -> Result<Vec<String>, StoreError> {
    let mut tables = store.list(&MatchFilter::Of(person.to_owned()), u32::MAX).await?;
    tables.extend(store.list(&MatchFilter::FinishedOf(person.to_owned()), u32::MAX).await?);
    Ok(tables.into_iter().map(|(id, _)| id).collect())
}

/// A person and their bots, and a new id for each of them. The person comes first.
pub(crate) async fn aliases(store: &AnyStore, person: &str) -> Result<Vec<(String, String)>, StoreError> {
    let bots = store.person(person).await?.map(|known| known.own().bots).unwrap_or_default();
    Ok(std::iter::once(person.to_owned()).chain(bots).map(|id| (id, seal::fresh_id())).collect())
}

/// Puts new ids in the place of a person's and their bots', in the logs of these tables and in lists.
pub(crate) async fn forget(
    store: &AnyStore,
    people: &[(String, String)],
    tables: &[String],
) -> Result<Deleted, StoreError> {
    let mut deleted = Deleted::default();
    for id in tables {
        if let Some(nameless) = forget_at(store, id, people).await? {
            deleted.tables += 1;
            deleted.named += u32::from(!nameless);
        }
    }
    for (id, _) in people {
        store.forget_person(id).await?;
    }
    Ok(deleted)
}

/// Forgets people at a table. Nothing if it knows nothing of the first of them; false if their name had to stay.
async fn forget_at(
    store: &AnyStore,
    id: &str,
    people: &[(String, String)],
) -> Result<Option<bool>, StoreError> {
    let mut entries = store.entries(id, 0).await?;
    let before = entries.clone();
    let mut of_first = None;
    for (person, other) in people.iter().rev() {
        let known = entries.clone();
        let nameless = hosting::forget(id, &mut entries, person, other);
        of_first = (entries != known).then_some(nameless);
    }
    let mut changed = entries.clone();
    let mut old = before.iter();
    changed.retain(|entry| old.next() != Some(entry));
    if changed.is_empty() {
        return Ok(None);
    }
    store.rewrite(id, &changed).await?;
    if let Ok(log) = MatchLog::fold(id, entries, Past::Recent) {
        store.mend(id, log.revision(), log.summary()).await?;
    }
    Ok(of_first)
}

/// What the house keeps about a person.
pub(crate) async fn data_of(store: &AnyStore, person: &Person) -> Result<MyData, StoreError> {
    let own = person.own();
    let mut bots = Vec::new();
    for id in &own.bots {
        if let Some(bot) = store.person(id).await? {
            bots.push(BotAccount { id: bot.id, name: bot.name, token: None });
        }
    }
    let mut tables = Vec::new();
    for table in tables_of(store, &person.id).await? {
        let entries = store.entries(&table, 0).await?;
        let by_them = |command: Option<&str>| {
            command.is_some_and(|command| command.split('/').next() == Some(person.id.as_str()))
        };
        let said = entries.into_iter().filter_map(|entry| match entry.what {
            LogEvent::Said { text, .. } if by_them(entry.command.as_deref()) => Some(text),
            _ => None,
        });
        let said = said.collect();
        let game = store.summary(&table).await?.map_or_else(String::new, |(_, summary)| summary.game);
        tables.push(MyTable { table, game, said });
    }
    Ok(MyData {
        id: person.id.clone(),
        name: person.name.clone(),
        notices: Notices {
            push: !own.browsers.is_empty(),
            webhook: own.webhook,
            mail: own.mail,
            unconfirmed: own.unconfirmed,
        },
        devices: own.devices,
        bots,
        tables,
    })
}

/// The event of a table whose sitter is removed by the operator, for `sanguis admin`.
pub(crate) fn leave(log: &MatchLog, person: &str) -> Result<LogEvent, Refusal> {
    log.removal(person).ok_or_else(|| Refusal::not_allowed(say!("They do not sit at this table.")))
}
