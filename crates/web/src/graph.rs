// SPDX-License-Identifier: MIT OR Apache-2.0

//! Win rate and lead in each position of the game, for the graph.
//!
//! A thread of low effort searches the positions one by one, at full strength, while a page is open and the
//! engine of the game has nothing to do. The values are kept by position, so that moves that are taken back
//! and made again cost nothing.

use std::collections::HashMap;
use std::time::Duration;

use katachi_engine::Engine;
use katachi_engine::play::{Level, Player};
use katachi_rules::{Color, Game, PositionId};
use katachi_view::analysis::{Numbers, of_side};

/// Visits of a position in the first and in the second round. All positions have a value soon, and a better
/// one later.
const VISITS: [u32; 2] = [200, 1000];
/// Minimum visits of the best move for it to stand for its position.
const MIN_VISITS: u32 = 30;
/// Memory of the tree in MiB.
const MEMORY: usize = 16;
/// Number of kept values. Beyond it all are dropped.
const MAX_VALUES: usize = 20_000;

/// The value of a position: the wanted visits of its search, and Black's win rate in percent and lead in
/// points.
pub(crate) type GraphValue = (u32, (f32, f32));

#[derive(Debug, Default)]
pub(crate) struct Graph(HashMap<PositionId, GraphValue>);

impl Graph {
    /// Returns the value of each position of a game, from the beginning to its end, as data for the page.
    pub(crate) fn values(&self, whole: &Game) -> Vec<Option<(f32, f32)>> {
        let values = positions(whole).into_iter();
        values.map(|id| Some(self.0.get(&id)?.1)).collect()
    }

    /// Returns the number of moves before the next position to search, and the visits: that of `made`, then
    /// the earliest.
    pub(crate) fn next(&self, whole: &Game, made: usize) -> Option<(usize, u32)> {
        let ids = positions(whole);
        VISITS.into_iter().find_map(|visits| {
            let has = |id| self.0.get(id).is_some_and(|value| value.0 >= visits);
            let is_open = |&moves: &usize| ids.get(moves).is_some_and(|id| !has(id));
            let found = std::iter::once(made).chain(0..ids.len()).find(is_open)?;
            Some((found, visits))
        })
    }

    pub(crate) fn keep(&mut self, game: &Game, value: GraphValue) {
        if self.0.len() >= MAX_VALUES {
            self.0.clear();
        }
        self.0.insert(game.position_id(game.to_move()), value);
    }
}

fn positions(whole: &Game) -> Vec<PositionId> {
    let mut game = whole.clone();
    let mut ids = vec![game.position_id(game.to_move())];
    while game.undo().is_some() {
        ids.push(game.position_id(game.to_move()));
    }
    ids.reverse();
    ids
}

/// Makes a player of full strength with one thread and a small tree.
pub(crate) fn player(mut engine: Engine) -> Player {
    engine.settings.level = Level::FULL;
    if let Some(search) = &mut engine.settings.search {
        search.threads = 1;
        search.memory = search.memory.min(MEMORY);
    }
    Player::new(engine)
}

/// Searches the position of a game for at most that time.
pub(crate) fn value(player: &mut Player, game: &Game, visits: u32, time: Duration) -> GraphValue {
    if let Some(search) = &mut player.engine.settings.search {
        search.visits = Some(visits);
    }
    let report = katachi_answers::candidates(player, game, time);
    // The mean of all moves has bad ones in it, against the side to move.
    let best = report.moves.first().filter(|best| best.visits >= MIN_VISITS);
    let numbers = match best {
        Some(best) => Numbers::of_move(&report, best),
        None => Numbers::of_position(&report),
    };
    (visits, of_black(game.to_move(), &numbers))
}

/// Returns Black's win rate in percent and lead in points, of the numbers of a side.
pub(crate) fn of_black(color: Color, numbers: &Numbers) -> (f32, f32) {
    let (win_rate, lead) = of_side(color, numbers.win_rate, numbers.lead);
    (100.0 * win_rate, lead)
}

#[cfg(test)]
mod tests {
    use katachi_engine::Settings;
    use katachi_rules::{BoardSize, Move, Rules};

    use super::*;

    fn game(vertices: &str) -> Game {
        let mut game = Game::new(BoardSize::square(5), Rules::CHINESE, 0.5);
        for vertex in vertices.split_whitespace() {
            let mv = game.size().parse_move(vertex).unwrap();
            game.play(game.to_move(), mv).unwrap();
        }
        game
    }

    #[test]
    fn the_present_position_comes_first_and_then_the_earliest() {
        let whole = game("C3 C2 B2");
        let mut graph = Graph::default();
        let mut order = Vec::new();
        while let Some((moves, visits)) = graph.next(&whole, 2) {
            order.push((moves, visits));
            let mut at = whole.clone();
            while at.move_count() > moves {
                at.undo();
            }
            graph.keep(&at, (visits, (25.0, -1.3)));
        }
        let rounds = VISITS.map(|visits| [2, 0, 1, 3].map(|moves| (moves, visits)));
        assert_eq!(order, rounds.concat());
        assert_eq!(graph.values(&whole)[3], Some((25.0, -1.3)));
        assert_eq!(graph.values(&game("C3 C2 B2 A1"))[4], None);
    }

    #[test]
    fn a_value_is_blacks_whoever_is_to_move() {
        let mut player = player(Engine::new(Settings::default()));
        let mut value = |game: &Game| value(&mut player, game, 200, Duration::from_secs(10));
        // Black has the middle of a small board, which is won.
        let mut whole = game("C3");
        let of_white = value(&whole);
        whole.play(Color::White, Move::Pass).unwrap();
        let of_black = value(&whole);
        for value in [of_white, of_black] {
            assert!(value.1.0 > 60.0 && value.1.1 > 3.0, "{value:?}");
        }
    }
}
