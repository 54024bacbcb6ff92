// SPDX-License-Identifier: MIT OR Apache-2.0

//! The compiled form against a plain twin: diagrams turned and compared cell by cell.
#![cfg(feature = "compile")]

use std::collections::BTreeSet;

use mkpat::{Cell, Code, Database, Edges, Options, Source, Transformation, Window, compile};
use proptest::prelude::*;

type Grid = Vec<Vec<u8>>;

fn flip(mut grid: Grid) -> Grid {
    grid.reverse();
    grid
}

fn mirror(mut grid: Grid) -> Grid {
    grid.iter_mut().for_each(|row| row.reverse());
    grid
}

fn transpose(grid: &Grid) -> Grid {
    let column = |x: usize| grid.iter().map(|row| row[x]).collect();
    (0..grid[0].len()).map(column).collect()
}

/// The picture of the table in the description of the language.
fn turned(grid: Grid, t: Transformation) -> Grid {
    match t {
        Transformation::A => grid,
        Transformation::B => flip(grid),
        Transformation::C => mirror(grid),
        Transformation::D => flip(mirror(grid)),
        Transformation::E => transpose(&grid),
        Transformation::F => flip(transpose(&grid)),
        Transformation::G => mirror(transpose(&grid)),
        Transformation::H => flip(mirror(transpose(&grid))),
    }
}

/// A frame around the cells with `|` where an edge is, so that edges turn with the picture.
fn framed(cells: &Grid, edges: Edges) -> Grid {
    let mark = |edge: Edges| if edges.contains(edge) { b'|' } else { b' ' };
    let width = cells[0].len();
    let mut grid = vec![vec![mark(Edges::TOP); width + 2]];
    for row in cells {
        let mut row = row.clone();
        row.insert(0, mark(Edges::LEFT));
        row.push(mark(Edges::RIGHT));
        grid.push(row);
    }
    grid.push(vec![mark(Edges::BOTTOM); width + 2]);
    grid
}

fn text(name: &str, cells: &Grid, edges: Edges) -> String {
    let side = |edge| if edges.contains(edge) { "|" } else { "" };
    let corner = |edge| if edges.contains(edge) { "+" } else { "" };
    let dashes = "-".repeat(cells[0].len());
    let edge = format!("{}{dashes}{}\n", corner(Edges::LEFT), corner(Edges::RIGHT));
    let mut text = format!("Pattern {name}\n");
    if edges.contains(Edges::TOP) {
        text += &edge;
    }
    for row in cells {
        let row = String::from_utf8_lossy(row);
        text += &format!("{}{row}{}\n", side(Edges::LEFT), side(Edges::RIGHT));
    }
    if edges.contains(Edges::BOTTOM) {
        text += &edge;
    }
    text + ":8,50\n"
}

/// A board of `.`, `O` and `X`.
struct Board {
    cells: Grid,
}

impl Board {
    fn size(&self) -> (i32, i32) {
        (self.cells[0].len() as i32, self.cells.len() as i32)
    }

    /// The 2-bit state of a point.
    fn state(&self, x: i32, y: i32) -> u32 {
        let (width, height) = self.size();
        if !(0..width).contains(&x) || !(0..height).contains(&y) {
            return 0b11;
        }
        match self.cells[y as usize][x as usize] {
            b'O' => 0b01,
            b'X' => 0b10,
            _ => 0b00,
        }
    }

    /// The word of the 16 points around a point.
    fn word(&self, x: i32, y: i32) -> u32 {
        let mut word = 0;
        for dy in -1..=2 {
            for dx in -1..=2 {
                word = word << 2 | self.state(x + dx, y + dy);
            }
        }
        word
    }
}

/// A match: the transformation and the point of the move.
type Match = (Transformation, i32, i32);

/// Lays the turned picture everywhere and compares cells.
fn plain_matches(cells: &Grid, edges: Edges, board: &Board) -> BTreeSet<Match> {
    let (width, height) = board.size();
    let mut found = BTreeSet::new();
    for t in Transformation::ALL {
        let frame = turned(framed(cells, edges), t);
        let (h, w) = (frame.len() as i32 - 2, frame[0].len() as i32 - 2);
        let edge = |x: i32, y: i32| frame[y as usize][x as usize] == b'|';
        for top in 0..=height - h {
            for left in 0..=width - w {
                let mut fits = (!edge(0, 1) || left == 0)
                    && (!edge(w + 1, 1) || left + w == width)
                    && (!edge(1, 0) || top == 0)
                    && (!edge(1, h + 1) || top + h == height);
                let mut at = (0, 0);
                for y in 0..h {
                    for x in 0..w {
                        let asked = frame[y as usize + 1][x as usize + 1];
                        let there = board.cells[(top + y) as usize][(left + x) as usize];
                        if asked == b'*' {
                            at = (left + x, top + y);
                        }
                        fits &= match asked {
                            b'O' | b'X' => there == asked,
                            b'.' | b'*' => there == b'.',
                            b'o' => there != b'X',
                            b'x' => there != b'O',
                            _ => true,
                        };
                    }
                }
                if fits {
                    found.insert((t, at.0, at.1));
                }
            }
        }
    }
    found
}

/// Matches by anchors and windows, as an engine does.
fn window_matches(database: &Database, board: &Board) -> BTreeSet<Match> {
    let (width, height) = board.size();
    let mut found = BTreeSet::new();
    for variant in &database.variants {
        for y in 0..height {
            for x in 0..width {
                let anchor = [Cell::Empty, Cell::Friend, Cell::Enemy][board.state(x, y) as usize];
                let left = x + i32::from(variant.top_left.dx);
                let top = y + i32::from(variant.top_left.dy);
                let right = x + i32::from(variant.bottom_right.dx);
                let bottom = y + i32::from(variant.bottom_right.dy);
                let edges = variant.edges;
                let fits = anchor == variant.anchor
                    && left >= 0
                    && top >= 0
                    && right < width
                    && bottom < height
                    && (!edges.contains(Edges::LEFT) || left == 0)
                    && (!edges.contains(Edges::TOP) || top == 0)
                    && (!edges.contains(Edges::RIGHT) || right == width - 1)
                    && (!edges.contains(Edges::BOTTOM) || bottom == height - 1)
                    && database.windows_of(variant).iter().all(|w: &Window| {
                        let (x, y) = (x + i32::from(w.at.dx), y + i32::from(w.at.dy));
                        let holds = (0..width).contains(&x) && (0..height).contains(&y);
                        assert!(holds, "windows lie on the board");
                        board.word(x, y) & w.mask == w.value
                    });
                if fits {
                    let to = variant.to_move;
                    found.insert((variant.transformation, x + i32::from(to.dx), y + i32::from(to.dy)));
                }
            }
        }
    }
    found
}

fn grid(
    width: impl Strategy<Value = usize>,
    height: impl Strategy<Value = usize>,
    cells: &'static [u8],
) -> impl Strategy<Value = Grid> {
    (width, height).prop_flat_map(move |(w, h)| {
        proptest::collection::vec(proptest::collection::vec(prop::sample::select(cells), w), h)
    })
}

fn compiled(cells: &Grid, edges: Edges) -> Database {
    let text = text("P", cells, edges);
    let compiled = compile(&[Source::new("twin.db", &*text)], &Options::default());
    assert!(!compiled.has_errors(), "{text}\n{:?}", compiled.diagnostics);
    compiled.database
}

fn diagram(side: usize, cells: &'static [u8]) -> impl Strategy<Value = (Grid, Edges)> {
    let place = (any::<prop::sample::Index>(), any::<prop::sample::Index>());
    (grid(1..=side, 1..=side, cells), place, 0_u8..16).prop_map(|(mut grid, (column, row), edges)| {
        let (column, row) = (column.index(grid[0].len()), row.index(grid.len()));
        grid[row][column] = b'*';
        (grid, Edges::from_bits_truncate(edges))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn windows_match_where_cells_do(
        (cells, edges) in diagram(4, b"..?oxOX??o"),
        board in grid(1_usize..=7, 1_usize..=7, b"....OX"),
    ) {
        let board = Board { cells: board };
        let database = compiled(&cells, edges);
        let plain = plain_matches(&cells, edges, &board);
        let windows = window_matches(&database, &board);
        let tried: BTreeSet<_> = database.variants.iter().map(|v| v.transformation).collect();
        let in_tried: BTreeSet<_> = plain.iter().copied().filter(|m| tried.contains(&m.0)).collect();
        prop_assert_eq!(&windows, &in_tried);
        // What is left out as doubled finds no move that is not found anyway.
        let moves = |all: &BTreeSet<Match>| all.iter().map(|m| (m.1, m.2)).collect::<BTreeSet<_>>();
        prop_assert_eq!(moves(&windows), moves(&plain));
    }

    #[test]
    fn a_pattern_matches_the_board_that_it_was_cut_from(
        board in grid(1_usize..=19, 1_usize..=19, b"..OX"),
        place in (any::<prop::sample::Index>(), any::<prop::sample::Index>()),
    ) {
        let (column, row) = (place.0.index(board[0].len()), place.1.index(board.len()));
        let mut cells = board.clone();
        cells[row][column] = b'*';
        let mut board = board;
        board[row][column] = b'.';
        let database = compiled(&cells, Edges::all());
        let found = window_matches(&database, &Board { cells: board });
        prop_assert!(found.contains(&(Transformation::A, column as i32, row as i32)));
    }

    #[test]
    fn tables_of_large_diagrams_are_read_back((cells, edges) in diagram(25, b".?oxOX")) {
        let database = compiled(&cells, edges);
        prop_assert_eq!(Database::decode(&database.encode()), Ok(database));
    }

    #[test]
    fn a_special_case_is_found_in_any_turn(
        (general, edges) in diagram(4, b"?o.xOX"),
        choice in proptest::collection::vec(any::<u8>(), 16),
        turn in prop::sample::select(Transformation::ALL.to_vec()),
        wider in any::<bool>(),
    ) {
        let mut special = general.clone();
        for (cell, n) in special.iter_mut().flatten().zip(choice) {
            let cases: &[u8] = match *cell {
                b'?' => b"?o.xOX",
                b'o' => b"o.O",
                b'x' => b"x.X",
                other => &[other],
            };
            *cell = cases[usize::from(n) % cases.len()];
        }
        if wider && !edges.contains(Edges::RIGHT) {
            special.iter_mut().for_each(|row| row.push(b'?'));
        }
        // The frame turns with the picture and tells where its edges come to lie.
        let frame = turned(framed(&special, edges), turn);
        let (h, w) = (frame.len() - 2, frame[0].len() - 2);
        let inner: Grid = frame[1..=h].iter().map(|row| row[1..=w].to_vec()).collect();
        let mut turned_edges = Edges::empty();
        turned_edges.set(Edges::LEFT, frame[1][0] == b'|');
        turned_edges.set(Edges::RIGHT, frame[1][w + 1] == b'|');
        turned_edges.set(Edges::TOP, frame[0][1] == b'|');
        turned_edges.set(Edges::BOTTOM, frame[h + 1][1] == b'|');
        prop_assert!(overlaps(&(general, edges), &(inner, turned_edges)).1);
    }

    #[test]
    fn what_is_called_superfluous_finds_no_move_of_its_own(
        general in diagram(2, b"?o.xOX"),
        special in diagram(3, b".oxOX"),
        boards in proptest::collection::vec(grid(1_usize..=6, 1_usize..=6, b"....OX"), 10),
    ) {
        let superfluous = overlaps(&general, &special);
        for board in boards {
            let board = Board { cells: board };
            let moves = |p: &(Grid, Edges)| -> BTreeSet<(i32, i32)> {
                plain_matches(&p.0, p.1, &board).into_iter().map(|m| (m.1, m.2)).collect()
            };
            if superfluous.0 {
                prop_assert!(moves(&general).is_subset(&moves(&special)));
            }
            if superfluous.1 {
                prop_assert!(moves(&special).is_subset(&moves(&general)));
            }
        }
    }
}

/// Which of two patterns of equal value is called superfluous or a duplicate.
fn overlaps(first: &(Grid, Edges), second: &(Grid, Edges)) -> (bool, bool) {
    let source = |name: &str, p: &(Grid, Edges)| Source::new(name, text(name, &p.0, p.1));
    let sources = [source("First", first), source("Second", second)];
    let compiled = compile(&sources, &Options::default());
    let is_reported = |source: usize| {
        let mut of_source = compiled.diagnostics.iter().filter(|d| d.source == source);
        of_source.any(|d| matches!(d.code, Code::Subsumed | Code::DuplicateDiagram))
    };
    (is_reported(0), is_reported(1))
}
