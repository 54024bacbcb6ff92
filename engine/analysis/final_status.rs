//! What becomes of each stone and point when the game is over: dead, alive or seki, and whose.
//!
//! The position is judged as if both sides had passed. What is certain comes first ([`Unconditional`]), then what
//! the caller knows about groups, then many games played out in thought, from the position alone.

use katachi_rules::{Agreement, Board, Color, Game, Point, PointMap, PointSet, Score};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::playout::play_out;
use super::unconditional::Unconditional;

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
}

impl FinalStatus {
    /// Judges a position, by so many games.
    pub fn of(board: &Board, known: &KnownLife, games: u32) -> Self {
        let certain = Unconditional::of(board);
        let settled = Settled::play(board, &certain, games);
        let mut dead = PointSet::EMPTY;
        for p in board.size().points().filter(|&p| board.cell(p).is_stone() && board.head(p) == p) {
            let color = board.cell(p).color().expect("a stone has a colour");
            let is_dead = if certain.territory[color.opposite()].contains(p) || known.dead.contains(p) {
                true
            } else if certain.alive[color].contains(p) || certain.territory[color].contains(p) || known.alive.contains(p) {
                false
            } else {
                settled.of_string(board, p) < 0.0
            };
            if is_dead {
                dead.extend(board.string(p));
            }
        }
        let mut rest = board.clone();
        rest.remove_stones(&dead);
        let mut owner = katachi_rules::area_owner(&rest, &PointSet::EMPTY);
        let mut open = PointMap::filled(None);
        for p in board.size().points() {
            if owner[p].is_none() {
                open[p] = settled.owner(p);
                owner[p] = open[p];
            }
        }
        Self {
            dead,
            seki: PointSet::EMPTY,
            seki_points: PointSet::EMPTY,
            owner,
            open,
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

    /// The score of a game in that position, under its rules.
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
        score
    }
}

/// How games in thought end.
struct Settled {
    /// In how many games a point becomes Black's, less White's, from -1 to 1.
    balance: PointMap<f32>,
    board: Board,
}

/// A point that no wall closes off is somebody's if the games agree so well.
const CLEAR: f32 = 0.9;

impl Settled {
    fn play(board: &Board, certain: &Unconditional, games: u32) -> Self {
        let mut closed = PointSet::EMPTY;
        for color in Color::BOTH {
            closed.extend_with(&certain.territory[color]);
        }
        let mut rng = ChaCha8Rng::seed_from_u64(board.key());
        let mut sums = PointMap::filled(0i32);
        for game in 0..games {
            let mut played = board.clone();
            play_out(&mut played, Color::BOTH[game as usize % 2], &closed, &mut rng);
            for p in board.size().points() {
                let owner = match played.cell(p).color() {
                    Some(color) => Some(color),
                    None => around(&played, p),
                };
                sums[p] += owner.map_or(0, |color| if color == Color::Black { 1 } else { -1 });
            }
        }
        let mut balance = PointMap::filled(0.0);
        for p in board.size().points() {
            balance[p] = sums[p] as f32 / games.max(1) as f32;
        }
        Self { balance, board: board.clone() }
    }

    /// From -1, lost in all games, to 1.
    fn of_string(&self, board: &Board, stone: Point) -> f32 {
        let color = board.cell(stone).color().expect("a stone has a colour");
        let sum: f32 = board.string(stone).map(|p| self.balance[p]).sum();
        let mean = sum / board.string_size(stone) as f32;
        if color == Color::Black { mean } else { -mean }
    }

    fn owner(&self, point: Point) -> Option<Color> {
        let _ = &self.board;
        match self.balance[point] {
            b if b >= CLEAR => Some(Color::Black),
            b if b <= -CLEAR => Some(Color::White),
            _ => None,
        }
    }
}

/// The colour of all stones beside an empty point, if they have one.
fn around(board: &Board, point: Point) -> Option<Color> {
    let mut colors = point.neighbours().into_iter().filter_map(|n| board.cell(n).color());
    let first = colors.next()?;
    colors.all(|color| color == first).then_some(first)
}
