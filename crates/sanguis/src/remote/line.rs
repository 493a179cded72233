//! The connection to a house: our cookie, requests and events.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use table::{Name, Refused, Text, say};
use ureq::Agent;
use ureq::http::{Request, Response};
use ureq::tls::TlsConfig;
use wire::{Problem, TableAct};

use crate::{Failure, files, output};

/// The timeout of a silent house: it sends a heartbeat every fifteen seconds.
const SILENCE: Duration = Duration::from_secs(40);
/// The timeout of an answer.
const PATIENCE: Duration = Duration::from_secs(20);
/// The longest event that is accepted, in bytes.
const MOST: usize = 4 << 20;

/// Why a house did not do what it was asked.
#[derive(Debug)]
pub(super) enum Trouble {
    /// It does not answer; retry.
    Away(String),
    /// It refused.
    Refused(Text),
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Failure {
        match trouble {
            Trouble::Away(why) => {
                Failure(output::say(&say!("The house does not answer: {why}.", why = Name(why))))
            }
            Trouble::Refused(reason) => Failure(output::say(&reason)),
        }
    }
}

/// A house, as one person is known there.
#[derive(Clone)]
pub(super) struct House {
    agent: Agent,
    /// Such as `https://games.example`.
    origin: String,
    /// Who we are. The house says so the first time.
    cookie: Arc<Mutex<String>>,
}

impl House {
    /// Remembers who we were there the last time.
    pub(super) fn at(origin: &str) -> House {
        // Reading the certificates of the machine takes a moment; a house without TLS can do without.
        let tls = if origin.starts_with("https:") { house::trust::ureq() } else { TlsConfig::default() };
        let config = Agent::config_builder()
            .tls_config(tls)
            .http_status_as_error(false)
            // At another address our cookie is unknown: following would make us a new guest there.
            .max_redirects(0)
            .timeout_connect(Some(PATIENCE))
            .timeout_recv_response(Some(PATIENCE))
            .timeout_per_read(Some(SILENCE))
            .user_agent(concat!("sanguis/", env!("CARGO_PKG_VERSION")))
            .build();
        let cookie = known().remove(origin).unwrap_or_default();
        House { agent: config.into(), origin: origin.to_owned(), cookie: Arc::new(Mutex::new(cookie)) }
    }

    pub(super) fn get(&self, path: &str) -> Result<Value, Trouble> {
        self.ask("GET", path, None)
    }

    /// Asks something, and gets an answer or a reason.
    pub(super) fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> Result<Value, Trouble> {
        let mut response = self.send(method, path, body)?;
        let text = response.body_mut().read_to_string().map_err(away)?;
        if !response.status().is_success() {
            return Err(match (refusal(&text), response.status().as_u16()) {
                (Some(trouble), _) => trouble,
                (None, 300..=399) => Trouble::Refused(say!(
                    "{house} sends its guests elsewhere: take the link as it stands in the browser, with https perhaps.",
                    house = Name(&self.origin)
                )),
                (None, 404) => Trouble::Refused(say!("There is no such table in this house.")),
                (None, status) => Trouble::Away(format!("it answered {status}")),
            });
        }
        read(&text).ok_or_else(|| no_house(&self.origin))
    }

    /// Sends a command to a table. A resend with the same id takes effect once.
    pub(super) fn act(&self, table: &str, act: &TableAct) -> Result<(), Trouble> {
        let command = json!({ "type": "table", "id": house::seal::fresh_id(), "do": act });
        self.ask("POST", &format!("/api/tables/{table}/commands"), Some(&command)).map(|_| ())
    }

    /// Receives what happens at a table until the connection breaks or `hear` returns false.
    pub(super) fn listen(&self, table: &str, mut hear: impl FnMut(Value) -> bool) -> Result<(), Trouble> {
        let response = self.send("GET", &format!("/api/tables/{table}/stream"), None)?;
        if !response.status().is_success() {
            let text = response.into_body().read_to_string().map_err(away)?;
            return Err(refusal(&text).unwrap_or_else(|| Trouble::Away("no stream".into())));
        }
        let mut lines = BufReader::new(response.into_body().into_with_config().limit(u64::MAX).reader());
        let (mut line, mut data) = (Vec::new(), String::new());
        loop {
            line.clear();
            let length =
                lines.read_until(b'\n', &mut line).map_err(|error| Trouble::Away(error.to_string()))?;
            let Ok(text) = std::str::from_utf8(&line) else { return Ok(()) };
            if length == 0 || data.len() + length > MOST {
                return Ok(());
            }
            let text = text.trim_end_matches(['\r', '\n']);
            if let Some(part) = text.strip_prefix("data:") {
                data.push_str(part.strip_prefix(' ').unwrap_or(part));
            } else if text.is_empty() && !data.is_empty() {
                let event = read(&std::mem::take(&mut data));
                if !event.is_some_and(&mut hear) {
                    return Ok(());
                }
            }
        }
    }

    fn send(&self, method: &str, path: &str, body: Option<&Value>) -> Result<Response<ureq::Body>, Trouble> {
        let cookie = self.cookie.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut request = Request::builder().method(method).uri(format!("{}{path}", self.origin));
        if !cookie.is_empty() {
            request = request.header("cookie", cookie);
        }
        let wrong = |_| no_house(&self.origin);
        let body = body.map(Value::to_string).unwrap_or_default();
        let request = request.header("content-type", "application/json").body(body).map_err(wrong)?;
        let response = self.agent.run(request).map_err(away)?;
        if let Some(set) = response.headers().get("set-cookie").and_then(|set| set.to_str().ok()) {
            let cookie = set.split(';').next().unwrap_or_default().to_owned();
            remember(&self.origin, &cookie);
            *self.cookie.lock().unwrap_or_else(PoisonError::into_inner) = cookie;
        }
        Ok(response)
    }
}

/// Text from a house without control sequences: it may be anybody's house.
fn read(text: &str) -> Option<Value> {
    let mut value = serde_json::from_str(text).ok()?;
    cleanse(&mut value);
    Some(value)
}

fn cleanse(value: &mut Value) {
    match value {
        Value::String(text) => text.retain(|sign| sign == '\n' || !sign.is_control()),
        Value::Array(items) => items.iter_mut().for_each(cleanse),
        Value::Object(fields) => fields.values_mut().for_each(cleanse),
        _ => {}
    }
}

/// Why a house refused.
fn refusal(text: &str) -> Option<Trouble> {
    let Problem { kind, reason, .. } = serde_json::from_value(read(text)?).ok()?;
    Some(match kind {
        Refused::Busy | Refused::Unavailable => {
            Trouble::Away(output::say(&reason).trim_end_matches('.').to_owned())
        }
        _ => Trouble::Refused(reason),
    })
}

fn no_house(origin: &str) -> Trouble {
    Trouble::Refused(say!("{origin} is not the address of a house.", origin = Name(origin)))
}

fn away(error: ureq::Error) -> Trouble {
    Trouble::Away(error.to_string())
}

fn file() -> Option<PathBuf> {
    Some(files::state_folder()?.join("houses.json"))
}

/// Who we are in which house.
fn known() -> BTreeMap<String, String> {
    let text = file().and_then(|file| std::fs::read_to_string(file).ok());
    text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

/// Saves our identity. If that fails, we are somebody new next time, and the house still has our seat.
fn remember(origin: &str, cookie: &str) {
    let Some(file) = file() else { return };
    let mut houses = known();
    houses.insert(origin.to_owned(), cookie.to_owned());
    if let Some(folder) = file.parent() {
        let _ = std::fs::create_dir_all(folder);
    }
    let _ = files::write_secret(&file, &serde_json::to_string_pretty(&houses).unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_house_cannot_steer_the_terminal() {
        let said = read(r#"{"reason":"no\u001b[2J\u009b1m, sorry","lines":["a\nb\u0007"]}"#).unwrap();
        assert_eq!(said, json!({ "reason": "no[2J1m, sorry", "lines": ["a\nb"] }));
        assert_eq!(read("<html>"), None);
    }
}
