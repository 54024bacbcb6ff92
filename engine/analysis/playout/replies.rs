//! Answers that turned out well in earlier games from the same position, so that games in thought learn what the fights of this
//! very position need.
//!
//! One answer is kept for each move of each side: the last one after which a game went well. It is forgotten as soon as it goes
//! badly (P. Drake, "The last-good-reply policy for Monte-Carlo Go", 2009; H. Baier and P. Drake, "The power of
//! forgetting", 2010).

use katachi_rules::{Color, PlayoutBoard, Point, PointMap};
use rand_chacha::ChaCha8Rng;

use super::{Fighting, Policy, is_sensible};

/// For each side its answers to moves of the other.
pub(crate) struct Replies([PointMap<Option<Point>>; 2]);

impl Replies {
    /// Nothing is known yet.
    pub(crate) fn new() -> Self {
        Self([PointMap::filled(None), PointMap::filled(None)])
    }

    /// Hears of an answer in a game that went well for its side, or did not.
    pub(crate) fn learn(&mut self, color: Color, last: Point, answer: Point, went_well: bool) {
        let known = &mut self.0[color as usize][last];
        if went_well {
            *known = Some(answer);
        } else if *known == Some(answer) {
            *known = None;
        }
    }
}

/// The answer that is known, if it will do; else local rules.
pub(crate) struct Answering<'a> {
    pub(crate) replies: &'a Replies,
    pub(crate) otherwise: &'a Fighting,
}

impl Policy for Answering<'_> {
    fn choose(
        &self,
        board: &PlayoutBoard,
        color: Color,
        last: Option<Point>,
        rng: &mut ChaCha8Rng,
    ) -> Option<Point> {
        last.and_then(|last| self.replies.0[color as usize][last])
            .filter(|&answer| board.is_empty(answer) && is_sensible(board, color, answer))
            .or_else(|| self.otherwise.choose(board, color, last, rng))
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::{Board, BoardSize};
    use rand_chacha::rand_core::SeedableRng;

    use super::*;

    /// What Black answers to D4 where that stands alone, if he knows what `learn` tells him.
    fn answer(learn: impl Fn(&mut Replies, Point)) -> Option<String> {
        let size = BoardSize::square(7);
        let at = |vertex| size.parse_vertex(vertex).expect("a vertex");
        let mut board = PlayoutBoard::new(&Board::new(size));
        board.play(Color::White, at("D4"));
        let mut replies = Replies::new();
        learn(&mut replies, at("D4"));
        let (replies, otherwise) = (&replies, &Fighting::new());
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let found = Answering { replies, otherwise }.choose(&board, Color::Black, Some(at("D4")), &mut rng);
        found.map(|point| size.vertex(point).to_string())
    }

    fn far() -> Point {
        BoardSize::square(7).parse_vertex("A7").expect("a vertex")
    }

    #[test]
    fn what_went_well_is_answered_again() {
        let first = answer(|replies, last| replies.learn(Color::Black, last, far(), true));
        assert_eq!(first.as_deref(), Some("A7"));
    }

    #[test]
    fn what_went_badly_is_forgotten_and_so_is_nothing_else() {
        let badly = answer(|replies, last| {
            replies.learn(Color::Black, last, far(), true);
            replies.learn(Color::Black, last, far(), false);
        });
        assert_eq!(badly, answer(|_, _| ()), "as if nothing had been known");
        let other = answer(|replies, last| {
            replies.learn(Color::Black, last, far(), true);
            replies.learn(Color::Black, last, last.neighbours()[0], false);
            replies.learn(Color::White, last, far(), false);
        });
        assert_eq!(other.as_deref(), Some("A7"));
    }

    #[test]
    fn an_answer_that_is_not_possible_is_no_answer() {
        let taken = answer(|replies, last| replies.learn(Color::Black, last, last, true));
        assert_eq!(taken, answer(|_, _| ()));
    }
}
