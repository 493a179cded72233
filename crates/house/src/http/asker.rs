//! Identifies who sends a request (guests by a signed cookie, bot accounts by their token) and applies limits.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

#[cfg(feature = "mcp")]
use axum::body::to_bytes;
use axum::extract::{FromRequestParts, Request, State};
#[cfg(feature = "mcp")]
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use table::{Refusal, Refused, say};

#[cfg(feature = "mcp")]
use super::{LARGEST, in_time, too_long};
use crate::house::{House, Trouble};
use crate::limits::household;
use crate::moderation;
use crate::pool::Sake;
use crate::seal;
use crate::store::Person;
use crate::words;
use hosting::Who;

/// The name of the cookie.
const COOKIE: &str = "sanguis";
/// Its name over TLS: browsers take such a cookie from the house itself only, not from a neighbour in its domain.
const SECURE_COOKIE: &str = "__Host-sanguis";
/// What folding a whole log costs, as a number of requests.
const FOLD_COST: f64 = 5.0;
/// What it costs to be stored for the first time: a guest without a cookie is a new one every time.
const NEW_COST: f64 = 20.0;
/// Its lifetime in seconds: the longest that browsers allow.
const LASTING: u32 = 400 * 86_400;

/// The client's end of a connection. It counts against the limits until the last clone is dropped.
#[derive(Clone, Debug)]
pub(crate) struct Peer {
    pub(crate) address: IpAddr,
    pub(crate) _held: Arc<dyn std::any::Any + Send + Sync>,
}

impl<S: Send + Sync> FromRequestParts<S> for Peer {
    type Rejection = Trouble;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Peer, Trouble> {
        parts.extensions.get::<Peer>().cloned().ok_or(Trouble::Missing)
    }
}

/// Who sends a request.
#[derive(Clone, Debug)]
pub(crate) struct Asker {
    /// Public id.
    pub(crate) id: String,
    /// A bot account, rather than a person?
    pub(crate) outside: bool,
    /// The device, if it was added by a link; empty for the first one.
    pub(crate) device: String,
    /// When the person had last signed out everywhere else, by the cookie.
    pub(crate) since: u64,
    /// Where the request comes from, as the house recognises it again: not an address.
    pub(crate) origin: String,
}

impl<S: Send + Sync> FromRequestParts<S> for Asker {
    type Rejection = Trouble;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Asker, Trouble> {
        parts.extensions.get::<Asker>().cloned().ok_or(Trouble::Missing)
    }
}

impl Asker {
    /// The stored person; a guest who has changed nothing yet is not stored.
    pub(crate) async fn person(&self, house: &House) -> Result<Person, Trouble> {
        let known = house.store.person(&self.id).await?;
        Ok(known.unwrap_or_else(|| Person {
            id: self.id.clone(),
            name: words::guest_name(&self.id),
            token: String::new(),
            own: String::new(),
        }))
    }

    /// The person, to be stored with a change.
    pub(crate) async fn person_to_keep(&self, house: &House) -> Result<Person, Trouble> {
        match house.store.person(&self.id).await? {
            Some(known) => Ok(known),
            None => {
                self.pay(house, NEW_COST)?;
                self.person(house).await
            }
        }
    }

    /// Lets the place where the request comes from pay for what costs as much as some requests.
    pub(crate) fn pay(&self, house: &House, cost: f64) -> Result<(), Trouble> {
        if house.limits.allow(&self.origin, cost, house.config.requests_per_second) {
            return Ok(());
        }
        house.metrics.turned_away.add(1);
        Err(Trouble::Busy)
    }

    /// Refuses those who have been removed or signed out since the request, and bot accounts whose token was revoked.
    pub(crate) async fn must_be_valid(&self, house: &House) -> Result<(), Trouble> {
        let has_token = || async {
            house.store.person(&self.id).await.map(|it| it.is_some_and(|it| !it.token.is_empty()))
        };
        if house.sessions.has_removed(&self.id) {
            return Err(moderation::removed().into());
        }
        if self.outside && !has_token().await? {
            return Err(revoked().into());
        }
        if !self.outside && !house.sessions.counts(&self.id, &self.device, self.since) {
            return Err(signed_out().into());
        }
        Ok(())
    }

    /// Folding a whole log costs as much as some requests.
    pub(crate) fn pay_for_fold(&self, house: &House) -> Result<(), Trouble> {
        self.pay(house, FOLD_COST)
    }

    /// The priority of a look into the past: players go first.
    pub(crate) fn history(&self) -> Sake {
        Sake { people: false, origin: self.origin.clone() }
    }

    /// Converts it into a participant with this name.
    pub(crate) fn named<'a>(&'a self, name: &'a str) -> Who<'a> {
        Who { id: &self.id, name, outside: self.outside }
    }

    /// Refuses bot accounts.
    pub(crate) fn must_be_person(&self) -> Result<(), Refusal> {
        match self.outside {
            false => Ok(()),
            true => Err(Refusal::new(Refused::NotYours, say!("A bot account cannot do that."))),
        }
    }
}

/// The refusal of a token.
pub(super) fn revoked() -> Refusal {
    Refusal::new(Refused::NotYours, say!("This token is not valid (any more)."))
}

/// The refusal of a device on which the person has signed out.
pub(super) fn signed_out() -> Refusal {
    Refusal::new(Refused::NotYours, say!("You have signed out on this device."))
}

/// The cookie that identifies a browser as a device of this person.
pub(super) fn cookie(house: &House, id: &str, device: &str) -> HeaderValue {
    let signature = house.sessions.sign(&house.seal, id, device);
    let signature = if device.is_empty() { signature } else { format!("{device}.{signature}") };
    let (name, secure) = if house.config.is_secure() { (SECURE_COOKIE, "; Secure") } else { (COOKIE, "") };
    let text = format!("{name}={id}.{signature}; Path=/; Max-Age={LASTING}; HttpOnly; SameSite=Lax{secure}");
    HeaderValue::try_from(text).unwrap_or_else(|_| HeaderValue::from_static(""))
}

/// Middleware for every route under `/api`.
pub(super) async fn guard(State(house): State<Arc<House>>, mut request: Request, next: Next) -> Response {
    let address = household(address(&house, &request));
    if !house.limits.allow(&address.to_string(), 1.0, house.config.requests_per_second)
        || !hold_place(&house, &mut request, address)
    {
        house.metrics.turned_away.add(1);
        return Trouble::Busy.into_response();
    }
    if is_foreign(&house, &request) {
        let refusal = Refusal::not_allowed(say!("This request comes from another site."));
        return Trouble::Refused(refusal).into_response();
    }
    // What is stored must not be an address.
    let origin = house.seal.sign("origin", &[&address.to_string()]);
    let (asker, fresh) = match who_asks(&house, request.headers(), origin).await {
        Ok(known) => known,
        Err(trouble) => return trouble.into_response(),
    };
    if house.sessions.has_removed(&asker.id) {
        return Trouble::Refused(moderation::removed()).into_response();
    }
    let set = fresh.then(|| cookie(&house, &asker.id, &asker.device));
    request.extensions_mut().insert(asker);
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    if let Some(set) = set {
        // The handler may have set another cookie already: claiming a link makes the browser another person.
        headers.entry(header::SET_COOKIE).or_insert(set);
    }
    response
}

/// Middleware for `/mcp`: only bot accounts pass, with their token.
#[cfg(feature = "mcp")]
pub(super) async fn admit(State(house): State<Arc<House>>, mut request: Request, next: Next) -> Response {
    let address = household(address(&house, &request));
    if !house.limits.allow(&address.to_string(), 1.0, house.config.requests_per_second)
        || !hold_place(&house, &mut request, address)
    {
        house.metrics.turned_away.add(1);
        return Trouble::Busy.into_response();
    }
    if is_foreign(&house, &request) {
        let refusal = Refusal::not_allowed(say!("This request comes from another site."));
        return Trouble::Refused(refusal).into_response();
    }
    match who_asks(&house, request.headers(), String::new()).await {
        Ok((asker, _)) if asker.outside => match whole(&house, request).await {
            Ok(request) => next.run(request).await,
            Err(refusal) => Trouble::Refused(refusal).into_response(),
        },
        Err(trouble @ (Trouble::Store | Trouble::Busy)) => trouble.into_response(),
        _ => {
            let words = Refusal::new(Refused::NotYours, say!("Send the token of a bot account."));
            let mut response = Trouble::Refused(words).into_response();
            *response.status_mut() = StatusCode::UNAUTHORIZED;
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            response
        }
    }
}

/// A request with all of its body, which must come in time.
#[cfg(feature = "mcp")]
async fn whole(house: &House, request: Request) -> Result<Request, Refusal> {
    let (head, body) = request.into_parts();
    let bytes = in_time(house, to_bytes(body, LARGEST)).await?.map_err(|_| too_long())?;
    Ok(Request::from_parts(head, bytes.into()))
}

/// Middleware for what is not under `/api`, but does work: limits requests.
pub(super) async fn limit(State(house): State<Arc<House>>, request: Request, next: Next) -> Response {
    let address = household(address(&house, &request));
    if !house.limits.allow(&address.to_string(), 1.0, house.config.requests_per_second) {
        house.metrics.turned_away.add(1);
        return Trouble::Busy.into_response();
    }
    next.run(request).await
}

/// Behind a proxy all connections come from one address, so requests are counted by the one that it reports: a socket or a stream
/// keeps its place for as long as it is open. False if that address has too many.
fn hold_place(house: &House, request: &mut Request, address: IpAddr) -> bool {
    let Some(peer) = request.extensions_mut().get_mut::<Peer>().filter(|_| house.config.proxied) else {
        return true;
    };
    let place = house.limits.enter(format!("address {address}"), house.config.connections_per_address);
    let free = place.is_some();
    peer._held = Arc::new((peer._held.clone(), place));
    free
}

/// The client's address. A proxy appends it to `X-Forwarded-For`; earlier entries can be forged.
fn address(house: &House, request: &Request) -> IpAddr {
    let peer = request.extensions().get::<Peer>().map_or(IpAddr::from([0, 0, 0, 0]), |peer| peer.address);
    let forwarded = request.headers().get_all("x-forwarded-for").iter().next_back();
    match forwarded.and_then(|list| list.to_str().ok()) {
        Some(list) if house.config.proxied => last_of(list).unwrap_or(peer),
        _ => peer,
    }
}

/// The last address of a list. Some proxies add the port.
fn last_of(list: &str) -> Option<IpAddr> {
    let last = list.rsplit(',').next()?.trim();
    let with_port = || last.parse::<SocketAddr>().ok().map(|address| address.ip());
    last.trim_matches(['[', ']']).parse().ok().or_else(with_port)
}

/// Was this sent by a page of another site? Browsers prevent such a page from reading responses, but not from sending commands or
/// connecting.
fn is_foreign(house: &House, request: &Request) -> bool {
    let headers = request.headers();
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    if reads && !headers.contains_key(header::UPGRADE) {
        return false;
    }
    let text = |name: header::HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let Some(origin) = headers.get(header::ORIGIN) else {
        let site = headers.get("sec-fetch-site").and_then(|site| site.to_str().ok());
        return site.is_some_and(|site| !matches!(site, "same-origin" | "none"));
    };
    let Ok(origin) = origin.to_str() else { return true };
    let ours = house.config.public_url.trim_end_matches('/');
    let same_host = origin
        .split_once("://")
        .is_some_and(|(_, host)| Some(host) == text(header::HOST) && house.config.is_own_host(host));
    !(same_host || (!ours.is_empty() && origin == ours))
}

/// The person or bot behind a request, and whether the browser needs a new cookie.
async fn who_asks(house: &House, headers: &HeaderMap, origin: String) -> Result<(Asker, bool), Trouble> {
    let authorization = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    // Any other kind is for a proxy in front of the house.
    if let Some(token) = authorization.and_then(|text| text.strip_prefix("Bearer ")) {
        let account = house.store.by_token(&seal::hash(token.trim())).await?;
        let account = account.ok_or_else(revoked)?;
        return Ok((Asker { id: account.id, outside: true, device: String::new(), since: 0, origin }, false));
    }
    let current_name = if house.config.is_secure() { SECURE_COOKIE } else { COOKIE };
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|cookie| cookie.to_str().ok());
    let ours = cookies
        .flat_map(|cookies| cookies.split(';'))
        .filter_map(|cookie| cookie.trim().split_once('='))
        .filter(|(name, _)| [COOKIE, SECURE_COOKIE].contains(name))
        .filter_map(|(name, cookie)| Some((name == current_name, cookie.split_once('.')?)))
        .filter_map(|(named, (id, rest))| {
            let (device, signature) = rest.split_once('.').unwrap_or(("", rest));
            let current = house.sessions.verify(&house.seal, id, device, signature)?;
            Some((id.to_owned(), device.to_owned(), named && current))
        })
        // Of two cookies the one with the present name counts.
        .max_by_key(|(.., current)| *current);
    let (id, device, current) = ours.unwrap_or_else(|| (seal::fresh_id(), String::new(), false));
    let since = house.sessions.of(&id).since;
    Ok((Asker { id, outside: false, device, since, origin }, !current))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proxy_reports_the_last_address_of_its_list() {
        let known = |list: &str| last_of(list).map(|address| address.to_string());
        for list in ["10.0.0.1", "8.8.8.8, 10.0.0.1", "10.0.0.1:4711", "nonsense,10.0.0.1 "] {
            assert_eq!(known(list).as_deref(), Some("10.0.0.1"), "{list}");
        }
        for list in ["2001:db8::1", "[2001:db8::1]", "8.8.8.8,[2001:db8::1]:4711"] {
            assert_eq!(known(list).as_deref(), Some("2001:db8::1"), "{list}");
        }
        for list in ["", "unknown", "10.0.0.1,", "10.0.0.1, _hidden"] {
            assert_eq!(known(list), None, "{list}");
        }
    }
}
