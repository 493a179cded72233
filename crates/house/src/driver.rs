//! The house's own work for a match: bots that think, clocks that run out.
//!
//! A match has a driver only while there is such work. With several nodes the one that holds the lease drives.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::future::join_all;
use table::{Seat, SeatSet, referee};

use crate::hosted::{Carried, Hosted};
use crate::house::{House, Trouble};
use crate::live::{Inner, Live};
use crate::log::Hand;
use crate::players::Thought;
use wire::Timeout;

/// How long to wait after the store has failed.
const RECOVER: Duration = Duration::from_secs(1);

/// A clock that runs out within this time is waited for.
const SOON: u64 = 60_000;

/// Whoever thinks for less is not shown to think.
const GLIMPSE: u64 = 100;

/// What there is to do.
enum Work {
    /// Nothing.
    None,
    /// Bots are to decide; nobody sees their answer before this time.
    Think(Vec<Thought>, u64),
    /// A clock runs out at this time.
    Wait(u64, Seat),
}

/// Sees to it that a match has a driver if there is work. The caller holds the match.
pub(crate) fn nudge(house: &Arc<House>, live: &Arc<Live>, hosted: &Hosted) {
    let bots = |seats: SeatSet| seats.iter().any(|seat| hosted.bot_at(seat).is_some());
    let soon = hosted.next_due().is_some_and(|(due, _)| due < house.now() + SOON);
    let work = bots(hosted.waiting()) || bots(hosted.interrupts()) || soon;
    if work && !live.driven.swap(true, Ordering::AcqRel) {
        let (house, live) = (house.clone(), live.clone());
        tokio::spawn(async move { drive(house, live).await });
    }
}

async fn drive(house: Arc<House>, live: Arc<Live>) {
    let mut changes = live.subscribe();
    loop {
        if house.is_closed() {
            return live.driven.store(false, Ordering::Release);
        }
        changes.mark_unchanged();
        let work = match next(&house, &live).await {
            Ok(work) => work,
            Err(trouble) => {
                tracing::warn!(?trouble, table = live.id, "the house's own work has to wait");
                tokio::time::sleep(RECOVER).await;
                continue;
            }
        };
        let done = match work {
            Work::None => return,
            Work::Think(thoughts, ready_at) => think(&house, &live, thoughts, ready_at).await,
            Work::Wait(until, seat) => tokio::select! {
                () = sleep_until(&house, until) => run_out(&house, &live, seat).await,
                _ = changes.changed() => Ok(()),
                () = house.closed() => Ok(()),
            },
        };
        if let Err(trouble) = done {
            tracing::warn!(?trouble, table = live.id, "the house's own work has to wait");
            tokio::time::sleep(RECOVER).await;
        }
    }
}

async fn sleep_until(house: &House, at: u64) {
    tokio::time::sleep(Duration::from_millis(at.saturating_sub(house.now()))).await;
}

/// Looks for work. Finding none, the driver is gone before anybody else can hold the match.
async fn next(house: &House, live: &Live) -> Result<Work, Trouble> {
    let mut inner = house.hold(live).await?;
    let work = find(house, &mut inner);
    let mine = !matches!(work, Work::None) && house.lease(&live.id).await?;
    if mine {
        return Ok(work);
    }
    if let Work::Think(thoughts, _) = work {
        thoughts.into_iter().for_each(|thought| inner.players.back(thought));
    }
    live.driven.store(false, Ordering::Release);
    Ok(Work::None)
}

fn find(house: &House, inner: &mut Inner) -> Work {
    let Inner { hosted, players, .. } = inner;
    // Bots are asked all at once; their answers count in the referee's order.
    let offered = players.passed_at != hosted.acted();
    let interrupts = if offered { hosted.interrupts() } else { SeatSet::EMPTY };
    let asked = referee::order(hosted.waiting(), interrupts);
    let thoughts: Vec<Thought> = asked.filter_map(|turn| players.ask(hosted, turn)).collect();
    players.passed_at = hosted.acted();
    if !thoughts.is_empty() {
        let ready_at = thoughts.iter().map(|thought| ready_at(house, hosted, thought)).max();
        return Work::Think(thoughts, ready_at.unwrap_or(0));
    }
    match hosted.next_due() {
        // A clock that runs for hours needs nobody to wait: the rounds of the house find it when it is due.
        Some((due, seat)) if due < house.now() + SOON => Work::Wait(due.max(house.grace()), seat),
        _ => Work::None,
    }
}

/// When a bot's answer is seen: always the same time after the question, so that it tells nothing about how hard it was.
fn ready_at(house: &House, hosted: &Hosted, thought: &Thought) -> u64 {
    if !hosted.has_people() {
        return 0;
    }
    let (_, asked) = hosted.asked(thought.seat);
    asked + house.config.bot_pause.max(thought.level.budget().as_millis() as u64)
}

async fn think(
    house: &Arc<House>,
    live: &Arc<Live>,
    thoughts: Vec<Thought>,
    ready_at: u64,
) -> Result<(), Trouble> {
    if ready_at > house.now() + GLIMPSE {
        // Who is asked whether to interrupt is nobody's business.
        live.think(thoughts.iter().filter(|thought| thought.waited_on).map(|thought| thought.seat).collect());
        house.stir(live);
    }
    let answers = join_all(thoughts.into_iter().map(|thought| house.pool.think(thought))).await;
    sleep_until(house, ready_at).await;
    // That they no longer think is seen in what they do.
    live.think(SeatSet::EMPTY);
    let mut inner = house.hold(live).await?;
    let mut decided = Vec::new();
    for (thought, choice) in answers.into_iter().flatten() {
        let (seat, about, waited_on) = (thought.seat, thought.about, thought.waited_on);
        inner.players.back(thought);
        decided.push((waited_on, seat, about, choice));
    }
    for (waited_on, seat, about, choice) in decided {
        let fallback = || waited_on.then(|| inner.hosted.game()?.fallback(seat)).flatten();
        let Some(code) = choice.or_else(fallback) else { continue };
        let by = if inner.hosted.is_standing_in(seat) { Hand::StandIn } else { Hand::Sitter };
        let written = house
            .write(live, &mut inner, None, |hosted, now| {
                hosted.play_for(seat, code, about, by, now).map(Carried::Now)
            })
            .await;
        match written {
            // Somebody was faster and the question has changed: it is asked anew.
            Ok(_) | Err(Trouble::Refused(_)) => {}
            Err(trouble) => return Err(trouble),
        }
    }
    Ok(())
}

/// The time of a seat is up.
async fn run_out(house: &Arc<House>, live: &Arc<Live>, seat: Seat) -> Result<(), Trouble> {
    let mut inner = house.hold(live).await?;
    let written = house
        .write(live, &mut inner, None, |hosted, now| {
            if hosted.due(seat).is_none_or(|due| due > now) {
                return Ok(Carried::Before(0));
            }
            let about = hosted.revision();
            match (hosted.timeout(), hosted.game().and_then(|game| game.fallback(seat))) {
                (Timeout::Default, Some(code)) => hosted.play_for(seat, code, about, Hand::Clock, now),
                _ => hosted.act(hosted.stood_in(seat), now),
            }
            .map(Carried::Now)
        })
        .await;
    match written {
        Ok(_) | Err(Trouble::Refused(_)) => Ok(()),
        Err(trouble) => Err(trouble),
    }
}
