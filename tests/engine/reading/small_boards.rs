// SPDX-License-Identifier: MIT OR Apache-2.0

//! Strings on small boards: answers of the reader against the truth.

use katachi_engine::reading::{Reader, Verdict};
use katachi_rules::{Board, BoardSize, Color};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use rayon::prelude::*;

use super::solver::{Solver, Truth};

/// Limit of the positions that the solver lists for one question. Larger questions are left out.
const LIMIT: usize = 2000;
/// Number of questions.
const QUESTIONS: u32 = 3000;
/// Number of positions that are read at the same time, on all cores.
const BATCH: usize = 32;
/// Number of answers in a thousand in which the reader may miss or imagine a ko: its moves are the likely
/// ones, not all. A plain yes or no is never wrong here.
const WRONG_KOS_IN_A_THOUSAND: u32 = 3;

/// Makes a random position of dense stones.
fn random_board(rng: &mut ChaCha8Rng) -> Board {
    let mut below = |n: u32| rng.next_u32() % n;
    let (width, height) = [(4, 4), (5, 3), (5, 4), (5, 5)][below(4) as usize];
    let size = BoardSize::new(width, height).expect("the sizes are small");
    let filled = 8 + below(6);
    let mut board = Board::new(size);
    for point in size.points() {
        let color = Color::BOTH[below(2) as usize];
        if below(16) < filled && board.is_legal(color, point) {
            board.place(color, point);
        }
    }
    board.clear_ko();
    board
}

/// Whether the answer is true. None if the truth is unknown.
fn agrees(verdict: Verdict, truth: Truth) -> Option<bool> {
    let claimed = match verdict {
        Verdict::Unknown => return None,
        Verdict::Yes => Truth::Yes,
        Verdict::No => Truth::No,
        Verdict::KoAhead | Verdict::KoBehind => Truth::Ko,
    };
    (truth != Truth::TooLarge).then_some(claimed == truth)
}

/// Answers of the reader that were compared with the truth.
#[derive(Default)]
struct Compared {
    answered: u32,
    /// Descriptions of the wrong ones.
    wrong: Vec<String>,
    /// A plain yes or no was the contrary of the truth.
    is_contradicted: bool,
}

impl Compared {
    /// Asks about each string of a position.
    fn new(board: &Board) -> Self {
        let mut compared = Self::default();
        let (size, before) = (board.size(), board.key());
        let mut reader = Reader::new(board, 100_000);
        for stone in board.strings() {
            let solution = Solver::solve(board, stone, LIMIT);
            let questions = [
                ("attack", reader.tactics().attack(stone), solution.attack),
                ("defend", reader.tactics().defend(stone), solution.defend),
            ];
            for (question, reading, truth) in questions {
                let Some(is_true) = agrees(reading.verdict, truth) else {
                    continue;
                };
                compared.answered += 1;
                if !is_true {
                    let plain = [Verdict::Yes, Verdict::No].contains(&reading.verdict);
                    compared.is_contradicted |= plain && truth != Truth::Ko;
                    let vertex = size.vertex(stone);
                    compared.wrong.push(format!(
                        "{question} {vertex}: {reading:?}, true is {truth:?}\n{board}"
                    ));
                }
            }
        }
        assert_eq!(
            reader.board().key(),
            before,
            "a reading leaves the board as it was"
        );
        compared
    }

    fn add(&mut self, other: Self) {
        self.answered += other.answered;
        self.wrong.extend(other.wrong);
        self.is_contradicted |= other.is_contradicted;
    }
}

#[test]
fn the_reader_agrees_with_an_exhaustive_solver() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut all = Compared::default();
    while all.answered < QUESTIONS {
        let boards: Vec<_> = (0..BATCH).map(|_| random_board(&mut rng)).collect();
        let compared: Vec<Compared> = boards.par_iter().map(Compared::new).collect();
        for one in compared {
            if all.answered < QUESTIONS {
                all.add(one);
            }
        }
    }
    let Compared {
        answered,
        wrong,
        is_contradicted,
    } = all;
    let count = wrong.len() as u32;
    assert!(
        !is_contradicted && count * 1000 <= answered * WRONG_KOS_IN_A_THOUSAND,
        "{count} of {answered} answers are wrong:\n{}",
        wrong.join("\n")
    );
}
