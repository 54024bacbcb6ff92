//! Strings whose life hangs on who comes first to a point, as games in thought tell.
//!
//! The position is played out many times. Afterwards it is known of every string whether it stands, and of every point which
//! side was the first to play there: where the two go together, the point decides over the string (S. Pellegrino et al., "Localizing Search in
//! Monte-Carlo Go Using Statistical Covariance", 2009; R. Coulom's criticality is of the same year). So urgent points are seen
//! where reading does not reach: groups in the open, and several that hang on one point.

use katachi_rules::{Board, Color, Move, PlayoutBoard, Point, PointMap, PointSet};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::endgame::Counted;
use super::{Context, Proposals, Reason};
use crate::playout::{Fighting, owner_at_the_end, play_on};

/// Value of a point that coming first gains in the mean of the games. Sides play badly in thought, so what hangs on a point
/// is more than that.
const BY_POINT: f32 = 10.0;
/// Points for each stone that stands in the one case and not in the other.
const BY_STONE: f32 = 2.0;
/// What may be chance is taken off: so many standard deviations.
const CHANCE: f32 = 2.0;
/// Lesser values are not proposed.
const LEAST: i32 = 5;
/// On a point that gains so much those strings hang of which such a part, at least, stands in the one case and not in the other.
const HANGING: f32 = 8.0;
const HANGING_PART: f32 = 0.15;
/// Strings that stand or fall in a larger part of the games than this are decided.
const DECIDED: f32 = 0.97;

/// One bit for each game.
#[derive(Clone, Copy, Default)]
struct Games([u64; Self::MOST / 64]);

impl Games {
    const MOST: usize = 256;

    fn insert(&mut self, game: usize) {
        self.0[game / 64] |= 1 << (game % 64);
    }

    fn count(&self) -> f32 {
        self.0.iter().map(|word| word.count_ones()).sum::<u32>() as f32
    }

    fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

/// A string with the games at the end of which it stands.
struct Fate {
    head: Point,
    color: Color,
    size: u32,
    stands: Games,
}

/// What games in thought say of strings and points.
struct Thought {
    color: Color,
    strings: Vec<Fate>,
    /// Games in which this side was the first to play at a point, and those in which the other was.
    ours: PointMap<Games>,
    theirs: PointMap<Games>,
}

impl Thought {
    /// Plays games from a position, in turn with each side to move.
    fn new(context: &Context<'_>, games: usize) -> Self {
        let board = context.game.board();
        let is_head = |&p: &Point| board.cell(p).is_stone() && board.head(p) == p;
        let fate = |head| Fate {
            head,
            color: board.cell(head).color().expect("a head is a stone"),
            size: board.string_size(head),
            stands: Games::default(),
        };
        let mut this = Self {
            color: context.color,
            strings: board.size().points().filter(is_head).map(fate).collect(),
            ours: PointMap::filled(Games::default()),
            theirs: PointMap::filled(Games::default()),
        };
        let start = PlayoutBoard::new(board);
        let policy = Fighting::new();
        let mut rng = ChaCha8Rng::seed_from_u64(board.key() ^ context.seed);
        for game in 0..games {
            this.play(game, start.clone(), &policy, &mut rng);
        }
        this
    }

    fn play(&mut self, game: usize, mut board: PlayoutBoard, policy: &Fighting, rng: &mut ChaCha8Rng) {
        let mut played = PointSet::EMPTY;
        let first = Color::BOTH[game % 2];
        play_on(&mut board, first, None, policy, rng, |color, point| {
            if played.insert(point) {
                let firsts = if color == self.color {
                    &mut self.ours
                } else {
                    &mut self.theirs
                };
                firsts[point].insert(game);
            }
        });
        for string in &mut self.strings {
            if owner_at_the_end(&board, string.head) == Some(string.color) {
                string.stands.insert(game);
            }
        }
    }

    /// Strings that stand in some games and not in others.
    fn forget_decided(&mut self, games: usize) {
        let is_open = |string: &Fate| {
            let part = string.stands.count() / games as f32;
            (1.0 - DECIDED..=DECIDED).contains(&part)
        };
        self.strings.retain(is_open);
    }

    /// Points that this side gains with a string by coming first to a point, less what may be chance.
    fn gain(&self, point: Point, string: &Fate) -> f32 {
        let (ours, theirs) = (&self.ours[point], &self.theirs[point]);
        let (us, them) = (ours.count(), theirs.count());
        if us == 0.0 || them == 0.0 {
            return 0.0;
        }
        let (with_us, with_them) = (string.stands.and(ours).count(), string.stands.and(theirs).count());
        let all = (with_us + with_them) / (us + them);
        let deviation = (all * (1.0 - all) * (1.0 / us + 1.0 / them)).sqrt();
        let difference = with_us / us - with_them / them;
        let sure = (difference.abs() - CHANCE * deviation)
            .max(0.0)
            .copysign(difference);
        // A point to which one side nearly always comes first is not the cause of what happens, but its result: the
        // inside of a group is open to the other side where the group is dead.
        let is_open = 4.0 * us * them / (us + them).powi(2);
        let gain = BY_STONE * string.size as f32 * is_open * sure;
        if string.color == self.color { gain } else { -gain }
    }
}

/// What hangs on who comes first, and where.
pub(super) struct Stakes {
    /// Points with all that coming first there gains, and the string for which it gains most.
    points: Vec<(Point, f32, Point)>,
    /// How often a stone stands at the end of the games, 0 to 1. None without games.
    stands: Option<PointMap<f32>>,
    /// Strings of which a good part hangs on one point.
    pub(super) hanging: PointSet,
    games: usize,
    /// How many moves the games took, at most.
    pub(super) moves: u32,
}

impl Stakes {
    /// No games were played.
    pub(super) fn nothing() -> Self {
        Self {
            points: Vec::new(),
            stands: None,
            hanging: PointSet::EMPTY,
            games: 0,
            moves: 0,
        }
    }

    /// By games that take about so many moves at most.
    pub(super) fn new(context: &Context<'_>, most_moves: u32) -> Self {
        let board = context.game.board();
        let area = board.size().area();
        let games = (most_moves as usize / area).min(Games::MOST);
        let mut thought = Thought::new(context, games);
        let mut stands = PointMap::filled(0.0);
        for string in &thought.strings {
            for stone in board.string(string.head) {
                stands[stone] = string.stands.count() / games as f32;
            }
        }
        thought.forget_decided(games);
        let mut this = Self {
            stands: Some(stands),
            games,
            moves: (games * area) as u32,
            ..Self::nothing()
        };
        for point in board.size().points() {
            let may_play = context.game.is_legal(context.color, Move::Play(point));
            if may_play && !board.is_eye(context.color, point) {
                this.add(board, &thought, point);
            }
        }
        this
    }

    fn add(&mut self, board: &Board, thought: &Thought, point: Point) {
        let gains = || {
            thought
                .strings
                .iter()
                .map(|string| (string, thought.gain(point, string)))
        };
        let points: f32 = gains().map(|(_, gain)| gain).sum();
        if points >= HANGING {
            let hangs = |(string, gain): &(&Fate, f32)| *gain >= HANGING_PART * BY_STONE * string.size as f32;
            for (string, _) in gains().filter(hangs) {
                self.hanging.extend(board.string(string.head));
            }
        }
        let best = gains().max_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((string, _)) = best.filter(|(_, gain)| *gain > 0.0) {
            self.points.push((point, points, string.head));
        }
    }

    /// How much of a group is in doubt, in stones: a stone that stands in half of the games counts whole. All of it without games.
    pub(super) fn doubt(&self, group: &PointSet) -> f32 {
        match &self.stands {
            None => group.len() as f32,
            Some(stands) => group.iter().map(|p| 4.0 * stands[p] * (1.0 - stands[p])).sum(),
        }
    }

    /// Proposes points on which strings hang and that were not counted.
    pub(super) fn propose(&self, context: &Context<'_>, counted: &Counted, proposals: &mut Proposals) {
        for &(point, points, head) in &self.points {
            let value = (BY_POINT * points) as i32;
            if value < LEAST || counted.is_counted(point) {
                continue;
            }
            let reason = Reason::Stake {
                string: context.game.size().vertex(head).to_string(),
                points,
                games: self.games as u32,
                value,
            };
            proposals.add(point, reason);
        }
    }
}

#[cfg(test)]
mod tests;
