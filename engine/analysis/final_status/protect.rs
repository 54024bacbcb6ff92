//! Moves that become necessary in own territory when the neutral points are filled.

use katachi_rules::{Board, Color, Point, PointMap, PointSet};

use crate::analysis::playout::liberties_after;

/// Points of territory that their owner has to fill as soon as the other side has filled one neutral point beside a living
/// string: it is in atari then, and was not before.
pub(super) fn protective_moves(
    board: &Board,
    neutral: &PointSet,
    dead: &PointSet,
    owner: &PointMap<Option<Color>>,
) -> PointSet {
    let mut necessary = PointSet::EMPTY;
    let mut pressed = board.clone();
    pressed.clear_ko();
    for color in Color::BOTH {
        let enemy = color.opposite();
        for p in neutral.iter() {
            if !pressed.is_legal(enemy, p) || liberties_after(&pressed, enemy, p) < 2 {
                continue;
            }
            let undo = pressed.play(enemy, p);
            for string in pressed.strings_beside(p, color) {
                if pressed.liberties(string) > 1 || dead.contains(string) {
                    continue;
                }
                let cure = pressed.first_liberties::<1>(string)[0];
                if owner[cure] == Some(color) && pressed.is_legal(enemy, cure) {
                    necessary.insert(cure);
                }
            }
            pressed.undo(undo);
        }
    }
    necessary
}

/// How many of the points belong to a side.
pub(super) fn count(points: &PointSet, owner: &PointMap<Option<Color>>, color: Color) -> u32 {
    points.iter().filter(|&p: &Point| owner[p] == Some(color)).count() as u32
}
