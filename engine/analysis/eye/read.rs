// SPDX-License-Identifier: MIT OR Apache-2.0

//! An eye space whose worth is read.

use katachi_rules::{ByColor, Point, PointSet};

use super::nook::Nook;
use super::space::Domain;
use super::{EyeSpace, Source};
use crate::analysis::Analysis;
use crate::analysis::constants::LARGEST_READ_EYE_SPACE;
use crate::analysis::orientation::Orientation;
use crate::reading::{EyeReading, OpenBorder, Reader};

impl Analysis {
    /// The eye space around a point of the reader's position, which is that of this analysis, with its worth by reading: solved for the
    /// space that stones shut in there, if it is small, or else up to four questions with the reader's budget each. Where they are not
    /// decided, or the space has more than 16 points, it keeps the worth that it has in `eyes`. None if the point is in no eye space.
    ///
    /// The same in all turns and reflections of the position and with the colours swapped.
    pub fn read_eye(&self, reader: &mut Reader, point: Point) -> Option<EyeSpace> {
        let board = reader.board().clone();
        let turn = Orientation::new(&board);
        let turned = turn.board(&board);
        let dead = turn.set(&self.dead_strings());
        let domains = Domain::by_color(&turned, &dead).map(|domain| domain.points);
        let [black, white] = domains;
        let domains = ByColor { black, white };
        reader.set_board(&turned);
        let found = self.read_turned(reader, turn, &dead, &domains, point);
        reader.set_board(&board);
        found
    }

    fn read_turned(
        &self,
        reader: &mut Reader,
        turn: Orientation,
        dead: &PointSet,
        domains: &ByColor<PointSet>,
        point: Point,
    ) -> Option<EyeSpace> {
        let at = turn.point(point);
        let of_nook = |(nook, found): (Nook, EyeReading)| turn.map_back(EyeSpace::of_nook(&nook, &found));
        let nook = Nook::around(reader.board(), dead, at);
        let solved = nook.and_then(|nook| nook.solved(reader));
        if solved.is_some() {
            return solved.map(of_nook);
        }
        let space = self.eyes.around(point);
        let small = space.filter(|space| space.points.len() <= LARGEST_READ_EYE_SPACE);
        if let Some(space) = small {
            let owner = turn.color(space.color);
            let found = reader.life().read_eye(owner, &turn.set(&space.points), domains);
            if let Some(found) = found {
                return Some(space.with_worth(&found, turn));
            }
        }
        let searched = match nook {
            Some(nook) => nook.searched(reader, domains),
            // Where nothing else tells whose the eye is, dead stones may have one, too.
            None => Nook::around(reader.board(), &PointSet::EMPTY, at)
                .filter(|_| small.is_none())
                .and_then(|nook| nook.solved(reader).or_else(|| nook.searched(reader, domains))),
        };
        searched.map(of_nook).or_else(|| space.cloned())
    }

    /// Strings that can be captured and not be saved, and dragons that are dead.
    fn dead_strings(&self) -> PointSet {
        let mut dead = self.worms.dead_stones();
        dead.extend_with(&self.dragons.dead_stones());
        dead
    }
}

impl Nook {
    /// Its worth if it is small enough to be solved.
    fn solved(self, reader: &mut Reader) -> Option<(Self, EyeReading)> {
        let mut life = reader.life();
        let found = life.solve_eye(self.owner, &self.points, OpenBorder::Safe)?;
        Some((self, found))
    }

    /// Its worth if a search within the budget decides it.
    fn searched(self, reader: &mut Reader, domains: &ByColor<PointSet>) -> Option<(Self, EyeReading)> {
        let found = reader.life().read_eye(self.owner, &self.points, domains)?;
        Some((self, found))
    }
}

impl EyeSpace {
    /// A space that stones shut in, as it was read.
    fn of_nook(nook: &Nook, found: &EyeReading) -> Self {
        Self {
            color: nook.owner,
            origin: nook.points.iter().next().expect("it has a point"),
            points: nook.points,
            margins: nook.gate.into_iter().collect(),
            diagonals: Vec::new(),
            max: found.max,
            min: found.min,
            attack: found.attack.into_iter().collect(),
            defense: found.defense.into_iter().collect(),
            is_ko: found.is_ko,
            source: Source::Reading,
        }
    }

    fn with_worth(&self, found: &EyeReading, turn: Orientation) -> Self {
        let moves = |point: Option<Point>| turn.map_back(point).into_iter().collect();
        Self {
            max: found.max,
            min: found.min,
            attack: moves(found.attack),
            defense: moves(found.defense),
            is_ko: found.is_ko,
            source: Source::Reading,
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::Board;

    use super::*;
    use crate::analysis::Effort;

    const EFFORT: Effort = Effort {
        reading_nodes: 2_000,
        playouts: 0,
    };

    fn read(board: &Board, point: Point) -> EyeSpace {
        let analysis = Analysis::new(board, EFFORT);
        let mut reader = Reader::new(board, 10_000);
        analysis.read_eye(&mut reader, point).expect("an eye space")
    }

    /// Eyes if the attacker moves first, if the owner does, and the move of each if that differs.
    #[track_caller]
    fn worth(diagram: &str, vertex: &str) -> String {
        let board = Board::from_diagram(diagram);
        let name = |points: &[Point]| {
            points
                .iter()
                .map(|&p| board.size().vertex(p).to_string())
                .collect::<String>()
        };
        let space = read(&board, board.size().parse_vertex(vertex).expect("a point"));
        assert_eq!(space.source, Source::Reading, "it is decided");
        format!(
            "{} {} {} {}",
            space.min,
            space.max,
            name(&space.attack),
            name(&space.defense)
        )
        .trim_end()
        .to_owned()
    }

    const THREE: &str = "
        . . . X O
        X X X X O
        O O O O O
        . . . . .";

    #[test]
    fn three_points_are_two_eyes_for_who_plays_in_the_middle() {
        assert_eq!(worth(THREE, "A4"), "1 2 B4 B4");
    }

    /// The worth of the space around a point, and the move of both sides, in all turns and with the colours swapped.
    #[track_caller]
    fn check_all_turns(diagram: &str, vertex: &str, worth: (u8, u8), vital: &str) {
        let board = Board::from_diagram(diagram);
        for turn in Orientation::all(board.size()) {
            let point = |vertex| turn.point(board.size().parse_vertex(vertex).expect("a point"));
            let space = read(&turn.board(&board), point(vertex));
            assert_eq!((space.min, space.max), worth, "{turn:?}");
            let moves = vec![point(vital)];
            assert_eq!((&space.attack, &space.defense), (&moves, &moves), "{turn:?}");
        }
    }

    #[test]
    fn an_eye_is_the_same_in_all_turns_and_colours() {
        check_all_turns(THREE, "A4", (1, 2), "B4");
    }

    #[test]
    fn an_eye_with_a_diagonal_that_either_side_can_take_is_half_an_eye() {
        let half = "
            . X . X X O . .
            X X X . X O . .
            O O O X . O . .
            . . O O O O . .
            . . . . . . . .";
        assert_eq!(worth(half, "D4"), "0 1 E3 E3");
    }

    #[test]
    fn a_false_eye_is_none_though_the_attacker_cannot_play_there() {
        let false_eye = "
            . X . X X X X
            X X X X . X X
            O O X X O X X
            O O O O X O O
            . . . O . O .
            . . . O O O .";
        assert_eq!(worth(false_eye, "E5"), "0 0");
    }

    #[test]
    fn a_stone_in_the_wall_that_has_to_be_connected_inside_is_half_an_eye() {
        let wall = "
            . X . X O
            X X X X O
            . X O O .
            X . O . .
            O O O . .
            . . . . .";
        assert_eq!(worth(wall, "A4"), "0 1 B3 B3");
    }

    #[test]
    fn with_one_point_more_it_is_an_eye() {
        let wall = "
            . X . X O
            X X X X O
            . X X O O
            . X O O .
            X . O . .
            O O O . .
            . . . . .";
        assert_eq!(worth(wall, "A5"), "1 1");
    }

    #[test]
    fn stones_that_enter_an_open_border_are_captured_with_those_that_they_join() {
        let border = "
            . O X . X . X X .
            O O O O O . O X .
            . . O O O O O X .
            . O O X X X X X .
            . . . . . . . . .";
        assert_eq!(worth(border, "D5"), "1 1");
    }

    #[test]
    fn an_open_end_is_closed_or_taken() {
        let open = "
            X . X . . O .
            . X X X X O .
            X X O O O O .
            O O O . . . .";
        assert_eq!(worth(open, "D4"), "0 1 E4 E4");
        let longer = "
            X . X . . . . O .
            . X X X X X O O .
            X X O O O O O . .
            O O O . . . . . .";
        assert_eq!(worth(longer, "D4"), "1 1");
    }

    const GATE: &str = "
        . . . . . . .
        . X X . O . .
        X . . O . . .
        . X X O . . .
        . . X O . . .";

    #[test]
    fn what_stones_shut_in_but_for_one_point_is_asked_about_and_not_all_that_is_held() {
        assert_eq!(worth(GATE, "B3"), "0 1 C3 C3");
        let board = Board::from_diagram(GATE);
        let point = |name| board.size().parse_vertex(name).expect("a point");
        let space = read(&board, point("B3"));
        assert_eq!(
            space.points.iter().collect::<Vec<_>>(),
            [point("B3"), point("C3")]
        );
        assert_eq!(space.margins.iter().collect::<Vec<_>>(), [point("C3")]);
    }

    #[test]
    fn a_space_that_is_open_is_the_same_in_all_turns_and_colours() {
        check_all_turns(GATE, "B3", (0, 1), "C3");
    }

    #[test]
    fn a_stone_inside_that_is_not_dead_yet_is_captured_or_joined() {
        let stone = "
            . O . O . . .
            X X X O . . .
            . . X O . . .
            . . X O . . .";
        assert_eq!(worth(stone, "A4"), "0 1 C4 C4");
    }

    #[test]
    fn a_stone_around_that_can_be_cut_off_makes_the_eye_false() {
        let cut = "
            . X X X . .
            . X . X . .
            O O X . O .
            O O O O O .
            . . . . . .";
        assert_eq!(worth(cut, "C4"), "0 1 D3 D3");
        let joined = cut.replace("O O X . O", "O O X X O");
        assert_eq!(worth(&joined, "C4"), "1 1");
    }

    #[test]
    fn a_capture_outside_may_save_a_stone_around() {
        let capture = "
            . X X X X . . . .
            . X . X X . . . .
            O O X O X . . . .
            O O O . X . . . .
            . . O . X . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .";
        assert_eq!(worth(capture, "C8"), "0 1 D6 D6");
    }
}
