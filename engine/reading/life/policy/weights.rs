// SPDX-License-Identifier: MIT OR Apache-2.0

//! The policy of the life-and-death search: a log-linear model of winning moves. Features are the 3x3 shape
//! around a move, its contents in two bits each, and the effects of the move.
//!
//! The sum of a move's weights is its logit; the probability that it wins is the softmax over all moves (R.
//! Coulom, "Computing Elo Ratings of Move Patterns in the Game of Go", 2007). The weights are in
//! `patterns/reading/policy.txt`, fitted to positions that searches about groups of game records decided
//! (`decided_positions`).

use std::sync::LazyLock;

use super::features::{self, FEATURES, Features, TEMPLATES};
use crate::learn::{self, Line, WeightError};
use crate::local::Role;

/// Names of the sides in files, the attacker first.
const SIDES: [&str; 2] = ["attacker", "owner"];

/// Weights in hundredths, for the attacker and for the owner.
#[derive(Clone, Debug)]
pub struct LifePolicy {
    features: [[i16; FEATURES]; 2],
    shapes: [Vec<i16>; 2],
}

static BUILT_IN: LazyLock<LifePolicy> = LazyLock::new(|| {
    LifePolicy::parse(include_str!("../../../../patterns/reading/policy.txt"))
        .expect("a test reads the weights")
});

impl LifePolicy {
    pub(crate) fn built_in() -> &'static LazyLock<Self> {
        &BUILT_IN
    }

    pub(crate) const NAME: &str = "life";
    /// Number of features that are no shapes: those of shapes follow.
    pub const FEATURES: usize = FEATURES;
    /// Number of the weights of a side.
    pub const WEIGHTS: usize = FEATURES + SHAPES;

    /// Returns the name in files of a weight of the attacker (0) or the owner (1), by number.
    pub fn weight_name(side: usize, mut number: usize) -> String {
        let name = SIDES[side];
        for (template, values) in TEMPLATES {
            match number.checked_sub(values.into()) {
                None => return format!("{name}.{template}={number}"),
                Some(rest) => number = rest,
            }
        }
        format!("{name}.shape={}", picture(number as u16, Role::BOTH[side]))
    }

    /// Reads a text of weights.
    ///
    /// # Errors
    /// The first line that cannot be used.
    pub fn parse(text: &str) -> Result<Self, WeightError> {
        let mut policy = Self {
            features: [[0; FEATURES]; 2],
            shapes: [vec![0; SHAPES], vec![0; SHAPES]],
        };
        learn::parse(text, Self::NAME, |line| policy.set(line))?;
        Ok(policy)
    }

    fn set(&mut self, line: Line<&str>) -> Option<()> {
        let (side, feature) = line.name.split_once('.')?;
        let side = SIDES.iter().position(|&name| name == side)?;
        let weight = (100.0 * line.weight).round() as i16;
        let (template, value) = feature.split_once('=')?;
        if template == "shape" {
            for shape in symmetric(read_picture(value, Role::BOTH[side])?) {
                self.shapes[side][usize::from(pack(shape))] = weight;
            }
        } else {
            let template = TEMPLATES.iter().position(|known| known.0 == template)?;
            let value = value.parse().ok();
            let value = value.filter(|&n| n < u32::from(TEMPLATES[template].1))?;
            self.features[side][usize::from(features::feature(template, value))] = weight;
        }
        Some(())
    }

    /// Logit of a move with these features and this shape around it, in hundredths.
    pub(crate) fn sum(&self, to_move: Role, features: &Features, shape: u16) -> i32 {
        let side = to_move as usize;
        let weights = &self.features[side];
        let sum: i32 = features.iter().map(|&w| i32::from(weights[usize::from(w)])).sum();
        sum + i32::from(self.shapes[side][usize::from(shape)])
    }
}

/// Contents of a neighbouring point, in two bits; 0 is an empty point.
pub(crate) const OWN: u16 = 1;
pub(crate) const ATTACKER: u16 = 2;
pub(crate) const OFF: u16 = 3;

/// Number of shapes around a point: two bits for each of eight points.
const SHAPES: usize = 1 << 16;

/// The points around a point after a quarter turn, and mirrored.
const TURNED: [usize; 8] = [2, 4, 7, 1, 6, 0, 3, 5];
const MIRRORED: [usize; 8] = [2, 1, 0, 4, 3, 7, 6, 5];

/// The eight contents around a point in all turns and reflections.
fn symmetric(ring: [u8; 8]) -> [[u8; 8]; 8] {
    let mut all = [ring; 8];
    for i in 0..4 {
        if i > 0 {
            all[i] = TURNED.map(|from| all[i - 1][from]);
        }
        all[i + 4] = MIRRORED.map(|from| all[i][from]);
    }
    all
}

/// Eight contents as a shape (`LocalBoard::shape`).
fn pack(ring: [u8; 8]) -> u16 {
    let bits = ring.iter().enumerate();
    bits.fold(0, |shape, (slot, &holds)| shape | u16::from(holds) << (2 * slot))
}

/// Standard form of a shape: the first of its rotations and reflections.
pub(crate) fn canonical(shape: u16) -> u16 {
    let all = symmetric(unpack(shape)).map(pack);
    all.into_iter().min().unwrap_or(shape)
}

fn unpack(shape: u16) -> [u8; 8] {
    std::array::from_fn(|slot| (shape >> (2 * slot) & 3) as u8)
}

/// The content for a character of a picture: `X` is a stone of the side to move.
fn code(c: u8, to_move: Role) -> Option<u8> {
    Some(match c {
        b'.' => 0,
        b'#' => OFF as u8,
        b'X' if to_move.is_owner() => OWN as u8,
        b'O' if to_move.is_attacker() => OWN as u8,
        b'X' | b'O' => ATTACKER as u8,
        _ => return None,
    })
}

/// A shape as three rows of characters with `*` in the middle.
fn picture(shape: u16, to_move: Role) -> String {
    let mut text = String::new();
    for (slot, holds) in unpack(shape).into_iter().enumerate() {
        let drawn = b".#XO".iter().find(|&&c| code(c, to_move) == Some(holds));
        text.push(char::from(*drawn.expect("all contents have a character")));
        text.push_str(match slot {
            2 | 4 => "/",
            3 => "*",
            _ => "",
        });
    }
    text
}

/// The contents around the middle of a picture. `None` if it is no picture of a shape.
fn read_picture(text: &str, to_move: Role) -> Option<[u8; 8]> {
    let mut cells: Vec<u8> = text.bytes().filter(|&c| c != b'/').collect();
    if cells.len() != 9 || cells.remove(4) != b'*' {
        return None;
    }
    let ring: Option<Vec<u8>> = cells.iter().map(|&c| code(c, to_move)).collect();
    ring?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_weights_can_be_read_and_have_both_sides() {
        let policy = LifePolicy::built_in();
        for side in 0..2 {
            assert!(policy.features[side].iter().filter(|&&w| w != 0).count() > FEATURES / 2);
            assert!(policy.shapes[side].iter().any(|&w| w != 0));
        }
    }

    #[test]
    fn a_shape_weighs_the_same_in_all_positions() {
        let policy = LifePolicy::parse("weights life\nattacker.shape=.X./O*O/### 1.25 200").unwrap();
        let weighed = policy.shapes[0].iter().filter(|&&w| w == 125).count();
        assert_eq!(weighed, 4, "it is its own mirror image");
        assert!(policy.shapes[1].iter().all(|&w| w == 0));
    }

    #[test]
    fn a_feature_that_the_policy_does_not_have_is_refused() {
        for line in [
            "owner.place=99 1",
            "owner.shape=X*X 1 1",
            "nobody.place=1 1",
            "owner.shape=..././... 1 3",
            "owner.place 1",
        ] {
            let error = LifePolicy::parse(&format!("weights life\n{line}")).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!("line 2: there is no such feature: {line}")
            );
        }
    }

    #[test]
    fn pictures_show_shapes_from_the_side_to_move() {
        for shape in (0..SHAPES as u32).step_by(97) {
            for to_move in Role::BOTH {
                let drawn = picture(shape as u16, to_move);
                assert_eq!(
                    read_picture(&drawn, to_move).map(pack),
                    Some(shape as u16),
                    "{drawn}"
                );
            }
        }
        let own = pack([OWN as u8, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(picture(own, Role::Owner), "X../.*./...");
        assert_eq!(picture(own, Role::Attacker), "O../.*./...");
    }
}
