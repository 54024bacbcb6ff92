// SPDX-License-Identifier: MIT OR Apache-2.0

//! The second ply: playouts after the best moves and their likely answers.
//!
//! Each of the best proposals is played, then each answer that the move-prediction model finds likely, and
//! games are played out from there. How often the mover wins and by how much, in comparison with the other
//! moves, joins the reasons of a move. So the sum sees what one ply does not: the answer that captures, and
//! whether what is gained is enough to win. An answer counts the more the better it is for the other side.
//! Without the model the playouts find the answers.
//!
//! The better half of the moves gets as many playouts again, and the better half of these twice as many:
//! noise matters where the choice falls (sequential halving: Z. Karnin and others, "Almost optimal
//! exploration in multi-armed bandits", 2013).

use katachi_rules::{Board, Color, PlayoutBoard, Point};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::{Input, Playouts, Proposal, Reason, ReasonKind, sum};
use crate::model::{FeatureSet, Prediction};
use crate::playout::{Learned, PlayoutStats, play_on};

/// Moves that are played out, the best ones by all other reasons, and answers to each of them, on boards of
/// at most [`SMALL_AREA`] points; 5 to 12 moves, 3 to 6 answers.
const ON_SMALL_BOARDS: (usize, usize) = (8, 5);
/// On others a playout takes five times as long, and tells less of a move.
const ON_LARGE_BOARDS: (usize, usize) = (5, 3);
const SMALL_AREA: usize = 169;
/// Less probable answers are not played out; 0.01 to 0.1.
const MIN_ANSWER: f32 = 0.03;
/// The least probability of the capture of the largest string in atari; 0.1 to 0.5.
const MIN_CAPTURE: f32 = 0.2;
/// Playouts for each answer where the model is left out and playouts find the answers.
const WITHOUT_ANSWERS: u32 = 4;
/// Rounds of playouts, each for half of the moves of the round before.
const ROUNDS: u32 = 3;
/// The mean of all moves counts as so many playouts after each answer; 1 to 4.
const MEAN_COUNTS: f32 = 2.0;
/// How much more an answer counts for being better: 0 is the mean of the answers, much is the best of them.
const BETTER_ANSWER: f32 = 2.0;

/// Plays out the best proposals, which come first, and adds what playouts say after them to their reasons.
pub(super) fn play_out(input: &Input<'_>, proposals: &mut [Proposal]) {
    let playouts = input.playouts.map_or(0, |playouts| playouts.after_moves);
    if playouts == 0 || proposals.len() < 2 {
        return;
    }
    let size = input.position.board().size();
    let (moves, answers) = if size.area() <= SMALL_AREA {
        ON_SMALL_BOARDS
    } else {
        ON_LARGE_BOARDS
    };
    let policy = Learned::new(&input.knowledge.playouts, size);
    proposals.sort_by_key(|p| (-p.value, p.point));
    let best = &proposals[..proposals.len().min(moves)];
    let mut known: Vec<AfterMove> = best
        .iter()
        .map(|p| AfterMove::new(input, p.point, answers))
        .collect();
    let mut halved = known.len();
    for round in 0..ROUNDS {
        let number = playouts << round.saturating_sub(1);
        let compensation = input.position.white_compensation();
        known[..halved]
            .iter_mut()
            .for_each(|after| after.play(&policy, number, compensation));
        add_reasons(input, &known, proposals);
        proposals[..known.len()].sort_by_key(|p| (-p.value, p.point));
        known.sort_by_key(|after| proposals.iter().position(|p| p.point == after.point));
        halved = (halved / 2).max(2);
    }
}

/// Replaces what playouts say after each move, and counts again.
fn add_reasons(input: &Input<'_>, known: &[AfterMove], proposals: &mut [Proposal]) {
    let mean = |of: &dyn Fn(&AfterMove) -> f32| known.iter().map(of).sum::<f32>() / known.len() as f32;
    let (win_rate, lead) = (mean(&AfterMove::win_rate), mean(&AfterMove::lead));
    let odds = mean(&|after| after.log_odds(win_rate));
    let deviation = input.playouts.map_or(1.0, Playouts::deviation);
    for after in known {
        let of_point = |p: &&mut Proposal| p.point == after.point;
        let Some(proposal) = proposals.iter_mut().find(of_point) else {
            continue;
        };
        let is_other = |reason: &Reason| !matches!(reason.kind, ReasonKind::After { .. });
        proposal.reasons.retain(is_other);
        let kind = ReasonKind::After {
            win_rate: after.win_rate(),
            lead: after.lead(),
            odds: after.log_odds(win_rate) - odds,
            gain: (after.lead() - lead) / deviation,
        };
        proposal.reasons.push(Reason::new(kind, 0));
        proposal.value = sum::count(input, proposal.point, &mut proposal.reasons);
    }
}

struct Answer {
    /// Its share of all answers by their probabilities.
    share: f32,
    /// The board after it, the side to move and the last move.
    start: (PlayoutBoard, Color, Point),
    stats: PlayoutStats,
    rng: ChaCha8Rng,
}

/// Returns likely answers to a move at `point`, with their probabilities; none without the model. The model
/// may overlook a capture far from the last move: that of the largest string in atari is one of them.
fn likely_answers(input: &Input<'_>, board: &Board, point: Point, answers: usize) -> Vec<(Point, f32)> {
    if !input.generators.has_model() {
        return Vec::new();
    }
    let (color, own) = (input.color(), input.position.last_moves()[0]);
    let other = color.opposite();
    let in_atari = board
        .strings()
        .filter(|&s| board.cell(s).color() == Some(color) && board.liberties(s) == 1);
    let largest = in_atari.max_by_key(|&s| board.string_size(s));
    let capture = largest.and_then(|s| board.first_liberties::<1>(s).first().copied());
    let predictions = input
        .knowledge
        .predict(FeatureSet::All, board, other, [Some(point), own], false);
    let probability = |answer: &Prediction| match Some(answer.point) == capture {
        true => answer.probability.max(MIN_CAPTURE),
        false => answer.probability,
    };
    let all = predictions
        .iter()
        .map(|answer| (answer.point, probability(answer)));
    let mut likely: Vec<(Point, f32)> = all.filter(|answer| answer.1 >= MIN_ANSWER).collect();
    likely.sort_by(|a, b| b.1.total_cmp(&a.1));
    likely.truncate(answers);
    likely
}

struct AfterMove {
    point: Point,
    color: Color,
    answers: Vec<Answer>,
}

impl AfterMove {
    fn new(input: &Input<'_>, point: Point, answers: usize) -> Self {
        let (mut board, color) = (input.position.board().clone(), input.color());
        let key = board.key();
        board.place(color, point);
        let (size, start) = (board.size(), PlayoutBoard::new(&board));
        let other = color.opposite();
        let answer = |share: f32, start: (PlayoutBoard, Color, Point)| Answer {
            share,
            start,
            stats: PlayoutStats::new(size),
            // All moves of a position have the same random numbers.
            rng: ChaCha8Rng::seed_from_u64(key),
        };
        let likely = likely_answers(input, &board, point, answers);
        let sum: f32 = likely.iter().map(|likely| likely.1).sum();
        let after = likely.iter().map(|&(at, probability)| {
            let mut start = start.clone();
            start.play(other, at);
            answer(probability / sum, (start, color, at))
        });
        let mut answers: Vec<Answer> = after.collect();
        if answers.is_empty() {
            answers.push(answer(1.0, (start, other, point)));
        }
        Self {
            point,
            color,
            answers,
        }
    }

    fn play(&mut self, policy: &Learned, number: u32, white_compensation: f32) {
        for answer in &mut self.answers {
            let (start, mover, last) = &answer.start;
            let times = if *mover == self.color { 1 } else { WITHOUT_ANSWERS };
            for _ in 0..times * number {
                let (mut board, rng) = (start.clone(), &mut answer.rng);
                play_on(&mut board, *mover, Some(*last), policy, rng, |_, _| {});
                answer.stats.add(&board, -white_compensation);
            }
        }
    }

    fn mean(&self, of: impl Fn(&Answer) -> f32) -> f32 {
        self.answers.iter().map(|answer| answer.share * of(answer)).sum()
    }

    fn win_rate(&self) -> f32 {
        self.mean(|answer| self.won(answer, 1.0))
    }

    /// The wins of the mover of so many playouts.
    fn won(&self, answer: &Answer, playouts: f32) -> f32 {
        let of_black = answer.stats.black_win_rate() * playouts;
        match self.color {
            Color::Black => of_black,
            Color::White => playouts - of_black,
        }
    }

    fn lead(&self) -> f32 {
        let of_black = self.mean(|answer| answer.stats.lead().0);
        match self.color {
            Color::Black => of_black,
            Color::White => -of_black,
        }
    }

    /// The logarithm of the odds of winning, where good answers count more. `mean` is the win rate of all
    /// moves, which stands for what few playouts do not tell.
    fn log_odds(&self, mean: f32) -> f32 {
        let mean = mean.clamp(0.01, 0.99);
        let rest = (mean * MEAN_COUNTS, (1.0 - mean) * MEAN_COUNTS);
        let of = |answer: &Answer| {
            let all = answer.stats.playouts() as f32;
            let won = self.won(answer, all);
            (won + rest.0) / (all - won + rest.1)
        };
        -self.mean(|answer| of(answer).powf(-BETTER_ANSWER)).ln() / BETTER_ANSWER
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::{Game, Rules};

    use super::*;
    use crate::knowledge::Knowledge;
    use crate::movegen::{Generators, for_tests};
    use crate::playout::PlayoutWeights;

    /// White to capture four stones at G6, or Black to save them.
    const FOUR_IN_ATARI: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . O O O O . . .
        . O X X X X . . .
        . . O O O O . . .
        . . . X X X . . .
        . . X . . . X . .
        . . . . . . . . .
        . . . . . . . . .";

    /// What playouts say after Black's move, and the vertices of the answers.
    fn after(vertex: &str, generators: Generators) -> (f32, f32, Vec<String>) {
        let board = Board::from_diagram(FOUR_IN_ATARI);
        let game = Game::from_position(board, Color::Black, Rules::default(), 0.0);
        for_tests::with_input(&game, Color::Black, &Knowledge::default(), |input, _| {
            let point = game.size().parse_vertex(vertex).expect("a vertex");
            let input = Input { generators, ..*input };
            let mut after = AfterMove::new(&input, point, 3);
            let policy = Learned::new(&PlayoutWeights::default(), game.size());
            after.play(&policy, 30, 0.0);
            let answers = after
                .answers
                .iter()
                .map(|a| game.size().vertex(a.start.2).to_string());
            (after.lead(), after.log_odds(0.5), answers.collect())
        })
    }

    #[test]
    fn playouts_see_that_the_answer_captures() {
        for generators in [Generators::All, Generators::WithoutModel] {
            let (saved, other) = (after("G6", generators), after("A1", generators));
            assert!(saved.0 > other.0 + 3.0, "{saved:?} {other:?}");
            assert!(saved.1 > other.1, "{saved:?} {other:?}");
        }
        let (.., answers) = after("A1", Generators::All);
        assert!(answers.contains(&"G6".to_owned()), "{answers:?}");
        assert_eq!(
            after("A1", Generators::WithoutModel).2,
            ["A1"],
            "playouts find the answer"
        );
    }

    #[test]
    fn the_same_move_has_the_same_playouts() {
        assert_eq!(after("G6", Generators::All), after("G6", Generators::All));
    }
}
