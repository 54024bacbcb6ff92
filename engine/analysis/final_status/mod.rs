// SPDX-License-Identifier: MIT OR Apache-2.0

//! The final status of stones (dead, alive, seki) and the owners of points when the game is over.
//!
//! The position is judged as if both sides had passed. What is certain comes first ([`Unconditional`]), then
//! what the caller knows about groups, then many playouts from the position alone. Groups on which the
//! playouts do not agree can be read (`lives`); the endgame and resigning do not read, to save time. What
//! reading (`judge`) or a shape (`bent_four`) says against the playouts counts, and they are repeated.
//!
//! Neutral points are filled in turn on a copy of the board, with either side first (`ending`). That decides
//! which side gets the last dame, and which moves in own territory become necessary. The standard form of the
//! position is judged (`orientation`), so that symmetry and colours change nothing.

mod bent_four;
mod ending;
mod judge;
mod lives;

use katachi_rules::{
    Agreement, Board, ByColor, Color, End, Game, GameResult, Point, PointMap, PointSet, Score, Scoring, Tax,
};

use ending::Ending;
use judge::Judge;
pub use judge::KnownLife;

use super::influence::{InfluenceMap, MOYO};
use super::orientation::{Orientation, map_back};
use super::{Ownership, Unconditional};
use crate::local::component;

/// A group with more points of its own lives by itself and not in seki; 2 to 4.
const SEKI_MOST_POINTS: usize = 3;

/// The final status of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StoneStatus {
    /// It is taken off.
    Dead,
    /// It stays.
    Alive,
    /// It stays. Points that it surrounds do not count with territory scoring.
    Seki,
}

/// The final status of all stones, and the owners of all points.
#[derive(Clone, Debug)]
pub struct FinalStatus {
    /// Stones that are taken off.
    pub dead: PointSet,
    /// Stones that live in seki.
    pub seki: PointSet,
    /// The side that surrounds each point, or has a living stone there. `None` for dame and for points of a
    /// seki that neither side surrounds. [`owners`](Self::owners) has the owners by the rules of a game.
    pub owner: PointMap<Option<Color>>,
    /// Ownership of the points by the playouts.
    pub ownership: Ownership,
    /// Stones in seki with the points that they surround.
    seki_points: PointSet,
    /// The moves on the neutral points, by the side to move first.
    ending: ByColor<Ending>,
}

map_back!(FinalStatus: dead, seki, owner, ownership, seki_points, ending);

impl FinalStatus {
    /// Judges a position by a number of playouts; a ko ban is ignored. About 0.2 ms a playout on 19x19.
    /// Positions that differ by symmetry or colours alone are judged alike.
    pub fn new(board: &Board, known: &KnownLife, playouts: u32) -> Self {
        Self::with_reading(board, known, playouts, 0)
    }

    /// Judges a position by playouts, and reads the groups on which they do not agree, with `nodes` nodes for
    /// each question. Twice as much work as [`new`](Self::new) with 20,000 nodes, and up to a second where
    /// large groups are uncertain.
    pub fn with_reading(board: &Board, known: &KnownLife, playouts: u32, nodes: u32) -> Self {
        let mut board = board.clone();
        board.clear_ko();
        let orientation = Orientation::new(&board);
        let board = orientation.board(&board);
        let judge = Judge {
            board: &board,
            certain: Unconditional::new(&board),
            known: KnownLife {
                alive: orientation.set(&known.alive),
                dead: orientation.set(&known.dead),
            },
            playouts,
            nodes,
        };
        orientation.map_back(Self::of_form(judge))
    }

    fn of_form(judge: Judge<'_>) -> Self {
        let board = judge.board;
        let (dead, results) = judge.judge();
        let mut rest = board.clone();
        rest.remove_stones(&dead);
        let mut owner = katachi_rules::area_owner(&rest, &PointSet::EMPTY);
        // Points that no wall closes off, but that one side owns at the end of nearly all playouts. Beside a
        // living stone of the other side they are no territory: that side alone fills them.
        let mut one_sided = PointMap::filled(None);
        let nobodys = board.size().points().filter(|&p| owner[p].is_none());
        for p in nobodys.collect::<Vec<_>>() {
            let clear = results.clear_owner(p);
            let is_beside_enemy =
                clear.is_some_and(|color| !rest.strings_beside(p, color.opposite()).is_empty());
            match is_beside_enemy {
                true => one_sided[p] = clear,
                false => owner[p] = clear,
            }
        }
        let seki_points = in_seki(&rest, &owner, |p| results.stays_empty(p));
        let seki = seki_points.iter().filter(|&p| rest.cell(p).is_stone());
        let is_unfilled = |&p: &Point| owner[p].is_none() && !results.stays_empty(p);
        let unfilled: PointSet = board.size().points().filter(is_unfilled).collect();
        let ending =
            ByColor::from_fn(|first| Ending::play(board, first, &unfilled, &one_sided, &dead, &owner));
        Self {
            dead,
            ending,
            seki: seki.collect(),
            seki_points,
            owner,
            ownership: results.ownership,
        }
    }

    /// Returns whether the point is nobody's.
    pub fn is_dame(&self, point: Point) -> bool {
        self.owner[point].is_none()
    }

    /// The neutral point that a side fills first, if it is to move and only neutral points are left.
    pub(crate) fn neutral_point(&self, first: Color) -> Option<Point> {
        self.ending[first].first
    }

    pub(crate) fn in_seki(&self, point: Point) -> bool {
        self.seki_points.contains(point)
    }

    /// The final status of a stone of the game. Where the rules know no agreement on dead stones, those are
    /// dead that the rules take off before counting.
    pub fn stone_status(&self, game: &Game, stone: Point) -> StoneStatus {
        let is_dead = match game.allows_agreement() {
            true => self.dead.contains(stone),
            false => self.owners(game)[stone].is_some_and(|owner| !game.board().cell(stone).is(owner)),
        };
        if is_dead {
            StoneStatus::Dead
        } else if self.seki.contains(stone) {
            StoneStatus::Seki
        } else {
            StoneStatus::Alive
        }
    }

    /// The side for which each point counts in the final score. With territory scoring neither points in seki
    /// count nor those that a side has to fill after the neutral points.
    pub fn owners(&self, game: &Game) -> PointMap<Option<Color>> {
        match game.allows_agreement() {
            true => self.agreed_owners(game, &self.ending[game.to_move()]),
            false => game.count().owner,
        }
    }

    fn agreed_owners(&self, game: &Game, ending: &Ending) -> PointMap<Option<Color>> {
        let (rules, board) = (game.rules(), game.board());
        let mut owners = self.owner.clone();
        let is_taxed = |p: Point| {
            rules.tax != Tax::None && self.in_seki(p) && (board.is_empty(p) || self.dead.contains(p))
        };
        let is_protective = |p: Point| Color::BOTH.map(|color| ending.protective[color].contains(p));
        let is_filled = |p: Point| rules.scoring == Scoring::Territory && is_protective(p) != [false; 2];
        for p in board.size().points().filter(|&p| is_taxed(p) || is_filled(p)) {
            owners[p] = None;
        }
        owners
    }

    /// The final result of a game in that position, if both sides pass from now on but for the neutral
    /// points: [`white_lead`](Self::white_lead), or none after a repetition that has ended the game. All that
    /// tell a final score tell this one.
    pub fn result(&self, game: &Game) -> GameResult {
        match game.end() {
            Some(End::NoResult) => GameResult::NoResult,
            _ => GameResult::Score(self.white_lead(game)),
        }
    }

    /// White's lead in the final score: by these dead stones, or by the rules alone where they know no
    /// agreement ([`Game::allows_agreement`]).
    pub fn white_lead(&self, game: &Game) -> f32 {
        match game.allows_agreement() {
            true => self.score(game).white_lead(),
            false => game.white_lead(),
        }
    }

    /// The score by agreement on these dead stones, once the neutral points have been filled in turn. With
    /// territory scoring a side loses a point for each point that it has to fill in its own territory; with
    /// area scoring nothing is filled if the game is over.
    pub fn score(&self, game: &Game) -> Score {
        let ending = &self.ending[game.to_move()];
        let mut score = self.agreed_score(game, ending);
        if game.rules().scoring == Scoring::Area && !game.is_over() {
            for color in Color::BOTH {
                score.sides[color].stones += ending.filled[color];
            }
        }
        score
    }

    /// The score by agreement if both sides pass from now on.
    pub fn score_without_further_play(&self, game: &Game) -> Score {
        self.agreed_score(game, &Ending::default())
    }

    /// White's lead at most, if White gets all of its moyo that is nobody's yet and Black none of its own;
    /// and at least. Dead stones count as taken off, whatever the rules, as the game may go on.
    pub fn score_bounds(&self, game: &Game) -> (f32, f32) {
        let moyo = InfluenceMap::new(game.board(), &self.dead, MOYO);
        let open = game.size().points().filter(|&p| self.is_dame(p));
        let mut hoped = ByColor::<f32>::default();
        for color in open.filter_map(|p| moyo.owner(p)) {
            hoped[color] += 1.0;
        }
        let lead = self.score_without_further_play(game).white_lead();
        (lead + hoped.white, lead - hoped.black)
    }

    /// The score whose territory are the owners of the points without living stones.
    fn agreed_score(&self, game: &Game, ending: &Ending) -> Score {
        let mut score = game.agreed_score(&Agreement {
            dead: self.dead,
            seki: self.seki,
        });
        let owners = self.agreed_owners(game, ending);
        for color in Color::BOTH {
            let is_territory =
                |&p: &Point| owners[p] == Some(color) && (game.board().is_empty(p) || self.dead.contains(p));
            score.sides[color].territory = game.size().points().filter(is_territory).count() as u32;
        }
        score
    }
}

/// The stones in seki with the points that they surround. `stays_empty` tells a liberty that neither side
/// wants to fill from a neutral point that somebody fills in the end.
fn in_seki(board: &Board, owner: &PointMap<Option<Color>>, stays_empty: impl Fn(Point) -> bool) -> PointSet {
    let size = board.size();
    let (mut points, mut done) = (PointSet::EMPTY, PointSet::EMPTY);
    for start in size.points() {
        let Some(color) = owner[start].filter(|_| !done.contains(start)) else {
            continue;
        };
        let group = component(board.size(), start, |p| owner[p] == Some(color));
        done.extend_with(&group);
        let is_liberty = |p: Point| size.contains(p) && owner[p].is_none() && stays_empty(p);
        let has_liberty = group.iter().flat_map(Point::neighbours).any(is_liberty);
        let empty = group.iter().filter(|&p| board.is_empty(p)).count();
        if has_liberty && empty <= SEKI_MOST_POINTS {
            points.extend_with(&group);
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use katachi_rules::{BoardSize, Move, Rules};
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng as _;

    use super::*;

    fn judge(diagram: &str) -> (Board, FinalStatus) {
        let board = Board::from_diagram(diagram);
        let status = FinalStatus::new(&board, &KnownLife::default(), 200);
        (board, status)
    }

    fn chinese(board: &Board) -> Game {
        Game::from_position(board.clone(), Color::Black, Rules::CHINESE, 0.5)
    }

    fn at(board: &Board, vertex: &str) -> Point {
        board.size().parse_vertex(vertex).expect("a vertex of the board")
    }

    fn status_at(board: &Board, status: &FinalStatus, vertex: &str) -> StoneStatus {
        status.stone_status(&chinese(board), at(board, vertex))
    }

    const FINISHED: &str = "
        . X . X O . O . O
        X X X X O O O O .
        . X . X O . O . O
        X X X X O O O O O
        . X O . X X O . O
        X X X . X O O O O
        . X . X X O . O .
        X X X X X O O O O
        . X . X O O . O .";

    const SEKI: &str = "
        O O O O O O . O
        X X X X X O O .
        O O O . X O . O
        O O . X X O O .";

    #[test]
    fn a_stone_inside_is_dead_and_the_rest_is_counted() {
        let (board, status) = judge(FINISHED);
        assert_eq!(status.dead, PointSet::from_iter([at(&board, "C5")]));
        assert_eq!(status.owner[at(&board, "A1")], Some(Color::Black));
        assert_eq!(status.owner[at(&board, "J1")], Some(Color::White));
        let by = |rules| {
            let game = Game::from_position(board.clone(), Color::Black, rules, 0.5);
            status.score(&game).result().to_string()
        };
        // 41 against 40 points by area; 12 points and a prisoner against 10 by territory.
        assert_eq!(by(Rules::CHINESE), "B+0.5");
        assert_eq!(by(Rules::JAPANESE), "B+2.5");
    }

    #[test]
    fn both_sides_of_a_seki_stay() {
        let (board, status) = judge(SEKI);
        assert!(status.dead.is_empty());
        for vertex in ["A1", "A3", "D1"] {
            assert_eq!(status_at(&board, &status, vertex), StoneStatus::Seki, "{vertex}");
        }
        assert_eq!(status_at(&board, &status, "A4"), StoneStatus::Alive);
        for vertex in ["D2", "C1"] {
            assert!(status.is_dame(at(&board, vertex)), "{vertex}");
        }
    }

    /// Black alone can fill C4, and White must then connect at C2.
    const TO_FILL: &str = "
        . X X X .
        X X . X X
        X X O X X
        O O . O O
        O . O . O";

    #[test]
    fn dame_and_points_to_fill_are_nobodys_territory() {
        let (board, status) = judge(TO_FILL);
        let owners = |rules| {
            let game = Game::from_position(board.clone(), Color::Black, rules, 0.0);
            status.owners(&game)
        };
        for (vertex, japanese, chinese) in [
            ("C4", None, None),
            ("C2", None, Some(Color::White)),
            ("B1", Some(Color::White), Some(Color::White)),
            ("A5", Some(Color::Black), Some(Color::Black)),
        ] {
            let point = at(&board, vertex);
            assert_eq!(owners(Rules::JAPANESE)[point], japanese, "{vertex}");
            assert_eq!(owners(Rules::CHINESE)[point], chinese, "{vertex}");
        }
    }

    #[test]
    fn eyes_in_seki_are_territory_only_where_they_count() {
        let with_eyes = "
            . X . O .
            X X . O O
            . X X O .
            X X O O O
            . X . O .";
        let (board, mut status) = judge(with_eyes);
        status.seki_points = board.size().points().collect();
        let owners = |rules| status.owners(&Game::from_position(board.clone(), Color::Black, rules, 0.0));
        let eye = at(&board, "A5");
        assert_eq!(owners(Rules::CHINESE)[eye], Some(Color::Black));
        assert_eq!(owners(Rules::JAPANESE)[eye], None);
    }

    #[test]
    fn without_agreement_a_game_counts_as_the_rules_say() {
        let (board, status) = judge(FINISHED);
        let dead = at(&board, "C5");
        let game = |rules| Game::from_position(board.clone(), Color::Black, rules, 0.5);
        let strict = Rules {
            friendly_pass_ok: false,
            ..Rules::CHINESE
        };
        // Black's area of three points with the stone in it is dame.
        assert_eq!(status.result(&game(Rules::CHINESE)).to_string(), "B+0.5");
        assert_eq!(status_at(&board, &status, "C5"), StoneStatus::Dead);
        for rules in [strict, Rules::TROMP_TAYLOR] {
            let game = game(rules);
            assert_eq!(status.result(&game), GameResult::Score(game.white_lead()));
            assert!(status.owners(&game) == game.count().owner);
            assert_ne!(status.stone_status(&game, dead), StoneStatus::Seki);
        }
        // After the cleanup phases of territory scoring everything counts that still stands.
        let mut game = game(Rules::JAPANESE);
        for _ in 0..6 {
            game.play(game.to_move(), Move::Pass).expect("a pass is legal");
        }
        assert_eq!(Some(status.result(&game)), game.result());
    }

    #[test]
    fn the_score_of_random_ends_of_games_is_that_of_their_labels() {
        let policy = crate::playout::PolicyName::Learned;
        let weights = crate::playout::PlayoutWeights::built_in();
        let mut random = ChaCha8Rng::seed_from_u64(7);
        let start = Board::new(BoardSize::square(7));
        let mut ends = Vec::new();
        let policy = policy.policy(weights, start.size());
        policy.play(&start, Color::Black, None, 30, &mut random, |end| {
            ends.push(end.clone())
        });
        for (number, end) in ends.iter().enumerate() {
            // Some stones less, so that borders are open and points are left to fill.
            let size = start.size();
            let left = |&(i, _): &(usize, Point)| (i + number) % 7 > 0;
            let stones = size.points().enumerate().filter(left);
            let stones = stones.filter_map(|(_, p)| Some((p, end.cell(p).color()?)));
            let mut board = Board::new(size);
            if board.set_stones(stones).is_err() {
                continue;
            }
            let status = FinalStatus::new(&board, &KnownLife::default(), 60);
            let presets = Rules::PRESETS.map(|(_, rules)| rules).into_iter();
            for rules in presets.filter(|rules| rules.tax != Tax::All) {
                let mut game = Game::from_position(board.clone(), Color::Black, rules, 6.5);
                while !game.main_phase_is_over() {
                    game.play(game.to_move(), Move::Pass).expect("a pass is legal");
                }
                assert_eq!(
                    status.white_lead(&game),
                    by_labels(&status, &game),
                    "{rules} on\n{board}"
                );
            }
        }
    }

    /// White's lead by the owners of the points and the dead stones, as a client counts it.
    fn by_labels(status: &FinalStatus, game: &Game) -> f32 {
        let (board, owners) = (game.board(), status.owners(game));
        let mut lead = game.komi() + game.handicap_bonus() as f32;
        lead += game.button().map_or(0.0, |color| 0.5 * sign(color));
        for p in board.size().points() {
            let stone = board.cell(p).color();
            let is_dead = stone.is_some() && status.stone_status(game, p) == StoneStatus::Dead;
            let is_living = stone.is_some() && !is_dead;
            match game.rules().scoring {
                Scoring::Area => lead += owners[p].map_or(0.0, sign),
                Scoring::Territory => {
                    lead += owners[p].filter(|_| !is_living).map_or(0.0, sign);
                    lead -= stone.filter(|_| is_dead).map_or(0.0, sign);
                }
            }
        }
        let captured = game.captured();
        match game.rules().scoring {
            Scoring::Area => lead,
            Scoring::Territory => lead + captured.black as f32 - captured.white as f32,
        }
    }

    fn sign(color: Color) -> f32 {
        if color == Color::White { 1.0 } else { -1.0 }
    }

    #[test]
    fn score_bounds_hold_the_open_moyo_of_each_side() {
        let (board, status) = judge(
            ". . . . . . . . .
             . . X . . . X . .
             . . . . . . . . .
             . . . . . . . . .
             . . X . . . X . .
             . . . . . . . . .
             O O O O O O O O O
             . . . . . . . . .
             . O . O . . . . .",
        );
        let game = chinese(&board);
        let (most, least) = status.score_bounds(&game);
        assert_eq!(most, 23.5, "27 points and the komi against four stones");
        assert!(least < 0.0, "with its moyo Black is ahead: {least}");
    }

    #[test]
    fn what_the_caller_knows_comes_first() {
        let board = Board::from_diagram(SEKI);
        let known = KnownLife {
            dead: board.string(at(&board, "A1")).collect(),
            ..KnownLife::default()
        };
        let status = FinalStatus::new(&board, &known, 50);
        assert_eq!(status_at(&board, &status, "A1"), StoneStatus::Dead);
        assert_eq!(status.owner[at(&board, "A1")], Some(Color::Black));
    }

    #[test]
    fn a_bulky_five_with_a_stone_at_its_heart_is_one_eye() {
        let (board, status) = judge(
            ". . X O . O .
             O . X O O O O
             . X X O . . .
             X X O O . . .
             O O O . . O .
             . . . . . . .
             . . . O . . .",
        );
        for vertex in ["C7", "A4"] {
            assert_eq!(status_at(&board, &status, vertex), StoneStatus::Dead, "{vertex}");
        }
        assert_eq!(status.owner[at(&board, "A7")], Some(Color::White));
    }

    #[test]
    fn transformed_and_recoloured_positions_are_judged_alike() {
        let open = "
            . . . X O . .
            . X X X O O .
            . X . O X O .
            . X X O X X .
            O O X X O . .
            . O O O O . O
            . . . . . O .";
        for diagram in [FINISHED, SEKI, open] {
            let (board, status) = judge(diagram);
            for turn in Orientation::all(board.size()).step_by(3) {
                let turned = FinalStatus::new(&turn.board(&board), &KnownLife::default(), 200);
                let back = turn.map_back(turned);
                assert!(back.owner == status.owner, "{turn:?}");
                let facts =
                    |status: &FinalStatus| (status.dead, status.seki, status.seki_points, status.ending);
                assert_eq!(facts(&back), facts(&status), "{turn:?}");
            }
        }
    }
}
