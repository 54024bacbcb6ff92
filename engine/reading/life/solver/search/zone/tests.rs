// SPDX-License-Identifier: MIT OR Apache-2.0

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

use super::*;
use crate::reading::life::board::LocalBoard;
use crate::reading::life::solver::search::Found;
use crate::reading::life::tests::local_board_of;

/// Groups with ways out, false eyes, captures and throw-ins, and the stone that is asked about.
const GROUPS: [(&str, &str); 3] = [
    (
        "
        . . X . . . . . .
        . X O O X X . . .
        . . . O . . . . .
        . O O X X . . . .
        . O X . . . . . .
        . X X . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
        "C8",
    ),
    (
        "
        . . . O X . X . .
        . . O . O X . . .
        . . O . O X . . .
        . X . X X X . . .
        . . X . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
        "C8",
    ),
    (
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . O O O O O . .
        . O . O X X X O .
        . O X X X O X O .
        . O X O . . . O .
        . O X . X O X O .
        . O X . . . X O .",
        "E5",
    ),
];

/// Runs a search with zones or without.
fn searched<'a>(
    board: &'a LocalBoard,
    position: &LocalPosition,
    uses_zones: bool,
    budget: u32,
) -> (Search<'a>, Found) {
    let mut search = Search::new(board, None);
    search.uses_zones = uses_zones;
    let found = search.run(position, budget);
    (search, found)
}

#[test]
fn zones_save_moves_and_change_no_result() {
    let (mut with, mut without) = (0, 0);
    for (diagram, stone) in GROUPS {
        let (_, board) = local_board_of(diagram, stone);
        for to_move in [Role::Attacker, Role::Owner] {
            let position = LocalPosition::new(&board, to_move, None);
            let [zones, plain] =
                [true, false].map(|uses_zones| searched(&board, &position, uses_zones, 1_000_000).1);
            assert!(plain.dies.is_some(), "small enough to be decided:{diagram}");
            assert_eq!(zones.dies, plain.dies, "{to_move:?} to move:{diagram}");
            with += zones.nodes;
            without += plain.nodes;
        }
    }
    assert!(with < without, "{with} moves with zones, {without} without");
}

/// Makes a position with the same contents of a zone and others beside it at random. None if a string has no
/// liberty then.
fn altered(
    board: &LocalBoard,
    position: &LocalPosition,
    zone: Bits,
    rng: &mut ChaCha8Rng,
) -> Option<LocalPosition> {
    let mut altered = *position;
    for point in crate::local::each(board.area & !board.open & !zone) {
        let stone = bit(point);
        altered.own &= !stone;
        altered.attackers &= !stone;
        match rng.next_u32() % 4 {
            0 => altered.own |= stone,
            1 => altered.attackers |= stone,
            _ => {}
        }
    }
    let empty = altered.empty(board);
    let has_liberty = |stones: Bits, role| {
        let mut strings = LocalPosition::strings(board, stones);
        strings.all(|s| s & board.lasting(role) != 0 || board.around(s) & empty != 0)
    };
    let is_sound = has_liberty(altered.own, Role::Owner) && has_liberty(altered.attackers, Role::Attacker);
    is_sound.then_some(altered)
}

#[test]
fn a_result_is_the_same_whatever_is_outside_its_zone() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut compared = 0;
    for (diagram, stone) in GROUPS {
        let (_, board) = local_board_of(diagram, stone);
        for to_move in [Role::Attacker, Role::Owner] {
            let start = LocalPosition::new(&board, to_move, None);
            let (first, _) = searched(&board, &start, true, 20_000);
            let mut known: Vec<_> = first.by_position.iter().map(|(&p, &node)| (node, p)).collect();
            known.sort_unstable_by_key(|(node, _)| *node);
            for (node, position) in known.into_iter().step_by(4) {
                let node = &first.nodes[node as usize];
                let Some(dies) = node
                    .numbers
                    .outcome()
                    .filter(|_| node.zone != ALL && !position.has_ko())
                else {
                    continue;
                };
                let Some(other) = altered(&board, &position, node.zone, &mut rng) else {
                    continue;
                };
                if let Some(again) = searched(&board, &other, false, 3_000).1.dies {
                    compared += 1;
                    assert_eq!(
                        again, dies,
                        "zone {:#x} of {position:?}, in {other:?}:{diagram}",
                        node.zone
                    );
                }
            }
        }
    }
    assert!(compared > 1000, "{compared} positions");
}
