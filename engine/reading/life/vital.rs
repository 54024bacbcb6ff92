//! Shapes of moves that decide fights for life: the database `patterns/reading/vital.shapes`, as a table by what stands around a point.

use std::sync::LazyLock;

use super::ground::{ATTACKER, OFF, OWN};

/// The database as it is written; its head says how to read it.
const SOURCE: &str = include_str!("../../../patterns/reading/vital.shapes");

/// What a point around the move holds: sets of such contents, as bits.
const EMPTY: u8 = 1;
const MINE: u8 = 1 << 1;
const THEIRS: u8 = 1 << 2;
const BEYOND: u8 = 1 << 3;
/// The points around a point after a quarter turn, and mirrored.
const TURNED: [usize; 8] = [2, 4, 7, 1, 6, 0, 3, 5];
const MIRRORED: [usize; 8] = [2, 1, 0, 4, 3, 7, 6, 5];
const SHAPES: usize = 1 << 16;

type Ring<T> = [T; 8];

/// A shape of the database.
#[derive(Clone, Debug)]
struct Shape {
    #[cfg_attr(not(test), expect(dead_code, reason = "tests name shapes"))]
    name: &'static str,
    /// What may be around the move, row by row.
    ring: Ring<u8>,
    /// What it is worth to the owner of the group, and to the attacker.
    worth: [i8; 2],
}

/// What a move is worth by its shape.
pub(super) struct Table {
    worth: [Vec<i8>; 2],
}

/// The table of the database.
static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let shapes = read(SOURCE).expect("the database is checked by a test");
    Table::new(&shapes)
});

/// The table, made when it is first asked for.
pub(super) fn table() -> &'static Table {
    &TABLE
}

impl Table {
    fn new(shapes: &[Shape]) -> Self {
        let mut worth = [vec![0; SHAPES], vec![0; SHAPES]];
        for (side, table) in worth.iter_mut().enumerate() {
            // The first shape counts: it is written last.
            for shape in shapes.iter().rev() {
                for ring in symmetric(shape.ring) {
                    fill(table, &ring, side == 0, shape.worth[side]);
                }
            }
        }
        Self { worth }
    }

    /// What a move amid such stones ([`Ground::shape`](super::ground::Ground::shape)) is worth.
    pub(super) fn worth(&self, shape: u16, owner_moves: bool) -> i32 {
        i32::from(self.worth[usize::from(!owner_moves)][usize::from(shape)])
    }
}

/// Writes a worth for all that a ring allows.
fn fill(table: &mut [i8], ring: &Ring<u8>, owner_moves: bool, worth: i8) {
    let (mine, theirs) = if owner_moves {
        (OWN, ATTACKER)
    } else {
        (ATTACKER, OWN)
    };
    let contents = [(EMPTY, 0), (MINE, mine), (THEIRS, theirs), (BEYOND, OFF)];
    let mut shapes = vec![0u16];
    for (slot, &allowed) in ring.iter().enumerate() {
        shapes = shapes
            .iter()
            .flat_map(|&shape| {
                let fitting = contents.iter().filter(move |(bit, _)| allowed & bit != 0);
                fitting.map(move |(_, code)| shape | (code << (2 * slot)))
            })
            .collect();
    }
    for shape in shapes {
        table[usize::from(shape)] = worth;
    }
}

/// A ring in all positions.
fn symmetric(ring: Ring<u8>) -> [Ring<u8>; 8] {
    let mut all = [ring; 8];
    for i in 0..4 {
        if i > 0 {
            all[i] = TURNED.map(|from| all[i - 1][from]);
        }
        all[i + 4] = MIRRORED.map(|from| all[i][from]);
    }
    all
}

/// Reads a database; a message says which line is wrong.
fn read(source: &'static str) -> Result<Vec<Shape>, String> {
    let mut shapes = Vec::new();
    let mut lines = source
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    while let Some((at, line)) = lines.next() {
        let wrong = |at: usize, what: &str| format!("patterns/reading/vital.shapes:{}: {what}", at + 1);
        let name = line
            .strip_prefix("Pattern ")
            .and_then(|rest| rest.split_whitespace().next())
            .ok_or_else(|| wrong(at, "expected `Pattern NAME`"))?;
        let mut cells = Vec::new();
        for _ in 0..3 {
            let (at, row) = lines.next().ok_or_else(|| wrong(at, "three rows are missing"))?;
            let row: Option<Vec<Option<u8>>> = row.chars().map(cell).collect();
            let row = row.ok_or_else(|| wrong(at, "unknown character"))?;
            if row.len() != 3 {
                return Err(wrong(at, "expected three characters"));
            }
            cells.extend(row);
        }
        let middle = cells.remove(4);
        let ring: Option<Vec<u8>> = cells.into_iter().collect();
        let ring = ring.and_then(|ring| Ring::try_from(ring).ok());
        let (None, Some(ring)) = (middle, ring) else {
            return Err(wrong(at, "expected `*` in the middle and only there"));
        };
        let (at, line) = lines.next().ok_or_else(|| wrong(at, "the worth is missing"))?;
        let worth = line.strip_prefix(':').and_then(|rest| rest.split_once(','));
        let worth = worth.and_then(|(owner, attacker)| Some([owner.parse().ok()?, attacker.parse().ok()?]));
        shapes.push(Shape {
            name,
            ring,
            worth: worth.ok_or_else(|| wrong(at, "expected `:owner,attacker`"))?,
        });
    }
    Ok(shapes)
}

/// What a character stands for: the contents that it allows, nothing for the move. None if it means nothing.
fn cell(c: char) -> Option<Option<u8>> {
    Some(Some(match c {
        '*' => return Some(None),
        'O' => MINE,
        'X' => THEIRS,
        'o' => MINE | EMPTY,
        'x' => THEIRS | EMPTY,
        '.' => EMPTY,
        's' => EMPTY | MINE | THEIRS,
        '?' => EMPTY | MINE | THEIRS | BEYOND,
        '-' | '|' | '+' => BEYOND,
        _ => return None,
    }))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::ground::{ATTACKER, OFF, OWN};
    use super::{BEYOND, EMPTY, MINE, Ring, SHAPES, SOURCE, Shape, THEIRS, Table, read, symmetric, table};

    /// The shape around a point drawn as three rows of `O` (the owner), `X` (the attacker), `.` and `#`, beyond the edge.
    fn around(rows: [&str; 3]) -> u16 {
        let cells = rows.iter().flat_map(|row| row.chars()).filter(|&c| c != '*');
        cells.enumerate().fold(0, |shape, (slot, c)| {
            let code = match c {
                'O' => OWN,
                'X' => ATTACKER,
                '#' => OFF,
                _ => 0,
            };
            shape | (code << (2 * slot))
        })
    }

    #[test]
    fn every_shape_of_the_database_has_a_name_of_its_own_and_changes_something() {
        let shapes = read(SOURCE).unwrap();
        assert!(shapes.len() >= 30);
        let names: BTreeSet<&str> = shapes.iter().map(|shape| shape.name).collect();
        assert_eq!(names.len(), shapes.len());
        let whole = Table::new(&shapes);
        for i in 0..shapes.len() {
            let mut without = shapes.clone();
            let removed = without.remove(i);
            let rest = Table::new(&without);
            assert!(
                rest.worth != whole.worth,
                "{} is hidden by those before it",
                removed.name
            );
        }
    }

    #[test]
    fn the_table_says_what_the_first_fitting_shape_says() {
        let shapes = read(SOURCE).unwrap();
        let fits = |shape: &Shape, around: u16, owner_moves: bool| {
            symmetric(shape.ring).iter().any(|ring: &Ring<u8>| {
                (0..8).all(|slot| {
                    let holds = match (around >> (2 * slot) & 3, owner_moves) {
                        (0, _) => EMPTY,
                        (OWN, true) | (ATTACKER, false) => MINE,
                        (OWN, false) | (ATTACKER, true) => THEIRS,
                        _ => BEYOND,
                    };
                    ring[slot] & holds != 0
                })
            })
        };
        for around in (0..SHAPES as u32).step_by(37) {
            let around = around as u16;
            for (side, owner_moves) in [(0, true), (1, false)] {
                let first = shapes.iter().find(|shape| fits(shape, around, owner_moves));
                let expected = first.map_or(0, |shape| i32::from(shape.worth[side]));
                assert_eq!(table().worth(around, owner_moves), expected, "{around:#06x}");
            }
        }
    }

    #[test]
    fn eye_makers_and_breakers_are_worth_more_than_what_fills_eyes() {
        let worth = |rows, owner_moves| table().worth(around(rows), owner_moves);
        let between = ["###", ".*.", "O.O"];
        let own_eye = ["OOO", "O*O", "OOO"];
        assert!(worth(between, true) > 0, "two eyes on the edge");
        assert!(worth(own_eye, true) < 0, "an eye of one's own");
        let false_eye = [".O.", "O*X", "XOX"];
        assert!(worth(false_eye, true) > 0 && worth([".X.", "X*O", "OXO"], false) > 0);
        let block = ["###", ".*X", "OO."];
        assert!(worth(block, true) > worth(["###", ".*.", ".X."], true));
    }

    #[test]
    fn a_wrong_database_is_refused_with_the_line() {
        for (source, line) in [
            ("Shape A", "1: expected `Pattern NAME`"),
            ("Pattern A\n---\nX*\n???\n:1,1", "3: expected three characters"),
            ("Pattern A\n---\nX*Q\n???\n:1,1", "3: unknown character"),
            ("Pattern A\n---\nX.X\n???\n:1,1", "1: expected `*` in the middle"),
            ("Pattern A\n---\nX*X\n???\n:1", "5: expected `:owner,attacker`"),
            ("Pattern A\n---\nX*X\n???", "1: the worth is missing"),
        ] {
            let message = read(source).unwrap_err();
            assert!(message.contains(line), "{message}");
        }
    }
}
