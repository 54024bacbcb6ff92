// SPDX-License-Identifier: MIT OR Apache-2.0

//! The weights of the classical choice: a log-linear model of good moves.
//!
//! The logit of a move is the sum of the weights of all that holds there: the logarithm of its probability by
//! the move-prediction model, readings by their kind and worth, and what playouts say of the point. Without
//! the move-prediction model a second set of weights replaces it by the patterns that hold, the line of the
//! board and the distance from the last move. 16 units of value are one nat.
//!
//! This file has the features and reads their weights; `movegen::weigh` finds the features of a move and
//! `katachi-lab train choice` fits the weights.

use std::sync::LazyLock;

use crate::learn::{self, WeightError};

/// Classes of a reading: six of worth, decided stones, stones counted elsewhere.
const OF_READING: usize = 8;
/// Classes of a gain by the endgame search.
const OF_GAIN: usize = 10;

learn::templates! {
    /// A group of features, of which a move has one, several, or none.
    pub(crate) enum Group {
        /// Readings, by their worth.
        Capture = ("capture", OF_READING),
        Save = ("save", OF_READING),
        Kill = ("kill", OF_READING),
        Rescue = ("rescue", OF_READING),
        Region = ("region", OF_READING),
        DoubleThreat = ("double-threat", OF_READING),
        Forestall = ("forestall", OF_READING),
        TakeKo = ("take-ko", OF_READING),
        EndKo = ("end-ko", OF_READING),
        KoThreat = ("ko-threat", OF_READING),
        Loses = ("loses", OF_READING),
        /// Gains by the endgame search, on open boards and on nearly full ones.
        Endgame = ("gain", OF_GAIN),
        EndgameSente = ("gain-sente", OF_GAIN),
        LateEndgame = ("late-gain", OF_GAIN),
        LateEndgameSente = ("late-gain-sente", OF_GAIN),
        /// Joseki, by their value.
        Joseki = ("joseki", OF_READING),
        /// Playouts.
        Owner = ("owner", 10),
        OwnerNear = ("owner-near", 10),
        Critical = ("critical", 11),
        CriticalNear = ("critical-near", 11),
        First = ("first", 14),
        FirstShare = ("first-share", 13),
        /// Playouts after the move.
        OddsAfter = ("odds-after", 2 * EVEN_AFTER + 1),
        GainAfter = ("gain-after", 2 * EVEN_AFTER + 1),
        /// The move-prediction model.
        Probability = ("probability", 6),
        /// What stands in for it.
        Line = ("line", 72),
        Last = ("last", 16),
        Pattern = ("pattern", 10),
    }
}

/// The first feature of each group, and the number of all features.
static STARTS: [usize; Group::ALL.len() + 1] = learn::starts(&Group::ALL);

impl Group {
    /// Returns the number of a feature. Classes above the highest one count as that.
    pub(crate) fn feature(self, class: usize) -> u16 {
        let index = self as usize;
        (STARTS[index] + class.min(Group::ALL[index].2 - 1)) as u16
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sum {
    WithModel,
    Alone,
}

impl Sum {
    pub(crate) const BOTH: [Self; 2] = [Self::WithModel, Self::Alone];
}

/// The weights, in nats.
#[derive(Clone, Debug)]
pub struct ChoiceModel {
    weights: [Vec<f32>; 2],
}

static BUILT_IN: LazyLock<ChoiceModel> = LazyLock::new(|| {
    ChoiceModel::parse(include_str!("../patterns/choice-model.txt"))
        .expect("the built-in weights can be read")
});

impl ChoiceModel {
    pub(crate) const NAME: &str = "choice";

    pub(crate) fn built_in() -> &'static LazyLock<Self> {
        &BUILT_IN
    }

    /// Number of features.
    pub fn features() -> usize {
        STARTS[Group::ALL.len()]
    }

    /// Returns the names of all features in files, by number, without the `alone/` of the second sum.
    pub fn feature_names() -> impl Iterator<Item = String> {
        learn::feature_names(&Group::ALL)
    }

    pub(crate) fn weight(&self, sum: Sum, feature: u16) -> f32 {
        self.weights[sum as usize][usize::from(feature)]
    }

    /// Reads a text of weights.
    ///
    /// # Errors
    /// The first line that cannot be used.
    pub fn parse(text: &str) -> Result<Self, WeightError> {
        let mut model = Self {
            weights: Sum::BOTH.map(|_| vec![0.0; Self::features()]),
        };
        learn::parse(text, Self::NAME, |line| {
            let (sum, name) = match line.name.strip_prefix("alone/") {
                Some(name) => (Sum::Alone, name),
                None => (Sum::WithModel, line.name),
            };
            let (name, class) = name.split_once('=')?;
            let class: usize = class.parse().ok()?;
            let (group, _, classes) = Group::ALL.iter().find(|group| group.1 == name)?;
            (class < *classes).then_some(())?;
            model.weights[sum as usize][usize::from(group.feature(class))] = line.weight;
            Some(())
        })?;
        Ok(model)
    }
}

/// Bounds of the classes of worth, in units of value.
const WORTHS: [i32; 5] = [20, 35, 50, 75, 110];
/// A worth of each class, in units of value.
const USUAL_WORTHS: [i32; 6] = [10, 27, 42, 62, 90, 140];

/// Returns the class of a worth, in units of value: 0 to 5.
pub(crate) fn worth_class(value: i32) -> usize {
    WORTHS.iter().filter(|&&bound| value.abs() >= bound).count()
}

/// Bounds of the classes of a gain, and a gain of each class, in units of value.
const GAINS: [i32; 9] = [1, 5, 8, 13, 20, 30, 40, 60, 100];
const USUAL_GAINS: [i32; OF_GAIN] = [0, 3, 6, 10, 16, 25, 35, 50, 80, 120];

pub(crate) fn gain_class(value: i32) -> usize {
    GAINS.iter().filter(|&&bound| value >= bound).count()
}

/// The share of its worth that a reading has as its weight before anything is fitted. Fitted weights of
/// common readings are at about this share.
const START_SHARE: f32 = 0.2;
/// The same for a proof that a group lives or dies, and for enclosed regions. They are rare in games and
/// exact where they hold; with 0.2 the suite of seki loses every fifth test (experiments).
const START_SHARE_OF_PROOFS: f32 = 0.6;

/// The share of the logarithm of the odds of winning. Alone it is fitted at 0.6, and at 1.2 without the
/// model.
const START_SHARE_OF_ODDS: f32 = 0.5;
/// Class of a move that is as good as the mean of those that are played out.
pub(crate) const EVEN_AFTER: usize = 7;
pub(crate) const CLASSES_OF_ODDS: f32 = 2.0;
/// Classes for each standard deviation of the lead.
pub(crate) const CLASSES_OF_GAIN: f32 = 6.0;

impl ChoiceModel {
    /// Returns the weights before the fit: a share of the worth for readings, of the odds for playouts after
    /// the move, and 0 for all else.
    pub fn start() -> Vec<f32> {
        let mut weights = vec![0.0; Self::features()];
        for (group, _, classes) in Group::ALL.iter().take(Group::Joseki as usize) {
            let worths = if *classes == OF_GAIN {
                &USUAL_GAINS[..]
            } else {
                &USUAL_WORTHS
            };
            let share = match group {
                Group::Kill | Group::Rescue | Group::Region => START_SHARE_OF_PROOFS,
                Group::Loses => -START_SHARE,
                _ => START_SHARE,
            };
            for (class, &worth) in worths.iter().enumerate() {
                weights[usize::from(group.feature(class))] = share * worth as f32 / learn::VALUE_PER_NAT;
            }
        }
        for class in 0..=2 * EVEN_AFTER {
            let odds = (class as f32 - EVEN_AFTER as f32) / CLASSES_OF_ODDS;
            weights[usize::from(Group::OddsAfter.feature(class))] = START_SHARE_OF_ODDS * odds;
        }
        weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_by_their_names_and_others_are_refused() {
        let read = ChoiceModel::parse("weights choice\nalone/capture=3 0.5\n").expect("a text of weights");
        assert_eq!(read.weight(Sum::Alone, Group::Capture.feature(3)), 0.5);
        assert_eq!(read.weight(Sum::WithModel, Group::Capture.feature(3)), 0.0);
        assert_eq!(ChoiceModel::feature_names().count(), ChoiceModel::features());
        for line in ["capture=8 1", "capture 1", "sneeze=1 1", "probability=-1 1"] {
            assert!(
                ChoiceModel::parse(&format!("weights choice\n{line}\n")).is_err(),
                "{line}"
            );
        }
    }

    #[test]
    fn classes_of_worth_rise_with_it_and_the_highest_has_no_end() {
        assert_eq!([0, 20, 34, 35, -60, 500].map(worth_class), [0, 1, 1, 2, 3, 5]);
        assert_eq!(Group::Owner.feature(99), Group::Owner.feature(9));
        assert_eq!([-5, 0, 1, 4, 5, 99, 100].map(gain_class), [0, 0, 1, 1, 2, 8, 9]);
        assert_eq!(USUAL_GAINS.map(gain_class), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    }
}
