//! The options of a house. Each can be set in the file that `--config` names.

use serde::{Deserialize, Serialize};

/// The options of a house.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Config {
    /// The address and port to listen on.
    pub listen: String,
    /// The database: `sqlite:PATH` or `postgres://USER:PASSWORD@HOST/NAME`; if empty, an SQLite file in the user's data folder.
    pub db: String,
    /// The public address, such as `https://games.example.org`. Requests from other origins are refused, links in notices begin with
    /// it, and if it begins with `https` cookies are sent over TLS only.
    pub public_url: String,
    /// Other host names under which people may reach it, besides that of the public address and IP addresses, such as `games.local`.
    /// Without a public address every name is accepted.
    pub allowed_hosts: Vec<String>,
    /// Is there a reverse proxy in front that sets `X-Forwarded-For`?
    pub proxied: bool,
    /// The shortest time a bot takes to answer where people play, in milliseconds.
    pub bot_pause: u64,
    /// The number of threads that bots think on; 0 for one fewer than there are cores.
    pub thinkers: usize,
    /// Requests and commands per second from one address or person, on average; 0 for no limit.
    pub requests_per_second: u32,
    /// Simultaneous connections from one address; 0 for no limit.
    pub connections_per_address: u32,
    /// Simultaneous connections in all; 0 for no limit.
    pub connections: u32,
    /// Who may set up tables. Everybody may play at other people's tables.
    pub open_tables: OpenTables,
    /// The ids of people who may always set up tables; each is shown at the end of its owner's settings.
    pub openers: Vec<String>,
    /// The ids of people who host the house: they see the host's page at `/host`, reports and the audit log, and silence or remove
    /// people.
    pub hosts: Vec<String>,
    /// Tables that wait for players, set up by one person; from one address eight times as many; 0 for no limit.
    pub waiting_tables: u32,
    /// Tables at which one person plays before they set up another; from one address eight times as many; 0 for no limit.
    pub running_tables: u32,
    /// Tables where bots play among themselves, set up from one address; 0 for no limit.
    pub bot_tables: u32,
    /// After how many days a table that still waits for players is closed; 0 for never.
    pub keep_waiting: u32,
    /// After how many days an idle game is deleted; 0 for never.
    pub keep_unfinished: u32,
    /// For how many days finished games are kept; 0 for no limit.
    pub keep_finished: u32,
    /// How long a client may leave what it was sent unread before it is disconnected, in milliseconds. It has twice as long to send the
    /// body of a request.
    pub reader_patience: u64,
    /// How long clocks are paused after a start, so that people can reconnect, in milliseconds.
    pub clock_grace: u64,
    /// May webhooks go to private addresses, such as a server in the local network?
    pub private_webhooks: bool,
    /// The mail server: `smtps://user:password@host`, `smtp://user:password@host?tls=required` for STARTTLS, or `smtp://host` for a
    /// server on the same machine; empty for none.
    pub smtp: String,
    /// The sender's address of mail.
    pub mail_from: String,
    /// May language models play, at the address `/mcp`?
    pub mcp: bool,
    /// A folder with the web client, read on every request, for development; if empty, the client built into the program.
    pub web: String,
    /// A folder with the pages that play without a house (`cargo xtask pocket`), to be offered under `/pocket/`; empty for none.
    pub pocket: String,
}

/// Who may set up tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpenTables {
    /// Everybody who finds the house.
    #[default]
    Anyone,
    /// People who have followed an invitation made by `sanguis admin invite`, and those named in `openers`.
    Invited,
    /// People named in `openers`.
    Named,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: "127.0.0.1:7777".to_owned(),
            db: String::new(),
            public_url: String::new(),
            allowed_hosts: Vec::new(),
            proxied: false,
            bot_pause: 600,
            thinkers: 0,
            requests_per_second: 50,
            connections_per_address: 256,
            connections: 20_000,
            open_tables: OpenTables::Anyone,
            openers: Vec::new(),
            hosts: Vec::new(),
            waiting_tables: 7,
            running_tables: 29,
            bot_tables: 4,
            keep_waiting: 7,
            keep_unfinished: 0,
            keep_finished: 0,
            reader_patience: 10_000,
            clock_grace: 20_000,
            private_webhooks: false,
            smtp: String::new(),
            mail_from: String::new(),
            mcp: false,
            web: String::new(),
            pocket: String::new(),
        }
    }
}

impl Config {
    /// Parses the contents of a file.
    pub fn parse(text: &str) -> Result<Config, String> {
        toml::from_str(text).map_err(|error| format!("The configuration cannot be read: {}", error.message()))
    }

    /// The number of threads that bots think on.
    pub fn thinking(&self) -> usize {
        match self.thinkers {
            0 => std::thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1)).max(1),
            some => some,
        }
    }

    /// May people reach it under this name? A page of another site can point its own name at the house.
    pub fn is_own_host(&self, host: &str) -> bool {
        let public = self.public_url.trim_end_matches('/').split_once("://").map(|(_, public)| public);
        let name = host
            .rsplit_once(':')
            .filter(|(_, port)| port.parse::<u16>().is_ok())
            .map_or(host, |(name, _)| name);
        let plain =
            || name.trim_matches(['[', ']']).parse::<std::net::IpAddr>().is_ok() || name == "localhost";
        let allowed = || self.allowed_hosts.iter().any(|known| known == name || known == host);
        public.is_none_or(|public| public == host) || plain() || allowed()
    }

    /// Do people reach it over TLS?
    pub fn is_secure(&self) -> bool {
        self.public_url.starts_with("https://")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_house_with_an_address_knows_its_names() {
        let anywhere = Config::default();
        assert!(anywhere.is_own_host("evil.example") && anywhere.is_own_host("games.local:7777"));
        let public_url = "https://games.example.org/".to_owned();
        let house = Config { public_url, allowed_hosts: vec!["games.local".to_owned()], ..Config::default() };
        for own in
            ["games.example.org", "games.local:7777", "127.0.0.1:7777", "[::1]:7777", "localhost", "10.1.2.3"]
        {
            assert!(house.is_own_host(own), "{own}");
        }
        for foreign in
            ["evil.example", "games.example.org.evil.example", "games.example.org:1", "10.evil.example", ""]
        {
            assert!(!house.is_own_host(foreign), "{foreign}");
        }
    }

    #[test]
    fn every_option_can_stand_in_the_file() {
        let text = toml::to_string(&Config::default()).unwrap();
        assert_eq!(Config::parse(&text), Ok(Config::default()));
        assert_eq!(Config::parse(""), Ok(Config::default()));
        assert!(Config::parse("bot-pauze = 3").unwrap_err().contains("bot-pauze"));
    }
}
