//! Texts from people: names, and addresses for their notices.

pub(crate) use hosting::words::{guest_name, name};
use table::{Refusal, say};

/// The address of a webhook for notices, or empty.
pub(crate) fn webhook(text: &str) -> Result<String, Refusal> {
    let text = text.trim();
    let fits = text.len() <= 500
        && (text.starts_with("https://") || text.starts_with("http://"))
        && !text.contains(|c: char| c.is_whitespace() || c.is_control());
    match text.is_empty() || fits {
        true => Ok(text.to_owned()),
        false => Err(Refusal::malformed(say!("The address of a webhook starts with https:// or http://."))),
    }
}

/// An e-mail address, or empty.
pub(crate) fn mail(text: &str) -> Result<String, Refusal> {
    let text = text.trim();
    let fits = text.len() <= 200
        && text.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'))
        && !text.contains(|c: char| c.is_whitespace() || c.is_control() || "<>,;\"".contains(c));
    match text.is_empty() || fits {
        true => Ok(text.to_owned()),
        false => Err(Refusal::malformed(say!("That is not an e-mail address."))),
    }
}
