//! A real PostgreSQL server for tests: private, under `target/`, and gone afterwards.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::step::Step;

/// Names a server that is there already.
pub(crate) const GIVEN: &str = "SANGUIS_TEST_POSTGRES";

/// How long it may take to start.
const OPENS_WITHIN: Duration = Duration::from_secs(60);

/// A server that stops when it is dropped.
pub(crate) struct Server {
    url: String,
    _running: Option<Running>,
}

struct Running {
    bin: PathBuf,
    owner: Owner,
    data: PathBuf,
    process: Option<Child>,
}

impl Server {
    /// The server that the environment names, or one that is started here; installed first where there is none.
    fn start(step: &mut Step) -> Result<Server, String> {
        if let Ok(url) = std::env::var(GIVEN) {
            return Ok(Server { url, _running: None });
        }
        let bin = match programs() {
            Some(bin) => bin,
            None => {
                install(step)?;
                programs().ok_or("PostgreSQL was installed, but initdb and pg_ctl cannot be found.")?
            }
        };
        let owner = Owner::find()?;
        let base = owner.base();
        for data in left_behind(&base) {
            drop(Running { bin: bin.clone(), owner, data, process: None });
        }
        let data = owner.folder(&base)?;
        let mut running = Running { bin, owner, data, process: None };
        let url = running.start()?;
        Ok(Server { url, _running: Some(running) })
    }

    /// Where it is.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }
}

impl Running {
    fn start(&mut self) -> Result<String, String> {
        let data = self.data.to_string_lossy().into_owned();
        self.run(
            "initdb",
            &["-D", &data, "-U", "sanguis", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"],
        )?;
        let port = free_port()?;
        let log = self.data.join("log");
        let file =
            fs::File::create(&log).map_err(|error| format!("{} cannot be made: {error}.", log.display()))?;
        // A child in our own group of processes, so that Ctrl-C reaches it too.
        let mut command = Command::new(self.bin.join("postgres"));
        command
            .args(["-D", &data, "-p", &port.to_string()])
            .args(["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="])
            .args(["-c", "max_connections=200"])
            .current_dir("/")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(file);
        self.owner.take_on(&mut command);
        let mut process = command.spawn().map_err(|error| format!("postgres cannot be started: {error}."))?;
        let give_up = Instant::now() + OPENS_WITHIN;
        loop {
            let said = fs::read_to_string(&log).unwrap_or_default();
            if said.contains("ready to accept connections") {
                break;
            }
            if process.try_wait().is_ok_and(|ended| ended.is_some()) || Instant::now() > give_up {
                return Err(format!("PostgreSQL did not start: {}", said.trim()));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        self.process = Some(process);
        Ok(format!("postgres://sanguis@127.0.0.1:{port}/postgres"))
    }

    fn run(&self, program: &str, args: &[&str]) -> Result<(), String> {
        let mut command = Command::new(self.bin.join(program));
        command.args(args).current_dir("/").stdin(Stdio::null());
        self.owner.take_on(&mut command);
        let output = command.output().map_err(|error| format!("{program} cannot be started: {error}."))?;
        if output.status.success() {
            return Ok(());
        }
        Err(format!("{program} failed: {}", String::from_utf8_lossy(&output.stderr).trim()))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let data = self.data.to_string_lossy().into_owned();
        // Fails only where it has stopped already.
        let _ = self.run("pg_ctl", &["-D", &data, "-m", "immediate", "-w", "stop"]);
        if let Some(process) = &mut self.process {
            let _ = process.kill();
            let _ = process.wait();
        }
        let _ = fs::remove_dir_all(&self.data);
    }
}

/// Folders of servers whose task was killed before it could stop them: their names end in its number.
fn left_behind(base: &Path) -> Vec<PathBuf> {
    let is_alive = |process: &str| Path::new("/proc").join(process).exists();
    let folders = fs::read_dir(base).into_iter().flatten().flatten().map(|entry| entry.path());
    folders
        .filter(|folder| Path::new("/proc/self").exists() && folder.is_dir())
        .filter(|folder| {
            let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let process = name.strip_prefix("postgres-").unwrap_or_default();
            process.parse::<u32>().is_ok() && !is_alive(process)
        })
        .collect()
}

/// A port that nobody listens on at the moment.
fn free_port() -> Result<u16, String> {
    let bound = TcpListener::bind(("127.0.0.1", 0)).and_then(|listener| listener.local_addr());
    bound.map(|address| address.port()).map_err(|error| format!("There is no free port: {error}."))
}

/// The folder with `initdb` and `pg_ctl`: on the path, or where Debian keeps the newest.
fn programs() -> Option<PathBuf> {
    let has_both = |folder: &Path| folder.join("initdb").is_file() && folder.join("pg_ctl").is_file();
    let path = std::env::var_os("PATH").unwrap_or_default();
    // On the path there may be a link, and initdb looks for its siblings where it really is.
    let on_path = std::env::split_paths(&path)
        .find(|folder| has_both(folder))
        .and_then(|folder| Some(fs::canonicalize(folder.join("initdb")).ok()?.parent()?.to_owned()));
    let mut debian: Vec<(u32, PathBuf)> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| (entry.file_name().to_string_lossy().parse().unwrap_or(0), entry.path().join("bin")))
        .filter(|(_, folder)| has_both(folder))
        .collect();
    debian.sort();
    on_path.or_else(|| debian.pop().map(|(_, folder)| folder))
}

fn install(step: &mut Step) -> Result<(), String> {
    crate::apt_install(step, &["postgresql"]).map_err(|_| {
        format!(
            "The tests need a PostgreSQL server, and apt-get did not install one. Install PostgreSQL, or name a server in \
             {GIVEN} (postgres://USER@HOST/NAME)."
        )
    })
}

/// Who the server runs as: PostgreSQL refuses to be root.
#[derive(Clone, Copy)]
struct Owner {
    ids: Option<(u32, u32)>,
}

/// Is this program root's?
pub(crate) fn is_root() -> bool {
    #[cfg(unix)]
    return fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0);
    #[cfg(not(unix))]
    false
}

#[cfg(unix)]
impl Owner {
    fn find() -> Result<Owner, String> {
        if !is_root() {
            return Ok(Owner { ids: None });
        }
        let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
        let ids = |name: &str| {
            let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
            let mut fields = line.split(':').skip(2).map(str::parse::<u32>);
            Some((fields.next()?.ok()?, fields.next()?.ok()?))
        };
        let ids = ids("postgres").or_else(|| ids("nobody"));
        let nobody = "PostgreSQL refuses to run as root, and there is no user \"postgres\" or \"nobody\".";
        ids.map(|ids| Owner { ids: Some(ids) }).ok_or_else(|| nobody.into())
    }

    /// A place that the server can reach: `target/`, or among temporary files where the way there is closed to others.
    fn base(self) -> PathBuf {
        use std::os::unix::fs::MetadataExt;
        let target = crate::root().join("target");
        let open = |path: &Path| {
            path.ancestors().all(|folder| fs::metadata(folder).is_ok_and(|at| at.mode() & 0o001 != 0))
        };
        match fs::canonicalize(&target) {
            Ok(target) if self.ids.is_none() || open(&target) => target,
            _ => std::env::temp_dir(),
        }
    }

    /// A fresh folder there that is the server's own.
    fn folder(self, base: &Path) -> Result<PathBuf, String> {
        use std::os::unix::fs::PermissionsExt;
        let folder = base.join(format!("postgres-{}", std::process::id()));
        let made = fs::create_dir_all(&folder)
            .and_then(|()| fs::set_permissions(&folder, fs::Permissions::from_mode(0o700)))
            .and_then(|()| match self.ids {
                Some((user, group)) => std::os::unix::fs::chown(&folder, Some(user), Some(group)),
                None => Ok(()),
            });
        made.map(|()| folder.clone())
            .map_err(|error| format!("{} cannot be made: {error}.", folder.display()))
    }

    fn take_on(self, command: &mut Command) {
        use std::os::unix::process::CommandExt;
        if let Some((user, group)) = self.ids {
            command.uid(user).gid(group);
        }
    }
}

#[cfg(not(unix))]
impl Owner {
    fn find() -> Result<Owner, String> {
        Ok(Owner { ids: None })
    }

    fn base(self) -> PathBuf {
        crate::root().join("target")
    }

    fn folder(self, base: &Path) -> Result<PathBuf, String> {
        let folder = base.join(format!("postgres-{}", std::process::id()));
        fs::create_dir_all(&folder)
            .map_err(|error| format!("{} cannot be made: {error}.", folder.display()))?;
        Ok(folder)
    }

    fn take_on(self, _command: &mut Command) {}
}

/// `cargo xtask postgres COMMAND …`: runs a command with a server beside it.
pub(crate) fn beside(args: &[String]) -> Result<(), u8> {
    let Some((program, rest)) = args.split_first() else {
        eprintln!(
            "error: name a command to run beside the server, such as `cargo xtask postgres cargo test -p house`."
        );
        return Err(2);
    };
    let server = running(&mut Step::on_screen())?;
    crate::status(Command::new(program).args(rest).env(GIVEN, server.url()))
}

/// A server, installed first where there is none.
pub(crate) fn running(step: &mut Step) -> Result<Server, u8> {
    Server::start(step).map_err(|reason| step.fail(&reason))
}
