//! What becomes of each stone and point when the game is over: dead, alive or seki, and whose.
//!
//! The position is judged as if both sides had passed. What is certain comes first ([`Unconditional`]), then what
//! the caller knows about groups, then many games played out in thought, from the position alone.

mod protect;
mod seki;
mod turned;

use katachi_rules::{Agreement, Board, Color, Game, Point, PointMap, PointSet, Score, Scoring};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use turned::Turn;

use super::playout::{owner_at_the_end, play_out};
use super::unconditional::Unconditional;
use crate::reading::{Reader, Verdict};

/// What is known of stones from elsewhere: from the reading of groups, or from the players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KnownLife {
    /// Stones that live.
    pub alive: PointSet,
    /// Stones that are dead.
    pub dead: PointSet,
}

/// What becomes of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// It is taken off.
    Dead,
    /// It stays.
    Alive,
    /// It stays, and what it surrounds does not count with territory scoring.
    Seki,
}

/// The fate of all stones, and the owners of all points.
#[derive(Clone, Debug)]
pub struct FinalStatus {
    /// Stones that are taken off.
    pub dead: PointSet,
    /// Stones that live in seki.
    pub seki: PointSet,
    /// Whose each point is, stones and dame included: dame and the points of seki that nobody surrounds are nobody's.
    pub owner: PointMap<Option<Color>>,
    /// Stones in seki with the points that they surround.
    seki_points: PointSet,
    /// Points that no wall closes off, but which one side gets in nearly all games.
    open: PointMap<Option<Color>>,
    /// Neutral points that somebody fills in the end.
    unfilled: PointSet,
}

impl FinalStatus {
    /// Judges a position, by so many games, the ko left aside. About 0.2 ms a game on 19x19. Positions that differ by
    /// symmetry or colours alone are judged alike.
    pub fn of(board: &Board, known: &KnownLife, games: u32) -> Self {
        let turn = Turn::to_standard(board);
        let known = KnownLife {
            alive: turn.points(&known.alive),
            dead: turn.points(&known.dead),
        };
        let turned = Self::of_turned(&turn.board(board), &known, games);
        Self {
            dead: turn.points_back(&turned.dead),
            seki: turn.points_back(&turned.seki),
            seki_points: turn.points_back(&turned.seki_points),
            unfilled: turn.points_back(&turned.unfilled),
            owner: turn.owners_back(&turned.owner),
            open: turn.owners_back(&turned.open),
        }
    }

    fn of_turned(board: &Board, known: &KnownLife, games: u32) -> Self {
        let certain = Unconditional::of(board);
        let games = InThought::play(board, &certain, games);
        let dead = Judge {
            board,
            certain: &certain,
            known,
            games: &games,
        }
        .dead_stones();
        let mut rest = board.clone();
        rest.remove_stones(&dead);
        let mut owner = katachi_rules::area_owner(&rest, &PointSet::EMPTY);
        let mut open = PointMap::filled(None);
        for p in board.size().points() {
            if owner[p].is_none() {
                open[p] = games.clear_owner(p);
            }
        }
        for p in board.size().points() {
            owner[p] = owner[p].or(open[p]);
        }
        let (seki, seki_points) = seki::find(&rest, &owner, |p| games.stays_empty(p));
        let unfilled = board
            .size()
            .points()
            .filter(|&p| owner[p].is_none() && !games.stays_empty(p))
            .collect();
        Self {
            dead,
            seki,
            seki_points,
            owner,
            open,
            unfilled,
        }
    }

    /// Is the point nobody's?
    pub fn is_dame(&self, point: Point) -> bool {
        self.owner[point].is_none()
    }

    /// Does an empty point belong to stones in seki?
    pub fn in_seki(&self, point: Point) -> bool {
        self.seki_points.contains(point)
    }

    /// The fate of a stone.
    pub fn fate(&self, stone: Point) -> Fate {
        if self.dead.contains(stone) {
            Fate::Dead
        } else if self.seki.contains(stone) {
            Fate::Seki
        } else {
            Fate::Alive
        }
    }

    /// The score of a game in that position, under its rules. With area scoring the dame are filled in turn if the
    /// game is not over.
    pub fn score(&self, game: &Game) -> Score {
        let agreement = Agreement {
            dead: self.dead,
            seki: self.seki,
        };
        let mut score = game.agreed_score(&agreement);
        for p in game.size().points() {
            if let Some(color) = self.open[p] {
                score.sides[color].territory += 1;
            }
        }
        match game.rules().scoring {
            Scoring::Area if game.is_over() => {}
            Scoring::Area => {
                let (dame, first) = (self.unfilled.len() as u32, game.to_move());
                score.sides[first].stones += dame.div_ceil(2);
                score.sides[first.opposite()].stones += dame / 2;
            }
            Scoring::Territory => {
                let moves = protect::protective_moves(game.board(), &self.unfilled, &self.dead, &self.owner);
                for color in Color::BOTH {
                    let territory = &mut score.sides[color].territory;
                    *territory = territory.saturating_sub(protect::count(&moves, &self.owner, color));
                }
            }
        }
        score
    }
}

/// How games in thought end.
struct InThought {
    /// In how many games a point becomes Black's, less White's, from -1 to 1.
    balance: PointMap<f32>,
    /// In how many a point between both sides is left empty, from 0 to 1.
    empty: PointMap<f32>,
}

/// A point that no wall closes off is somebody's if the games agree so well.
const CLEAR: f32 = 0.9;
/// A string that is kept in fewer games is read, whether it is lost by tactics.
const SURE: f32 = 0.9;
/// Nodes for one reading of a string in doubt.
const NODES_A_DOUBT: u32 = 2_000;

impl InThought {
    fn play(board: &Board, certain: &Unconditional, games: u32) -> Self {
        let mut closed = PointSet::EMPTY;
        for color in Color::BOTH {
            closed.extend_with(&certain.territory[color]);
        }
        let mut rng = ChaCha8Rng::seed_from_u64(board.key());
        let (mut sums, mut left) = (PointMap::filled(0i32), PointMap::filled(0u32));
        for game in 0..games {
            let mut played = board.clone();
            play_out(&mut played, Color::BOTH[game as usize % 2], &closed, &mut rng);
            for p in board.size().points() {
                match owner_at_the_end(&played, p) {
                    Some(Color::Black) => sums[p] += 1,
                    Some(Color::White) => sums[p] -= 1,
                    None => left[p] += 1,
                }
            }
        }
        let (mut balance, mut empty) = (PointMap::filled(0.0), PointMap::filled(0.0));
        let parts = games.max(1) as f32;
        for p in board.size().points() {
            balance[p] = sums[p] as f32 / parts;
            empty[p] = left[p] as f32 / parts;
        }
        Self { balance, empty }
    }

    fn clear_owner(&self, point: Point) -> Option<Color> {
        match self.balance[point] {
            b if b >= CLEAR => Some(Color::Black),
            b if b <= -CLEAR => Some(Color::White),
            _ => None,
        }
    }

    fn stays_empty(&self, point: Point) -> bool {
        self.empty[point] > 0.5
    }
}

/// Decides which strings are dead.
struct Judge<'a> {
    board: &'a Board,
    certain: &'a Unconditional,
    known: &'a KnownLife,
    games: &'a InThought,
}

impl Judge<'_> {
    fn dead_stones(&self) -> PointSet {
        let board = self.board;
        let mut reader = Reader::new(board, NODES_A_DOUBT);
        let mut dead = PointSet::EMPTY;
        for p in board
            .size()
            .points()
            .filter(|&p| board.cell(p).is_stone() && board.head(p) == p)
        {
            let lives = self.is_known(p).unwrap_or_else(|| {
                let kept = of_string(&self.games.balance, board, p);
                let is_lost = |reader: &mut Reader| {
                    reader.attack(p).verdict == Verdict::Yes && reader.defend(p).verdict == Verdict::No
                };
                kept >= SURE || (kept >= 0.0 && !is_lost(&mut reader))
            });
            if !lives {
                dead.extend(board.string(p));
            }
        }
        dead
    }

    fn is_known(&self, stone: Point) -> Option<bool> {
        let color = self.board.cell(stone).color()?;
        if self.certain.territory[color.opposite()].contains(stone) || self.known.dead.contains(stone) {
            return Some(false);
        }
        let lives = self.certain.alive[color].contains(stone)
            || self.certain.territory[color].contains(stone)
            || self.known.alive.contains(stone);
        lives.then_some(true)
    }
}

/// The mean balance of the stones of a string, for its side: from -1, lost in all games, to 1.
fn of_string(balance: &PointMap<f32>, board: &Board, stone: Point) -> f32 {
    let color = board.cell(stone).color().expect("a stone has a colour");
    let sum: f32 = board.string(stone).map(|p| balance[p]).sum();
    let mean = sum / board.string_size(stone) as f32;
    if color == Color::Black { mean } else { -mean }
}

#[cfg(test)]
mod tests {
    use katachi_rules::Rules;

    use super::*;

    fn judge(diagram: &str) -> (Board, FinalStatus) {
        let board = Board::from_diagram(diagram);
        let status = FinalStatus::of(&board, &KnownLife::default(), 200);
        (board, status)
    }

    fn at(board: &Board, vertex: &str) -> Point {
        board.size().parse_vertex(vertex).expect("a vertex of the board")
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
            assert_eq!(status.fate(at(&board, vertex)), Fate::Seki, "{vertex}");
        }
        assert_eq!(status.fate(at(&board, "A4")), Fate::Alive);
        for vertex in ["D2", "C1"] {
            assert!(status.is_dame(at(&board, vertex)), "{vertex}");
        }
    }

    #[test]
    fn what_the_caller_knows_comes_first() {
        let board = Board::from_diagram(SEKI);
        let known = KnownLife {
            dead: board.string(at(&board, "A1")).collect(),
            ..KnownLife::default()
        };
        let status = FinalStatus::of(&board, &known, 50);
        assert_eq!(status.fate(at(&board, "A1")), Fate::Dead);
        assert_eq!(status.owner[at(&board, "A1")], Some(Color::Black));
    }

    #[test]
    fn turned_and_recoloured_positions_are_judged_alike() {
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
            let size = board.size();
            let rows: Vec<String> = board.to_string().lines().map(str::to_string).collect();
            let upside_down: String = rows.iter().rev().map(|row| format!("{row}\n")).collect();
            let (_, flipped) = judge(&upside_down);
            let (_, recoloured) = judge(
                &board
                    .to_string()
                    .replace('X', "#")
                    .replace('O', "X")
                    .replace('#', "O"),
            );
            for p in size.points() {
                let below = Point::new(p.x(), size.height() - 1 - p.y());
                assert_eq!(status.owner[p], flipped.owner[below]);
                assert_eq!(status.owner[p], recoloured.owner[p].map(Color::opposite));
                assert_eq!(status.dead.contains(p), flipped.dead.contains(below));
                assert_eq!(status.dead.contains(p), recoloured.dead.contains(p));
            }
        }
    }
}
