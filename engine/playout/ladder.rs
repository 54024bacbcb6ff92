//! Ladders in playouts: a cheap test that follows one line of play.

use katachi_rules::{Color, PlayoutBoard, Point};

/// Longer ladders are taken to fail.
const LONGEST: u32 = 60;

/// Is a string in atari caught if it extends at its last liberty? The attacker always fills the liberty from which the string
/// would get more. O(length of the ladder), and a copy of the board where the extension has two liberties.
pub(super) fn catches(board: &PlayoutBoard, string: Point, out: Point) -> bool {
    let color = board.cell(string).color().expect("a string has a colour");
    // With three free points around it nobody is caught by an atari.
    if board.around(out).empty_sides() >= 3 {
        return false;
    }
    let mut board = board.clone();
    let mut out = out;
    for _ in 0..LONGEST {
        board.play(color, out);
        let liberties = board.first_liberties::<3>(out);
        let [a, b] = match liberties.as_slice() {
            [] | [_] => return true,
            [a, b] => [*a, *b],
            _ => return false,
        };
        if board.adjacent_strings(out).any(|s| board.is_in_atari(s)) {
            return false;
        }
        let Some(next) = atari(&mut board, color.opposite(), a, b) else {
            return false;
        };
        out = next;
    }
    false
}

/// Plays the atari that leaves the string the poorer extension; the extension. None if the attacker has no atari.
fn atari(board: &mut PlayoutBoard, attacker: Color, a: Point, b: Point) -> Option<Point> {
    let room = |p: Point| board.around(p).empty_sides();
    let (first, second) = if room(a) >= room(b) { (a, b) } else { (b, a) };
    for (atari, out) in [(first, second), (second, first)] {
        if board.is_legal(attacker, atari) && board.has_two_liberties_after(attacker, atari) {
            board.play(attacker, atari);
            return Some(out);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use katachi_rules::Board;

    use super::*;

    #[track_caller]
    fn is_caught(diagram: &str, string: &str) -> bool {
        let board = PlayoutBoard::new(&Board::from_diagram(diagram));
        let string = board.size().parse_vertex(string).expect("a vertex");
        let out = board.last_liberty(string).expect("the string is in atari");
        catches(&board, string, out)
    }

    #[test]
    fn a_stone_in_atari_in_the_open_gets_away() {
        let open = "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . O . . . .
            . O X . . . .
            . . O . . . .
            . . . . . . .";
        assert!(!is_caught(open, "C3"));
    }

    #[test]
    fn a_ladder_runs_to_the_edge_and_a_friend_on_its_way_breaks_it() {
        let ladder = "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . O . . . .
            . O X . . . .
            . . O O . . .
            . . . . . . .";
        assert!(is_caught(ladder, "C3"));
        let broken = ladder.replacen(". . . . . . .", ". . . . . X .", 2);
        assert!(!is_caught(&broken, "C3"), "{broken}");
    }
}
