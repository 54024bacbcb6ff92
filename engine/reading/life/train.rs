// SPDX-License-Identifier: MIT OR Apache-2.0

//! Training of the policy of the life-and-death search from game records.
//!
//! Surrounded groups of the games are searched. In positions that a search decided, all moves are read, so that it is known which of them
//! win. The weights maximise the likelihood of winning moves, by AdaGrad with the gradient of each position (J. Duchi, E. Hazan, Y. Singer,
//! "Adaptive Subgradient Methods", 2011). The same games in the same order give the same weights.

use std::fmt::Write as _;

use katachi_rules::Board;
use katachi_rules::sgf::{Record, Step};

use super::board::{Dependence, LocalBoard, LocalPosition, NOWHERE, Played};
use super::evaluation::StaticEval;
use super::policy::{
    self, Extractor, FEATURES, Features, History, SHAPES, SIDES, TEMPLATES, feature, pack, picture,
    symmetric, unpack,
};
use super::solver::{Decided, KoQuery, ReviewSettings};
use crate::local::{KoThreats, Role};
use crate::reading::Reader;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};

/// The first position of a game that is used, as a move; 20 to 80.
const TRAIN_FROM_MOVE: usize = 50;
/// Moves from one position to the next; 10 to 40.
const TRAIN_EVERY: usize = 20;
/// Groups of a position at most, the largest first; 2 to 8.
const TRAIN_GROUPS: usize = 4;
/// Stones of a group at least; 2 to 6.
const TRAIN_STONES: usize = 3;
/// Nodes of a search; 500 to 10,000.
const TRAIN_NODES: u32 = 1_500;
/// Empty points of the local board at most, without the open board; 20 to 40. life-and-death.md.
const TRAIN_MAX_EMPTY: u32 = 30;
/// Numbers of random moves that are played before a search; 0 to 8.
const TRAIN_MOVES_BEFORE: [usize; 6] = [0, 1, 2, 3, 4, 6];
/// The spread of these random moves over ranks of the order, beside its geometric part; 1 to 5.
const TRAIN_RANK_SPREAD: u32 = 3;
/// Decided positions of a search that are used, at most; 10 to 100.
const TRAIN_MAX_DECIDED: usize = 30;
/// Moves at least that a search played to decide such a position; 3 to 10.
const TRAIN_MIN_EFFORT: u32 = 4;
/// Nodes for each other move of such a position; 30 to 200. life-and-death.md.
const TRAIN_CHECK_NODES: u32 = 60;
/// The weight of a position is the natural logarithm of its moves divided by this; a scale of the learning
/// rate, 1 to 10.
const TRAIN_EFFORT_SCALE: f32 = 4.0;
/// One game of this number is held out for the evaluation; 5 to 20.
const TRAIN_HELD_OUT: usize = 10;
/// Shapes around fewer moves than this have no weight; 50 to 500.
const TRAIN_MIN_COUNT: u32 = 150;
/// Passes over the examples; 2 to 10.
const TRAIN_ROUNDS: usize = 5;
/// The learning rate of AdaGrad; 0.05 to 0.5.
const TRAIN_RATE: f32 = 0.15;
/// Distance, in the training set, from one example to the next: a prime, so that all are met.
const TRAIN_STRIDE: usize = 7_919;

const REVIEW: ReviewSettings = ReviewSettings {
    most: TRAIN_MAX_DECIDED,
    effort: TRAIN_MIN_EFFORT,
    check: TRAIN_CHECK_NODES,
};

/// The head of the file of weights.
const HEAD: &str = "\
# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Weights of the policy of the life-and-death search, fitted by `katachi-lab train life` to {examples} positions. The sum of a move's weights
# is its logit. Do not edit. engine/reading/life/policy/templates.rs explains the values of the features.
#
#   SIDE FEATURE VALUE WEIGHT
#   SIDE shape PICTURE COUNT WEIGHT     the eight points around the move `*`, row by row: X stones of the side to move, O
#                                       of the other, . empty, # beyond the edge; the same in all eight turns; COUNT moves
#                                       had this shape
";

/// How well a side's winning moves are predicted in games that were held out.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// Positions.
    pub positions: u32,
    /// Positions in which the most probable move wins.
    pub first: u32,
    /// Positions in which one of the three most probable moves wins.
    pub third: u32,
    /// The sum of the logarithms of the probability of all winning moves together.
    pub log_likelihood: f64,
}

/// Fitted weights.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The weights as text.
    pub text: String,
    /// Positions, including those of games that were held out.
    pub examples: usize,
    /// The evaluation for the attacker and for the owner.
    pub evaluation: [Evaluation; 2],
}

/// A move of an example.
struct Candidate {
    features: Features,
    shape: u16,
    wins: bool,
}

/// A position with winning moves.
struct Example {
    game: usize,
    to_move: Role,
    weight: f32,
    candidates: Vec<Candidate>,
}

/// Positions to train on.
pub struct TrainingSet {
    games: usize,
    examples: Vec<Example>,
    random: ChaCha8Rng,
}

impl Default for TrainingSet {
    fn default() -> Self {
        Self {
            games: 0,
            examples: Vec::new(),
            random: ChaCha8Rng::seed_from_u64(0),
        }
    }
}

impl TrainingSet {
    /// Searches groups of a game; this takes some seconds.
    pub fn add(&mut self, record: &Record) {
        let mut board = Board::new(record.size);
        for (at, step) in record.steps.iter().enumerate() {
            let Step::Play(color, mv) = *step else { break };
            if let Some(point) = mv.point() {
                if !board.is_empty(point) || !board.is_legal(color, point) {
                    break;
                }
                board.place(color, point);
            }
            if at >= TRAIN_FROM_MOVE && at % TRAIN_EVERY == self.games % TRAIN_EVERY {
                self.add_position(&board);
            }
        }
        self.games += 1;
    }

    fn add_position(&mut self, board: &Board) {
        let mut reader = Reader::new(board, TRAIN_NODES);
        let groups = reader.life().surrounded_groups();
        for group in groups
            .iter()
            .take(TRAIN_GROUPS)
            .filter(|g| g.len() >= TRAIN_STONES)
        {
            let Some(local_boards) = reader.life().local_boards(group) else {
                continue;
            };
            let local_board = &local_boards.narrow;
            if (local_board.area & !local_board.open & !local_board.own & !local_board.attackers).count_ones()
                > TRAIN_MAX_EMPTY
            {
                continue;
            }
            for to_move in Role::BOTH {
                for &moves in &TRAIN_MOVES_BEFORE {
                    let start = local_board.position(board, to_move);
                    if let Some((start, last)) = self.played_on(local_board, start, moves) {
                        self.add_start(local_board, start, last);
                    }
                }
            }
        }
    }

    /// The position after random moves, with a preference for probable ones; none if it is decided before.
    fn played_on(
        &mut self,
        local_board: &LocalBoard,
        start: LocalPosition,
        moves: usize,
    ) -> Option<(LocalPosition, u8)> {
        let (mut position, mut last) = (start, NOWHERE);
        for _ in 0..moves {
            let eval = StaticEval::new(local_board, &position);
            if eval.dies.is_some() {
                return None;
            }
            let order = policy::candidates(last, local_board, &eval, &position, &History::new());
            let at = self.random.next_u32().leading_zeros() as usize
                + (self.random.next_u32() % TRAIN_RANK_SPREAD) as usize;
            let point = order.get(at)?.point;
            let Played::To(next) =
                position.play(local_board, point, KoThreats::None, &mut Dependence::default())
            else {
                return None;
            };
            (position, last) = (next, point);
        }
        Some((position, last))
    }

    fn add_start(&mut self, local_board: &LocalBoard, start: LocalPosition, last: u8) {
        let mut query = KoQuery::new(local_board, start);
        query.work(TRAIN_NODES.into());
        for mut decided in query.review(REVIEW) {
            if decided.position == start {
                decided.last = last;
            }
            self.add_decided(local_board, &decided);
        }
    }

    fn add_decided(&mut self, local_board: &LocalBoard, decided: &Decided) {
        let winners = decided.moves.iter().filter(|(_, wins)| *wins).count();
        if winners == 0 || 2 * winners > decided.moves.len() {
            return;
        }
        let Decided {
            position,
            last,
            effort,
            history,
            moves,
        } = decided;
        let eval = StaticEval::new(local_board, position);
        let extractor = Extractor::new(local_board, &eval, position, *last);
        let candidates = moves
            .iter()
            .map(|&(point, wins)| Candidate {
                features: extractor.features(point, history),
                shape: extractor.shape(point),
                wins,
            })
            .collect();
        self.examples.push(Example {
            game: self.games,
            to_move: position.to_move,
            weight: (*effort as f32).ln() / TRAIN_EFFORT_SCALE,
            candidates,
        });
    }

    /// Fits the weights.
    pub fn fit(&self) -> Fit {
        let canonical: Vec<u16> = (0..SHAPES).map(|shape| canonical(shape as u16)).collect();
        let mut trainer = Trainer::new(canonical, &self.examples);
        let count = self.examples.len();
        for _ in 0..TRAIN_ROUNDS {
            for i in 0..count {
                let example = &self.examples[i * TRAIN_STRIDE % count];
                if !example.game.is_multiple_of(TRAIN_HELD_OUT) {
                    trainer.update(example);
                }
            }
        }
        let mut evaluation = [Evaluation::default(); 2];
        for example in self
            .examples
            .iter()
            .filter(|e| e.game.is_multiple_of(TRAIN_HELD_OUT))
        {
            trainer.evaluate(example, &mut evaluation[example.to_move as usize]);
        }
        Fit {
            text: trainer.text(count),
            examples: count,
            evaluation,
        }
    }
}

/// The standard form of a shape: the first of its turns and reflections.
fn canonical(shape: u16) -> u16 {
    let all = symmetric(unpack(shape)).map(pack);
    all.into_iter().min().unwrap_or(shape)
}

/// Weights of a side during training.
#[derive(Clone)]
struct SideWeights {
    features: Vec<f32>,
    shapes: Vec<f32>,
    /// Sums of the squares of gradients.
    feature_squares: Vec<f32>,
    shape_squares: Vec<f32>,
    /// Number of moves with each shape.
    counts: Vec<u32>,
}

struct Trainer {
    canonical: Vec<u16>,
    sides: [SideWeights; 2],
}

impl Trainer {
    fn new(canonical: Vec<u16>, examples: &[Example]) -> Self {
        let side = SideWeights {
            features: vec![0.0; FEATURES],
            shapes: vec![0.0; SHAPES],
            feature_squares: vec![1.0; FEATURES],
            shape_squares: vec![1.0; SHAPES],
            counts: vec![0; SHAPES],
        };
        let mut sides = [side.clone(), side];
        for example in examples.iter().filter(|e| !e.game.is_multiple_of(TRAIN_HELD_OUT)) {
            for candidate in &example.candidates {
                let shape = canonical[usize::from(candidate.shape)];
                sides[example.to_move as usize].counts[usize::from(shape)] += 1;
            }
        }
        Self { canonical, sides }
    }

    /// The probabilities of all moves.
    fn probabilities(&self, example: &Example) -> Vec<f32> {
        let side = &self.sides[example.to_move as usize];
        let sum = |c: &Candidate| {
            let features: f32 = c.features.iter().map(|&w| side.features[usize::from(w)]).sum();
            features + side.shapes[usize::from(self.canonical[usize::from(c.shape)])]
        };
        let mut probabilities: Vec<f32> = example.candidates.iter().map(sum).collect();
        let most = probabilities.iter().copied().fold(f32::MIN, f32::max);
        probabilities.iter_mut().for_each(|c| *c = (*c - most).exp());
        let all: f32 = probabilities.iter().sum();
        probabilities.iter_mut().for_each(|c| *c /= all);
        probabilities
    }

    fn update(&mut self, example: &Example) {
        let probabilities = self.probabilities(example);
        let winning: f32 = probabilities
            .iter()
            .zip(&example.candidates)
            .filter(|(_, c)| c.wins)
            .map(|(probability, _)| probability)
            .sum();
        let side = &mut self.sides[example.to_move as usize];
        for (candidate, probability) in example.candidates.iter().zip(probabilities) {
            let wanted = if candidate.wins {
                probability / winning.max(1e-9)
            } else {
                0.0
            };
            let gradient = example.weight * (wanted - probability);
            if gradient.abs() < 1e-4 {
                continue;
            }
            for &feature in &candidate.features {
                let feature = usize::from(feature);
                side.feature_squares[feature] += gradient * gradient;
                side.features[feature] += TRAIN_RATE * gradient / side.feature_squares[feature].sqrt();
            }
            let shape = usize::from(self.canonical[usize::from(candidate.shape)]);
            if side.counts[shape] >= TRAIN_MIN_COUNT {
                side.shape_squares[shape] += gradient * gradient;
                side.shapes[shape] += TRAIN_RATE * gradient / side.shape_squares[shape].sqrt();
            }
        }
    }

    fn evaluate(&self, example: &Example, evaluation: &mut Evaluation) {
        let probabilities = self.probabilities(example);
        let mut order: Vec<usize> = (0..probabilities.len()).collect();
        order.sort_by(|&a, &b| probabilities[b].total_cmp(&probabilities[a]));
        let wins = |i: usize| example.candidates.get(i).is_some_and(|c| c.wins);
        let winning: f32 = (0..probabilities.len())
            .filter(|&i| wins(i))
            .map(|i| probabilities[i])
            .sum();
        evaluation.positions += 1;
        evaluation.first += u32::from(wins(order[0]));
        evaluation.third += u32::from(order.iter().take(3).any(|&i| wins(i)));
        evaluation.log_likelihood += f64::from(winning.max(f32::MIN_POSITIVE)).ln();
    }

    fn text(&self, examples: usize) -> String {
        let mut text = HEAD.replace("{examples}", &examples.to_string());
        for (index, side) in self.sides.iter().enumerate() {
            let name = SIDES[index];
            for (kind, &(kind_name, count)) in TEMPLATES.iter().enumerate() {
                for number in 0..u32::from(count) {
                    let weight = side.features[usize::from(feature(kind, number))];
                    if weight.abs() >= 0.005 {
                        let _ = writeln!(text, "{name} {kind_name} {number} {weight:.2}");
                    }
                }
            }
            let mut shapes: Vec<usize> = (0..SHAPES)
                .filter(|&s| side.counts[s] >= TRAIN_MIN_COUNT)
                .collect();
            shapes.sort_by_key(|&s| (std::cmp::Reverse(side.counts[s]), s));
            for shape in shapes {
                let drawn = picture(shape as u16, Role::BOTH[index]);
                let (count, weight) = (side.counts[shape], side.shapes[shape]);
                let _ = writeln!(text, "{name} shape {drawn} {count} {weight:.2}");
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::super::policy::LifePolicy;
    use super::*;

    /// A group whose eye space has two openings at the edge, with many possible moves.
    const GROUP: &str = "
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . O O O O O O O O O O .
        . O X X X X X X X X O .
        . O X . . . . . . X O .
        . O . . X . X . . X O .";

    #[test]
    fn winning_moves_of_searched_positions_get_weights() {
        let mut set = TrainingSet::default();
        set.add_position(&Board::from_diagram(GROUP));
        assert!(!set.examples.is_empty());
        // None is held out.
        set.examples.iter_mut().for_each(|e| e.game = 1);
        let fit = set.fit();
        assert_eq!(fit.examples, set.examples.len());
        assert!(LifePolicy::parse(&fit.text).is_ok(), "{}", fit.text);
        let mut again = TrainingSet::default();
        again.add_position(&Board::from_diagram(GROUP));
        again.examples.iter_mut().for_each(|e| e.game = 1);
        assert_eq!(again.fit().text, fit.text, "the same weights twice");
    }

    #[test]
    fn a_feature_that_only_winning_moves_have_is_learned() {
        let candidate = |number: u32, wins: bool| Candidate {
            features: Features::from_iter([feature(0, number)]),
            shape: 0,
            wins,
        };
        let example = |game: usize| Example {
            game,
            to_move: Role::Owner,
            weight: 1.0,
            candidates: vec![candidate(0, false), candidate(1, true), candidate(2, false)],
        };
        let set = TrainingSet {
            examples: (0..200).map(example).collect(),
            ..TrainingSet::default()
        };
        let fit = set.fit();
        let [attacker, owner] = fit.evaluation;
        assert_eq!((attacker.positions, owner.positions, owner.first), (0, 20, 20));
        assert!(owner.log_likelihood > -2.0, "{owner:?}");
    }
}
