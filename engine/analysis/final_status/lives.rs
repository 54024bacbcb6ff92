// SPDX-License-Identifier: MIT OR Apache-2.0

//! Reading the life of groups on which the playouts do not agree.

use std::cmp::Reverse;

use katachi_rules::{Board, Point, PointSet};

use super::judge::{KnownLife, PlayoutResults};
use crate::playout::is_nakade;
use crate::reading::{Reader, Verdict};

/// Smaller uncertain groups are for tactical reading, in stones; 2 to 4.
const FINAL_SMALLEST_GROUP: usize = 3;
/// Uncertain groups that are read at most, the largest strings first; 4 to 20.
const FINAL_MOST_GROUPS: usize = 12;
/// A group with more mean ownership is certain to live, from -1 to 1; 0.3 to 0.9.
const FINAL_MOST_OWNERSHIP: f32 = 0.5;
/// A group with less mean ownership is certain to die, from -1 to 1; -1 to -0.8.
const FINAL_LEAST_OWNERSHIP: f32 = -0.95;
/// Strings with more liberties are not read to be in seki; 3 to 8.
const SEKI_LIBERTIES: u32 = 5;
/// Strings of one group differ by less than this in mean ownership, 0 to 2; 0.1 to 0.5. Groups by their
/// ownership pass 52 tests in place of 50 (`docs/experiments/ending.md`).
const FINAL_SAME_OWNERSHIP: f32 = 0.3;

/// Judges the uncertain groups. Groups in a race that neither side wins live in seki. A group that survives
/// in most playouts is dead if it dies though its own side moves first; nakade shapes may be part of a seki
/// and are left to the playouts. A group that is lost in most playouts is alive if it is proved to live, or
/// to live in seki, though the other side moves first. A group that would live by running out is left to the
/// playouts: at the end of the game the open board that it runs to is territory.
pub(super) fn read(
    board: &Board,
    results: &PlayoutResults,
    nodes: u32,
    is_certain: impl Fn(Point) -> bool,
) -> KnownLife {
    let mut reader = Reader::new(board, nodes);
    let mut known = KnownLife {
        alive: in_seki(board, &mut reader, &is_certain),
        dead: PointSet::EMPTY,
    };
    for group in uncertain_groups(board, results, &mut reader, is_certain) {
        let first = group.iter().next().expect("a group has stones");
        let color = board.cell(first).color().expect("a stone has a colour");
        let ownership = results.ownership.mean(&group, color);
        if ownership >= FINAL_MOST_OWNERSHIP {
            continue;
        }
        if ownership < 0.0 {
            if reader.life().is_surrounded(&group) && reader.life().kill(&group).verdict == Verdict::No {
                known.alive.extend_with(&group);
            }
        } else if !is_nakade(&group.iter().collect::<Vec<_>>())
            && reader.life().judge(&group, false).reading.verdict == Verdict::Yes
            && reader.life().judge(&group, true).reading.verdict == Verdict::No
        {
            known.dead.extend_with(&group);
        }
    }
    known
}

/// Stones of uncertain strings that touch, have common liberties, and cannot capture each other, whichever
/// side moves first.
fn in_seki(board: &Board, reader: &mut Reader, is_certain: impl Fn(Point) -> bool) -> PointSet {
    let is_open = |&s: &Point| board.liberties(s) <= SEKI_LIBERTIES && !is_certain(s);
    let mut stones = PointSet::EMPTY;
    for string in board.strings().filter(is_open) {
        let shares = |other: &Point| board.liberty_set(*other).intersects(&board.liberty_set(string));
        for other in board.adjacent_strings(string).filter(is_open).filter(shares) {
            let mut is_held = |a, b| {
                let race = reader.races().race(a, b);
                race.saved.is_yes() && race.killed == Verdict::No
            };
            if is_held(string, other) && is_held(other, string) {
                stones.extend(board.string(string).chain(board.string(other)));
            }
        }
    }
    stones
}

fn uncertain_groups(
    board: &Board,
    results: &PlayoutResults,
    reader: &mut Reader,
    is_certain: impl Fn(Point) -> bool,
) -> Vec<PointSet> {
    let mut strings: Vec<Point> = board.strings().filter(|&p| !is_certain(p)).collect();
    strings.sort_by_key(|&s| (Reverse(board.string_size(s)), s));
    let mut groups = Vec::new();
    let mut seen = PointSet::EMPTY;
    for string in strings {
        let ownership = results.ownership.of_string(board, string);
        if seen.contains(string) || !(FINAL_LEAST_OWNERSHIP..FINAL_MOST_OWNERSHIP).contains(&ownership) {
            continue;
        }
        let group = group_of(board, results, reader, string);
        seen.extend_with(&group);
        if group.len() >= FINAL_SMALLEST_GROUP {
            groups.push(group);
        }
        if groups.len() == FINAL_MOST_GROUPS {
            break;
        }
    }
    groups
}

/// The stones that live or die together with a string. It reaches them through empty points, they are near
/// enough for reading, and they have nearly the same mean ownership.
fn group_of(board: &Board, results: &PlayoutResults, reader: &mut Reader, string: Point) -> PointSet {
    let mut near = reader.life().group_of(string);
    near.extend(board.string(string));
    let ownership = results.ownership.of_string(board, string);
    let mut group = PointSet::EMPTY;
    let mut seen = PointSet::from_iter([string]);
    let mut open = vec![string];
    while let Some(p) = open.pop() {
        if near.contains(p) {
            if (results.ownership.of_string(board, p) - ownership).abs() < FINAL_SAME_OWNERSHIP {
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
    use crate::analysis::{FinalStatus, Ownership};

    /// The reading if Black's stones have an ownership and all other points are White's.
    #[track_caller]
    fn read_with(black_keeps: f32, diagram: &str) -> (Board, KnownLife) {
        let board = Board::from_diagram(diagram);
        let mut balance = PointMap::filled(-1.0);
        black(&board).iter().for_each(|p| balance[p] = black_keeps);
        let results = PlayoutResults {
            ownership: Ownership::new(balance),
            empty: PointMap::filled(0.0),
        };
        let known = read(&board, &results, 20_000, |_| false);
        (board, known)
    }

    fn black(board: &Board) -> PointSet {
        let points = board.size().points();
        points.filter(|&p| board.cell(p).is(Color::Black)).collect()
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
    fn a_race_that_neither_side_wins_is_a_seki() {
        let board = Board::from_diagram(
            "
            O X . O X . . .
            O X . O X . . .
            O X X O X X . .
            O O O X X X X X
            . . O X . . . .
            O O O X . . . .
            . . O X . . . .",
        );
        let status = FinalStatus::with_reading(&board, &KnownLife::default(), 200, 20_000);
        let at = |name| board.size().parse_vertex(name).expect("a point");
        let racing = board.string(at("B7")).chain(board.string(at("D7")));
        assert_eq!(status.seki, racing.collect());
        assert!(status.dead.is_empty());
    }

    #[test]
    fn a_seki_that_most_playouts_lose_lives() {
        let (board, known) = read_with(
            -0.5,
            "
            . O O O . X O .
            X X X X X X O .
            O O O O O O O .
            . . . . . . . .
            . O . . . O . .",
        );
        let mut in_seki = black(&board);
        in_seki.extend(board.string(board.size().parse_vertex("B5").expect("a point")));
        assert_eq!(known.alive, in_seki, "both sides live");
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
            Reader::new(&board, 20_000).life().kill(&stones).verdict,
            Verdict::No,
            "reading lets them out"
        );
        assert_eq!(known, KnownLife::default());
    }

    #[test]
    fn groups_on_which_the_playouts_agree_are_not_read() {
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
