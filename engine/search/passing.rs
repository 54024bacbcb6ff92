// SPDX-License-Identifier: MIT OR Apache-2.0

//! When to pass: never before everything is settled, whichever side moves first, unless the other side has passed and
//! the game is won as it stands.
//!
//! The search passes when no legal move is left at a point that is not settled, and a small search of its own says that
//! all stays settled if the other side moves first: a threat that is answered in every simulation looks settled. After
//! a pass of the other side it also passes if the game is lost beyond hope.

use crate::knowledge::Knowledge;
use katachi_rules::{Color, Game, Move, Point, PointMap};

use super::ending::Ending;
use super::limits::{Budget, Limits, Timed};
use super::report::Report;
use super::{Search, SearchSettings};

/// A point is settled if it becomes one side's in nearly all playouts.
const SETTLED: f32 = 0.9;
/// Fewer playouts settle nothing.
const MIN_PLAYOUTS: u32 = 50;
/// A game is lost with a win rate below this: after a pass of the other side it is lost for good.
const HOPELESS: f32 = 0.01;
/// Visits of the search for a move by which the other side would gain after a pass.
const AFTER_A_PASS: u32 = 400;
/// Memory of that search in MiB.
const MEMORY: usize = 8;

impl Report {
    /// The move to play. `is_won` says whether the game is won if both sides pass now; it is asked only if the other side has
    /// just passed. `stays_settled` is asked before a pass where everything is settled: see [`Report::stays_settled`].
    pub fn choose(
        &self,
        game: &Game,
        is_won: impl FnOnce() -> bool,
        stays_settled: impl FnOnce() -> bool,
    ) -> Move {
        if has_passed(game) && is_won() {
            return Move::Pass;
        }
        if self.playouts >= MIN_PLAYOUTS && self.is_settled(game) && stays_settled() {
            return Move::Pass;
        }
        if has_passed(game) && self.playouts >= MIN_PLAYOUTS && self.best_win_rate() < HOPELESS {
            return Move::Pass;
        }
        self.best_stone().unwrap_or(Move::Pass)
    }

    /// Is everything settled for the same sides after a pass, when the other side moves first? A threat that is answered in all
    /// simulations is settled only as long as it is answered. Asks a small search of its own, which ends with the hard limit of the time.
    pub fn stays_settled(
        &self,
        game: &Game,
        settings: SearchSettings,
        knowledge: &Knowledge,
        seed: u64,
        time: Option<Timed<'_>>,
    ) -> bool {
        let Some((after, report)) = self.after_a_pass(game, settings, knowledge, seed, time) else {
            return false;
        };
        let is_lost = |p: Point| {
            let before = self.ownership[p];
            before.abs() >= SETTLED && report.ownership[p] * before.signum() < SETTLED
        };
        report.is_settled(&after) && !game.size().points().any(is_lost)
    }

    /// Solves the rest of the game where few points are open, whichever side moves first, and notes it for the choice and its explanation. Asks
    /// the same small search.
    pub fn solve_rest(
        &mut self,
        game: &Game,
        settings: SearchSettings,
        knowledge: &Knowledge,
        seed: u64,
        time: Option<Timed<'_>>,
    ) {
        let most_open = settings.constants(game.size()).ending as usize;
        let is_open = |&p: &Point| self.ownership[p].abs() < SETTLED;
        if self.playouts < MIN_PLAYOUTS || game.board().empty_points().filter(is_open).count() > most_open {
            return;
        }
        let Some((_, after)) = self.after_a_pass(game, settings, knowledge, seed, time) else {
            return;
        };
        let mut owners = PointMap::filled(None);
        for p in game.size().points() {
            let (one, other) = (self.ownership[p], after.ownership[p]);
            let is_settled = one.abs().min(other.abs()) >= SETTLED && one.signum() == other.signum();
            owners[p] = is_settled.then_some(Color::BOTH[usize::from(one < 0.0)]);
        }
        self.ending = Ending::solve(game, self.color, &owners, most_open);
    }

    /// The game after a pass, and the result of a small search there with the other side to move. None if a pass is not legal.
    fn after_a_pass<'a>(
        &self,
        game: &Game,
        settings: SearchSettings,
        knowledge: &Knowledge,
        seed: u64,
        time: Option<Timed<'a>>,
    ) -> Option<(Game, Self)> {
        let mut after = game.clone();
        // A second pass would end the game; without the first the other side is to move as well.
        if has_passed(game) {
            after.undo();
        } else {
            after.play(self.color, Move::Pass).ok()?;
        }
        let small = SearchSettings {
            threads: 1,
            memory: MEMORY,
            ..settings
        };
        let time = time.map(|time| Timed {
            budget: Budget::fixed(time.budget.hard),
            ..time
        });
        let limits = Limits {
            time,
            ..Limits::visits(AFTER_A_PASS)
        };
        let report =
            Search::with_knowledge(small, knowledge).run(&after, self.color.opposite(), seed, &limits);
        Some((after, report))
    }

    /// Is there no point left to play at that does not belong to a side already, with all points beside it?
    fn is_settled(&self, game: &Game) -> bool {
        self.open_points(game).next().is_none()
    }

    /// The points where a move may still gain something: those that do not belong to a side already, with all points beside them. The side to
    /// move may play there, and fills no own eye.
    pub fn open_points<'a>(&'a self, game: &'a Game) -> impl Iterator<Item = Point> + 'a {
        let board = game.board();
        let is_sure = |p: Point| self.ownership[p].abs() >= SETTLED;
        let is_open = move |p: Point| {
            let beside = p.neighbours().into_iter().filter(|&n| board.size().contains(n));
            !is_sure(p) || beside.into_iter().any(|n| !is_sure(n))
        };
        let may_play =
            |p: Point, color: Color| game.is_legal(color, Move::Play(p)) && !board.is_eye(color, p);
        board
            .empty_points()
            .filter(move |&p| is_open(p) && may_play(p, self.color))
    }
}

/// Has the other side just passed?
fn has_passed(game: &Game) -> bool {
    game.moves().next_back().is_some_and(|(_, mv)| mv == Move::Pass)
}

#[cfg(test)]
mod tests {
    use katachi_rules::{Board, Rules};

    use super::*;

    /// White's two stones at A9 and its own two in the corner are in atari from B9: White has to play there, or loses them.
    const THREAT: &str = "
        O . O O . . . . .
        X O X O . . O O .
        X X X O O O . O O
        . . . X O . O X X
        . . X X O . O O X
        . . X O O O O X X
        . X O O X O X . X
        . X O X X X X X .
        . . X . . . . . .";

    fn report(game: &Game) -> Report {
        let settings = SearchSettings::default();
        Search::new(settings).run(game, game.to_move(), 1, &Limits::visits(1000))
    }

    fn stays_settled(game: &Game) -> bool {
        report(game).stays_settled(game, SearchSettings::default(), &Knowledge::default(), 1, None)
    }

    #[test]
    fn a_threat_is_answered_even_if_it_is_answered_in_all_simulations() {
        let game = Game::from_position(Board::from_diagram(THREAT), Color::White, Rules::CHINESE, 7.5);
        assert!(!stays_settled(&game));
        let mv = report(&game).choose(&game, || true, || stays_settled(&game));
        assert_eq!(game.size().show(mv), "B9");
    }

    #[test]
    fn where_nothing_is_left_to_gain_for_either_side_it_passes() {
        const SETTLED: &str = "
            . . X O O . .
            X X X O O O O
            . . X X O . .
            X X X X O O O
            . . X O O . .
            X X X X O O O
            . X X X O O .";
        let mut game = Game::from_position(Board::from_diagram(SETTLED), Color::White, Rules::CHINESE, 7.5);
        let passes = |game: &Game| report(game).choose(game, || false, || stays_settled(game)) == Move::Pass;
        assert!(passes(&game));
        game.play(game.to_move(), Move::Pass).expect("a pass is legal");
        assert!(passes(&game), "also after a pass");
    }

    /// Between the walls four points are open, and each is worth a point.
    const OPEN: &str = "
        . X . O . . .
        . X X O O O .
        X X . O . . O
        . X X O O O .
        . X . O . . .
        X X X O O O O
        . X . O . . .";

    #[test]
    fn a_lost_game_is_over_after_a_pass_and_not_before() {
        let mut game = Game::from_position(Board::from_diagram(OPEN), Color::Black, Rules::CHINESE, 40.5);
        let choose = |game: &Game| report(game).choose(game, || false, || false);
        assert_ne!(choose(&game), Move::Pass);
        game = Game::from_position(Board::from_diagram(OPEN), Color::White, Rules::CHINESE, 40.5);
        game.play(Color::White, Move::Pass).expect("a pass is legal");
        assert_eq!(choose(&game), Move::Pass);
    }

    #[test]
    fn the_last_open_points_are_solved_and_none_is_given_away() {
        let game = Game::from_position(Board::from_diagram(OPEN), Color::Black, Rules::CHINESE, 7.5);
        let mut report = report(&game);
        report.solve_rest(&game, SearchSettings::default(), &Knowledge::default(), 1, None);
        let ending = report.ending.clone().expect("four points are left");
        // Of the four points each side gets two, beside the 17 and 28 that it has.
        assert_eq!(ending.lead, 19.0 - 30.0 - 7.5);
        // The most visited move is one that loses points, and the search does not see it.
        report
            .moves
            .sort_by_key(|searched| ending.lead_after(searched.mv) == ending.lead);
        for searched in &mut report.moves {
            searched.win_rate = 0.4;
        }
        let mv = report.choose(&game, || false, || false);
        assert_eq!(ending.lead_after(mv), ending.lead);
    }
}
