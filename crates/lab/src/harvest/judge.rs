// SPDX-License-Identifier: MIT OR Apache-2.0

//! The moves of trees that lose, by the judgement of another engine.
//!
//! The other corners have a star-point stone each. A move loses what its side leads by less after it than
//! after the best of its siblings; where the judge itself would play in the corner, also less than before it.
//! Moves elsewhere are no measure: whether a corner can wait is told by the values of the tree. The two
//! boards differ in the colours of the other corners, and so in ladders and directions; a move is marked if
//! it loses on both.

use std::ops::ControlFlow;

use katachi_katago_json::{Answer, Judge, JudgeQuestion};
use katachi_rules::{Color, Game, Move, Point, Rules};
use rustc_hash::FxHashMap;

use super::region::{Region, SIZE, point};
use super::tree::{TreeMove, board};

/// Loss in points beyond which a move is marked: above the error of a judge with few visits; 1.5 to 3.
const MAX_LOSS: f32 = 2.0;
/// Visits of the judge: one for all positions, and this number where a move loses by it.
const VISITS: [u32; 2] = [1, 16];

/// The colour of the star points beside the corner, that of the one across, and the komi at which the board
/// is about even after the first move.
const BOARDS: [(Color, Color, f32); 2] = [
    (Color::White, Color::Black, -7.0),
    (Color::Black, Color::White, 21.0),
];
/// Lines of the other star points from the edges of the corner: beside it, beside it, across.
const STARS: [(u8, u8); 3] = [(15, 3), (3, 15), (15, 15)];

/// A position: after which move, and whether the side that made it is to move again.
type Place = (usize, bool);

/// Marks the moves that lose.
pub(super) fn mark(nodes: &mut [TreeMove], command: &str, corner: Region) -> anyhow::Result<()> {
    let mut judge = Judge::start(command)?;
    let mut moves: Vec<usize> = (0..nodes.len())
        .filter(|&at| nodes[at].parent.is_some())
        .collect();
    for visits in VISITS {
        for on in BOARDS {
            let judged = judged(&mut judge, nodes, &moves, on, visits)?;
            moves.retain(|&at| {
                let loss = loss(nodes, at, &judged, corner);
                let least = nodes[at]
                    .loss
                    .filter(|_| on != BOARDS[0])
                    .map_or(loss, |it| it.min(loss));
                nodes[at].loss = (loss > MAX_LOSS).then_some(least);
                nodes[at].loss.is_some()
            });
        }
    }
    Ok(())
}

/// The position before a move, which has a parent.
fn before(nodes: &[TreeMove], at: usize) -> Place {
    let parent = nodes[at].parent.expect("it is no first move");
    (parent, nodes[at].tenuki.is_some())
}

/// The moves in the same position, with it.
fn siblings(nodes: &[TreeMove], at: usize) -> impl Iterator<Item = usize> {
    let place = before(nodes, at);
    let all = nodes[place.0].children.iter().copied();
    all.filter(move |&other| before(nodes, other) == place)
}

/// Judges the positions before the moves, and after each of their siblings.
fn judged(
    judge: &mut Judge,
    nodes: &[TreeMove],
    moves: &[usize],
    on: (Color, Color, f32),
    visits: u32,
) -> anyhow::Result<FxHashMap<Place, Answer>> {
    let after = moves
        .iter()
        .flat_map(|&at| siblings(nodes, at))
        .map(|at| (at, false));
    let mut places: Vec<Place> = moves.iter().map(|&at| before(nodes, at)).chain(after).collect();
    places.sort_unstable();
    places.dedup();
    let questions: Vec<JudgeQuestion> = places.iter().map(|&place| question(nodes, place, on)).collect();
    let answers = judge.judge(&questions, Some(visits), &mut |_| ControlFlow::Continue(()))?;
    Ok(places.into_iter().zip(answers).collect())
}

fn question(
    nodes: &[TreeMove],
    (at, again): Place,
    (beside, across, komi): (Color, Color, f32),
) -> JudgeQuestion {
    let played = nodes[at].play;
    // The last move is played, so that a ko is one.
    let mut start = board(nodes, if again { Some(at) } else { nodes[at].parent });
    for (star, color) in STARS.into_iter().zip([beside, beside, across]) {
        start.place(color, point(star));
    }
    let mut game = Game::from_position(start, played.color, Rules::CHINESE, komi);
    if !again {
        let _ = game.play(played.color, Move::Play(point(played.at)));
    }
    let color = if again {
        played.color
    } else {
        played.color.opposite()
    };
    JudgeQuestion { game, color }
}

/// Points that a move loses, 0 or more.
fn loss(nodes: &[TreeMove], at: usize, judged: &FxHashMap<Place, Answer>, corner: Region) -> f32 {
    let color = nodes[at].play.color;
    let lead = |place: Place| match color {
        Color::Black => judged[&place].lead,
        Color::White => -judged[&place].lead,
    };
    let place = before(nodes, at);
    let leads = siblings(nodes, at).map(|other| lead((other, false)));
    let own = best(&judged[&place]).filter(|&own| corner.lines(own, 0).is_some());
    let best = leads.chain(own.map(|_| lead(place))).fold(f32::MIN, f32::max);
    best - lead((at, false))
}

/// The judge's own move, if it is on the board: that of its search, or the likeliest one before it.
fn best(answer: &Answer) -> Option<Point> {
    let likeliest = || {
        SIZE.points()
            .max_by(|&a, &b| answer.policy[a].total_cmp(&answer.policy[b]))
    };
    match answer.moves.first() {
        Some(first) => first.mv.point(),
        None => likeliest(),
    }
}
