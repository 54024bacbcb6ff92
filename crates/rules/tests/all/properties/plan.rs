// SPDX-License-Identifier: MIT OR Apache-2.0

//! Random games: sizes, rules and choices of moves that stay a game while they are shrunk.

use katachi_rules::{
    Board, BoardSize, ByColor, Color, End, Game, HandicapBonus, KoRule, Move, PassDead, Phase, Point,
    PointSet, Rules, Scoring, Tax,
};
use proptest::prelude::*;

pub(crate) fn legal_points(game: &Game, color: Color) -> Vec<Point> {
    game.legal_moves(color).filter_map(Move::point).collect()
}

/// How to choose one move. Every value stands for a legal move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    kind: Kind,
    /// Index into the legal points, modulo their number.
    pick: u16,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// A stone of the side to move anywhere.
    Anywhere,
    /// A stone beside the last one if possible, where captures and kos are.
    Near,
    /// A stone of the side that just moved; in the cleanup phases one of its opponent.
    OutOfTurn,
    /// No stone.
    Pass,
    /// Removing a mark if there is one.
    Unblock,
}

impl Choice {
    pub(crate) fn resolve(self, game: &Game) -> (Color, Move) {
        let color = match self.kind {
            Kind::OutOfTurn if game.phase() == Phase::Main => game.to_move().opposite(),
            _ => game.to_move(),
        };
        let mut legal = legal_points(game, color);
        let preferred: Vec<_> = match (self.kind, game.moves().next_back()) {
            (Kind::Near, Some((_, Move::Play(last)))) => {
                legal.iter().copied().filter(|p| p.distance(last) <= 2).collect()
            }
            (Kind::Unblock, _) => legal
                .iter()
                .copied()
                .filter(|&p| !game.board().is_empty(p))
                .collect(),
            _ => Vec::new(),
        };
        if !preferred.is_empty() {
            legal = preferred;
        }
        if matches!(self.kind, Kind::Pass) || legal.is_empty() {
            return (color, Move::Pass);
        }
        (color, Move::Play(legal[self.pick as usize % legal.len()]))
    }
}

fn choice() -> impl Strategy<Value = Choice> {
    let kind = prop_oneof![
        12 => Just(Kind::Anywhere),
        12 => Just(Kind::Near),
        1 => Just(Kind::OutOfTurn),
        4 => Just(Kind::Pass),
        1 => Just(Kind::Unblock),
    ];
    (kind, any::<u16>()).prop_map(|(kind, pick)| Choice { kind, pick })
}

/// A size, rules, and choices; the games are longer where the boards are small, for the sake of kos.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) size: BoardSize,
    pub(crate) rules: Rules,
    pub(crate) choices: Vec<Choice>,
}

impl Plan {
    pub(crate) fn start(&self) -> Game {
        Game::new(self.size, self.rules, 6.5)
    }

    /// The whole game.
    pub(crate) fn game(&self) -> Game {
        let mut game = self.start();
        for choice in &self.choices {
            let (color, mv) = choice.resolve(&game);
            game.play(color, mv).unwrap();
        }
        game
    }
}

/// All combinations of all switches.
pub(crate) fn rules() -> impl Strategy<Value = Rules> {
    const KOS: [KoRule; 4] = [
        KoRule::Simple,
        KoRule::Positional,
        KoRule::Situational,
        KoRule::Spight,
    ];
    let large = (
        prop::sample::select(&KOS[..]),
        prop::sample::select(&[Scoring::Area, Scoring::Territory][..]),
        prop::sample::select(&[Tax::None, Tax::Seki, Tax::All][..]),
        prop::sample::select(
            &[
                HandicapBonus::Zero,
                HandicapBonus::Stones,
                HandicapBonus::StonesLessOne,
            ][..],
        ),
    );
    (large, any::<[bool; 5]>(), 0..4u8).prop_map(|((ko, scoring, tax, handicap_bonus), switches, end)| {
        let [suicide, button, handicap_from_moves, friendly_pass_ok, letter] = switches;
        Rules {
            ko,
            scoring,
            tax,
            suicide,
            button,
            handicap_bonus,
            handicap_from_moves,
            friendly_pass_ok,
            self_play_opts: end == 0,
            pass_dead: if letter {
                PassDead::Letter
            } else {
                PassDead::Practice
            },
        }
    })
}

pub(crate) fn plan() -> impl Strategy<Value = Plan> {
    let sides = prop_oneof![
        6 => (1..=4u8, 1..=4u8),
        3 => (1..=9u8, 1..=9u8),
        1 => (1..=25u8, 1..=25u8),
    ];
    (sides, rules(), prop::collection::vec(choice(), 0..160)).prop_map(|((w, h), rules, choices)| Plan {
        size: BoardSize::new(w, h).unwrap(),
        rules,
        choices,
    })
}

/// All observable state of a game.
#[derive(Debug, PartialEq)]
pub(crate) struct Snapshot {
    board: Board,
    key: u64,
    situation: [u64; 2],
    captured: ByColor<u32>,
    empty: Vec<Point>,
    strings: Vec<Vec<Point>>,
    legal: [Vec<Point>; 2],
    to_move: Color,
    moves: usize,
    phase: Phase,
    end: Option<End>,
    ending_passes: u32,
    button: Option<Color>,
    blocked: [PointSet; 2],
    lead: [f32; 2],
    free_moves: ByColor<u32>,
    cleanup2: Option<ByColor<PointSet>>,
}

impl Snapshot {
    pub(crate) fn new(game: &Game) -> Self {
        let board = game.board();
        Self {
            board: board.clone(),
            key: board.key(),
            situation: Color::BOTH.map(|c| board.situation_key(c)),
            captured: game.captured(),
            empty: board.empty_points().collect(),
            strings: board
                .size()
                .points()
                .filter(|&p| board.cell(p).is_stone())
                .map(|p| board.string(p).collect())
                .collect(),
            legal: Color::BOTH.map(|c| legal_points(game, c)),
            to_move: game.to_move(),
            moves: game.move_count(),
            phase: game.phase(),
            end: game.end(),
            ending_passes: game.ending_passes(),
            button: game.button(),
            blocked: Color::BOTH.map(|c| *game.blocked(c)),
            lead: [
                game.white_lead(),
                game.agreed_score(&Default::default()).white_lead(),
            ],
            free_moves: game.free_moves(),
            cleanup2: game.stones_before_free_moves().copied(),
        }
    }
}

/// One of the eight symmetries: three bits for mirroring left-right, up-down, and along the diagonal.
pub(crate) fn turned(size: BoardSize, symmetry: u8, point: Point) -> Point {
    let (mut x, mut y) = (point.x(), point.y());
    if symmetry & 1 != 0 {
        x = size.width() - 1 - x;
    }
    if symmetry & 2 != 0 {
        y = size.height() - 1 - y;
    }
    if symmetry & 4 != 0 {
        (x, y) = (y, x);
    }
    Point::new(x, y)
}

/// The size of a board after that symmetry.
pub(crate) fn turned_size(size: BoardSize, symmetry: u8) -> BoardSize {
    if symmetry & 4 != 0 {
        BoardSize::new(size.height(), size.width()).unwrap()
    } else {
        size
    }
}
