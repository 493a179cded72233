//! What an observer may know and what it may not, as pieces of data that can be looked for in bytes.

use std::collections::HashSet;

use serde_json::{Value, json};
use table::{AnyMatch, Audit, Fact, Game, Observer, Seat};

/// Shorter words and lists mean too many things.
const SHORTEST_WORD: usize = 4;
const SHORTEST_LIST: usize = 3;

/// Pieces of data: words, objects and lists as JSON.
pub(crate) type Pieces = HashSet<String>;

/// Every word, object and list in a value.
fn pieces(value: &Value, into: &mut Pieces) {
    match value {
        Value::String(text) if text.chars().count() >= SHORTEST_WORD => {
            into.insert(value.to_string());
        }
        Value::Array(items) => {
            // Changes hold the end of the list of claims that are proved or refuted, which can be all that another knows of.
            let claims = items.iter().all(|item| item.get("truth").is_some());
            if items.len() >= SHORTEST_LIST && !claims {
                into.insert(value.to_string());
            }
            items.iter().for_each(|item| pieces(item, into));
        }
        Value::Object(map) => {
            if !map.is_empty() {
                into.insert(value.to_string());
            }
            map.values().for_each(|item| pieces(item, into));
        }
        _ => {}
    }
}

macro_rules! facts {
    ($($game:ty => $template:literal,)*) => {
        /// The hidden facts an observer knows. The facade does not tell them, because nothing that is served needs them.
        fn facts(game: &dyn AnyMatch, observer: Observer) -> Vec<Fact> {
            let seen = game.seen(observer);
            $(if let Some(seen) = seen.downcast_ref::<<$game as Game>::Observation>() {
                return <$game>::facts(seen);
            })*
            panic!("{} is not on the shelf", game.info().id)
        }
    };
}

shelf::every_game!(facts);

/// All that a game has to say to an observer, in every form that the house sends.
fn said(game: &dyn AnyMatch, observer: Observer, into: &mut Pieces) {
    let offers = observer.seat().map_or_else(Vec::new, |seat| game.offers(seat));
    let offers: Vec<Value> =
        offers.into_iter().map(|(code, label)| json!({ "code": code, "label": label })).collect();
    pieces(&json!(offers), into);
    pieces(&json!(game.view(observer)), into);
    pieces(&game.observation(observer), into);
    pieces(&json!(facts(game, observer)), into);
    pieces(&json!(game.story(observer, 0)), into);
}

/// What everybody at a table has been told so far.
pub(crate) struct Knowledge {
    observers: Vec<(Observer, Pieces)>,
}

impl Knowledge {
    pub(crate) fn new(seats: usize) -> Knowledge {
        Knowledge { observers: Observer::every(seats).map(|observer| (observer, Pieces::new())).collect() }
    }

    /// Notes the present moment of a game.
    pub(crate) fn note(&mut self, game: &dyn AnyMatch) {
        // What may be claimed follows from what all see (law 11), and what was claimed all have heard.
        let mut public = Pieces::new();
        let menus: Vec<_> = Seat::all(game.players()).map(|seat| game.menu(seat)).collect();
        pieces(&json!([menus, game.heard(1)]), &mut public);
        for (observer, known) in &mut self.observers {
            said(game, *observer, known);
            known.extend(public.iter().cloned());
        }
    }

    /// Something that is no secret: what the house says of a table to all.
    pub(crate) fn is_public(&mut self, value: &Value) {
        for (_, known) in &mut self.observers {
            pieces(value, known);
        }
    }

    /// What others were told and this observer was not.
    pub(crate) fn hidden_from(&self, observer: Observer) -> Pieces {
        let known = self.observers.iter().find(|(other, _)| *other == observer).map(|(_, known)| known);
        let mut hidden: Pieces = self.observers.iter().flat_map(|(_, known)| known).cloned().collect();
        hidden.retain(|piece| known.is_none_or(|known| !known.contains(piece)));
        hidden
    }
}

/// A hidden piece in what was sent, if there is one. What is not JSON is searched for words.
pub(crate) fn leak(hidden: &Pieces, bytes: &str) -> Option<String> {
    match serde_json::from_str::<Value>(bytes) {
        Ok(value) => {
            let mut sent = Pieces::new();
            pieces(&value, &mut sent);
            sent.into_iter().find(|piece| hidden.contains(piece))
        }
        Err(_) => {
            hidden.iter().find(|piece| piece.starts_with('"') && bytes.contains(piece.as_str())).cloned()
        }
    }
}

/// Bytes that were meant for somebody else are known as a leak, in every game and for every seat.
#[test]
fn a_planted_leak_is_found() {
    for entry in shelf::games() {
        let (id, players) = (entry.game.info().id, entry.game.info().usual_players);
        let options = entry.game.options(&json!({ "players": players })).unwrap();
        let seed = table::seed::Seed::from_number(4, players);
        let mut game = entry.game.start(&options, None, vec![String::new(); players], seed).unwrap();
        let mut chance = table::chance::quick(4);
        let mut knowledge = Knowledge::new(players);
        knowledge.note(&*game);
        for _ in 0..12 {
            game.play_random(None, &mut chance).unwrap();
            knowledge.note(&*game);
        }
        for observer in Observer::every(players).filter(|observer| *observer != Observer::All) {
            let hidden = knowledge.hidden_from(observer);
            let own = json!({ "view": game.view(observer), "story": game.story(observer, 0) }).to_string();
            assert_eq!(leak(&hidden, &own), None, "{id}: {observer:?} may have its own");
            for other in Observer::every(players).filter_map(|other| other.seat()) {
                if Observer::Seat(other) != observer {
                    let sent = game.observation(Observer::Seat(other)).to_string();
                    assert!(
                        leak(&hidden, &sent).is_some(),
                        "{id}: {other:?}'s knowledge sent to {observer:?}"
                    );
                }
            }
            for planted in [json!(game.view(Observer::All)), game.observation(Observer::All)] {
                let frame = json!({ "type": "frame", "view": planted }).to_string();
                assert!(leak(&hidden, &frame).is_some(), "{id}: the open table sent to {observer:?}");
            }
        }
    }
}
