//! Houses are killed at random moments under play, and afterwards the log is compared with what clients were told.
//!
//! A client that gets no answer sends the same command again, to any house that answers. What must hold: a command that was
//! acknowledged is in the log at the revision that was named, once; a command that was refused is not; every match still folds;
//! and play goes on by itself.

use std::collections::{HashMap, HashSet};
use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hosting::{LogEvent, MatchLog, Past};
use house::store::{AnyStore, Place};
use serde::Serialize;
use serde_json::{Value, json};
use table::Chance;
use table::chance::{Quick, quick};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};
use wire::Stage;

use crate::client::{Heard, Listener, Person, SeatView, Socket};
use crate::load::resident;
use crate::server::{Recipe, Server};

/// What a crew plays: the game, people, bots. Every game in turn, at its smallest table; every second time round a bot joins.
fn table_of(crew: usize) -> (&'static str, usize, usize) {
    let games = shelf::games();
    let info = games[crew % games.len()].game.info();
    let bots = (crew / games.len()) % 2;
    (info.id, info.min_players, bots.min(info.max_players - info.min_players))
}

/// The pause before a client reconnects.
const BREATH: Duration = Duration::from_millis(20);

/// How long a client waits for an answer before it tries another house, as a page does.
const PATIENCE: Duration = Duration::from_secs(2);

/// How long a paused house is away: longer than it keeps what it has leased.
const PAUSE: Duration = Duration::from_secs(8);

/// A client that hears nothing for this long is stuck.
const SILENCE: Duration = Duration::from_secs(60);

/// What to do to the house.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How it is started.
    pub recipe: Recipe,
    /// How many houses there are on the same store.
    pub nodes: usize,
    /// How often one is killed.
    pub kills: u32,
    /// How often one is paused for longer than its leases last, spread over the kills.
    pub pauses: u32,
    /// How often the database crashes and recovers, spread over the kills.
    pub crashes: u32,
    /// By how many seconds the clock of the last house is ahead.
    pub skew: u64,
    /// The longest play between two kills.
    pub peace: Duration,
    /// Is a killed house opened again? If not, the others go on alone.
    pub reopen: bool,
    /// How long players wait before they move.
    pub think: Duration,
    /// How many tables are played at a time.
    pub crews: usize,
    /// Chance.
    pub seed: u64,
}

impl Plan {
    /// Is it time for one of `often` events that are spread over the kills?
    fn is_due(&self, often: u32, kill: u32) -> bool {
        let before = |kill: u32| u64::from(kill) * u64::from(often) / u64::from(self.kills.max(1));
        before(kill) > before(kill - 1)
    }
}

/// The result.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Report {
    /// How often a house was killed.
    pub kills: u32,
    /// How often one was paused.
    pub pauses: u32,
    /// How often the database crashed.
    pub crashes: u32,
    /// How many tables were played at.
    pub tables: usize,
    /// Games played to the end.
    pub finished: usize,
    /// Entries in the logs of those tables.
    pub entries: usize,
    /// Commands that were acknowledged.
    pub acknowledged: usize,
    /// Commands that were sent again.
    pub resent: u64,
    /// Commands that came too late and were refused.
    pub refused: usize,
    /// Acknowledged, but not in the log where the house said.
    pub lost: Vec<String>,
    /// In the log more than once.
    pub twice: Vec<String>,
    /// Refused, but in the log.
    pub sneaked: Vec<String>,
    /// Matches whose log no longer folds.
    pub broken: Vec<String>,
    /// Tables at which nothing was acknowledged any more after the last kill.
    pub stuck: Vec<String>,
    /// The longest time, over all kills, pauses, crashes and tables, from one to the next acknowledged command, in milliseconds.
    pub longest_pause: u64,
}

impl Report {
    /// Did the house pass?
    pub fn stood(&self) -> bool {
        self.faults().next().is_none()
    }

    /// All violations.
    pub fn faults(&self) -> impl Iterator<Item = &String> {
        [&self.lost, &self.twice, &self.sneaked, &self.broken, &self.stuck].into_iter().flatten()
    }
}

/// Kills houses under play and compares. `at` hears of every kill.
pub async fn torture(plan: &Plan, at: impl Fn(u32)) -> io::Result<Report> {
    let mut servers = Vec::new();
    for number in 1..=plan.nodes {
        let skew = if number == plan.nodes { plan.skew } else { 0 };
        servers.push(Server::open_skewed(&plan.recipe, skew).await?);
    }
    let houses = Mutex::new(servers.iter().map(Server::address).collect());
    let field = Arc::new(Field { houses, think: plan.think, ..Field::default() });
    let mut crews = field.seat(plan);
    let mut chance = quick(plan.seed);
    let mut report = Report::default();
    field.all_move(plan.crews, 0).await;
    for kill in 1..=plan.kills {
        sleep(plan.peace * chance.below(1000) / 1000).await;
        let victim = chance.index(servers.len());
        servers[victim].kill();
        let (begin, before) = (Instant::now(), field.mark());
        report.kills += 1;
        at(kill);
        if plan.reopen {
            servers[victim].reopen().await?;
        } else {
            field.bury(servers.remove(victim).address());
        }
        field.goes_on(plan, begin, before, &mut report).await;
        if report.stuck.is_empty() && plan.is_due(plan.pauses, kill) {
            let paused = &servers[chance.index(servers.len())];
            paused.pause(true)?;
            let (begin, before) = (Instant::now(), field.mark());
            report.pauses += 1;
            field.goes_on(plan, begin, before, &mut report).await;
            sleep(PAUSE.saturating_sub(begin.elapsed())).await;
            // When it wakes, it must not believe that it still holds what others have taken over.
            paused.pause(false)?;
            let (begin, before) = (Instant::now(), field.mark());
            field.goes_on(plan, begin, before, &mut report).await;
        }
        if report.stuck.is_empty() && plan.is_due(plan.crashes, kill) {
            let begin = Instant::now();
            crash(&plan.recipe.db).await?;
            // Until its last process has ended.
            sleep(Duration::from_millis(100)).await;
            let before = field.mark();
            report.crashes += 1;
            field.goes_on(plan, begin, before, &mut report).await;
        }
        if !report.stuck.is_empty() {
            break;
        }
    }
    field.stop.store(true, Ordering::Relaxed);
    while let Some(done) = crews.join_next().await {
        done.map_err(io::Error::other)??;
    }
    drop(servers);
    field.compare(&plan.recipe, &mut report).await?;
    Ok(report)
}

/// The result of a long evening.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Evening {
    /// Resident memory of the house in KiB, one sample a minute.
    pub resident_kib: Vec<f64>,
    /// What was played, and what went wrong.
    pub report: Report,
}

impl Evening {
    /// By how much the house grew, after a first third in which its caches fill: the mean of the last third over that of the second.
    pub fn growth(&self) -> f64 {
        let third = self.resident_kib.len() / 3;
        let mean = |samples: &[f64]| samples.iter().sum::<f64>() / samples.len() as f64;
        match third {
            0 => 1.0,
            _ => mean(&self.resident_kib[2 * third..]) / mean(&self.resident_kib[third..2 * third]),
        }
    }
}

/// Plays on one house for some minutes without harming it, and watches its memory. `at` hears of every sample.
pub async fn steady(plan: &Plan, minutes: u64, at: impl Fn(f64)) -> io::Result<Evening> {
    let server = Server::open(&plan.recipe).await?;
    let field =
        Arc::new(Field { houses: Mutex::new(vec![server.address()]), think: plan.think, ..Field::default() });
    let mut crews = field.seat(plan);
    let mut evening = Evening::default();
    for _ in 0..minutes {
        let before = field.mark();
        sleep(Duration::from_secs(60)).await;
        evening.report.stuck = field.all_move(plan.crews, before).await;
        evening.resident_kib.push(resident(server.process()));
        evening.resident_kib.last().copied().map(&at);
    }
    field.stop.store(true, Ordering::Relaxed);
    while let Some(done) = crews.join_next().await {
        done.map_err(io::Error::other)??;
    }
    drop(server);
    field.compare(&plan.recipe, &mut evening.report).await?;
    Ok(evening)
}

/// Kills a process of the PostgreSQL server, which then ends all others and recovers from its log, as after a loss of power.
#[cfg(feature = "postgres")]
async fn crash(db: &str) -> io::Result<()> {
    let (client, connection) =
        tokio_postgres::connect(db, tokio_postgres::NoTls).await.map_err(io::Error::other)?;
    let connection = tokio::spawn(connection);
    // The shell's parent is the process that runs this statement, so no answer comes.
    let _ = client.batch_execute("COPY (SELECT 1) TO PROGRAM 'kill -9 $PPID'").await;
    let _ = connection.await;
    Ok(())
}

#[cfg(not(feature = "postgres"))]
async fn crash(_: &str) -> io::Result<()> {
    Err(io::Error::other("only PostgreSQL can crash by itself"))
}

/// Where the houses are, and what the clients were told.
#[derive(Default)]
struct Field {
    houses: Mutex<Vec<SocketAddr>>,
    think: Duration,
    stop: AtomicBool,
    resent: AtomicU64,
    told: Mutex<Told>,
}

#[derive(Default)]
struct Told {
    /// Per table: what was acknowledged, by the name of the command, and at which revision.
    acknowledged: HashMap<String, Vec<(String, u32)>>,
    /// Per table: what was refused.
    refused: HashMap<String, Vec<String>>,
    /// How often in all.
    clock: u64,
    /// Per crew: when it last moved, by that clock.
    last: HashMap<usize, u64>,
}

impl Field {
    /// Lets the crews begin.
    fn seat(self: &Arc<Field>, plan: &Plan) -> JoinSet<io::Result<()>> {
        let crew = |number: usize| Crew {
            field: Arc::clone(self),
            number,
            chance: quick(plan.seed + number as u64 + 1),
            last: None,
        };
        (0..plan.crews).map(|number| crew(number).run()).collect()
    }

    fn told(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A house to try: another than the last one, where there is another.
    fn pick(&self, chance: &mut Quick, last: &mut Option<SocketAddr>) -> SocketAddr {
        let houses = self.houses.lock().unwrap_or_else(PoisonError::into_inner);
        let others: Vec<SocketAddr> = houses.iter().copied().filter(|house| Some(*house) != *last).collect();
        *last.insert(chance.pick(if others.is_empty() { &houses } else { &others }))
    }

    fn bury(&self, house: SocketAddr) {
        self.houses.lock().unwrap_or_else(PoisonError::into_inner).retain(|other| *other != house);
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn mark(&self) -> u64 {
        self.told().clock
    }

    /// Waits until every crew has moved since that mark; names those that have not.
    async fn all_move(&self, crews: usize, mark: u64) -> Vec<String> {
        let give_up = Instant::now() + SILENCE;
        loop {
            let still: Vec<usize> = {
                let told = self.told();
                (0..crews).filter(|crew| told.last.get(crew).copied().unwrap_or(0) <= mark).collect()
            };
            if still.is_empty() {
                return Vec::new();
            }
            if Instant::now() > give_up {
                return still.iter().map(|crew| format!("crew {crew} at {}", table_of(*crew).0)).collect();
            }
            sleep(Duration::from_millis(2)).await;
        }
    }

    /// Waits until play goes on everywhere after something that began then, at that mark.
    async fn goes_on(&self, plan: &Plan, begin: Instant, mark: u64, report: &mut Report) {
        report.stuck = self.all_move(plan.crews, mark).await;
        report.longest_pause = report.longest_pause.max(begin.elapsed().as_millis() as u64);
    }

    fn acknowledge(&self, crew: usize, table: &str, command: String, revision: u32) {
        let mut told = self.told();
        told.acknowledged.entry(table.to_owned()).or_default().push((command, revision));
        told.clock += 1;
        let clock = told.clock;
        told.last.insert(crew, clock);
    }

    fn refuse(&self, table: &str, command: String) {
        self.told().refused.entry(table.to_owned()).or_default().push(command);
    }

    /// Compares what was said with what is written.
    async fn compare(&self, recipe: &Recipe, report: &mut Report) -> io::Result<()> {
        let place: Place = recipe.db.parse().map_err(io::Error::other)?;
        let store = AnyStore::open(&place).await.map_err(io::Error::other)?;
        let (acknowledged, refused) = {
            let mut told = self.told();
            (std::mem::take(&mut told.acknowledged), std::mem::take(&mut told.refused))
        };
        let tables: HashSet<&String> = acknowledged.keys().chain(refused.keys()).collect();
        report.tables = tables.len();
        report.resent = self.resent.load(Ordering::Relaxed);
        for table in tables {
            let entries = store.entries(table, 0).await.map_err(io::Error::other)?;
            report.entries += entries.len();
            let mut written: HashMap<&str, Vec<u32>> = HashMap::new();
            for entry in entries.iter().filter(|entry| !matches!(entry.what, LogEvent::Created { .. })) {
                if let Some(command) = &entry.command {
                    written.entry(command).or_default().push(entry.revision);
                }
            }
            let is = |command: &str| format!("{table}: {command}");
            for (command, revisions) in &written {
                if revisions.len() > 1 {
                    report.twice.push(format!("{} at {revisions:?}", is(command)));
                }
            }
            for (command, revision) in acknowledged.get(table).into_iter().flatten() {
                report.acknowledged += 1;
                if !written.get(&**command).is_some_and(|revisions| revisions.contains(revision)) {
                    report.lost.push(format!("{} at {revision}", is(command)));
                }
            }
            for command in refused.get(table).into_iter().flatten() {
                report.refused += 1;
                if written.contains_key(&**command) {
                    report.sneaked.push(is(command));
                }
            }
            let gapless = entries.iter().zip(1..).all(|(entry, revision)| entry.revision == revision);
            match MatchLog::fold(table, entries, Past::Recent) {
                Ok(log) if gapless && log.stage() != Stage::Frozen => {
                    report.finished += usize::from(log.stage() == Stage::Finished);
                }
                Ok(_) => report.broken.push(format!("{table}: its log does not fold")),
                Err(reason) => report.broken.push(format!("{table}: {reason}")),
            }
        }
        Ok(())
    }
}

/// People who play one table after the other.
struct Crew {
    field: Arc<Field>,
    number: usize,
    chance: Quick,
    last: Option<SocketAddr>,
}

impl Crew {
    async fn run(mut self) -> io::Result<()> {
        let (game, people, bots) = table_of(self.number);
        let mut persons = Vec::new();
        while persons.len() < people {
            match soon(Person::arrive(self.field.pick(&mut self.chance, &mut self.last))).await {
                Ok(person) => persons.push(person),
                Err(_) => sleep(BREATH).await,
            }
        }
        while !self.field.stopped() {
            let options = json!({ "players": people + bots });
            let house = self.field.pick(&mut self.chance, &mut self.last);
            let Ok(table) = soon(persons[0].set_up(house, game, &options, people, bots)).await else {
                sleep(BREATH).await;
                continue;
            };
            for (seat, person) in persons.iter().enumerate().skip(1) {
                self.insist(person, &table, &format!("join {seat}"), &json!({ "act": "join" })).await?;
            }
            self.insist(&persons[0], &table, "start", &json!({ "act": "start" })).await?;
            let mut players = JoinSet::new();
            for person in &persons {
                let player = Player {
                    field: Arc::clone(&self.field),
                    crew: self.number,
                    person: person.clone(),
                    table: table.clone(),
                    chance: quick(self.chance.bits().into()),
                    last: None,
                    sent: 0,
                };
                players.spawn(player.play());
            }
            while let Some(done) = players.join_next().await {
                done.map_err(io::Error::other)??;
            }
        }
        Ok(())
    }

    /// Sends the same command until it is answered.
    async fn insist(&mut self, person: &Person, table: &str, id: &str, act: &Value) -> io::Result<()> {
        while let Err(error) =
            soon(person.act(self.field.pick(&mut self.chance, &mut self.last), table, id, act)).await
        {
            // A word of the house, unlike a broken connection, will be the same the next time.
            if error.to_string().contains("the house answered 4") {
                return Err(error);
            }
            sleep(BREATH).await;
        }
        Ok(())
    }
}

/// A command that waits for its answer.
struct Pending {
    id: String,
    revision: u32,
    code: u32,
}

struct Player {
    field: Arc<Field>,
    crew: usize,
    person: Person,
    table: String,
    chance: Quick,
    last: Option<SocketAddr>,
    sent: u32,
}

impl Player {
    /// Plays until the game is over or the trial ends, through any number of lost connections.
    async fn play(mut self) -> io::Result<()> {
        let mut pending = None;
        let since = Instant::now();
        while !self.field.stopped() {
            match self.connected(&mut pending).await {
                Ok(()) => return Ok(()),
                Err(error) if error.kind() == io::ErrorKind::InvalidData => return Err(error),
                Err(_) => sleep(BREATH).await,
            }
            if since.elapsed() > Duration::from_secs(3600) {
                return Err(io::Error::other("a game does not end"));
            }
        }
        Ok(())
    }

    /// Plays over one connection; an error when it is lost.
    async fn connected(&mut self, pending: &mut Option<Pending>) -> io::Result<()> {
        let house = self.field.pick(&mut self.chance, &mut self.last);
        let mut socket = soon(Socket::connect(house, &self.table, true, &self.person.cookie)).await?;
        let (voice, mut listener) = (socket.voice(), Listener::default());
        if let Some(Pending { id, revision, code }) = pending {
            self.field.resent.fetch_add(1, Ordering::Relaxed);
            voice.play(id, *revision, *code).await?;
        }
        // What it was shown last, and the revision its last command led to: after an answer it goes on from what it has seen
        // meanwhile, as the house need not show the same again.
        let (mut view, mut done_at) = (SeatView::default(), 0);
        let mut heard_at = Instant::now();
        while !self.field.stopped() {
            // Other seats may take their time; the trial may end meanwhile.
            let Ok(message) = timeout(Duration::from_millis(500), socket.next()).await else {
                if heard_at.elapsed() > PATIENCE {
                    return Err(io::ErrorKind::TimedOut.into());
                }
                continue;
            };
            heard_at = Instant::now();
            match listener.hear(message?)? {
                Heard::Table(seen) => view = seen,
                Heard::Done(done) => {
                    self.must_be_pending(pending, &done.id)?;
                    let command = format!("{}/{}", self.person.id, done.id);
                    self.field.acknowledge(self.crew, &self.table, command, done.revision);
                    *pending = None;
                    done_at = done.revision;
                }
                Heard::Refused(refused) => {
                    self.must_be_pending(pending, &refused.id)?;
                    // The store may be away, and the command may be written or not: only the same one again can tell.
                    if matches!(&*refused.kind, "busy" | "unavailable") {
                        return Err(io::Error::other(refused.reason));
                    }
                    if !matches!(&*refused.kind, "stale" | "over") {
                        let (kind, reason) = (refused.kind, refused.reason);
                        return Err(invalid(format!("{}: refused as {kind}: {reason}", self.table)));
                    }
                    self.field.refuse(&self.table, format!("{}/{}", self.person.id, refused.id));
                    *pending = None;
                    if refused.kind == "over" {
                        return Ok(());
                    }
                }
                Heard::Other => {}
            }
            if pending.is_some() {
                continue;
            }
            if view.over {
                return Ok(());
            }
            if !view.codes.is_empty() && view.revision >= done_at {
                self.sent += 1;
                let SeatView { revision, codes, .. } = std::mem::take(&mut view);
                let (id, code) = (format!("c{}", self.sent), self.chance.pick(&codes));
                if !self.field.think.is_zero() {
                    sleep(self.field.think).await;
                }
                voice.play(&id, revision, code).await?;
                *pending = Some(Pending { id, revision, code });
            }
        }
        Ok(())
    }

    fn must_be_pending(&self, pending: &Option<Pending>, id: &str) -> io::Result<()> {
        match pending {
            Some(pending) if pending.id == id => Ok(()),
            _ => Err(invalid(format!("{}: an answer to {id}, which was not asked", self.table))),
        }
    }
}

/// What a house that is away does not answer in time.
async fn soon<T>(answer: impl Future<Output = io::Result<T>>) -> io::Result<T> {
    timeout(PATIENCE, answer).await.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
}

fn invalid(reason: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}
