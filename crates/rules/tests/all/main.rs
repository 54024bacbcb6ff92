// SPDX-License-Identifier: MIT OR Apache-2.0

//! Tests of rules and records, one program so that it is linked once.

mod allocations;
mod golden;
mod properties;
mod rules_fields;
mod rules_text;
mod scoring;
mod sgf_oddities;
mod sgf_random;
mod sgf_records;
mod sgf_samples;
mod superko;

use katachi_rules::Game;

/// Makes moves of the side to move, all of which must be legal.
#[track_caller]
fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = game.size().parse_move(text).expect("a move");
        let played = game.play(game.to_move(), mv);
        assert_eq!(played, Ok(()), "{text} on\n{:?}", game.board());
    }
}
