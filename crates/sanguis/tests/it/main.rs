//! The program from outside: as a command, in a terminal, and killed. One test program, because each more costs a link.

mod cli;
mod keeper;
mod kills;
mod learn;
mod mcp;
mod terminal;
mod text_agents;
