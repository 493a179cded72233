//! The house: all matches, whoever serves them.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use table::digest::Digest;
use table::{Observer, Refusal, Seat};
use tokio::sync::{broadcast, watch};
use tokio::time::Instant;

use crate::Books;
use crate::config::Config;
use crate::driver;
use crate::hosted::{Carried, Hosted, Past, Who, invitation, kept_for};
use crate::limits::Limits;
use crate::live::{Inner, Live};
use crate::log::{Entry, Happening};
use crate::metrics::Metrics;
use crate::notices::{self, Notices};
use crate::outlet::{Outlet, Pipe, Progress};
use crate::players::Pool;
use crate::reviews::Reviews;
use crate::seal::{self, Seal};
use crate::show::{Detail, Seen, Sight, Viewer};
use crate::store::{Appended, Shelf, Store, StoreError};
use crate::words;
use wire::{ChairPlan, Command, NewTable, News, Sitter, Stage, TableAct};

/// A match that nobody has asked for since then is put away.
const IDLE: u64 = 30_000;
/// How often the house looks for matches that are due, and for idle ones.
const ROUND: Duration = Duration::from_secs(2);
/// How long a node may do the house's own work for a match without renewing its lease.
const LEASE: u64 = 5_000;
/// A frame for a program is hardly ever longer.
const FRAME: usize = 1 << 10;
/// How many outside bots may sit down while one that waits to hear of it is busy.
const SEATED: usize = 256;
/// How often a decision is made anew because another node was faster.
const TRIES: usize = 16;

/// Why a request was not met.
#[derive(Debug)]
pub enum Trouble {
    /// The rules of the game or of the house say no.
    Refused(Refusal),
    /// There is no such thing.
    Missing,
    /// Too much at once.
    Busy,
    /// The store failed; what is known of it is in the log of the house. Asking again may help.
    Store,
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Trouble {
        Trouble::Refused(refusal)
    }
}

impl From<StoreError> for Trouble {
    fn from(StoreError(error): StoreError) -> Trouble {
        tracing::error!(error, "the store failed");
        Trouble::Store
    }
}

/// A server of matches. Any number of them may work on the same store.
pub struct House {
    pub(crate) config: Config,
    pub(crate) store: Books,
    pub(crate) seal: Seal,
    pub(crate) metrics: Metrics,
    pub(crate) limits: Limits,
    pub(crate) notices: Arc<Notices>,
    pub(crate) pool: Pool,
    pub(crate) reviews: Reviews,
    node: String,
    began: (Instant, u64),
    lives: Mutex<HashMap<String, Arc<Live>>>,
    closing: watch::Sender<bool>,
    /// The ids of outside bots that sit down at a table of this house.
    pub(crate) seated: broadcast::Sender<String>,
}

impl House {
    /// Opens the house on a store.
    pub async fn open(config: Config, store: Books) -> Result<Arc<House>, String> {
        let value = |key, fresh: Vec<u8>| {
            let store = &store;
            async move { store.house_value(key, &fresh).await.map_err(|error| error.to_string()) }
        };
        let key = value("seal", seal::random::<32>().to_vec()).await?;
        let push_key = value("push key", notices::fresh_push_key()).await?;
        let unix = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64);
        let notices = Notices::new(&config, &push_key)?;
        let house = Arc::new(House {
            pool: Pool::new(config.thinking()),
            reviews: Reviews::default(),
            config,
            store,
            seal: Seal::new(key),
            metrics: Metrics::default(),
            limits: Limits::default(),
            notices: Arc::new(notices),
            node: seal::fresh_id(),
            began: (Instant::now(), unix),
            lives: Mutex::default(),
            closing: watch::Sender::new(false),
            seated: broadcast::channel(SEATED).0,
        });
        tokio::spawn(house.clone().make_rounds());
        tokio::spawn(house.clone().hear_news());
        Ok(house)
    }

    /// The options it was opened with.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The house's time.
    pub fn now(&self) -> u64 {
        self.began.1 + self.began.0.elapsed().as_millis() as u64
    }

    /// Tells everybody to come back later, and does no more work of its own.
    pub fn close(&self) {
        self.closing.send_replace(true);
    }

    /// Waits until the house closes.
    pub(crate) async fn closed(&self) {
        let _ = self.closing.subscribe().wait_for(|closing| *closing).await;
    }

    /// Has it closed?
    pub(crate) fn is_closed(&self) -> bool {
        *self.closing.borrow()
    }

    /// When the clocks begin to count after a start of the house.
    pub(crate) fn grace(&self) -> u64 {
        self.began.1 + self.config.clock_grace
    }

    /// How many matches are in memory.
    pub fn live(&self) -> usize {
        self.lives().len()
    }

    fn lives(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Live>>> {
        self.lives.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A match, brought up from its log if need be.
    pub(crate) async fn touch(&self, id: &str) -> Result<Arc<Live>, Trouble> {
        if let Some(live) = self.lives().get(id) {
            live.touched.store(self.now(), Ordering::Relaxed);
            return Ok(live.clone());
        }
        Ok(self.bring_in(self.fold(id, Past::Recent).await?))
    }

    /// Keeps a match in memory. Somebody else may have been faster, also with one that was just written for the first time: there
    /// is one of each, or those who look at the other would wait for ever.
    fn bring_in(&self, hosted: Hosted) -> Arc<Live> {
        let live = Arc::new(Live::new(hosted));
        let live = self.lives().entry(live.id.clone()).or_insert(live).clone();
        live.touched.store(self.now(), Ordering::Relaxed);
        live
    }

    /// Folds a match from its log.
    pub(crate) async fn fold(&self, id: &str, past: Past) -> Result<Hosted, Trouble> {
        let entries = self.store.entries(id, 0).await?;
        if entries.is_empty() {
            return Err(Trouble::Missing);
        }
        self.metrics.folds.add(1);
        Hosted::fold(id, entries, past).map_err(|error| StoreError(error).into())
    }

    /// Holds a match: nobody else decides meanwhile. What is held is what is written.
    pub(crate) async fn hold<'a>(
        &self,
        live: &'a Live,
    ) -> Result<tokio::sync::MutexGuard<'a, Inner>, Trouble> {
        let mut inner = live.inner.lock().await;
        if inner.in_doubt {
            self.settle(live, &mut inner).await?;
        }
        Ok(inner)
    }

    /// Forgets what is in memory and folds what is written.
    async fn settle(&self, live: &Live, inner: &mut Inner) -> Result<(), Trouble> {
        inner.hosted = self.fold(&live.id, Past::Recent).await?;
        inner.in_doubt = false;
        inner.shown = Default::default();
        live.tell();
        self.show(live, inner, None);
        Ok(())
    }

    /// Decides, writes, publishes. Only then is it true. The socket `but` is left to the caller, who has an answer for it.
    pub(crate) async fn write(
        self: &Arc<Self>,
        live: &Arc<Live>,
        inner: &mut Inner,
        but: Option<&Arc<Pipe>>,
        mut decide: impl FnMut(&mut Hosted, u64) -> Result<Carried, Refusal>,
    ) -> Result<u32, Trouble> {
        for _ in 0..TRIES {
            let entry = match decide(&mut inner.hosted, self.now()) {
                Ok(Carried::Before(revision)) => return Ok(revision),
                Ok(Carried::Now(entry)) => entry,
                // Another node may know better: nobody is refused for what has long been done there.
                Err(_) if self.catch_up(live, inner).await? => continue,
                Err(refusal) => return Err(refusal.into()),
            };
            // From here on memory is ahead of the store. Whoever drops this future leaves a match in doubt, which the next one
            // to hold it settles.
            inner.in_doubt = true;
            let (revision, what) = (entry.revision, entry.what.clone());
            match self.store.append(&live.id, entry, inner.hosted.summary()).await? {
                Appended::Stored => {
                    inner.in_doubt = false;
                    self.metrics.entries.add(1);
                    self.metrics.actions.add(matches!(what, Happening::Played { .. }).into());
                    self.publish(live, inner, &what, but);
                    self.call(live, &inner.hosted);
                    return Ok(revision);
                }
                Appended::Overtaken => {
                    self.metrics.overtaken.add(1);
                    self.settle(live, inner).await?;
                }
            }
        }
        Err(Trouble::Busy)
    }

    /// Shows what has happened to everyone on this node, but for one socket.
    fn publish(
        self: &Arc<Self>,
        live: &Arc<Live>,
        inner: &mut Inner,
        what: &Happening,
        but: Option<&Arc<Pipe>>,
    ) {
        inner.shown.pass(&inner.hosted, Some(what));
        if let (Happening::Played { .. }, Some(game)) = (what, inner.hosted.game()) {
            inner.players.witness(game);
        }
        if let Happening::Seated { sitter, .. } = what {
            self.announce(sitter);
        }
        live.tell();
        self.show(live, inner, but);
        driver::nudge(self, live, &inner.hosted);
    }

    /// Shows the present frame to all sockets but one.
    fn show(&self, live: &Live, inner: &mut Inner, but: Option<&Arc<Pipe>>) {
        let Inner { hosted, shown, outlets, .. } = inner;
        if outlets.is_empty() {
            return;
        }
        let sight = self.sight(live, hosted);
        let mut out = Vec::with_capacity(FRAME);
        for outlet in
            outlets.iter_mut().filter(|outlet| but.is_none_or(|but| !Arc::ptr_eq(but, &outlet.pipe)))
        {
            match outlet.viewer.detail {
                // A scene takes time to draw: its connection does that, once it comes to it, and nobody waits.
                Detail::Page => outlet.leave_behind(),
                Detail::Lean | Detail::Bare => {
                    self.metrics.frames.add(outlet.show(&sight, shown, None, &mut out).into());
                }
            }
        }
    }

    fn sight<'a>(&'a self, live: &'a Live, hosted: &'a Hosted) -> Sight<'a> {
        Sight { live, hosted, seal: &self.seal, now: self.now() }
    }

    /// Shows everyone who looks at a table something that is not written down: who is here, who thinks.
    pub(crate) fn stir(self: &Arc<Self>, live: &Arc<Live>) {
        live.tell();
        // Whoever leaves when the house itself comes to its end is missed by nobody.
        if let Ok(runtime) = tokio::runtime::Handle::try_current()
            && live.stir()
        {
            let (house, live) = (self.clone(), live.clone());
            runtime.spawn(async move {
                let inner = house.hold(&live).await;
                live.calm_down();
                if let Ok(mut inner) = inner {
                    house.show(&live, &mut inner, None);
                }
            });
        }
    }

    /// Adds a socket to those that look at a table. It is shown nothing before [`House::go_on`].
    pub(crate) async fn attach(&self, live: &Live, outlet: Outlet) {
        live.inner.lock().await.outlets.push(outlet);
    }

    /// Takes it away.
    pub(crate) async fn detach(&self, live: &Live, pipe: &Arc<Pipe>) {
        let mut inner = live.inner.lock().await;
        inner.outlets.retain(|outlet| !Arc::ptr_eq(&outlet.pipe, pipe));
        inner.outlets.shrink_to_fit();
    }

    /// Says something to one socket of a table.
    pub(crate) async fn tell_one(&self, live: &Live, pipe: &Arc<Pipe>, tell: impl FnOnce(&mut Outlet)) {
        if let Some(outlet) = live.inner.lock().await.outlet(pipe) {
            tell(outlet);
        }
    }

    /// Goes on with a socket that could not be shown everything at once.
    pub(crate) async fn go_on(&self, live: &Live, pipe: &Arc<Pipe>) -> Result<Progress, Trouble> {
        let mut inner = self.hold(live).await?;
        let Some(outlet) = inner.outlet(pipe) else { return Ok(Progress::Gone) };
        if let Some(refusal) = outlet.refused.take() {
            return Err(refusal.into());
        }
        let (progress, person) = (outlet.go_on(), outlet.viewer.person.clone());
        if progress != Progress::Behind {
            return Ok(progress);
        }
        let observer = eyes(&inner.hosted, &person)?;
        self.bring_late(live, &mut inner, observer).await?;
        let Inner { hosted, shown, outlets, .. } = &mut *inner;
        let sight = self.sight(live, hosted);
        let Some(outlet) = outlets.iter_mut().find(|outlet| Arc::ptr_eq(&outlet.pipe, pipe)) else {
            return Ok(Progress::Gone);
        };
        self.metrics.frames.add(outlet.show_what_there_is(&sight, shown).into());
        Ok(outlet.go_on())
    }

    /// Calls those who are asked something new and have no page open.
    fn call(self: &Arc<Self>, live: &Live, hosted: &Hosted) {
        let asked = hosted.newly_asked();
        if asked.is_empty() {
            return;
        }
        let absent = asked.minus(live.present(hosted).seats).iter();
        for id in absent.filter_map(|seat| hosted.person_at(seat)) {
            if self.notices.is_due(id, hosted.id()) {
                let (house, id, table) = (self.clone(), id.to_owned(), hosted.id().to_owned());
                let game = hosted.entry().game.info().name;
                tokio::spawn(async move {
                    if let Ok(Some(person)) = house.store.person(&id).await {
                        let delivered = house.notices.clone().call(person, game, table).await;
                        house.metrics.notices.add(delivered);
                    }
                });
            }
        }
    }

    /// Carries out a command of a person. Says at which revision.
    pub async fn command(
        self: &Arc<Self>,
        id: &str,
        who: Who<'_>,
        command: &Command,
    ) -> Result<u32, Trouble> {
        let live = self.touch(id).await?;
        self.command_at(&live, who, command, None).await
    }

    /// Carries out a command at a table in memory. If it came over a socket, that is answered and shown what came of it; a refusal
    /// is left to the caller.
    pub(crate) async fn command_at(
        self: &Arc<Self>,
        live: &Arc<Live>,
        who: Who<'_>,
        command: &Command,
        from: Option<&Arc<Pipe>>,
    ) -> Result<u32, Trouble> {
        let mut inner = self.hold(live).await?;
        let over = matches!(inner.hosted.stage(), Stage::Finished | Stage::Cancelled);
        let revision = match command {
            Command::Table { act: TableAct::Rematch, .. } if over => {
                self.rematch(live, &mut inner, who, command).await?
            }
            _ => {
                self.write(live, &mut inner, from, |hosted, now| {
                    // Only what is done with chairs asks who is here.
                    let present = match command {
                        Command::Table { .. } => live.present(hosted).seats,
                        _ => table::SeatSet::EMPTY,
                    };
                    hosted.carry_out(who, command, present, &self.seal, now)
                })
                .await?
            }
        };
        let Inner { hosted, shown, outlets, .. } = &mut *inner;
        let from = from.and_then(|from| outlets.iter_mut().find(|outlet| Arc::ptr_eq(&outlet.pipe, from)));
        if let Some(outlet) = from {
            let done = News::Done { id: command.id().to_owned(), revision };
            let mut out = Vec::with_capacity(FRAME);
            let framed = outlet.show(&self.sight(live, hosted), shown, Some(&done), &mut out);
            self.metrics.frames.add(framed.into());
        }
        Ok(revision)
    }

    /// The frame a viewer is to see now.
    pub(crate) async fn frame(
        &self,
        live: &Live,
        viewer: &mut Viewer,
        seen: &mut Seen,
    ) -> Result<String, Trouble> {
        let mut inner = self.hold(live).await?;
        let observer = eyes(&inner.hosted, &viewer.person)?;
        if observer != viewer.observer {
            // Whoever sits down or gets up sees another table.
            viewer.observer = observer;
            *seen = Seen::default();
        }
        self.bring_late(live, &mut inner, observer).await?;
        let Inner { hosted, shown, .. } = &mut *inner;
        let mut out = Vec::new();
        shown.frame(&self.sight(live, hosted), viewer, seen, &mut out);
        String::from_utf8(out).map_err(|_| Trouble::Missing)
    }

    /// Brings up the earlier game that some see, for one who has not seen it yet.
    async fn bring_late(&self, live: &Live, inner: &mut Inner, observer: Observer) -> Result<(), Trouble> {
        if inner.shown.lacks_late(&inner.hosted, observer) {
            let entries = self.store.entries(&live.id, 0).await?;
            inner.shown.bring_late(&inner.hosted, entries);
        }
        Ok(())
    }

    /// Sets up a table. Gives its id.
    pub async fn create(self: &Arc<Self>, who: Who<'_>, wish: &NewTable) -> Result<String, Trouble> {
        let id = seal::fresh_id();
        let created = self.plan(&id, who, wish).await?;
        self.begin(id, created, wish.start).await
    }

    async fn begin(self: &Arc<Self>, id: String, created: Happening, start: bool) -> Result<String, Trouble> {
        let now = self.now();
        let first = Entry { revision: 1, at: now, command: None, what: created };
        let mut entries = vec![first.clone()];
        let mut hosted = Hosted::fold(&id, vec![first], Past::Recent).map_err(StoreError)?;
        if start && hosted.sitters().all(|(_, sitter)| !sitter.is_nobody()) {
            entries.push(hosted.act(Happening::Started { digest: String::new() }, now)?);
        }
        self.store.create(&id, &entries, &hosted.summary()).await?;
        self.metrics.tables.add(1);
        let live = self.bring_in(hosted);
        let inner = self.hold(&live).await?;
        inner.hosted.sitters().for_each(|(_, sitter)| self.announce(sitter));
        driver::nudge(self, &live, &inner.hosted);
        Ok(id)
    }

    /// Lets an outside bot know that it has a table.
    fn announce(&self, sitter: &Sitter) {
        if let Sitter::Outside { id, .. } = sitter {
            // Nobody listens: it finds the table when it comes.
            let _ = self.seated.send(id.clone());
        }
    }

    /// What a wish for a table comes to.
    async fn plan(&self, id: &str, who: Who<'_>, wish: &NewTable) -> Result<Happening, Trouble> {
        let entry = shelf::find(&wish.game)?;
        let options = entry.game.options(&wish.options)?;
        let players = options.get("players").and_then(|players| players.as_u64()).unwrap_or(0) as usize;
        if wish.chairs.len() > players {
            return Err(Refusal::malformed(format!("This table has {players} chairs.")).into());
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
            _ => return Err(Refusal::malformed("You can sit on one chair only.").into()),
        }
        let (mut sitters, mut invites) = (Vec::new(), Vec::new());
        for (seat, chair) in Seat::all(players).zip(chairs) {
            let (sitter, invite) = match chair {
                ChairPlan::You => (sitter_of(who), None),
                ChairPlan::Open => (Sitter::Open, None),
                ChairPlan::Invited => {
                    (Sitter::Invited, Some(seal::hash(&invitation(&self.seal, id, seat, 1))))
                }
                ChairPlan::Bot { level } => {
                    let level: bots::Level = level.parse().map_err(Refusal::malformed)?;
                    let name = words::bot_name(seat).to_owned();
                    (Sitter::Bot { level: level.name().to_owned(), name }, None)
                }
                ChairPlan::Outside { id } => {
                    let bot = self.store.person(&id).await?.filter(|person| !person.token.is_empty());
                    let bot =
                        bot.ok_or_else(|| Refusal::malformed("There is no bot account with this id."))?;
                    (Sitter::Outside { id: bot.id, name: bot.name }, None)
                }
            };
            sitters.push(sitter);
            invites.push(invite);
        }
        Ok(Happening::Created {
            game: wish.game.clone(),
            rules: entry.game.info().rules_version,
            options,
            host: who.id.to_owned(),
            sitters,
            invites,
            clock: wish.clock,
            timeout: wish.timeout,
            spectators: wish.spectators,
            secret: Digest(seal::random()).to_string(),
        })
    }

    /// Proposes the same table again, or joins the one that was proposed.
    async fn rematch(
        self: &Arc<Self>,
        live: &Arc<Live>,
        inner: &mut Inner,
        who: Who<'_>,
        command: &Command,
    ) -> Result<u32, Trouble> {
        if inner.hosted.seat_of(who.id).is_none() {
            return Err(Refusal::new(table::Refused::NotYours, "You have no seat at this table.").into());
        }
        if inner.hosted.rematch().is_none() {
            let id = seal::fresh_id();
            let created = inner.hosted.again(who, |person| seal::hash(&kept_for(&self.seal, &id, person)));
            let id = self.begin(id, created, true).await?;
            let name = format!("{}/{}", who.id, command.id());
            return self.write(live, inner, None, |hosted, now| hosted.propose_again(&id, &name, now)).await;
        }
        let (old, again) = (inner.hosted.revision(), inner.hosted.rematch().unwrap_or_default().to_owned());
        let join = Command::Table {
            id: command.id().to_owned(),
            act: TableAct::Join {
                seat: None,
                invite: Some(kept_for(&self.seal, &again, who.id)),
                contribution: String::new(),
            },
        };
        let next = self.touch(&again).await?;
        let mut inner = self.hold(&next).await?;
        if inner.hosted.seat_of(who.id).is_none() {
            self.write(&next, &mut inner, None, |hosted, now| {
                hosted.carry_out(who, &join, table::SeatSet::EMPTY, &self.seal, now)
            })
            .await?;
        }
        Ok(old)
    }

    /// Takes or renews the lease on the house's own work for a match.
    pub(crate) async fn lease(&self, id: &str) -> Result<bool, Trouble> {
        Ok(self.store.lease(id, &self.node, self.now() + LEASE).await?)
    }

    /// Looks after matches that nobody looks at: wakes those that are due, puts away those that are idle.
    async fn make_rounds(self: Arc<Self>) {
        loop {
            tokio::select! {
                () = tokio::time::sleep(ROUND) => {}
                () = self.closed() => return,
            }
            self.put_away();
            let due = match self.store.list(&Shelf::Due(self.now()), 1000).await {
                Ok(due) => due,
                Err(StoreError(error)) => {
                    tracing::error!(error, "the store failed");
                    continue;
                }
            };
            for (id, _) in due {
                let Ok(live) = self.touch(&id).await else { continue };
                if let Ok(inner) = self.hold(&live).await {
                    driver::nudge(&self, &live, &inner.hosted);
                }
            }
        }
    }

    fn put_away(&self) {
        let before = self.now().saturating_sub(IDLE);
        let mut lives = self.lives();
        lives.retain(|_, live| {
            let idle = live.is_idle() && live.touched.load(Ordering::Relaxed) < before;
            !(idle && Arc::strong_count(live) == 1)
        });
        if lives.capacity() > 4 * lives.len() + 1024 {
            lives.shrink_to_fit();
        }
    }

    /// Reads on where other nodes have written.
    async fn hear_news(self: Arc<Self>) {
        use tokio::sync::broadcast::error::RecvError;
        let mut news = self.store.news();
        loop {
            let changed = match news.recv().await {
                Ok(id) if !id.is_empty() => vec![id],
                Ok(_) | Err(RecvError::Lagged(_)) => self.lives().keys().cloned().collect(),
                Err(RecvError::Closed) => return,
            };
            for id in changed {
                let live = self.lives().get(&id).cloned();
                if let Some(live) = live
                    && let Err(trouble) = self.read_on(&live).await
                {
                    tracing::warn!(?trouble, table = id, "could not read on");
                }
            }
        }
    }

    async fn read_on(self: &Arc<Self>, live: &Arc<Live>) -> Result<(), Trouble> {
        let mut inner = self.hold(live).await?;
        self.catch_up(live, &mut inner).await.map(|_| ())
    }

    /// Folds what other nodes have written. Says whether there was anything.
    async fn catch_up(self: &Arc<Self>, live: &Arc<Live>, inner: &mut Inner) -> Result<bool, Trouble> {
        let entries = self.store.entries(&live.id, inner.hosted.revision()).await?;
        let any = !entries.is_empty();
        for entry in entries {
            let what = entry.what.clone();
            inner.hosted.add(entry);
            self.publish(live, inner, &what, None);
        }
        Ok(any)
    }
}

/// Through whose eyes a person looks, or why not at all.
pub(crate) fn eyes(hosted: &Hosted, person: &str) -> Result<Observer, Refusal> {
    hosted.eyes_of(person).ok_or_else(|| {
        Refusal::not_allowed("This table is played among those who sit there: nobody may look on.")
    })
}

fn sitter_of(who: Who<'_>) -> Sitter {
    let (id, name) = (who.id.to_owned(), who.name.to_owned());
    if who.outside { Sitter::Outside { id, name } } else { Sitter::Person { id, name } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{AnyStore, Place};
    use wire::{ClockPlan, Spectators, Timeout};

    #[tokio::test]
    async fn whoever_finds_a_table_before_it_is_set_up_looks_at_the_same_one() {
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
        let found = house.touch(&id).await.unwrap();
        // As far as the one who sets it up has got when the other finds it in the store.
        let made = house.bring_in(house.fold(&id, Past::Recent).await.unwrap());
        assert!(Arc::ptr_eq(&found, &made));
        let changes = found.subscribe();
        let hello = Command::Say { id: "1".into(), text: "hello".into() };
        house.command(&id, who, &hello).await.unwrap();
        assert!(changes.has_changed().unwrap());
    }
}
