//! Who may set up tables: anybody, people with an invitation to the house, or people named by the host.

use hosting::Who;
use table::{Refusal, say};

use crate::config::OpenTables;
use crate::house::House;
use crate::seal::Seal;
use crate::trouble::Trouble;

/// What invitations to the house are signed for.
const PURPOSE: &str = "welcome";

impl House {
    /// May this person set up tables? Everybody may join the tables of others.
    pub(crate) async fn may_open(&self, id: &str) -> Result<bool, Trouble> {
        let named = self.config.openers.iter().any(|opener| opener == id);
        Ok(match self.config.open_tables {
            OpenTables::Anyone => true,
            OpenTables::Named => named,
            OpenTables::Invited => {
                named || self.store.person(id).await?.is_some_and(|person| person.own().invited)
            }
        })
    }

    pub(crate) async fn must_open(&self, who: Who<'_>) -> Result<(), Trouble> {
        match self.may_open(who.id).await? {
            true => Ok(()),
            false => Err(Refusal::not_allowed(say!(
                "Only people whom the host has invited set up tables here. You can play at the tables of others."
            ))
            .into()),
        }
    }
}

/// An invitation to the house for anyone who has it, valid until a time in milliseconds.
pub(crate) fn invitation(seal: &Seal, until: u64) -> String {
    let until = until.to_string();
    format!("{until}-{}", seal.sign(PURPOSE, &[&until]))
}

/// Is this a valid invitation?
pub(crate) fn invites(seal: &Seal, token: &str, now: u64) -> bool {
    let Some((until, signature)) = token.split_once('-') else { return false };
    seal.verify(PURPOSE, &[until], signature) && until.parse().is_ok_and(|until: u64| until > now)
}
