//! A real `sanguis serve` process.

use std::fs::File;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::client::ask;

/// How long a house may take to open.
const OPENS_WITHIN: Duration = Duration::from_secs(60);

/// How to start a house.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The program.
    pub sanguis: PathBuf,
    /// What `--db` says.
    pub db: String,
    /// Where its log goes.
    pub folder: PathBuf,
}

/// A house that is open; killed when dropped.
pub struct Server {
    recipe: Recipe,
    address: SocketAddr,
    child: Child,
    skew: u64,
}

impl Server {
    /// Opens a house on a free port of this machine and waits until it answers.
    pub async fn open(recipe: &Recipe) -> io::Result<Server> {
        Server::open_skewed(recipe, 0).await
    }

    /// The same with a clock that is ahead by this number of seconds. That needs libfaketime.
    pub async fn open_skewed(recipe: &Recipe, skew: u64) -> io::Result<Server> {
        let address = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?;
        let child = start(recipe, address, skew)?;
        let mut server = Server { recipe: recipe.clone(), address, child, skew };
        server.answers().await?;
        Ok(server)
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The number of its process.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Kills it without warning.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Pauses or resumes its process.
    pub fn pause(&self, paused: bool) -> io::Result<()> {
        let signal = if paused { "-STOP" } else { "-CONT" };
        let status = Command::new("kill").args([signal, &self.process().to_string()]).status()?;
        if status.success() { Ok(()) } else { Err(io::Error::other("a house cannot be paused")) }
    }

    /// Opens it again at the same place and waits until it answers. One that gives up is started again, as systemd would: its store
    /// may be away for a moment.
    pub async fn reopen(&mut self) -> io::Result<()> {
        let give_up = Instant::now() + OPENS_WITHIN;
        loop {
            self.child = start(&self.recipe, self.address, self.skew)?;
            match self.answers().await {
                Err(_) if Instant::now() < give_up => sleep(Duration::from_millis(100)).await,
                done => return done,
            }
        }
    }

    async fn answers(&mut self) -> io::Result<()> {
        let give_up = Instant::now() + OPENS_WITHIN;
        loop {
            if ask(self.address, "GET", "/healthz", "", None).await.is_ok_and(|answer| answer.status == 200) {
                return Ok(());
            }
            if let Some(status) = self.child.try_wait()? {
                return Err(io::Error::other(format!(
                    "the house did not open: {status}; {}",
                    self.last_words()
                )));
            }
            if Instant::now() > give_up {
                return Err(io::Error::other(format!("the house does not answer; {}", self.last_words())));
            }
            sleep(Duration::from_millis(5)).await;
        }
    }

    fn last_words(&self) -> String {
        let log = std::fs::read_to_string(log_file(&self.recipe.folder, self.address)).unwrap_or_default();
        log.lines().last().unwrap_or("it said nothing").to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

fn log_file(folder: &Path, address: SocketAddr) -> PathBuf {
    folder.join(format!("house-{}.log", address.port()))
}

fn start(recipe: &Recipe, address: SocketAddr, skew: u64) -> io::Result<Child> {
    let log = File::options().create(true).append(true).open(log_file(&recipe.folder, address))?;
    let mut command = Command::new(&recipe.sanguis);
    if skew > 0 {
        let library = fake_clock().ok_or_else(|| io::Error::other("a wrong clock needs libfaketime"))?;
        command.env("LD_PRELOAD", library).env("FAKETIME", format!("+{skew}s"));
        command.env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    }
    command
        .args(["serve", "--listen", &address.to_string(), "--db", &recipe.db, "--bot-pause", "0"])
        .args(["--requests-per-second", "0", "--connections-per-address", "0", "--connections", "0"])
        .args(["--waiting-tables", "0", "--running-tables", "0", "--bot-tables", "0"])
        .env("SANGUIS_LOG", "warn")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
        .map_err(|error| io::Error::other(format!("{} cannot be started: {error}", recipe.sanguis.display())))
}

/// Where distributions keep libfaketime.
fn fake_clock() -> Option<PathBuf> {
    let multiarch = format!("/usr/lib/{}-linux-gnu/faketime", std::env::consts::ARCH);
    let folders = [&multiarch, "/usr/lib/faketime", "/usr/lib64/faketime", "/usr/local/lib/faketime"];
    folders.iter().map(|folder| Path::new(folder).join("libfaketimeMT.so.1")).find(|path| path.exists())
}
