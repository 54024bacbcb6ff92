// SPDX-License-Identifier: MIT OR Apache-2.0

//! The bent four in the corner: a group that looks like a seki, and is dead.
//!
//! Three stones stand on the four points of a bent four in the corner, inside the last eye space of a group
//! whose only liberties are the fourth point and one more. The group cannot play on either, as it would be
//! captured. The other side can fill the fourth point whenever it likes: four stones are captured, and what
//! is left is a ko that the other side takes first, when all threats are gone. So the group is dead by
//! agreement, under Japanese rules always, under others unless it has ko threats that cannot be removed,
//! which are not looked for.

use katachi_rules::{Board, BoardSize, Color, Point, PointSet};

/// Strings around with fewer liberties may be captured themselves.
const MIN_LIBERTIES_AROUND: u32 = 3;

/// The stones of groups that a bent four in the corner kills.
pub(super) fn dead_groups(board: &Board) -> PointSet {
    let mut dead = PointSet::EMPTY;
    for shape in shapes(board.size()) {
        for color in Color::BOTH {
            if let Some(group) = killed_in(board, &shape, color) {
                dead.extend_with(&group);
            }
        }
    }
    dead
}

/// Bent fours with their bend in a corner: the corner, its neighbours, and the point after one of these on
/// the edge.
fn shapes(size: BoardSize) -> Vec<[Point; 4]> {
    let mut shapes = Vec::new();
    if size.width().min(size.height()) < 4 {
        return shapes;
    }
    let beside = |p: Point| p.neighbours().into_iter().filter(move |&n| size.contains(n));
    for corner in size.points() {
        let [first, second] = beside(corner).collect::<Vec<_>>()[..] else {
            continue;
        };
        for (arm, other) in [(first, second), (second, first)] {
            let after = beside(arm).find(|n| n.distance(other) == 3);
            shapes.extend(after.map(|after| [corner, first, second, after]));
        }
    }
    shapes
}

/// The group that three stones of `color` in the shape kill.
fn killed_in(board: &Board, shape: &[Point; 4], color: Color) -> Option<PointSet> {
    let stones = shape.iter().filter(|&&p| board.cell(p).is(color));
    let fourth = shape.iter().copied().find(|&p| board.is_empty(p))?;
    if stones.clone().count() != 3 {
        return None;
    }
    let mut liberties = PointSet::EMPTY;
    for &stone in stones.clone() {
        if !board.string(stone).all(|p| shape.contains(&p)) {
            return None;
        }
        liberties.extend_with(&board.liberty_set(stone));
    }
    if liberties.len() != 2 || !liberties.contains(fourth) {
        return None;
    }
    let mut group = PointSet::EMPTY;
    for p in shape.iter().copied().chain(liberties.iter()) {
        for string in board.strings_beside(p, color.opposite()) {
            if !board.liberty_set(string).iter().all(|p| liberties.contains(p)) {
                return None;
            }
            group.extend(board.string(string));
        }
    }
    let is_surrounded = group.iter().all(|stone| {
        let around = board.adjacent_strings(stone);
        let mut others = around.filter(|&s| !shape.contains(&s));
        others.all(|s| board.liberties(s) >= MIN_LIBERTIES_AROUND)
    });
    (is_surrounded && !group.is_empty()).then_some(group)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BENT_FOUR: &str = "
        . . . . . . .
        . O . . O . .
        . O . O . O .
        O O O . O . O
        X X O O O O .
        . X X X X O .
        O O O . X O .";

    fn killed(diagram: &str) -> usize {
        dead_groups(&Board::from_diagram(diagram)).len()
    }

    #[test]
    fn a_group_around_three_stones_in_the_corner_is_dead_in_every_corner_and_colour() {
        assert_eq!(killed(BENT_FOUR), 7);
        let rows: Vec<&str> = BENT_FOUR.trim().lines().collect();
        let upside_down: Vec<&str> = rows.iter().rev().copied().collect();
        assert_eq!(killed(&upside_down.join("\n")), 7);
        let mirrored: Vec<String> = rows.iter().map(|row| row.chars().rev().collect()).collect();
        assert_eq!(killed(&mirrored.join("\n")), 7);
        let recoloured = BENT_FOUR.replace('X', "#").replace('O', "X").replace('#', "O");
        assert_eq!(killed(&recoloured), 7);
    }

    #[test]
    fn other_sekis_are_none() {
        let with_liberty_outside = BENT_FOUR.replacen("O O O . O . O", ". O O . O . O", 1);
        assert_eq!(killed(&with_liberty_outside), 0);
        let one_more_liberty = BENT_FOUR.replacen("O O O . X O .", "O O . . X O .", 1);
        assert_eq!(killed(&one_more_liberty), 0);
    }
}
