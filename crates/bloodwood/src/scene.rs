//! stub
use crate::{Action, Event, Observation};
use table::{Described, Observer, Scene};
pub(crate) fn scene(_: &Observation) -> Scene { Scene::default() }
pub(crate) fn describe(_: &Observation, a: Action) -> Described { Described::new(format!("{a:?}"), [""; 0]) }
pub(crate) fn narrate(e: &Event, _: Observer) -> String { format!("{e:?}") }
