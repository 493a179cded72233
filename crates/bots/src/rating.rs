//! Ratings for display: the Plackett-Luce update of Weng and Lin (2011), as OpenSkill made it popular.

use serde::Serialize;

/// The estimate of a player's skill: approximately normal around `mean`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// The middle.
    pub mean: f64,
    /// The standard deviation.
    pub deviation: f64,
}

/// How much luck there is in a game, in points of skill.
const LUCK: f64 = 25.0 / 6.0;

/// No single game makes the deviation smaller than by this factor squared.
const CAUTION: f64 = 1e-4;

impl Default for Rating {
    fn default() -> Self {
        Rating { mean: 25.0, deviation: 25.0 / 3.0 }
    }
}

/// Ratings after a game, given those before and each player's place: 1 is best, equal places are ties.
pub fn rate(before: &[Rating], places: &[usize]) -> Vec<Rating> {
    let variance = |rating: &Rating| rating.deviation * rating.deviation;
    let scale = before.iter().map(|rating| variance(rating) + LUCK * LUCK).sum::<f64>().sqrt();
    let strength: Vec<f64> = before.iter().map(|rating| (rating.mean / scale).exp()).collect();
    // For each player, all who did no better, and how many share the place.
    let field = |q: usize| -> f64 {
        strength
            .iter()
            .zip(places)
            .filter(|(_, place)| **place >= places[q])
            .map(|(strength, _)| strength)
            .sum()
    };
    let ties = |q: usize| places.iter().filter(|place| **place == places[q]).count() as f64;
    (0..before.len())
        .map(|i| {
            let (mut gain, mut news) = (0.0, 0.0);
            for q in (0..before.len()).filter(|&q| places[q] <= places[i]) {
                let chance = strength[i] / field(q);
                gain += (if i == q { 1.0 - chance } else { -chance }) / ties(q);
                news += chance * (1.0 - chance) / ties(q);
            }
            let spread = variance(&before[i]);
            let shrink = before[i].deviation / scale * news * spread / (scale * scale);
            Rating {
                mean: before[i].mean + gain * spread / scale,
                deviation: before[i].deviation * (1.0 - shrink).max(CAUTION).sqrt(),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_games_give_the_published_figures() {
        // Two fresh players, the first wins: 27.6352 and 22.3648 with deviation 8.0655 in the reference implementations.
        let after = rate(&[Rating::default(); 2], &[1, 2]);
        assert!((after[0].mean - 27.635).abs() < 1e-2, "{after:?}");
        assert!((after[1].mean - 22.365).abs() < 1e-2, "{after:?}");
        assert!((after[0].deviation - 8.066).abs() < 1e-2, "{after:?}");
    }

    #[test]
    fn the_better_player_rises_above_the_other() {
        let mut ratings = vec![Rating::default(); 3];
        for game in 0..200 {
            let places = if game % 4 == 0 { [2, 1, 3] } else { [1, 2, 3] };
            ratings = rate(&ratings, &places);
        }
        assert!(ratings[0].mean > ratings[1].mean && ratings[1].mean > ratings[2].mean, "{ratings:?}");
        // Two who beat each other are known well; one who always comes last tells little more each time.
        assert!(ratings[..2].iter().all(|rating| rating.deviation < 3.0), "{ratings:?}");
        assert!((3.0..5.0).contains(&ratings[2].deviation), "{ratings:?}");
        let tied = rate(&[Rating::default(); 2], &[1, 1]);
        assert!((tied[0].mean - tied[1].mean).abs() < 1e-9);
    }
}
