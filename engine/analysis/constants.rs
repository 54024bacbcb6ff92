// SPDX-License-Identifier: MIT OR Apache-2.0

//! The heuristic constants of the analysis: budgets, weights, thresholds and distances, by topic.
//!
//! The end of each comment says where the value comes from: a section of `docs/experiments/analysis.md` (in
//! quotation marks), a paper, or "guess" for a value that nobody has compared with others. A range is what may be
//! sensible, not what is possible. A change of a value changes the choices of the bench (CONTRIBUTING.md).
//!
//! The worth of eye shapes is no constant but in `patterns/eyes.db`, solved by `cargo test --test engine eye_shapes`,
//! and `patterns/conn.db` says which strings are connected. The work of a whole analysis is its caller's:
//! [`Effort`](super::Effort). Sizes of arrays and rules of the game are with the code that needs them.

// Ownership by playouts.

/// A string that survives in less than this share of the playouts, from 0 to 1, is lost; 0.05 to 0.25. Guess.
pub(super) const LOST_SHARE: f32 = 0.15;
/// A dragon whose mean ownership is below this is lost, from -1 to 1; -0.9 to -0.5. It is [`LOST_SHARE`] as an
/// ownership, 2 x 0.15 - 1. Guess.
pub(super) const LOST_OWNERSHIP: f32 = -0.7;
/// A dragon without two eyes and without a way out is lost if its mean ownership is below this; -0.7 to 0. Guess.
pub(super) const LOST_OWNERSHIP_IF_SURROUNDED: f32 = -0.4;

// Influence and the estimate of the score.

/// Rounds of dilation and erosion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rounds {
    /// Dilations, first.
    pub dilate: u32,
    /// Erosions, after them.
    pub erode: u32,
}

/// Rounds for territory: an isolated stone has none. Bouzy 2003, with the numbers of GNU Go.
pub const TERRITORY_ROUNDS: Rounds = Rounds { dilate: 5, erode: 21 };
/// Rounds for moyo: points that a side may get. Bouzy 2003, with the numbers of GNU Go.
pub const MOYO_ROUNDS: Rounds = Rounds { dilate: 5, erode: 10 };
/// Rounds for area: points near a side's stones. Bouzy 2003, with the numbers of GNU Go.
pub const AREA_ROUNDS: Rounds = Rounds { dilate: 4, erode: 0 };
/// Value of each large own area that a move joins to another; 5 to 30. Guess.
pub(super) const JOINED_AREA_VALUE: i32 = 15;
/// Value of each part that a move splits off a large enemy area; 5 to 30. Guess.
pub(super) const SPLIT_AREA_VALUE: i32 = 10;
/// What a point of moyo is worth in the estimate of the score, in points, 0 to 1; 0.3 to 0.7. Guess.
pub(super) const MOYO_WORTH: f32 = 0.5;

// Strings that are one dragon. "Which strings are one dragon" compares the whole with GNU Go.

/// Nodes for one question while strings are joined to dragons: can a cutting stone be captured? 100 to 2,000.
/// "Which strings are one dragon": with 2,000 about 1 % more pairs agree, for three times the nodes.
pub(super) const CUTTING_STONE_NODES: u32 = 300;
/// Nodes for one question whether two strings can be cut apart; 50 to 1,000. Guess.
pub(super) const CUT_APART_NODES: u32 = 150;
/// Nodes for one question whether two connections hold both; 50 to 300. "Connections that do not hold all at once".
pub(super) const CHAIN_NODES: u32 = 150;
/// Pairs of connections that are read in a position, at most: a bound for positions made by hand; 20 to 200. Guess.
pub(super) const MAX_CHAINS_READ: usize = 60;
/// Points of a cavity whose strings are joined, at most: around a larger one they can be cut; 10 to 30. Guess.
pub(super) const MAX_CAVITY_POINTS: usize = 20;
/// Nodes for one question whether two dragons can be joined in one move; 50 to 1,000. Guess.
pub(super) const FRIEND_NODES: u32 = 100;

// The status of a dragon.

/// Smaller dragons are for tactical reading, in stones; 2 or 3. Guess.
pub(super) const SMALLEST_DRAGON: u32 = 2;
/// Points of territory that are enough for two eyes; 6 to 15. Guess.
pub(super) const LIVING_TERRITORY: usize = 10;
/// A dragon with at most that number of empty points in its area is weak; 10 to 30. Guess.
pub(super) const WEAK_AREA: usize = 20;
/// Steps that a way out has; 3 to 5. Guess.
pub(super) const WAY_OUT_STEPS: usize = 4;
/// The worth of a way out to a point of the own moyo or area; 2 to 6. Guess.
pub(super) const WAY_OUT_WORTH_OWN: u32 = 4;
/// The worth of a way out to a point of nobody's; 1 to 3. Guess.
pub(super) const WAY_OUT_WORTH_NEUTRAL: u32 = 2;
/// The worth of a way out to a point of the enemy's area; 0 to 2. Guess.
pub(super) const WAY_OUT_WORTH_ENEMY_AREA: u32 = 1;
/// The worth of a way out to a point of the enemy's moyo; 0 or 1. Guess.
pub(super) const WAY_OUT_WORTH_ENEMY_MOYO: u32 = 0;

// The life of a dragon. "Status" has what the reading of lives is worth.

/// A dragon with more ways out can run, and is not read; 0 to 10. Guess.
pub(super) const MAX_WAYS_OUT_READ: u32 = 4;
/// Dragons that are read at most, the largest first; 2 to 8. Guess.
pub(super) const MAX_DRAGONS_READ: usize = 4;
/// Each question about the life of a dragon has the nodes of one tactical reading divided by this. A dragon gets
/// the same nodes whatever the others take, so that answers are the same whether some are cached or not; 1 to 4.
/// Guess.
pub(super) const LIFE_NODES_PART: u32 = 2;

// Races between dragons.

/// Nodes for each question about a race of two strings; 100 to 2,000. Guess.
pub(super) const RACE_NODES: u32 = 300;
/// Nodes for each question about a race between all strings of two dragons; 500 to 30,000. Guess.
pub(super) const GROUP_RACE_NODES: u32 = 1_000;
/// Strings with more liberties are not in a race yet; 5 to 12. Guess.
pub(super) const DRAGON_RACE_LIBERTIES: u32 = 8;
/// A string in a race has at least the stones of its dragon divided by this; 2 to 4. Guess.
pub(super) const RACE_STRING_PART: u32 = 3;
/// A dragon with more liberties of order 4 runs instead; 2 to 8. Guess.
pub(super) const RACE_MOST_ESCAPE: u32 = 4;

// Eyes. "The section" is "Eyes".

/// Nodes for one question about a stone at the border of an eye space; 100 to 2,000. The section: 5.7 ms a position
/// in place of 81 with 2,000, together with `BORDER_STRING_LIBERTIES`.
pub(super) const EYE_BORDER_NODES: u32 = 200;
/// A string with more liberties at the border is not captured at once; 2 or 3. The section.
pub(super) const BORDER_STRING_LIBERTIES: u32 = 2;
/// Points of an eye space at most that is judged by its points; larger ones are left to influence; 20 to 40. Guess.
pub(super) const LARGEST_EYE_SPACE: usize = 30;
/// Points of the space that stones shut in around a point, at most; 8 to 14. Guess.
pub(super) const POCKET_POINTS: usize = 12;
/// Larger eye spaces are not read, in points; 10 to 20. Guess.
pub(super) const LARGEST_READ_EYE_SPACE: usize = 16;
/// From how far an edge closes a direction off, in steps from the point to the last line; 2 to 4. Guess.
pub(super) const EDGE_CLOSES_STEPS: usize = 3;
/// From how far a stone closes a direction off, in steps; 4 to 6. Guess.
pub(super) const STONE_CLOSES_STEPS: usize = 5;
/// Positions of a local game that may be searched; 1,000 to 20,000. Guess.
pub(super) const LOCAL_GAME_POSITIONS: u32 = 4_000;
/// Positions that exact solving of an eye space may search; 1,000 to 20,000. Guess.
pub(super) const EXACT_EYE_POSITIONS: u32 = 4_000;
/// Liberties outside that are counted at most: more give the owner no time that he could use; 1 to 3. Guess.
pub(super) const MAX_OUTSIDE_COUNTED: usize = 2;
/// Proper points that count as two eyes, whatever their shape, where the solvers give up; 7 to 10. Guess.
pub(super) const TWO_EYES_SIZE: usize = 8;
/// Proper points that count as two eyes there if the owner plays first; 4 to 6. Guess.
pub(super) const TWO_EYES_SIZE_IF_FIRST: usize = 4;

// Enclosed regions.

/// Smaller regions are one eye whatever happens, in points: a rule of the shapes.
pub(super) const SMALLEST_REGION: usize = 4;
/// Points of a region at most; 8 to 12. Guess.
pub(super) const LARGEST_REGION: usize = 10;
/// A wall with more liberties outside has other ways to live; 1 to 3. Guess.
pub(super) const REGION_MOST_OUTSIDE: usize = 2;
/// Positions that the search of a region may visit; 10,000 to 200,000. Guess.
pub(super) const REGION_SEARCH_POSITIONS: u32 = 40_000;
/// Positions for retrograde analysis, where the search runs out of nodes because of kos; 100,000 to 1,000,000.
/// Guess.
pub(super) const REGION_RETROGRADE_POSITIONS: u32 = 400_000;

// What is certain however often a side moves.

/// With more points for eyes than this, two of them will do; 5 to 10, as the work doubles with each. Guess.
pub(super) const UNCONDITIONAL_MOST_EYES: usize = 7;
/// With more empty points out of the owner's reach an area is not read; 6 to 12, as the work doubles with each.
/// Guess.
pub(super) const CAPTIVES_MOST_SPACE: usize = 9;
/// Moves from the filled area to the capture, at most; 20 to 60. Guess.
pub(super) const CAPTIVES_DEPTH: u32 = 40;
/// Moves played for one such area; 100,000 to 1,000,000. Guess.
pub(super) const CAPTIVES_NODES: u32 = 300_000;

// Final positions. "Changes one after another" has the rules that these values are part of.

/// A string with less mean ownership than this is uncertain, from -1 to 1; 0.7 to 0.95. Guess.
pub(super) const SURE_OWNERSHIP: f32 = 0.9;
/// Nodes for one reading of an uncertain string; 500 to 10,000. Guess.
pub(super) const FINAL_STRING_NODES: u32 = 2_000;
/// Smaller uncertain groups are for tactical reading, in stones; 2 to 4. Guess.
pub(super) const FINAL_SMALLEST_GROUP: usize = 3;
/// Uncertain groups that are read at most, the largest strings first; 4 to 20. Guess.
pub(super) const FINAL_MOST_GROUPS: usize = 12;
/// A group with more mean ownership is certain to live, from -1 to 1; 0.3 to 0.9. Guess.
pub(super) const FINAL_MOST_OWNERSHIP: f32 = 0.5;
/// A group with less mean ownership is certain to die, from -1 to 1; -1 to -0.8. Guess.
pub(super) const FINAL_LEAST_OWNERSHIP: f32 = -0.95;
/// Strings of one group differ by less than this in mean ownership, 0 to 2; 0.1 to 0.5. Guess; groups by their
/// ownership are in the table with 52 tests in place of 50.
pub(super) const FINAL_SAME_OWNERSHIP: f32 = 0.3;
/// Least ownership at which a side owns a point that no wall closes off, 0 to 1; 0.8 to 0.98. Guess.
pub(super) const CLEAR_OWNERSHIP: f32 = 0.9;
/// A point that is left empty in a larger share of the playouts is a liberty that neither side wants to fill, 0 to
/// 1; 0.3 to 0.7. Guess.
pub(super) const STAYS_EMPTY_SHARE: f32 = 0.5;
/// A group with more points of its own lives by itself and not in seki; 2 to 4. Guess.
pub(super) const SEKI_MOST_POINTS: usize = 3;
