//! The house from outside: over HTTP and WebSockets, against a real store.

mod canary;
mod client;
mod clocks;
mod commands;
mod cookies;
mod frozen;
mod games;
mod hostile;
mod knowledge;
mod model;
mod openapi;
mod outside;
mod people;
mod server;
mod websocket;
