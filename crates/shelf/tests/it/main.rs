//! What holds for all games alike. One test program, because each more costs a link.

mod asleep;
mod bots;
mod forget;
mod hints;
mod list;
mod no_allocation;
mod records;
mod reviews;
mod sense;
mod talk;
