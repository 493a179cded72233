//! The house from outside: over HTTP and WebSockets, against a real store.

mod admin;
mod canary;
mod client;
mod clocks;
mod commands;
mod cookies;
mod deploy;
mod frozen;
mod games;
mod hints;
mod hostile;
mod knowledge;
mod lessons;
mod limits;
mod mcp;
mod model;
mod moderation;
mod openapi;
mod outside;
mod people;
mod server;
mod store;
mod stores;
mod talk;
mod upgrades;
mod websocket;
