// SPDX-License-Identifier: MIT OR Apache-2.0

//! Points and moves in the notation of the standard: a letter each for column and row, from the top left.

use crate::point::{BoardSize, Move, Point};

/// A remark about a point or move whose notation is unusual.
type Oddity = Option<&'static str>;

/// Reads a move. It is `None` if its point is not on the board.
pub(super) fn read_move(size: BoardSize, text: &str) -> Option<(Move, Oddity)> {
    match text.trim() {
        "" => Some((Move::Pass, None)),
        // The pass of older files on boards of up to 19 lines. On larger boards it is a point.
        "tt" if size.width() <= 19 && size.height() <= 19 => Some((Move::Pass, None)),
        text if text.eq_ignore_ascii_case("pass") => Some((Move::Pass, Some("a pass is an empty value"))),
        text => read_point(size, text).map(|(point, oddity)| (Move::Play(point), oddity)),
    }
}

/// Reads the points of a value: one point, or the corners of a rectangle. None if the rectangle reaches
/// beyond the edge.
pub(super) fn read_points(size: BoardSize, text: &str) -> Option<(Vec<Point>, Oddity)> {
    let Some((first, last)) = text.split_once(':') else {
        return read_point(size, text.trim()).map(|(point, oddity)| (vec![point], oddity));
    };
    let (a, oddity) = read_point(size, first.trim())?;
    let (b, other) = read_point(size, last.trim())?;
    let is_turned = a.x() > b.x() || a.y() > b.y();
    let columns = a.x().min(b.x())..=a.x().max(b.x());
    let rows = a.y().min(b.y())..=a.y().max(b.y());
    let points = rows.flat_map(|y| columns.clone().map(move |x| Point::new(x, y)));
    let turned = is_turned.then_some("the corners of a rectangle are top left and bottom right");
    Some((points.collect(), oddity.or(other).or(turned)))
}

fn read_point(size: BoardSize, text: &str) -> Option<(Point, Oddity)> {
    if let &[x @ b'a'..=b'z', y @ b'a'..=b'z'] = text.as_bytes() {
        let point = size.point(i32::from(x - b'a'), i32::from(y - b'a'));
        return point.map(|point| (point, None));
    }
    // Coordinates as on the edge of a diagram have a digit, unlike those of the standard.
    let point = size.parse_vertex(text)?;
    Some((point, Some("coordinates are two letters")))
}

/// The point as the two letters of SGF: `pd` is Q16 on 19x19.
pub fn point_text(point: Point) -> String {
    let letters = [point.x(), point.y()].map(|i| (b'a' + i) as char);
    letters.iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(size: (u8, u8), text: &str, expected: Option<&str>) {
        let size = BoardSize::new(size.0, size.1).unwrap();
        let found = read_move(size, text).map(|(mv, _)| size.show(mv));
        assert_eq!(found.as_deref(), expected, "{text}");
    }

    #[test]
    fn moves_are_two_letters_or_a_pass() {
        check((19, 19), "pd", Some("Q16"));
        check((19, 19), " pd\n", Some("Q16"));
        check((19, 19), "", Some("pass"));
        check((19, 19), "tt", Some("pass"));
        check((19, 13), "tt", Some("pass"));
        check((21, 21), "tt", Some("U2"));
        check((19, 19), "PASS", Some("pass"));
        check((19, 19), "Q16", Some("Q16"));
        for bad in ["BW", "ts", "p", "pdd", "zz", "%%", "é", "p d"] {
            check((19, 19), bad, None);
        }
        check((19, 13), "an", None);
    }

    #[test]
    fn rectangles_go_from_corner_to_corner() {
        let size = BoardSize::square(9);
        let read = |text| read_points(size, text).map(|(points, oddity)| (points.len(), oddity.is_some()));
        assert_eq!(read("bb:cd"), Some((6, false)));
        assert_eq!(read("cd : bb"), Some((6, true)));
        for (corners, is_odd) in [
            ("bb:cd", false),
            ("cb:bd", true),
            ("bd:cb", true),
            ("cd:bb", true),
        ] {
            assert_eq!(read(corners), Some((6, is_odd)), "{corners}");
        }
        // A row or a column has two corners in one line.
        for (corners, count) in [("bb:bd", 3), ("bb:db", 3), ("bb:bb", 1)] {
            assert_eq!(read(corners), Some((count, false)), "{corners}");
        }
        assert_eq!(read("B8:cd"), Some((6, true)));
        assert_eq!(read("bb"), Some((1, false)));
        assert_eq!(read("bb:jj"), None);
        assert_eq!(read(""), None);
        assert_eq!(read("tt"), None);
    }
}
