//! The policy of the life-and-death search: a log-linear model of the moves that win, with weights of the 3x3 shape around a move and
//! of its features.
//!
//! The sum of a move's weights is its logit: the probability of winning moves is a softmax over all moves (R. Coulom, "Computing Elo Ratings
//! of Move Patterns in the Game of Go", 2007). The weights are in `patterns/reading/policy.txt`, fitted to positions that
//! searches about groups of game records decided (`train`).

use std::sync::LazyLock;

use super::features::{Extractor, FEATURES, TEMPLATES, feature};
use super::local_board::{ATTACKER, OFF, OWN};
use super::moves::History;

/// Number of shapes around a point: two bits for each of eight points.
pub(super) const SHAPES: usize = 1 << 16;
/// The names of the sides in the file, the attacker first.
pub(super) const SIDES: [&str; 2] = ["attacker", "owner"];

/// Weights in hundredths, for the attacker and for the owner.
#[derive(Clone, Debug)]
pub(super) struct Policy {
    features: [[i16; FEATURES]; 2],
    shapes: [Vec<i16>; 2],
}

static BUILT_IN: LazyLock<Policy> = LazyLock::new(|| {
    Policy::parse(include_str!("../../../patterns/reading/policy.txt")).expect("a test reads the weights")
});

impl Policy {
    /// The weights that come with the program; read at the first call.
    pub(super) fn built_in() -> &'static Self {
        &BUILT_IN
    }

    /// Reads weights; the error names the line that cannot be read.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let mut policy = Self {
            features: [[0; FEATURES]; 2],
            shapes: [vec![0; SHAPES], vec![0; SHAPES]],
        };
        for (index, line) in text.lines().enumerate() {
            let parts: Vec<&str> = line.split_whitespace().collect();
            let is_comment = parts.first().is_none_or(|first| first.starts_with('#'));
            if !is_comment && policy.read(&parts).is_none() {
                return Err(format!(
                    "patterns/reading/policy.txt:{}: expected `SIDE FEATURE VALUE WEIGHT` or `SIDE shape PICTURE COUNT WEIGHT`",
                    index + 1
                ));
            }
        }
        Ok(policy)
    }

    fn read(&mut self, parts: &[&str]) -> Option<()> {
        let side = SIDES.iter().position(|name| Some(name) == parts.first())?;
        let weight = parts.last()?.parse::<f32>().ok()?;
        let weight = (100.0 * weight).round() as i16;
        match parts[1..] {
            ["shape", picture, _, _] => {
                for shape in symmetric(read_picture(picture, side == 1)?) {
                    self.shapes[side][usize::from(pack(shape))] = weight;
                }
            }
            [template, value, _] => {
                let template = TEMPLATES.iter().position(|known| known.0 == template)?;
                let value: u32 = value
                    .parse()
                    .ok()
                    .filter(|&n| n < u32::from(TEMPLATES[template].1))?;
                self.features[side][usize::from(feature(template, value))] = weight;
            }
            _ => return None,
        }
        Some(())
    }

    /// The sum of the weights of a move, in hundredths.
    pub(super) fn sum(&self, extractor: &Extractor<'_>, point: u8, history: &History) -> i32 {
        let side = usize::from(extractor.owner_moves());
        let weights = &self.features[side];
        let features = extractor.features(point, history);
        let sum: i32 = features.iter().map(|&w| i32::from(weights[usize::from(w)])).sum();
        sum + i32::from(self.shapes[side][usize::from(extractor.shape(point))])
    }
}

/// The points around a point after a quarter turn, and mirrored.
const TURNED: [usize; 8] = [2, 4, 7, 1, 6, 0, 3, 5];
const MIRRORED: [usize; 8] = [2, 1, 0, 4, 3, 7, 6, 5];

/// The eight contents around a point in all turns and reflections.
pub(super) fn symmetric(ring: [u8; 8]) -> [[u8; 8]; 8] {
    let mut all = [ring; 8];
    for i in 0..4 {
        if i > 0 {
            all[i] = TURNED.map(|from| all[i - 1][from]);
        }
        all[i + 4] = MIRRORED.map(|from| all[i][from]);
    }
    all
}

/// Eight contents as a shape ([`LocalBoard::shape`](super::local_board::LocalBoard::shape)).
pub(super) fn pack(ring: [u8; 8]) -> u16 {
    let bits = ring.iter().enumerate();
    bits.fold(0, |shape, (slot, &holds)| shape | u16::from(holds) << (2 * slot))
}

/// The contents of a shape.
pub(super) fn unpack(shape: u16) -> [u8; 8] {
    std::array::from_fn(|slot| (shape >> (2 * slot) & 3) as u8)
}

/// The content for a character of a picture: `X` is a stone of the side to move.
fn code(c: u8, owner_moves: bool) -> Option<u8> {
    Some(match c {
        b'.' => 0,
        b'#' => OFF as u8,
        b'X' if owner_moves => OWN as u8,
        b'O' if !owner_moves => OWN as u8,
        b'X' | b'O' => ATTACKER as u8,
        _ => return None,
    })
}

/// A shape as three rows of characters with `*` in the middle.
pub(super) fn picture(shape: u16, owner_moves: bool) -> String {
    let mut text = String::new();
    for (slot, holds) in unpack(shape).into_iter().enumerate() {
        let drawn = b".#XO".iter().find(|&&c| code(c, owner_moves) == Some(holds));
        text.push(char::from(*drawn.expect("all contents have a character")));
        text.push_str(match slot {
            2 | 4 => "/",
            3 => "*",
            _ => "",
        });
    }
    text
}

fn read_picture(text: &str, owner_moves: bool) -> Option<[u8; 8]> {
    let cells: Vec<u8> = text.bytes().filter(|&c| c != b'/').collect();
    if cells.len() != 9 || cells[4] != b'*' {
        return None;
    }
    let ring: Option<Vec<u8>> = cells
        .iter()
        .enumerate()
        .filter(|&(i, _)| i != 4)
        .map(|(_, &c)| code(c, owner_moves))
        .collect();
    ring?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_weights_can_be_read_and_have_both_sides() {
        let policy = Policy::built_in();
        for side in 0..2 {
            assert!(policy.features[side].iter().filter(|&&w| w != 0).count() > FEATURES / 2);
            assert!(policy.shapes[side].iter().any(|&w| w != 0));
        }
    }

    #[test]
    fn a_shape_weighs_the_same_in_all_positions() {
        let policy = Policy::parse("attacker shape .X./O*O/### 200 1.25").unwrap();
        let weighed = policy.shapes[0].iter().filter(|&&w| w == 125).count();
        assert_eq!(weighed, 4, "it is its own mirror image");
        assert!(policy.shapes[1].iter().all(|&w| w == 0));
    }

    #[test]
    fn pictures_show_shapes_from_the_side_to_move() {
        for shape in (0..SHAPES as u32).step_by(97) {
            for owner_moves in [false, true] {
                let drawn = picture(shape as u16, owner_moves);
                assert_eq!(
                    read_picture(&drawn, owner_moves).map(pack),
                    Some(shape as u16),
                    "{drawn}"
                );
            }
        }
        let own = pack([OWN as u8, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(picture(own, true), "X../.*./...");
        assert_eq!(picture(own, false), "O../.*./...");
    }

    #[test]
    fn a_line_that_is_no_weight_is_refused_with_its_number() {
        for line in [
            "owner place 99 1",
            "owner shape X*X 1 1",
            "nobody place 1 1",
            "owner shape ..././... 3 1",
            "owner place 1 much",
        ] {
            let message = Policy::parse(&format!("# weights\n{line}")).unwrap_err();
            assert!(message.contains("policy.txt:2:"), "{message}");
        }
    }
}
