// SPDX-License-Identifier: MIT OR Apache-2.0

//! The heuristic constants of the classical choice: values, budgets, thresholds and distances, by topic.
//!
//! The end of each comment says where the value comes from: a section of `docs/experiments/classical-choice.md` (in quotation marks), the
//! scale of values, or "guess" for a value that nobody has compared with others. A range is what may be sensible, not what is possible. A
//! change of a value changes the choices of the bench (CONTRIBUTING.md). Values of patterns are in `patterns/`; what helpers return is with
//! their code, as their diagrams are. Sizes of arrays are with the code that needs them.

// What stones are worth, in units of value: 5 are about one point of the final score (`patterns/README.md`).

/// A string that is captured or saved, besides its stones; 0 to 20. Guess.
pub(super) const STRING_BASE: i32 = 8;
/// Each stone of a string: two points, one for the stone and one for its point. By the scale.
pub(super) const STRING_STONE: i32 = 10;
/// A string by its `cutstone`: it cuts nothing, something, something large; 0 to 40. Guess.
pub(super) const CUTTING_STRING: [i32; 3] = [0, 10, 25];
/// Each stone of the largest string that a string can capture itself; 0 to 10. Guess.
pub(super) const LUNCH_STONE: i32 = 3;
/// A group that is killed or saved, besides its stones; 0 to 20. Guess.
pub(super) const GROUP_BASE: i32 = 10;
/// Each stone of a group: a little more than two points, as the eye space is won with it; 10 to 15. Guess.
pub(super) const GROUP_STONE: i32 = 12;
/// Keeping a living string connected, and each of its stones; 20 to 50 and 0 to 6. Guess.
pub(super) const LIVING_CONNECTION: (i32, i32) = (35, 3);
/// The same for one whose status is open; 30 to 60 and 3 to 10. Guess.
pub(super) const CONNECTION: (i32, i32) = (45, 6);
/// The same for a weak one; 40 to 80 and 5 to 12. Guess.
pub(super) const WEAK_CONNECTION: (i32, i32) = (60, 10);

// Captures, rescues and double threats.

/// What a move loses that captures or saves the same string as the best one, in units of value; 1 to 10. Guess.
pub(super) const SECOND_BEST_LOSS: i32 = 3;
/// The most nodes of one reading from which the nodes for double threats are derived; 100 to 2,000. Guess.
pub(super) const COMBINATION_NODES: u32 = 400;
/// A double threat that captures nothing, in units of value; 0 to 20. Guess.
pub(super) const COMBINATION: i32 = 8;
/// Each stone that it captures. By the scale.
pub(super) const COMBINATION_STONE: i32 = 10;

// Lives of groups. What reading them is worth is in "What each part of the choice is worth".

/// The lives of all groups together get this many times the nodes of one reading; 2 to 50. Guess.
pub(super) const LIFE_NODES_FACTOR: u32 = 10;
/// A move with a smaller gain, from 0 to 1 as in [`Solution::gain`](crate::reading::Solution::gain), is not
/// proposed; 0.1 to 0.6. Guess.
pub(super) const MIN_LIFE_GAIN: f32 = 0.3;
/// The most that a result is worth that playouts alone suggest, in units of value: they say little about large
/// groups. Without the limit as many tests of suites pass ("What each part of the choice is worth").
pub(super) const MAX_UNPROVEN_LIFE: i32 = 60;

// Enclosed regions.

/// A region besides its points, in units of value, as for the lives of groups; 0 to 20. Guess.
pub(super) const REGION_BASE: f32 = 10.0;
/// Each point in gote, in units of value: those of a life (a dozen for a stone that is worth two points). By the
/// scale.
pub(super) const REGION_GOTE_POINT: f32 = 6.0;
/// Each point in sente, or where the move takes away the other side's sente, in units of value. By the scale.
pub(super) const REGION_SENTE_POINT: f32 = 10.0;

// Kos.

/// Kos with a smaller worth are left to the endgame search: the worth of a string of two stones; 18 to 50. Guess.
pub(super) const MIN_KO_WORTH: i32 = 28;
/// Strings within this number of steps from a ko may depend on it; 3 to 8. Guess.
pub(super) const KO_DISTANCE: u32 = 5;
/// A threat suffices if what it threatens is worth at least this share of the ko's worth, as a fraction; a half to
/// one. Guess.
pub(super) const SUFFICIENT_THREAT: (i32, i32) = (2, 3);
/// A threat loses one unit of value for each of these units by which it is larger than the ko's worth; 5 to 20.
/// Guess.
pub(super) const THREAT_EXCESS_PER_UNIT: i32 = 10;
/// The most that a threat loses for being larger than the ko's worth, in units of value; 0 to 20. Guess.
pub(super) const MAX_THREAT_EXCESS_LOSS: i32 = 8;
/// What a threat near the ko loses, in units of value; 0 to 20. Guess.
pub(super) const LOCAL_THREAT_LOSS: i32 = 10;
/// Nodes of one reading; 100 to 2,000. Guess.
pub(super) const KO_READING_NODES: u32 = 400;

// The move-prediction model. Its weights are in `patterns/move-model.txt`, fitted by `katachi-lab train moves`.

/// Value of one nat of the logarithm of the probability; 8 to 32. Guess. Priors of the search are converted back
/// by it.
pub(crate) const VALUE_PER_NAT: f32 = 16.0;
/// Moves that are less probable get nothing: 1 in 200; 0.001 to 0.02. Guess.
pub(super) const MIN_PROBABILITY: f32 = 0.005;
/// The least value, before the model adds to it, of a move that the model adds to; 0 to 30. Guess.
pub(super) const BARE_VALUE: i32 = 12;
/// The usual value of a move in the middle of a game. If the best value by the endgame search or by reading is
/// lower on a nearly full board, what the model adds is scaled down in proportion: its probabilities are those of
/// moves that gain as much as usual. 20 to 80. Guess.
pub(super) const USUAL_VALUE: f32 = 40.0;
/// The least share of what the model adds that is kept, from 0 to 1; 0 to 0.5. Guess.
pub(super) const MIN_MODEL_SHARE: f32 = 0.2;

// The endgame search.

/// Value of a point gained by a move: two points of swing in gote. By the scale.
pub(super) const VALUE_PER_POINT: f32 = 10.0;
/// The share of its gain that a move in sente counts more than one in gote that gains as much; 0 to 1. Guess.
pub(super) const SENTE_BONUS: f32 = 0.5;
/// The value that a move loses for each point by which its stop is lower than that of another move that gains as
/// much. By the scale.
pub(super) const VALUE_PER_POINT_OF_STOP: f32 = 5.0;
/// Depth of a search in quiet moves, in plies; 4 to 10. Guess.
pub(super) const QUIET_DEPTH: u8 = 6;
/// Plies after the last quiet move, for moves that capture or save; 1 to 6. Guess.
pub(super) const URGENT_DEPTH: u8 = 3;
/// Moves of each side that are searched in a position after the first move; 3 to 8. Guess.
pub(super) const MOVES_PER_SIDE: usize = 4;
/// Strings with at most this number of liberties may be short of them after the first move; 3 to 5. Guess.
pub(super) const FEW_LIBERTIES: u32 = 4;
/// A string with at most this number of liberties may come into danger; 2 to 4. Guess.
pub(super) const SHORT_OF_LIBERTIES: u32 = 3;
/// Positions searched in a window; 500 to 20,000. Guess.
pub(super) const WINDOW_NODES: u32 = 3_000;
/// A point is at a border if living stones of both sides are within this number of steps; 2 to 4. Guess.
pub(super) const BORDER_STEPS: u32 = 3;
/// Moves of a window are at most this number of steps from its centre; 3 to 5, the half of a window. Guess.
pub(super) const WINDOW_REACH: u32 = 4;
/// First moves of a window are at most this number of steps from its centre; 2 to 4. Guess.
pub(super) const FIRST_MOVE_REACH: u32 = 3;
/// A stone is settled if its ownership is at least this far from 0, as
/// [`Ownership::new`](crate::analysis::Ownership::new) tells it; 0.4 to 0.9. Guess.
pub(super) const SETTLED_OWNERSHIP: f32 = 0.6;
/// The same for a stone of a group that the analysis calls alive and that is in no race, on a nearly full large
/// board. Small boards have many groups that are called alive too early. Without it two more tests of suites pass
/// ("What each part of the choice is worth").
pub(super) const SETTLED_OWNERSHIP_OF_LIVING: f32 = 0.2;
/// A board is nearly full if stones cover this share of it; 0.4 to 0.7. Guess.
pub(super) const NEARLY_FULL: f32 = 0.5;
/// A board is large if it has this number of points: from 13 lines on; 100 to 200. Guess.
pub(super) const LARGE_BOARD: usize = 150;
/// A place is settled if at most this number of stones nearby are not: the stone of a ko never is; 0 to 5. Guess.
pub(super) const MAX_UNSETTLED: usize = 2;

// Settled area, and reasons that add nothing.

/// Playouts that decide which stones are dead and which points are dame; 30 to 300. Guess.
pub(super) const SETTLED_PLAYOUTS: u32 = 60;
/// Nothing is settled as long as stones cover less than this share of the board; 0.25 to 0.5. Guess.
pub(super) const MIN_FULL: f32 = 0.35;
/// A point is settled if its ownership, and that of all its neighbours, is at least this far from 0; 0.9 to 1.
/// Guess.
pub(super) const SETTLED_POINT: f32 = 0.94;
/// A group is safe if its ownership after the other side's move, as
/// [`Ownership::new`](crate::analysis::Ownership::new) tells it, is at least this. Reasons about its life that are
/// only likely are overruled. 0.2 to 0.8. Guess.
pub(super) const SAFE_OWNERSHIP: f32 = 0.5;
/// The endgame search counts all of the worth of a string with at most this number of stones, if the values agree;
/// 1 to 6. Guess.
pub(super) const SMALL_STRING: u32 = 3;
/// The values agree if that of the reason is at most this much higher, in units of value; 5 to 30. Guess.
pub(super) const VALUE_TOLERANCE: i32 = 12;
/// A string is inside the window of a move if all of its stones are within this number of steps; 3 to 6. Guess.
pub(super) const WINDOW_STEPS: u32 = 5;

// The sum of reasons, and the blunder check.

/// The best reason of each family other than that of the best reason of all counts divided by this; 2 to 8. Fitted
/// by the likelihood of moves in records, together with offsets of the patterns' values that went into the database
/// (`docs/experiments/patterns.md`).
pub(super) const OTHER_FAMILIES_DIVISOR: i32 = 4;
/// Proposals, best first, that the blunder check looks at; 5 to 30. Guess.
pub(super) const CHECKED_FOR_BLUNDERS: usize = 12;
/// The blunder check looks at strings within this number of steps from the move; 2 to 8. Guess.
pub(super) const BLUNDER_DISTANCE: u32 = 4;
/// Strings with more liberties are not captured at once; 3 to 5. Guess.
pub(super) const MAX_BLUNDER_LIBERTIES: u32 = 4;
/// A dame: less than anything that gains a point. By the scale.
pub(super) const DAME_VALUE: i32 = 1;
