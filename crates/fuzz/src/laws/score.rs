// SPDX-License-Identifier: MIT OR Apache-2.0

//! Scores and unconditional life against plain recounts.

use katachi_rules::{Action, Agreement, Color, Game, PassDead, Phase, PointSet, Rules, Tax};

use crate::bytes::{Plan, resolve};
use crate::twins::agree::{area_agrees, pass_alive_agrees};
use crate::twins::tally::{Counted, plain_score};

/// Plays the game in the bytes. Its area and its agreed score, without dead stones and with some strings
/// dead, are those of flood fills. Points and prisoners lead by the same number as the form of counting in
/// which a stone costs a point.
pub fn score(bytes: &[u8]) {
    let mut plan = Plan::new(bytes, 9);
    let (game, counted) = played(&plan);
    for dead in [PointSet::EMPTY, some_strings(&game, bytes)] {
        check(&game, &counted, &dead);
    }
    plan.rules = Rules {
        tax: Tax::None,
        pass_dead: PassDead::Letter,
        self_play_opts: false,
        ..plan.rules
    };
    let (game, _) = played(&plan);
    if game.phase() != Phase::Cleanup2 {
        let agreed = game.agreed_score(&Agreement::default());
        assert_eq!(agreed.white_lead(), game.white_lead(), "on\n{:?}", game.board());
    }
}

/// Plays the game in the bytes. Its pass-alive stones and territories are those of the definition.
pub fn life(bytes: &[u8]) {
    let game = Plan::new(bytes, 9).game();
    for suicide in [false, true] {
        pass_alive_agrees(game.board(), suicide);
    }
}

/// Checks the area and the agreed score of a position with these dead stones.
pub(crate) fn check(game: &Game, counted: &Counted, dead: &PointSet) {
    area_agrees(game.board(), dead);
    let agreement = Agreement {
        dead: *dead,
        ..Agreement::default()
    };
    let score = game.agreed_score(&agreement);
    let found = [score.sides.black.total(), score.sides.white.total()];
    assert_eq!(
        found,
        plain_score(game, counted, dead),
        "{score} on\n{:?}",
        game.board()
    );
}

/// The game, and its free moves by counting its turns. The law of the board checks captures and the button.
fn played(plan: &Plan<'_>) -> (Game, Counted) {
    let (mut game, mut counted) = (plan.start(), Counted::default());
    for choice in plan.choices() {
        let (color, mv) = resolve(choice, &game);
        let (action, phase) = (game.action(color, mv), game.phase());
        game.play(color, mv).expect("a choice stands for a legal move");
        counted.turn(action.expect("it is legal"), color, phase);
    }
    counted.captured = Color::BOTH.map(|c| game.captured()[c]);
    counted.button = game.button();
    (game, counted)
}

impl Counted {
    /// Counts a turn.
    pub(crate) fn turn(&mut self, action: Action, color: Color, phase: Phase) {
        if matches!(action, Action::Stone(_)) && phase == Phase::Cleanup2 {
            self.free_moves[color as usize] += 1;
        }
    }
}

/// Strings that some of the bytes name.
fn some_strings(game: &Game, bytes: &[u8]) -> PointSet {
    let board = game.board();
    let stones: Vec<_> = game
        .size()
        .points()
        .filter(|&p| board.cell(p).is_stone())
        .collect();
    let named = bytes.iter().rev().take(3).filter(|_| !stones.is_empty());
    named
        .flat_map(|&byte| board.string(stones[usize::from(byte) % stones.len()]))
        .collect()
}
