// SPDX-License-Identifier: MIT OR Apache-2.0

//! The heuristic constants of reading: budgets, weights, thresholds and distances, by topic.
//!
//! The end of each comment says where the value comes from: a section of `docs/experiments/`, a paper, or "guess"
//! for a value that nobody has compared with others. `reading.md` and `life-and-death.md` are files of
//! `docs/experiments/`. A range is what may be sensible, not what is possible. A change of a value changes the
//! choices of the bench (CONTRIBUTING.md).
//!
//! The weights of the policy of the life-and-death search are no constants: `katachi-lab train life` fits them, and
//! they are in `patterns/reading/policy.txt`. Sizes of arrays and tables, and rules of the game, are with the code
//! that needs them.

use super::level::{DefenseLevel, EVERYWHERE, Level};

// Budgets of questions about strings.

/// A move beside the best one, or one that only has to be safe, is read with the budget divided by this; 4 to 16.
/// Guess.
pub(super) const OTHER_MOVES_PART: u32 = 8;
/// A threat is read with the budget divided by this; 8 to 32. Guess.
pub(super) const THREATS_PART: u32 = 16;
/// Threats against strings with more liberties are not read, as only one in 25 strings with four has one; 2 to 4.
/// reading.md, "Changes that were dropped".
pub(super) const MAX_LIBERTIES_THREATENED: u32 = 3;
/// Defenses of a string that are verified one after the other, at most; 3 to 10. Guess.
pub(super) const MAX_REFUSED_DEFENSES: usize = 6;
/// Attacks on a line whose ko is searched again from the position after the attacker's move; 0 to 2. reading.md,
/// "Changes that were kept": 144 tests with 0, 145 with 1, 146 with 2.
pub(super) const KO_RE_SEARCHES: u32 = 2;
/// Moves of a ladder within the reading of a capture, at most: one across 25x25 with captures on the way takes
/// fewer; 500 to 2,000. Guess.
pub(super) const CAPTURE_LADDER_NODES: u32 = 1_000;
/// Where one of two strings is to be saved, strings beside it with more liberties are not attacked for that; 2 to 4.
/// Guess.
pub(super) const PAIR_CHASER_LIBERTIES: u32 = 3;

// Lines of play about strings, to look at.

/// Moves of a line in which a string is captured, at most: a ladder across 19x19 takes fewer; 40 to 120. Guess.
pub(super) const MAX_STRING_LINE: usize = 80;
/// Moves of a line in which a string is saved, at most: the saving move, and threats with their answers; 3 to 9. Guess.
pub(super) const MAX_DEFENSE_LINE: usize = 5;

// Combinations.

/// Threats in a sequence at most, the last of them double; 2 to 4. Guess.
pub(super) const MAX_THREATS_IN_A_ROW: u32 = 3;
/// Nodes of a whole combination, as a multiple of the budget of one question; 20 to 100. reading.md,
/// "Combinations": four times the nodes pass no further test.
pub(super) const COMBINATION_BUDGETS: u64 = 60;
/// Each question of a combination gets the budget divided by this; 4 to 16. Guess.
pub(super) const COMBINATION_PART: u32 = 8;
/// Strings with more liberties are not captured by a double threat; 3 to 5. Guess.
pub(super) const MAX_LIBERTIES_IN_DANGER: u32 = 4;
/// A threat that follows another concerns strings with a liberty within this distance of it, in lines; 2 to 6.
/// Guess.
pub(super) const NEXT_THREAT_DISTANCE: u32 = 4;

/// Nodes for one question whether a threat that also attacks a string cuts others apart; 50 to 300. Guess.
pub(super) const FORK_CUT_NODES: u32 = 150;

// The proof-number search about strings.

/// Lines of more plies count as failures of the attacker; 80 to 200. Guess.
pub(super) const STRING_MAX_PLIES: u32 = 120;
/// Each level after the first may take the budget divided by this; 1 to 4. Guess.
pub(super) const FURTHER_LEVEL_PART: u32 = 2;
/// A level after the first is given up when the proof number of the root reaches this, the estimate for a string
/// that gets five liberties; 20 to 80. reading.md, "Changes that were kept": levels that end at a high proof number
/// take less time.
pub(super) const HOPELESS_PROOF_NUMBER: u32 = 40;
/// A level is not given up before it has taken the budget divided by this; 32 to 256. Guess.
pub(super) const MIN_LEVEL_PART: u32 = 128;
/// While a level may not be given up, the proof threshold of the root is that number of times its proof number; 2
/// to 4. Guess.
pub(super) const ROOT_THRESHOLD_GROWTH: u32 = 2;
/// The attacker looks for kos that the defender cannot end within this number of times the patient plies of the
/// level; 1 to 3. reading.md, "Changes that were dropped": at every depth the nodes run out.
pub(super) const KO_PLIES_PER_PATIENT_PLY: u32 = 2;
/// Candidates in a row with the same move penalty, where a goal says nothing else; 1 to 5. Guess.
pub(super) const EQUAL_CANDIDATES: u32 = 3;
/// The levels of a goal that has no other ones. Plies, 3 to 8. Guess.
pub(super) const PLAIN_LEVELS: [Level; 1] = [Level::new(5, 5, 0)];
/// The levels of a capture. Plies. reading.md, "Changes that were kept": 138 tests in place of 127. On the first
/// level the attack is given up sooner, otherwise it takes 4 % more nodes ("Changes that were dropped").
pub(super) const CAPTURE_LEVELS: [Level; 5] = [
    Level::new(1, 1, 0),
    Level::new(1, 5, 0),
    Level::new(5, 5, 0),
    Level::new(5, 5, 2),
    Level::new(5, 5, 4),
];
/// The defender's levels in a capture: roundabout moves, plies. bed.md, "What was tried".
pub(super) const CAPTURE_DEFENSE_LEVELS: [DefenseLevel; 3] = [
    DefenseLevel::new(2, 4, 6, false),
    DefenseLevel::new(4, 8, 16, false),
    DefenseLevel::new(4, EVERYWHERE, EVERYWHERE, true),
];
/// A success stands if the nodes run out when it has been found on that number of the defender's levels; 1 to 3. bed.md, "What was
/// tried".
pub(super) const DEFENSE_LEVELS_ENOUGH: usize = 2;
/// On the last of the defender's levels a success may take the budget divided by this; 1 to 8. The same section.
pub(super) const LAST_DEFENSE_LEVEL_PART: u32 = 3;
/// All searches for one question take so many halves of the budget at most: those for kos, and those that verify defenses; 2 to 8. The
/// same section.
pub(super) const QUESTION_BUDGET_HALVES: u64 = 4;
/// The level of a race: wide and patient at every depth. Plies. reading.md, "Races": 355 tests in place of 353.
pub(super) const RACE_LEVELS: [Level; 1] = [Level::new(100, 100, 0)];

// Capturing strings.

/// Liberties with which a string has escaped if its owner is to move; 4 or 5. reading.md, "Changes that were kept":
/// strings with four liberties that cannot grow have not escaped.
pub(super) const ESCAPE_LIBERTIES: u32 = 4;
/// First proof and disproof number with the attacker to move, by the liberties of the string. Guess; reading.md,
/// "Changes that were dropped": flatter or steeper ones change the nodes by 1 %. So for the next two.
pub(super) const ATTACK_NUMBERS: [(u32, u32); 5] = [(1, 8), (1, 8), (2, 8), (7, 3), (16, 1)];
/// The same with the defender to move, by the liberties that the string reaches with the best single move.
pub(super) const DEFENSE_NUMBERS: [(u32, u32); 6] = [(1, 8), (1, 8), (2, 8), (8, 3), (18, 2), (40, 1)];
/// The same where the string has been captured and may come back.
pub(super) const RECAPTURE_NUMBERS: (u32, u32) = (2, 2);
/// Liberties of a string that candidates and relevance zones look at; 4 to 12. Guess.
pub(super) const LIBERTIES_SEEN: usize = 8;
/// Moves of the attacker from the relevance zone of his failure, nearest first; 4 to 16. reading.md, "Changes that
/// were dropped": fewer of all three lose 7 tests for 3 % of the nodes.
pub(super) const FURTHER_ATTACKS: usize = 8;
/// Moves of the defender from the relevance zone of a success, nearest first; 10 to 24. As the one above.
pub(super) const FURTHER_DEFENSES: usize = 20;
/// The same at the far end of the zone, such as ladder breakers; 1 to 4. As the one above.
pub(super) const FURTHER_DEFENSES_FAR: usize = 3;

// Candidates of captures. Scores order moves, higher ones first; 0 to 100. Guesses, all of them; reading.md has the
// candidates as a whole ("Changes that were kept", first row).

/// Candidates of a node at most; 16 to 40. Guess.
pub(super) const MAX_CANDIDATES: usize = 24;
/// Score of a liberty for each liberty that a stone there gains or takes away. Guess.
pub(super) const SCORE_PER_GAIN: i32 = 10;
/// Taken off the score of a stone that would be in atari. Guess.
pub(super) const SACRIFICE_MALUS: i32 = 25;
/// Liberties of an attacking stone beyond one that count, at most; 1 score each. Guess.
pub(super) const MAX_SPARE_COUNTED: i32 = 3;
/// Score for each stone of a chasing string in atari that the attacker saves. Guess.
pub(super) const SCORE_PER_CHASING_STONE: i32 = 5;
/// Chasing strings with more liberties need no help of the attacker; 2 to 4. Guess.
pub(super) const HELPED_CHASER_LIBERTIES: usize = 3;
/// Score of helping a chasing string, what is taken off for each of its liberties, and what is added for each that
/// it gains. Guesses.
pub(super) const HELP_CHASER_SCORE: i32 = 12;
/// See [`HELP_CHASER_SCORE`]. Guess.
pub(super) const HELP_CHASER_PER_LIBERTY: i32 = 4;
/// See [`HELP_CHASER_SCORE`]. Guess.
pub(super) const HELP_CHASER_PER_GAIN: i32 = 2;
/// Chasing strings with at most this number of liberties are relieved by a capture beside them; 1 to 3. Guess.
pub(super) const RELIEVED_CHASER_LIBERTIES: u32 = 2;
/// Score of that capture. Guess.
pub(super) const RELIEF_SCORE: i32 = 8;
/// Strings of more liberties are not captured to make a liberty playable; 2 to 4. Guess.
pub(super) const PREPARATION_LIBERTIES: usize = 3;
/// Score of a move that makes a liberty playable. Guess.
pub(super) const PREPARATION_SCORE: i32 = 4;
/// Score for each way out that a stone beside it closes, as in a net. Guess.
pub(super) const SCORE_PER_CLOSED_WAY: i32 = 4;
/// Roundabout attacks that are tried, by the liberties of the string (two, three, more): in a narrow search, in a
/// wide one; 0 to 15. Guess.
pub(super) const ROUNDABOUT_ATTACKS: [[usize; 2]; 3] = [[4, 10], [2, 8], [0, 4]];
/// Roundabout defenses that are tried in a narrow search, in a wide one; 2 to 15. Guess.
pub(super) const ROUNDABOUT_DEFENSES: [usize; 2] = [4, 12];
/// Score of capturing a chasing string, to which its stones are added. Guess.
pub(super) const CAPTURE_CHASER_SCORE: i32 = 100;
/// Chasing strings with more liberties are not raced; 3 to 5. Guess.
pub(super) const RACED_CHASER_LIBERTIES: usize = 4;
/// A chasing string is raced if it has at most this number of liberties more than the string; 0 to 2. Guess.
pub(super) const RACED_CHASER_LEAD: u32 = 1;
/// Score of taking a liberty of a chasing string, and what is taken off for each liberty that it has. Guess.
pub(super) const RACE_CHASER_SCORE: i32 = 8;
/// See [`RACE_CHASER_SCORE`]. Guess.
pub(super) const RACE_CHASER_PER_LIBERTY: i32 = 4;
/// Added where the stone that takes it is not in atari. Guess.
pub(super) const RACE_CHASER_SAFE_BONUS: i32 = 10;
/// Captured stones that count as liberties, at most, in the estimate of what a string can reach; 1 to 3. Guess.
pub(super) const MAX_CAPTURED_COUNTED: u32 = 2;

// Distances between strings, in half stones.

/// A stone: the unit is half of it, by definition.
pub(super) const STONE: u8 = 2;
/// A stone that would be in atari; STONE to 3 x STONE. Guess.
pub(super) const STONE_IN_ATARI: u8 = 2 * STONE;
/// Strings of the other side with more liberties cannot be crossed; 2 to 4. Guess.
pub(super) const MAX_LIBERTIES_CROSSED: u32 = 3;
/// The last step out of captured stones, as the other side may play in again; 0 to 2. Guess.
pub(super) const RECUT_COST: u8 = 1;
/// A link that takes two moves to cut; 0 to 1. Guess.
pub(super) const LINK_COST: u8 = 1;

// Connections. reading.md, "Connections", compares limits of the way: 95 tests with one limit, 97 and 102 with
// lower ones in a narrow search.

/// Half stones that may be left to go below the root with the joining side to move; 3 to 5 stones. Guess.
pub(super) const JOIN_LIMIT: u8 = 4 * STONE;
/// Half stones fewer with the other side to move; 0 to 2. Guess.
pub(super) const CUTTER_LIMIT_LESS: u8 = STONE / 2;
/// Half stones by which a way may be longer than the shortest one; 1 to 4. reading.md, "Connections".
pub(super) const JOIN_DETOUR: u8 = STONE;
/// Half stones by which a way may be longer than the shortest one where a point on it is a threat to cut; 0 to 2. analysis.md,
/// "Connections that do not hold all at once".
pub(super) const THREAT_DETOUR: u8 = STONE / 2;
/// With more half stones than this at the root no search is made; 6 to 10 stones. Guess.
pub(super) const JOIN_ROOT_LIMIT: u8 = 8 * STONE;
/// Half stones fewer where the search is no longer wide; 0 to 2. reading.md, "Connections": 102 tests in place of
/// 97.
pub(super) const NARROW_LIMIT_LESS: u8 = STONE / 2;
/// Half stones by which a link of two points shortens a way; 0 to 2. Guess.
pub(super) const LINK_GAIN: u8 = STONE / 2;
/// Links are looked for where the way is at most the limit divided by this; 1 to 3. Guess.
pub(super) const LINK_LIMIT_PART: u8 = 2;
/// Liberties of a string that are looked at, at most; 16 to 40. Guess.
pub(super) const JOIN_LIBERTIES_SEEN: usize = 24;
/// The budget of a question about a connection, as a multiple of that about a capture: its searches are larger; 1
/// to 4. Guess.
pub(super) const JOIN_BUDGETS: u32 = 2;
/// First proof and disproof number with the joining side to move, by the half stones of the shortest way. Guess.
pub(super) const JOIN_NUMBERS: [(u32, u32); 9] = [
    (1, 12),
    (1, 12),
    (1, 12),
    (2, 8),
    (3, 5),
    (5, 4),
    (7, 3),
    (10, 2),
    (14, 1),
];
/// The same with the cutting side to move. Guess.
pub(super) const CUT_NUMBERS: [(u32, u32); 8] =
    [(1, 10), (1, 10), (3, 4), (4, 4), (7, 2), (9, 2), (14, 1), (20, 1)];
/// Score of a point on the shortest way, and what is taken off for each half stone of detour; 0 to 100. Guesses.
pub(super) const WAY_SCORE: i32 = 40;
/// See [`WAY_SCORE`]. Guess.
pub(super) const WAY_PER_DETOUR: i32 = 10;
/// Liberties of a stone on the way that count, at most; 1 score each. Guess.
pub(super) const WAY_MOST_LIBERTIES: u32 = 3;
/// Score of saving or attacking a string of the joining side on the way that has one liberty, two, or more; 0 to
/// 100. Guess.
pub(super) const ENDANGERED_SCORES: [i32; 3] = [60, 25, 12];
/// Strings on the way with at most this number of liberties are in danger; 1 to 3. Guess.
pub(super) const ENDANGERED_LIBERTIES: usize = 2;
/// The same in a wide search; 2 to 4. Guess.
pub(super) const ENDANGERED_LIBERTIES_WIDE: usize = 3;
/// Taken off the score for the liberties of a string that chases one in danger. Guess.
pub(super) const ENDANGERED_CHASER_MALUS: i32 = 5;
/// Score of capturing a string beside one on the way; 0 to 100. Guess.
pub(super) const WAY_CAPTURE_SCORE: i32 = 45;
/// Score of the last liberty of a cutting string, and of the liberties of one that has more; 0 to 100. Guesses.
pub(super) const CUTTER_IN_ATARI_SCORE: i32 = 50;
/// See [`CUTTER_IN_ATARI_SCORE`]. Guess.
pub(super) const CUTTER_SCORE: i32 = 20;
/// Liberties of a cutting string that are tried; 2 to 5. Guess.
pub(super) const CUTTER_LIBERTIES: usize = 3;
/// Cutting strings with at most this number of liberties are saved by captures beside them; 1 to 3. Guess.
pub(super) const SAVED_CUTTER_LIBERTIES: u32 = 2;
/// Score of such a capture; 0 to 100. Guess.
pub(super) const SAVE_CUTTER_SCORE: i32 = 50;

/// Added to the score of a move that is about several pairs that are to be joined, all of them; 0 to 60. Guess.
pub(super) const SEVERAL_PAIRS_SCORE: i32 = 20;
/// Pairs that one question is about, at most; 2 to 4. Guess.
pub(super) const MAX_PAIRS: usize = 4;

// Races: counting.

/// With this number of liberties more than the hunter and its owner to move, the prey has won the race or has got
/// out of it; 3 to 8. Guess.
pub(super) const RACE_WON_LEAD: i32 = 5;
/// What each shared liberty adds to that lead; 1 to 2. Guess.
pub(super) const RACE_WON_LEAD_PER_SHARED: i32 = 2;
/// Stones whose capture leaves one eye have at most this number: the largest such shape has six points, by the
/// rules.
pub(super) const MAX_STONES_IN_EYE: u32 = 6;
/// A string of the wall with this number of liberties is not captured during a race; 4 to 6. Guess.
pub(super) const RACE_FIRM_LIBERTIES: i32 = 5;
/// Nor is one with that number of liberties more than the string of the race; 1 to 3. Guess.
pub(super) const RACE_FIRM_LEAD: i32 = 2;
/// Points of a cave at most that can hold one eye only; 1 to 3. Guess.
pub(super) const MAX_POINTS_IN_ONE_EYE: usize = 2;
/// With more liberties than this a string may be in no race; 8 to 16. Guess.
pub(super) const RACE_FREE_LIBERTIES: usize = 12;
/// It is in none if that number of them lead to more; 2 to 4. Guess.
pub(super) const RACE_WAYS_OUT: usize = 3;
/// A liberty is taken in one move if the stone there has this number of liberties; 2 or 3. Guess.
pub(super) const RACE_SAFE_FILL_LIBERTIES: u32 = 3;

// Races: first proof numbers. Guesses, but for the form: the longer the race, and the farther behind, the more
// work.

/// The least number, from which the others are counted; 2 to 8. Guess.
pub(super) const RACE_NUMBER_BASE: i32 = 4;
/// Added for each number of liberties that this divides; 1 to 4. Guess.
pub(super) const RACE_LIBERTIES_PER_NUMBER: i32 = 2;
/// Taken off for each liberty of lead; 1 to 4. Guess.
pub(super) const RACE_NUMBER_PER_LEAD: i32 = 2;
/// The largest number; 20 to 60. Guess.
pub(super) const RACE_MOST_NUMBER: u32 = 40;
/// More liberties, or a longer lead, count as this; 8 to 16. Guess.
pub(super) const RACE_MOST_LIBERTIES: i32 = 12;
/// In a race of groups the points of eye space that are worth one liberty of lead; 2 to 6. Guess.
pub(super) const RACE_EYE_SPACE_PER_LEAD: i32 = 4;
/// The same for an eye, in liberties; 2 to 5. Guess.
pub(super) const RACE_LEAD_PER_EYE: i32 = 3;

// Races: candidates. Scores order moves; 0 to 100. reading.md, "Races", has the kinds of moves, but compares no
// scores.

/// Score of extending to a liberty. Guess.
pub(super) const RACE_EXTENSION_SCORE: i32 = 24;
/// Added for each liberty that the extension gains. Guess.
pub(super) const RACE_EXTENSION_PER_GAIN: i32 = 2;
/// Liberties gained that count, at most; 3 to 8. Guess.
pub(super) const RACE_EXTENSION_MOST_GAIN: i32 = 5;
/// Liberties of a stone that takes one, that count, at most; 1 score each. Guess.
pub(super) const RACE_MOST_LIBERTIES_OF_STONE: u32 = 4;
/// Score of a liberty of both strings. Guess.
pub(super) const RACE_SHARED_LIBERTY_SCORE: i32 = 10;
/// Score of a liberty beside which its owner could make an eye. Guess.
pub(super) const RACE_FREE_LIBERTY_SCORE: i32 = 27;
/// Score of a liberty that is of use to the string. Guess.
pub(super) const RACE_LIBERTY_SCORE: i32 = 26;
/// Added for each liberty that the string would gain there. Guess.
pub(super) const RACE_LIBERTY_PER_GAIN: i32 = 2;
/// Liberties gained that count there, at most; 2 to 6. Guess.
pub(super) const RACE_LIBERTY_MOST_GAIN: i32 = 4;
/// Score of a liberty that takes one move and is of no other use. Guess.
pub(super) const RACE_PLAIN_LIBERTY_SCORE: i32 = 40;
/// Score of a point beside a liberty where a stone would be captured. Guess.
pub(super) const RACE_APPROACH_SCORE: i32 = 16;
/// Score of the liberties of a string that makes the liberty unplayable. Guess.
pub(super) const RACE_APPROACH_CAPTURE_SCORE: i32 = 17;
/// Score of the liberties of an own string beside the liberty, in a wide search. Guess.
pub(super) const RACE_APPROACH_CONNECTION_SCORE: i32 = 12;
/// Liberties of these strings that are tried; 2 to 4. Guess.
pub(super) const RACE_APPROACH_LIBERTIES: usize = 3;
/// Score of making two eyes of an eye of the other string impossible. Guess.
pub(super) const RACE_SPLIT_THEIRS_SCORE: i32 = 46;
/// Score of making two eyes of an own eye. Guess.
pub(super) const RACE_SPLIT_OWN_SCORE: i32 = 44;
/// Score of filling an eye of the other string. Guess.
pub(super) const RACE_FILL_THEIRS_SCORE: i32 = 24;
/// Score of playing in an own eye. Guess.
pub(super) const RACE_FILL_OWN_SCORE: i32 = 13;
/// Added for each point of the eye beside that point. Guess.
pub(super) const RACE_FILL_PER_NEIGHBOUR: i32 = 2;
/// Score of a point beside an own liberty that could become an eye. Guess.
pub(super) const RACE_ROOM_OWN_SCORE: i32 = 21;
/// The same beside a liberty of the other string. Guess.
pub(super) const RACE_ROOM_THEIRS_SCORE: i32 = 15;
/// Strings around with more liberties are left alone; 1 to 3. Guess.
pub(super) const RACE_AROUND_LIBERTIES: usize = 2;
/// The same in a wide search; 2 to 4. Guess.
pub(super) const RACE_AROUND_LIBERTIES_WIDE: usize = 3;
/// Score of the liberties of a string around the own one: of one in atari, of another. Guess.
pub(super) const RACE_CAPTURE_SCORES: [i32; 2] = [45, 20];
/// Score of the liberties of an own string around the other one: of one in atari, of another. Guess.
pub(super) const RACE_RESCUE_SCORES: [i32; 2] = [42, 18];
/// Score of the liberties of strings that share caves or liberties with one of the race: of two liberties or fewer,
/// of more. Guess.
pub(super) const RACE_KIN_SCORES: [i32; 2] = [28, 18];
/// Such strings of at most this number of liberties are short of them; 1 to 3. Guess.
pub(super) const RACE_KIN_SHORT: u32 = 2;
/// Such strings of the other side are tried with that number of liberties more; 0 to 3. Guess.
pub(super) const RACE_KIN_THEIRS_MORE: usize = 2;

// Life and death: budgets.

/// Moves of playouts that judge a group if the search finds no proof; 20,000 to 200,000. life-and-death.md, "Owl
/// tests".
pub(super) const JUDGEMENT_PLAYOUT_MOVES: u32 = 60_000;
/// The share of playouts, 0 to 1, from which on a kill is the likelier answer: a kill needs more exact moves than
/// playouts make; 0.15 to 0.4. life-and-death.md, "Liberties beyond the border".
pub(super) const LIKELY_TO_DIE: f32 = 0.2;
/// The same for a group that is to live; 0.4 to 0.6. The same section: half of the playouts.
pub(super) const LIKELY_TO_LIVE: f32 = 0.5;
/// Nodes for the question whether a string around a group can be captured; 200 to 1,000. Guess.
pub(super) const WALL_CAPTURE_NODES: u32 = 400;
/// Nodes at most for the question whether such a string that is shut in lives; 500 to 2,000. life-and-death.md,
/// "Walls that are proved to live".
pub(super) const WALL_LIFE_NODES: u32 = 1_000;
/// That question gets the budget divided by this, at most; 10 to 40. The same section.
pub(super) const WALL_LIFE_PART: u32 = 20;

// Life and death: the region of a group.

/// Steps from the group to the farthest point of the area; a step between two attackers counts double; 4 to 6.
/// life-and-death.md, "Dropped at 296": with six 295 problems, with four 290, in place of 296.
pub(super) const REGION_REACH: u8 = 5;
/// Points of the area around an eye space at most, if it has two points more in each direction; 30 to 50. Guess.
pub(super) const EYE_REGION_POINTS: usize = 40;
/// Liberties outside an eye space of a string around it, at most, if they are part of the question; 2 to 4. Guess.
pub(super) const EYE_WALL_LIBERTIES: usize = 3;
/// Empty points at most where moves are made in an eye space that is solved; 10 to 13. Guess.
pub(super) const SMALL_EYE_POINTS: usize = 12;
/// Positions of an eye space that is solved, at most, for each of four questions; 5,000 to 50,000. Guess.
pub(super) const MAX_SMALL_EYE_POSITIONS: usize = 20_000;
/// Stones around such a space at least; 3 to 5. That of the test bed (bed.md).
pub(super) const SMALL_EYE_WALL_STONES: u32 = 4;
/// Liberties outside that the strings around such a space have at least, if they have any; 1 to 3. Guess.
pub(super) const SMALL_EYE_SPARE_LIBERTIES: usize = 2;
/// An attackers' string beside such a space with at most that many liberties outside may be captured; 2 or 3. Guess.
pub(super) const SMALL_EYE_WEAK_LIBERTIES: usize = 2;
/// An attackers' string near an eye space with at most that many liberties takes part in the question; 2 or 3. Guess.
pub(super) const EYE_SHORT_LIBERTIES: u32 = 3;
/// So does one with at most that many that can be captured; 3 or 4. Guess.
pub(super) const EYE_WEAK_LIBERTIES: u32 = 4;
/// Points of an area at most; 40 to 80. Guess.
pub(super) const REGION_POINTS: usize = 56;
/// Stones of a string at most where moves after its capture are looked at: larger ones are one point of the local
/// board; 4 to 8. Guess.
pub(super) const SMALL_STRING: u32 = 6;
/// Attackers with more liberties are not asked for a capture; 3 to 5. Guess.
pub(super) const MAX_CAPTURABLE_LIBERTIES: usize = 4;
/// Points of an area at most that has grown beyond its border; 50 to 90. Guess. life-and-death.md, "Liberties beyond
/// the border".
pub(super) const GROWN_REGION_POINTS: usize = 72;
/// Safe attackers with at most this number of liberties are not safe on the wide local board; 2 to 4.
/// life-and-death.md, "Walls that are shut in, and fitted proof numbers".
pub(super) const MAX_SHORT_LIBERTIES: usize = 3;
/// An attacker that reaches fewer empty points outside the area is shut in: it is a wall only if it lives; 6 to 12.
/// The same section.
pub(super) const OUTSIDE_SPACE: usize = 8;
/// A friend with this number of liberties on the open board lives; 1 to 3. Guess.
pub(super) const FRIEND_OPEN_LIBERTIES: usize = 2;
/// An attacker with a liberty outside the area is a wall from this number of liberties on; 3 to 5. Guess.
pub(super) const WALL_LIBERTIES: usize = 4;
/// So is one with that number of liberties outside the area that touch no stone of the owner; 1 to 3. Guess.
pub(super) const WALL_FREE_LIBERTIES: usize = 2;
/// The area does not go on beyond a point beside an attacker with this number of liberties; 2 to 4. Guess.
pub(super) const HOLDING_LIBERTIES: u32 = 3;

// Life and death: friends and the open board. The limits were chosen by life-and-death.md, "Owl tests".

/// Stones with that number of empty points nearer to them than to the other side can live there or run; 8 to 16.
/// Guess; the section has that space counts, and not liberties.
pub(super) const FRIEND_SPACE: usize = 12;
/// The same for stones that share these points with the group itself, for which it is uncertain whether they
/// suffice; 16 to 32. Guess.
pub(super) const FRIEND_SHARED_SPACE: usize = 24;
/// An open area has at least that number of points, as a smaller one may be an eye space; 12 to 24. Guess.
pub(super) const OPEN_AREA: usize = 16;
/// A point belongs to the open board by the points within that number of steps; 2 to 4. The section: 252 tests,
/// with four 251.
pub(super) const OPEN_STEPS: usize = 3;
/// It does if the sum of the worth of these points is at least this; 8 to 12. The section: 252 tests, with 8 253,
/// with 12 258, but then groups are dead that run out into an empty half of the board.
pub(super) const OPEN_ENOUGH: u32 = 10;
/// The worth of a point that is nearer to strong friends; 2 to 6. Guess.
pub(super) const OPEN_WORTH_FRIENDLY: u32 = 4;
/// The worth of a point that is nearer to nobody; 1 to 3. Guess.
pub(super) const OPEN_WORTH_NEUTRAL: u32 = 2;
/// The worth of a point that is nearer to the attacker but far from him; 0 to 2. Guess.
pub(super) const OPEN_WORTH_DISTANT: u32 = 1;
/// Steps from the attacker at which his influence ends; 5 to 9. Guess.
pub(super) const ATTACKER_INFLUENCE_ENDS: u8 = 7;
/// Steps from the attacker at which his influence is thin; 2 to 4. The section: with four 258 tests, with the fault
/// above.
pub(super) const ATTACKER_INFLUENCE_THIN: u8 = 3;

// Life and death: static evaluation.

/// The capture of more stones than this counts as life, as it leaves space for two eyes; 5 to 7. Guess.
pub(super) const SMALL_CAPTURE: u32 = 6;
/// In larger enclosed regions the attacker can place a stone that is not captured at once; 1 to 2. Guess.
pub(super) const FIRM_REGION: u32 = 2;
/// With that number of liberties on the open board a string gets away; 2 to 4. Guess.
pub(super) const GETS_AWAY_LIBERTIES: u32 = 3;
/// An eye of this size needs strings around it that are connected; 3 to 5. Guess.
pub(super) const LARGE_EYE: u32 = 4;

// Life and death: first proof numbers. The logit that the group dies is in hundredths of a nat. Its weights are
// those of a logistic model fitted to 17,404 positions: life-and-death.md, "Walls that are shut in, and fitted
// proof numbers". No command of Katachi fits them.

/// The constant term. Fitted, as above.
pub(super) const DEATH_BASE: i32 = 230;
/// Against death: the owner moves. Fitted.
pub(super) const DEATH_OWNER_MOVES: i32 = 228;
/// Against death: each point of eye space, up to the number beside it. Fitted.
pub(super) const DEATH_EYE_SPACE: (i32, u32) = (37, 12);
/// Against death: each eye, up to the number beside it. Fitted.
pub(super) const DEATH_EYES: (i32, u32) = (93, 2);
/// Against death: one move from the open board or from a living friend. Fitted.
pub(super) const DEATH_NEAR_OPEN: i32 = 59;
/// Against death: each liberty, up to the number beside it. Fitted.
pub(super) const DEATH_LIBERTIES: (i32, u32) = (25, 12);
/// Against death: each string of attackers in atari, up to the number beside it. Fitted.
pub(super) const DEATH_ATTACKERS_IN_ATARI: (i32, u32) = (83, 2);
/// For death: each string of the owner, up to the number beside it. Fitted.
pub(super) const DEATH_STRINGS: (i32, u32) = (9, 6);
/// For death: each stone of attackers that may be captured, up to the number beside it. Fitted.
pub(super) const DEATH_WEAK_ATTACKERS: (i32, u32) = (42, 8);
/// For death: all of the group in atari; a part of it in proportion. Fitted.
pub(super) const DEATH_IN_ATARI: i32 = 256;
/// Increase of a proof number for each nat of the logit; 3 to 8. life-and-death.md, "Dropped at 296": 298 questions
/// stay open, with 3 296, with 6 286, with 8 292.
pub(super) const NUMBER_PER_NAT: i32 = 4;
/// From this logit on a proof number grows in proportion to it, and to the negative of it on it is the least, in
/// hundredths; in between it grows by the square; 300 to 600. Guess: near the logarithm of a probability.
pub(super) const NUMBER_LINEAR_FROM: i32 = 400;

// Life and death: the search. life-and-death.md, "Dropped at 296", has the questions that stay open, 298 with the
// values in use.

/// At this depth the group counts as alive, in plies; 60 to 120. Guess.
pub(super) const LIFE_MAX_PLIES: usize = 80;
/// Move penalty for each nat by which a move's logit is below that of the best one; 1 to 4. The section: half as
/// large 297, one and a half times 290; "Learned move order": more is proved than with 1.
pub(super) const PENALTY_PER_NAT: i32 = 2;
/// The largest move penalty; 20 to 60. Guess.
pub(super) const MAX_PENALTY: i32 = 40;
/// The move penalty of a pass; 2 to 14. The section: with 2 301, with 8 292, with 14 292.
pub(super) const PASS_PENALTY: u32 = 4;
/// That number of undecided moves adds 1 to the number of the hardest, as most are refuted in the same way as
/// another; 1 to 5. Weak proof numbers (Ueda and others 2008); the section: with 2 291, with 5 298.
pub(super) const OPEN_MOVES_PER_NUMBER: u32 = 3;
/// Moves that are evaluated when a node is expanded; the others are when the search selects them; 1 to 5. The
/// section: with 1 295, with 2 294, with 5 291.
pub(super) const FIRST_MOVES: usize = 3;
/// At that number of wins of a point the wins of all points are halved; a power of two, 1,024 to 16,384. Guess.
pub(super) const HISTORY_HALVED_AT: u16 = 1 << 12;
/// In pieces of eye space of more points the numbers of neighbours are no feature of a move; 8 to 16. Guess; the
/// policy was fitted with it (`katachi-lab train life`).
pub(super) const LARGE_PIECE: u32 = 12;

// Life and death: playouts on the local board. "The section" is life-and-death.md, "Playouts where the search finds
// no proof".

/// RAVE's equivalence parameter: the simulations of a move at which direct and AMAF results have equal weight, if
/// there are many AMAF results; 50 to 1,000. Gelly and Silver 2007; the section: none of 50 to 1,000 is better.
pub(super) const RAVE_EQUIVALENCE: f32 = 300.0;
/// AMAF results have half of that weight if there are this number of them; 1 to 10. Guess.
pub(super) const AMAF_DOUBT: f32 = 4.0;
/// The weight of the prior, in simulations; 2 to 20. Guess.
pub(super) const PRIOR_GAMES: f32 = 6.0;
/// The prior of the first move in the order, as a probability; 0.5 to 0.9. Guess.
pub(super) const PRIOR_OF_FIRST: f32 = 0.6;
/// The prior of a pass and of all moves from rank [`PRIOR_RANKS`] on, linear in between, as a probability; 0.1 to
/// 0.4. Guess.
pub(super) const PRIOR_OF_PASS: f32 = 0.3;
/// See [`PRIOR_OF_PASS`]; a rank, 8 to 32. life-and-death.md, "Learned move order": priors by rank are better than
/// by probability.
pub(super) const PRIOR_RANKS: f32 = 16.0;
/// A playout takes each move in the order, if it took none before, with a probability of one in this number; 2 to
/// 6. The section, and "Learned move order": with 2 36 of 105 moves are right, with 3 43.
pub(super) const PICK_ONE_IN: u32 = 3;
/// After that number of moves of a simulation in the tree, or of a playout below it, the group counts as alive; 60
/// to 150. Guess.
pub(super) const MAX_PLAYOUT_LENGTH: usize = 90;

// Tsumego. life-and-death.md, "Playouts where the search finds no proof": the weights of strings, groups, kos and
// likely moves matter little.

/// The last results with relevance zones that are kept for each side to move; 0 to 256. life-and-death.md, "Relevance zones".
pub(super) const ZONES_KEPT: usize = 64;

/// Candidate groups at most; 2 to 6. Guess.
pub(super) const MAX_CANDIDATE_GROUPS: usize = 4;
/// Groups with less uncertainty are no candidates, in stones; 0.5 to 2. Guess.
pub(super) const MIN_UNCERTAINTY: f32 = 1.0;
/// A group with that number of liberties on the open board is not surrounded; 1 to 3. Guess.
pub(super) const UNSURROUNDED_LIBERTIES: usize = 2;
/// Candidates are searched in rounds; each round has the remaining nodes divided by this, so that the last has 1.
/// Guess; life-and-death.md, "First steps": rounds help.
pub(super) const NODES_PARTS_OF_ROUNDS: [u64; 4] = [16, 6, 2, 1];
/// Least nodes for the question whether the other side can prevent the objective by moving first; more if the
/// answer took more; 1,000 to 10,000. Guess.
pub(super) const URGENCY_NODES: u64 = 4_000;
/// The probability for which a success by ko counts, 0 to 1; 0.4 to 0.9. Guess.
pub(super) const KO_GAIN: f32 = 0.7;
/// The least gain of a move that works but may not be needed, and of the best try if no move works, 0 to 1; below
/// 0.2. Guess.
pub(super) const MIN_GAIN: f32 = 0.05;
/// The worth of each stone of a string, in tenths of a stone: more than 10, as a capture or a rescue also connects
/// or makes an eye; 4 to 18. life-and-death.md, "The best try where nothing works": 294 to 299 problems with all of
/// these.
pub(super) const WORTH_OF_STRING_STONE: u32 = 15;
/// All strings together get the nodes divided by this; 4 to 16. Guess.
pub(super) const STRINGS_PART: u64 = 8;
/// Nodes of each reading of a string; 1,000 to 5,000. Guess.
pub(super) const STRING_NODES: u32 = 2_000;
/// The nodes are divided by this for the question whether a move for a string also settles groups; 10 to 40.
/// life-and-death.md, "Learned move order": 298 problems in place of 296.
pub(super) const SETTLING_PART: u64 = 20;
/// The nodes are divided by this for the moves of playouts; 3 to 10. life-and-death.md, "Playouts where the search
/// finds no proof".
pub(super) const PLAYOUT_PART: u64 = 5;
/// The budget is divided by this for each move of a line; 10 to 40. Guess.
pub(super) const LINE_PART: u64 = 20;
/// The longest line, in moves; 8 to 20. Guess.
pub(super) const MAX_LINE_LENGTH: usize = 12;

// Training of the policy (`katachi-lab train life`). life-and-death.md, "Learned move order", has the result of these
// settings; where it names no value, it is a guess.

/// The first position of a game that is used, as a move; 20 to 80. Guess.
pub(super) const TRAIN_FROM_MOVE: usize = 50;
/// Moves from one position to the next; 10 to 40. Guess.
pub(super) const TRAIN_EVERY: usize = 20;
/// Groups of a position at most, the largest first; 2 to 8. Guess.
pub(super) const TRAIN_GROUPS: usize = 4;
/// Stones of a group at least; 2 to 6. Guess.
pub(super) const TRAIN_STONES: usize = 3;
/// Nodes of a search; 500 to 10,000. Guess.
pub(super) const TRAIN_NODES: u32 = 1_500;
/// Empty points of the local board at most, without the open board; 20 to 40. The section has it.
pub(super) const TRAIN_MOST_EMPTY: u32 = 30;
/// Numbers of random moves that are played before a search; 0 to 8. Guess.
pub(super) const TRAIN_MOVES_BEFORE: [usize; 6] = [0, 1, 2, 3, 4, 6];
/// The spread of these random moves over ranks of the order, beside its geometric part; 1 to 5. Guess.
pub(super) const TRAIN_RANK_SPREAD: u32 = 3;
/// Decided positions of a search that are used, at most; 10 to 100. Guess.
pub(super) const TRAIN_MOST_DECIDED: usize = 30;
/// Moves at least that a search played to decide such a position; 3 to 10. Guess.
pub(super) const TRAIN_LEAST_EFFORT: u32 = 4;
/// Nodes for each other move of such a position; 30 to 200. The section has it.
pub(super) const TRAIN_CHECK_NODES: u32 = 60;
/// The weight of a position is the natural logarithm of its moves divided by this; a scale of the learning rate, 1
/// to 10. Guess.
pub(super) const TRAIN_EFFORT_SCALE: f32 = 4.0;
/// One game of this number is held out for the evaluation; 5 to 20. Guess.
pub(super) const TRAIN_HELD_OUT: usize = 10;
/// Shapes around fewer moves than this have no weight; 50 to 500. Guess.
pub(super) const TRAIN_MIN_COUNT: u32 = 150;
/// Passes over the examples; 2 to 10. Guess.
pub(super) const TRAIN_ROUNDS: usize = 5;
/// The learning rate of AdaGrad; 0.05 to 0.5. Guess.
pub(super) const TRAIN_RATE: f32 = 0.15;
/// Distance, in the training set, from one example to the next: a prime, so that all are met. Guess.
pub(super) const TRAIN_STRIDE: usize = 7_919;
