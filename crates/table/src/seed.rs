//! Where a real game's chance comes from, and how that is proved.
//!
//! The house draws a secret and shows its [commitment](Seed::commitment) before anyone contributes. Each seat adds a
//! contribution. The game's generator is seeded with a hash over all of it, so neither the house nor any one seat can choose a
//! deal. After the end the secret is shown, and anyone can check that it fits the commitment and the game.

use serde::{Deserialize, Serialize};

use crate::chance::{Fair, fair};
use crate::digest::Digest;

/// The seed material of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seed {
    /// Known only to the house until the game is over.
    pub secret: [u8; 32],
    /// One per seat: what each player added.
    pub contributions: Vec<String>,
}

impl Seed {
    /// The seed of a game played alone or in a simulation: everything follows from one number.
    pub fn from_number(number: u64, seats: usize) -> Seed {
        Seed {
            secret: Digest::of("sanguis secret from a number, 1", &[&number.to_le_bytes()]).0,
            contributions: (1..=seats).map(|seat| format!("seat {seat}")).collect(),
        }
    }

    /// What is published before the first decision: binds the house to its secret and tells nothing about it.
    pub fn commitment(&self) -> Digest {
        Digest::of("sanguis commitment, 1", &[&self.secret])
    }

    /// The generator of this game.
    pub fn chance(&self) -> Fair {
        let mut parts: Vec<&[u8]> = vec![&self.secret];
        parts.extend(self.contributions.iter().map(String::as_bytes));
        fair(Digest::of("sanguis seed, 1", &parts).0)
    }
}

/// The seed material as a record holds it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opened {
    /// What was published before the game.
    pub commitment: String,
    /// What it was a commitment to.
    pub secret: String,
    /// One per seat.
    pub contributions: Vec<String>,
}

impl From<&Seed> for Opened {
    fn from(seed: &Seed) -> Opened {
        Opened {
            commitment: seed.commitment().to_string(),
            secret: Digest(seed.secret).to_string(),
            contributions: seed.contributions.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;

    #[test]
    fn every_contribution_counts() {
        let seed = Seed::from_number(1, 3);
        let mut other = seed.clone();
        other.contributions[2].push('!');
        assert_eq!(seed.commitment(), other.commitment());
        assert_ne!(seed.chance().bits(), other.chance().bits());
    }
}
