//! The caller's own account: name, notices, links to other devices.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::IntoResponse;
use table::words::Catalogue;
use table::{Refusal, say};

use super::asker::{Asker, cookie, signed_out};
use super::{Answered, AppState, Json, answer, mine};
use crate::house::{House, Trouble};
use crate::moderation;
use crate::opening;
use crate::person::Own;
use crate::seal;
use crate::store::Person;
use crate::words;
use wire::{Claim, Link, Me, MeChange, Notices, PushSubscription};

/// The lifetime of a link to another device, in milliseconds.
const GOOD_FOR: u64 = 15 * 60_000;
/// What following such a link costs, as a number of requests.
const LINK_COST: f64 = 20.0;
/// What the marks of used links begin with among the settings of the house. The time follows until which the link was good.
pub(crate) const LINKS: &str = "link/";
/// The longest key of a push subscription, in Base64.
const PUSH_KEY: usize = 200;
/// The most push subscriptions of a person.
const BROWSERS: usize = 8;

async fn shown(house: &House, person: &Person) -> Result<Me, Trouble> {
    let own = person.own();
    Ok(Me {
        id: person.id.clone(),
        name: person.name.clone(),
        notices: Notices {
            webhook: own.webhook,
            mail: own.mail,
            push: !own.browsers.is_empty(),
            unconfirmed: own.unconfirmed,
        },
        may_open: house.may_open(&person.id).await?,
        host: house.is_host(&person.id),
    })
}

pub(super) async fn me(State(house): AppState, asker: Asker) -> Answered {
    Ok(answer(&shown(&house, &asker.person(&house).await?).await?))
}

pub(super) async fn change(
    State(house): AppState,
    asker: Asker,
    headers: HeaderMap,
    Json(change): Json<MeChange>,
) -> Answered {
    let mut person = asker.person_to_keep(&house).await?;
    if let Some(name) = &change.name {
        let name = words::name(name)?;
        if name != person.name && house.sessions.has_silenced(&asker.id) {
            return Err(moderation::silenced().into());
        }
        person.name = name;
    }
    if let Some(notices) = change.notices {
        asker.must_be_person()?;
        let mut own = person.own();
        let webhook = words::webhook(&notices.webhook)?;
        if !crate::notices::Notices::POSSIBLE && webhook != own.webhook {
            return Err(Refusal::not_allowed(say!("This house was built without notices.")).into());
        }
        own.webhook = webhook;
        let mail = words::mail(&notices.mail)?;
        let language = headers.get(header::ACCEPT_LANGUAGE).and_then(|accepted| accepted.to_str().ok());
        own.language =
            language.unwrap_or_default().chars().take_while(char::is_ascii_alphabetic).take(3).collect();
        if mail != own.mail {
            own.unconfirmed = !mail.is_empty() && house.notices.confirms();
            own.mail = mail;
            if own.unconfirmed {
                ask_to_confirm(&house, &asker, &own)?;
            }
        }
        person.set_own(&own);
    }
    house.store.keep_person(&person).await?;
    Ok(answer(&shown(&house, &person).await?))
}

/// Sends the link that confirms an e-mail address: not every minute from the same place, and not every minute to the same address.
fn ask_to_confirm(house: &House, asker: &Asker, own: &Own) -> Result<(), Refusal> {
    if ![&asker.origin, &own.mail].into_iter().all(|who| house.notices.is_due("confirm", who)) {
        return Err(Refusal::not_allowed(say!(
            "A link was sent a moment ago: wait a minute before you change the address again."
        )));
    }
    let path = format!("/api/me/mail/{}-{}", asker.id, mail_signature(house, &asker.id, &own.mail));
    tokio::spawn(house.notices.clone().confirm(own.clone(), path));
    Ok(())
}

fn mail_signature(house: &House, id: &str, mail: &str) -> String {
    house.seal.sign("mail", &[id, mail])
}

/// Confirms an address: the person has followed the link that was sent there.
pub(super) async fn confirm(State(house): AppState, Path(token): Path<String>) -> Answered {
    let (id, signature) = token.split_once('-').ok_or(Trouble::Missing)?;
    let mut person = house.store.person(id).await?.ok_or(Trouble::Missing)?;
    let mut own = person.own();
    if !house.seal.verify("mail", &[id, &own.mail], signature) {
        return Err(Trouble::Missing);
    }
    own.unconfirmed = false;
    person.set_own(&own);
    house.store.keep_person(&person).await?;
    let catalogue = Catalogue::of(&own.language, &[]).unwrap_or_default();
    let done = catalogue.or_english(&say!("The address is confirmed: notices go there from now on."));
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], done).into_response())
}

pub(super) async fn subscribe(
    State(house): AppState,
    asker: Asker,
    Json(browser): Json<PushSubscription>,
) -> Answered {
    asker.must_be_person()?;
    words::webhook(&browser.endpoint)?;
    if browser.keys.p256dh.len() > PUSH_KEY || browser.keys.auth.len() > PUSH_KEY {
        return Err(Refusal::malformed(say!("A key for web push has at most {PUSH_KEY} characters.")).into());
    }
    let mut person = asker.person_to_keep(&house).await?;
    let mut own = person.own();
    own.browsers.retain(|known| known.endpoint != browser.endpoint);
    own.browsers.push(browser);
    let surplus = own.browsers.len().saturating_sub(BROWSERS);
    own.browsers.drain(..surplus);
    keep(&house, &mut person, &own).await
}

pub(super) async fn unsubscribe(State(house): AppState, asker: Asker) -> Answered {
    let mut person = asker.person(&house).await?;
    let mut own = person.own();
    own.browsers.clear();
    keep(&house, &mut person, &own).await
}

async fn keep(house: &House, person: &mut Person, own: &Own) -> Answered {
    person.set_own(own);
    house.store.keep_person(person).await?;
    Ok(answer(&shown(house, person).await?))
}

pub(super) async fn link(State(house): AppState, asker: Asker) -> Answered {
    asker.must_be_person()?;
    let until_at = house.now() + GOOD_FOR;
    let (until, once) = (until_at.to_string(), seal::fresh_id());
    let signature = house.seal.sign("link", &[&asker.id, &until, &once]);
    Ok(answer(&Link { path: format!("/claim/{}-{until}-{once}-{signature}", asker.id), until_at }))
}

/// Follows an invitation to the house.
pub(super) async fn welcome(State(house): AppState, asker: Asker, Json(claim): Json<Claim>) -> Answered {
    asker.must_be_person()?;
    if !opening::invites(&house.seal, &claim.token, house.now()) {
        return Err(
            Refusal::not_allowed(say!("This invitation has expired: ask the host for a new one.")).into()
        );
    }
    let mut person = asker.person_to_keep(&house).await?;
    let own = Own { invited: true, ..person.own() };
    keep(&house, &mut person, &own).await
}

/// Signs out everywhere else: old cookies no longer count.
pub(super) async fn sign_out(State(house): AppState, asker: Asker) -> Answered {
    asker.must_be_person()?;
    asker.pay(&house, mine::LEAVE_COST)?;
    let now = house.now();
    // The first device has no name in its cookie and is not in the list.
    let ended: Vec<String> = (!asker.device.is_empty()).then(String::new).into_iter().collect();
    house
        .sessions
        .change(&house.store, &asker.id, |standing| (standing.since, standing.ended) = (now, ended))
        .await?;
    let mut person = asker.person(&house).await?;
    let mut own = person.own();
    if !own.devices.is_empty() {
        own.devices.retain(|device| device.id == asker.device);
        person.set_own(&own);
        house.store.keep_person(&person).await?;
    }
    house.cut_off(&asker.id, &signed_out()).await;
    let me = shown(&house, &person).await?;
    Ok(([(header::SET_COOKIE, cookie(&house, &asker.id, &asker.device))], answer(&me)).into_response())
}

pub(super) async fn claim(
    State(house): AppState,
    asker: Asker,
    headers: HeaderMap,
    Json(claim): Json<Claim>,
) -> Answered {
    let no = || {
        Refusal::not_allowed(say!("This link has expired or was used: make a new one on the other device."))
    };
    let [id, until, once, signature] = claim.token.split('-').collect::<Vec<_>>()[..] else {
        return Err(no().into());
    };
    // One that was made before the person signed out everywhere else is worth nothing.
    let in_time = |until: u64| until > house.now() && until > house.sessions.of(id).since + GOOD_FOR;
    let good = house.seal.verify("link", &[id, until, once], signature) && until.parse().is_ok_and(in_time);
    if !good {
        return Err(no().into());
    }
    asker.pay(&house, LINK_COST)?;
    // Each caller offers its own mark and the first one stays, so a second caller finds a foreign mark.
    let mark = seal::fresh_id();
    let key = format!("{LINKS}{until}/{once}");
    if house.store.house_value(&key, mark.as_bytes()).await? != mark.as_bytes() {
        return Err(no().into());
    }
    let asker = Asker { id: id.to_owned(), ..asker };
    let (person, device) = mine::add_device(&house, &asker, &headers).await?;
    let me = shown(&house, &person).await?;
    Ok(([(header::SET_COOKIE, cookie(&house, id, &device))], answer(&me)).into_response())
}
