//! In place of `http` in a program that was built without a way to the network.

use std::sync::Arc;
use std::time::Duration;

use super::model::{Model, Prompt, Reply};

/// A model's part of an agent's file.
pub(crate) type Address = toml::Table;

/// There is none.
pub(crate) enum Server {}

impl Server {
    pub(crate) fn new(_: &Address, _: Duration) -> Result<Server, String> {
        Err("this program was built without a way to the network: build it with all features.".to_owned())
    }

    pub(crate) fn model(&self) -> &str {
        match *self {}
    }
}

/// The model for one seat.
pub(crate) struct Chat(pub(crate) Arc<Server>);

impl Model for Chat {
    fn complete(&mut self, _: &mut Prompt<'_>) -> Result<Reply, String> {
        match *self.0 {}
    }
}
