//! What the host of a table chooses before the deal.

use std::fmt::Debug;

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use crate::refusal::Refusal;
use crate::text::{Name, Text, say};

/// The options of a game: the number of players and the variants. Plain data with `serde(deny_unknown_fields, rename_all =
/// "kebab-case")`; every field but `players` has a [`Knob`] of the same name, the only place for its default and limits.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use table::Knob;
///
/// #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
/// #[serde(deny_unknown_fields, rename_all = "kebab-case")]
/// pub struct Options {
///     pub players: usize,
///     pub dice: u8,
///     pub wild_ones: bool,
/// }
///
/// impl table::Options for Options {
///     fn players(&self) -> usize {
///         self.players
///     }
///
///     fn knobs() -> &'static [Knob] {
///         const KNOBS: &[Knob] = &[
///             Knob::number("dice", [1, 6], 5, "How many dice each player begins with."),
///             Knob::switch("wild-ones", true, "Ones count as any face."),
///         ];
///         KNOBS
///     }
/// }
/// ```
pub trait Options: Clone + Eq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The usual game for this many players, with every knob at its default.
    ///
    /// # Panics
    /// If the fields and the knobs of a game do not match, which the laws check.
    fn standard(players: usize) -> Self {
        let mut whole = Map::from_iter([("players".to_owned(), Value::from(players))]);
        whole.extend(Self::knobs().iter().map(|knob| (knob.name.to_owned(), knob.default())));
        serde_json::from_value(Value::Object(whole)).expect("every field but `players` has a knob")
    }

    /// How many seats the table has.
    fn players(&self) -> usize;

    /// What a host can choose, with explanations, for lobbies and `--help`.
    fn knobs() -> &'static [Knob];

    /// The normalised form that a new table stores, without comments in a map, for example.
    fn settled(self) -> Self {
        self
    }

    /// Are the options compatible? The refusal says what would be accepted. The platform has checked the number of players, and
    /// each option against its knob.
    fn check(&self) -> Result<(), Refusal> {
        Ok(())
    }
}

/// The options of a game that leaves nothing to choose but the number of players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayersOnly {
    /// How many play.
    pub players: usize,
}

impl Options for PlayersOnly {
    fn players(&self) -> usize {
        self.players
    }

    fn knobs() -> &'static [Knob] {
        &[]
    }
}

/// One thing a host can choose.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Knob {
    /// The field's name in the options, in kebab-case: also the command line's flag.
    pub name: &'static str,
    /// One sentence for lobbies and `--help`.
    pub help: &'static str,
    /// What it can be set to.
    pub dial: Dial,
}

/// What a [`Knob`] can be set to.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum Dial {
    /// On or off.
    Switch {
        /// Default value.
        default: bool,
    },
    /// One of several words.
    Choice {
        /// The words and what each means.
        of: &'static [(&'static str, &'static str)],
        /// Default value.
        default: &'static str,
    },
    /// A number.
    Number {
        /// At least.
        #[cfg_attr(feature = "schema", ts(type = "number"))]
        from: i64,
        /// At most.
        #[cfg_attr(feature = "schema", ts(type = "number"))]
        to: i64,
        /// Default value.
        #[cfg_attr(feature = "schema", ts(type = "number"))]
        default: i64,
    },
    /// A list of names separated by commas, chosen from these; empty means "by lot".
    List {
        /// The names.
        of: &'static [&'static str],
    },
    /// Free text that the game reads itself, such as the name of a map; empty means the usual.
    Text {
        /// Known names. Other values may be valid too.
        of: &'static [&'static str],
        /// The fewest and the most players of each name; empty if any number will do.
        players: &'static [[usize; 2]],
    },
}

impl Knob {
    /// A switch.
    pub const fn switch(name: &'static str, default: bool, help: &'static str) -> Knob {
        Knob { name, help, dial: Dial::Switch { default } }
    }

    /// A number within limits.
    pub const fn number(name: &'static str, [from, to]: [i64; 2], default: i64, help: &'static str) -> Knob {
        Knob { name, help, dial: Dial::Number { from, to, default } }
    }

    /// Reads a value as a person writes it on a command line.
    pub fn parse(&self, text: &str) -> Result<Value, Refusal> {
        let wrong = |accepted: Text| {
            let (name, text) = (Name(self.name), Name(text));
            Refusal::malformed(say!("The option \"{name}\" does not take \"{text}\": it takes {accepted}."))
        };
        match self.dial {
            Dial::Switch { .. } => match text {
                "on" | "true" | "yes" => Ok(Value::Bool(true)),
                "off" | "false" | "no" => Ok(Value::Bool(false)),
                _ => Err(wrong(say!("on or off"))),
            },
            Dial::Choice { of, .. } => match of.iter().find(|(word, _)| *word == text) {
                Some((word, _)) => Ok(Value::from(*word)),
                None => {
                    Err(wrong(Name(of.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ")).into()))
                }
            },
            Dial::Number { from, to, .. } => match text.parse::<i64>() {
                Ok(number) if (from..=to).contains(&number) => Ok(Value::from(number)),
                _ => Err(wrong(say!("a number from {from} to {to}"))),
            },
            Dial::List { of } => text
                .split(',')
                .map(str::trim)
                .filter(|name| !name.is_empty())
                .map(|name| match of.iter().find(|known| known.eq_ignore_ascii_case(name)) {
                    Some(known) => Ok(Value::from(*known)),
                    None => Err(wrong(say!("names out of {names}", names = Name(of.join(", "))))),
                })
                .collect::<Result<Vec<_>, _>>()
                .map(Value::from),
            Dial::Text { .. } => Ok(Value::from(text)),
        }
    }

    /// Checks a value that came as JSON.
    pub fn check(&self, value: &Value) -> Result<(), Refusal> {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Array(items) => {
                items.iter().map(|item| item.as_str().unwrap_or("?")).collect::<Vec<_>>().join(",")
            }
            other => other.to_string(),
        };
        self.parse(&text).and_then(|parsed| {
            let same_type = std::mem::discriminant(&parsed) == std::mem::discriminant(value);
            same_type.then_some(()).ok_or_else(|| {
                Refusal::malformed(say!(
                    "The option \"{name}\" has a value of the wrong type.",
                    name = Name(self.name)
                ))
            })
        })
    }

    /// The value when the host does not choose.
    fn default(&self) -> Value {
        match self.dial {
            Dial::Switch { default } => Value::from(default),
            Dial::Choice { default, .. } => Value::from(default),
            Dial::Number { default, .. } => Value::from(default),
            Dial::List { .. } => Value::Array(Vec::new()),
            Dial::Text { .. } => Value::from(""),
        }
    }

    /// The values worth testing, beside the default.
    fn samples(&self) -> Vec<Value> {
        match self.dial {
            Dial::Switch { default } => vec![Value::Bool(!default)],
            Dial::Choice { of, default } => {
                of.iter().filter(|(word, _)| *word != default).map(|(word, _)| Value::from(*word)).collect()
            }
            Dial::Number { from, to, default } => {
                [from, to].into_iter().filter(|&n| n != default).map(Value::from).collect()
            }
            Dial::List { .. } | Dial::Text { .. } => Vec::new(),
        }
    }
}

/// Reads options from JSON, with clear refusals: `{"players": 4, …}`. Missing fields keep their defaults.
pub fn from_json<O: Options>(players: std::ops::RangeInclusive<usize>, value: &Value) -> Result<O, Refusal> {
    let given = value.as_object().ok_or_else(|| Refusal::malformed(say!("Options are a JSON object.")))?;
    let (low, high) = (*players.start(), *players.end());
    let seats = given.get("players").and_then(Value::as_u64).map(|n| n as usize);
    let Some(seats) = seats.filter(|n| players.contains(n)) else {
        return Err(Refusal::malformed(say!("This game takes {low} to {high} players.")));
    };
    let mut whole = match serde_json::to_value(O::standard(seats)) {
        Ok(Value::Object(map)) => map,
        _ => Map::new(),
    };
    for (name, value) in given.iter().filter(|(name, _)| *name != "players") {
        let knob = O::knobs().iter().find(|knob| knob.name == name).ok_or_else(|| {
            let known: Vec<_> = O::knobs().iter().map(|knob| knob.name).collect();
            Refusal::malformed(say!(
                "There is no option \"{name}\"; there are: {known}.",
                name = Name(name),
                known = Name(known.join(", "))
            ))
        })?;
        knob.check(value)?;
        whole.insert(name.clone(), value.clone());
    }
    let options: O = serde_json::from_value(Value::Object(whole)).map_err(|error| {
        Refusal::malformed(say!("These options cannot be read: {why}.", why = Name(error)))
    })?;
    options.check()?;
    Ok(options)
}

/// The option sets the laws run over for one number of players: the standard one, and each knob set to each of its other values,
/// if the game accepts that.
pub fn variants<O: Options>(players: usize) -> Vec<O> {
    let standard = O::standard(players);
    let mut sets = vec![standard.clone()];
    for knob in O::knobs() {
        for sample in knob.samples() {
            let Ok(Value::Object(mut map)) = serde_json::to_value(&standard) else { continue };
            map.insert(knob.name.to_owned(), sample);
            if let Ok(options) = serde_json::from_value::<O>(Value::Object(map))
                && options.check().is_ok()
            {
                sets.push(options);
            }
        }
    }
    sets
}
