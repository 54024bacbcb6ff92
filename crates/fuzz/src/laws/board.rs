// SPDX-License-Identifier: MIT OR Apache-2.0

//! The board and the game of the rules against a plain model.

use std::collections::BTreeSet;

use katachi_rules::{Action, Color, Game, Move};

use crate::bytes::{Plan, resolve};
use crate::twins::agree::strings_agree;
use crate::twins::plain::{cells_of, place};
use crate::twins::twin::{Marks, Twin};

/// Turns between two comparisons of all points on boards that are not small.
const RARELY: usize = 8;
/// Points of a small board.
const SMALL: usize = 25;

/// Plays the game in the bytes. Stones, captures, liberties, kos, legal moves, phases and ends are those of
/// the plain model. At last all moves are undone.
pub fn board(bytes: &[u8]) {
    let plan = Plan::new(bytes, 9);
    let mut game = plan.start();
    let mut twin = Twin::new(plan.size, plan.rules);
    for (number, choice) in plan.choices().enumerate() {
        if plan.size.area() <= SMALL || number % RARELY == 0 {
            compare_legal(&game, &twin);
            strings_agree(game.board());
        }
        let (color, mv) = resolve(choice, &game);
        let action = game.action(color, mv).expect("a choice stands for a legal move");
        let key = match action {
            Action::Stone(point) => Some(game.board().key_after(color, point)),
            _ => None,
        };
        game.play(color, mv).expect("it is legal");
        twin.play(color, action, |p| place(plan.size, p));
        assert!(
            key.is_none_or(|key| key == game.board().key()),
            "the key is known before"
        );
        compare_state(&game, &twin);
    }
    while game.undo().is_some() {}
    game.board().check_consistency();
    let stones = cells_of(game.board());
    assert!(stones.iter().all(|cell| !cell.is_stone()), "all moves are undone");
}

/// The effect of each point for each side.
fn compare_legal(game: &Game, twin: &Twin) {
    let size = game.size();
    for color in Color::BOTH {
        for point in size.points() {
            let found = game.action(color, Move::Play(point)).ok();
            let expected = twin.action(color, place(size, point));
            assert_eq!(found, expected, "{color} at {point:?} on\n{:?}", game.board());
        }
    }
}

fn compare_state(game: &Game, twin: &Twin) {
    let size = game.size();
    game.board().check_consistency();
    assert_eq!(&cells_of(game.board()), twin.cells());
    assert_eq!(Color::BOTH.map(|c| game.captured()[c]), twin.captured);
    let marks = |c: Color| game.blocked(c).iter().map(move |p| (c, place(size, p)));
    let marks: Marks = Color::BOTH.into_iter().flat_map(marks).collect::<BTreeSet<_>>();
    assert_eq!(&marks, twin.marks());
    assert_eq!(
        (game.phase(), game.end(), game.button()),
        (twin.phase, twin.end, twin.button)
    );
}
