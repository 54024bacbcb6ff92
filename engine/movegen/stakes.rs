//! Strings whose life hangs on who comes first to a point, as games in thought tell.
//!
//! The position is played out many times. Afterwards it is known of every string whether it stands, and of every point which
//! side was the first to play there: where the two go together, the point decides over the string (S. Pellegrino et al., "Localizing Search in
//! Monte-Carlo Go Using Statistical Covariance", 2009; R. Coulom's criticality is of the same year). So urgent points are seen
//! where reading does not reach: groups in the open, and several that hang on one point.

use katachi_rules::{Color, Move, PlayoutBoard, Point, PointMap, PointSet};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::endgame::Counted;
use super::{Context, Proposals, Reason};
use crate::analysis::playout::{Fighting, owner_at_the_end, play_on};

/// Value of a point that coming first gains in the mean of the games. Sides play badly in thought, so what hangs on a point
/// is more than that.
const BY_POINT: f32 = 10.0;
/// Points for each stone that stands in the one case and not in the other.
const BY_STONE: f32 = 2.0;
/// What may be chance is taken off: so many standard deviations.
const CHANCE: f32 = 2.0;
/// Lesser values are not proposed.
const LEAST: i32 = 5;
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

/// Proposes points on which strings hang and that were not counted, by games that take about so many moves at most. Returns
/// how many they took.
pub(super) fn propose(
    context: &Context<'_>,
    most_moves: u32,
    counted: &Counted,
    proposals: &mut Proposals,
) -> u32 {
    let board = context.game.board();
    let area = board.size().area();
    let games = (most_moves as usize / area).min(Games::MOST);
    let mut thought = Thought::new(context, games);
    thought.forget_decided(games);
    for point in board.size().points() {
        if counted.is_counted(point)
            || board.is_eye(context.color, point)
            || !context.game.is_legal(context.color, Move::Play(point))
        {
            continue;
        }
        let gains = thought
            .strings
            .iter()
            .map(|string| (thought.gain(point, string), string.head));
        let (mut points, mut most) = (0.0, (0.0, None));
        for (gain, head) in gains {
            points += gain;
            if gain > most.0 {
                most = (gain, Some(head));
            }
        }
        let value = (BY_POINT * points) as i32;
        if let Some(head) = most.1.filter(|_| value >= LEAST) {
            let reason = Reason::Stake {
                string: board.size().vertex(head).to_string(),
                points,
                games: games as u32,
                value,
            };
            proposals.add(point, reason);
        }
    }
    (games * area) as u32
}

#[cfg(test)]
mod tests;
