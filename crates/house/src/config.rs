//! What the host of a house can choose. Every option can stand in the file that `--config` names.

use serde::{Deserialize, Serialize};

/// The options of a house.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Config {
    /// Where it listens: an address and a port.
    pub listen: String,
    /// Where things are kept: `sqlite:PATH` or `postgres:URL`; empty for the usual place.
    pub db: String,
    /// The address people type, such as `https://games.example.org`. With it requests from other sites are told by their origin
    /// behind any proxy, and cookies are sent over TLS only if it begins with `https`.
    pub public_url: String,
    /// Is there a proxy in front that says in `X-Forwarded-For` who asks?
    pub proxied: bool,
    /// How long a bot takes to answer where people play, in milliseconds. Bots that think longer take their own time.
    pub bot_pause: u64,
    /// How many bots may think at the same time; 0 for one fewer than there are cores.
    pub thinkers: usize,
    /// Requests and commands a second from one address or person, in the long run; 0 for any number.
    pub requests_per_second: u32,
    /// Connections from one address at the same time; 0 for any number.
    pub connections_per_address: u32,
    /// Connections in all; 0 for any number.
    pub connections: u32,
    /// How long a client may take over what it was sent before it is cut off, in milliseconds.
    pub reader_patience: u64,
    /// How long clocks wait for people to come back after the house was opened, in milliseconds.
    pub clock_grace: u64,
    /// May webhooks go to private addresses, such as a server in the same house?
    pub private_webhooks: bool,
    /// The mail server, as `smtps://user:password@host` or `smtp://host`; empty for none.
    pub smtp: String,
    /// Who mail comes from.
    pub mail_from: String,
    /// A folder with the web table, read anew for each request, for those who change it; empty for the one that was built into the program.
    pub web: String,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: "127.0.0.1:7777".to_owned(),
            db: String::new(),
            public_url: String::new(),
            proxied: false,
            bot_pause: 600,
            thinkers: 0,
            requests_per_second: 50,
            connections_per_address: 256,
            connections: 20_000,
            reader_patience: 10_000,
            clock_grace: 20_000,
            private_webhooks: false,
            smtp: String::new(),
            mail_from: String::new(),
            web: String::new(),
        }
    }
}

impl Config {
    /// Reads the text of a file.
    pub fn parse(text: &str) -> Result<Config, String> {
        toml::from_str(text)
            .map_err(|error| format!("This configuration cannot be read: {}", error.message()))
    }

    /// How many bots may think at the same time.
    pub fn thinking(&self) -> usize {
        match self.thinkers {
            0 => std::thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1)).max(1),
            some => some,
        }
    }

    /// Is it reached over TLS?
    pub fn is_secure(&self) -> bool {
        self.public_url.starts_with("https://")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_can_stand_in_the_file() {
        let text = toml::to_string(&Config::default()).unwrap();
        assert_eq!(Config::parse(&text), Ok(Config::default()));
        assert_eq!(Config::parse(""), Ok(Config::default()));
        assert!(Config::parse("bot-pauze = 3").unwrap_err().contains("bot-pauze"));
    }
}
