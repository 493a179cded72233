//! Decide, write, publish: the only way in which anything happens to a match.

use std::sync::Arc;

use hosting::{Carried, LogEvent, MatchLog, Past, Who};
use table::{Refusal, SeatSet};
use tokio::sync::MutexGuard;
use wire::{Command, News, Sitter, Stage, TableAct};

use crate::house::House;
use crate::live::{LiveMatch, Locked};
use crate::store::Appended;
use crate::subscriber::Socket;
use crate::trouble::Trouble;

/// How often a decision is retried because another node was faster.
const TRIES: usize = 16;

impl House {
    /// Locks a match: nobody else decides meanwhile. What the lock guards is what is written.
    pub(crate) async fn lock<'a>(&self, live: &'a LiveMatch) -> Result<MutexGuard<'a, Locked>, Trouble> {
        let mut locked = live.locked.lock().await;
        if locked.in_doubt {
            self.refold(live, &mut locked).await?;
        }
        Ok(locked)
    }

    /// Drops what is in memory and folds what is written.
    async fn refold(&self, live: &LiveMatch, locked: &mut Locked) -> Result<(), Trouble> {
        locked.log = self.fold(&live.id, Past::Recent).await?;
        locked.in_doubt = false;
        locked.frames = Default::default();
        live.changed();
        self.show(live, locked, None);
        Ok(())
    }

    /// Decides, writes, publishes. Only what is written has happened. The socket `but` is left to the caller, who has an answer
    /// for it.
    pub(crate) async fn write(
        self: &Arc<Self>,
        live: &Arc<LiveMatch>,
        locked: &mut Locked,
        but: Option<&Arc<Socket>>,
        mut decide: impl FnMut(&mut MatchLog, u64) -> Result<Carried, Refusal>,
    ) -> Result<u32, Trouble> {
        for _ in 0..TRIES {
            let entry = match decide(&mut locked.log, self.now()) {
                Ok(Carried::Before(revision)) => return Ok(revision),
                Ok(Carried::Now(entry)) => entry,
                // Another node may have written since: nobody is refused for what was done there long ago.
                Err(_) if self.catch_up(live, locked).await? => continue,
                Err(refusal) => return Err(refusal.into()),
            };
            // From here on memory is ahead of the store. If this future is dropped the match stays in doubt, and the next one to
            // lock it folds it again.
            locked.in_doubt = true;
            let (revision, what) = (entry.revision, entry.what.clone());
            match self.store.append(&live.id, entry, locked.log.summary()).await? {
                Appended::Stored => {
                    locked.in_doubt = false;
                    self.metrics.entries.add(1);
                    self.metrics.actions.add(matches!(what, LogEvent::Played { .. }).into());
                    self.publish(live, locked, &what, but);
                    self.call_absent(live, &locked.log);
                    return Ok(revision);
                }
                Appended::Overtaken => {
                    self.metrics.overtaken.add(1);
                    self.refold(live, locked).await?;
                }
            }
        }
        Err(Trouble::Busy)
    }

    /// Folds what other nodes have written. Returns whether there was anything.
    pub(crate) async fn catch_up(
        self: &Arc<Self>,
        live: &Arc<LiveMatch>,
        locked: &mut Locked,
    ) -> Result<bool, Trouble> {
        let entries = self.store.entries(&live.id, locked.log.revision()).await?;
        let any = !entries.is_empty();
        for entry in entries {
            let what = entry.what.clone();
            locked.log.add(entry);
            self.publish(live, locked, &what, None);
        }
        Ok(any)
    }

    /// Shows everyone on this node what has happened, except for one socket.
    fn publish(
        self: &Arc<Self>,
        live: &Arc<LiveMatch>,
        locked: &mut Locked,
        what: &LogEvent,
        but: Option<&Arc<Socket>>,
    ) {
        locked.frames.pass(&locked.log, Some(what));
        if let (LogEvent::Played { .. }, Some(game)) = (what, locked.log.game()) {
            locked.bots.witness(game);
        }
        if let LogEvent::Seated { sitter, .. } = what {
            self.announce(sitter);
        }
        live.changed();
        self.show(live, locked, but);
        self.hand_to_driver(live, &locked.log);
    }

    /// Lets an outside bot know that it has a table.
    pub(crate) fn announce(&self, sitter: &Sitter) {
        if let Sitter::Outside { id, .. } = sitter {
            // If nobody listens, the bot finds the table when it connects.
            let _ = self.seated.send(id.clone());
        }
    }

    /// Makes sure that a match has a driver if there is work to do. The caller has locked the match.
    pub(crate) fn hand_to_driver(&self, live: &Arc<LiveMatch>, log: &MatchLog) {
        if hosting::work::is_due(log, self.now()) && live.take_driver() {
            // The receiver is gone only when the house is.
            let _ = self.due.send(live.clone());
        }
    }

    /// Carries out a person's command. Returns the revision it led to.
    pub async fn command(
        self: &Arc<Self>,
        id: &str,
        who: Who<'_>,
        command: &Command,
    ) -> Result<u32, Trouble> {
        let live = self.get(id).await?;
        self.command_at(&live, who, command, None).await
    }

    /// Carries out a command at a match in memory. If it came over a socket, the answer and the new frame are sent there; a refusal
    /// is left to the caller.
    pub(crate) async fn command_at(
        self: &Arc<Self>,
        live: &Arc<LiveMatch>,
        who: Who<'_>,
        command: &Command,
        from: Option<&Arc<Socket>>,
    ) -> Result<u32, Trouble> {
        let mut locked = self.lock(live).await?;
        let over = matches!(locked.log.stage(), Stage::Finished | Stage::Cancelled);
        let revision = match command {
            Command::Table { act: TableAct::Rematch, .. } if over => {
                self.rematch(live, &mut locked, who, command).await?
            }
            _ => {
                self.write(live, &mut locked, from, |log, now| {
                    // Only commands about chairs depend on who is here.
                    let present = match command {
                        Command::Table { .. } => live.present(log).seats,
                        _ => SeatSet::EMPTY,
                    };
                    log.carry_out(who, command, present, &self.seal, now)
                })
                .await?
            }
        };
        if let Some(from) = from {
            let done = News::Done { id: command.id().to_owned(), revision };
            self.answer(live, &mut locked, from, &done);
        }
        Ok(revision)
    }
}
