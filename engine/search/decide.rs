// SPDX-License-Identifier: MIT OR Apache-2.0

//! The final choice of a search: the most visited move, a better one where the rest is solved, or a pass.
//!
//! The search passes when no legal move is left at a point that is not settled, and quick searches say that
//! all stays settled if the other side moves first: a threat that is answered in every simulation looks
//! settled. One of them has [`MIN_AFTER_PASS`] visits or more, and the most dangerous replies, which are the
//! most visited one and the one with the highest prior, have [`MIN_REPLY`] each. After a pass of the other
//! side it also passes if the game is lost beyond hope, or if it is won as it stands and hardly a point is
//! open: who passes early wants to go on, not to end the game. A ko that the other side could not take back
//! is filled first.

use katachi_rules::{BoardSize, Color, Game, Move, Point, PointMap};

use super::ending::Ending;
use super::report::{Report, SETTLED, Searched};
use super::{SearchSettings, bonus};

/// Minimum visits of the quick search after a pass; 64 to 200.
const MIN_AFTER_PASS: u32 = 100;
/// Minimum visits of each of the most dangerous replies to a pass; 64 to 200.
pub(crate) const MIN_REPLY: u32 = 100;
/// Minimum number of playouts by which a position is settled, won or lost.
const MIN_PLAYOUTS: u32 = 50;
/// A won game is ended by a second pass if at most one in this number of points is open; 5 to 20.
const OPEN_AT_PASS: usize = 8;
/// Win rate below which a game is lost beyond hope.
const HOPELESS: f32 = 0.01;
/// Difference of win rates by which a move is much worse than another.
const MUCH_WORSE: f32 = 0.1;
/// Maximum difference, in points, of a solved lead that agrees with the mean of the playouts.
const AGREEING: f32 = 4.0;

/// A search of the position after a pass, with the other side to move.
#[derive(Debug)]
pub(crate) struct AfterPass {
    pub(crate) game: Game,
    pub(crate) report: Report,
}

impl AfterPass {
    /// Asks `search` for the position after a pass of `color`. `None` if a pass is not legal.
    pub(crate) fn new(
        game: &Game,
        color: Color,
        search: impl FnOnce(&Game, Color) -> Report,
    ) -> Option<Self> {
        let mut game = game.clone();
        // A second pass would end the game. Without the first pass the other side is to move as well.
        if has_passed(&game) {
            game.undo();
        } else {
            game.play(color, Move::Pass).ok()?;
        }
        let report = search(&game, color.opposite());
        Some(Self { game, report })
    }

    /// Returns the most dangerous replies that the search has visited too little, as games after them.
    pub(crate) fn open_replies(&self) -> Vec<Game> {
        let stones = || self.report.moves.iter().filter(|reply| reply.mv != Move::Pass);
        let likely = stones().max_by(|a, b| a.prior.total_cmp(&b.prior));
        let visited = stones()
            .next()
            .filter(|first| likely.is_some_and(|likely| likely.mv != first.mv));
        let open = likely
            .into_iter()
            .chain(visited)
            .filter(|reply| reply.visits < MIN_REPLY);
        let after = open.filter_map(|reply| {
            let mut game = self.game.clone();
            game.play(self.report.color, reply.mv).ok()?;
            Some(game)
        });
        after.collect()
    }
}

impl Report {
    /// Returns the move to play. `is_won` tells whether the game would be won if both sides passed now. It is
    /// called only after a pass of the other side in a nearly settled position. `stays_settled` is called
    /// only before a pass where everything is settled.
    pub fn choose(
        &self,
        game: &Game,
        is_won: impl FnOnce() -> bool,
        stays_settled: impl Fn() -> bool,
    ) -> Move {
        let has_evidence = self.playouts >= MIN_PLAYOUTS;
        let is_nearly_settled = || self.open_points(game).count() * OPEN_AT_PASS <= game.size().area();
        let is_won = || has_passed(game) && is_nearly_settled() && is_won();
        let is_settled = || has_evidence && self.is_settled(game) && stays_settled();
        // Weak levels search less: the searches after a pass are their evidence.
        if is_won() && (has_evidence || stays_settled()) || is_settled() {
            return self.last_ko(game).unwrap_or(Move::Pass);
        }
        if has_passed(game) && has_evidence && self.best_win_rate() < HOPELESS {
            return Move::Pass;
        }
        self.best_stone().unwrap_or(Move::Pass)
    }

    /// Returns the move that fills the ko which the other side could not take back before its pass.
    fn last_ko(&self, game: &Game) -> Option<Move> {
        let mut before = game.clone();
        before.undo().filter(|&(_, mv)| mv == Move::Pass)?;
        let fill = Move::Play(before.board().ko()?.0);
        game.is_legal(self.color, fill).then_some(fill)
    }

    /// Returns whether the side to move owns an enemy stone that is still on the board.
    pub(crate) fn owns_enemy_stones(&self, game: &Game) -> bool {
        let sign = if self.color == Color::Black { 1.0 } else { -1.0 };
        let is_owned = |p: Point| sign * self.ownership[p] >= SETTLED;
        let enemy = self.color.opposite();
        game.size()
            .points()
            .any(|p| game.board().cell(p).is(enemy) && is_owned(p))
    }

    /// Returns the report with the chosen move first. A pass is then as probable as all other moves together;
    /// where the search has not visited it, it has the values of the position, which is settled.
    pub fn led_by(mut self, mv: Move) -> Self {
        let at = self.moves.iter().position(|searched| searched.mv == mv);
        let chosen = at.map(|at| self.moves.remove(at));
        let chosen = match mv {
            Move::Play(_) => chosen,
            Move::Pass => Some(self.as_likely_as_all(chosen)),
        };
        self.moves.splice(..0, chosen);
        self
    }

    /// The pass, as probable as all other moves together.
    fn as_likely_as_all(&self, pass: Option<Searched>) -> Searched {
        let others: f32 = self.moves.iter().map(|searched| searched.prior).sum();
        let prior = if others > 0.0 { others } else { 1.0 };
        let visited = pass.filter(|pass| pass.visits > 0);
        match visited {
            Some(pass) => Searched { prior, ..pass },
            None => Searched::of_position(Move::Pass, self, prior, 1),
        }
    }

    /// Returns the most visited move on the board, or one that a bonus raises above it. Where the rest of the
    /// game is solved: the most visited move that loses no point, if its win rate is not much worse.
    pub(crate) fn best_stone(&self) -> Option<Move> {
        let mut stones = self.moves.iter().filter(|searched| searched.mv != Move::Pass);
        let first = stones.next()?;
        let Some(ending) = self.ending.as_ref().filter(|ending| self.agrees(ending)) else {
            return bonus::choose(self);
        };
        let is_best = |searched: &&Searched| {
            ending.lead_after(searched.mv) == ending.lead && searched.win_rate >= first.win_rate - MUCH_WORSE
        };
        let best = std::iter::once(first).chain(stones).find(is_best);
        Some(best.unwrap_or(first).mv)
    }

    /// Whether the solved lead is near the mean of the playouts.
    fn agrees(&self, ending: &Ending) -> bool {
        (ending.lead - self.lead.0).abs() <= AGREEING
    }

    /// Returns whether everything is settled for the same sides after a pass. A point may look settled only
    /// because every simulation answers a threat there.
    pub(crate) fn stays_settled(&self, after: &AfterPass) -> bool {
        after.report.visits >= MIN_AFTER_PASS
            && after.report.is_settled(&after.game)
            && self.keeps(&after.report, after.game.size(), SETTLED)
    }

    /// Returns whether each settled point has an ownership of at least `min` for its side in another report:
    /// of 0 if it stays with its side in most simulations.
    pub(crate) fn keeps(&self, other: &Self, size: BoardSize, min: f32) -> bool {
        let is_kept = |p: Point| {
            let before = self.ownership[p];
            before.abs() < SETTLED || other.ownership[p] * before.signum() >= min
        };
        size.points().all(is_kept)
    }

    /// Solves the rest of the game if few points are open, whichever side moves first. The solution is for
    /// the choice and its explanation.
    pub(crate) fn solve_rest<'a>(
        &mut self,
        game: &Game,
        settings: &SearchSettings,
        after_pass: impl FnOnce() -> Option<&'a AfterPass>,
    ) {
        let max_open = settings.constants(game.size()).ending as usize;
        let is_open = |&p: &Point| self.ownership[p].abs() < SETTLED;
        if self.playouts < MIN_PLAYOUTS || game.board().empty_points().filter(is_open).count() > max_open {
            return;
        }
        let Some(AfterPass { report: after, .. }) = after_pass() else {
            return;
        };
        let mut owners = PointMap::filled(None);
        for p in game.size().points() {
            let (one, other) = (self.ownership[p], after.ownership[p]);
            let is_settled = one.abs().min(other.abs()) >= SETTLED && one.signum() == other.signum();
            owners[p] = is_settled.then_some(Color::BOTH[usize::from(one < 0.0)]);
        }
        self.ending = Ending::solve(game, self.color, &owners, max_open);
    }

    fn is_settled(&self, game: &Game) -> bool {
        self.open_points(game).next().is_none()
    }

    /// Returns the open points: empty points where the side to move may play without filling an own eye, and
    /// that are unsettled or beside an unsettled point.
    pub(crate) fn open_points<'a>(&'a self, game: &'a Game) -> impl Iterator<Item = Point> + 'a {
        let board = game.board();
        let is_settled = |p: Point| self.ownership[p].abs() >= SETTLED;
        let is_open = move |p: Point| {
            let beside = p.neighbours().into_iter().filter(|&n| board.size().contains(n));
            !is_settled(p) || beside.into_iter().any(|n| !is_settled(n))
        };
        let may_play =
            |p: Point, color: Color| game.is_legal(color, Move::Play(p)) && !board.is_eye(color, p);
        board
            .empty_points()
            .filter(move |&p| is_open(p) && may_play(p, self.color))
    }
}

fn has_passed(game: &Game) -> bool {
    game.moves().next_back().is_some_and(|(_, mv)| mv == Move::Pass)
}

#[cfg(test)]
mod tests {
    use katachi_rules::{Board, PassDead, Rules};

    use super::*;
    use crate::knowledge::Knowledge;
    use crate::search::tests::task;
    use crate::search::{Restriction, Search, SearchTask};

    /// White's two stones at A9 and its own two in the corner are in atari from B9: White has to play there,
    /// or loses them.
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
        search(game, game.to_move(), 1000)
    }

    fn search(game: &Game, color: Color, visits: u32) -> Report {
        let settings = SearchSettings {
            memory: 16,
            ..SearchSettings::default()
        };
        Search::new(settings).run(&SearchTask {
            color,
            priors: &Knowledge::default(),
            ..task(game, visits)
        })
    }

    fn after_pass(game: &Game) -> AfterPass {
        let search = |game: &Game, color| search(game, color, 400);
        AfterPass::new(game, game.to_move(), search).expect("a pass is legal")
    }

    fn stays_settled(game: &Game) -> bool {
        report(game).stays_settled(&after_pass(game))
    }

    #[test]
    fn a_threat_that_all_simulations_answer_is_answered() {
        let game = Game::from_position(Board::from_diagram(THREAT), Color::White, Rules::CHINESE, 7.5);
        assert!(!stays_settled(&game));
        let mv = report(&game).choose(&game, || true, || stays_settled(&game));
        assert_eq!(game.size().show(mv), "B9");
    }

    #[test]
    fn a_pass_is_not_verified_by_few_visits() {
        let game = Game::from_position(Board::from_diagram(SETTLED), Color::White, Rules::CHINESE, 7.5);
        let (report, mut after) = (report(&game), after_pass(&game));
        assert!(report.stays_settled(&after));
        after.report.visits = MIN_AFTER_PASS - 1;
        assert!(!report.stays_settled(&after));
    }

    #[test]
    fn replies_to_a_pass_with_few_visits_are_searched_and_may_refute_it() {
        let game = Game::from_position(Board::from_diagram(THREAT), Color::White, Rules::CHINESE, 7.5);
        let b9 = Move::Play(game.size().parse_vertex("B9").expect("a point"));
        // All simulations have answered the threat: every point looks settled. The search after the pass has
        // missed the reply, which has a high prior.
        let mut report = report(&game);
        let mut after = after_pass(&game);
        for p in game.size().points() {
            report.ownership[p] = report.ownership[p].signum();
        }
        for reply in &mut after.report.moves {
            reply.visits = if reply.mv == b9 { 1 } else { MIN_REPLY };
            reply.prior = if reply.mv == b9 { 0.9 } else { 0.0 };
        }
        let replies = after.open_replies();
        let after_reply: Vec<_> = replies
            .iter()
            .map(|after| (after.moves().next_back(), search(after, Color::White, MIN_REPLY)))
            .collect();
        assert_eq!(after_reply.len(), 1);
        assert_eq!(after_reply[0].0, Some((Color::Black, b9)));
        assert!(!report.keeps(&after_reply[0].1, game.size(), 0.0));
        assert!(report.keeps(&report.clone(), game.size(), 0.0));
    }

    #[test]
    fn a_pass_after_a_pass_needs_evidence() {
        let mut game = Game::from_position(Board::from_diagram(SETTLED), Color::White, Rules::CHINESE, 7.5);
        game.play(Color::White, Move::Pass).expect("a pass is legal");
        let mut report = report(&game);
        assert_eq!(report.choose(&game, || true, || false), Move::Pass);
        report.playouts = MIN_PLAYOUTS - 1;
        assert_eq!(report.choose(&game, || true, || true), Move::Pass);
        assert_ne!(report.choose(&game, || true, || false), Move::Pass);
    }

    #[test]
    fn a_search_counts_a_game_without_agreement_as_it_stands() {
        // White's stone in the corner is dead, and the board is White's while it stands there.
        let stands = SETTLED.replacen(". . X", ". O X", 1);
        let ended = |rules| {
            // The rules themselves take no dead stone off.
            let rules = Rules {
                pass_dead: PassDead::Letter,
                ..rules
            };
            let mut game = Game::from_position(Board::from_diagram(&stands), Color::White, rules, 0.5);
            game.play(Color::White, Move::Pass).expect("a pass is legal");
            let mut passes = Restriction::default();
            passes.allow(Color::Black, &[Move::Pass], 1);
            let mut search = Search::new(SearchSettings {
                memory: 16,
                ..SearchSettings::default()
            });
            search.restrict(&passes);
            let report = search.run(&task(&game, 100));
            game.play(Color::Black, Move::Pass).expect("a pass is legal");
            let pass = report.searched(Move::Pass).expect("it is the only move");
            (pass.lead, -game.white_lead())
        };
        let (lead, as_it_stands) = ended(Rules::TROMP_TAYLOR);
        assert_eq!(lead, as_it_stands);
        let (lead, as_it_stands) = ended(Rules::CHINESE);
        assert!(
            lead > as_it_stands + 2.0,
            "the dead stone is taken off: {lead}, {as_it_stands}"
        );
    }

    #[test]
    fn a_pass_on_an_open_board_is_answered_by_a_stone() {
        let mut game = Game::new(katachi_rules::BoardSize::square(7), Rules::CHINESE, 9.5);
        game.play(Color::Black, Move::Pass).expect("a pass is legal");
        let mv = report(&game).choose(&game, || true, || false);
        assert_ne!(mv, Move::Pass, "White would win by komi, but nothing is settled");
    }

    const SETTLED: &str = "
        . . X O O . .
        X X X O O O O
        . . X X O . .
        X X X X O O O
        . . X O O . .
        X X X X O O O
        . X X X O O .";

    #[test]
    fn it_passes_where_neither_side_can_gain() {
        let mut game = Game::from_position(Board::from_diagram(SETTLED), Color::White, Rules::CHINESE, 7.5);
        let passes = |game: &Game| report(game).choose(game, || false, || stays_settled(game)) == Move::Pass;
        assert!(passes(&game));
        game.play(game.to_move(), Move::Pass).expect("a pass is legal");
        assert!(passes(&game), "also after a pass");
    }

    #[test]
    fn a_ko_that_the_other_side_could_not_take_back_is_filled_before_the_second_pass() {
        let diagram = "
            . . X O O . .
            X X X O O O O
            . . X O O . .
            X X O . O O O
            . . X O O . .
            X X X O O O O
            . X X O O . .";
        let mut game = Game::from_position(Board::from_diagram(diagram), Color::Black, Rules::CHINESE, 0.5);
        let takes = game.size().parse_move("D4").expect("a move");
        game.play(Color::Black, takes).expect("it takes the ko");
        game.play(Color::White, Move::Pass).expect("a pass is legal");
        for is_won in [true, false] {
            let mv = report(&game).choose(&game, || is_won, || true);
            assert_eq!(game.size().show(mv), "C4");
        }
    }

    #[test]
    fn a_pass_that_is_played_leads_the_report_with_half_of_the_probability() {
        let game = Game::from_position(Board::from_diagram(SETTLED), Color::White, Rules::CHINESE, 7.5);
        let report = report(&game).led_by(Move::Pass);
        assert_eq!(report.best(), Move::Pass);
        let [pass, others @ ..] = &report.moves[..] else {
            panic!("there are moves");
        };
        let others: f32 = others.iter().map(|searched| searched.prior).sum();
        assert_eq!(pass.prior, others);
        assert!(pass.visits > 0, "clients drop moves without visits");
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
    fn the_last_open_points_are_solved_and_no_point_is_given_away() {
        let game = Game::from_position(Board::from_diagram(OPEN), Color::Black, Rules::CHINESE, 7.5);
        let mut report = report(&game);
        let after = after_pass(&game);
        report.solve_rest(&game, &SearchSettings::default(), || Some(&after));
        let ending = report.ending.clone().expect("four points are left");
        // Each side gets two of the four points, beside the 17 and 28 that it has.
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
