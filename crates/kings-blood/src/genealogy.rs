//! The family tree: which cards lie where, and which of them are active.
//!
//! A cell is a row and a column; a card is two half-steps wide, and columns of odd rows lie a half-step further right: the left
//! edge of a card is at `2 * column + row % 2`. So cards never lie half-offset inside a row, and a child lies half on each of
//! two neighbours of the row above. One word per row says which cells are taken. The open sides of all cards are updated after
//! each change, because they are read much more often.

use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};
use table::Code;

use crate::pieces::{CHARACTERS, Card, Cards};

/// Rows of the table (rule 4.7).
pub const ROWS: usize = 40;
/// The leftmost column that can hold a card.
pub const LEFTMOST: u8 = 3;
/// The rightmost column that can hold a card.
pub const RIGHTMOST: u8 = 60;
/// Where a founder lies.
pub const CENTRE: u8 = 32;

/// A side of a card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, Code)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// To its left.
    Left,
    /// To its right.
    Right,
}

impl Side {
    /// As people say it.
    pub const fn word(self) -> &'static str {
        ["left", "right"][self as usize]
    }
}

/// A cell of the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell {
    /// The generation, from 0 downwards.
    pub row: u8,
    /// The column within the row.
    pub column: u8,
}

impl Cell {
    /// The left edge in half-steps, counted from a founder's.
    pub const fn edge(self) -> i32 {
        2 * self.column as i32 + (self.row & 1) as i32 - 2 * CENTRE as i32
    }

    /// The cell with this left edge, if the table has it.
    pub fn at(row: i32, edge: i32) -> Option<Cell> {
        let half = edge + 2 * i32::from(CENTRE) - (row & 1);
        let cell = Cell { row: u8::try_from(row).ok()?, column: u8::try_from(half / 2).ok()? };
        let inside = usize::from(cell.row) < ROWS && (LEFTMOST..=RIGHTMOST).contains(&cell.column);
        (half >= 0 && half % 2 == 0 && inside).then_some(cell)
    }

    /// The neighbour on this side.
    #[inline]
    pub const fn beside(self, side: Side) -> Cell {
        match side {
            Side::Left => Cell { row: self.row, column: self.column - 1 },
            Side::Right => Cell { row: self.row, column: self.column + 1 },
        }
    }

    /// Where a child of this card and its neighbour on this side lies.
    #[inline]
    pub const fn child(self, side: Side) -> Cell {
        let right = self.column + (self.row & 1);
        match side {
            Side::Left => Cell { row: self.row + 1, column: right - 1 },
            Side::Right => Cell { row: self.row + 1, column: right },
        }
    }
}

/// A value that does not count for the hash of a state: records from before it was kept still have their digests.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Unhashed<T>(pub T);

impl<T> Hash for Unhashed<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// The family tree.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Genealogy {
    /// Bit `c` of row `r`: the cell is taken.
    rows: [u64; ROWS],
    /// Where each card lies; zero for cards that do not.
    row: [u8; CHARACTERS],
    column: [u8; CHARACTERS],
    /// The cards that lie here.
    cards: Cards,
    /// Active cards that are open on the left.
    left: Cards,
    /// Active cards that are open on the right.
    right: Cards,
    /// Cards that were born where they lie.
    born: Unhashed<Cards>,
}

impl Default for Genealogy {
    fn default() -> Self {
        Genealogy {
            rows: [0; ROWS],
            row: [0; CHARACTERS],
            column: [0; CHARACTERS],
            cards: Cards::EMPTY,
            left: Cards::EMPTY,
            right: Cards::EMPTY,
            born: Unhashed(Cards::EMPTY),
        }
    }
}

impl Genealogy {
    /// A tree with these cards in these cells, which are on the table and all different; those of them were born there.
    pub fn of(cards: impl IntoIterator<Item = (Card, Cell)>, born: Cards) -> Genealogy {
        let mut tree = Genealogy { born: Unhashed(born), ..Genealogy::default() };
        for (card, cell) in cards {
            tree.set(card, cell);
        }
        tree.look();
        tree
    }

    /// The cards of the tree.
    #[inline]
    pub fn cards(&self) -> Cards {
        self.cards
    }

    /// The active cards (rule 4.3).
    #[inline]
    pub fn active(&self) -> Cards {
        self.left.union(self.right)
    }

    /// The active cards that are open on this side.
    #[inline]
    pub fn open(&self, side: Side) -> Cards {
        match side {
            Side::Left => self.left,
            Side::Right => self.right,
        }
    }

    /// Where a card of the tree lies.
    #[inline]
    pub fn cell(&self, card: Card) -> Cell {
        Cell { row: self.row[card.index()], column: self.column[card.index()] }
    }

    /// The row and the column of each card; zero for cards that are not in the tree.
    #[inline]
    pub fn places(&self) -> (&[u8; CHARACTERS], &[u8; CHARACTERS]) {
        (&self.row, &self.column)
    }

    /// Is a cell taken?
    #[inline]
    pub fn taken(&self, cell: Cell) -> bool {
        self.rows[usize::from(cell.row)] >> cell.column & 1 == 1
    }

    /// Is there no card at an edge of the table?
    pub fn is_roomy(&self) -> bool {
        let sides = 1 << LEFTMOST | 1 << RIGHTMOST;
        self.rows[ROWS - 1] == 0 && self.rows.iter().all(|row| row & sides == 0)
    }

    /// The number of rows that hold a card (rule 4.1).
    pub fn generations(&self) -> i32 {
        self.rows.iter().filter(|&&row| row != 0).count() as i32
    }

    /// The cards that were born where they lie.
    pub fn born(&self) -> Cards {
        self.born.0
    }

    /// The two cards that a card lies half on, if there are two.
    pub fn above(&self, card: Card) -> Option<[Card; 2]> {
        let cell = self.cell(card);
        let at = |edge: i32| {
            let above = Cell::at(i32::from(cell.row) - 1, edge).filter(|&above| self.taken(above))?;
            self.cards.iter().find(|&other| self.cell(other) == above)
        };
        Some([at(cell.edge() - 1)?, at(cell.edge() + 1)?])
    }

    /// Lays a child below its parents.
    pub fn bear(&mut self, card: Card, cell: Cell) {
        self.put(card, cell);
        self.born.0.insert(card);
    }

    /// Lays a card into an empty cell.
    pub fn put(&mut self, card: Card, cell: Cell) {
        self.set(card, cell);
        let near_edge =
            usize::from(cell.row) + 2 > ROWS - 1 || cell.column < LEFTMOST + 2 || cell.column > RIGHTMOST - 2;
        if near_edge {
            self.recentre();
            return self.look();
        }
        self.look_at(card);
        // A card closes sides and opens none, so only active cards are concerned.
        for other in self.active().iter() {
            let at = self.cell(other);
            if cell.row.wrapping_sub(at.row) <= 1 && cell.column.abs_diff(at.column) <= 2 {
                self.look_at(other);
            }
        }
    }

    fn set(&mut self, card: Card, cell: Cell) {
        self.rows[usize::from(cell.row)] |= 1 << cell.column;
        self.row[card.index()] = cell.row;
        self.column[card.index()] = cell.column;
        self.cards.insert(card);
    }

    /// Takes a card out of the tree.
    pub fn remove(&mut self, card: Card) {
        let cell = self.cell(card);
        self.rows[usize::from(cell.row)] &= !(1 << cell.column);
        self.row[card.index()] = 0;
        self.column[card.index()] = 0;
        self.cards.remove(card);
        self.left.remove(card);
        self.right.remove(card);
        self.born.0.remove(card);
        self.look_around(cell);
    }

    /// Keeps one card, as the founder of a new tree. Returns the others.
    pub fn found(&mut self, card: Card) -> Cards {
        let mut gone = self.cards;
        gone.remove(card);
        *self = Genealogy::default();
        self.put(card, Cell { row: 0, column: CENTRE });
        gone
    }

    /// Works out which sides are open, for all cards.
    fn look(&mut self) {
        (self.left, self.right) = (Cards::EMPTY, Cards::EMPTY);
        for card in self.cards.iter() {
            self.look_at(card);
        }
    }

    /// Works out which sides are open, for the cards that a gap in this cell concerns: those at most two columns away, in its own
    /// row or the one above.
    fn look_around(&mut self, cell: Cell) {
        let (first_row, first_column) = (cell.row.wrapping_sub(1), cell.column - 2);
        // Without branches, so that many cards are compared at once. A card outside the tree has column 0, which is never near.
        let mut near = [0u8; CHARACTERS];
        for (near, (row, column)) in near.iter_mut().zip(self.row.iter().zip(&self.column)) {
            let same_rows = row.wrapping_sub(first_row) <= 1;
            *near = u8::from(same_rows & (column.wrapping_sub(first_column) <= 4));
        }
        let (words, _) = near.as_chunks::<8>();
        for (at, word) in words.iter().enumerate() {
            let mut flags = u64::from_le_bytes(*word);
            while flags != 0 {
                self.look_at(Card::new(at * 8 + flags.trailing_zeros() as usize / 8));
                flags &= flags - 1;
            }
        }
    }

    /// Works out which sides of a card are open (rules 4.2, 4.3).
    #[inline]
    fn look_at(&mut self, card: Card) {
        let (row, column) = (self.row[card.index()], self.column[card.index()]);
        let (mut left, mut right) = (false, false);
        if usize::from(row) + 1 < ROWS {
            // Two cells on each side of the card, and the four cells under it and under its neighbours.
            let beside = self.rows[usize::from(row)] >> (column - 2);
            let below = self.rows[usize::from(row) + 1] >> (column - 2 + (row & 1));
            left = beside & 0b00011 == 0 && below & 0b0111 == 0 && column > LEFTMOST;
            right = beside & 0b11000 == 0 && below & 0b1110 == 0 && column < RIGHTMOST;
        }
        self.left.set(card, left);
        self.right.set(card, right);
    }

    /// Moves the whole tree away from the edges, as much as there is room (rule 4.7).
    #[cold]
    fn recentre(&mut self) {
        let cells = || self.cards.iter().map(|card| self.cell(card));
        let top = cells().map(|cell| cell.row).min().unwrap_or(0) & !1;
        let first = cells().map(|cell| cell.column).min().unwrap_or(CENTRE);
        let last = cells().map(|cell| cell.column).max().unwrap_or(CENTRE);
        let shift = (i32::from(LEFTMOST + RIGHTMOST) - i32::from(first + last)).div_euclid(2);
        self.rows = [0; ROWS];
        for card in self.cards.iter() {
            let at = card.index();
            self.row[at] -= top;
            self.column[at] = (i32::from(self.column[at]) + shift) as u8;
            self.rows[usize::from(self.row[at])] |= 1 << self.column[at];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Chance;
    use table::chance::quick;

    /// The definition, cell by cell.
    fn open(tree: &Genealogy, card: Card, side: Side) -> bool {
        let at = tree.cell(card);
        let (row, x, d) = (i32::from(at.row), at.edge(), if side == Side::Left { -1 } else { 1 });
        let empty = |row, x| Cell::at(row, x).is_none_or(|cell| !tree.taken(cell));
        let on_table = Cell::at(row, x + 2 * d).is_some() && Cell::at(row + 1, x + d).is_some();
        let uncovered = empty(row + 1, x - 1) && empty(row + 1, x + 1);
        uncovered
            && on_table
            && empty(row, x + 2 * d)
            && empty(row, x + 4 * d)
            && empty(row + 1, x + d)
            && empty(row + 1, x + 3 * d)
    }

    fn check(tree: &Genealogy) {
        for card in tree.cards().iter() {
            for side in Side::ALL {
                assert_eq!(
                    tree.open(side).contains(card),
                    open(tree, card, side),
                    "{card:?} {side:?} {tree:?}"
                );
            }
        }
    }

    // rules 4.2, 4.3, 4.6
    #[test]
    fn open_sides_agree_with_the_definition_and_the_tree_stays_sound() {
        let mut chance = quick(5);
        for _ in 0..300 {
            let mut tree = Genealogy::default();
            tree.put(Card::new(0), Cell { row: 0, column: CENTRE });
            for _ in 0..150 {
                let spare = Cards::CHARACTERS.minus(tree.cards());
                let active = tree.active();
                assert!(!active.is_empty(), "the ends of the lowest row are always active");
                let target = active.pick(&mut chance);
                if chance.below(4) == 0 && tree.cards().len() > 1 {
                    tree.remove(target);
                } else if !spare.is_empty() {
                    let side = if tree.open(Side::Left).contains(target) { Side::Left } else { Side::Right };
                    let card = spare.pick(&mut chance);
                    let place = tree.cell(target).beside(side);
                    let child = tree.cell(target).child(side);
                    assert!(!tree.taken(place) && !tree.taken(child));
                    for other in Side::ALL {
                        assert!(!tree.taken(child.beside(other)), "a child touches nobody in its row");
                    }
                    tree.put(card, place);
                    let child = tree.cell(target).child(side);
                    let spare = Cards::CHARACTERS.minus(tree.cards());
                    if chance.coin() && !spare.is_empty() {
                        tree.put(spare.pick(&mut chance), child);
                    }
                }
                check(&tree);
            }
        }
    }

    // rule 4.7
    #[test]
    fn at_the_edge_the_tree_moves_or_ends() {
        let mut tree = Genealogy::default();
        tree.put(Card::new(0), Cell { row: 0, column: CENTRE });
        // All grow to the right: the tree is moved back again and again until it is as wide as the table.
        let mut last = Card::new(0);
        for index in 1..58 {
            assert!(tree.open(Side::Right).contains(last), "{index}");
            tree.put(Card::new(index), tree.cell(last).beside(Side::Right));
            last = Card::new(index);
            check(&tree);
        }
        assert!(tree.active().is_empty(), "58 cards reach from edge to edge");
        // A tree of 40 generations ends at the bottom.
        let mut deep = Genealogy::default();
        deep.put(Card::new(0), Cell { row: 0, column: CENTRE });
        for index in 1..40 {
            let side = Side::ALL[index % 2];
            deep.put(Card::new(index), deep.cell(Card::new(index - 1)).child(side));
        }
        assert_eq!(deep.generations(), 40);
        assert!(deep.active().is_empty());
        // Where the upper rows are free, the tree moves up instead.
        let mut low = Genealogy::default();
        low.put(Card::new(0), Cell { row: 37, column: CENTRE });
        low.put(Card::new(1), low.cell(Card::new(0)).child(Side::Left));
        assert!(low.active().contains(Card::new(1)));
        check(&low);
    }
}
