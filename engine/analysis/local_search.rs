//! Does one string live? A Monte Carlo tree search (L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo planning",
//! 2006) around it, with the games of `playout` below its leaves. A guess that sharpens with more games, no proof.

use arrayvec::ArrayVec;
use katachi_rules::{Board, Color, Point, PointSet};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::playout::{is_sensible, play_out};

/// Weight of exploring.
const EXPLORE: f32 = 0.5;
/// A leaf gets its moves when it was visited so often.
const EXPAND: u32 = 3;
/// Moves of one line in the tree, at most.
const LINE: usize = 24;

struct Node {
    /// None is a pass.
    point: Option<Point>,
    visits: u32,
    /// For the side that moved here, from -1 to 1 a game.
    value: f32,
    children: Option<(u32, u32)>,
}

impl Node {
    fn new(point: Option<Point>) -> Self {
        Self {
            point,
            visits: 0,
            value: 0.0,
            children: None,
        }
    }
}

/// From -1, the string at `stone` dies whatever its side does, to 1, it lives, if `first` moves first and nobody plays
/// on closed points. `games` games; the same position gives the same answer.
pub(super) fn survival(board: &Board, stone: Point, first: Color, closed: &PointSet, games: u32) -> f32 {
    let color = board.cell(stone).color().expect("a stone is asked about");
    let stones: Vec<Point> = board.string(stone).collect();
    let mut rng = ChaCha8Rng::seed_from_u64(board.situation_key(first) ^ (u64::from(stone.y()) << 8 | u64::from(stone.x())));
    let mut nodes = vec![Node::new(None)];
    let mut late = 0.0;
    for game in 0..games {
        let mut played = board.clone();
        let mut to_move = first;
        let mut line = ArrayVec::<u32, LINE>::new();
        let mut passes = 0;
        let mut at = 0u32;
        line.push(at);
        while passes < 2 && !line.is_full() {
            if nodes[at as usize].children.is_none() {
                if nodes[at as usize].visits < EXPAND {
                    break;
                }
                expand(&mut nodes, at, &played, to_move, closed);
            }
            at = best_child(&nodes, at);
            line.push(at);
            match nodes[at as usize].point {
                Some(point) => {
                    let _ = played.play(to_move, point);
                    passes = 0;
                }
                None => {
                    played.clear_ko();
                    passes += 1;
                }
            }
            to_move = to_move.opposite();
        }
        if passes < 2 {
            play_out(&mut played, to_move, closed, &mut rng);
        }
        let kept = stones.iter().filter(|&&s| played.cell(s).is(color)).count();
        let result = if 2 * kept >= stones.len() { 1.0 } else { -1.0 };
        if 2 * game >= games {
            late += result;
        }
        for (depth, &node) in line.iter().enumerate() {
            let mover = if depth % 2 == 0 { first.opposite() } else { first };
            let node = &mut nodes[node as usize];
            node.visits += 1;
            node.value += if mover == color { result } else { -result };
        }
    }
    late / (games - games / 2).max(1) as f32
}

fn expand(nodes: &mut Vec<Node>, at: u32, board: &Board, to_move: Color, closed: &PointSet) {
    let start = nodes.len() as u32;
    let mut moves: Vec<Point> = board
        .empty_points()
        .filter(|&p| !closed.contains(p) && is_sensible(board, to_move, p))
        .collect();
    moves.sort_by_key(|p| (p.y(), p.x()));
    nodes.extend(moves.into_iter().map(|p| Node::new(Some(p))));
    nodes.push(Node::new(None));
    nodes[at as usize].children = Some((start, nodes.len() as u32));
}

fn best_child(nodes: &[Node], at: u32) -> u32 {
    let (start, end) = nodes[at as usize].children.expect("the node was expanded");
    let log = (nodes[at as usize].visits.max(1) as f32).ln();
    let mut best = (f32::MIN, start);
    for i in start..end {
        let child = &nodes[i as usize];
        let score = if child.visits == 0 {
            // Each move once, a pass last.
            1e6 - i as f32
        } else {
            let visits = child.visits as f32;
            child.value / visits + EXPLORE * (log / visits).sqrt()
        };
        if score > best.0 {
            best = (score, i);
        }
    }
    best.1
}
