// SPDX-License-Identifier: MIT OR Apache-2.0

//! Where handicap stones stand.

use crate::point::{BoardSize, Point};

/// The fixed handicap points of GTP, in its order: two opposite corners, the third and fourth corner, the
/// middles of the sides in pairs, and the centre for odd numbers from five on.
///
/// None if that number is not offered on the board: 2..=9 on odd sizes from 9 on, 2..=4 on even sizes
/// from 8 on and on 7x7; only square boards have them.
pub fn fixed_handicap(size: BoardSize, stones: usize) -> Option<Vec<Point>> {
    let side = size.width();
    let most = if size.height() != side || side < 7 {
        0
    } else if side == 7 || side.is_multiple_of(2) {
        4
    } else {
        9
    };
    if !(2..=most).contains(&stones) {
        return None;
    }
    let near = if side >= 13 { 3 } else { 2 };
    let (far, middle) = (side - 1 - near, side / 2);
    // Rows count from the top: the lower left corner is (near, far).
    let corners = [(near, far), (far, near), (near, near), (far, far)];
    let sides = [(near, middle), (far, middle), (middle, near), (middle, far)];
    let mut points: Vec<_> = corners.into_iter().take(stones).collect();
    if stones >= 5 {
        points.extend(sides.into_iter().take((stones - 4) / 2 * 2));
        if stones % 2 == 1 {
            points.push((middle, middle));
        }
    }
    Some(points.into_iter().map(|(x, y)| Point::new(x, y)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(side: u8, stones: usize, expected: &str) {
        let size = BoardSize::square(side);
        let points = fixed_handicap(size, stones).map(|points| {
            points
                .iter()
                .map(|&p| size.vertex(p).to_string())
                .collect::<Vec<_>>()
                .join(" ")
        });
        assert_eq!(points.unwrap_or_default(), expected);
    }

    #[test]
    fn points_are_those_of_the_protocol() {
        check(19, 2, "D4 Q16");
        check(19, 5, "D4 Q16 D16 Q4 K10");
        check(19, 6, "D4 Q16 D16 Q4 D10 Q10");
        check(19, 7, "D4 Q16 D16 Q4 D10 Q10 K10");
        check(19, 8, "D4 Q16 D16 Q4 D10 Q10 K16 K4");
        check(19, 9, "D4 Q16 D16 Q4 D10 Q10 K16 K4 K10");
        check(9, 3, "C3 G7 C7");
        check(12, 4, "C3 K10 C10 K3");
        check(13, 4, "D4 K10 D10 K4");
    }

    #[test]
    fn numbers_that_are_not_offered_are_refused() {
        for (side, stones) in [(19, 1), (19, 10), (8, 5), (7, 5), (6, 2)] {
            check(side, stones, "");
        }
        assert_eq!(fixed_handicap(BoardSize::new(19, 13).unwrap(), 2), None);
    }
}
