//! From games to weights.
//!
//! Shapes around moves are counted, those that were played often enough are kept, and their weights and those of the words are fitted so that the
//! moves played are as likely as can be, by going through the positions once and following the gradient of
//! each (J. Duchi, E. Hazan, Y. Singer, "Adaptive Subgradient Methods", 2011). The same games in the same order give the same weights.

use std::fmt::Write as _;

use arrayvec::ArrayVec;
use katachi_rules::sgf::{Record, Step};
use katachi_rules::{Board, BoardSize, Color, Move, Point};
use rustc_hash::FxHashMap;
use thiserror::Error;

use super::circumstance::{Circumstances, KINDS, WORDS, Words, number};
use super::shape::{Grid, LEVELS, REPLY_LEVELS};
use super::{candidates, to_chances};

/// What is learned from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Shapes in which a move was made less often are left out; 1 or more.
    pub min_count: u32,
    /// The weights are fitted to one of so many positions; 1 or more.
    pub every: usize,
    /// One of so many games is not learned from, but asked afterwards; 2 or more.
    pub held_out: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            min_count: 100,
            every: 2,
            held_out: 60,
        }
    }
}

/// Why a game says nothing.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unfit {
    /// Its board is not 19x19.
    #[error("not on 19x19")]
    Size,
    /// It has stones that were set up, such as a handicap, or moves that cannot be.
    #[error("with stones or moves that cannot be learned from")]
    Moves,
}

/// How well the games that were held out are foretold.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Agreement {
    /// Positions asked.
    pub positions: u32,
    /// The move played was the likeliest.
    pub first: u32,
    /// It was among the ten likeliest.
    pub tenth: u32,
    /// The sum of the logarithms of the chances of the moves played.
    pub log_likelihood: f64,
}

/// What was learned.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The weights as text.
    pub text: String,
    /// How many shapes have one.
    pub shapes: usize,
    /// How good they are.
    pub agreement: Agreement,
}

const SIZE: BoardSize = BoardSize::square(19);
/// How far a weight goes along its first gradient.
const RATE: f32 = 0.2;
/// Moves of so small a chance change no weight.
const LEAST_CHANCE: f32 = 1e-4;
/// Moves of a game that follow from each other in the order of learning: neighbours come from the same source.
const STRIDE: usize = 7_919;

/// Games to learn from.
#[derive(Debug, Default)]
pub struct Study {
    games: Vec<Vec<(Color, Option<Point>)>>,
}

impl Study {
    /// Adds a game.
    ///
    /// # Errors
    /// If nothing can be learned from it; nothing of it is kept then.
    pub fn add(&mut self, record: &Record) -> Result<(), Unfit> {
        if record.size != SIZE {
            return Err(Unfit::Size);
        }
        let mut moves = Vec::new();
        let mut board = Board::new(SIZE);
        for step in &record.steps {
            let Step::Play(color, mv) = *step else {
                return Err(Unfit::Moves);
            };
            if let Move::Play(point) = mv {
                if !board.is_empty(point) || !board.is_legal(color, point) {
                    return Err(Unfit::Moves);
                }
                drop(board.play(color, point));
            }
            moves.push((color, mv.point()));
        }
        self.games.push(moves);
        Ok(())
    }

    /// Learns from all games. Some 400 microseconds for each position that weights are fitted to.
    pub fn learn(&self, limits: Limits) -> Lesson {
        let mut shapes = self.shapes(limits);
        let mut student = Student {
            ids: FxHashMap::default(),
            weights: vec![0.0; WORDS + shapes.len()],
            squares: vec![1.0; WORDS + shapes.len()],
        };
        for (id, shape) in shapes.iter().enumerate() {
            student.ids.insert(shape.number, (WORDS + id) as u32);
        }
        let count = self.games.len();
        let mut agreement = Agreement::default();
        for i in 0..count {
            let game = i * STRIDE % count;
            if !game.is_multiple_of(limits.held_out) {
                self.replay(game, |at, position| {
                    if at % limits.every == i % limits.every {
                        student.learn(&position);
                    }
                });
            }
        }
        for game in (0..count).step_by(limits.held_out) {
            self.replay(game, |_, position| student.ask(&position, &mut agreement));
        }
        for (shape, &weight) in shapes.iter_mut().zip(&student.weights[WORDS..]) {
            shape.weight = weight;
        }
        Lesson {
            text: text(&student.weights[..WORDS], &shapes),
            shapes: shapes.len(),
            agreement,
        }
    }

    /// Hands over every position of a game in which a stone was played.
    fn replay(&self, game: usize, mut take: impl FnMut(usize, Position<'_>)) {
        let mut board = Board::new(SIZE);
        let moves = &self.games[game];
        for (at, &(color, mv)) in moves.iter().enumerate() {
            let Some(played) = mv else {
                board.clear_ko();
                continue;
            };
            let before = |n: usize| at.checked_sub(n).and_then(|i| moves[i].1);
            let position = Position {
                board: &board,
                color,
                last: before(1),
                own: before(2),
                played,
            };
            take(at, position);
            drop(board.play(color, played));
        }
    }

    /// The shapes in which moves were made often enough, by level, the most frequent first.
    fn shapes(&self, limits: Limits) -> Vec<Learned> {
        let mut counts: FxHashMap<u64, u32> = FxHashMap::default();
        let learned = || (0..self.games.len()).filter(|game| !game.is_multiple_of(limits.held_out));
        for game in learned() {
            self.replay(game, |_, position| {
                let grid = Grid::new(position.board, position.color, position.last);
                for shape in grid.shapes(position.played).chain(grid.replies(position.played)) {
                    *counts.entry(shape).or_default() += 1;
                }
            });
        }
        counts.retain(|_, count| *count >= limits.min_count);
        let mut shapes = Vec::new();
        for game in learned() {
            self.replay(game, |_, position| {
                let grid = Grid::new(position.board, position.color, position.last);
                let mut add = |number, level, picture: &dyn Fn() -> String| {
                    if let Some(played) = counts.remove(&number) {
                        shapes.push(Learned {
                            number,
                            level,
                            picture: picture(),
                            played,
                            weight: 0.0,
                        });
                    }
                };
                for (level, number) in grid.shapes(position.played).enumerate() {
                    add(number, level, &|| {
                        format!("shape {}", grid.picture(position.played, level))
                    });
                }
                for (level, number) in grid.replies(position.played).enumerate() {
                    let picture = || grid.reply_picture(position.played, level).unwrap_or_default();
                    add(number, LEVELS.len() + level, &|| format!("reply {}", picture()));
                }
            });
        }
        shapes.sort_by(|a, b| (a.level, b.played, &a.picture).cmp(&(b.level, a.played, &b.picture)));
        shapes
    }
}

/// A position in which a move was made.
struct Position<'a> {
    board: &'a Board,
    color: Color,
    last: Option<Point>,
    own: Option<Point>,
    played: Point,
}

struct Learned {
    number: u64,
    /// Levels of answers come after those of shapes.
    level: usize,
    /// The beginning of its line.
    picture: String,
    played: u32,
    weight: f32,
}

/// Weights under way: of words, then of shapes.
struct Student {
    ids: FxHashMap<u64, u32>,
    weights: Vec<f32>,
    /// Sums of the squares of gradients.
    squares: Vec<f32>,
}

/// A legal move with all that has a weight.
struct Candidate {
    point: Point,
    words: Words,
    shapes: ArrayVec<u32, { LEVELS.len() + REPLY_LEVELS }>,
    chance: f32,
}

impl Candidate {
    fn ids(&self) -> impl Iterator<Item = usize> + '_ {
        let words = self.words.iter().map(|&word| usize::from(word));
        words.chain(self.shapes.iter().map(|&shape| shape as usize))
    }
}

impl Student {
    /// All moves with their chances.
    fn candidates(&self, position: &Position<'_>) -> Vec<Candidate> {
        let Position {
            board,
            color,
            last,
            own,
            ..
        } = *position;
        let grid = Grid::new(board, color, last);
        let mut circumstances = Circumstances::new(board, color, last, own);
        let points: Vec<Point> = candidates(board, color).collect();
        let known = |number: u64| self.ids.get(&number).copied();
        let mut candidates: Vec<Candidate> = points
            .into_iter()
            .map(|point| {
                let mut candidate = Candidate {
                    point,
                    words: circumstances.words(point),
                    shapes: grid
                        .shapes(point)
                        .map_while(known)
                        .chain(grid.replies(point).map_while(known))
                        .collect(),
                    chance: 0.0,
                };
                candidate.chance = candidate.ids().map(|id| self.weights[id]).sum();
                candidate
            })
            .collect();
        to_chances(&mut candidates, |candidate| &mut candidate.chance);
        candidates
    }

    fn learn(&mut self, position: &Position<'_>) {
        let candidates = self.candidates(position);
        for candidate in &candidates {
            let is_played = candidate.point == position.played;
            let gradient = f32::from(u8::from(is_played)) - candidate.chance;
            if gradient.abs() < LEAST_CHANCE {
                continue;
            }
            for id in candidate.ids() {
                self.squares[id] += gradient * gradient;
                self.weights[id] += RATE * gradient / self.squares[id].sqrt();
            }
        }
    }

    fn ask(&self, position: &Position<'_>, agreement: &mut Agreement) {
        let candidates = self.candidates(position);
        let Some(played) = candidates.iter().find(|c| c.point == position.played) else {
            return;
        };
        let better = candidates.iter().filter(|c| c.chance > played.chance).count();
        agreement.positions += 1;
        agreement.first += u32::from(better == 0);
        agreement.tenth += u32::from(better < 10);
        agreement.log_likelihood += f64::from(played.chance.max(f32::MIN_POSITIVE)).ln();
    }
}

fn text(words: &[f32], shapes: &[Learned]) -> String {
    let mut text = String::new();
    for (kind, name, count) in KINDS {
        for word in 0..count {
            let weight = words[usize::from(number(kind, word))];
            if weight != 0.0 {
                let _ = writeln!(text, "{name} {word} {weight:.2}");
            }
        }
    }
    for shape in shapes {
        let _ = writeln!(text, "{} {} {:.2}", shape.picture, shape.played, shape.weight);
    }
    text
}
