//! "Your turn" notices for people who have no page open: by webhook, web push and mail.
//!
//! A notice names the game and the table and nothing that happens there. Notices are sent from separate threads, and one that cannot be
//! delivered is dropped: the table waits anyway.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};
use table::words::Catalogue;
use table::{Name, say};
use tokio::sync::Semaphore;
use ureq::Agent;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};

use crate::config::Config;
use crate::mail::MailServer;
use crate::person::Own;
use crate::store::{AnyStore, Person};
use crate::trust;

/// The shortest time between two notices to a person about the same table.
const QUIET: Duration = Duration::from_secs(60);
/// Above this number of entries, old ones are discarded.
const MANY: usize = 4096;
/// The timeout of a delivery.
const PATIENCE: Duration = Duration::from_secs(10);
/// The number of simultaneous deliveries.
const AT_ONCE: usize = 4;

/// Sends notices.
pub(crate) struct Notices {
    agent: Agent,
    push: Option<Push>,
    mail: Option<MailServer>,
    /// The public address, for links; may be empty.
    home: String,
    told: Mutex<HashMap<(String, String), Instant>>,
    deliveries: Arc<Semaphore>,
}

/// The house's key for push services.
struct Push {
    key: EcdsaKeyPair,
    /// The contact that push services ask for.
    contact: String,
}

/// A fresh key for push services.
fn fresh_push_key() -> Vec<u8> {
    EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new())
        .map(|key| key.as_ref().to_vec())
        .unwrap_or_default()
}

impl Notices {
    /// Does this program send notices at all?
    pub(crate) const POSSIBLE: bool = true;

    /// With the house's own key for push services, which the store keeps.
    pub(crate) async fn open(config: &Config, store: &AnyStore) -> Result<Notices, String> {
        let key = store.house_value("push key", &fresh_push_key()).await;
        Notices::new(config, &key.map_err(|error| error.to_string())?)
    }

    fn new(config: &Config, push_key: &[u8]) -> Result<Notices, String> {
        let settings = Agent::config_builder()
            .timeout_global(Some(PATIENCE))
            .max_redirects(0)
            .http_status_as_error(true)
            .user_agent("sanguis")
            .tls_config(trust::ureq())
            .build();
        let resolver = Outward { private: config.private_webhooks, locked: DefaultResolver::default() };
        let home = config.public_url.trim_end_matches('/').to_owned();
        let contact = match (config.mail_from.is_empty(), home.is_empty()) {
            (false, _) => format!("mailto:{}", config.mail_from),
            (true, false) => home.clone(),
            (true, true) => "https://localhost".to_owned(),
        };
        let key = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, push_key, &SystemRandom::new());
        Ok(Notices {
            agent: Agent::with_parts(settings, DefaultConnector::default(), resolver),
            push: key.ok().map(|key| Push { key, contact }),
            mail: MailServer::new(&config.smtp, &config.mail_from, trust::roots())?,
            home,
            told: Mutex::default(),
            deliveries: Arc::new(Semaphore::new(AT_ONCE)),
        })
    }

    /// The key that browsers subscribe with.
    pub(crate) fn push_key(&self) -> String {
        self.push.as_ref().map_or_else(String::new, |push| base64(push.key.public_key().as_ref()))
    }

    /// Can notices go by mail?
    pub(crate) fn has_mail(&self) -> bool {
        self.mail.is_some()
    }

    /// Must an e-mail address be confirmed? Without a public address a link could not be followed from elsewhere.
    pub(crate) fn confirms(&self) -> bool {
        self.mail.is_some() && !self.home.is_empty()
    }

    /// Sends the link that confirms an e-mail address.
    pub(crate) async fn confirm(self: Arc<Self>, own: Own, path: String) {
        let Ok(_place) = self.deliveries.clone().acquire_owned().await else { return };
        let sent = tokio::task::spawn_blocking(move || {
            let catalogue = Catalogue::of(&own.language, &[]).unwrap_or_default();
            let link = Name(format!("{}{path}", self.home));
            let words = [
                say!("Sanguis: is this your address?"),
                say!(
                    "Somebody wants to be told here when it is their turn. If that is you, open this link: {link} If not, do nothing."
                ),
            ];
            let [subject, words] = words.map(|text| catalogue.or_english(&text).trim_end().to_owned());
            let server = self.mail.as_ref().ok_or("no mail server")?;
            server.send(&own.mail, &subject, &words)
        });
        if let Ok(Err(error)) = sent.await {
            tracing::info!(error, "a mail could not be delivered");
        }
    }

    /// May this person get another notice about this table now?
    pub(crate) fn is_due(&self, person: &str, table: &str) -> bool {
        let now = Instant::now();
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.len() >= MANY {
            told.retain(|_, at| now.duration_since(*at) < QUIET);
        }
        let last = told.insert((person.to_owned(), table.to_owned()), now);
        last.is_none_or(|last| now.duration_since(last) >= QUIET)
    }

    /// Tells a person that it is their turn. Returns the number of notices delivered.
    pub(crate) async fn call(self: Arc<Self>, person: Person, game: &'static str, table: String) -> u64 {
        let Ok(_place) = self.deliveries.clone().acquire_owned().await else { return 0 };
        tokio::task::spawn_blocking(move || self.deliver(&person, game, &table)).await.unwrap_or(0)
    }

    fn deliver(&self, person: &Person, game: &str, table: &str) -> u64 {
        let own: Own = person.own();
        let path = format!("/table/{table}");
        let link = if self.home.is_empty() { String::new() } else { format!("{}{path}", self.home) };
        let [subject, words] = sentences(&own.language, game, &link);
        let mut delivered = 0;
        let mut note = |way: &str, result: Result<(), String>| match result {
            Ok(()) => delivered += 1,
            Err(error) => tracing::info!(way, person = person.id, error, "a notice could not be delivered"),
        };
        if !own.webhook.is_empty() {
            note("webhook", self.post(&own.webhook, &words, &link));
        }
        for browser in &own.browsers {
            note("push", self.push(&browser.endpoint));
        }
        if let (Some(server), false) = (&self.mail, own.mail.is_empty() || own.unconfirmed) {
            note("mail", server.send(&own.mail, &subject, &words));
        }
        delivered
    }

    fn post(&self, webhook: &str, words: &str, link: &str) -> Result<(), String> {
        let request = self.agent.post(webhook);
        let sent = match body(webhook, words, link) {
            Some(body) => request.content_type("application/json").send(body.to_string()),
            None => request.header("Title", "Sanguis").send(words),
        };
        sent.map(|_| ()).map_err(withheld)
    }

    /// Wakes the client's service worker, which shows the notice.
    fn push(&self, endpoint: &str) -> Result<(), String> {
        let push = self.push.as_ref().ok_or("no key")?;
        let uri: Uri = endpoint.parse().map_err(|_| "no address")?;
        let audience = format!("https://{}", uri.authority().ok_or("no address")?);
        let until = crate::store::now() / 1000;
        let head = base64(br#"{"typ":"JWT","alg":"ES256"}"#);
        let claims = json!({ "aud": audience, "exp": until + 12 * 3600, "sub": push.contact });
        let signed = format!("{head}.{}", base64(claims.to_string().as_bytes()));
        let signature =
            push.key.sign(&SystemRandom::new(), signed.as_bytes()).map_err(|error| error.to_string())?;
        let token = format!("vapid t={signed}.{}, k={}", base64(signature.as_ref()), self.push_key());
        let request = self.agent.post(endpoint).header("Authorization", token).header("TTL", "86400");
        request.header("Urgency", "high").send_empty().map(|_| ()).map_err(withheld)
    }
}

/// The subject and the text of a notice.
fn sentences(language: &str, game: &str, link: &str) -> [String; 2] {
    let catalogue = Catalogue::of(language, &[]).unwrap_or_default();
    let (game, link) = (Name(game), Name(link));
    [say!("{game}: your turn"), say!("{game}: it is your turn. {link}")]
        .map(|text| catalogue.or_english(&text).trim_end().to_owned())
}

/// Discord and Slack take their own JSON, ntfy takes plain text (none); other services get everything.
fn body(webhook: &str, words: &str, link: &str) -> Option<Value> {
    let host = webhook.split("//").nth(1).and_then(|rest| rest.split(['/', ':']).next()).unwrap_or("");
    match host {
        "discord.com" | "discordapp.com" => Some(json!({ "content": words })),
        "hooks.slack.com" => Some(json!({ "text": words })),
        host if host == "ntfy.sh" || host.starts_with("ntfy.") => None,
        _ => Some(json!({ "content": words, "text": words, "link": link })),
    }
}

/// The status of a failed request, for the log. Address and answer are the person's own and stay out of it.
fn withheld(error: ureq::Error) -> String {
    match error {
        ureq::Error::StatusCode(code) => format!("the server answered {code}"),
        _ => "the server cannot be reached".to_owned(),
    }
}

fn base64(bytes: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

/// Resolves names, but not to addresses inside the operator's network unless that is allowed: a webhook is set by a guest.
#[derive(Debug)]
struct Outward {
    private: bool,
    locked: DefaultResolver,
}

impl Resolver for Outward {
    fn resolve(
        &self,
        uri: &Uri,
        config: &ureq::config::Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.locked.resolve(uri, config, timeout)?;
        match self.private || found.iter().all(|address| is_outside(address.ip())) {
            true => Ok(found),
            false => Err(ureq::Error::HostNotFound),
        }
    }
}

/// Is this a public address?
fn is_outside(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(v4) => {
            let [a, b, ..] = v4.octets();
            !(v4.is_private()
                || v4.is_loopback()
                || v4.is_link_local()
                || v4.is_broadcast()
                || v4.is_documentation()
                || v4.is_multicast()
                || a == 0
                || a >= 240
                || (a == 100 && (64..128).contains(&b))
                || (a == 198 && (18..20).contains(&b))
                || v4 == Ipv4Addr::new(192, 0, 0, 0))
        }
        IpAddr::V6(v6) => {
            let first = v6.segments()[0];
            // Global unicast, without 6to4 and Teredo, which wrap an IPv4 address.
            first & 0xe000 == 0x2000
                && first != 0x2002
                && v6.segments()[..2] != [0x2001, 0]
                && v6 != Ipv6Addr::LOCALHOST
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_is_in_the_language_of_its_reader() {
        assert_eq!(
            sentences("de", "BloodLust", ""),
            ["BloodLust: Du bist am Zug", "BloodLust: Du bist am Zug."]
        );
        let [subject, words] = sentences("fr", "BloodLust", "https://x/table/1");
        assert_eq!(subject, "BloodLust: your turn");
        assert_eq!(words, "BloodLust: it is your turn. https://x/table/1");
    }

    #[test]
    fn private_addresses_are_not_outside() {
        for inside in [
            "127.0.0.1",
            "10.0.0.1",
            "192.168.1.1",
            "172.16.0.1",
            "169.254.169.254",
            "0.0.0.0",
            "100.64.0.1",
            "::1",
            "fd00::1",
            "fe80::1",
            "::ffff:127.0.0.1",
            "2002:7f00:1::",
            "255.255.255.255",
            "224.0.0.1",
        ] {
            assert!(!is_outside(inside.parse().unwrap()), "{inside}");
        }
        for outside in ["1.1.1.1", "93.184.216.34", "2606:4700::1111"] {
            assert!(is_outside(outside.parse().unwrap()), "{outside}");
        }
    }

    #[test]
    fn a_key_for_push_services_can_be_kept() {
        let notices = Notices::new(&Config::default(), &fresh_push_key()).unwrap();
        let key = BASE64_URL_SAFE_NO_PAD.decode(notices.push_key()).unwrap();
        assert_eq!((key.len(), key[0]), (65, 4), "an uncompressed point");
        assert!(!notices.has_mail());
    }
}
