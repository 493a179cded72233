//! The house from outside: over HTTP and WebSockets, against a real store.

mod client;
mod commands;
mod games;
mod hostile;
mod people;
mod server;
