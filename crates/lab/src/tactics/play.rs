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
use super::file::LeftOut;
use super::kind::{Given, Kind, Truth};
use super::question::Found;

const MAX_POSITIONS: u32 = 24;
const MAX_LINE_LENGTH: usize = 40;

/// The answer to a part of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Settled {
    pub(super) truth: Truth,
    pub(super) found: Found,
    /// First moves that succeed: all of them by exhaustive search. Empty for a no.
    pub(super) moves: Vec<Point>,
}

impl From<NoAnswer> for LeftOut {
    fn from(_: NoAnswer) -> Self {
        Self::Unanswered
    }
}

/// Asks both readers, and plays their claims where they disagree. Returns a verdict for each
/// [part](Kind::parts) of the question.
pub(super) fn adjudicate(
    mut judges: [&mut dyn Judge; 2],
    board: &Board,
    kind: Kind,
    stones: &[Point],
) -> Result<Vec<Settled>, LeftOut> {
    judges.iter_mut().for_each(|judge| judge.begin());
    let adjudicate_part = |(kind, stones): (Kind, Vec<Point>)| -> Result<Settled, LeftOut> {
        let owner = stones.iter().find_map(|&stone| board.cell(stone).color());
        let [first, second] = &mut judges;
        let mut play = Play {
            judges: [&mut **first, &mut **second],
            kind,
            stones: &stones,
            owner: owner.expect("questions are about stones"),
            positions_left: MAX_POSITIONS,
        };
        let given = play.ask(board, kind)?;
        let (truth, found, moves) = match agreement(given) {
            Some(truth) => (Some(truth), Found::Agreed, play.confirmed(board, given)?),
            None => {
                let (truth, moves) = play.claims(board, kind, given, 0)?;
                (truth, Found::Played, moves)
            }
        };
        let truth = truth.ok_or(LeftOut::Open)?;
        Ok(Settled { truth, found, moves })
    };
    kind.parts(stones).into_iter().map(adjudicate_part).collect()
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
            None => Ok(self.claims(board, kind, given, depth)?.0),
        }
    }

    /// Plays the moves that are claimed to work. Returns the truth and the moves that do it best.
    fn claims(
        &mut self,
        board: &Board,
        kind: Kind,
        given: [Given; 2],
        depth: usize,
    ) -> Result<(Option<Truth>, Vec<Point>), NoAnswer> {
        // Nobody claims that all moves fail if one of them only does not know.
        let mut is_open = given.iter().any(|given| given.truth.is_none());
        let (mut truth, mut best) = (Truth::No, Vec::new());
        let claims = given.iter().filter(|given| given.truth > Some(Truth::No));
        let mut claimed: Vec<Option<Point>> = claims.map(|claim| claim.point).collect();
        claimed.dedup();
        for point in claimed {
            let Some(after) = self.after(board, kind, point) else {
                continue;
            };
            let Some(result) = self.truth(&after, kind.counter(), depth + 1)? else {
                is_open = true;
                continue;
            };
            let result = result.opposite();
            if result > truth {
                (truth, best) = (result, Vec::new());
            }
            if result == truth && truth > Truth::No {
                best.extend(point);
            }
            if truth == Truth::Yes {
                return Ok((Some(truth), best));
            }
        }
        Ok((Some(truth).filter(|_| !is_open), best))
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
    /// the end is open. In a race the group that was captured has lost, and the other one is saved.
    fn settled(&self, board: &Board, kind: Kind) -> Option<Option<Truth>> {
        let owner_moves = kind.first(self.owner) == self.owner;
        let owner_of = |index| match (kind.is_of_both_colors(), index) {
            (true, 1) => self.owner.opposite(),
            _ => self.owner,
        };
        let stones = self.stones.iter().enumerate();
        let mut owned = stones.map(|(index, &stone)| (stone, owner_of(index)));
        if let Some((gone, loser)) = owned.find(|&(stone, color)| !board.cell(stone).is(color)) {
            let loser_moves = owner_moves == (loser == self.owner);
            return Some(match board.ko() {
                Some(_) => Some(Truth::Ko),
                None if loser_moves && takes_back(board, loser, gone) => None,
                None => Some(Truth::from_success(!loser_moves)),
            });
        }
        match *self.stones {
            [a, b] if board.head(a) == board.head(b) => {
                let is_cut = !owner_moves && board.liberties(a) == 1;
                Some(Some(Truth::from_success(is_cut || owner_moves)))
            }
            _ => None,
        }
    }
}

/// Whether a stone there, where one was captured, can capture a stone that captured it.
fn takes_back(board: &Board, owner: Color, stone: Point) -> bool {
    let takers = board.strings_beside(stone, owner.opposite());
    board.is_legal(owner, stone) && takers.iter().any(|&taker| board.liberties(taker) == 1)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    use crate::tactics::question::list_of;
    use crate::tactics::tests::board_of;

    type Claim = (&'static str, Option<Truth>, &'static str);

    const YES: Option<Truth> = Some(Truth::Yes);
    const NO: Option<Truth> = Some(Truth::No);
    const KO: Option<Truth> = Some(Truth::Ko);
    const YES_D3: Claim = ("", YES, "D3");
    const YES_C2: Claim = ("", YES, "C2");
    const KO_D3: Claim = ("", KO, "D3");
    /// After D3 White gets away at C2.
    const AWAY: Claim = ("D3", YES, "C2");
    const OPEN: Claim = ("", None, "");
    /// White's stone at C3 has two liberties, C2 and D3.
    const ROWS: &str = "/..X/.XO";

    /// Has given answers for positions after certain moves, and another one for all others.
    struct Told {
        start: Board,
        about: BTreeMap<&'static str, (Option<Truth>, &'static str)>,
        else_says: Option<Truth>,
    }

    impl Judge for Told {
        fn ask(&mut self, board: &Board, _: Kind, _: &[Point]) -> Result<Given, NoAnswer> {
            let (size, start) = (board.size(), &self.start);
            // The stones that were not there at the start, in the order of the points.
            let new = size.points().filter(|&p| start.is_empty(p) && !board.is_empty(p));
            let new: Vec<String> = new.map(|p| size.vertex(p).to_string()).collect();
            let (truth, point) = match self.about.get(&*new.join(" ")) {
                Some(&(truth, point)) => (truth, size.parse_vertex(point)),
                None => (self.else_says, None),
            };
            Ok(Given { truth, point })
        }
    }

    /// The verdicts on the parts of a question, with the moves. `None` if one of them is open.
    fn settled(
        rows: &str,
        (kind, stones): (Kind, &[&str]),
        judges: [&[Claim]; 2],
        else_says: Option<Truth>,
    ) -> Option<Vec<(Truth, Found, String)>> {
        let board = board_of(5, rows);
        let size = board.size();
        let stones = stones.iter().map(|name| size.parse_vertex(name).unwrap());
        let stones: Vec<Point> = stones.collect();
        let mut judges = judges.map(|about| Told {
            start: board.clone(),
            about: about
                .iter()
                .map(|&(moves, truth, point)| (moves, (truth, point)))
                .collect(),
            else_says,
        });
        let [a, b] = &mut judges;
        let settled = adjudicate([a, b], &board, kind, &stones).ok()?.into_iter();
        let names = |moves: Vec<Point>| list_of(moves.into_iter().map(|point| size.vertex(point)));
        Some(settled.map(|it| (it.truth, it.found, names(it.moves))).collect())
    }

    #[test]
    fn claims_are_agreed_on_or_played() {
        for (judges, truth, found, moves) in [
            // What both say is true.
            ([&[][..], &[][..]], NO, Found::Agreed, ""),
            ([&[KO_D3], &[("", KO, "C2")]], KO, Found::Agreed, "D3"),
            // D3, and the string cannot be saved: the second reader sees that it was wrong.
            ([&[YES_D3], &[]], YES, Found::Played, "D3"),
            // A claim is refuted if each claimed move is: the first reader sees it, too.
            ([&[YES_D3, AWAY], &[AWAY]], NO, Found::Played, ""),
            // The move of either reader may be the one that works.
            ([&[KO_D3, AWAY], &[YES_C2, AWAY]], YES, Found::Played, "C2"),
            // A refutation beside a reader that does not know leaves the question open.
            ([&[YES_D3, AWAY], &[OPEN, AWAY]], None, Found::Played, ""),
        ] {
            let known = settled(ROWS, (Kind::Attack, &["C3"]), judges, NO);
            let expected = truth.map(|truth| vec![(truth, found, moves.to_owned())]);
            assert_eq!(known, expected, "{judges:?}");
        }
    }

    #[test]
    fn what_the_board_shows_is_true_whatever_the_readers_say() {
        // Black captures C3 at D3, White B3 at A3.
        let judges = [&[YES_D3][..], &[]];
        let race = settled("/.OX/.XO/.OX", (Kind::Race, &["B3", "C3"]), judges, NO);
        let part = (Truth::Yes, Found::Played, "D3".to_owned());
        assert_eq!(race, Some(vec![part; 2]));
        let judges = [&[("", YES, "D4")][..], &[]];
        let captured = settled("..X/.XO/..X", (Kind::Attack, &["C4"]), judges, None).unwrap();
        assert_eq!((captured[0].0, captured[0].1), (Truth::Yes, Found::Played));
    }
}
