// SPDX-License-Identifier: MIT OR Apache-2.0

//! Laws about strings, and about pairs of strings of one colour: what the analysis says and what GTP says,
//! the moves that are named, and the moves near a string.

use katachi_engine::answers::Aim;
use katachi_rules::{Board, Point, PointSet};

use super::Law;
use super::tested::Tested;

/// Strings with more liberties are not asked about: hardly one of them can be captured.
const MAX_LIBERTIES: u32 = 4;
/// Pairs that are asked about in a position, the first from the top left.
const MAX_PAIRS: usize = 12;

/// The strings with few liberties, each by its first stone.
pub(super) fn questionable(board: &Board) -> Vec<Point> {
    let few = |&string: &Point| board.liberties(string) <= MAX_LIBERTIES;
    board.strings().filter(few).collect()
}

pub(super) fn check(tested: &mut Tested<'_>) {
    for string in questionable(tested.board) {
        let stones = &[string][..];
        let (attack, defense) = (tested.coded("attack", stones), tested.coded("defend", stones));
        let name = tested.name(string);
        let about = format!("string {name}: attack {}, defend {}", attack.text, defense.text);
        if let Some(worm) = tested.analysis.worms.get(string) {
            let (here, there) = (worm.attack.code(), worm.defense.code());
            let holds = (here, there) == (attack.code, defense.code);
            let text = format!("{about}, seen {here} and {there}");
            tested.note(Law::StringSeen, holds, &[], text);
        }
        let needs_none = defense.is_yes() && defense.point.is_none();
        let asked = [(None, Aim::Capture, stones), (None, Aim::Rescue, stones)];
        let fits = attack.is_no() == needs_none;
        tested.note(Law::DefenseNeeded, fits, &asked, about.clone());
        let owner = tested.owner(string);
        for (answer, aim, mover, command, reply) in [
            (&attack, Aim::Capture, owner.opposite(), "does_attack", "defend"),
            (&defense, Aim::Rescue, owner, "does_defend", "attack"),
        ] {
            let asked = |point| {
                let after = (Some((mover, point)), aim.opposite(), stones);
                [(None, aim, stones), after]
            };
            if let Some(point) = answer.point {
                let code = tested.coded(command, &[point, string]).code;
                let text = format!("{about}, {command} {code}");
                tested.note(Law::MoveOfString, code == answer.code, &asked(point), text);
                if answer.is_yes()
                    && let Some(after) = tested.coded_after((mover, point), reply, stones)
                {
                    let text = format!("{about}, then {reply} {}", after.code);
                    tested.note(Law::StringAfterMove, after.is_no(), &asked(point), text);
                }
            }
            // Moves near the string must not do what cannot be done.
            for point in near(tested.board, string).iter().filter(|_| answer.is_no()) {
                let found = tested.coded(command, &[point, string]);
                let text = format!("{about}, {command} {} {}", tested.name(point), found.code);
                tested.note(Law::NoMoveOfString, !found.is_yes(), &asked(point), text);
            }
        }
    }
}

/// The empty points that are liberties of a string or beside one.
fn near(board: &Board, string: Point) -> PointSet {
    let liberties = board.liberty_set(string);
    let beside = liberties.iter().flat_map(Point::neighbours);
    beside
        .filter(|&point| board.is_empty(point))
        .chain(liberties.iter())
        .collect()
}

pub(super) fn check_pairs(tested: &mut Tested<'_>) {
    for pair in pairs(tested.board) {
        let (join, cut) = (tested.coded("connect", &pair), tested.coded("disconnect", &pair));
        let name = tested.names(&pair);
        let needs_none = join.is_yes() && join.point.is_none();
        // What takes no move holds against any move, and what no move joins is cut apart.
        let fits = (cut.is_no() || !needs_none) && (!join.is_no() || cut.is_yes());
        let asked = [(None, Aim::Connect, &pair[..]), (None, Aim::Cut, &pair[..])];
        let text = format!("pair {name}: connect {}, disconnect {}", join.code, cut.code);
        tested.note(Law::JoinFitsCut, fits, &asked, text);
        let owner = tested.owner(pair[0]);
        for (answer, mover, aim, command) in [
            (join, owner, Aim::Connect, "disconnect"),
            (cut, owner.opposite(), Aim::Cut, "connect"),
        ] {
            let Some(point) = answer.point.filter(|_| answer.is_yes()) else {
                continue;
            };
            if let Some(after) = tested.coded_after((mover, point), command, &pair) {
                let before = (None, aim, &pair[..]);
                let asked = [before, (Some((mover, point)), aim.opposite(), &pair[..])];
                let mv = tested.name(point);
                let text = format!("pair {name}: {mover} {mv}, then {command} {}", after.code);
                tested.note(Law::PairAfterMove, after.is_no(), &asked, text);
            }
        }
    }
}

/// Pairs of strings of one colour that have a liberty in common, or liberties beside each other.
pub(super) fn pairs(board: &Board) -> Vec<[Point; 2]> {
    let are_near = |a, b| {
        let of_b = board.liberty_set(b);
        let mut of_a = board.liberty_set(a);
        let beside: PointSet = of_a.iter().flat_map(Point::neighbours).collect();
        of_a.extend_with(&beside);
        of_a.intersects(&of_b)
    };
    let strings: Vec<Point> = board.strings().collect();
    let mut pairs = Vec::new();
    for (i, &a) in strings.iter().enumerate() {
        let others = strings[i + 1..].iter();
        let others = others.filter(|&&b| board.cell(a) == board.cell(b) && are_near(a, b));
        pairs.extend(others.map(|&b| [a, b]));
    }
    // Evenly from the whole board.
    let step = pairs.len().div_ceil(MAX_PAIRS).max(1);
    pairs.into_iter().step_by(step).collect()
}
