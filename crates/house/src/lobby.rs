//! Setting tables up: new ones, and rematches.

use std::sync::Arc;

use hosting::{Entry, LogEvent, MatchLog, Past, Who, invitation, token_hash, words};
use table::digest::Digest;
use table::{Refusal, Refused, Seat, SeatSet, say};
use wire::{ChairPlan, Command, NewTable, Sitter, TableAct};

use crate::house::House;
use crate::live::{LiveMatch, Locked};
use crate::seal;
use crate::store::StoreError;
use crate::trouble::Trouble;

impl House {
    /// Sets up a table. Gives its id.
    pub async fn create(self: &Arc<Self>, who: Who<'_>, wish: &NewTable) -> Result<String, Trouble> {
        let id = seal::fresh_id();
        let created = self.plan(&id, who, wish).await?;
        self.begin(id, created, wish.start, SeatSet::EMPTY).await
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
        self.store.create(&id, &entries, &log.summary()).await?;
        self.metrics.tables.add(1);
        let live = self.keep(log);
        let locked = self.lock(&live).await?;
        locked.log.sitters().for_each(|(_, sitter)| self.announce(sitter));
        self.hand_to_driver(&live, &locked.log);
        Ok(id)
    }

    /// The first entry of a table as wished for.
    async fn plan(&self, id: &str, who: Who<'_>, wish: &NewTable) -> Result<LogEvent, Trouble> {
        let entry = shelf::find(&wish.game)?;
        let options = entry.game.options(&wish.options)?;
        let players = options.get("players").and_then(|players| players.as_u64()).unwrap_or(0) as usize;
        if wish.chairs.len() > players {
            return Err(Refusal::malformed(say!("This table has {players} chairs.")).into());
        }
        let mut chairs = wish.chairs.clone();
        chairs.resize(players, ChairPlan::Open);
        match chairs.iter().filter(|chair| **chair == ChairPlan::You).count() {
            0 if !who.outside => {
                if let Some(first) = chairs.iter_mut().find(|chair| **chair == ChairPlan::Open) {
                    *first = ChairPlan::You;
                }
            }
            0 | 1 => {}
            _ => return Err(Refusal::malformed(say!("You can sit on one chair only.")).into()),
        }
        let (mut sitters, mut invites) = (Vec::new(), Vec::new());
        for (seat, chair) in Seat::all(players).zip(chairs) {
            let (sitter, invite) = match chair {
                ChairPlan::You => (who.sitter(), None),
                ChairPlan::Open => (Sitter::Open, None),
                ChairPlan::Invited => {
                    (Sitter::Invited, Some(token_hash(&invitation(&self.seal, id, seat, 1))))
                }
                ChairPlan::Bot { level } => {
                    let level: bots::Level = level.parse()?;
                    let name = words::bot_name(seat).to_owned();
                    (Sitter::Bot { level: level.name().to_owned(), name }, None)
                }
                ChairPlan::Outside { id } => {
                    let bot = self.store.person(&id).await?.filter(|person| !person.token.is_empty());
                    let bot =
                        bot.ok_or_else(|| Refusal::malformed(say!("There is no bot account with this id.")))?;
                    (Sitter::Outside { id: bot.id, name: bot.name }, None)
                }
            };
            sitters.push(sitter);
            invites.push(invite);
        }
        Ok(LogEvent::Created {
            game: wish.game.clone(),
            rules: entry.game.info().rules_version,
            options,
            position: None,
            host: who.id.to_owned(),
            sitters,
            invites,
            clock: wish.clock,
            timeout: wish.timeout,
            spectators: wish.spectators,
            secret: Digest(seal::random()).to_string(),
        })
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
            let id = self.begin(id, created, true, locked.log.others(who)).await?;
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
    use crate::config::Config;
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
            start: false,
        };
        let who = Who { id: "ann", name: "Ann", outside: false };
        let id = house.create(who, &wish).await.unwrap();
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
