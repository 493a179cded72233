//! What an observer may know, and worlds that look the same to him: the only place where secrets are withheld or imagined.

use serde::{Deserialize, Serialize};
use table::{Chance, Fact, Observer, Seat, SeatSet};

use crate::Options;
use crate::pieces::{Card, Cards, Clan, Rank, supply};
use crate::rules::setup;
use crate::state::{Phase, State, Tokens};
use crate::worlds;

/// All that one observer may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Observation {
    /// Players and variants.
    pub options: Options,
    /// Whose eyes these are.
    pub observer: Observer,
    /// Who holds the dagger.
    pub dagger: Seat,
    /// How often in a row the dagger has been passed.
    pub passes: u8,
    /// What is to be decided. Sealed answers of others are left out of the offers.
    pub phase: Phase,
    /// What is known of each seat.
    pub seats: Vec<View>,
    /// Who holds a Quill.
    pub quills: SeatSet,
    /// Who holds the purple Sword and the green one.
    pub swords: [Option<Seat>; 2],
    /// Who holds purple Shields and green ones.
    pub shields: [SeatSet; 2],
    /// Who holds a Staff.
    pub staffs: SeatSet,
    /// Who holds a Fan.
    pub fans: SeatSet,
    /// Who holds a curse.
    pub curses: SeatSet,
    /// Who holds the True Curse, where the observer knows it.
    #[serde(with = "hidden")]
    pub true_curse: Option<Seat>,
}

/// What is known of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct View {
    /// Rose tokens.
    pub rose: u8,
    /// Beast tokens.
    pub beast: u8,
    /// Question marks.
    pub unknown: u8,
    /// The rank token, if it lies before the seat.
    pub rank: Option<Rank>,
    /// What this seat may be by all that has happened in the open.
    pub open: Cards,
    /// At whose cards it has looked as Harlequin.
    pub looks: SeatSet,
    /// Its card, where the observer knows it.
    #[serde(with = "hidden")]
    pub card: Option<Card>,
    /// Its clue icon, where the observer knows it.
    #[serde(with = "hidden")]
    pub clue: Option<Clan>,
}

impl View {
    /// How many wounds.
    pub fn wounds(&self) -> u8 {
        self.tokens().wounds()
    }

    /// What it may be by all that the observer was shown.
    pub fn may_be(&self) -> Cards {
        match (self.card, self.clue) {
            (Some(card), _) => Cards::one(card),
            (None, Some(clue)) => self.open.and(Cards::of_clue(clue)),
            (None, None) => self.open,
        }
    }

    pub(crate) fn tokens(&self) -> Tokens {
        Tokens { rose: self.rose, beast: self.beast, unknown: self.unknown, rank: self.rank.is_some() }
    }
}

impl Observation {
    /// What is known of a seat.
    pub fn view(&self, seat: Seat) -> Option<&View> {
        self.seats.get(seat.index())
    }

    /// Is the game over?
    pub fn over(&self) -> bool {
        matches!(self.phase, Phase::Over { .. })
    }
}

/// The allow-list.
pub(crate) fn observe(state: &State, observer: Observer) -> Observation {
    let over = matches!(state.phase, Phase::Over { .. });
    let everything = over || observer == Observer::All;
    let looked = observer.seat().map_or(SeatSet::EMPTY, |seat| state.looks[seat.index()]);
    let view = |seat: Seat| {
        let tokens = state.tokens[seat.index()];
        let card = state.card(seat);
        let sees_card = everything || observer.is(seat) || looked.contains(seat);
        let sees_clue = sees_card || observer.is(seat.left(state.players()));
        View {
            rose: tokens.rose,
            beast: tokens.beast,
            unknown: tokens.unknown,
            rank: tokens.rank.then(|| card.rank()),
            open: state.open[seat.index()],
            looks: state.looks[seat.index()],
            card: sees_card.then_some(card),
            clue: sees_clue.then(|| card.clue()),
        }
    };
    let phase = match state.phase {
        Phase::Answers { target, answered, offers } if !everything => {
            let own = observer.seat().map_or(SeatSet::EMPTY, SeatSet::one);
            Phase::Answers { target, answered, offers: offers.intersection(own) }
        }
        phase => phase,
    };
    let laid_them = observer.seat().is_some_and(|seat| state.card(seat).is_inquisitor());
    Observation {
        options: state.options,
        observer,
        dagger: state.dagger,
        passes: state.passes,
        phase,
        seats: state.seats().map(view).collect(),
        quills: state.quills,
        swords: state.swords,
        shields: state.shields,
        staffs: state.staffs,
        fans: state.fans,
        curses: state.curses,
        true_curse: if everything || laid_them { state.true_curse } else { None },
    }
}

/// What each seat may be.
fn may_be(o: &Observation) -> [Cards; table::MAX_SEATS] {
    let mut may_be = [setup::cast(o.options.players.into()); table::MAX_SEATS];
    for (may_be, view) in may_be.iter_mut().zip(&o.seats) {
        *may_be = view.may_be();
    }
    may_be
}

/// Shows every deal that fits what the observer was shown, in this world; says no if there are more than `most`.
pub(crate) fn each_assignment(
    o: &Observation,
    world: &mut State,
    most: usize,
    each: &mut dyn FnMut(&State),
) -> bool {
    let Some(deals) = worlds::all(&may_be(o)[..world.players()], most) else { return false };
    for cards in deals {
        world.cards = cards;
        each(world);
    }
    true
}

/// A world that the observer cannot tell from the true one.
pub(crate) fn sample<C: Chance>(o: &Observation, chance: &mut C) -> State {
    let mut state = setup::empty(&o.options, o.dagger);
    let players = state.players();
    for (i, view) in o.seats.iter().take(players).enumerate() {
        state.open[i] = view.open;
        state.tokens[i] = view.tokens();
        state.looks[i] = view.looks;
    }
    // No deal fits only if the observation is none of ours: then any deal will do.
    state.cards =
        worlds::draw(&may_be(o)[..players], chance).unwrap_or_else(|| setup::deal(&o.options, chance).cards);
    state.passes = o.passes;
    state.phase = o.phase;
    state.quills = o.quills;
    state.swords = o.swords;
    state.shields = o.shields;
    state.staffs = o.staffs;
    state.fans = o.fans;
    state.curses = o.curses;
    state.true_curse = o.true_curse;
    if o.observer == Observer::All {
        return state;
    }
    if let Phase::Answers { answered, offers, .. } = &mut state.phase {
        for seat in *answered {
            if !o.observer.is(seat) && chance.coin() {
                offers.insert(seat);
            }
        }
    }
    let laid = curses_laid(o);
    if laid && state.true_curse.is_none() {
        state.true_curse = o.curses.nth(chance.index(o.curses.len()));
    }
    state
}

/// Has the Inquisitor settled which curse is the true one?
fn curses_laid(o: &Observation) -> bool {
    let all = supply::curses(o.options.players.into());
    all > 0 && o.curses.len() == all && !matches!(o.phase, Phase::TrueCurse { .. })
}

/// Hidden things that the observer knows.
pub(crate) fn facts(o: &Observation) -> Vec<Fact> {
    let mut facts = Vec::new();
    for (seat, view) in Seat::all(o.seats.len()).zip(&o.seats) {
        let may_be = view.may_be();
        let mut know = |what: &str, value: Option<String>| {
            facts.extend(value.map(|value| (format!("{what} of {}", seat.number()), value)));
        };
        know("character", may_be.only().map(Card::id));
        know("clue", may_be.agree(Card::clue).map(|clue| clue.name().to_owned()));
        know("rank", may_be.agree(Card::rank).map(|rank| rank.name().to_owned()));
        let clan = |card: Card| card.clan().map_or("none", Clan::name);
        know("clan", may_be.agree(clan).map(str::to_owned));
        if let Phase::Answers { answered, offers, .. } = o.phase
            && answered.contains(seat)
            && o.observer.sees(seat)
        {
            let answer = if offers.contains(seat) { "intervene" } else { "stay out" };
            know("answer", Some(answer.to_owned()));
        }
        if o.curses.contains(seat) && o.true_curse.is_some() {
            let face = if o.true_curse == Some(seat) { "true" } else { "false" };
            know("curse", Some(face.to_owned()));
        }
    }
    facts
}

/// What the observer does not know is written as the word "hidden".
mod hidden {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Deserialize)]
    enum Word {
        #[serde(rename = "hidden")]
        Hidden,
    }

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Raw<T> {
        Hidden(Word),
        Known(T),
    }

    pub(super) fn serialize<T: Serialize, S: Serializer>(
        value: &Option<T>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => value.serialize(to),
            None => to.serialize_str("hidden"),
        }
    }

    pub(super) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<T>, D::Error> {
        Ok(match Raw::deserialize(from)? {
            Raw::Hidden(Word::Hidden) => None,
            Raw::Known(value) => Some(value),
        })
    }
}
