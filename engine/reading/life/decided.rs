// SPDX-License-Identifier: MIT OR Apache-2.0

//! Positions of groups that searches decided, with the features of all moves and whether they win: the policy
//! is fitted to them (`katachi-lab train life`).

use katachi_rules::Board;
use rand_chacha::ChaCha8Rng;
use rand_core::Rng as _;

use super::board::{Dependence, LocalBoard, LocalPosition, NOWHERE, Played};
use super::evaluation::StaticEval;
use super::policy::{self, Extractor, FEATURES, History, canonical};
use super::solver::{Decided, KoQuery, ReviewSettings};
use crate::local::{KoThreats, Role};
use crate::reading::Reader;

/// Groups of a position at most, the largest first; 2 to 8.
const MAX_GROUPS: usize = 4;
/// Stones of a group at least; 2 to 6.
const MIN_STONES: usize = 3;
/// Nodes of a search; 500 to 10,000.
const NODES: u32 = 1_500;
/// Empty points of the local board at most, without the open board; 20 to 40. life-and-death.md.
const MAX_EMPTY: u32 = 30;
/// Numbers of random moves that are played before a search; 0 to 8.
const MOVES_BEFORE: [usize; 6] = [0, 1, 2, 3, 4, 6];
/// The spread of these random moves over ranks of the order, beside its geometric part; 1 to 5.
const RANK_SPREAD: u32 = 3;

const REVIEW: ReviewSettings = ReviewSettings {
    // 10 to 100.
    most: 30,
    // 3 to 10.
    effort: 4,
    // 30 to 200. life-and-death.md.
    check: 60,
};

/// A position in which the side to move has winning moves and others.
#[derive(Clone, Debug)]
pub struct DecidedPosition {
    /// The side to move: the attacker (0) or the owner of the group (1).
    pub side: usize,
    /// Moves that a search played to decide it.
    pub effort: u32,
    /// The numbers of the weights of each legal move, that of its shape last, and whether it wins.
    pub moves: Vec<(Vec<u32>, bool)>,
}

/// Searches surrounded groups of a position, also after some random moves; this takes some seconds.
pub fn decided_positions(board: &Board, random: &mut ChaCha8Rng) -> Vec<DecidedPosition> {
    let mut decided = Vec::new();
    let mut reader = Reader::new(board, NODES);
    let groups = reader.life().surrounded_groups();
    for group in groups.iter().take(MAX_GROUPS).filter(|g| g.len() >= MIN_STONES) {
        let Some(local_boards) = reader.life().local_boards(group) else {
            continue;
        };
        let local_board = &local_boards.narrow;
        let closed = local_board.area & !local_board.open;
        if (closed & !local_board.own & !local_board.attackers).count_ones() > MAX_EMPTY {
            continue;
        }
        for to_move in Role::BOTH {
            for moves in MOVES_BEFORE {
                let start = local_board.position(board, to_move);
                if let Some((start, last)) = played_on(local_board, start, moves, random) {
                    let mut query = KoQuery::new(local_board, start);
                    query.work(NODES.into());
                    for mut found in query.review(REVIEW) {
                        if found.position == start {
                            found.last = last;
                        }
                        decided.extend(position(local_board, &found));
                    }
                }
            }
        }
    }
    decided
}

/// The position after random moves, with a preference for probable ones. `None` if it is decided before.
fn played_on(
    local_board: &LocalBoard,
    start: LocalPosition,
    moves: usize,
    random: &mut ChaCha8Rng,
) -> Option<(LocalPosition, u8)> {
    let (mut position, mut last) = (start, NOWHERE);
    for _ in 0..moves {
        let eval = StaticEval::new(local_board, &position);
        if eval.dies.is_some() {
            return None;
        }
        let order = policy::candidates(last, local_board, &eval, &position, &History::new());
        let at = random.next_u32().leading_zeros() as usize + (random.next_u32() % RANK_SPREAD) as usize;
        let point = order.get(at)?.point;
        let Played::To(next) = position.play(local_board, point, KoThreats::None, &mut Dependence::default())
        else {
            return None;
        };
        (position, last) = (next, point);
    }
    Some((position, last))
}

/// The features of the moves. `None` if more than half of them win, or none does.
fn position(local_board: &LocalBoard, decided: &Decided) -> Option<DecidedPosition> {
    let winners = decided.moves.iter().filter(|(_, wins)| *wins).count();
    if winners == 0 || 2 * winners > decided.moves.len() {
        return None;
    }
    let position = &decided.position;
    let eval = StaticEval::new(local_board, position);
    let extractor = Extractor::new(local_board, &eval, position, decided.last);
    let moves = decided.moves.iter().map(|&(point, wins)| {
        let features = extractor.features(point, &decided.history);
        let shape = FEATURES as u32 + u32::from(canonical(extractor.shape(point)));
        (features.into_iter().map(u32::from).chain([shape]).collect(), wins)
    });
    Some(DecidedPosition {
        side: position.to_move as usize,
        effort: decided.effort,
        moves: moves.collect(),
    })
}
