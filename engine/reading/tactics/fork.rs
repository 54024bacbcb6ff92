// SPDX-License-Identifier: MIT OR Apache-2.0

//! Moves that threaten to capture a string and to cut other stones apart, so that one of the two succeeds.

use katachi_rules::{Color, Point, PointSet};

use super::Tactics;
use super::combination::COMBINATION_PART;
use crate::reading::Reader;

/// Nodes for the question whether a threat that also attacks a string cuts others apart; 50 to 300.
const FORK_CUT_NODES: u32 = 150;

/// Two strings of one colour that hold together, and the points where the other side may threaten to cut them
/// apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// A stone of each string.
    pub pair: (Point, Point),
    /// Result of `Connections::cut_threats` for them.
    pub threats: PointSet,
}

/// A move that captures a string or cuts a pair of strings apart, whatever the reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fork {
    /// The move.
    pub point: Point,
    /// A stone of the string that it threatens to capture.
    pub string: Point,
    /// The strings that it threatens to cut apart, by a stone of each.
    pub pair: (Point, Point),
}

impl Tactics<'_> {
    /// Returns moves of that colour that threaten to capture a string which no single attack captures, and to
    /// cut a link of the other side that holds by itself; every reply near either leaves one of the two.
    /// Sorted by point, then in the order of the links. After `Tactics::double_threats` it costs a few
    /// questions for each point that threatens both.
    pub fn forks(&mut self, color: Color, links: &[Link]) -> Vec<Fork> {
        let strings = self.strings_in_danger(color.opposite());
        let mut found = Vec::new();
        self.reader.with_part_of_budget(COMBINATION_PART, |reader| {
            for &string in &strings {
                let near = links.iter().filter(|link| is_beside(reader, link, string));
                let near: Vec<&Link> = near.collect();
                if near.is_empty() {
                    continue;
                }
                for point in reader.tactics().threats(string, false) {
                    let cut = near.iter().find(|link| {
                        link.threats.contains(point) && is_fork(reader, color, point, string, link.pair)
                    });
                    let pair = cut.map(|link| link.pair);
                    found.extend(pair.map(|pair| Fork { point, string, pair }));
                }
            }
        });
        found.sort_by_key(|fork| fork.point);
        found
    }
}

/// Does the link join other strings of the same side, with a threat at or beside a liberty of the string? To
/// capture one of its own strings is a cut, which the question about the link alone has covered.
fn is_beside(reader: &Reader, link: &Link, string: Point) -> bool {
    let board = reader.board();
    let near = |p: Point| {
        let mut around = p.neighbours().into_iter().chain([p]);
        around.any(|n| link.threats.contains(n))
    };
    let ends = [link.pair.0, link.pair.1];
    board.cell(link.pair.0) == board.cell(string)
        && ends.iter().all(|&end| board.head(end) != board.head(string))
        && board.liberty_set(string).iter().any(near)
}

/// Does every reply to that move leave the string captured, or the pair cut?
fn is_fork(reader: &mut Reader, color: Color, point: Point, string: Point, pair: (Point, Point)) -> bool {
    let enemy = color.opposite();
    if is_cut(reader, enemy, pair) {
        return false;
    }
    let loses = |reader: &mut Reader| {
        is_cut(reader, enemy, pair) || reader.tactics().verdict_against(enemy, string).is_yes()
    };
    let forks = reader.with_move(color, point, |reader| {
        reader.tactics().verdict_against(enemy, string).is_yes()
            && is_cut(reader, enemy, pair)
            && reader.board().cell(string).is(enemy)
            && replies(reader, string, pair, point)
                .iter()
                .all(|reply| reader.with_move(enemy, reply, loses).unwrap_or(true))
    });
    forks.unwrap_or(false)
}

/// Can the pair certainly be cut apart, or has one of its strings been captured?
fn is_cut(reader: &mut Reader, color: Color, (a, b): (Point, Point)) -> bool {
    let is_there = [a, b].iter().all(|&p| reader.board().cell(p).is(color));
    let cut = |reader: &mut Reader| reader.connections().disconnect(a, b).verdict.is_yes();
    !is_there || reader.with_budget(FORK_CUT_NODES, cut)
}

/// Replies that may save the string or keep the pair joined, and those against the stone just played.
fn replies(reader: &mut Reader, string: Point, (a, b): (Point, Point), point: Point) -> PointSet {
    let mut replies = reader.tactics().defense_candidates(string);
    replies.extend(reader.tactics().defend(string).point);
    let joining = reader.connections().candidates([a, b], true);
    replies.extend_with(&joining.into_iter().collect());
    if reader.board().cell(point).is_stone() {
        replies.extend_with(&reader.board().liberty_set(point));
    }
    replies
}

#[cfg(test)]
mod tests {
    use katachi_rules::Board;

    use super::*;
    use crate::reading::Verdict;
    use crate::reading::tests::{at, name};

    /// White at D5 puts the stone at C5 into atari, and threatens to cut at E4.
    const FORK: &str = "
        . . . O . . . . .
        . O O O O O . . .
        . O X . X X X X .
        . O . X . O O . .
        . O O X O O . . .
        . . . X . . . . .
        . . . . . . . . .";

    /// Forks of White against the link of D4 and E5, which holds by itself: points and strings.
    fn forks(diagram: &str) -> Vec<(String, String)> {
        let board = Board::from_diagram(diagram);
        let pair = (at(&board, "D4"), at(&board, "E5"));
        let mut reader = Reader::new(&board, 10_000);
        let alone = reader.connections().disconnect(pair.0, pair.1);
        assert_eq!(alone.verdict, Verdict::No);
        let threats = reader.connections().cut_threats(pair.0, pair.1);
        let found = reader.tactics().forks(Color::White, &[Link { pair, threats }]);
        assert_eq!(*reader.board(), board, "reading changes nothing");
        let named = |fork: Fork| (name(&board, Some(fork.point)), name(&board, Some(fork.string)));
        found.into_iter().map(named).collect()
    }

    #[test]
    fn one_move_captures_a_string_or_cuts_others_apart() {
        assert_eq!(forks(FORK), [("D5".to_owned(), "C5".to_owned())]);
    }

    #[test]
    fn what_one_reply_keeps_is_no_fork() {
        let firm = FORK
            .replace("X . O O . .", "X . X O . .")
            .replace("X O O . . .", "X X O . . .");
        assert!(forks(&firm).is_empty());
        let joined = FORK.replace(". O . X .", ". O X X .");
        assert!(forks(&joined).is_empty());
    }
}
