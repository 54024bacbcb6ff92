//! What becomes of each stone and point when the game is over: dead, alive or seki, and whose.
//!
//! The position is judged as if both sides had passed. What is certain comes first ([`Unconditional`]), then what
//! the caller knows about groups, then many games played out in thought, from the position alone.

mod seki;

use katachi_rules::{Agreement, Board, Color, Game, Point, PointMap, PointSet, Score, Scoring};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::local_search::survival;
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
    /// Neutral points that somebody fills in the end.
    dame: PointSet,
    /// Points that their owner has to fill once the other side has filled the dame.
    protective: PointSet,
}

impl FinalStatus {
    /// Judges a position, by so many games. About 0.1 ms a game on 19x19, and where the games do not agree about
    /// strings, up to ten times that for each of the largest.
    pub fn of(board: &Board, known: &KnownLife, games: u32) -> Self {
        let certain = Unconditional::of(board);
        let games = InThought::play(board, &certain, games);
        let dead = Judge { board, certain: &certain, known, games: &games }.dead_stones();
        let mut rest = board.clone();
        rest.remove_stones(&dead);
        let mut owner = katachi_rules::area_owner(&rest, &PointSet::EMPTY);
        let mut open = PointMap::filled(None);
        for p in board.size().points() {
            // The border itself is not clear: what the games agree on must lie behind it.
            let clear = games.clear_owner(p).filter(|&color| {
                let mut around = p.neighbours().into_iter().filter(|&n| board.size().contains(n));
                around.all(|n| games.clear_owner(n) == Some(color))
            });
            if owner[p].is_none() {
                open[p] = clear;
            }
        }
        for p in board.size().points() {
            owner[p] = owner[p].or(open[p]);
        }
        let (seki, seki_points) = seki::find(&rest, &owner, |p| games.stays_empty(p));
        let dame = board.size().points().filter(|&p| owner[p].is_none() && !games.stays_empty(p)).collect();
        let protective = protective_moves(board, &dead, &dame, &owner);
        Self {
            dead,
            seki,
            seki_points,
            owner,
            open,
            dame,
            protective,
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

    /// The score of a game in that position, under its rules. With area scoring the dame are shared out in turn if the
    /// game is not over; with territory scoring moves that become necessary at the end cost a point each.
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
            Scoring::Area if !game.is_over() => {
                let (dame, first) = (self.dame.len() as u32, game.to_move());
                score.sides[first].stones += dame.div_ceil(2);
                score.sides[first.opposite()].stones += dame / 2;
            }
            Scoring::Area => {}
            Scoring::Territory => {
                for p in self.protective.iter() {
                    if let Some(color) = self.owner[p] {
                        let territory = &mut score.sides[color].territory;
                        *territory = territory.saturating_sub(1);
                    }
                }
            }
        }
        score
    }
}

/// Once the other side has filled the dame, living strings may be in atari; the points of their owner where they
/// are connected, or take the stones that press them.
fn protective_moves(board: &Board, dead: &PointSet, dame: &PointSet, owner: &PointMap<Option<Color>>) -> PointSet {
    let mut necessary = PointSet::EMPTY;
    for color in Color::BOTH {
        let mut pressed = board.clone();
        for p in dame.iter() {
            pressed.clear_ko();
            if pressed.is_legal(color.opposite(), p) {
                let _ = pressed.play(color.opposite(), p);
            }
        }
        loop {
            pressed.clear_ko();
            let in_atari = |&p: &Point| pressed.cell(p).is(color) && pressed.liberties(p) == 1 && !dead.contains(p);
            let cure = board.size().points().filter(in_atari).find_map(|p| {
                let liberty = pressed.first_liberties::<1>(p)[0];
                (owner[liberty] == Some(color) && pressed.is_legal(color, liberty)).then_some(liberty)
            });
            let Some(cure) = cure else {
                break;
            };
            let _ = pressed.play(color, cure);
            necessary.insert(cure);
        }
    }
    necessary
}

/// How games in thought end.
struct InThought {
    /// In how many games a point becomes Black's, less White's, from -1 to 1.
    balance: PointMap<f32>,
    /// In how many a point between both sides is left empty, from 0 to 1.
    empty: PointMap<f32>,
    games: u32,
}

/// A point that no wall closes off is somebody's if the games agree so well.
const CLEAR: f32 = 0.9;
/// About a string on which they agree less there is more to find out.
const SURE: f32 = 0.9;
/// So many strings at most are looked at again, the largest first.
const DOUBTS: usize = 8;
/// Games in each search about one of them, for one of the first games.
const GAMES_A_DOUBT: u32 = 1;
/// A search decides if it is so clear whoever moves first.
const DECIDED: f32 = 0.4;

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
                let owner = match played.cell(p).color() {
                    Some(color) => Some(color),
                    None => around(&played, p),
                };
                match owner {
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
        Self { balance, empty, games }
    }

    /// From -1, lost in all games, to 1.
    fn of_string(&self, board: &Board, stone: Point) -> f32 {
        let color = board.cell(stone).color().expect("a stone has a colour");
        let sum: f32 = board.string(stone).map(|p| self.balance[p]).sum();
        let mean = sum / board.string_size(stone) as f32;
        if color == Color::Black { mean } else { -mean }
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
        let mut dead = PointSet::EMPTY;
        let mut doubts = Vec::new();
        for p in board.size().points().filter(|&p| board.cell(p).is_stone() && board.head(p) == p) {
            let lives = self.is_known(p).unwrap_or_else(|| {
                let kept = self.games.of_string(board, p);
                if kept.abs() < SURE {
                    doubts.push(p);
                }
                kept >= 0.0
            });
            if !lives {
                dead.extend(board.string(p));
            }
        }
        doubts.sort_by_key(|&p| (std::cmp::Reverse(board.string_size(p)), (p.y(), p.x())));
        for &p in doubts.iter().take(DOUBTS) {
            let closed = self.closed_around(p);
            let games = GAMES_A_DOUBT * self.games.games;
            let color = board.cell(p).color().expect("a stone has a colour");
            if std::env::var("KDEBUG").is_ok() {
                eprintln!("{} {} size {} kept {:.2} attacker first {:.2} defender first {:.2} open {}", board.size().vertex(p), color, board.string_size(p), self.games.of_string(board, p), survival(board, p, color.opposite(), &closed, games), survival(board, p, color, &closed, games), board.empty_points().filter(|&p| !closed.contains(p)).count());
            }
            let lives = if survival(board, p, color.opposite(), &closed, games) > DECIDED {
                true
            } else if survival(board, p, color, &closed, games) < -DECIDED {
                false
            } else {
                continue;
            };
            for stone in board.string(p) {
                if lives {
                    dead.remove(stone);
                } else {
                    dead.insert(stone);
                }
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

    /// The empty points that have nothing to do with a string: no path leads there through empty points and strings in
    /// doubt.
    fn closed_around(&self, stone: Point) -> PointSet {
        let board = self.board;
        let own = board.head(stone);
        let passes = |p: Point| {
            board.is_empty(p)
                || (board.cell(p).is_stone()
                    && (board.head(p) == own || self.games.of_string(board, p).abs() < SURE))
        };
        let mut near = PointSet::EMPTY;
        let mut open = vec![stone];
        while let Some(p) = open.pop() {
            if board.size().contains(p) && passes(p) && near.insert(p) {
                open.extend(p.neighbours());
            }
        }
        let is_far = |&p: &Point| board.is_empty(p) && !near.contains(p);
        board.size().points().filter(is_far).collect()
    }
}

/// The colour of all stones beside an empty point, if they have one.
fn around(board: &Board, point: Point) -> Option<Color> {
    let mut colors = point.neighbours().into_iter().filter_map(|n| board.cell(n).color());
    let first = colors.next()?;
    colors.all(|color| color == first).then_some(first)
}
