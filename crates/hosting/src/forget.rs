//! Forgetting a person: a log loses what it says about them, but the game can still be verified.

use table::SeatSet;
use wire::Sitter;

use crate::{Entry, LogEvent, MatchLog, Past, words};

/// What a forgotten person said.
const UNSAID: &str = "…";

/// Does an entry name this person?
fn mentions(entry: &Entry, person: &str) -> bool {
    let by = entry.command.as_deref().and_then(|command| command.split('/').next());
    by == Some(person)
        || match &entry.what {
            LogEvent::Created { host, sitters, .. } => {
                host == person || sitters.iter().any(|sitter| sitter.id() == Some(person))
            }
            LogEvent::Seated { sitter, removed, .. } => {
                sitter.id() == Some(person) || removed.as_deref() == Some(person)
            }
            _ => false,
        }
}

/// Puts `other` in the place of a person: id, name, and what they wrote. Where the name is part of the proof of the game, as it was in
/// the past, it stays; then this is false.
pub fn forget(id: &str, entries: &mut [Entry], person: &str, other: &str) -> bool {
    if !entries.iter().any(|entry| mentions(entry, person)) {
        return true;
    }
    let record = MatchLog::fold(id, entries.to_vec(), Past::Whole)
        .ok()
        .and_then(|log| log.record().ok().or_else(|| log.unfinished_record()));
    let nameless = record.is_none_or(|record| !record.proves_names());
    let name = words::guest_name(other);
    let mut seats = SeatSet::EMPTY;
    let rename = |sitter: &mut Sitter| {
        let (Sitter::Person { id, name: known } | Sitter::Outside { id, name: known }) = sitter else {
            return false;
        };
        let theirs = id == person;
        if theirs {
            other.clone_into(id);
            if nameless {
                known.clone_from(&name);
            }
        }
        theirs
    };
    let mut dealt = SeatSet::EMPTY;
    for entry in entries {
        if let Some((_, command)) = entry
            .command
            .as_deref()
            .and_then(|command| command.split_once('/'))
            .filter(|(by, _)| *by == person)
        {
            entry.command = Some(format!("{other}/{command}"));
        }
        match &mut entry.what {
            LogEvent::Created { host, sitters, .. } => {
                if host == person {
                    other.clone_into(host);
                }
                for (seat, sitter) in table::Seat::all(sitters.len()).zip(sitters) {
                    if rename(sitter) {
                        seats.insert(seat);
                    }
                }
            }
            LogEvent::Seated { seat, sitter, removed, .. } => {
                match rename(sitter) {
                    true => seats.insert(*seat),
                    false => seats.remove(*seat),
                }
                removed.iter_mut().filter(|one| *one == person).for_each(|one| other.clone_into(one));
            }
            LogEvent::Started { .. } => dealt = seats,
            LogEvent::Said { name: said_by, seat, text } if seat.is_some_and(|seat| seats.contains(seat)) => {
                said_by.clone_from(&name);
                UNSAID.clone_into(text);
            }
            LogEvent::Recorded { record, .. } if nameless => {
                for seat in dealt.iter() {
                    if let Some(known) = record.seats.get_mut(seat.index()) {
                        known.clone_from(&name);
                    }
                }
            }
            _ => {}
        }
    }
    nameless
}
