// SPDX-License-Identifier: MIT OR Apache-2.0

//! Reading patterns: moves of a text that readers try before all others (`patterns/reading/*.db`).
//!
//! A pattern is about the stones that its labels name (`mkpat::Aim`). It is matched at nodes of a search, at
//! the stones in question, or for a group at the moves. Classes and constraints ask only what a position
//! answers without a reading.

use std::sync::LazyLock;

use arrayvec::ArrayVec;
use katachi_rules::{Board, BoardSize, Cell, Color, Point};
use mkpat::{Aim, Classes, Database, Function, Pattern};

use super::distance::liberties_after;
use crate::matcher::{Facts, Match, MatchPlace, PointMatcher, evaluate};

/// Limit of the moves that patterns propose at a node; 4 to 16.
const MAX_PROPOSALS: usize = 8;

static BUILT_IN: LazyLock<ReadingPatterns> = LazyLock::new(|| {
    let table = include_bytes!(concat!(env!("OUT_DIR"), "/reading.table"));
    let database = Database::decode(table).expect("the build writes tables that can be read");
    ReadingPatterns::new(database)
});

/// The patterns of `patterns/reading/` with the index that finds them.
#[derive(Debug, Default)]
pub struct ReadingPatterns {
    database: Database,
    matcher: PointMatcher,
    /// What each pattern is about.
    aims: Vec<Option<Aim>>,
}

/// A move that a pattern proposes, with the value of the pattern and its place in the database.
pub(crate) type Proposal = (i32, Point, u32);
/// Proposals about the same stones, highest values first; each move once.
pub(crate) type Proposals = ArrayVec<Proposal, MAX_PROPOSALS>;

/// A position as patterns see it.
pub(crate) trait Contents {
    fn size(&self) -> BoardSize;
    fn cell(&self, point: Point) -> Cell;
    /// Whether the contents of a point are known.
    fn knows(&self, point: Point) -> bool;
    /// Liberties of the string of a stone.
    fn liberties(&self, stone: Point) -> u32;
    /// Liberties that a stone there would have.
    fn liberties_after(&self, color: Color, point: Point) -> u32;
}

impl Contents for Board {
    fn size(&self) -> BoardSize {
        self.size()
    }

    fn cell(&self, point: Point) -> Cell {
        self.cell(point)
    }

    fn knows(&self, _: Point) -> bool {
        true
    }

    fn liberties(&self, stone: Point) -> u32 {
        self.liberties(stone)
    }

    fn liberties_after(&self, color: Color, point: Point) -> u32 {
        liberties_after(self, color, point)
    }
}

impl ReadingPatterns {
    pub(crate) fn new(database: Database) -> Self {
        let aims = database.patterns.iter().map(|p| Aim::by_labels(&p.labels));
        Self {
            aims: aims.collect(),
            matcher: PointMatcher::new(&database),
            database,
        }
    }

    pub(crate) fn built_in() -> &'static LazyLock<Self> {
        &BUILT_IN
    }

    pub(crate) fn name(&self, proposal: &Proposal) -> &str {
        &self.database.patterns[proposal.2 as usize].name
    }

    /// The moves about the string of a stone, or about two strings, for the side that acts.
    pub(crate) fn about_strings(&self, aim: Aim, board: &Board, [first, second]: [Point; 2]) -> Proposals {
        let mut found = Proposals::new();
        let Some(owner) = board.cell(first).color().filter(|_| !self.aims.is_empty()) else {
            return found;
        };
        let side = match aim {
            Aim::Capture | Aim::Cut => owner.opposite(),
            _ => owner,
        };
        let both = [(first, second), (second, first)];
        let pairs = if first == second { &both[..1] } else { &both[..] };
        for &(string, other) in pairs {
            let is_other = |letter: char, point: Point| {
                !"bB".contains(letter)
                    || board.cell(point).is(owner) && board.head(point) == board.head(other)
            };
            for anchor in board.string(string) {
                self.add_at(aim, (board, side, anchor), is_other, &mut found);
            }
        }
        found
    }

    /// Adds the moves of patterns that are anchored on a point. `belongs` tells whether a stone under a
    /// letter is in question.
    pub(crate) fn add_at<S: Contents>(
        &self,
        aim: Aim,
        (contents, side, anchor): (&S, Color, Point),
        belongs: impl Fn(char, Point) -> bool,
        found: &mut Proposals,
    ) {
        let (size, cell) = (contents.size(), |point| contents.cell(point));
        self.matcher
            .each_at(size, cell, side, anchor, |Match { variant, mv }| {
                let variant = &self.database.variants[variant as usize];
                let pattern = &self.database.patterns[variant.pattern as usize];
                let place = MatchPlace::new(size, mv, variant.transformation);
                let holds = self.aims[variant.pattern as usize] == Some(aim)
                    && pattern.elements.iter().all(|e| contents.knows(place.point(e.at)))
                    && pattern
                        .labels
                        .iter()
                        .all(|&(at, letter)| belongs(letter, place.point(at)))
                    && holds(pattern, place, &mut Liberties { contents, side });
                if holds {
                    add((pattern.weight, mv, variant.pattern), found);
                }
            });
    }
}

/// Whether the classes and the constraint of a pattern hold.
fn holds<S: Contents>(pattern: &Pattern, place: MatchPlace, facts: &mut Liberties<'_, S>) -> bool {
    let is_safe = || facts.contents.liberties_after(facts.side, place.mv) > 1;
    (pattern.classes.contains(Classes::SACRIFICE) || is_safe())
        && pattern
            .constraint
            .as_ref()
            .is_none_or(|constraint| evaluate(constraint, place, facts).is_ok_and(|value| value != 0))
}

/// Adds a proposal in its order; the lowest one goes if there are too many.
fn add(proposal: Proposal, found: &mut Proposals) {
    let rank = |&(value, mv, pattern): &Proposal| (-value, mv, pattern);
    let same = found.iter().position(|known| known.1 == proposal.1);
    let last = found.is_full().then(|| found.len() - 1);
    match same.or(last) {
        Some(place) if rank(&found[place]) <= rank(&proposal) => {}
        Some(place) => found[place] = proposal,
        None => found.push(proposal),
    }
    found.sort_unstable_by_key(rank);
}

/// The functions of constraints that reading patterns may call.
struct Liberties<'a, S> {
    contents: &'a S,
    side: Color,
}

impl<S: Contents> Facts for Liberties<'_, S> {
    fn call(&mut self, function: Function, points: &[Point]) -> i32 {
        let point = points[0];
        let is_stone = self.contents.cell(point).is_stone();
        let liberties = match function {
            Function::Lib if is_stone => self.contents.liberties(point),
            Function::XLib if !is_stone => self.contents.liberties_after(self.side.opposite(), point),
            Function::OLib if !is_stone => self.contents.liberties_after(self.side, point),
            _ => 0,
        };
        liberties as i32
    }
}

#[cfg(test)]
mod tests {
    use mkpat::{Options, Source};

    use super::*;

    #[track_caller]
    fn patterns(text: &str) -> ReadingPatterns {
        let compiled = mkpat::compile(&[Source::new("reading/test.db", text)], &Options::for_engine());
        assert!(!compiled.has_errors(), "{:?}", compiled.diagnostics);
        ReadingPatterns::new(compiled.reading)
    }

    #[track_caller]
    fn check(text: &str, aim: Aim, stones: [&str; 2], expected: &[(i32, &str)]) {
        let board = Board::from_diagram(
            ". . . . .
             . X X . .
             . O . X .
             . O X . X
             . . . . .",
        );
        let stones = stones.map(|vertex| board.size().parse_vertex(vertex).expect("a vertex"));
        let found = patterns(text).about_strings(aim, &board, stones);
        let found: Vec<_> = found
            .iter()
            .map(|p| (p.0, board.size().vertex(p.1).to_string()))
            .collect();
        let expected: Vec<_> = expected
            .iter()
            .map(|(value, vertex)| (*value, (*vertex).to_owned()))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn patterns_about_a_string_propose_moves_by_their_values() {
        let text = "Pattern Low\nX*O\n:8,10\nAtO\n;lib(A)==4\nPattern High\nOX*\n:8,90\nOAt\n";
        check(text, Aim::Capture, ["B3"; 2], &[(90, "A2"), (10, "C3")]);
        check(&text.replace("==4", "<4"), Aim::Capture, ["B3"; 2], &[(90, "A2")]);
        check(text, Aim::Rescue, ["B3"; 2], &[]);
    }

    #[test]
    fn patterns_about_two_strings_ask_for_both() {
        let cut = "Pattern Cut\nX*\n.X\n:8,10\nAt\n.B\n";
        check(cut, Aim::Cut, ["C4", "D3"], &[(10, "D4"), (10, "C3")]);
        check(cut, Aim::Cut, ["C4", "E2"], &[]);
    }

    #[test]
    fn an_unsafe_move_needs_the_class_of_sacrifices() {
        let text = "Pattern Inside\n?X?\nX*X\n:|,10\n?A?\nXtX\n";
        check(text, Aim::Capture, ["D3"; 2], &[(10, "C3")]);
        check(
            &text.replace(",10", ",10,s"),
            Aim::Capture,
            ["D3"; 2],
            &[(10, "C3"), (10, "D2")],
        );
    }
}
