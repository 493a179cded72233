//! Small networks in whole numbers: the same answer on every machine.
//!
//! A file is a line that says what it is, a line of JSON ([`Header`]) and the weights, as `sanguis.network.export` of the Python
//! package writes them. All numbers of a layer are 32-bit sums of products; a factor of its own brings each to multiples of 1/1024.

use std::sync::{Arc, Mutex, PoisonError};

use serde::Deserialize;
use table::Refusal;
use table::digest::Digest;
use table::tensor::Part;

const MAGIC: &[u8] = b"sanguis network 1\n";

/// Hidden units are multiples of 1/1024 up to this.
const CEILING: i64 = 16 << 10;

/// The smallest weight of instinct that is distinguished from 0.
const LEAST: f32 = 1.0 / (1_u64 << 60) as f32;

/// A trained network: it corrects what instinct thinks of each code.
pub struct Network {
    header: Header,
    /// By feature, since most features are 0.
    first: Vec<i16>,
    first_scales: Vec<Scale>,
    second: Vec<i8>,
    second_scales: Vec<Scale>,
    policy: Vec<i8>,
    policy_scales: Vec<Scale>,
}

/// What a network file says about itself.
#[derive(Deserialize)]
struct Header {
    game: String,
    /// The hash of the layout of the arrays that it reads.
    layout: String,
    features: usize,
    hidden: usize,
    codes: usize,
    /// How much instinct counts, and how far below its favourite it may rate anything, both in 1/1024.
    trust: i32,
    floor: i32,
    /// How far below its favourite instinct may rate what is chosen, in 1/1024; 0 for any distance.
    #[serde(default)]
    cut: i32,
    /// The hash of what follows the header.
    hash: String,
}

/// What is added to the sum of a unit, and what it is then multiplied by, in 1/2^30.
struct Scale {
    bias: i32,
    factor: i32,
}

impl Scale {
    fn apply(&self, sum: i32) -> i64 {
        (i64::from(sum.wrapping_add(self.bias)) * i64::from(self.factor)) >> 30
    }
}

/// Room for the hidden units, so that a decision allocates nothing.
#[derive(Default)]
pub struct Hidden {
    sums: Vec<i32>,
    first: Vec<i16>,
    second: Vec<i16>,
}

impl Network {
    /// Reads a file, or says what is wrong with it.
    pub fn read(file: &[u8]) -> Result<Network, Refusal> {
        let damaged = || Refusal::malformed("This network file is damaged.");
        let rest =
            file.strip_prefix(MAGIC).ok_or_else(|| Refusal::malformed("This is not a network file."))?;
        let end = rest.iter().position(|&byte| byte == b'\n').ok_or_else(damaged)?;
        let (header, body) = (&rest[..end], &rest[end + 1..]);
        let header: Header = serde_json::from_slice(header).map_err(|_| damaged())?;
        if Digest::of("network", &[body]).to_string() != header.hash {
            return Err(damaged());
        }
        let mut left = body;
        let (features, hidden, codes) = (header.features, header.hidden, header.codes);
        let network = (|| {
            let first_scales = scales(&mut left, hidden)?;
            let first = take(&mut left, features.checked_mul(hidden)?.checked_mul(2)?)?;
            let second_scales = scales(&mut left, hidden)?;
            let second = take(&mut left, hidden.checked_mul(hidden)?)?;
            let policy_scales = scales(&mut left, codes)?;
            let policy = take(&mut left, codes.checked_mul(hidden)?)?;
            left.is_empty().then_some(Network {
                first: first.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect(),
                second: second.iter().map(|&byte| byte as i8).collect(),
                policy: policy.iter().map(|&byte| byte as i8).collect(),
                first_scales,
                second_scales,
                policy_scales,
                header,
            })
        })();
        network.filter(|network| network.header.hidden > 0).ok_or_else(damaged)
    }

    /// Was it trained for this game and arrays of this layout, with this many codes?
    pub(crate) fn fits(&self, game: &str, layout: &[Part], codes: usize) -> Result<(), Refusal> {
        let header = &self.header;
        let features = layout.last().map_or(0, |part| part.start + part.len);
        if (header.game.as_str(), header.features, header.codes) == (game, features, codes)
            && header.layout == layout_hash(layout)
        {
            return Ok(());
        }
        Err(Refusal::malformed("This network was trained for another table."))
    }

    /// Computes the hidden units from what a seat may know.
    pub fn see(&self, row: &[i8], hidden: &mut Hidden) {
        let size = self.header.hidden;
        hidden.sums.clear();
        hidden.sums.resize(size, 0);
        for (&cell, weights) in row.iter().zip(self.first.chunks_exact(size)).filter(|(cell, _)| **cell != 0)
        {
            for (sum, &weight) in hidden.sums.iter_mut().zip(weights) {
                *sum = sum.wrapping_add(i32::from(cell) * i32::from(weight));
            }
        }
        let unit = |(scale, sum): (&Scale, i32)| scale.apply(sum).clamp(0, CEILING) as i16;
        hidden.first.clear();
        hidden.first.extend(self.first_scales.iter().zip(hidden.sums.iter().copied()).map(unit));
        let (first, rows) = (&hidden.first, self.second.chunks_exact(size));
        hidden.second.clear();
        hidden.second.extend(self.second_scales.iter().zip(rows.map(|row| dot(row, first))).map(unit));
    }

    /// The score of a code whose instinct has this weight, beside the largest weight among the options.
    pub fn score(&self, hidden: &Hidden, code: usize, weight: f32, most: f32) -> i64 {
        let (size, header) = (self.header.hidden, &self.header);
        let row = &self.policy[code * size..(code + 1) * size];
        let own = self.policy_scales[code].apply(dot(row, &hidden.second));
        // The bits of a number are its logarithm, nearly: 2^23 to a doubling.
        let bits = |weight: f32| weight.max(LEAST).to_bits() as i32;
        let below = i64::from(bits(weight) - bits(most)) >> 13;
        if header.cut > 0 && below < -i64::from(header.cut) {
            return i64::MIN;
        }
        own + ((i64::from(header.trust) * below.max(-i64::from(header.floor))) >> 10)
    }
}

fn dot(weights: &[i8], units: &[i16]) -> i32 {
    weights
        .iter()
        .zip(units)
        .fold(0, |sum: i32, (&weight, &unit)| sum.wrapping_add(i32::from(weight) * i32::from(unit)))
}

fn take<'a>(left: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (taken, rest) = left.split_at_checked(count)?;
    *left = rest;
    Some(taken)
}

fn scales(left: &mut &[u8], count: usize) -> Option<Vec<Scale>> {
    let number = |four: &[u8]| four.try_into().map(i32::from_le_bytes).unwrap_or_default();
    let scale = |eight: &[u8]| Scale { bias: number(&eight[..4]), factor: number(&eight[4..]) };
    Some(take(left, count.checked_mul(8)?)?.chunks_exact(8).map(scale).collect())
}

/// What the parts of an array mean, as a hash.
fn layout_hash(layout: &[Part]) -> String {
    let text: String = layout.iter().map(|part| format!("{}:{}\n", part.name, part.len)).collect();
    Digest::of("layout", &[text.as_bytes()]).to_string()
}

/// The network of a file that lasts as long as the program. It is read once.
pub(crate) fn network(file: &'static [u8]) -> Result<Arc<Network>, Refusal> {
    type Read = (&'static [u8], Result<Arc<Network>, Refusal>);
    static READ: Mutex<Vec<Read>> = Mutex::new(Vec::new());
    let mut all = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, read)) = all.iter().find(|(known, _)| std::ptr::eq(*known, file)) {
        return read.clone();
    }
    let read = Network::read(file).map(Arc::new);
    all.push((file, read.clone()));
    read
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two features, two hidden units, two codes: the first unit is the first feature, the second half the second, and each code likes
    /// one of them.
    fn file() -> Vec<u8> {
        let scale = |bias: i32, factor: i32| [bias.to_le_bytes(), factor.to_le_bytes()].concat();
        let numbers = |all: &[i16]| all.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
        let one = scale(0, 1 << 30);
        let body = [
            [one.clone(), one.clone(), numbers(&[1024, 0, 0, 512])].concat(),
            [one.clone(), one.clone(), vec![1, 0, 0, 1]].concat(),
            [one, scale(-100, 1 << 29), vec![1, 0, 0, 3]].concat(),
        ]
        .concat();
        let layout = layout_hash(&parts());
        let hash = Digest::of("network", &[&body]);
        let header = format!(
            r#"{{"game":"crypt","layout":"{layout}","features":2,"hidden":2,"codes":2,"trust":1024,"floor":4096,"hash":"{hash}"}}"#
        );
        [MAGIC, header.as_bytes(), b"\n", &body].concat()
    }

    fn parts() -> [Part; 1] {
        [Part { name: "both", start: 0, len: 2 }]
    }

    #[test]
    fn scores_are_whole_numbers() {
        let network = Network::read(&file()).unwrap();
        let mut hidden = Hidden::default();
        network.see(&[3, 5], &mut hidden);
        let score = |code, weight| network.score(&hidden, code, weight, 8.0);
        assert_eq!((score(0, 8.0), score(1, 8.0)), (3 * 1024, (3 * 5 * 512 - 100) / 2));
        // Each halving of instinct's weight costs one, and no more than the floor.
        assert_eq!((score(0, 4.0), score(0, 0.0)), (2 * 1024, -1024));
        // Units end at the ceiling, and below 0.
        network.see(&[127, -127], &mut hidden);
        assert_eq!(network.score(&hidden, 0, 1.0, 1.0), CEILING);
        assert_eq!(network.score(&hidden, 1, 1.0, 1.0), -50);
    }

    #[test]
    fn what_instinct_thinks_poor_is_cut() {
        let mut network = Network::read(&file()).unwrap();
        network.header.cut = 2 << 10;
        let mut hidden = Hidden::default();
        network.see(&[3, 5], &mut hidden);
        assert_eq!(network.score(&hidden, 0, 2.0, 8.0), 1024);
        assert_eq!(network.score(&hidden, 0, 1.0, 8.0), i64::MIN);
    }

    #[test]
    fn damaged_and_foreign_files_are_refused() {
        let whole = file();
        let refused = |file: &[u8]| Network::read(file).err().map(|refusal| refusal.reason.to_string());
        for at in 0..whole.len() {
            assert!(refused(&whole[..at]).is_some(), "cut at {at}");
        }
        let body = whole.len() - 1;
        let changed: Vec<u8> =
            whole.iter().enumerate().map(|(at, &byte)| byte ^ u8::from(at == body)).collect();
        assert_eq!(refused(&changed).as_deref(), Some("This network file is damaged."));
        assert_eq!(refused(b"GIF89a").as_deref(), Some("This is not a network file."));
        let network = Network::read(&whole).unwrap();
        assert!(network.fits("crypt", &parts(), 2).is_ok());
        assert!(network.fits("another", &parts(), 2).is_err());
        assert!(network.fits("crypt", &[Part { name: "neither", ..parts()[0] }], 2).is_err());
        assert!(network.fits("crypt", &parts(), 3).is_err());
    }
}
