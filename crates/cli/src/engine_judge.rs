// SPDX-License-Identifier: MIT OR Apache-2.0

//! The engine as the judge of games that the referee of the tournament of 1984 has held.

use katachi_arena::referee::{Judge, Judgement, Overrides};
use katachi_engine::Engine;
use katachi_engine::analysis::KnownLife;
use katachi_rules::Game;

/// The engine judges as at the end of its own games.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EngineJudge;

impl Judge for EngineJudge {
    fn judge(&self, game: &Game, overrides: &Overrides) -> Judgement {
        let known = KnownLife {
            alive: overrides.alive,
            dead: overrides.dead,
        };
        let status = Engine::default().final_status_given(game, &known);
        Judgement {
            dead: status.dead,
            seki: status.seki,
            score: status.score(game),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use katachi_arena::usenix::KOMI;
    use katachi_rules::{Board, Color, PointSet, Rules};

    /// Black has the left half with a stone of White's in it, White the right one.
    const FINISHED: &str = "
        . X . . X O . O .
        X . X . X O O . O
        . X X . X O . O .
        . . . O X O O O O
        . . . . X O . . .
        . . . X X O . . .
        X X X . X O . . .
        . X . X X O . O O
        X . X . X O . O .";

    #[test]
    fn the_engine_finds_dead_stones_and_a_person_has_the_last_word() {
        let game = Game::from_position(Board::from_diagram(FINISHED), Color::Black, Rules::JAPANESE, KOMI);
        let stones = |name: &str| {
            let mut stones = PointSet::EMPTY;
            stones.extend(game.board().string(game.size().parse_vertex(name).unwrap()));
            stones
        };
        let by_engine = Judgement::new(&game, &Overrides::default(), &EngineJudge);
        assert_eq!(by_engine.dead, stones("D6"));
        assert!(by_engine.reasons(game.size())[1].ends_with(": D6"));
        let alive = Overrides {
            alive: stones("D6"),
            ..Overrides::default()
        };
        let judgement = Judgement::new(&game, &alive, &EngineJudge);
        assert_eq!(judgement.reasons(game.size())[1], "No stone is dead.");
        assert!(judgement.score.white_lead() > by_engine.score.white_lead());
        let dead = Overrides {
            dead: stones("F1"),
            ..Overrides::default()
        };
        let judgement = Judgement::new(&game, &dead, &EngineJudge);
        assert!(judgement.dead.contains(game.size().parse_vertex("F9").unwrap()));
    }
}
