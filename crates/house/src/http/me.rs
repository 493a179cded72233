//! The caller's own account: name, notices, links to other devices.

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::IntoResponse;
use table::{Refusal, say};

use super::asker::{Asker, cookie};
use super::{Answered, AppState, Json, answer};
use crate::house::House;
use crate::person::Own;
use crate::seal;
use crate::store::Person;
use crate::words;
use wire::{Claim, Link, Me, MeChange, Notices, PushSubscription};

/// The lifetime of a link to another device, in milliseconds.
const GOOD_FOR: u64 = 15 * 60_000;
/// The longest key of a push subscription, in Base64.
const PUSH_KEY: usize = 200;
/// The most push subscriptions of a person.
const BROWSERS: usize = 8;

fn shown(person: &Person) -> Me {
    let own = person.own();
    Me {
        id: person.id.clone(),
        name: person.name.clone(),
        notices: Notices { webhook: own.webhook, mail: own.mail, push: !own.browsers.is_empty() },
    }
}

pub(super) async fn me(State(house): AppState, asker: Asker) -> Answered {
    Ok(answer(&shown(&asker.person(&house).await?)))
}

pub(super) async fn change(
    State(house): AppState,
    asker: Asker,
    headers: HeaderMap,
    Json(change): Json<MeChange>,
) -> Answered {
    let mut person = asker.person(&house).await?;
    if let Some(name) = &change.name {
        person.name = words::name(name)?;
    }
    if let Some(notices) = change.notices {
        asker.must_be_person()?;
        let mut own = person.own();
        own.webhook = words::webhook(&notices.webhook)?;
        own.mail = words::mail(&notices.mail)?;
        let language = headers.get(header::ACCEPT_LANGUAGE).and_then(|accepted| accepted.to_str().ok());
        own.language =
            language.unwrap_or_default().chars().take_while(char::is_ascii_alphabetic).take(3).collect();
        person.set_own(&own);
    }
    house.store.keep_person(&person).await?;
    Ok(answer(&shown(&person)))
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
    let mut person = asker.person(&house).await?;
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
    Ok(answer(&shown(person)))
}

pub(super) async fn link(State(house): AppState, asker: Asker) -> Answered {
    asker.must_be_person()?;
    let until_at = house.now() + GOOD_FOR;
    let (until, once) = (until_at.to_string(), seal::fresh_id());
    let signature = house.seal.sign("link", &[&asker.id, &until, &once]);
    Ok(answer(&Link { path: format!("/claim/{}-{until}-{once}-{signature}", asker.id), until_at }))
}

pub(super) async fn claim(State(house): AppState, asker: Asker, Json(claim): Json<Claim>) -> Answered {
    let no = || {
        Refusal::not_allowed(say!("This link has expired or was used: make a new one on the other device."))
    };
    let [id, until, once, signature] = claim.token.split('-').collect::<Vec<_>>()[..] else {
        return Err(no().into());
    };
    let good = house.seal.verify("link", &[id, until, once], signature)
        && until.parse().is_ok_and(|until: u64| until > house.now());
    if !good {
        return Err(no().into());
    }
    // Each caller offers its own mark and the first one stays, so a second caller finds a foreign mark.
    let mark = seal::fresh_id();
    if house.store.house_value(&format!("link/{once}"), mark.as_bytes()).await? != mark.as_bytes() {
        return Err(no().into());
    }
    let asker = Asker { id: id.to_owned(), ..asker };
    let me = shown(&asker.person(&house).await?);
    Ok(([(header::SET_COOKIE, cookie(&house, id))], answer(&me)).into_response())
}
