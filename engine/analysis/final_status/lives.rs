//! What reading says of groups on whose fate games in thought do not agree.

use std::cmp::Reverse;

use katachi_rules::{Board, Point, PointSet};

use super::KnownLife;
use super::games::InThought;
use crate::playout::is_nakade;
use crate::reading::{Reader, Verdict};

/// Single stones and pairs are for tactical reading.
const SMALLEST: usize = 3;
/// So many groups are asked about, the largest strings first.
const MOST_GROUPS: usize = 12;
/// A group is in doubt if it is kept in games as little as this at most, and not lost in all: counted as
/// [`InThought::kept`] does.
const MOST_KEPT: f32 = 0.5;
const LEAST_KEPT: f32 = -0.95;
/// Strings of a group are kept in as many games, but for this.
const SAME: f32 = 0.3;

/// Judges the groups in doubt. Dead are those that most games keep, but that die though their own side moves first; shapes that leave
/// one eye when they are captured may be part of a seki, and are left to the games. Alive are those that most games
/// lose, but that are proved to live though the other side moves first, be it in seki. What lives by running out is
/// left to the games: nobody runs when the game is over, and what looks like open board is territory then.
pub(super) fn read(
    board: &Board,
    games: &InThought,
    nodes: u32,
    is_certain: impl Fn(Point) -> bool,
) -> KnownLife {
    let mut reader = Reader::new(board, nodes);
    let mut known = KnownLife::default();
    for group in groups_in_doubt(board, games, &mut reader, is_certain) {
        let sum: f32 = group.iter().map(|p| games.kept_at(board, p)).sum();
        let kept = sum / group.len() as f32;
        if kept >= MOST_KEPT {
            continue;
        }
        if kept < 0.0 {
            if reader.is_shut_in(&group) && reader.kill(&group).verdict == Verdict::No {
                known.alive.extend_with(&group);
            }
        } else if !is_nakade(&group.iter().collect::<Vec<_>>())
            && reader.judge(&group, false).reading.verdict == Verdict::Yes
            && reader.judge(&group, true).reading.verdict == Verdict::No
        {
            known.dead.extend_with(&group);
        }
    }
    known
}

fn groups_in_doubt(
    board: &Board,
    games: &InThought,
    reader: &mut Reader,
    is_certain: impl Fn(Point) -> bool,
) -> Vec<PointSet> {
    let mut strings: Vec<Point> = super::judge::heads(board).filter(|&p| !is_certain(p)).collect();
    strings.sort_by_key(|&s| (Reverse(board.string_size(s)), s));
    let mut groups = Vec::new();
    let mut seen = PointSet::EMPTY;
    for string in strings {
        if seen.contains(string) || !(LEAST_KEPT..MOST_KEPT).contains(&games.kept(board, string)) {
            continue;
        }
        let group = group_of(board, games, reader, string);
        seen.extend_with(&group);
        if group.len() >= SMALLEST {
            groups.push(group);
        }
        if groups.len() == MOST_GROUPS {
            break;
        }
    }
    groups
}

/// The stones that live or die together with a string: those that it reaches through empty points, near enough for reading,
/// and with much the same fate in the games.
fn group_of(board: &Board, games: &InThought, reader: &mut Reader, string: Point) -> PointSet {
    let mut near = reader.group_of(string);
    near.extend(board.string(string));
    let kept = games.kept(board, string);
    let mut group = PointSet::EMPTY;
    let mut seen = PointSet::from_iter([string]);
    let mut open = vec![string];
    while let Some(p) = open.pop() {
        if near.contains(p) {
            if (games.kept(board, p) - kept).abs() < SAME {
                group.insert(p);
            }
        } else if !board.is_empty(p) {
            continue;
        }
        let beside = p.neighbours().into_iter().filter(|&n| board.size().contains(n));
        open.extend(beside.filter(|&n| seen.insert(n)));
    }
    group
}

#[cfg(test)]
mod tests {
    use katachi_rules::{Color, PointMap};

    use super::*;

    /// What is read where Black keeps that much of its stones in the games, and White everything.
    #[track_caller]
    fn read_with(black_keeps: f32, diagram: &str) -> (Board, KnownLife) {
        let board = Board::from_diagram(diagram);
        let mut balance = PointMap::filled(-1.0);
        for p in board.size().points().filter(|&p| board.cell(p).is(Color::Black)) {
            balance[p] = black_keeps;
        }
        let known = read(&board, &InThought::with_balance(balance), 20_000, |_| false);
        (board, known)
    }

    fn black(board: &Board) -> PointSet {
        board
            .size()
            .points()
            .filter(|&p| board.cell(p).is(Color::Black))
            .collect()
    }

    #[test]
    fn a_group_is_dead_if_it_dies_though_it_moves_first() {
        let diagram = "
            . . X O . . .
            . . X O . O .
            X X X O . . .
            O O O . . O .
            . . . . . . .";
        let (board, known) = read_with(0.2, diagram);
        assert_eq!(known.dead, black(&board), "four points in a square are one eye");
        let hanging = diagram.replacen(". . X", ". X X", 1);
        let (_, known) = read_with(0.2, &hanging);
        assert!(known.dead.is_empty(), "its own move at A4 makes two");
        assert!(known.alive.is_empty());
    }

    #[test]
    fn a_seki_that_the_games_lose_lives() {
        let (board, known) = read_with(
            -0.5,
            "
            . O O O . X O .
            X X X X X X O .
            O O O O O O O .
            . . . . . . . .
            . O . . . O . .",
        );
        assert_eq!(known.alive, black(&board));
        assert!(known.dead.is_empty());
    }

    #[test]
    fn stones_that_could_only_run_through_enemy_territory_stay_dead() {
        let (board, known) = read_with(
            -0.8,
            "
            . . . . . . . . . . . . .
            . O O O O O O O O O O O .
            . O . . . . . . . . . O .
            . O . . . . . . . . . O .
            . O . . . . . . . . . O .
            . O . . . X X . . . . O .
            . O . . . X . . . . . O .
            . O . . . . . . . . . O .
            . O . . . . . . . . . O .
            . O . . . . . . . . . O .
            . O O O O O O O O O O O .
            . . . . . . . . . . . . .",
        );
        let stones = black(&board);
        assert_eq!(
            Reader::new(&board, 20_000).kill(&stones).verdict,
            Verdict::No,
            "reading lets them out"
        );
        assert_eq!(known, KnownLife::default());
    }

    #[test]
    fn groups_on_which_the_games_agree_are_not_read() {
        let square = "
            . . X O . . .
            . . X O . O .
            X X X O . . .
            O O O . . O .
            . . . . . . .";
        assert_eq!(read_with(0.9, square).1, KnownLife::default());
        assert_eq!(read_with(-1.0, square).1, KnownLife::default());
    }
}
