//! The caller's devices, and the caller's data: exporting and deleting it.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::IntoResponse;
use table::{Refusal, Refused, say};

use super::asker::{Asker, cookie};
use super::{Answered, AppState, answer};
use crate::house::{House, Trouble};
use crate::moderation;
use crate::seal;
use crate::store::Person;
use wire::Device;

/// The most devices of a person besides the first.
const DEVICES: usize = 16;
/// The most devices that are signed out one by one.
const ENDED: usize = 64;
/// The longest user agent that is kept.
const AGENT: usize = 120;
/// The name of the first device in addresses: in its cookie it has none.
const FIRST: &str = "first";
/// What a copy of one's data costs, as a number of requests.
const DATA_COST: f64 = 50.0;
/// What it costs to sign out or to be forgotten: the house has to remember for good that the old cookies are worthless.
pub(super) const LEAVE_COST: f64 = 100.0;

/// Adds the device of a request to the caller's. Returns the caller and the name of the device.
pub(super) async fn add_device(
    house: &House,
    asker: &Asker,
    headers: &HeaderMap,
) -> Result<(Person, String), Trouble> {
    let mut person = asker.person_to_keep(house).await?;
    let mut own = person.own();
    if own.devices.len() >= DEVICES {
        return Err(Refusal::not_allowed(say!(
            "You are signed in on {DEVICES} devices: sign out on one of them first."
        ))
        .into());
    }
    let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
    let device = Device {
        id: seal::fresh_id(),
        agent: agent.chars().filter(|c| !c.is_control()).take(AGENT).collect(),
        since_at: house.now(),
        here: false,
    };
    let id = device.id.clone();
    own.devices.push(device);
    person.set_own(&own);
    house.store.keep_person(&person).await?;
    Ok((person, id))
}

async fn devices(house: &House, asker: &Asker) -> Result<Vec<Device>, Trouble> {
    let ended = house.sessions.of(&asker.id).ended;
    let first =
        Device { id: FIRST.to_owned(), agent: String::new(), since_at: 0, here: asker.device.is_empty() };
    let first = (!ended.iter().any(String::is_empty)).then_some(first);
    let added = asker.person(house).await?.own().devices;
    let added = added.into_iter().map(|device| Device { here: device.id == asker.device, ..device });
    Ok(first.into_iter().chain(added).collect())
}

pub(super) async fn list(State(house): AppState, asker: Asker) -> Answered {
    asker.must_be_person()?;
    Ok(answer(&devices(&house, &asker).await?))
}

/// Signs out on one device.
pub(super) async fn sign_out(State(house): AppState, asker: Asker, Path(id): Path<String>) -> Answered {
    asker.must_be_person()?;
    if !devices(&house, &asker).await?.iter().any(|device| device.id == id) {
        return Err(Trouble::Missing);
    }
    let name = if id == FIRST { "" } else { &id };
    if name == asker.device {
        return Err(
            Refusal::not_allowed(say!("That is this device: sign out on it from another one.")).into()
        );
    }
    asker.pay(&house, LEAVE_COST)?;
    if house.sessions.of(&asker.id).ended.len() >= ENDED {
        return Err(Refusal::not_allowed(say!("Sign out on all other devices at once instead.")).into());
    }
    house.sessions.change(&house.store, &asker.id, |standing| standing.ended.push(name.to_owned())).await?;
    let mut person = asker.person(&house).await?;
    let mut own = person.own();
    own.devices.retain(|device| device.id != id);
    person.set_own(&own);
    house.store.keep_person(&person).await?;
    // All of the person's connections; the other devices come back at once.
    let why = Refusal::new(Refused::Busy, say!("One of your devices was signed out."));
    house.cut_off(&asker.id, &why).await;
    Ok(answer(&devices(&house, &asker).await?))
}

/// What the house keeps about the caller.
pub(super) async fn data(State(house): AppState, asker: Asker) -> Answered {
    asker.must_be_person()?;
    asker.pay(&house, DATA_COST)?;
    let data = moderation::data_of(&house.store, &asker.person(&house).await?).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/json".to_owned()),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"sanguis-my-data.json\"".to_owned()),
    ];
    let text = serde_json::to_string_pretty(&data).map_err(|_| Trouble::Store)?;
    Ok((headers, text).into_response())
}

/// Forgets the caller. The browser is a new guest.
pub(super) async fn delete(State(house): AppState, asker: Asker) -> Answered {
    asker.must_be_person()?;
    asker.pay(&house, LEAVE_COST)?;
    let deleted = house.forget_person(&asker.id, "").await?;
    let fresh = seal::fresh_id();
    Ok(([(header::SET_COOKIE, cookie(&house, &fresh, ""))], answer(&deleted)).into_response())
}
