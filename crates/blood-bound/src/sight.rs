//! What an observer may know, and sampled worlds that look the same to the observer.

use serde::{Deserialize, Serialize};
use table::{Chance, MAX_SEATS, Observer, Seat, SeatSet};

use crate::Options;
use crate::beliefs::deals;
use crate::pieces::{Card, Cards, Clan, Rank, supply};
use crate::rules::setup;
use crate::state::{Phase, State, Tokens};

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
    /// What is to be decided. The sealed offers of others are left out.
    pub phase: Phase,
    /// What is known of each seat.
    pub seats: Vec<SeatView>,
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
pub struct SeatView {
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
    /// Whose cards it has looked at as Harlequin.
    pub looks: SeatSet,
    /// Its card, where the observer knows it.
    #[serde(with = "hidden")]
    pub card: Option<Card>,
    /// Its clue icon, where the observer knows it.
    #[serde(with = "hidden")]
    pub clue: Option<Clan>,
}

impl SeatView {
    /// How many wounds.
    pub fn wounds(&self) -> u8 {
        self.tokens().wounds()
    }

    /// What it may be by all that the observer was shown.
    pub fn may_be(&self) -> Cards {
        match (self.card, self.clue) {
            (Some(card), _) => Cards::one(card),
            (None, Some(clue)) => self.open.intersection(clue.clued_cards()),
            (None, None) => self.open,
        }
    }

    pub(crate) fn tokens(&self) -> Tokens {
        Tokens { rose: self.rose, beast: self.beast, unknown: self.unknown, rank: self.rank.is_some() }
    }
}

impl Observation {
    /// What is known of a seat.
    pub fn view(&self, seat: Seat) -> Option<&SeatView> {
        self.seats.get(seat.index())
    }

    /// Is the game over?
    pub fn over(&self) -> bool {
        matches!(self.phase, Phase::Over { .. })
    }

    /// What each seat may be by all that the observer was shown.
    pub(crate) fn may_be(&self) -> [Cards; MAX_SEATS] {
        std::array::from_fn(|at| self.seats.get(at).map_or(Cards::default(), SeatView::may_be))
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
        SeatView {
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

/// A world that the observer cannot tell from the true one.
pub(crate) fn sample<C: Chance>(o: &Observation, chance: &mut C) -> State {
    let mut state = setup::empty(&o.options, o.dagger);
    let players = state.players();
    for (i, view) in o.seats.iter().take(players).enumerate() {
        state.open[i] = view.open;
        state.tokens[i] = view.tokens();
        state.looks[i] = view.looks;
    }
    // Some deal fits every observation of a real game; for one that was made up any deal will do.
    state.cards =
        deals::draw(&o.may_be()[..players], chance).unwrap_or_else(|| setup::deal(&o.options, chance).cards);
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
    if curses_laid(o) && state.true_curse.is_none() {
        state.true_curse = o.curses.iter().nth(chance.index(o.curses.len()));
    }
    state
}

/// Has the Inquisitor settled which curse is the true one?
fn curses_laid(o: &Observation) -> bool {
    let all = supply::curses(o.options.players.into());
    all > 0 && o.curses.len() == all && !matches!(o.phase, Phase::TrueCurse { .. })
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
