//! From games to the weights of moves that decide fights for life.
//!
//! Surrounded groups of game records are asked about. From positions that were decided on the way all moves are read, so that it is known
//! which of them win; the weights are fitted so that one that wins is as likely as can be, following the gradient of
//! each position (J. Duchi, E. Hazan, Y. Singer, "Adaptive Subgradient Methods", 2011). The same games in the same order
//! give the same weights.

use std::fmt::Write as _;

use katachi_rules::Board;
use katachi_rules::sgf::{Record, Step};

use super::Ground;
use super::ground::NOWHERE;
use super::inquiry::Inquiry;
use super::moves::{self, History};
use super::policy::{SHAPES, SIDES, pack, picture, symmetric, unpack};
use super::position::{Local, Played};
use super::search::{Choice, Decided};
use super::sketch::Sketch;
use super::traits::{KINDS, Scene, WORDS, Words, word};
use crate::reading::Reader;
use crate::reading::search::KoThreats;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};

/// Positions of a game that are asked about: from this one on, one of so many.
const FROM: usize = 50;
const EVERY: usize = 20;
/// Groups of a position, and their stones at least.
const GROUPS: usize = 4;
const STONES: usize = 3;
/// Nodes for a question.
const NODES: u32 = 1_500;
/// Empty points of the ground at most.
const ROOM: u32 = 30;
/// Moves that are played before the question.
const BEFORE: [usize; 6] = [0, 1, 2, 3, 4, 6];
const CHOICE: Choice = Choice {
    most: 30,
    effort: 4,
    check: 60,
};
/// One of so many games is not learned from, but asked afterwards.
const HELD_OUT: usize = 10;
/// Shapes that were met around fewer moves have no weight.
const MIN_COUNT: u32 = 150;
/// How often the examples are gone through, and how far a weight goes along its first gradient.
const ROUNDS: usize = 5;
const RATE: f32 = 0.15;
/// Examples that follow each other in learning are far from each other.
const STRIDE: usize = 7_919;

/// What the text of weights begins with.
const HEAD: &str = "\
# SPDX-License-Identifier: MIT OR Apache-2.0
#
# How likely a move decides a fight for life: weights that add up, drawn by `katachi harvest policy` from {examples} positions.
# Fitted, not edited. engine/reading/life/traits.rs says what the numbers of the words mean.
#
#   SIDE KIND NUMBER WEIGHT
#   SIDE shape PICTURE COUNT WEIGHT     the eight points around the move `*`, row by row: X stones of the side that moves, O
#                                       of the other, . empty, # beyond the edge; the same in all eight turns; COUNT moves
#                                       were looked at
";

/// How well a side's moves are foretold in games that were held out.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Foresight {
    /// Positions asked.
    pub positions: u32,
    /// The likeliest move wins.
    pub first: u32,
    /// One of the three likeliest wins.
    pub third: u32,
    /// The sum of the logarithms of the chances of all moves that win.
    pub log_likelihood: f64,
}

/// What was learned.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The weights as text.
    pub text: String,
    /// Positions learned from.
    pub examples: usize,
    /// How good they are, for the attacker and for the owner.
    pub foresight: [Foresight; 2],
}

/// A move of an example.
struct Candidate {
    words: Words,
    shape: u16,
    wins: bool,
}

/// A position in which some moves win.
struct Example {
    game: usize,
    owner_moves: bool,
    weight: f32,
    candidates: Vec<Candidate>,
}

/// Positions to learn from.
pub struct Study {
    games: usize,
    examples: Vec<Example>,
    random: ChaCha8Rng,
}

impl Default for Study {
    fn default() -> Self {
        Self {
            games: 0,
            examples: Vec::new(),
            random: ChaCha8Rng::seed_from_u64(0),
        }
    }
}

impl Study {
    /// Reads about the groups of a game: some seconds.
    pub fn add(&mut self, record: &Record) {
        let mut board = Board::new(record.size);
        for (at, step) in record.steps.iter().enumerate() {
            let Step::Play(color, mv) = *step else { break };
            if let Some(point) = mv.point() {
                if !board.is_empty(point) || !board.is_legal(color, point) {
                    break;
                }
                drop(board.play(color, point));
            }
            if at >= FROM && at % EVERY == self.games % EVERY {
                self.add_position(&board);
            }
        }
        self.games += 1;
    }

    fn add_position(&mut self, board: &Board) {
        let mut reader = Reader::new(board, NODES);
        let groups = reader.groups_at_stake();
        for group in groups.iter().take(GROUPS).filter(|g| g.len() >= STONES) {
            let Some(grounds) = reader.grounds(group) else {
                continue;
            };
            let ground = &grounds.narrow;
            if (ground.area & !ground.open & !ground.own & !ground.attackers).count_ones() > ROOM {
                continue;
            }
            for owner_moves in [false, true] {
                for &moves in &BEFORE {
                    let start = ground.position(board, owner_moves);
                    if let Some((start, last)) = self.played_on(ground, start, moves) {
                        self.ask(ground, start, last);
                    }
                }
            }
        }
    }

    /// The position after so many moves, rather likely ones; none if it is decided before.
    fn played_on(&mut self, ground: &Ground, start: Local, moves: usize) -> Option<(Local, u8)> {
        let (mut local, mut last) = (start, NOWHERE);
        for _ in 0..moves {
            let sketch = Sketch::new(ground, &local);
            if sketch.dies.is_some() {
                return None;
            }
            let order = moves::candidates(last, ground, &sketch, &local, &History::new());
            let at = self.random.next_u32().leading_zeros() as usize + (self.random.next_u32() % 3) as usize;
            let point = order.get(at)?.point;
            let Played::To(next) = local.play(ground, point, KoThreats::None, &mut false) else {
                return None;
            };
            (local, last) = (next, point);
        }
        Some((local, last))
    }

    fn ask(&mut self, ground: &Ground, start: Local, last: u8) {
        let mut inquiry = Inquiry::new(ground, start);
        inquiry.work(NODES.into());
        for mut decided in inquiry.review(CHOICE) {
            if decided.local == start {
                decided.last = last;
            }
            self.add_decided(ground, &decided);
        }
    }

    fn add_decided(&mut self, ground: &Ground, decided: &Decided) {
        let winners = decided.moves.iter().filter(|(_, wins)| *wins).count();
        if winners == 0 || 2 * winners > decided.moves.len() {
            return;
        }
        let Decided {
            local,
            last,
            effort,
            history,
            moves,
        } = decided;
        let sketch = Sketch::new(ground, local);
        let scene = Scene::new(ground, &sketch, local, *last);
        let candidates = moves
            .iter()
            .map(|&(point, wins)| Candidate {
                words: scene.words(point, history),
                shape: scene.shape(point),
                wins,
            })
            .collect();
        self.examples.push(Example {
            game: self.games,
            owner_moves: local.owner_moves,
            weight: (*effort as f32).ln() / 4.0,
            candidates,
        });
    }

    /// Fits the weights.
    pub fn learn(&self) -> Lesson {
        let canonical: Vec<u16> = (0..SHAPES).map(|shape| canonical(shape as u16)).collect();
        let mut student = Student::new(canonical, &self.examples);
        let count = self.examples.len();
        for _ in 0..ROUNDS {
            for i in 0..count {
                let example = &self.examples[i * STRIDE % count];
                if !example.game.is_multiple_of(HELD_OUT) {
                    student.learn(example);
                }
            }
        }
        let mut foresight = [Foresight::default(); 2];
        for example in self.examples.iter().filter(|e| e.game.is_multiple_of(HELD_OUT)) {
            student.ask(example, &mut foresight[usize::from(example.owner_moves)]);
        }
        Lesson {
            text: student.text(count),
            examples: count,
            foresight,
        }
    }
}

/// The first of the shapes that are the same when they are turned.
fn canonical(shape: u16) -> u16 {
    let all = symmetric(unpack(shape)).map(pack);
    all.into_iter().min().unwrap_or(shape)
}

/// Weights of a side under way.
#[derive(Clone)]
struct Side {
    words: Vec<f32>,
    shapes: Vec<f32>,
    /// Sums of the squares of gradients.
    word_squares: Vec<f32>,
    shape_squares: Vec<f32>,
    /// How often a shape was met.
    counts: Vec<u32>,
}

struct Student {
    canonical: Vec<u16>,
    sides: [Side; 2],
}

impl Student {
    fn new(canonical: Vec<u16>, examples: &[Example]) -> Self {
        let side = Side {
            words: vec![0.0; WORDS],
            shapes: vec![0.0; SHAPES],
            word_squares: vec![1.0; WORDS],
            shape_squares: vec![1.0; SHAPES],
            counts: vec![0; SHAPES],
        };
        let mut sides = [side.clone(), side];
        for example in examples.iter().filter(|e| !e.game.is_multiple_of(HELD_OUT)) {
            for candidate in &example.candidates {
                let shape = canonical[usize::from(candidate.shape)];
                sides[usize::from(example.owner_moves)].counts[usize::from(shape)] += 1;
            }
        }
        Self { canonical, sides }
    }

    /// The chances of all moves.
    fn chances(&self, example: &Example) -> Vec<f32> {
        let side = &self.sides[usize::from(example.owner_moves)];
        let sum = |c: &Candidate| {
            let words: f32 = c.words.iter().map(|&w| side.words[usize::from(w)]).sum();
            words + side.shapes[usize::from(self.canonical[usize::from(c.shape)])]
        };
        let mut chances: Vec<f32> = example.candidates.iter().map(sum).collect();
        let most = chances.iter().copied().fold(f32::MIN, f32::max);
        chances.iter_mut().for_each(|c| *c = (*c - most).exp());
        let all: f32 = chances.iter().sum();
        chances.iter_mut().for_each(|c| *c /= all);
        chances
    }

    fn learn(&mut self, example: &Example) {
        let chances = self.chances(example);
        let winning: f32 = chances
            .iter()
            .zip(&example.candidates)
            .filter(|(_, c)| c.wins)
            .map(|(chance, _)| chance)
            .sum();
        let side = &mut self.sides[usize::from(example.owner_moves)];
        for (candidate, chance) in example.candidates.iter().zip(chances) {
            let wanted = if candidate.wins {
                chance / winning.max(1e-9)
            } else {
                0.0
            };
            let gradient = example.weight * (wanted - chance);
            if gradient.abs() < 1e-4 {
                continue;
            }
            for &word in &candidate.words {
                let word = usize::from(word);
                side.word_squares[word] += gradient * gradient;
                side.words[word] += RATE * gradient / side.word_squares[word].sqrt();
            }
            let shape = usize::from(self.canonical[usize::from(candidate.shape)]);
            if side.counts[shape] >= MIN_COUNT {
                side.shape_squares[shape] += gradient * gradient;
                side.shapes[shape] += RATE * gradient / side.shape_squares[shape].sqrt();
            }
        }
    }

    fn ask(&self, example: &Example, foresight: &mut Foresight) {
        let chances = self.chances(example);
        let mut order: Vec<usize> = (0..chances.len()).collect();
        order.sort_by(|&a, &b| chances[b].total_cmp(&chances[a]));
        let wins = |i: usize| example.candidates.get(i).is_some_and(|c| c.wins);
        let winning: f32 = (0..chances.len()).filter(|&i| wins(i)).map(|i| chances[i]).sum();
        foresight.positions += 1;
        foresight.first += u32::from(wins(order[0]));
        foresight.third += u32::from(order.iter().take(3).any(|&i| wins(i)));
        foresight.log_likelihood += f64::from(winning.max(f32::MIN_POSITIVE)).ln();
    }

    fn text(&self, examples: usize) -> String {
        let mut text = HEAD.replace("{examples}", &examples.to_string());
        for (index, side) in self.sides.iter().enumerate() {
            let name = SIDES[index];
            for (kind, &(kind_name, count)) in KINDS.iter().enumerate() {
                for number in 0..u32::from(count) {
                    let weight = side.words[usize::from(word(kind, number))];
                    if weight.abs() >= 0.005 {
                        let _ = writeln!(text, "{name} {kind_name} {number} {weight:.2}");
                    }
                }
            }
            let mut shapes: Vec<usize> = (0..SHAPES).filter(|&s| side.counts[s] >= MIN_COUNT).collect();
            shapes.sort_by_key(|&s| (std::cmp::Reverse(side.counts[s]), s));
            for shape in shapes {
                let drawn = picture(shape as u16, index == 1);
                let (count, weight) = (side.counts[shape], side.shapes[shape]);
                let _ = writeln!(text, "{name} shape {drawn} {count} {weight:.2}");
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::super::policy::Policy;
    use super::*;

    /// A group with a room of two openings at the edge, where many moves come into question.
    const GROUP: &str = "
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . O O O O O O O O O O .
        . O X X X X X X X X O .
        . O X . . . . . . X O .
        . O . . X . X . . X O .";

    #[test]
    fn what_wins_in_positions_that_were_read_gets_weight() {
        let mut study = Study::default();
        study.add_position(&Board::from_diagram(GROUP));
        assert!(!study.examples.is_empty());
        // None is held out.
        study.examples.iter_mut().for_each(|e| e.game = 1);
        let lesson = study.learn();
        assert_eq!(lesson.examples, study.examples.len());
        assert!(Policy::parse(&lesson.text).is_ok(), "{}", lesson.text);
        let mut again = Study::default();
        again.add_position(&Board::from_diagram(GROUP));
        again.examples.iter_mut().for_each(|e| e.game = 1);
        assert_eq!(again.learn().text, lesson.text, "the same lesson twice");
    }

    #[test]
    fn a_word_that_only_winners_have_is_learned() {
        let candidate = |number: u32, wins: bool| Candidate {
            words: Words::from_iter([word(0, number)]),
            shape: 0,
            wins,
        };
        let example = |game: usize| Example {
            game,
            owner_moves: true,
            weight: 1.0,
            candidates: vec![candidate(0, false), candidate(1, true), candidate(2, false)],
        };
        let study = Study {
            examples: (0..200).map(example).collect(),
            ..Study::default()
        };
        let lesson = study.learn();
        let [attacker, owner] = lesson.foresight;
        assert_eq!((attacker.positions, owner.positions, owner.first), (0, 20, 20));
        assert!(owner.log_likelihood > -2.0, "{owner:?}");
    }
}
