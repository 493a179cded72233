//! Cards, events and vampires as values with names, for actions, observations and files.

use std::fmt;
use std::ops::Deref;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use table::{Blank, Code, Text, bit_set, say};

use super::{Class, EVENTS, Face, Sign, VAMPIRES, power::Power, tables};

/// A card face, such as `bloodlust 2 full` or `sanctuary`. Cards that look alike are equal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card(pub(crate) u8);

impl Card {
    /// Which event it is, if it is one.
    pub fn event(self) -> Option<EventCard> {
        (self.class == Class::Event).then(|| EventCard(self.event))
    }

    /// Its name for people: "Bloodlust 2".
    pub fn name(self) -> Text {
        let Face { bloodline, health, daylight, .. } = *self;
        match self.class {
            Class::Bloodlust => say!("Bloodlust {bloodline}"),
            Class::SlayerBloodline => say!("Slayer: Bloodline {bloodline}"),
            Class::SlayerHealth => say!("Slayer: health {health}"),
            Class::SlayerChoice => say!("Slayer of two evils"),
            Class::Daylight => say!("Daylight {daylight}"),
            Class::Night => say!("Darkness {daylight}"),
            Class::Invitation => say!("The Invitation"),
            Class::Event => self.event().map_or("", EventCard::name).into(),
        }
    }

    /// Every face, in order.
    pub fn all() -> impl Iterator<Item = Card> {
        (0..tables().faces.len() as u8).map(Card)
    }

    /// The face with this name.
    pub fn named(slug: &str) -> Option<Card> {
        Card::all().find(|card| card.slug.eq_ignore_ascii_case(slug))
    }
}

impl Deref for Card {
    type Target = Face;

    fn deref(&self) -> &'static Face {
        tables().face(self.0)
    }
}

impl Blank for Card {
    /// "Bloodlust 2 (Full Moon)".
    fn fill(&self, text: &mut String) {
        say!("{name} ({sign})", name = self.name(), sign = self.sign).fill(text);
    }
}

/// One of the eight events.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Code)]
pub struct EventCard(#[code(count = EVENTS)] pub(crate) u8);

impl EventCard {
    /// Its name for people: "Blood Feast".
    pub fn name(self) -> &'static str {
        self.power().name
    }

    /// Its sign.
    pub fn sign(self) -> Sign {
        self.power().sign
    }

    /// What it does, in a sentence.
    pub fn text(self) -> &'static str {
        self.power().text
    }

    /// As a card of the deck.
    pub fn card(self) -> Card {
        Card(tables().first_event + self.0)
    }

    pub(crate) fn power(self) -> &'static Power {
        &tables().events[self.0 as usize]
    }
}

impl Blank for EventCard {
    fn fill(&self, text: &mut String) {
        self.name().fill(text);
    }
}

bit_set! {
    /// A set of events.
    pub(crate) struct Events(u16) of 8 EventCard by EventIter:
    event => event.0, number => EventCard(number), shown by EventCard::name
}

/// One of the ten vampires.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Code)]
pub struct Vampire(#[code(count = VAMPIRES)] pub(crate) u8);

impl Vampire {
    /// The name on the board.
    pub fn name(self) -> &'static str {
        self.power().name
    }

    /// The sign of its ability.
    pub fn sign(self) -> Sign {
        self.power().sign
    }

    /// Its ability, in a sentence.
    pub fn text(self) -> &'static str {
        self.power().text
    }

    /// The vampire with this name, in any case.
    pub fn named(name: &str) -> Option<Vampire> {
        Vampire::all().find(|vampire| vampire.name().eq_ignore_ascii_case(name))
    }

    pub(crate) fn power(self) -> &'static Power {
        &tables().vampires[self.0 as usize]
    }
}

bit_set! {
    /// A set of vampires.
    pub(crate) struct Vampires(u16) of 10 Vampire by VampireIter:
    vampire => vampire.0, number => Vampire(number), shown by Vampire::name
}

impl fmt::Display for Vampire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Blank for Vampire {
    fn fill(&self, text: &mut String) {
        self.name().fill(text);
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.slug)
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let slug = String::deserialize(deserializer)?;
        Card::named(&slug).ok_or_else(|| D::Error::custom(format!("there is no card \"{slug}\"")))
    }
}

impl Serialize for EventCard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.power().slug)
    }
}

impl<'de> Deserialize<'de> for EventCard {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let slug = String::deserialize(deserializer)?;
        EventCard::all()
            .find(|event| event.power().slug == slug)
            .ok_or_else(|| D::Error::custom(format!("there is no event \"{slug}\"")))
    }
}

impl Serialize for Vampire {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.power().slug)
    }
}

impl<'de> Deserialize<'de> for Vampire {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Vampire::named(&name).ok_or_else(|| D::Error::custom(format!("there is no vampire \"{name}\"")))
    }
}
