// SPDX-License-Identifier: MIT OR Apache-2.0

//! Adjudicates a question: by agreement of two readers, or by playing their claims.
//!
//! Each move that a reader claims to work is played, and both readers are asked the question of the other
//! side. That gives a tree of the moves of both. A branch ends where both agree or the board shows the
//! result. A claim is refuted if all claimed moves are refuted. A side that claims success without a move
//! passes.

use katachi_rules::{Board, Color, Point};

use super::cut;
use super::engines::{Judge, NoAnswer};
use super::exhaustive::Solved;
use super::kind::{Given, Kind, Truth};
use super::question::Found;

/// Maximum number of positions in which both are asked.
const MAX_POSITIONS: u32 = 24;
/// Maximum length of a line.
const MAX_LINE_LENGTH: usize = 40;

/// The verdict on a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The true answer. `None` if it stays open.
    pub(super) truth: Option<Truth>,
    /// How it was found.
    pub(super) found: Found,
    /// First moves that succeed.
    pub(super) moves: Vec<Point>,
}

/// Asks both readers, and plays their claims where they disagree. Returns a verdict for each
/// [part](Kind::parts) of the question.
pub(super) fn adjudicate(
    judges: [&mut dyn Judge; 2],
    board: &Board,
    kind: Kind,
    stones: &[Point],
) -> Result<Vec<Known>, NoAnswer> {
    let [first, second] = judges;
    first.begin();
    second.begin();
    let parts = kind.parts(stones);
    let known = parts
        .iter()
        .map(|(kind, stones)| adjudicate_part([&mut *first, &mut *second], board, *kind, stones));
    known.collect()
}

fn adjudicate_part<'a>(
    judges: [&'a mut dyn Judge; 2],
    board: &Board,
    kind: Kind,
    stones: &'a [Point],
) -> Result<Known, NoAnswer> {
    let owner = stones
        .iter()
        .find_map(|&stone| board.cell(stone).color())
        .expect("questions are about stones");
    let mut play = Play {
        judges,
        kind,
        stones,
        owner,
        positions_left: MAX_POSITIONS,
    };
    let given = play.ask(board, kind)?;
    if let Some(truth) = agreement(given) {
        return Ok(Known {
            truth: Some(truth),
            found: Found::Agreed,
            moves: play.confirmed(board, given)?,
        });
    }
    let mut moves = Vec::new();
    let truth = play.claims(board, kind, given, 0, &mut moves)?;
    Ok(Known {
        truth,
        found: Found::Played,
        moves,
    })
}

impl From<Solved> for Known {
    fn from(solved: Solved) -> Self {
        Self {
            truth: Some(solved.truth),
            found: Found::Searched,
            moves: solved.moves,
        }
    }
}

/// The common answer of both. None if they differ or one does not know.
fn agreement([first, second]: [Given; 2]) -> Option<Truth> {
    first.truth.filter(|_| first.truth == second.truth)
}

struct Play<'a> {
    judges: [&'a mut dyn Judge; 2],
    /// The part of the question at the root.
    kind: Kind,
    stones: &'a [Point],
    /// The colour of the stones.
    owner: Color,
    positions_left: u32,
}

impl Play<'_> {
    fn ask(&mut self, board: &Board, kind: Kind) -> Result<[Given; 2], NoAnswer> {
        let [first, second] = &mut self.judges;
        Ok([
            first.ask(board, kind, self.stones)?,
            second.ask(board, kind, self.stones)?,
        ])
    }

    /// Moves of both that work as the first reader sees it, its own before the other's.
    fn confirmed(&mut self, board: &Board, [own, other]: [Given; 2]) -> Result<Vec<Point>, NoAnswer> {
        let mut moves: Vec<Point> = own.point.into_iter().collect();
        if let Some(point) = other.point.filter(|_| own.point != other.point)
            && let Some(after) = self.after(board, self.kind, Some(point))
        {
            let counter = self.kind.counter();
            let works = match self.settled(&after, counter) {
                Some(result) => result,
                None => self.judges[0].ask(&after, counter, self.stones)?.truth,
            };
            if works.map(Truth::opposite) == own.truth {
                moves.push(point);
            }
        }
        Ok(moves)
    }

    /// The truth for the side to move. `None` if it stays open.
    fn truth(&mut self, board: &Board, kind: Kind, depth: usize) -> Result<Option<Truth>, NoAnswer> {
        if let Some(result) = self.settled(board, kind) {
            return Ok(result);
        }
        if self.positions_left == 0 || depth >= MAX_LINE_LENGTH {
            return Ok(None);
        }
        self.positions_left -= 1;
        let given = self.ask(board, kind)?;
        match agreement(given) {
            Some(truth) => Ok(Some(truth)),
            None => self.claims(board, kind, given, depth, &mut Vec::new()),
        }
    }

    /// Plays the moves that are claimed to work. `best` gets those that do it best.
    fn claims(
        &mut self,
        board: &Board,
        kind: Kind,
        given: [Given; 2],
        depth: usize,
        best: &mut Vec<Point>,
    ) -> Result<Option<Truth>, NoAnswer> {
        // Nobody claims that all moves fail if one of them only does not know.
        let mut is_open = given.iter().any(|given| given.truth.is_none());
        let mut truth = Truth::No;
        let claims = given.iter().filter(|given| given.truth > Some(Truth::No));
        let mut tried: Vec<Option<Point>> = Vec::new();
        for claim in claims {
            if tried.contains(&claim.point) {
                continue;
            }
            tried.push(claim.point);
            let Some(after) = self.after(board, kind, claim.point) else {
                continue;
            };
            let Some(result) = self.truth(&after, kind.counter(), depth + 1)? else {
                is_open = true;
                continue;
            };
            let result = result.opposite();
            if result > truth {
                (truth, *best) = (result, Vec::new());
            }
            if result == truth && truth > Truth::No {
                best.extend(claim.point);
            }
            if truth == Truth::Yes {
                return Ok(Some(truth));
            }
        }
        Ok(Some(truth).filter(|_| !is_open))
    }

    /// The board after a move of the side that moves first in questions of that kind, or after its pass.
    fn after(&self, board: &Board, kind: Kind, point: Option<Point>) -> Option<Board> {
        let Some(point) = point else {
            let mut after = board.clone();
            after.clear_ko();
            return Some(after);
        };
        cut::after(board, kind.first(self.owner), point)
    }

    /// The truth that the board shows for the side to move, if it shows the end. The inner option is none if
    /// the end is open.
    fn settled(&self, board: &Board, kind: Kind) -> Option<Option<Truth>> {
        let owner_moves = kind.first(self.owner) == self.owner;
        if let (true, &[own, other]) = (kind.is_of_both_colors(), self.stones) {
            return self.settled_race(board, own, other, owner_moves);
        }
        let broken = match self.stones.iter().find(|&&s| !board.cell(s).is(self.owner)) {
            Some(_) if board.ko().is_some() => Some(Truth::Ko),
            Some(&stone) if owner_moves && takes_back(board, self.owner, stone) => None,
            Some(_) => Some(Truth::Yes),
            None => match self.stones {
                &[a, b] if board.head(a) == board.head(b) => {
                    let is_taken = !owner_moves && board.liberties(a) == 1;
                    Some(Truth::from_success(is_taken))
                }
                _ => return None,
            },
        };
        Some(broken.map(|truth| if owner_moves { truth.opposite() } else { truth }))
    }

    /// [`Play::settled`] of a part of a race: a group that was captured has lost, and the other one is saved.
    fn settled_race(
        &self,
        board: &Board,
        own: Point,
        other: Point,
        owner_moves: bool,
    ) -> Option<Option<Truth>> {
        let enemy = self.owner.opposite();
        let (gone, loser) = match (board.cell(own).is(self.owner), board.cell(other).is(enemy)) {
            (true, true) => return None,
            (false, _) => (own, self.owner),
            (true, false) => (other, enemy),
        };
        let loser_moves = owner_moves == (loser == self.owner);
        if board.ko().is_some() {
            return Some(Some(Truth::Ko));
        }
        if loser_moves && takes_back(board, loser, gone) {
            return Some(None);
        }
        Some(Some(Truth::from_success(!loser_moves)))
    }
}

/// Can a stone there, where one was captured, capture what captured it?
fn takes_back(board: &Board, owner: Color, stone: Point) -> bool {
    board.is_legal(owner, stone)
        && board
            .strings_beside(stone, owner.opposite())
            .iter()
            .any(|&taker| board.liberties(taker) == 1)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    type Claim = (&'static str, Option<Truth>, &'static str);

    const YES: Option<Truth> = Some(Truth::Yes);
    const NO: Option<Truth> = Some(Truth::No);
    const KO: Option<Truth> = Some(Truth::Ko);

    /// Has given answers for positions after certain moves, and another one for all others.
    struct Told {
        size: katachi_rules::BoardSize,
        start: Board,
        about: BTreeMap<String, (Option<Truth>, &'static str)>,
        else_says: Option<Truth>,
    }

    impl Told {
        /// `"C3 D3"` are the stones on the board that were not there at the start, in the order of the
        /// points.
        fn new(start: &Board, else_says: Option<Truth>, about: &[Claim]) -> Self {
            Self {
                size: start.size(),
                start: start.clone(),
                about: about
                    .iter()
                    .map(|&(moves, truth, point)| (moves.to_string(), (truth, point)))
                    .collect(),
                else_says,
            }
        }
    }

    impl Judge for Told {
        fn ask(&mut self, board: &Board, _: Kind, _: &[Point]) -> Result<Given, NoAnswer> {
            let is_new = |&p: &Point| self.start.is_empty(p) && !board.is_empty(p);
            let new: Vec<String> = self
                .size
                .points()
                .filter(is_new)
                .map(|p| self.size.vertex(p).to_string())
                .collect();
            let (truth, point) = match self.about.get(&new.join(" ")) {
                Some(&(truth, point)) => (truth, self.size.parse_vertex(point)),
                None => (self.else_says, None),
            };
            Ok(Given { truth, point })
        }
    }

    /// White's stone at C3 has two liberties, C2 and D3.
    fn board() -> Board {
        Board::from_diagram(
            ". . . . .
             . . X . .
             . X O . .
             . . . . .
             . . . . .",
        )
    }

    fn settled(first: &[Claim], second: &[Claim]) -> Known {
        let board = board();
        let stone = board.size().parse_vertex("C3").unwrap();
        let mut judges = [first, second].map(|about| Told::new(&board, NO, about));
        let [a, b] = &mut judges;
        adjudicate([a, b], &board, Kind::Attack, &[stone])
            .unwrap()
            .remove(0)
    }

    fn moves(known: &Known) -> Vec<String> {
        let size = board().size();
        known.moves.iter().map(|&p| size.vertex(p).to_string()).collect()
    }

    #[test]
    fn what_both_say_is_true() {
        let known = settled(&[], &[]);
        assert_eq!((known.truth, known.found), (Some(Truth::No), Found::Agreed));
        let known = settled(&[("", KO, "D3")], &[("", KO, "C2")]);
        assert_eq!((known.truth, known.found), (Some(Truth::Ko), Found::Agreed));
    }

    #[test]
    fn a_claim_is_true_if_it_is_carried_through_against_the_defence_of_who_denies_it() {
        // D3, and the string cannot be saved: the second reader sees that it was wrong.
        let known = settled(&[("", YES, "D3")], &[]);
        assert_eq!((known.truth, known.found), (Some(Truth::Yes), Found::Played));
        assert_eq!(moves(&known), ["D3"]);
    }

    #[test]
    fn a_claim_is_refuted_if_each_claimed_move_is() {
        // After D3 White gets away at C2: the first reader sees it, too.
        let away = ("D3", YES, "C2");
        let known = settled(&[("", YES, "D3"), away], &[away]);
        assert_eq!((known.truth, known.found), (Some(Truth::No), Found::Played));
    }

    #[test]
    fn the_move_of_either_reader_may_be_the_one_that_works() {
        let away = ("D3", YES, "C2");
        let known = settled(&[("", KO, "D3"), away], &[("", YES, "C2"), away]);
        assert_eq!(
            (known.truth, moves(&known)),
            (Some(Truth::Yes), vec!["C2".to_string()])
        );
    }

    #[test]
    fn a_refutation_beside_a_reader_that_does_not_know_leaves_the_question_open() {
        let away = ("D3", YES, "C2");
        let known = settled(&[("", YES, "D3"), away], &[("", None, ""), away]);
        assert_eq!((known.truth, known.found), (None, Found::Played));
    }

    #[test]
    fn a_race_ends_when_a_group_is_captured() {
        // Black captures C3 at D3, White B3 at A3.
        let board = Board::from_diagram(
            ". . . . .
             . O X . .
             . X O . .
             . O X . .
             . . . . .",
        );
        let [black, white] = ["B3", "C3"].map(|name| board.size().parse_vertex(name).unwrap());
        let mut judges = [
            Told::new(&board, NO, &[("", YES, "D3")]),
            Told::new(&board, NO, &[]),
        ];
        let [a, b] = &mut judges;
        let known = adjudicate([a, b], &board, Kind::Race, &[black, white]).unwrap();
        let truths: Vec<_> = known.iter().map(|part| (part.truth, part.found)).collect();
        assert_eq!(truths, [(Some(Truth::Yes), Found::Played); 2]);
        assert!(known.iter().all(|part| moves(part) == ["D3"]));
    }

    #[test]
    fn a_captured_string_is_captured_whatever_the_readers_say() {
        let board = Board::from_diagram(
            ". . X . .
             . X O . .
             . . X . .
             . . . . .
             . . . . .",
        );
        let stone = board.size().parse_vertex("C4").unwrap();
        let claim = [("", YES, "D4")];
        let mut judges = [&claim[..], &[]].map(|about| Told::new(&board, None, about));
        let [a, b] = &mut judges;
        let known = adjudicate([a, b], &board, Kind::Attack, &[stone])
            .unwrap()
            .remove(0);
        assert_eq!((known.truth, known.found), (Some(Truth::Yes), Found::Played));
    }
}
