//! A real PostgreSQL server for tests: private, under `target/`, and gone afterwards.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Names a server that is there already.
pub(crate) const GIVEN: &str = "SANGUIS_TEST_POSTGRES";

/// A server that stops when it is dropped.
pub(crate) struct Server {
    url: String,
    _running: Option<Running>,
}

struct Running {
    bin: PathBuf,
    owner: Owner,
    data: PathBuf,
}

impl Server {
    /// The server that the environment names, or one that is started here; installed first where there is none.
    pub(crate) fn start() -> Result<Server, String> {
        if let Ok(url) = std::env::var(GIVEN) {
            return Ok(Server { url, _running: None });
        }
        let bin = match programs() {
            Some(bin) => bin,
            None => {
                install()?;
                programs()
                    .ok_or("PostgreSQL was installed, but initdb and pg_ctl are nowhere to be found.")?
            }
        };
        let owner = Owner::find()?;
        let data = owner.folder()?;
        let running = Running { bin, owner, data };
        let url = running.start()?;
        Ok(Server { url, _running: Some(running) })
    }

    /// Where it is.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }
}

impl Running {
    fn start(&self) -> Result<String, String> {
        let data = self.data.to_string_lossy();
        self.run(
            "initdb",
            &["-D", &data, "-U", "sanguis", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"],
        )?;
        let port = free_port()?;
        let settings = format!(
            "-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=200"
        );
        let log = self.data.join("log");
        let log = log.to_string_lossy();
        self.run("pg_ctl", &["-D", &data, "-l", &log, "-o", &settings, "-w", "-t", "60", "start"])?;
        Ok(format!("postgres://sanguis@127.0.0.1:{port}/postgres"))
    }

    fn run(&self, program: &str, args: &[&str]) -> Result<(), String> {
        let mut command = Command::new(self.bin.join(program));
        // A file and not a pipe: the server inherits it and would keep a pipe open.
        let output = self.data.with_extension("out");
        let file = fs::File::create(&output)
            .map_err(|error| format!("{} cannot be written: {error}.", output.display()))?;
        command.args(args).current_dir("/").stdin(Stdio::null()).stdout(Stdio::null()).stderr(file);
        self.owner.take_on(&mut command);
        let status = command.status().map_err(|error| format!("{program} cannot be started: {error}."))?;
        if status.success() {
            return Ok(());
        }
        let said = fs::read_to_string(&output).unwrap_or_default();
        Err(format!("{program} failed: {}", said.trim()))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let data = self.data.to_string_lossy().into_owned();
        if let Err(error) = self.run("pg_ctl", &["-D", &data, "-m", "immediate", "-w", "stop"]) {
            eprintln!("warning: {error}");
        }
        let _ = fs::remove_dir_all(&self.data);
        let _ = fs::remove_file(self.data.with_extension("out"));
    }
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

fn install() -> Result<(), String> {
    let root = Owner::is_root();
    let by_hand = format!("Install PostgreSQL, or name a server in {GIVEN} (postgres://USER@HOST/NAME).");
    let apt = |args: &[&str]| {
        let mut command = if root { Command::new("apt-get") } else { Command::new("sudo") };
        if !root {
            command.args(["-n", "apt-get"]);
        }
        let done = command.args(args).env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null()).status();
        match done {
            Ok(status) if status.success() => Ok(()),
            _ => {
                Err(format!("The tests need a PostgreSQL server, and apt-get did not install one. {by_hand}"))
            }
        }
    };
    println!("PostgreSQL is not here; installing it.");
    // Another apt-get may be at work: it is waited for.
    apt(&["-o", "DPkg::Lock::Timeout=120", "update", "-q"])?;
    apt(&["-o", "DPkg::Lock::Timeout=120", "install", "-y", "-q", "--no-install-recommends", "postgresql"])
}

/// Who the server runs as: PostgreSQL refuses to be root.
#[derive(Clone, Copy)]
struct Owner {
    ids: Option<(u32, u32)>,
}

#[cfg(unix)]
impl Owner {
    fn is_root() -> bool {
        use std::os::unix::fs::MetadataExt;
        fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
    }

    fn find() -> Result<Owner, String> {
        if !Owner::is_root() {
            return Ok(Owner { ids: None });
        }
        let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
        let ids = |name: &str| {
            let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
            let mut fields = line.split(':').skip(2).map(str::parse::<u32>);
            Some((fields.next()?.ok()?, fields.next()?.ok()?))
        };
        match ids("postgres").or_else(|| ids("nobody")) {
            Some(ids) => Ok(Owner { ids: Some(ids) }),
            None => {
                Err("PostgreSQL refuses to run as root, and there is no user \"postgres\" or \"nobody\"."
                    .into())
            }
        }
    }

    /// A folder that the server can reach: under `target/`, or among temporary files where the way there is closed to others.
    fn folder(self) -> Result<PathBuf, String> {
        use std::os::unix::fs::{MetadataExt, PermissionsExt};
        let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target");
        let open = |path: &Path| {
            path.ancestors().all(|folder| fs::metadata(folder).is_ok_and(|at| at.mode() & 0o001 != 0))
        };
        let base = match fs::canonicalize(&target) {
            Ok(target) if self.ids.is_none() || open(&target) => target,
            _ => std::env::temp_dir(),
        };
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
    fn is_root() -> bool {
        false
    }

    fn find() -> Result<Owner, String> {
        Ok(Owner { ids: None })
    }

    fn folder(self) -> Result<PathBuf, String> {
        let folder =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../target/postgres-{}", std::process::id()));
        fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
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
    let server = running()?;
    crate::status(Command::new(program).args(rest).env(GIVEN, server.url()))
}

/// A server, or the reason on standard error.
pub(crate) fn running() -> Result<Server, u8> {
    Server::start().map_err(|reason| {
        eprintln!("error: {reason}");
        2
    })
}
