// SPDX-License-Identifier: MIT OR Apache-2.0

//! Bytes as a game: a size, rules, and choices of moves. Every text of bytes is a game.

use katachi_rules::{
    BoardSize, Color, Game, HandicapBonus, KoRule, Move, PassDead, Phase, Point, Rules, Scoring, Tax,
};

/// Bytes before the choices.
const HEAD: usize = 6;
/// Maximum number of moves of a game. Kos need some; more would make plain models slow.
const MAX_MOVES: usize = 120;

/// A game in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan<'a> {
    pub(crate) size: BoardSize,
    pub(crate) rules: Rules,
    /// Two bytes for each move.
    choices: &'a [u8],
}

impl<'a> Plan<'a> {
    /// Reads bytes; missing ones are 0. Sides of the board are at most `max_side`.
    pub(crate) fn new(bytes: &'a [u8], max_side: u8) -> Self {
        let head: [u8; HEAD] = std::array::from_fn(|i| bytes.get(i).copied().unwrap_or(0));
        let side = |byte: u8| 1 + byte % max_side;
        Self {
            size: BoardSize::new(side(head[0]), side(head[1])).expect("the sides are in range"),
            rules: rules([head[2], head[3], head[4]]),
            choices: bytes.get(HEAD..).unwrap_or_default(),
        }
    }

    /// The game before its first move. The komi is a half number.
    pub(crate) fn start(&self) -> Game {
        Game::new(self.size, self.rules, 6.5)
    }

    /// The choices, each a number that stands for a legal move in any position.
    pub(crate) fn choices(&self) -> impl Iterator<Item = u16> + use<'a> {
        let pairs = self.choices.chunks(2).take(MAX_MOVES);
        pairs.map(|pair| u16::from_le_bytes([pair[0], pair.get(1).copied().unwrap_or(0)]))
    }

    /// The whole game.
    pub(crate) fn game(&self) -> Game {
        let mut game = self.start();
        for choice in self.choices() {
            let (color, mv) = resolve(choice, &game);
            game.play(color, mv).expect("a choice stands for a legal move");
        }
        game
    }
}

/// The rules for three bytes: all switches.
pub(crate) fn rules([a, b, c]: [u8; 3]) -> Rules {
    let on = |bit: u8| c >> bit & 1 == 1;
    Rules {
        ko: [
            KoRule::Simple,
            KoRule::Positional,
            KoRule::Situational,
            KoRule::Spight,
        ][usize::from(a & 3)],
        scoring: [Scoring::Area, Scoring::Territory][usize::from(a >> 2 & 1)],
        tax: [Tax::None, Tax::Seki, Tax::All][usize::from(b % 3)],
        suicide: on(0),
        button: on(1),
        handicap_bonus: [
            HandicapBonus::Zero,
            HandicapBonus::Stones,
            HandicapBonus::StonesLessOne,
        ][usize::from(b / 3 % 3)],
        // A setting of programs, which no text of rules tells.
        handicap_from_moves: false,
        friendly_pass_ok: on(3),
        self_play_opts: on(4) && on(5),
        pass_dead: if on(6) {
            PassDead::Letter
        } else {
            PassDead::Practice
        },
    }
}

/// The move for which a choice stands. Half of the stones are near the last one, where captures and kos are.
pub(crate) fn resolve(choice: u16, game: &Game) -> (Color, Move) {
    let (kind, pick) = (choice & 31, usize::from(choice >> 5));
    let color = match kind {
        1 if game.phase() == Phase::Main => game.to_move().opposite(),
        _ => game.to_move(),
    };
    let legal: Vec<Point> = game.legal_moves(color).filter_map(Move::point).collect();
    let preferred: Vec<Point> = match (kind, game.moves().next_back()) {
        (2, _) => legal
            .iter()
            .copied()
            .filter(|&p| !game.board().is_empty(p))
            .collect(),
        (16.., Some((_, Move::Play(last)))) => {
            legal.iter().copied().filter(|p| p.distance(last) <= 2).collect()
        }
        _ => Vec::new(),
    };
    let among = if preferred.is_empty() { legal } else { preferred };
    if kind == 0 || among.is_empty() {
        return (color, Move::Pass);
    }
    (color, Move::Play(among[pick % among.len()]))
}
