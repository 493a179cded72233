//! `sanguis serve`: the house, open to people and bots.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::{ArgMatches, Command, value_parser};
use house::config::Config;
use house::house::House;
use house::store::AnyStore;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::prelude::*;

use crate::args::{flag, option, path};
use crate::{Failure, Outcome, files, output};

pub(crate) fn command() -> Command {
    Command::new("serve")
        .about("Open a house: people and bots play over the web")
        .after_help(
            "One program, one file of data, nothing to set up. Stop it with Ctrl-C: what is under way is finished, everybody is \
             told to come back, and nothing is lost; not by kill -9 either.\n\n\
             Every option can stand in the file that --config names, as `bot-pause = 600`; the command line goes first. \
             docs/house.md explains the rest.",
        )
        .arg(path("config", "FILE", "Read options from a TOML file"))
        .arg(option("listen", "ADDRESS", "The address to listen on [default: 127.0.0.1:7777]"))
        .arg(
            option("port", "PORT", "The port to listen on, for this machine only; --listen opens it to others")
                .value_parser(value_parser!(u16))
                .conflicts_with("listen"),
        )
        .arg(option("db", "URL", "Where to store data: sqlite:PATH or postgres:URL [default: your data folder]"))
        .arg(option("public-url", "URL", "The address people type, such as https://games.example.org"))
        .arg(flag("proxied", "Trust X-Forwarded-For, set by a proxy in front"))
        .arg(
            option("bot-pause", "MS", "How long a bot takes to answer when people play [default: 600]")
                .value_parser(value_parser!(u64)),
        )
        .arg(
            option("thinkers", "N", "How many bots may think at once [default: one fewer than cores]")
                .value_parser(value_parser!(usize)),
        )
        .arg(
            option("requests-per-second", "N", "Limit per address or person; 0 for no limit [default: 50]")
                .value_parser(value_parser!(u32)),
        )
        .arg(
            option("connections-per-address", "N", "Limit of open connections; 0 for no limit [default: 256]")
                .value_parser(value_parser!(u32)),
        )
        .arg(
            option("connections", "N", "Limit of open connections in all; 0 for no limit [default: 20000]")
                .value_parser(value_parser!(u32)),
        )
        .arg(
            option("waiting-tables", "N", "Tables of one person that wait for players; 0 for no limit [default: 7]")
                .value_parser(value_parser!(u32)),
        )
        .arg(
            option("running-tables", "N", "Tables at which one person plays; 0 for no limit [default: 29]")
                .value_parser(value_parser!(u32)),
        )
        .arg(
            option("bot-tables", "N", "Tables of bots alone, from one address; 0 for no limit [default: 4]")
                .value_parser(value_parser!(u32)),
        )
        .arg(flag("mcp", "Let language models play, by the Model Context Protocol at /mcp (docs/agents.md)"))
        .arg(option("web", "FOLDER", "Serve the web client from this folder, for people who change it [default: the built-in one]"))
        .arg(option("pocket", "FOLDER", "Serve the pages that play without a house, written by cargo xtask pocket, under /pocket/"))
        .arg(flag("log-json", "Write the log as JSON, one object per line"))
}

/// The options of a house in a file.
pub(crate) fn read_config(path: &Path) -> Result<Config, Failure> {
    Config::parse(&files::read(path)?).map_err(|reason| Failure(format!("{}: {reason}", path.display())))
}

/// The options of the file, overridden by those of the command line.
fn config(args: &ArgMatches) -> Result<Config, Failure> {
    let mut config = match args.get_one::<PathBuf>("config") {
        Some(path) => read_config(path)?,
        None => Config::default(),
    };
    fn set<T: Clone + Send + Sync + 'static>(args: &ArgMatches, name: &str, to: &mut T) {
        if let Some(value) = args.get_one::<T>(name) {
            *to = value.clone();
        }
    }
    set(args, "listen", &mut config.listen);
    if let Some(port) = args.get_one::<u16>("port") {
        config.listen = format!("127.0.0.1:{port}");
    }
    set(args, "db", &mut config.db);
    set(args, "public-url", &mut config.public_url);
    set(args, "bot-pause", &mut config.bot_pause);
    set(args, "thinkers", &mut config.thinkers);
    set(args, "requests-per-second", &mut config.requests_per_second);
    set(args, "connections-per-address", &mut config.connections_per_address);
    set(args, "connections", &mut config.connections);
    set(args, "waiting-tables", &mut config.waiting_tables);
    set(args, "running-tables", &mut config.running_tables);
    set(args, "bot-tables", &mut config.bot_tables);
    set(args, "web", &mut config.web);
    set(args, "pocket", &mut config.pocket);
    config.proxied |= args.get_flag("proxied");
    config.mcp |= args.get_flag("mcp");
    Ok(config)
}

/// Keeps the messages of warnings and errors for the host's page. Their fields go only to the log.
struct ForTheHost;

impl<S: tracing::Subscriber> tracing_subscriber::Layer<S> for ForTheHost {
    fn on_event(&self, event: &tracing::Event<'_>, _: tracing_subscriber::layer::Context<'_, S>) {
        struct Words(String);
        impl tracing::field::Visit for Words {
            fn record_debug(&mut self, field: &tracing::field::Field, value: &dyn std::fmt::Debug) {
                if field.name() == "message" {
                    self.0 = format!("{value:?}");
                }
            }
        }
        if *event.metadata().level() <= tracing::Level::WARN && event.metadata().target().starts_with("house")
        {
            let mut words = Words(String::new());
            event.record(&mut words);
            house::errors::note(words.0);
        }
    }
}

pub(crate) fn serve(args: &ArgMatches) -> Outcome {
    let config = config(args)?;
    let asked = std::env::var("SANGUIS_LOG").ok().and_then(|text| text.parse::<Targets>().ok());
    let filter = asked.unwrap_or_else(|| Targets::new().with_default(LevelFilter::INFO));
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal());
    let log = tracing_subscriber::registry().with(filter).with(ForTheHost);
    if args.get_flag("log-json") {
        log.with(lines.json()).init()
    } else {
        log.with(lines).init()
    }
    crate::memory::give_back_at_once();
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    runtime.enable_all().on_thread_park(crate::memory::tidy).build()?.block_on(open(config))
}

async fn open(config: Config) -> Outcome {
    let listener = house::server::listen(&config.listen)
        .await
        .map_err(|error| Failure(format!("Cannot listen on {}: {error}.", config.listen)))?;
    let address = listener.local_addr()?;
    let place = if config.db.is_empty() { files::usual_store() } else { config.db.parse() };
    let place = place?;
    let _claim = place.claim()?;
    let store = AnyStore::open(&place).await?;
    let house = House::open(config, Arc::new(store)).await?;
    output::line(&format!("The house is open at http://{address}"));
    tracing::info!(%address, "open");
    house::server::serve(house, listener, stopped()).await?;
    tracing::info!("closed");
    Ok(ExitCode::SUCCESS)
}

/// Ctrl-C, or a signal of the system's supervisor.
async fn stopped() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupt => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = interrupt.await;
}
