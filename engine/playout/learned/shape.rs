// SPDX-License-Identifier: MIT OR Apache-2.0

//! 3x3 shapes: the eight points around a move. Rotations, reflections and exchanged colours are one shape.

use std::sync::LazyLock;

use katachi_rules::{Around, Cell, Color};

/// Number of states of the eight points around a point ([`Around::bits`]).
const STATES: usize = 1 << 16;

/// Index in a picture of each point of [`Around`]: sides above, left, right, below, then diagonals row by
/// row.
const PLACES: [usize; 8] = [1, 3, 4, 6, 0, 2, 5, 7];
/// Letters of a picture: empty, own, enemy, off the board.
const LETTERS: [u8; 4] = *b".XO#";

/// Number of the shape of each state, with Black to move, and a state of each shape.
#[derive(Debug)]
pub(super) struct Shapes {
    /// `u16::MAX` for impossible states.
    numbers: Box<[u16; STATES]>,
    examples: Vec<u16>,
}

/// Made at the first use, in some milliseconds.
pub(super) static SHAPES: LazyLock<Shapes> = LazyLock::new(|| {
    let mut this = Shapes {
        numbers: vec![u16::MAX; STATES].try_into().expect("the length is the same"),
        examples: Vec::new(),
    };
    for state in 0..=u16::MAX {
        if this.numbers[usize::from(state)] != u16::MAX || !is_possible(state) {
            continue;
        }
        let number = this.examples.len() as u16;
        this.examples.push(state);
        for turn in 0..8 {
            this.numbers[usize::from(transformed(state, turn))] = number;
        }
    }
    this
});

impl Shapes {
    pub(super) fn count(&self) -> usize {
        self.examples.len()
    }

    /// Number of the shape around a point, for a side to move.
    #[inline]
    pub(super) fn get(&self, around: Around, color: Color) -> usize {
        usize::from(self.numbers[usize::from(seen_by(around.bits(), color))])
    }

    /// Picture of a shape: three rows with `/` between; `*` the move, `X` own stones, `O` enemy stones, `#`
    /// off the board.
    pub(super) fn picture(&self, number: usize) -> String {
        let state = self.examples[number];
        let mut letters = [0; 8];
        for (i, place) in PLACES.into_iter().enumerate() {
            letters[place] = LETTERS[usize::from(state >> (2 * i) & 3)];
        }
        let [a, b, c, d, e, f, g, h] = letters.map(char::from);
        format!("{a}{b}{c}/{d}*{e}/{f}{g}{h}")
    }

    /// Number of the shape of a picture. `None` if it is malformed.
    pub(super) fn read(&self, picture: &str) -> Option<usize> {
        let letters: Vec<u8> = picture.bytes().filter(|&b| b != b'/' && b != b'*').collect();
        let mut state = 0;
        for (i, place) in PLACES.into_iter().enumerate() {
            let letter = LETTERS.iter().position(|l| letters.get(place) == Some(l))?;
            state |= (letter as u16) << (2 * i);
        }
        let number = self.numbers[usize::from(state)];
        let is_whole = letters.len() == 8 && picture.len() == 11;
        (is_whole && number != u16::MAX).then_some(usize::from(number))
    }
}

/// State with Black as the side to move.
pub(super) fn seen_by(state: u16, color: Color) -> u16 {
    match color {
        Color::Black => state,
        // Off the board both bits are set, so that exchanging the bits changes the colours alone.
        Color::White => (state & 0x5555) << 1 | (state >> 1 & 0x5555),
    }
}

/// Whether the arrangement of points off the board is possible. It is if no point is off, or if one side or
/// two are with their diagonals.
fn is_possible(state: u16) -> bool {
    let is_off = |i: usize| state >> (2 * i) & 3 == Cell::Off as u16;
    let [up, left, right, down] = [0, 1, 2, 3].map(is_off);
    [
        (4, up || left),
        (5, up || right),
        (6, down || left),
        (7, down || right),
    ]
    .into_iter()
    .all(|(diagonal, edge)| is_off(diagonal) == edge)
}

fn transformed(state: u16, turn: usize) -> u16 {
    let mut cells = [0u16; 9];
    for (i, place) in PLACES.into_iter().enumerate() {
        cells[place + usize::from(place > 3)] = state >> (2 * i) & 3;
    }
    let mut result = 0;
    for (i, place) in PLACES.into_iter().enumerate() {
        let at = place + usize::from(place > 3);
        let (mut row, mut column) = (at / 3, at % 3);
        if turn & 1 != 0 {
            row = 2 - row;
        }
        if turn & 2 != 0 {
            column = 2 - column;
        }
        if turn & 4 != 0 {
            (row, column) = (column, row);
        }
        result |= cells[3 * row + column] << (2 * i);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_reads_as_its_shape() {
        for number in 0..SHAPES.count() {
            assert_eq!(SHAPES.read(&SHAPES.picture(number)), Some(number));
        }
        for bad in ["", ".../.*./..", ".../.*./....", "#../.*./...", "..?/.*./..."] {
            assert_eq!(SHAPES.read(bad), None, "{bad}");
        }
    }

    #[test]
    fn turned_and_recoloured_shapes_are_one() {
        let shape = |picture: &str| SHAPES.read(picture).expect("a picture");
        assert_eq!(shape("XO./.*./..."), shape("..X/.*O/..."));
        assert_ne!(shape("XO./.*./..."), shape("OX./.*./..."));
    }
}
