// SPDX-License-Identifier: MIT OR Apache-2.0

//! The law about headlines: an answer is what its own tree says two plies down.

use katachi_engine::answers::{Aim, TreeLimits};
use katachi_rules::Point;

use super::tested::Tested;
use super::{Law, groups, strings};

/// The move of the answer and the best reply: that of the answer after it, or the first try of a side that
/// fails.
const TWO_PLIES: TreeLimits = TreeLimits {
    first_moves: 1,
    tries: [1, 1],
    moves: 2,
    nodes: 3,
};

pub(super) fn check(tested: &mut Tested<'_>) {
    let single = |stone: Point| vec![stone];
    let groups = groups::questionable(tested.analysis).map(|group| group.origin);
    let groups: Vec<Point> = groups.collect();
    let strings = strings::questionable(tested.board).into_iter().map(single);
    let pairs = strings::pairs(tested.board).into_iter().map(|pair| pair.to_vec());
    let questions = strings
        .map(|string| (string, Aim::Capture))
        .chain(pairs.map(|pair| (pair, Aim::Connect)))
        .chain(groups.into_iter().map(single).map(|group| (group, Aim::Kill)));
    for (stones, aim) in questions {
        for aim in [aim, aim.opposite()] {
            follow(tested, aim, &stones);
        }
    }
}

/// Plays the move of a yes, and the best reply. The first side must still reach its aim. Answers of which one
/// is only judged have a law of their own.
fn follow(tested: &mut Tested<'_>, aim: Aim, stones: &[Point]) {
    let Some(tree) = tested.tree_of_yes(aim, stones, TWO_PLIES) else {
        return;
    };
    // Without a reply that needs an answer there is nothing to follow.
    let [headline, after, last] = &tree.nodes[..] else {
        return;
    };
    let found = [headline, last].map(|node| node.found.certainty);
    let law = match found.iter().all(|certainty| certainty.is_read()) {
        true => Law::Headline,
        false => Law::JudgedHeadline,
    };
    let holds = last.found.reading.verdict.is_yes();
    let by_proofs = !holds && found.iter().all(|certainty| certainty.is_proved());
    let line: Vec<Point> = [after, last].iter().filter_map(|node| Some(node.mv?.1)).collect();
    let (names, line) = (tested.names(stones), tested.names(&line));
    let code = last.found.reading.verdict.code();
    let text = format!("{} {names}: 1, after {line} {code}", aim.word());
    tested.counts.note(law, holds, by_proofs, text);
}
