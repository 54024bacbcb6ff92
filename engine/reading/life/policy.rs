//! How likely a move decides a fight for life: weights of the shape around it and of words about it.
//!
//! The weights of a move add up, and of two moves the one with a sum greater by 1 wins 2.7 times as often: a logit over all moves (R. Coulom, "Computing
//! Elo Ratings of Move Patterns in the Game of Go", 2007). They are in `patterns/reading/policy.txt`, fitted to
//! what searches about groups of game records decided (`learn`).

use std::sync::LazyLock;

use super::ground::{ATTACKER, OFF, OWN};
use super::moves::History;
use super::traits::{KINDS, Scene, WORDS, word};

/// Shapes around a point, two bits for each of eight points.
pub(super) const SHAPES: usize = 1 << 16;
/// The sides as they are written, the attacker first.
pub(super) const SIDES: [&str; 2] = ["attacker", "owner"];

/// Weights in hundredths, for the attacker and for the owner.
#[derive(Clone, Debug)]
pub(super) struct Policy {
    words: [[i16; WORDS]; 2],
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

    /// Reads weights; a message says which line is none.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let mut policy = Self {
            words: [[0; WORDS]; 2],
            shapes: [vec![0; SHAPES], vec![0; SHAPES]],
        };
        for (index, line) in text.lines().enumerate() {
            let parts: Vec<&str> = line.split_whitespace().collect();
            let is_comment = parts.first().is_none_or(|first| first.starts_with('#'));
            if !is_comment && policy.read(&parts).is_none() {
                return Err(format!(
                    "patterns/reading/policy.txt:{}: expected `SIDE KIND NUMBER WEIGHT` or `SIDE shape PICTURE COUNT WEIGHT`",
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
            [kind, number, _] => {
                let kind = KINDS.iter().position(|known| known.0 == kind)?;
                let number: u32 = number.parse().ok().filter(|&n| n < u32::from(KINDS[kind].1))?;
                self.words[side][usize::from(word(kind, number))] = weight;
            }
            _ => return None,
        }
        Some(())
    }

    /// The sum of the weights of a move, in hundredths.
    pub(super) fn sum(&self, scene: &Scene<'_>, point: u8, history: &History) -> i32 {
        let side = usize::from(scene.owner_moves());
        let weights = &self.words[side];
        let words = scene.words(point, history);
        let sum: i32 = words.iter().map(|&w| i32::from(weights[usize::from(w)])).sum();
        sum + i32::from(self.shapes[side][usize::from(scene.shape(point))])
    }
}

/// The points around a point after a quarter turn, and mirrored.
const TURNED: [usize; 8] = [2, 4, 7, 1, 6, 0, 3, 5];
const MIRRORED: [usize; 8] = [2, 1, 0, 4, 3, 7, 6, 5];

/// What is around a point, in all positions.
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

/// Eight contents as a shape ([`Ground::shape`](super::ground::Ground::shape)).
pub(super) fn pack(ring: [u8; 8]) -> u16 {
    let bits = ring.iter().enumerate();
    bits.fold(0, |shape, (slot, &holds)| shape | u16::from(holds) << (2 * slot))
}

/// The contents of a shape.
pub(super) fn unpack(shape: u16) -> [u8; 8] {
    std::array::from_fn(|slot| (shape >> (2 * slot) & 3) as u8)
}

/// What the characters of a picture stand for: `X` are stones of the side that moves.
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
    fn the_weights_of_the_program_can_be_read_and_say_something_of_both_sides() {
        let policy = Policy::built_in();
        for side in 0..2 {
            assert!(policy.words[side].iter().filter(|&&w| w != 0).count() > WORDS / 2);
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
    fn pictures_tell_what_a_shape_holds_from_the_side_that_moves() {
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
