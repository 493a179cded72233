//! Measures a house under many matches: durable actions a second, how long others wait to see an action, and memory.
//!
//! All clients are tasks of one thread, so that the house has the rest of the machine. A table is four seats of King's Blood
//! playing a long series at random.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::Duration;

use hosting::{Entry, Hand, LogEvent};
use house::store::{AnyStore, Place, Summary};
use serde::Serialize;
use serde_json::json;
use table::chance::{Quick, quick};
use table::{Chance, Seat};
use tokio::task::{JoinHandle, LocalSet, spawn_local};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};
use wire::Stage;

use crate::client::{Heard, Listener, Person, SeatView, Socket, Voice};
use crate::server::{Recipe, Server};

/// Seats at a table.
const SEATS: usize = 4;

/// How many requests run at once while tables are set up.
const AT_ONCE: usize = 32;

/// How long to wait for a client's view.
const PATIENCE: Duration = Duration::from_secs(60);

/// A little more than the time after which a house drops idle matches.
const PUT_AWAY: Duration = Duration::from_secs(36);

/// What to measure.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How the house is started.
    pub recipe: Recipe,
    /// How many matches are played at once.
    pub tables: usize,
    /// How long each rate is measured.
    pub seconds: u64,
    /// How many tables start at the same moment.
    pub mass_start: usize,
    /// How many sockets come back at the same moment.
    pub storm: usize,
    /// How many matches have begun and are left alone.
    pub idle: usize,
}

/// What was measured.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// Matches and sockets during the runs.
    pub tables: usize,
    /// Four to a table.
    pub sockets: usize,
    /// Entries a second that the store alone makes durable, as many matches writing at once.
    pub store_entries_per_second: f64,
    /// All tables start and all their clients connect at the same moment.
    pub mass_start: Gathering,
    /// As fast as it goes, with frames for programs: who is waited on, and the codes of what a seat may do.
    pub flat_out: Run,
    /// At half of that rate.
    pub half_rate: Run,
    /// At 500 actions a second.
    pub paced: Run,
    /// As fast as it goes, with what pages get.
    pub flat_out_pages: Run,
    /// At half of that rate.
    pub half_rate_pages: Run,
    /// Sockets that were cut and come back at the same moment.
    pub reconnect_storm: Gathering,
    /// All sockets come back as pages.
    pub reconnect_storm_pages: Gathering,
    /// Resident memory of the house.
    pub memory: Memory,
}

/// Clients that came at the same moment.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Gathering {
    /// How many clients.
    pub clients: usize,
    /// How many of them had no view after a minute.
    pub without_view: usize,
    /// Until half of them had their view, in milliseconds.
    pub p50_ms: f64,
    /// Until the last had it.
    pub all_ms: f64,
}

/// A time of play.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Run {
    /// Seconds of play.
    pub seconds: f64,
    /// Durable actions that were acknowledged, per second.
    pub actions_per_second: f64,
    /// From submitting to the answer, in milliseconds.
    pub answer_ms: Spread,
    /// From submitting to the frame of another seat, in milliseconds.
    pub others_see_ms: Spread,
    /// Frames that clients got, per action: one for each of the four if none was skipped.
    pub frames_per_action: f64,
    /// Commands that were refused because something else came first.
    pub refused: u64,
    /// Seconds of processor time of the house, per second.
    pub house_cores: f64,
    /// Seconds of processor time of the clients, per second.
    pub client_cores: f64,
}

/// The spread of some times.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Spread {
    /// The median.
    pub p50: f64,
    /// The 99th percentile.
    pub p99: f64,
    /// The longest.
    pub max: f64,
}

/// Resident memory of the house.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Memory {
    /// Before anybody came, in KiB.
    pub empty_kib: f64,
    /// Per match with four sockets, nothing happening yet, in KiB.
    pub connected_kib_per_match: f64,
    /// Per match with four sockets after all runs with bare frames, in KiB.
    pub played_kib_per_match: f64,
    /// Actions per match until then.
    pub actions_per_match: f64,
    /// Per match after everybody left and the matches were put away, in KiB.
    pub put_away_kib_per_match: f64,
    /// Matches that have begun and wait for somebody who is not there.
    pub idle_matches: usize,
    /// By how much the house has grown with all of them, in KiB, once they were put away.
    pub idle_kib: f64,
}

/// Measures. `at` is told of the progress.
pub fn load(plan: &Plan, at: &dyn Fn(&str)) -> io::Result<Report> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    LocalSet::new().block_on(&runtime, measure(plan, at))
}

async fn measure(plan: &Plan, at: &dyn Fn(&str)) -> io::Result<Report> {
    at("writing to the store alone");
    let alone = appends(plan).await?;
    at("opening the house");
    let server = Server::open(&plan.recipe).await?;
    let process = server.process();
    let hall = Rc::new(Hall::new(server.address()));
    let mut report = Report {
        tables: plan.tables,
        sockets: plan.tables * SEATS,
        store_entries_per_second: alone,
        ..Report::default()
    };
    report.memory.empty_kib = resident(process);

    at("people come and sit down");
    let tables = hall.gather(plan.tables).await?;
    at("mass start");
    let first = plan.mass_start.min(plan.tables);
    report.mass_start = hall.start(&tables[..first]).await;
    hall.start(&tables[first..]).await;
    sleep(Duration::from_secs(1)).await;
    let per_match = |now: f64| (now - report.memory.empty_kib) / plan.tables as f64;
    let connected = per_match(resident(process));

    at("playing as fast as it goes");
    // What happens while a run gets going does not count.
    let run = async |pace, warm_up| {
        hall.run(pace, Duration::from_secs(warm_up), process).await;
        hall.run(pace, Duration::from_secs(plan.seconds), process).await
    };
    report.flat_out = run(Pace::FlatOut, 2).await;
    at("playing at half of that rate");
    report.half_rate = run(Pace::Rate(report.flat_out.actions_per_second / 2.0), 1).await;
    at("playing at 500 actions a second");
    report.paced = run(Pace::Rate(500.0), 1).await;
    let played = per_match(resident(process));
    report.memory.connected_kib_per_match = connected;
    report.memory.played_kib_per_match = played;
    report.memory.actions_per_match = hall.acknowledged.get() as f64 / plan.tables as f64;

    at("reconnect storm");
    report.reconnect_storm = hall.storm(plan.storm).await;

    at("everybody comes back as a page");
    hall.bare.set(false);
    report.reconnect_storm_pages = hall.storm(plan.tables * SEATS).await;
    at("playing as fast as it goes, with what pages get");
    report.flat_out_pages = run(Pace::FlatOut, 1).await;
    at("playing at half of that rate");
    report.half_rate_pages = run(Pace::Rate(report.flat_out_pages.actions_per_second / 2.0), 1).await;

    at("everybody leaves, and the matches are put away");
    hall.leave();
    sleep(PUT_AWAY).await;
    let put_away = resident(process);
    report.memory.put_away_kib_per_match = (put_away - report.memory.empty_kib) / plan.tables as f64;

    if plan.idle > 0 {
        at("matches begin and are left alone");
        report.memory.idle_matches = plan.idle;
        hall.leave_alone(plan.idle).await?;
        sleep(PUT_AWAY).await;
        report.memory.idle_kib = resident(process) - put_away;
    }
    Ok(report)
}

/// How many entries a second the store makes durable without a house around it.
async fn appends(plan: &Plan) -> io::Result<f64> {
    let place: Place = plan.recipe.db.parse().map_err(io::Error::other)?;
    let store = Rc::new(AnyStore::open(&place).await.map_err(io::Error::other)?);
    let summary = Summary {
        game: "kings-blood".into(),
        // Over, so that no house takes it up.
        stage: Some(Stage::Cancelled),
        origin: String::new(),
        recorded: false,
        card: "x".repeat(500),
        persons: (1..=SEATS).map(|seat| format!("person{seat:010}")).collect(),
        waiting: vec!["person0000000001".into()],
        ..Summary::default()
    };
    let entry = |revision| Entry {
        revision,
        at: 1_763_000_000_000,
        command: Some("person0000000001/1234".into()),
        what: LogEvent::Played { seat: Seat::new(0), code: 123, digest: "0123abcd".into(), by: Hand::Sitter },
    };
    let run = house::store::now();
    for table in 0..plan.tables {
        store.create(&format!("{run}-{table}"), &[entry(1)], &summary).await.map_err(io::Error::other)?;
    }
    let begin = Instant::now();
    let end = begin + Duration::from_secs(plan.seconds);
    let writers: Vec<_> = (0..plan.tables)
        .map(|table| {
            let (store, summary) = (Rc::clone(&store), summary.clone());
            spawn_local(async move {
                let mut revision = 1;
                while Instant::now() < end {
                    revision += 1;
                    let id = format!("{run}-{table}");
                    store.append(&id, entry(revision), summary.clone()).await.map_err(io::Error::other)?;
                }
                io::Result::Ok(revision - 1)
            })
        })
        .collect();
    let mut written = 0;
    for writer in writers {
        written += writer.await.map_err(io::Error::other)??;
    }
    Ok(f64::from(written) / begin.elapsed().as_secs_f64())
}

/// How fast the seats answer.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Pace {
    /// Not at all.
    Still,
    /// At once.
    FlatOut,
    /// Actions a second in all.
    Rate(f64),
}

/// All clients.
struct Hall {
    house: SocketAddr,
    pace: Cell<Pace>,
    bare: Cell<bool>,
    /// Seats that are asked and have not answered.
    ready: RefCell<VecDeque<Rc<Chair>>>,
    chairs: RefCell<Vec<Rc<Chair>>>,
    acknowledged: Cell<u64>,
    frames: Cell<u64>,
    refused: Cell<u64>,
    answers: RefCell<Vec<u32>>,
    sights: RefCell<Vec<u32>>,
    chance: RefCell<Quick>,
}

/// A seat with its client.
#[derive(Default)]
struct Chair {
    table: Rc<Table>,
    index: usize,
    person: Person,
    view: RefCell<SeatView>,
    /// The revision it answered last.
    answered: Cell<u32>,
    /// When it submitted what is not answered yet.
    pending: Cell<Option<Instant>>,
    queued: Cell<bool>,
    sent: Cell<u32>,
    voice: RefCell<Option<Voice>>,
    client: RefCell<Option<JoinHandle<()>>>,
    viewed_at: Cell<Option<Instant>>,
}

/// What is on its way to the others.
#[derive(Default)]
struct Table {
    id: String,
    /// The revision an action leads to, when it was submitted, and who has not seen it.
    submitted: RefCell<VecDeque<(u32, Instant, [bool; SEATS])>>,
}

impl Hall {
    fn new(house: SocketAddr) -> Hall {
        Hall {
            house,
            pace: Cell::new(Pace::Still),
            bare: Cell::new(true),
            ready: RefCell::default(),
            chairs: RefCell::default(),
            acknowledged: Cell::new(0),
            frames: Cell::new(0),
            refused: Cell::new(0),
            answers: RefCell::default(),
            sights: RefCell::default(),
            chance: RefCell::new(quick(1)),
        }
    }

    /// Sets up tables and has people sit down.
    async fn gather(self: &Rc<Self>, tables: usize) -> io::Result<Vec<Vec<Rc<Chair>>>> {
        several(tables, || {
            let hall = Rc::clone(self);
            async move { hall.set_up().await }
        })
        .await
    }

    /// Begins matches of two, at which nobody stays.
    async fn leave_alone(&self, matches: usize) -> io::Result<()> {
        let (house, one, two) =
            (self.house, Person::arrive(self.house).await?, Person::arrive(self.house).await?);
        let begun = several(matches, || {
            let (one, two) = (one.clone(), two.clone());
            async move {
                let options = json!({ "players": 2 });
                let id = one.set_up(house, "kings-blood", &options, 2, 0).await?;
                two.act(house, &id, "join", &json!({ "act": "join" })).await?;
                one.act(house, &id, "start", &json!({ "act": "start" })).await
            }
        });
        begun.await.map(|_| ())
    }

    async fn set_up(&self) -> io::Result<Vec<Rc<Chair>>> {
        let mut persons = Vec::new();
        for _ in 0..SEATS {
            persons.push(Person::arrive(self.house).await?);
        }
        let options = json!({ "players": SEATS, "scoring": "a", "target": 300 });
        let id = persons[0].set_up(self.house, "kings-blood", &options, SEATS, 0).await?;
        for person in &persons[1..] {
            person.act(self.house, &id, "join", &json!({ "act": "join" })).await?;
        }
        let table = Rc::new(Table { id, submitted: RefCell::default() });
        let chairs = persons.into_iter().enumerate().map(|(index, person)| {
            Rc::new(Chair { table: Rc::clone(&table), index, person, ..Chair::default() })
        });
        let chairs: Vec<_> = chairs.collect();
        self.chairs.borrow_mut().extend(chairs.iter().cloned());
        Ok(chairs)
    }

    /// Starts tables and connects their clients, all at the same moment.
    async fn start(self: &Rc<Self>, tables: &[Vec<Rc<Chair>>]) -> Gathering {
        let begin = Instant::now();
        for table in tables {
            let (host, house) = (Rc::clone(&table[0]), self.house);
            spawn_local(async move {
                if let Err(error) =
                    host.person.act(house, &host.table.id, "start", &json!({ "act": "start" })).await
                {
                    eprintln!("warning: a table did not start: {error}");
                }
            });
            table.iter().for_each(|chair| self.connect(chair));
        }
        // A view before the start is not yet one of the game.
        let chairs: Vec<_> = tables.iter().flatten().cloned().collect();
        gathered(&chairs, begin).await
    }

    /// Cuts some sockets and has them come back at the same moment.
    async fn storm(self: &Rc<Self>, sockets: usize) -> Gathering {
        let chairs: Vec<_> = self.chairs.borrow().iter().take(sockets).cloned().collect();
        chairs.iter().for_each(|chair| chair.cut());
        let begin = Instant::now();
        chairs.iter().for_each(|chair| self.connect(chair));
        gathered(&chairs, begin).await
    }

    fn leave(&self) {
        self.chairs.borrow().iter().for_each(|chair| chair.cut());
    }

    fn connect(self: &Rc<Self>, chair: &Rc<Chair>) {
        let (hall, own) = (Rc::clone(self), Rc::clone(chair));
        let client = spawn_local(async move {
            loop {
                if let Err(error) = hall.serve(&own).await
                    && own.viewed_at.get().is_none()
                    && error.kind() == io::ErrorKind::Other
                {
                    eprintln!("warning: {error}");
                }
                if own.view.borrow().over {
                    return;
                }
                own.pending.set(None);
                sleep(Duration::from_millis(50)).await;
            }
        });
        *chair.client.borrow_mut() = Some(client);
    }

    /// A client over one connection.
    async fn serve(self: &Rc<Self>, chair: &Rc<Chair>) -> io::Result<()> {
        let mut socket =
            Socket::connect(self.house, &chair.table.id, self.bare.get(), &chair.person.cookie).await?;
        *chair.voice.borrow_mut() = Some(socket.voice());
        let mut listener = Listener::default();
        loop {
            match listener.hear(socket.next().await?)? {
                Heard::Table(view) => {
                    let now = Instant::now();
                    self.frames.set(self.frames.get() + 1);
                    chair.table.see(chair.index, view.revision, now, &mut self.sights.borrow_mut());
                    // Before the start there is nothing to see yet.
                    if view.revision > SEATS as u32 && chair.viewed_at.get().is_none() {
                        chair.viewed_at.set(Some(now));
                    }
                    let over = view.over;
                    *chair.view.borrow_mut() = view;
                    if over {
                        return Ok(());
                    }
                }
                Heard::Done(_) => {
                    self.acknowledged.set(self.acknowledged.get() + 1);
                    if let Some(since) = chair.pending.take() {
                        self.answers.borrow_mut().push(since.elapsed().as_micros() as u32);
                    }
                }
                Heard::Refused(_) => {
                    self.refused.set(self.refused.get() + 1);
                    chair.pending.set(None);
                }
                Heard::Other => continue,
            }
            if chair.is_asked() {
                match self.pace.get() {
                    Pace::FlatOut => self.answer(chair).await?,
                    _ if chair.queued.replace(true) => {}
                    _ => self.ready.borrow_mut().push_back(Rc::clone(chair)),
                }
            }
        }
    }

    async fn answer(&self, chair: &Rc<Chair>) -> io::Result<()> {
        let (revision, code) = {
            let view = chair.view.borrow();
            (view.revision, self.chance.borrow_mut().pick(&view.codes))
        };
        chair.sent.set(chair.sent.get() + 1);
        chair.answered.set(revision);
        let now = Instant::now();
        chair.pending.set(Some(now));
        chair.table.submit(chair.index, revision + 1, now);
        let Some(voice) = chair.voice.borrow().clone() else { return Ok(()) };
        voice.play(&chair.sent.get().to_string(), revision, code).await
    }

    /// Plays at a pace for a time and says how it went.
    async fn run(self: &Rc<Self>, pace: Pace, time: Duration, process: u32) -> Run {
        self.answers.borrow_mut().clear();
        self.sights.borrow_mut().clear();
        let (acknowledged, frames, refused) =
            (self.acknowledged.get(), self.frames.get(), self.refused.get());
        let (house, own) = (processor_time(process), processor_time(std::process::id()));
        self.pace.set(pace);
        let begin = Instant::now();
        match pace {
            Pace::Still => sleep(time).await,
            Pace::FlatOut => {
                while let Some(chair) = self.next_ready() {
                    let _ = self.answer(&chair).await;
                }
                sleep(time).await;
            }
            Pace::Rate(rate) => self.at_rate(rate, time).await,
        }
        let seconds = begin.elapsed().as_secs_f64();
        let actions = (self.acknowledged.get() - acknowledged) as f64;
        let run = Run {
            seconds,
            actions_per_second: actions / seconds,
            frames_per_action: (self.frames.get() - frames) as f64 / actions.max(1.0),
            answer_ms: spread(&mut self.answers.borrow_mut()),
            others_see_ms: spread(&mut self.sights.borrow_mut()),
            refused: self.refused.get() - refused,
            house_cores: (processor_time(process) - house) / seconds,
            client_cores: (processor_time(std::process::id()) - own) / seconds,
        };
        self.pace.set(Pace::Still);
        // What is on its way belongs to this run, not to the next.
        sleep(Duration::from_millis(300)).await;
        run
    }

    async fn at_rate(self: &Rc<Self>, rate: f64, time: Duration) {
        let begin = Instant::now();
        let mut tick = interval(Duration::from_millis(1));
        tick.set_missed_tick_behavior(MissedTickBehavior::Skip);
        let mut sent = 0.0;
        while begin.elapsed() < time {
            tick.tick().await;
            while sent < rate * begin.elapsed().as_secs_f64() {
                sent += 1.0;
                let Some(chair) = self.next_ready() else { break };
                let _ = self.answer(&chair).await;
            }
        }
    }

    /// A seat that is asked.
    fn next_ready(&self) -> Option<Rc<Chair>> {
        loop {
            let chair = self.ready.borrow_mut().pop_front()?;
            chair.queued.set(false);
            if chair.is_asked() {
                return Some(chair);
            }
        }
    }
}

/// Does something a number of times, up to [`AT_ONCE`] at a time.
async fn several<T: 'static, F: Future<Output = io::Result<T>> + 'static>(
    times: usize,
    work: impl Fn() -> F,
) -> io::Result<Vec<T>> {
    let mut done = Vec::with_capacity(times);
    let mut under_way: VecDeque<JoinHandle<io::Result<T>>> = VecDeque::new();
    for _ in 0..times {
        if under_way.len() >= AT_ONCE
            && let Some(first) = under_way.pop_front()
        {
            done.push(first.await.map_err(io::Error::other)??);
        }
        under_way.push_back(spawn_local(work()));
    }
    for task in under_way {
        done.push(task.await.map_err(io::Error::other)??);
    }
    Ok(done)
}

/// Waits until all have their view.
async fn gathered(chairs: &[Rc<Chair>], begin: Instant) -> Gathering {
    while begin.elapsed() < PATIENCE && chairs.iter().any(|chair| chair.viewed_at.get().is_none()) {
        sleep(Duration::from_millis(1)).await;
    }
    let mut times: Vec<f64> = chairs
        .iter()
        .filter_map(|chair| Some((chair.viewed_at.get()? - begin).as_secs_f64() * 1000.0))
        .collect();
    times.sort_by(f64::total_cmp);
    Gathering {
        clients: chairs.len(),
        without_view: chairs.len() - times.len(),
        p50_ms: times.get(times.len() / 2).copied().unwrap_or(0.0),
        all_ms: times.last().copied().unwrap_or(0.0),
    }
}

impl Chair {
    fn is_asked(&self) -> bool {
        let view = self.view.borrow();
        self.pending.get().is_none() && !view.codes.is_empty() && view.revision > self.answered.get()
    }

    fn cut(&self) {
        if let Some(client) = self.client.borrow_mut().take() {
            client.abort();
        }
        self.voice.borrow_mut().take();
        self.viewed_at.set(None);
        self.pending.set(None);
    }
}

impl Table {
    fn submit(&self, seat: usize, revision: u32, now: Instant) {
        let mut submitted = self.submitted.borrow_mut();
        let mut unseen = [true; SEATS];
        unseen[seat] = false;
        submitted.push_back((revision, now, unseen));
        if submitted.len() > 8 {
            submitted.pop_front();
        }
    }

    /// A seat has a frame of this revision: it sees what led to it.
    fn see(&self, seat: usize, revision: u32, now: Instant, times: &mut Vec<u32>) {
        for (led_to, since, unseen) in self.submitted.borrow_mut().iter_mut() {
            if *led_to <= revision && std::mem::replace(&mut unseen[seat], false) {
                times.push((now - *since).as_micros() as u32);
            }
        }
    }
}

fn spread(times: &mut [u32]) -> Spread {
    times.sort_unstable();
    let at = |share: f64| {
        let index = (times.len() as f64 * share) as usize;
        times.get(index.min(times.len().saturating_sub(1))).map_or(0.0, |micros| f64::from(*micros) / 1000.0)
    };
    Spread { p50: at(0.5), p99: at(0.99), max: at(1.0) }
}

/// Resident memory of a process in KiB; 0 where the system does not say.
pub(crate) fn resident(process: u32) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0.0)
}

/// Processor time of a process in seconds; 0 where the system does not say.
fn processor_time(process: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // After the name, which may hold anything, in hundredths of a second.
    let fields = stat.rsplit(')').next().unwrap_or_default();
    fields.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>()
        / 100.0
}
