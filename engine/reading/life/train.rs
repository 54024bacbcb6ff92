// SPDX-License-Identifier: MIT OR Apache-2.0

//! Fits the policy of the life-and-death search to game records.
//!
//! Surrounded groups of the games are searched. In positions that a search decided, every move is read to
//! know whether it wins. The weights maximise the likelihood of winning moves. The same games in the same
//! order give the same weights.

use std::cmp::Reverse;

use katachi_rules::Board;
use katachi_rules::sgf::{Record, Step};

use super::board::{Dependence, LocalBoard, LocalPosition, NOWHERE, Played};
use super::evaluation::StaticEval;
use super::policy::{
    self, Extractor, FEATURES, Features, History, LifePolicy, SHAPES, SIDES, TEMPLATES, feature, pack,
    picture, symmetric, unpack,
};
use super::solver::{Decided, KoQuery, ReviewSettings};
use crate::learn::{self, Evaluation, Example, Line, LogLinear, Rates, Target};
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

const RATES: Rates = Rates {
    rate: TRAIN_RATE,
    first_square: 1.0,
    decay: 0.0,
};
/// Weights of features that are nearer to 0 are not written.
const MIN_WEIGHT: f32 = 0.005;

/// Explains the names of weights in files.
const NAMES: &str = "\
SIDE.NAME=VALUE WEIGHT: a feature of a move of that side; engine/reading/life/policy/templates.rs explains the values.
SIDE.shape=PICTURE WEIGHT COUNT: the eight points around the move `*`, the same in all eight turns: X stones of the side
to move, O of the other, . empty, # beyond the edge. COUNT moves had this shape.
";

/// Fitted weights.
#[derive(Clone, Debug)]
pub struct Fit {
    sides: [FittedSide; 2],
    /// Number of positions, with those that were held out.
    pub examples: usize,
    /// Predictions of winning moves in games that were held out, for the attacker and for the owner.
    pub evaluation: [Evaluation; 2],
}

/// Weights of a side.
#[derive(Clone, Debug)]
struct FittedSide {
    /// Of features, then of shapes.
    weights: Vec<f32>,
    /// Number of moves with each shape.
    counts: Vec<u32>,
}

impl Fit {
    /// The weights as text. `origin` says what they were fitted to.
    pub fn to_text(&self, origin: &str) -> String {
        let mut lines = Vec::new();
        for ((name, role), side) in SIDES.into_iter().zip(Role::BOTH).zip(&self.sides) {
            let (features, shapes) = side.weights.split_at(FEATURES);
            for (kind, (kind_name, count)) in TEMPLATES.into_iter().enumerate() {
                for value in 0..u32::from(count) {
                    let weight = features[usize::from(feature(kind, value))];
                    if weight.abs() >= MIN_WEIGHT {
                        let (name, count) = (format!("{name}.{kind_name}={value}"), None);
                        lines.push(Line { name, weight, count });
                    }
                }
            }
            let is_frequent = |&shape: &usize| side.counts[shape] >= TRAIN_MIN_COUNT;
            let mut frequent: Vec<usize> = (0..SHAPES).filter(is_frequent).collect();
            frequent.sort_by_key(|&shape| (Reverse(side.counts[shape]), shape));
            for shape in frequent {
                lines.push(Line {
                    name: format!("{name}.shape={}", picture(shape as u16, role)),
                    weight: shapes[shape],
                    count: Some(side.counts[shape]),
                });
            }
        }
        learn::write(LifePolicy::NAME, &format!("{origin}\n{NAMES}"), lines)
    }
}

/// A move of an example.
struct Candidate {
    features: Features,
    shape: u16,
    wins: bool,
}

/// A position with winning moves.
struct Position {
    game: usize,
    to_move: Role,
    weight: f32,
    candidates: Vec<Candidate>,
}

/// Positions to train on.
pub struct TrainingSet {
    games: usize,
    examples: Vec<Position>,
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

    /// The position after random moves, with a preference for probable ones. `None` if it is decided before.
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
        self.examples.push(Position {
            game: self.games,
            to_move: position.to_move,
            weight: (*effort as f32).ln() / TRAIN_EFFORT_SCALE,
            candidates,
        });
    }

    /// Fits the weights.
    pub fn fit(&self) -> Fit {
        let canonical: Vec<u16> = (0..SHAPES).map(|shape| canonical(shape as u16)).collect();
        let fitted = Role::BOTH.map(|side| self.fit_side(side, &canonical));
        Fit {
            examples: self.examples.len(),
            evaluation: fitted.each_ref().map(|fitted| fitted.1),
            sides: fitted.map(|fitted| fitted.0),
        }
    }

    fn fit_side(&self, side: Role, canonical: &[u16]) -> (FittedSide, Evaluation) {
        let is_held_out = |example: &Position| example.game.is_multiple_of(TRAIN_HELD_OUT);
        let shape = |candidate: &Candidate| canonical[usize::from(candidate.shape)];
        let of_side = self.examples.iter().filter(|example| example.to_move == side);
        let mut counts = vec![0; SHAPES];
        for candidate in of_side
            .clone()
            .filter(|e| !is_held_out(e))
            .flat_map(|e| &e.candidates)
        {
            counts[usize::from(shape(candidate))] += 1;
        }
        let example = |position: &Position| {
            let mut example = Example::new(Target::AnyOf, position.weight);
            for candidate in &position.candidates {
                let shape = shape(candidate);
                let shape = (counts[usize::from(shape)] >= TRAIN_MIN_COUNT)
                    .then_some(FEATURES as u32 + u32::from(shape));
                let features = candidate.features.iter().map(|&feature| u32::from(feature));
                example.add(features.chain(shape), if candidate.wins { 1.0 } else { 0.0 });
            }
            example
        };
        let (held_out, learned): (Vec<&Position>, Vec<&Position>) = of_side.partition(|e| is_held_out(e));
        let learned: Vec<Example> = learned.into_iter().map(example).collect();
        let mut model = LogLinear::new(FEATURES + SHAPES, RATES);
        for _ in 0..TRAIN_ROUNDS {
            for i in 0..learned.len() {
                model.learn(&learned[i * TRAIN_STRIDE % learned.len()]);
            }
        }
        let mut evaluation = Evaluation::default();
        for position in held_out {
            model.evaluate(&example(position), &mut evaluation);
        }
        let weights = model.weights().to_vec();
        (FittedSide { weights, counts }, evaluation)
    }
}

/// Standard form of a shape: the first of its rotations and reflections.
fn canonical(shape: u16) -> u16 {
    let all = symmetric(unpack(shape)).map(pack);
    all.into_iter().min().unwrap_or(shape)
}

#[cfg(test)]
mod tests {
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
        // No game is held out.
        set.examples.iter_mut().for_each(|e| e.game = 1);
        let fit = set.fit();
        assert_eq!(fit.examples, set.examples.len());
        let text = fit.to_text("Fitted to a test.");
        assert!(LifePolicy::parse(&text).is_ok(), "{text}");
        let mut again = TrainingSet::default();
        again.add_position(&Board::from_diagram(GROUP));
        again.examples.iter_mut().for_each(|e| e.game = 1);
        let again = again.fit().to_text("Fitted to a test.");
        assert_eq!(again, text, "the same weights twice");
    }

    #[test]
    fn a_feature_that_only_winning_moves_have_is_learned() {
        let candidate = |number: u32, wins: bool| Candidate {
            features: Features::from_iter([feature(0, number)]),
            shape: 0,
            wins,
        };
        let example = |game: usize| Position {
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
