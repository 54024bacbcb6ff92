// SPDX-License-Identifier: MIT OR Apache-2.0

//! Positions of groups that searches decided, with the features of all moves and whether they win: the policy
//! is fitted to them (`katachi-lab train life`).

use std::cmp::Reverse;

use katachi_rules::Board;
use rand_chacha::ChaCha8Rng;
use rand_core::Rng as _;

use super::{Edge, Search};
use crate::local::Role;
use crate::reading::Reader;
use crate::reading::life::board::{Dependence, LocalBoard, LocalPosition, NOWHERE, Played};
use crate::reading::life::evaluation::StaticEval;
use crate::reading::life::policy::{self, Extractor, FEATURES, History, canonical};
use crate::reading::life::solver::KoQuery;

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
/// Limit of the positions of one search; half of them are those with the most effort; 10 to 100.
const MAX_POSITIONS: usize = 30;
/// Least effort of a position, in moves played; 3 to 10.
const MIN_EFFORT: u32 = 4;
/// Moves that may be played to decide each undecided move; 30 to 200. life-and-death.md.
const CHECK_NODES: u32 = 60;

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

/// A position in which the side to move has a winning move.
pub(in crate::reading::life) struct Decided {
    pub(in crate::reading::life) position: LocalPosition,
    /// The point of the move before it; [`NOWHERE`] if that was a pass or not played in the search.
    pub(in crate::reading::life) last: u8,
    effort: u32,
    /// Wins of moves before the position was first visited.
    history: History,
    /// All legal moves, and whether each is proved to win.
    pub(in crate::reading::life) moves: Vec<(u8, bool)>,
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
                    for mut found in query.search.review(MIN_EFFORT) {
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
        last = order.get(at)?.point;
        position = position.after(local_board, last)?;
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
        let shape = FEATURES as u32 + u32::from(canonical(local_board.shape(position, point)));
        (features.into_iter().map(u32::from).chain([shape]).collect(), wins)
    });
    Some(DecidedPosition {
        side: position.to_move as usize,
        effort: decided.effort,
        moves: moves.collect(),
    })
}

impl Search<'_> {
    /// Positions that the side to move has won by a move, whoever wins a ko, with that effort at least.
    pub(in crate::reading::life) fn review(&mut self, min_effort: u32) -> Vec<Decided> {
        let known = self.by_position.iter();
        let mut wins: Vec<(u32, LocalPosition, u8)> = known
            .filter_map(|(position, &index)| Some((index, *position, self.winner(index, position)?)))
            .collect();
        wins.sort_unstable_by_key(|&(index, ..)| index);
        let effort = |index: u32| -> u32 { self.nodes[index as usize].edges.iter().map(|e| e.effort).sum() };
        let wins_by_effort = wins
            .iter()
            .map(|&(index, position, _)| (effort(index), index, position));
        let mut found: Vec<_> = wins_by_effort.filter(|win| win.0 >= min_effort).collect();
        found.sort_unstable_by_key(|&(effort, index, _)| (Reverse(effort), index));
        let rest = found.split_off((MAX_POSITIONS / 2).min(found.len()));
        let step = rest.len().div_ceil(MAX_POSITIONS - MAX_POSITIONS / 2).max(1);
        found.extend(rest.into_iter().step_by(step));
        let mut decided: Vec<Decided> = Vec::new();
        for (effort, index, position) in found {
            let mut history = History::new();
            for (_, earlier, point) in wins.iter().take_while(|win| win.0 < index) {
                history.note(earlier.to_move, *point);
            }
            let mut edges = self.nodes.iter().flat_map(|node| &node.edges);
            let first = edges.find(|edge| edge.node == Some(index));
            decided.push(Decided {
                position,
                last: first.map_or(NOWHERE, |edge| edge.point),
                effort,
                history,
                moves: Vec::new(),
            });
        }
        for won in &mut decided {
            won.moves = self.all_moves(&won.position);
        }
        decided
    }

    /// The first winning move. None if a pass wins, too.
    fn winner(&self, index: u32, position: &LocalPosition) -> Option<u8> {
        let node = &self.nodes[index as usize];
        let dies = Some(position.to_move.is_attacker());
        if !node.expanded || node.dependence.ko || node.numbers.outcome() != dies {
            return None;
        }
        let wins = |e: &&Edge| self.edge_numbers(e).outcome() == dies;
        let mut winners = node.edges.iter().filter(wins);
        let first = winners.next()?.point;
        (first != NOWHERE && winners.all(|e| e.point != NOWHERE)).then_some(first)
    }

    /// Returns all legal moves and whether they win; undecided ones are searched.
    fn all_moves(&mut self, position: &LocalPosition) -> Vec<(u8, bool)> {
        let board = self.board;
        let eval = StaticEval::new(board, position);
        let dies = position.to_move.is_attacker();
        let moves = policy::candidates(NOWHERE, board, &eval, position, &History::new());
        let mut all = Vec::with_capacity(moves.len());
        for point in moves.iter().map(|c| c.point) {
            let played = position.play(board, point, self.threats, &mut Dependence::default());
            if let Played::To(next) = played {
                let outcome = StaticEval::with_numbers(board, &next).0.dies;
                let outcome = outcome.or_else(|| self.run(&next, CHECK_NODES).dies);
                all.push((point, outcome == Some(dies)));
            }
        }
        all
    }
}
