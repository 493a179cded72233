//! The house's own work for a match: bots that think, clocks that run out.
//!
//! A match has a driver only while there is such work. With several nodes, the one that holds the lease drives.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use hosting::work::{self, Timing, Work};
use hosting::{Carried, Entry, MatchLog, Thought};
use table::{Refusal, Seat, SeatSet};
use tokio::sync::mpsc;

use crate::house::House;
use crate::live::{LiveMatch, Locked};
use crate::pool::Sake;
use crate::trouble::Trouble;

/// How long to wait after the store has failed.
const RECOVER: Duration = Duration::from_secs(1);

/// A bot that answers within this many milliseconds is not shown to think.
const GLIMPSE: u64 = 100;

impl House {
    /// Gives every match that needs one a driver.
    pub(crate) async fn drive_due(self: Arc<Self>, mut due: mpsc::UnboundedReceiver<Arc<LiveMatch>>) {
        loop {
            tokio::select! {
                live = due.recv() => match live {
                    Some(live) => drop(tokio::spawn(drive(self.clone(), live))),
                    None => return,
                },
                () = self.closed() => return,
            }
        }
    }
}

async fn drive(house: Arc<House>, live: Arc<LiveMatch>) {
    let mut changes = live.subscribe();
    loop {
        if house.is_closed() {
            return live.release_driver();
        }
        changes.mark_unchanged();
        let done = match next(&house, &live).await {
            Ok((Work::None, _)) => return,
            Ok((Work::Think { thoughts, ready_at }, sake)) => {
                think(&house, &live, thoughts, ready_at, sake).await
            }
            Ok((Work::Wait { until, seat }, _)) => tokio::select! {
                () = sleep_until(&house, until) => run_out(&house, &live, seat).await,
                _ = changes.changed() => Ok(()),
                () = house.closed() => Ok(()),
            },
            Ok((Work::Start { at }, _)) => tokio::select! {
                () = sleep_until(&house, at) => start_again(&house, &live).await,
                _ = changes.changed() => Ok(()),
                () = house.closed() => Ok(()),
            },
            Err(trouble) => Err(trouble),
        };
        if let Err(trouble) = done {
            tracing::warn!(?trouble, table = live.id, "bots and clocks have to wait");
            tokio::time::sleep(RECOVER).await;
        }
    }
}

async fn sleep_until(house: &House, at: u64) {
    tokio::time::sleep(Duration::from_millis(at.saturating_sub(house.now()))).await;
}

/// Looks for work and for whom it is. If there is none, the driver is released before anybody else can lock the match.
async fn next(house: &House, live: &LiveMatch) -> Result<(Work, Sake), Trouble> {
    let mut locked = house.lock(live).await?;
    let Locked { log, bots, .. } = &mut *locked;
    let timing = Timing { now: house.now(), bot_pause: house.config.bot_pause, grace: house.grace() };
    let work = work::next(log, bots, timing);
    let mine = !matches!(work, Work::None) && house.lease(&live.id).await?;
    let sake = Sake::of(log);
    if mine {
        return Ok((work, sake));
    }
    if let Work::Think { thoughts, .. } = work {
        bots.back(thoughts);
    }
    live.release_driver();
    Ok((Work::None, sake))
}

async fn think(
    house: &Arc<House>,
    live: &Arc<LiveMatch>,
    thoughts: Vec<Thought>,
    ready_at: u64,
    sake: Sake,
) -> Result<(), Trouble> {
    // Who is asked whether to interrupt or to speak stays secret.
    let deciding: SeatSet =
        thoughts.iter().filter(|thought| thought.waited_on).map(|thought| thought.seat).collect();
    if ready_at > house.now() + GLIMPSE && !deciding.is_empty() {
        live.think(deciding);
        house.notify(live);
    }
    let thoughts = join_all(thoughts.into_iter().map(|thought| house.pool.think(&sake, thought))).await;
    sleep_until(house, ready_at).await;
    // Viewers see that they have stopped thinking when they act.
    live.think(SeatSet::EMPTY);
    let mut locked = house.lock(live).await?;
    for decision in locked.bots.back(thoughts.into_iter().flatten()) {
        write(house, live, &mut locked, |log, now| log.decided(decision, now)).await?;
    }
    Ok(())
}

/// A seat's time is up.
async fn run_out(house: &Arc<House>, live: &Arc<LiveMatch>, seat: Seat) -> Result<(), Trouble> {
    let mut locked = house.lock(live).await?;
    write(house, live, &mut locked, |log, now| log.run_out(seat, now)).await
}

/// A rematch has waited long enough.
async fn start_again(house: &Arc<House>, live: &Arc<LiveMatch>) -> Result<(), Trouble> {
    let mut locked = house.lock(live).await?;
    write(house, live, &mut locked, |log, now| log.start_again(now)).await
}

/// Writes the host's decision, if any. A refusal means that somebody was faster: the question has changed and is asked again.
async fn write(
    house: &Arc<House>,
    live: &Arc<LiveMatch>,
    locked: &mut Locked,
    mut decide: impl FnMut(&mut MatchLog, u64) -> Option<Result<Entry, Refusal>>,
) -> Result<(), Trouble> {
    let written = house
        .write(live, locked, None, |log, now| match decide(log, now) {
            Some(entry) => entry.map(Carried::Now),
            None => Ok(Carried::Before(log.revision())),
        })
        .await;
    match written {
        Ok(_) | Err(Trouble::Refused(_)) => Ok(()),
        Err(trouble) => Err(trouble),
    }
}
