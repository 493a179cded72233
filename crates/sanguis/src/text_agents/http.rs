//! A model that is asked over the network, by chat completions in the shape that most providers and local servers understand.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Map, Value, json};
use ureq::Agent;
use ureq::http::header::{AUTHORIZATION, RETRY_AFTER};
use ureq::http::{HeaderValue, Request, Response};
use ureq::tls::TlsConfig;

use super::model::{Model, Prompt, Reply, tokens};
use crate::stop;

/// How often a prompt is sent at most, and how long the first wait is where the server is busy. Each wait is twice the one before.
const TRIES: u32 = 4;
const FIRST_WAIT: Duration = Duration::from_millis(500);
/// While it waits it looks this often whether the run is stopped.
const SLICE: Duration = Duration::from_millis(50);
/// The longest answer, in bytes.
const LONGEST: u64 = 1 << 20;
/// Parts of a request that are ours.
const OURS: [&str; 3] = ["model", "messages", "stream"];

/// A model's part of an agent's file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Address {
    /// Where it is asked, such as `https://models.example.org/v1/chat/completions`.
    url: String,
    /// What the server calls it.
    model: String,
    /// The environment variable that holds the key. The key itself is never part of a file.
    key_variable: Option<String>,
    /// More parts of each request, such as `temperature`.
    #[serde(default)]
    request: Map<String, Value>,
}

/// A server that can be asked. All seats of a run share its connections.
pub(crate) struct Server {
    agent: Agent,
    address: Address,
    key: Option<HeaderValue>,
    patience: Duration,
}

impl Server {
    pub(crate) fn new(address: &Address, patience: Duration) -> Result<Server, String> {
        let Address { url, key_variable, request, .. } = address;
        let rest = url.strip_prefix("http://");
        if rest.is_none() && !url.starts_with("https://") {
            return Err("the `url` of a model begins with https:// or http://.".to_owned());
        }
        if let Some(part) = OURS.into_iter().find(|part| request.contains_key(*part)) {
            return Err(format!("`{part}` is not for `request`: the arena fills it in."));
        }
        let key = key_variable.as_deref().map(key).transpose()?;
        if key.is_some() && rest.is_some_and(|rest| !is_local(rest)) {
            return Err("a key travels over https:// only, except to this machine.".to_owned());
        }
        let tls = if rest.is_none() { house::trust::ureq() } else { TlsConfig::default() };
        let config = Agent::config_builder()
            .tls_config(tls)
            .http_status_as_error(false)
            // The key is for this server and no other.
            .max_redirects(0)
            .user_agent(concat!("sanguis/", env!("CARGO_PKG_VERSION")))
            .build();
        Ok(Server { agent: config.into(), address: address.clone(), key, patience })
    }

    /// What it calls the model.
    pub(crate) fn model(&self) -> &str {
        &self.address.model
    }

    /// Sends a prompt, and again where the server is busy, as long as patience lasts.
    fn ask(&self, prompt: &str) -> Result<Completion, String> {
        let begin = Instant::now();
        let mut body = self.address.request.clone();
        body.insert("model".into(), json!(self.address.model));
        body.insert("messages".into(), json!([{ "role": "user", "content": prompt }]));
        let body = Value::Object(body).to_string();
        let (mut wait, mut tries) = (FIRST_WAIT, 0);
        loop {
            tries += 1;
            let left = self.patience.saturating_sub(begin.elapsed());
            let (why, told) = match self.send(&body, left) {
                Ok(response) if response.status().is_success() => return read(response),
                Ok(response) => {
                    let status = response.status();
                    let why = format!("The server answered {}.", status.as_u16());
                    if status.as_u16() != 429 && !status.is_server_error() {
                        return Err(why);
                    }
                    (why, retry_after(&response))
                }
                Err(why) => (why, None),
            };
            let pause = told.unwrap_or(wait);
            if tries == TRIES || begin.elapsed() + pause >= self.patience {
                return Err(why);
            }
            sleep(pause)?;
            wait *= 2;
        }
    }

    fn send(&self, body: &str, patience: Duration) -> Result<Response<ureq::Body>, String> {
        let mut request = Request::post(&self.address.url).header("content-type", "application/json");
        if let Some(key) = &self.key {
            request = request.header(AUTHORIZATION, key);
        }
        let request = request.body(body).map_err(|_| "The `url` is not an address.".to_owned())?;
        let request = self.agent.configure_request(request).timeout_global(Some(patience)).build();
        self.agent.run(request).map_err(|error| match error {
            ureq::Error::Timeout(_) => "It did not answer in time.".to_owned(),
            error => format!("The server cannot be reached: {error}."),
        })
    }
}

/// The key, out of the environment. What is wrong with it is said without it.
fn key(variable: &str) -> Result<HeaderValue, String> {
    let key = std::env::var(variable)
        .map_err(|_| format!("the environment variable {variable} does not hold a key."))?;
    let mut value = HeaderValue::from_str(&format!("Bearer {}", key.trim()))
        .map_err(|_| format!("the key in {variable} has signs that no key has."))?;
    value.set_sensitive(true);
    Ok(value)
}

/// Is it an address of this machine, after `http://`?
fn is_local(rest: &str) -> bool {
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    ["localhost", "127.0.0.1", "[::1]"]
        .iter()
        .any(|local| host.strip_prefix(local).is_some_and(|port| port.is_empty() || port.starts_with(':')))
}

/// How long the server asks to be left alone.
fn retry_after(response: &Response<ureq::Body>) -> Option<Duration> {
    let seconds = response.headers().get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds))
}

fn sleep(pause: Duration) -> Result<(), String> {
    let end = Instant::now() + pause;
    while Instant::now() < end {
        if stop::requested() {
            return Err("The run was stopped.".to_owned());
        }
        std::thread::sleep(SLICE.min(end.saturating_duration_since(Instant::now())));
    }
    Ok(())
}

/// What a server answers, as far as we read it.
#[derive(Deserialize)]
struct Completion {
    choices: Vec<Choice>,
    #[serde(default)]
    usage: Usage,
}

#[derive(Deserialize)]
struct Choice {
    message: Message,
}

#[derive(Deserialize)]
struct Message {
    content: Option<String>,
}

#[derive(Default, Deserialize)]
struct Usage {
    prompt_tokens: Option<u64>,
    completion_tokens: Option<u64>,
}

fn read(response: Response<ureq::Body>) -> Result<Completion, String> {
    let text = response.into_body().into_with_config().limit(LONGEST).read_to_string();
    let text = text.map_err(|error| match error {
        ureq::Error::Timeout(_) => "It did not answer in time.".to_owned(),
        ureq::Error::BodyExceedsLimit(_) => "The answer is too long.".to_owned(),
        error => format!("The answer broke off: {error}."),
    })?;
    serde_json::from_str(&text).map_err(|_| "The server's answer is not a chat completion.".to_owned())
}

/// The model for one seat.
pub(crate) struct Chat(pub(crate) Arc<Server>);

impl Model for Chat {
    fn complete(&mut self, prompt: &mut Prompt<'_>) -> Result<Reply, String> {
        let begin = Instant::now();
        let Completion { choices, usage } = self.0.ask(prompt.text)?;
        let text = choices.into_iter().find_map(|choice| choice.message.content).unwrap_or_default();
        Ok(Reply {
            tokens_in: usage.prompt_tokens.unwrap_or_else(|| tokens(prompt.text)),
            tokens_out: usage.completion_tokens.unwrap_or_else(|| tokens(&text)),
            text,
            ms: begin.elapsed().as_millis() as u64,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_do_not_travel_in_the_clear() {
        for local in ["localhost/v1", "localhost:80/v1", "127.0.0.1:11434/v1/chat", "[::1]:80"] {
            assert!(is_local(local), "{local}");
        }
        for far in
            ["example.org/v1", "localhost.example.org", "127.0.0.1.example.org", "127.0.0.1@example.org", ""]
        {
            assert!(!is_local(far), "{far}");
        }
    }
}
