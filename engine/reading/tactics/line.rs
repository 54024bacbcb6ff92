// SPDX-License-Identifier: MIT OR Apache-2.0

//! Lines of play about a string: the answers of readings, move by move, for a person.

use katachi_rules::{Color, Point, Undo};

use super::Tactics;
use crate::reading::Reader;
use crate::reading::candidates::Candidates;

/// Limit of the moves of a line in which a string is captured; a ladder across 19x19 takes fewer; 40 to 120.
const MAX_STRING_LINE: usize = 80;
/// Limit of the moves of a line in which a string is saved: the saving move, and threats with their answers;
/// 3 to 9.
const MAX_DEFENSE_LINE: usize = 5;

impl Tactics<'_> {
    /// Returns the moves from the first attack on the string at `stone` to its capture. The attacker plays
    /// the moves of [`attack`](Self::attack), the owner those of [`defend`](Self::defend), and where all is
    /// lost the move that leaves the string the most liberties. The sides alternate. Empty if the string
    /// cannot be captured.
    ///
    /// Each move is a question with the reader's budget; the line ends at an unanswered one.
    pub fn attack_line(&mut self, stone: Point) -> Vec<Point> {
        let Some(owner) = self.reader.board.cell(stone).color() else {
            return Vec::new();
        };
        self.line_of(stone, owner.opposite(), MAX_STRING_LINE, |reader, mover| {
            if mover == owner {
                reader.tactics().defending_move(stone)
            } else {
                reader.tactics().attack(stone).point
            }
        })
    }

    /// Returns the moves that save the string at `stone`: its owner plays the moves of
    /// [`defend`](Self::defend), the attacker threatens to capture it again. Empty if it needs no move or
    /// cannot be saved.
    pub fn defense_line(&mut self, stone: Point) -> Vec<Point> {
        let Some(owner) = self.reader.board.cell(stone).color() else {
            return Vec::new();
        };
        self.line_of(stone, owner, MAX_DEFENSE_LINE, |reader, mover| {
            if mover == owner {
                reader.tactics().defend(stone).point
            } else {
                let threats = reader.tactics().attack_threats(stone);
                threats
                    .into_iter()
                    .find(|&point| reader.tactics().is_safe_move(mover, point))
            }
        })
    }

    /// Plays the moves of `next` by alternating sides until there is none, the string is captured, or
    /// `longest` moves are played; then undoes them.
    fn line_of(
        &mut self,
        stone: Point,
        first: Color,
        longest: usize,
        next: impl Fn(&mut Reader, Color) -> Option<Point>,
    ) -> Vec<Point> {
        let mut mover = first;
        let mut undos: Vec<Undo> = Vec::new();
        let mut line = Vec::new();
        while line.len() < longest && !self.reader.board.is_empty(stone) {
            let Some(point) = next(self.reader, mover).filter(|&p| self.reader.board.is_legal(mover, p))
            else {
                break;
            };
            undos.push(self.reader.board.play(mover, point));
            line.push(point);
            mover = mover.opposite();
        }
        while let Some(undo) = undos.pop() {
            self.reader.board.undo(undo);
        }
        line
    }

    /// Returns the move that saves the string, or else the move after which it has the most liberties; of
    /// equal ones the first candidate.
    fn defending_move(&mut self, stone: Point) -> Option<Point> {
        let reading = self.defend(stone);
        if reading.verdict.is_possible() {
            return reading.point;
        }
        let owner = self.reader.board.cell(stone).color()?;
        let liberties = |reader: &mut Reader, point| {
            reader.with_move(owner, point, |reader| reader.board.liberties(stone))
        };
        let mut best: Option<(u32, Point)> = None;
        for point in Candidates::of_defense(&self.reader.board, stone, false).iter() {
            let Some(left) = liberties(self.reader, point) else {
                continue;
            };
            if best.is_none_or(|(most, _)| left > most) {
                best = Some((left, point));
            }
        }
        best.map(|(_, point)| point)
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::Board;

    use super::*;

    /// Both lines about the string at a vertex.
    fn lines(diagram: &str, stone: &str) -> [String; 2] {
        let board = Board::from_diagram(diagram);
        let size = board.size();
        let mut reader = Reader::new(&board, 40_000);
        let stone = size.parse_vertex(stone).unwrap();
        let show = |points: Vec<Point>| {
            let names: Vec<String> = points.iter().map(|&p| size.vertex(p).to_string()).collect();
            names.join(" ")
        };
        let lines = [
            reader.tactics().attack_line(stone),
            reader.tactics().defense_line(stone),
        ]
        .map(show);
        assert_eq!(*reader.board(), board, "reading changes nothing");
        lines
    }

    #[test]
    fn a_line_of_ataris_ends_with_the_capture() {
        let [attack, defense] = lines(
            "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . X . . .
            . . X O . . .
            . . X O . . .
            . . . X . . .",
            "D2",
        );
        assert_eq!(attack, "E3 E2 F2 E1 F1");
        assert!(defense.starts_with("E3 F3"), "a threat is answered: {defense}");
    }

    #[test]
    fn a_ladder_runs_across_the_board() {
        let [attack, defense] = lines(
            "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . X . . . . . . .
            . X O . . . . . .
            . . X X . . . . .
            . . . . . . . . .",
            "C3",
        );
        let ladder = "C4 D3 E3 D4 D5 E4 F4 E5 E6 F5 G5 F6 F7 G6 H6 G7 G8 H7 H8 J7 J8 J6 J5";
        assert_eq!(attack, ladder);
        // Either liberty saves it.
        assert!(defense.starts_with("C4 C5 D4"), "{defense}");
    }

    #[test]
    fn a_string_in_atari_is_saved_by_its_last_liberty() {
        let [attack, defense] = lines(
            "
            . . . . . . .
            . . . . . . .
            . . . . O . .
            . . X . . . .
            . X O . . . .
            . . X . . . .
            . . . . . . .",
            "C3",
        );
        assert_eq!(attack, "D3");
        assert!(defense.starts_with("D3"), "{defense}");
    }

    #[test]
    fn a_safe_string_and_an_empty_point_have_no_lines() {
        let diagram = "
            . . . . .
            . . . . .
            . . X . .
            . . . . .
            . . . . .";
        assert_eq!(lines(diagram, "C3"), ["", ""]);
        assert_eq!(lines(diagram, "A1"), ["", ""]);
    }
}
