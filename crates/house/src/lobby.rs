//! Setting up tables and rematches.

use std::sync::Arc;

use hosting::{Entry, LogEvent, MatchLog, Past, Setup, Who};
use table::{Refusal, Refused, SeatSet, say};
use wire::{ChairPlan, Command, NewTable, PlayOn, Sitter, Stage, TableAct};

use crate::archive::Finished;
use crate::config::Config;
use crate::house::House;
use crate::live::{LiveMatch, Locked};
use crate::pool::Sake;
use crate::seal;
use crate::store::{MatchFilter, StoreError, Summary};
use crate::trouble::Trouble;

/// The limit per address, as a multiple of the limit per person: for a household, a club, a school.
const HOUSEHOLD: u32 = 8;
/// Tables that have been idle for this long no longer count against limits, in milliseconds.
const LATELY: u64 = 24 * 3_600_000;
/// How many tables are looked at to see whether there are too many.
const COUNTED: u32 = 2_000;

impl House {
    /// Sets up a table. Returns its id.
    pub async fn create(
        self: &Arc<Self>,
        who: Who<'_>,
        origin: &str,
        wish: &NewTable,
    ) -> Result<String, Trouble> {
        let id = seal::fresh_id();
        let created = self.plan(&id, who, origin, wish).await?;
        self.must_open(who).await?;
        self.must_have_room(who, origin, &created, wish.start).await?;
        self.begin(id, created, wish.start, SeatSet::EMPTY).await
    }

    /// Refuses one table too many: of a person, or of all who come from the same place.
    async fn must_have_room(
        &self,
        who: Who<'_>,
        origin: &str,
        created: &LogEvent,
        start: bool,
    ) -> Result<(), Trouble> {
        let Config { waiting_tables, running_tables, bot_tables, .. } = self.config;
        if (waiting_tables, running_tables, bot_tables) == (0, 0, 0) {
            return Ok(());
        }
        let full = |count: usize, most: u32| most > 0 && count >= most as usize;
        let lately = self.now().saturating_sub(LATELY);
        let of_stage = |tables: &[Summary], stage| {
            let counts = |table: &&Summary| table.stage == Some(stage) && table.moved_at >= lately;
            tables.iter().filter(counts).count()
        };
        let own = self.tables(MatchFilter::Of(who.id.to_owned())).await?;
        if full(of_stage(&own, Stage::Gathering), waiting_tables) {
            return Err(Refusal::not_allowed(say!(
                "You have {waiting_tables} tables that wait for players: start one or leave it first."
            ))
            .into());
        }
        if full(of_stage(&own, Stage::Playing), running_tables) {
            return Err(Refusal::not_allowed(say!(
                "You are playing at {running_tables} tables: finish a game first."
            ))
            .into());
        }
        let all = self.tables(MatchFilter::From(origin.to_owned())).await?;
        let many = full(of_stage(&all, Stage::Gathering), HOUSEHOLD * waiting_tables)
            || full(of_stage(&all, Stage::Playing), HOUSEHOLD * running_tables);
        if many {
            return Err(Refusal::not_allowed(say!(
                "Too many tables have been set up from your network: play at one of them."
            ))
            .into());
        }
        let LogEvent::Created { sitters, .. } = created else { return Ok(()) };
        let alone = |table: &&Summary| table.stage == Some(Stage::Playing) && table.persons.is_empty();
        let of_bots = sitters.iter().all(|sitter| matches!(sitter, Sitter::Bot { .. }));
        if start && of_bots && full(all.iter().filter(alone).count(), bot_tables) {
            return Err(Refusal::not_allowed(say!(
                "At {bot_tables} of your tables bots play among themselves already: wait until one of them is done."
            ))
            .into());
        }
        Ok(())
    }

    /// The tables that pass a filter and count against a limit.
    async fn tables(&self, filter: MatchFilter) -> Result<Vec<Summary>, Trouble> {
        let tables = self.store.list(&filter, COUNTED).await?;
        Ok(tables.into_iter().map(|(_, summary)| summary).collect())
    }

    /// Sets up a table that continues a finished game from an earlier moment: `who` sits in the requested seat, bots in the others. Returns
    /// its id.
    pub(crate) async fn play_on(
        self: &Arc<Self>,
        who: Who<'_>,
        origin: &str,
        finished: Arc<Finished>,
        wish: PlayOn,
    ) -> Result<String, Trouble> {
        let (id, now) = (seal::fresh_id(), self.now());
        let mut setup = Setup::continuing(&finished.record, who, wish)?;
        setup.origin = origin.to_owned();
        let sake = Sake { people: true, origin: origin.to_owned() };
        let name = id.clone();
        let replay = move || {
            let (mut log, mut entries) = setup.start(&name, Past::Recent, now)?;
            entries.extend(log.play_prefix_of(&finished.record, wish.version as usize, now)?);
            Ok::<_, Refusal>((log, entries))
        };
        let (log, entries) = self.folds.run(&sake, replay).await.ok_or(Trouble::Busy)??;
        let created = entries.first().map(|entry| entry.what.clone());
        self.must_open(who).await?;
        if let Some(created) = created {
            self.must_have_room(who, origin, &created, true).await?;
        }
        self.open_table(id, log, &entries).await
    }

    /// `missing` are the players of a rematch who have not come yet.
    async fn begin(
        self: &Arc<Self>,
        id: String,
        created: LogEvent,
        start: bool,
        missing: SeatSet,
    ) -> Result<String, Trouble> {
        let now = self.now();
        let first = Entry { revision: 1, at: now, command: None, what: created };
        let mut entries = vec![first.clone()];
        let mut log = MatchLog::fold(&id, vec![first], Past::Recent).map_err(StoreError)?;
        for seat in missing.iter() {
            entries.push(log.act(log.stood_in(seat), now)?);
        }
        if start && missing.is_empty() && log.sitters().all(|(_, sitter)| !sitter.is_nobody()) {
            entries.push(log.act(LogEvent::Started { digest: String::new() }, now)?);
        }
        self.open_table(id, log, &entries).await
    }

    /// Writes the first entries of a table and keeps it.
    async fn open_table(
        self: &Arc<Self>,
        id: String,
        log: MatchLog,
        entries: &[Entry],
    ) -> Result<String, Trouble> {
        self.store.create(&id, entries, &log.summary()).await?;
        self.metrics.tables.add(1);
        let live = self.keep(log);
        let locked = self.lock(&live).await?;
        locked.log.sitters().for_each(|(_, sitter)| self.announce(sitter));
        self.hand_to_driver(&live, &locked.log);
        Ok(id)
    }

    /// The first entry of a requested table.
    async fn plan(&self, id: &str, who: Who<'_>, origin: &str, wish: &NewTable) -> Result<LogEvent, Trouble> {
        let mut accounts = Vec::new();
        for chair in &wish.chairs {
            let ChairPlan::Outside { id } = chair else { continue };
            let Some(bot) = self.store.person(id).await?.filter(|person| !person.token.is_empty()) else {
                continue;
            };
            // Others would use up its places: it can join their tables by itself.
            let owner = self.store.person(who.id).await?.is_some_and(|who| who.own().bots.contains(&bot.id));
            if !owner && bot.id != who.id {
                return Err(Refusal::new(
                    Refused::NotYours,
                    say!("This bot belongs to somebody else: it can join an open chair by itself."),
                )
                .into());
            }
            accounts.push(bot);
        }
        let outside = |id: &str| {
            let bot = accounts.iter().find(|bot| bot.id == id)?;
            Some(Sitter::Outside { id: bot.id.clone(), name: bot.name.clone() })
        };
        Ok(hosting::lobby::plan(id, who, origin, wish, seal::random(), &self.seal, &outside)?)
    }

    /// Proposes a rematch, or joins the one that was proposed.
    pub(crate) async fn rematch(
        self: &Arc<Self>,
        live: &Arc<LiveMatch>,
        locked: &mut Locked,
        who: Who<'_>,
        command: &Command,
    ) -> Result<u32, Trouble> {
        if locked.log.seat_of(who.id).is_none() {
            return Err(Refusal::new(Refused::NotYours, say!("You have no seat at this table.")).into());
        }
        let Some(again) = locked.log.rematch().map(str::to_owned) else {
            let id = seal::fresh_id();
            let created = locked.log.again(who, seal::random());
            self.must_have_room(who, locked.log.origin(), &created, true).await?;
            // The one who asks has a part in the shuffle, too: with nobody else to wait for, the table waits for them.
            let others = locked.log.others(who);
            let own = locked.log.seat_of(who.id).filter(|_| others.is_empty() && !who.outside);
            let missing = own.map_or(others, |seat| others.with(seat));
            let id = self.begin(id, created, true, missing).await?;
            let name = format!("{}/{}", who.id, command.id());
            return self.write(live, locked, None, |log, now| log.propose_again(&id, &name, now)).await;
        };
        let next = self.get(&again).await?;
        let mut seats = self.lock(&next).await?;
        let Some(seat) = seats.log.seat_of(who.id) else {
            return Err(Refusal::not_allowed(say!("Your seat at the rematch was given away.")).into());
        };
        if seats.log.is_standing_in(seat) {
            let come = Command::Table { id: command.id().to_owned(), act: TableAct::Return };
            self.write(&next, &mut seats, None, |log, now| {
                log.carry_out(who, &come, SeatSet::EMPTY, &self.seal, now)
            })
            .await?;
        }
        Ok(locked.log.revision())
    }
}

#[cfg(test)]
mod tests {
    use hosting::Past;
    use wire::{ClockPlan, Spectators, Timeout};

    use super::*;
    use crate::store::{AnyStore, Place};

    #[tokio::test]
    async fn a_table_found_in_the_store_before_its_creator_keeps_it_is_the_same_one() {
        let folder = tempfile::tempdir().unwrap();
        let store = AnyStore::open(&Place::Sqlite(folder.path().join("house.db"))).await.unwrap();
        let house = House::open(Config::default(), Arc::new(store)).await.unwrap();
        let wish = NewTable {
            game: "bloodlust".into(),
            options: serde_json::json!({ "players": 2 }),
            chairs: Vec::new(),
            clock: ClockPlan::None,
            timeout: Timeout::default(),
            spectators: Spectators::default(),
            talk: Default::default(),
            start: false,
        };
        let who = Who { id: "ann", name: "Ann", outside: false };
        let id = house.create(who, "", &wish).await.unwrap();
        let found = house.get(&id).await.unwrap();
        // What the creator does when somebody else has found the table in the store first.
        let made = house.keep(house.fold(&id, Past::Recent).await.unwrap());
        assert!(Arc::ptr_eq(&found, &made));
        let changes = found.subscribe();
        let hello = Command::Say { id: "1".into(), text: "hello".into() };
        house.command(&id, who, &hello).await.unwrap();
        assert!(changes.has_changed().unwrap());
    }
}
