//! Talk: what can be said at a table as data, beside the rules.
//!
//! A claim is never an action. Saying something changes no state, draws no chance and makes nothing legal or illegal; it need not
//! be true. What may be said follows from what a spectator sees, so the menu is the same in every world that looks the same.
//!
//! A game that has talk implements [`Talk`] in its room `talk` and says `talk: table::talk::spoken::<Self>` in [`crate::delegate!`]. For a
//! game without it there is nothing to write.

mod conversation;

use std::borrow::Cow;
use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::code::Code;
use crate::digest::Digest;
use crate::seat::{Seat, SeatSet};
use crate::text::{Text, say};

pub use conversation::Conversation;

/// How many facts and opinions a seat may state between two actions ...
pub const FACTS: u8 = 2;
/// ... how many requests, promises, questions and withdrawals ...
pub const INTENTS: u8 = 2;
/// ... how much it may say in a game ...
pub const IN_A_GAME: u8 = 40;
/// ... and how many of these may name a set of seats.
pub const LISTS: u8 = 3;

/// What the group of a question begins with.
pub const ASKS: &str = "ask-";

/// Something that can be said: small plain data with a readable JSON form and an [integer form](Code), like an action. A claim
/// about a set of seats has that set last, so that its code is the code with the empty set plus the bits of the set.
pub trait Claim: Code + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync + 'static {}

impl<T: Code + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync + 'static> Claim for T {}

/// What can be said in a game. `public` is always what a spectator sees.
pub trait Talk: 'static {
    /// What can be said.
    type Claim: Claim;
    /// What a spectator sees: the game's observation.
    type Sees;
    /// The game's state.
    type World;

    /// Who may speak now.
    fn floor(public: &Self::Sees) -> SeatSet;

    /// Who is under attack and may still do something about it: the table looks at them.
    fn attack(public: &Self::Sees) -> Option<Attack> {
        let _ = public;
        None
    }

    /// Appends what this seat may say, each claim once, always in the same order.
    fn sayable(public: &Self::Sees, speaker: Seat, offers: &mut Vec<Offer<Self::Claim>>);

    /// What of this moment a claim of this seat is judged by later, where the state changes.
    fn moment(public: &Self::Sees, speaker: Seat) -> u32 {
        let _ = (public, speaker);
        0
    }

    /// What sort of claim it is if this seat makes it.
    fn tag(claim: Self::Claim, speaker: Seat) -> Tag;

    /// The claim in the words of this seat, at most six of them where that is possible.
    fn phrase(claim: Self::Claim, speaker: Seat) -> Text;

    /// The claim as it is said to the one it is about; empty where that sounds no different.
    fn address(claim: Self::Claim, speaker: Seat) -> Text {
        let _ = (claim, speaker);
        Text::default()
    }

    /// Is it true in this world, and would the one who says so know it there?
    fn stance(world: &Self::World, said: Assertion<Self::Claim>) -> Stance;

    /// Is it proved or refuted by what this observer was shown? Nothing if it is open. What others did proves nothing.
    fn proof(seen: &Self::Sees, said: Assertion<Self::Claim>) -> Option<bool> {
        let _ = (seen, said);
        None
    }

    /// For bots: how much this seat would like others to follow a request, to keep a promise itself, or to have something known, in
    /// this world. From 1 for a great deal to -1 for the worst.
    fn wish(world: &Self::World, speaker: Seat, claim: Self::Claim) -> f32 {
        let _ = (world, speaker, claim);
        0.0
    }
}

/// Somebody is under attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attack {
    /// Who attacks.
    pub by: Seat,
    /// Who is attacked.
    pub on: Seat,
}

/// A claim that may be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer<C> {
    /// The claim; of one about a set of seats, the set that a client begins with.
    pub claim: C,
    /// Of a claim about a set of seats: who can be in it.
    pub among: SeatSet,
}

impl<C> From<C> for Offer<C> {
    fn from(claim: C) -> Offer<C> {
        Offer { claim, among: SeatSet::EMPTY }
    }
}

/// What kind of thing a claim is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// True or false, and the speaker may well know which.
    Fact,
    /// True or false, and the speaker is not expected to know.
    Opinion,
    /// A request or a promise.
    Intent,
    /// A question.
    Question,
}

impl Class {
    /// Can it be true?
    pub fn states(self) -> bool {
        matches!(self, Class::Fact | Class::Opinion)
    }
}

/// The sort of a claim. A later claim of the same seat about the same seat in the same group replaces an earlier one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tag {
    /// What kind of thing it is.
    pub class: Class,
    /// Whom it is about: the seat that is tapped first. None for what concerns the whole table.
    pub about: Option<Seat>,
    /// What it says of them: a word for programs, the same for all claims that exclude each other. The word of a question is
    /// [`ASKS`] and that of the claims that answer it.
    pub group: &'static str,
    /// The name of its picture.
    pub icon: &'static str,
    /// The set of seats it names.
    pub set: Option<SeatSet>,
    /// Does it call on the speaker's side to end the game?
    pub call: bool,
}

/// A claim, and who stands by it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assertion<C> {
    /// What was said.
    pub claim: C,
    /// Who made the claim: "my side" is theirs.
    pub author: Seat,
    /// Who says that it is so: the author, or a seat that agrees or denies.
    pub speaker: Seat,
    /// What [`Talk::moment`] gave for the speaker.
    pub moment: u32,
}

/// What a world makes of an assertion.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stance {
    /// True or false, and the speaker knew it.
    Known(bool),
    /// True or false, but the speaker could not know it.
    Opinion(bool),
    /// Neither: a request, a question, or something that no longer matters.
    Moot,
}

impl Stance {
    /// What becomes of it if the opposite was said.
    #[must_use]
    pub fn denied(self) -> Stance {
        match self {
            Stance::Known(truth) => Stance::Known(!truth),
            Stance::Opinion(truth) => Stance::Opinion(!truth),
            Stance::Moot => Stance::Moot,
        }
    }
}

/// Who made it: a person, a bot, or a stand-in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// A person.
    #[default]
    Person,
    /// A bot that has the seat.
    Bot,
    /// A bot that plays for an absent sitter.
    StandIn,
}

/// Answers to something that was said, the same in every game. Their codes come before those of the game's claims.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Code, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reply {
    /// So it is.
    Agree,
    /// It is not so.
    Deny,
    /// The speaker takes back their own claim.
    TakeBack,
}

impl Reply {
    fn phrase(self) -> Text {
        match self {
            Reply::Agree => say!("I agree."),
            Reply::Deny => say!("I deny that."),
            Reply::TakeBack => say!("I take that back."),
        }
    }

    fn tag(self, to: Tag, said_by: Seat) -> Tag {
        let (class, icon) = match self {
            Reply::Agree if to.class.states() => (Class::Opinion, "check-mark"),
            Reply::Deny if to.class.states() => (Class::Opinion, "cancel"),
            Reply::Agree => (Class::Intent, "check-mark"),
            Reply::Deny => (Class::Intent, "cancel"),
            Reply::TakeBack => (Class::Intent, "anticlockwise-rotation"),
        };
        Tag { class, about: Some(said_by), group: "reply", icon, set: None, call: false }
    }
}

/// Something that was said in a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spoken {
    /// Counts from 1 within the match.
    pub number: u32,
    /// How many actions had been taken.
    pub after: usize,
    /// Who said it.
    pub speaker: Seat,
    /// What: below [`Reply::CODES`] a [`Reply`], from there on a claim of the game.
    pub code: u32,
    /// What it answers.
    pub reply_to: Option<u32>,
    /// What the same seat said before and no longer says.
    pub replaces: Option<u32>,
    /// Who made it: a person, a bot, or a stand-in.
    pub by: By,
    /// What [`Talk::moment`] gave.
    pub moment: u32,
}

/// The talk of a type-erased game; see [`spoken`]. Claims are codes as in [`Spoken`].
pub trait Grammar<O, S>: Send + Sync {
    /// How many codes there are, replies included.
    fn codes(&self) -> u32;
    /// Who may speak now.
    fn floor(&self, public: &O) -> SeatSet;
    /// Who is under attack.
    fn attack(&self, public: &O) -> Option<Attack>;
    /// What a seat may say, replies left out.
    fn sayable(&self, public: &O, speaker: Seat) -> Vec<Offer<u32>>;
    /// What of this moment a claim is judged by later.
    fn moment(&self, public: &O, speaker: Seat) -> u32;
    /// The sort of a claim of the game; nothing for a reply or a code that does not exist.
    fn tag(&self, code: u32, speaker: Seat) -> Option<Tag>;
    /// In words.
    fn phrase(&self, code: u32, speaker: Seat) -> Text;
    /// A claim as it is said to the one it is about; empty where that sounds no different.
    fn address(&self, code: u32, speaker: Seat) -> Text;
    /// In its readable form.
    fn json(&self, code: u32) -> Value;
    /// The code of a readable form, if it is written as this program writes it.
    fn code_of(&self, json: &Value) -> Option<u32>;
    /// The stance of a world on a claim of the game.
    fn stance(&self, world: &S, said: Assertion<u32>) -> Stance;

    /// Whether an observer's view proves or refutes a claim of the game.
    fn proof(&self, seen: &O, said: Assertion<u32>) -> Option<bool>;
    /// How much a seat would like a request to be followed or a promise to be kept.
    fn wish(&self, world: &S, speaker: Seat, code: u32) -> f32;

    /// The stance of a world on one of these claims. Claims that were taken back or replaced are judged like the rest.
    fn judge(&self, world: &S, said: &[Spoken], at: usize) -> Stance {
        match asserted(said, at) {
            None => Stance::Moot,
            Some((assertion, true)) => self.stance(world, assertion),
            Some((assertion, false)) => self.stance(world, assertion).denied(),
        }
    }

    /// Is something that was said proved or refuted by what an observer was shown?
    fn settled(&self, seen: &O, said: &[Spoken], at: usize) -> Option<bool> {
        let (assertion, is_so) = asserted(said, at)?;
        self.proof(seen, assertion).map(|truth| truth == is_so)
    }
}

/// What is asserted by something that was said, and whether it is said to be so. Nothing by what takes back.
fn asserted(said: &[Spoken], at: usize) -> Option<(Assertion<u32>, bool)> {
    let spoken = said.get(at)?;
    let (claim, is_so) = match Reply::from_code(spoken.code) {
        None => (spoken, true),
        Some(Reply::Agree) => (find(said, spoken.reply_to)?, true),
        Some(Reply::Deny) => (find(said, spoken.reply_to)?, false),
        Some(Reply::TakeBack) => return None,
    };
    let Spoken { code, speaker: author, .. } = *claim;
    let assertion = Assertion { claim: code, author, speaker: spoken.speaker, moment: spoken.moment };
    Some((assertion, is_so))
}

/// For `talk:` in [`crate::delegate!`]: the talk of a game that has some.
pub fn spoken<G: Talk>() -> Option<&'static dyn Grammar<G::Sees, G::World>> {
    Some(const { &TalkOf::<G>(PhantomData) })
}

/// The claim of the game that a code stands for.
pub fn claim<G: Talk>(code: u32) -> Option<G::Claim> {
    G::Claim::from_code(code.checked_sub(Reply::CODES)?)
}

/// The code of a claim in a match.
pub fn code<C: Claim>(claim: C) -> u32 {
    Reply::CODES + claim.code()
}

/// The talk of a game, for matches that do not know whether it has any.
struct TalkOf<G>(PhantomData<fn() -> G>);

impl<G: Talk> Grammar<G::Sees, G::World> for TalkOf<G> {
    fn codes(&self) -> u32 {
        Reply::CODES + G::Claim::CODES
    }

    fn floor(&self, public: &G::Sees) -> SeatSet {
        G::floor(public)
    }

    fn attack(&self, public: &G::Sees) -> Option<Attack> {
        G::attack(public)
    }

    fn sayable(&self, public: &G::Sees, speaker: Seat) -> Vec<Offer<u32>> {
        let mut offers = Vec::new();
        G::sayable(public, speaker, &mut offers);
        offers.into_iter().map(|Offer { claim, among }| Offer { claim: code(claim), among }).collect()
    }

    fn moment(&self, public: &G::Sees, speaker: Seat) -> u32 {
        G::moment(public, speaker)
    }

    fn tag(&self, code: u32, speaker: Seat) -> Option<Tag> {
        claim::<G>(code).map(|claim| G::tag(claim, speaker))
    }

    fn phrase(&self, code: u32, speaker: Seat) -> Text {
        match Reply::from_code(code) {
            Some(reply) => reply.phrase(),
            None => claim::<G>(code).map(|claim| G::phrase(claim, speaker)).unwrap_or_default(),
        }
    }

    fn address(&self, code: u32, speaker: Seat) -> Text {
        claim::<G>(code).map(|claim| G::address(claim, speaker)).unwrap_or_default()
    }

    fn json(&self, code: u32) -> Value {
        let json = match Reply::from_code(code) {
            Some(reply) => serde_json::to_value(reply),
            None => serde_json::to_value(claim::<G>(code)),
        };
        // Plain data of ours always has a JSON form.
        json.unwrap_or(Value::Null)
    }

    fn code_of(&self, json: &Value) -> Option<u32> {
        let reply = serde_json::from_value::<Reply>(json.clone()).map(Reply::code);
        let found = reply.ok().or_else(|| serde_json::from_value::<G::Claim>(json.clone()).ok().map(code))?;
        (self.json(found) == *json).then_some(found)
    }

    fn stance(&self, world: &G::World, said: Assertion<u32>) -> Stance {
        let Assertion { author, speaker, moment, .. } = said;
        claim::<G>(said.claim)
            .map_or(Stance::Moot, |claim| G::stance(world, Assertion { claim, author, speaker, moment }))
    }

    fn proof(&self, seen: &G::Sees, said: Assertion<u32>) -> Option<bool> {
        let Assertion { author, speaker, moment, .. } = said;
        G::proof(seen, Assertion { claim: claim::<G>(said.claim)?, author, speaker, moment })
    }

    fn wish(&self, world: &G::World, speaker: Seat, code: u32) -> f32 {
        claim::<G>(code).map_or(0.0, |claim| G::wish(world, speaker, claim))
    }
}

/// What a seat may say now, and how much of it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Menu {
    /// What may be said, always in the same order. Replies are left out: any seat may agree to or deny what another said, unless
    /// it is a question or a reply, and take back what it said itself.
    pub sayable: Vec<Sayable>,
    /// How many facts and opinions the seat may still state before the next action.
    pub facts: u8,
    /// How many requests, promises, questions and withdrawals before the next action.
    pub intents: u8,
    /// How many claims about sets of seats in this game.
    pub lists: u8,
    /// How much in this game altogether.
    pub in_all: u8,
}

/// A claim that a seat may make: tap whom it is `about`, then tap this.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Sayable {
    /// Its integer form. With `choose`, that of the empty set: add 1 for seat 1, 2 for seat 2, 4 for seat 3 and so on.
    pub code: u32,
    /// What kind of thing it is.
    pub class: Class,
    /// Whom it is about; left out for what concerns the whole table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub about: Option<Seat>,
    /// Claims of one group about one seat exclude each other.
    pub group: Cow<'static, str>,
    /// The name of its picture.
    pub icon: Cow<'static, str>,
    /// In words; with `choose`, those before the seats are chosen.
    pub label: Text,
    /// For a claim about a set of seats: which.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub choose: Option<Choose>,
}

/// A set of seats that is chosen. It cannot be empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Choose {
    /// Who can be in it.
    pub among: SeatSet,
    /// Who is in it at first.
    pub marked: SeatSet,
}

/// Something that was said, as everybody heard it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Heard {
    /// Counts from 1 within the match; answers name it.
    pub number: u32,
    /// How many actions had been taken.
    pub after: usize,
    /// Who said it.
    pub speaker: Seat,
    /// Its integer form: 0 agrees, 1 denies, 2 takes back, the others are claims of the game.
    pub code: u32,
    /// Its readable form.
    pub claim: Value,
    /// What kind of thing it is.
    pub class: Class,
    /// Whom it is about; left out for what concerns the whole table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub about: Option<Seat>,
    /// Claims of one group about one seat exclude each other.
    pub group: Cow<'static, str>,
    /// The name of its picture.
    pub icon: Cow<'static, str>,
    /// In the words of the speaker.
    pub text: Text,
    /// As it is said to the one it is about, where that sounds different.
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    #[cfg_attr(feature = "schema", ts(as = "Option<Text>", optional))]
    pub to_you: Text,
    /// What it answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub reply_to: Option<u32>,
    /// What the speaker said before and no longer says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub replaces: Option<u32>,
    /// Who made it: a person, a bot, or a stand-in.
    pub by: By,
}

/// The hash over the talk of a match, link by link.
pub(crate) fn links(origin: &Digest, said: &[Spoken]) -> Vec<Digest> {
    let mut chain = Digest::of("sanguis talk, 1", &[&origin.0]);
    let link = |spoken: &Spoken| {
        chain = Digest::of(
            "sanguis claim, 1",
            &[
                &chain.0,
                &(spoken.after as u64).to_le_bytes(),
                &[spoken.speaker.number() as u8, spoken.by as u8],
                &spoken.code.to_le_bytes(),
                &spoken.reply_to.unwrap_or(0).to_le_bytes(),
            ],
        );
        chain
    };
    said.iter().map(link).collect()
}

fn find(said: &[Spoken], number: Option<u32>) -> Option<&Spoken> {
    said.get((number? as usize).checked_sub(1)?)
}
