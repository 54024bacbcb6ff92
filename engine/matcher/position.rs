// SPDX-License-Identifier: MIT OR Apache-2.0

//! Matching in a position of a game: with the patterns that ask for the last move of a side.
//!
//! Their pictures often have one stone, and would match at most moves of a board. So they are anchored on the
//! stone that has to be that move, and looked for there alone.

use katachi_rules::{Board, Color, Point};
use mkpat::{Database, Variant};

use super::{Match, Matcher, PatternBoard, PointMatcher};

/// Finds the patterns of a database in positions of games.
#[derive(Debug)]
pub(crate) struct PositionMatcher {
    /// Those that ask for no last move.
    whole: Matcher,
    answers: PointMatcher,
}

impl PositionMatcher {
    /// Prepares the variants of a database for which `takes_part` holds, by their places in it.
    pub(crate) fn new(database: &Database, takes_part: impl Fn(usize) -> bool) -> Self {
        let answers = |i: usize| takes_part(i).then(|| anchored(database, &database.variants[i]))?;
        let variants = 0..database.variants.len();
        Self {
            whole: Matcher::new(database, |i| takes_part(i) && answers(i).is_none()),
            answers: PointMatcher::of_variants(database, variants.filter_map(|i| Some((i, answers(i)?)))),
        }
    }

    /// Hands all matches for a side after the last two moves to `take`, in any order.
    pub(crate) fn each(
        &self,
        board: &Board,
        side: Color,
        past: [Option<Point>; 2],
        mut take: impl FnMut(Match),
    ) {
        self.whole.each(&PatternBoard::new(board), side, &mut take);
        for last in past.into_iter().flatten() {
            self.answers
                .each_at(board.size(), |p| board.cell(p), side, last, &mut take);
        }
    }

    /// Returns all matches in the order of the database, then of the board.
    pub(crate) fn matches(&self, board: &Board, side: Color, past: [Option<Point>; 2]) -> Vec<Match> {
        let mut found = Vec::new();
        self.each(board, side, past, |found_here| found.push(found_here));
        found.sort_unstable();
        found
    }
}

/// The variant anchored on the stone that has to be the last move of its side, if its pattern asks for one.
pub(crate) fn anchored(database: &Database, variant: &Variant) -> Option<Variant> {
    let (at, anchor) = database.patterns[variant.pattern as usize].answered()?;
    let at = variant.transformation.apply(at);
    let moved = variant.to_move + at;
    Some(Variant {
        anchor,
        to_move: variant.to_move - moved,
        top_left: variant.top_left - moved,
        bottom_right: variant.bottom_right - moved,
        ..*variant
    })
}

#[cfg(test)]
mod tests {
    use mkpat::{Options, Source};

    use super::*;

    #[test]
    fn patterns_that_ask_for_a_last_move_match_beside_it_alone() {
        let answer = "Pattern Answer\nX*\n:8,10\na*\n;last(a)\n\n";
        let text = format!("{answer}Pattern Go_on\nO.*\n:8,10\na.*\n;last(a) && lib(a)>1\n");
        let compiled = mkpat::compile(&[Source::new("a.db", &text)], &Options::default());
        assert!(!compiled.has_errors(), "{:?}", compiled.diagnostics);
        let database = compiled.database;
        let matcher = PositionMatcher::new(&database, |_| true);
        let board = Board::from_diagram("X . . . O \n . . . . . \n . . O . . \n . . . . . \n X . . . X");
        let moves = |past| {
            let found = matcher.matches(&board, Color::White, past).into_iter();
            let mut found: Vec<String> = found
                .map(|m| {
                    let pattern = &database.patterns[database.variants[m.variant as usize].pattern as usize];
                    format!("{} {}", pattern.name, board.size().vertex(m.mv))
                })
                .collect();
            found.sort();
            found.dedup();
            found
        };
        let (corner, middle) = (Some(Point::new(0, 0)), Some(Point::new(2, 2)));
        assert_eq!(moves([corner, None]), ["Answer A4", "Answer B5"]);
        let around = ["Go_on A3", "Go_on C1", "Go_on C5", "Go_on E3"];
        assert_eq!(moves([None, middle]), around);
        assert!(moves([None, None]).is_empty());
        assert_eq!(moves([corner, middle]).len(), 6);
    }
}
