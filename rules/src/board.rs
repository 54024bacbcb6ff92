//! The board: stones, strings with exact liberty counts, captures, simple ko; playing and undoing.
//!
//! A string is a ring of stones linked by `next`; its head carries the counts. Playing costs the
//! liberties of the smaller strings that are joined and the stones that are captured, never a flood
//! fill. Undoing walks the same links back: captured strings keep theirs, and a join of two rings,
//! made by swapping two links, is unmade by swapping them again. Neither allocates.

use std::fmt;

use arrayvec::ArrayVec;

use crate::color::{ByColor, Cell, Color};
use crate::point::{BoardSize, CELLS, COLUMNS, MAX_SIDE, Point, PointSet};
use crate::zobrist;

const MAX_AREA: usize = MAX_SIDE as usize * MAX_SIDE as usize;
/// The head of a stone that has not been joined to a string yet: a border point, never a real head.
const NO_HEAD: u16 = 0;

/// What is needed to take a stone back. Undone in reverse order of playing, on the board that made it.
#[derive(Clone, Debug)]
#[must_use = "a stone can only be taken back with its record"]
pub struct Undo {
    point: Point,
    color: Color,
    ko: Option<(Point, Color)>,
    /// Where the point stood in the list of empty points.
    empty_index: u16,
    /// Liberties of the string that the stone joined first, before it did.
    liberties: u16,
    /// What the point's entries were: they may belong to a string that was captured there earlier.
    links: Links,
    /// Heads of the friendly strings that were joined, the one that kept its head first.
    friends: ArrayVec<u16, 4>,
    /// Heads of the strings that were captured.
    captured: ArrayVec<u16, 4>,
    /// Stones removed in all, of either colour.
    removed: u16,
    suicide: bool,
}

/// The entries of one point in the arrays of strings.
#[derive(Clone, Copy, Debug)]
struct Links {
    head: u16,
    next: u16,
    liberties: u16,
    stones: u16,
}

impl Undo {
    /// Did the stone take other stones off the board?
    pub fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }

    /// Number of stones that left the board, of either colour.
    pub fn removed(&self) -> usize {
        self.removed as usize
    }
}

/// Stones on a board, and the point closed by simple ko. Who moves, and what was before, is
/// [`Game`](crate::Game)'s.
///
/// ```
/// use katachi_rules::{Board, Color};
/// let mut board = Board::from_diagram(
///     ". X .
///      X O .
///      . X .",
/// );
/// let right = board.size().parse_vertex("C2").unwrap();
/// let undo = board.play(Color::Black, right);
/// assert_eq!(board.to_string(), ". X .\nX . X\n. X .\n");
/// board.undo(undo);
/// assert_eq!(board.liberties(board.size().parse_vertex("B2").unwrap()), 1);
/// ```
#[derive(Clone)]
pub struct Board {
    size: BoardSize,
    cells: [Cell; CELLS],
    head: [u16; CELLS],
    next: [u16; CELLS],
    /// Of the string, at its head.
    liberties: [u16; CELLS],
    /// Of the string, at its head.
    stones: [u16; CELLS],
    empty: [Point; MAX_AREA],
    /// Where an empty point stands in `empty`.
    empty_at: [u16; CELLS],
    empty_count: u16,
    ko: Option<(Point, Color)>,
    key: u64,
    prisoners: ByColor<u32>,
}

impl Board {
    /// A board without stones.
    pub fn new(size: BoardSize) -> Self {
        let mut board = Self {
            size,
            cells: [Cell::Off; CELLS],
            head: [NO_HEAD; CELLS],
            next: [0; CELLS],
            liberties: [0; CELLS],
            stones: [0; CELLS],
            empty: [Point::from_index(0); MAX_AREA],
            empty_at: [0; CELLS],
            empty_count: 0,
            ko: None,
            key: 0,
            prisoners: ByColor::default(),
        };
        for point in size.points() {
            board.cells[point.index()] = Cell::Empty;
            board.push_empty(point);
        }
        board
    }

    /// A position from rows of `.`, `X` (Black) and `O` (White), top row first; spaces do not count.
    ///
    /// # Panics
    /// If the rows are no board, or if a string of the diagram has no liberty. For tests and examples;
    /// see [`Board::set_stones`] for positions that come from outside.
    #[track_caller]
    pub fn from_diagram(diagram: &str) -> Self {
        let rows: Vec<Vec<char>> = diagram
            .lines()
            .map(|line| line.chars().filter(|c| !c.is_whitespace()).collect::<Vec<_>>())
            .filter(|row| !row.is_empty())
            .collect();
        let width = rows.first().map_or(0, Vec::len);
        assert!(
            rows.iter().all(|row| row.len() == width),
            "rows of a diagram are of one length"
        );
        let size = BoardSize::new(width as u8, rows.len() as u8).expect("a board has 1 to 25 lines");
        let stones: Vec<_> = size
            .points()
            .filter_map(|p| match rows[p.y() as usize][p.x() as usize] {
                'X' => Some((p, Color::Black)),
                'O' => Some((p, Color::White)),
                '.' => None,
                other => panic!("a diagram has '.', 'X' and 'O', not '{other}'"),
            })
            .collect();
        let mut board = Self::new(size);
        board
            .set_stones(stones)
            .expect("every string of a diagram has a liberty");
        board
    }

    /// Puts stones on empty points, without captures.
    ///
    /// # Errors
    /// The point of a stone that is off the board, on another stone, or left without a liberty; the board
    /// is then unchanged.
    pub fn set_stones(&mut self, stones: impl IntoIterator<Item = (Point, Color)>) -> Result<(), Point> {
        let mut cells = self.cells;
        for (point, color) in stones {
            if !self.size.contains(point) || cells[point.index()] != Cell::Empty {
                return Err(point);
            }
            cells[point.index()] = color.into();
        }
        self.rebuild(cells)
    }

    /// Takes the stones of these points off the board, without any other effect than that.
    pub fn remove_stones(&mut self, points: &PointSet) {
        let mut cells = self.cells;
        for point in points.iter().filter(|&p| self.size.contains(p)) {
            cells[point.index()] = Cell::Empty;
        }
        self.rebuild(cells)
            .expect("strings only gain liberties when stones go");
    }

    fn rebuild(&mut self, cells: [Cell; CELLS]) -> Result<(), Point> {
        let mut board = Self::new(self.size);
        for point in self.size.points() {
            if let Some(color) = cells[point.index()].color() {
                let _ = board.put(color, point);
            }
        }
        // While the stones are put down one by one a string may be without liberties for a moment only
        // in its count; the final count is exact.
        if let Some(point) = board
            .size
            .points()
            .find(|&p| board.cell(p).is_stone() && board.liberties(p) == 0)
        {
            return Err(point);
        }
        board.prisoners = self.prisoners;
        *self = board;
        Ok(())
    }

    /// The size.
    #[inline]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// What stands on the point.
    #[inline]
    pub fn cell(&self, point: Point) -> Cell {
        self.cells[point.index()]
    }

    /// Is the point on the board and without a stone?
    #[inline]
    pub fn is_empty(&self, point: Point) -> bool {
        self.cell(point) == Cell::Empty
    }

    /// One fixed stone of the string that the stone belongs to: two stones are of one string if and
    /// only if their heads agree. The point carries a stone.
    #[inline]
    pub fn head(&self, stone: Point) -> Point {
        debug_assert!(self.cell(stone).is_stone());
        Point::from_index(self.head[stone.index()])
    }

    /// Liberties of the string of a stone. O(1).
    #[inline]
    pub fn liberties(&self, stone: Point) -> u32 {
        debug_assert!(self.cell(stone).is_stone());
        u32::from(self.liberties[self.head[stone.index()] as usize])
    }

    /// Number of stones of the string of a stone. O(1).
    #[inline]
    pub fn string_size(&self, stone: Point) -> u32 {
        debug_assert!(self.cell(stone).is_stone());
        u32::from(self.stones[self.head[stone.index()] as usize])
    }

    /// The stones of a string, its head first. O(stones).
    pub fn string(&self, stone: Point) -> impl Iterator<Item = Point> + Clone + '_ {
        let head = self.head[stone.index()];
        std::iter::successors(Some(head), move |&s| {
            Some(self.next[s as usize]).filter(|&next| next != head)
        })
        .map(Point::from_index)
    }

    /// Up to `N` liberties of the string of a stone, in the order of its stones. O(stones), less if
    /// they are found early.
    pub fn first_liberties<const N: usize>(&self, stone: Point) -> ArrayVec<Point, N> {
        let wanted = (self.liberties(stone) as usize).min(N);
        let mut found = ArrayVec::new();
        for s in self.string(stone) {
            for n in s.neighbours() {
                if found.len() == wanted {
                    return found;
                }
                if self.is_empty(n) && !found.contains(&n) {
                    found.push(n);
                }
            }
        }
        found
    }

    /// All liberties of the string of a stone. O(stones).
    pub fn liberty_set(&self, stone: Point) -> PointSet {
        self.string(stone)
            .flat_map(Point::neighbours)
            .filter(|&n| self.is_empty(n))
            .collect()
    }

    /// Heads of the enemy strings next to the string of a stone, each once. O(stones).
    pub fn adjacent_strings(&self, stone: Point) -> impl Iterator<Item = Point> + '_ {
        let enemy = Cell::from(
            self.cell(stone)
                .color()
                .expect("the point carries a stone")
                .opposite(),
        );
        let mut seen = PointSet::EMPTY;
        self.string(stone)
            .flat_map(Point::neighbours)
            .filter(move |&n| self.cell(n) == enemy)
            .map(|n| self.head(n))
            .filter(move |&head| seen.insert(head))
    }

    /// Heads of the strings of a colour next to a point, each once.
    pub fn strings_beside(&self, point: Point, color: Color) -> ArrayVec<Point, 4> {
        let mut heads = ArrayVec::new();
        for n in point.neighbours() {
            if self.cell(n).is(color) && !heads.contains(&self.head(n)) {
                heads.push(self.head(n));
            }
        }
        heads
    }

    /// Number of empty points beside a point.
    pub fn empty_beside(&self, point: Point) -> u32 {
        point
            .neighbours()
            .into_iter()
            .filter(|&n| self.is_empty(n))
            .count() as u32
    }

    /// The empty points, in an order that depends on the moves played. `nth` is O(1).
    pub fn empty_points(&self) -> impl ExactSizeIterator<Item = Point> + Clone + '_ {
        self.empty[..self.empty_count as usize].iter().copied()
    }

    /// The point closed by simple ko, and the colour that may not play there.
    pub fn ko(&self) -> Option<(Point, Color)> {
        self.ko
    }

    /// Forgets the ko, as a pass does; returns it for [`Board::set_ko`].
    pub fn clear_ko(&mut self) -> Option<(Point, Color)> {
        self.ko.take()
    }

    /// Puts back what [`Board::clear_ko`] returned.
    pub fn set_ko(&mut self, ko: Option<(Point, Color)>) {
        self.ko = ko;
    }

    /// Stones of each colour that have left the board.
    pub fn prisoners(&self) -> ByColor<u32> {
        self.prisoners
    }

    /// Zobrist key of the stones. Equal stones, equal key, whatever led there.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Zobrist key of the stones, the ko and the side to move.
    pub fn situation_key(&self, to_move: Color) -> u64 {
        self.key ^ zobrist::side(to_move) ^ self.ko.map_or(0, |(point, _)| zobrist::ko(point))
    }

    /// The key that the stones would have after a stone on an empty point. O(stones captured).
    pub fn key_after(&self, color: Color, point: Point) -> u64 {
        let string_key =
            |head: Point, color| self.string(head).fold(0, |key, s| key ^ zobrist::stone(color, s));
        let enemy = color.opposite();
        let mut key = self.key ^ zobrist::stone(color, point);
        if self.is_suicide(color, point) {
            for head in self.strings_beside(point, color) {
                key ^= string_key(head, color);
            }
            return key ^ zobrist::stone(color, point);
        }
        for head in self.strings_beside(point, enemy) {
            if self.liberties(head) == 1 {
                key ^= string_key(head, enemy);
            }
        }
        key
    }

    /// Would a stone there be without liberties, its string with it, and capture nothing?
    #[inline]
    pub fn is_suicide(&self, color: Color, point: Point) -> bool {
        let own = Cell::from(color);
        for n in point.neighbours() {
            match self.cell(n) {
                Cell::Empty => return false,
                Cell::Off => {}
                cell if (cell == own) != (self.liberties(n) == 1) => return false,
                _ => {}
            }
        }
        true
    }

    /// May the colour play there under simple ko and without suicide?
    #[inline]
    pub fn is_legal(&self, color: Color, point: Point) -> bool {
        self.is_empty(point) && self.ko != Some((point, color)) && !self.is_suicide(color, point)
    }

    /// Is the point an eye that its owner should not fill: all neighbours own stones, and too few
    /// diagonal points in enemy hands to make it false (fewer than two, or than one at the edge)?
    pub fn is_eye(&self, color: Color, point: Point) -> bool {
        let own = Cell::from(color);
        if !self.is_empty(point)
            || point
                .neighbours()
                .iter()
                .any(|&n| self.cell(n) != own && self.cell(n) != Cell::Off)
        {
            return false;
        }
        let (mut enemy, mut off) = (0, 0);
        for d in point.diagonals() {
            match self.cell(d) {
                Cell::Off => off = 1,
                cell if cell.is(color.opposite()) => enemy += 1,
                _ => {}
            }
        }
        enemy + off < 2
    }

    /// Plays a stone on an empty point, ko or not; captures; and removes the own string if it is left
    /// without liberties. O(1) but for joined and captured strings; does not allocate.
    pub fn play(&mut self, color: Color, point: Point) -> Undo {
        let mut undo = self.put(color, point);
        let enemy = color.opposite();
        for i in 0..undo.captured.len() {
            undo.removed += self.remove_string(undo.captured[i], enemy);
        }
        let head = self.head[point.index()];
        if self.liberties[head as usize] == 0 {
            undo.suicide = true;
            undo.removed += self.remove_string(head, color);
        } else if undo.removed == 1 && self.stones[head as usize] == 1 && self.liberties[head as usize] == 1 {
            self.ko = Some((Point::from_index(undo.captured[0]), enemy));
        }
        undo
    }

    /// Puts a stone down and joins strings; counts may become zero. Enemy strings without liberties are noted,
    /// nothing is removed.
    fn put(&mut self, color: Color, point: Point) -> Undo {
        debug_assert!(self.is_empty(point));
        let p = point.index();
        let own = Cell::from(color);
        let mut undo = Undo {
            point,
            color,
            ko: self.ko.take(),
            empty_index: self.take_empty(point),
            liberties: 0,
            links: Links {
                head: self.head[p],
                next: self.next[p],
                liberties: self.liberties[p],
                stones: self.stones[p],
            },
            friends: ArrayVec::new(),
            captured: ArrayVec::new(),
            removed: 0,
            suicide: false,
        };
        self.cells[p] = own;
        self.head[p] = NO_HEAD;
        self.key ^= zobrist::stone(color, point);

        let mut open = 0;
        let mut enemies = ArrayVec::<u16, 4>::new();
        for n in point.neighbours() {
            let cell = self.cell(n);
            let head = self.head[n.index()];
            match cell {
                Cell::Empty => open += 1,
                Cell::Off => {}
                cell if cell == own => {
                    if !undo.friends.contains(&head) {
                        undo.friends.push(head);
                    }
                }
                _ => {
                    if !enemies.contains(&head) {
                        enemies.push(head);
                        self.liberties[head as usize] -= 1;
                        if self.liberties[head as usize] == 0 {
                            undo.captured.push(head);
                        }
                    }
                }
            }
        }
        // The largest string keeps its head, so that the walk below is over the smaller ones.
        if let Some(largest) = (0..undo.friends.len()).max_by_key(|&i| self.stones[undo.friends[i] as usize])
        {
            undo.friends.swap(0, largest);
        }
        let Some((&main, others)) = undo.friends.split_first() else {
            self.head[p] = p as u16;
            self.next[p] = p as u16;
            self.stones[p] = 1;
            self.liberties[p] = open;
            return undo;
        };
        let m = main as usize;
        undo.liberties = self.liberties[m];
        self.liberties[m] += self.new_liberties(point, own, main);
        self.liberties[m] -= 1;
        self.head[p] = main;
        self.next[p] = self.next[m];
        self.next[m] = p as u16;
        self.stones[m] += 1;
        for &other in others {
            let o = other as usize;
            let mut s = other;
            loop {
                self.liberties[m] += self.new_liberties(Point::from_index(s), own, main);
                self.head[s as usize] = main;
                s = self.next[s as usize];
                if s == other {
                    break;
                }
            }
            self.next.swap(m, o);
            self.stones[m] += self.stones[o];
        }
        undo
    }

    /// Empty neighbours of a stone that are not liberties of the string `head` yet.
    fn new_liberties(&self, stone: Point, own: Cell, head: u16) -> u16 {
        let mut new = 0;
        for e in stone.neighbours() {
            let is_new = self.is_empty(e)
                && !e
                    .neighbours()
                    .iter()
                    .any(|&n| self.cell(n) == own && self.head[n.index()] == head);
            new += u16::from(is_new);
        }
        new
    }

    /// Takes the last stone played back. Everything is as before it, the order of the empty points too.
    pub fn undo(&mut self, undo: Undo) {
        let p = undo.point.index();
        let color = undo.color;
        if undo.suicide {
            self.restore_string(self.head[p], color);
        }
        for &head in undo.captured.iter().rev() {
            self.restore_string(head, color.opposite());
        }
        if let Some((&main, others)) = undo.friends.split_first() {
            let m = main as usize;
            for &other in others.iter().rev() {
                let o = other as usize;
                self.stones[m] -= self.stones[o];
                self.next.swap(m, o);
                let mut s = other;
                loop {
                    self.head[s as usize] = other;
                    s = self.next[s as usize];
                    if s == other {
                        break;
                    }
                }
            }
            self.next[m] = self.next[p];
            self.stones[m] -= 1;
            self.liberties[m] = undo.liberties;
        }
        let Links {
            head,
            next,
            liberties,
            stones,
        } = undo.links;
        (self.head[p], self.next[p], self.liberties[p], self.stones[p]) = (head, next, liberties, stones);
        self.cells[p] = Cell::Empty;
        self.key ^= zobrist::stone(color, undo.point);
        for head in self.strings_beside(undo.point, color.opposite()) {
            self.liberties[head.index()] += 1;
        }
        self.put_back_empty(undo.point, undo.empty_index);
        self.ko = undo.ko;
    }

    fn remove_string(&mut self, head: u16, color: Color) -> u16 {
        let mut s = head;
        loop {
            let stone = Point::from_index(s);
            self.cells[s as usize] = Cell::Empty;
            self.key ^= zobrist::stone(color, stone);
            self.push_empty(stone);
            for other in self.strings_beside(stone, color.opposite()) {
                self.liberties[other.index()] += 1;
            }
            s = self.next[s as usize];
            if s == head {
                break;
            }
        }
        let stones = self.stones[head as usize];
        self.prisoners[color] += u32::from(stones);
        stones
    }

    fn restore_string(&mut self, head: u16, color: Color) {
        let mut s = head;
        loop {
            let stone = Point::from_index(s);
            self.cells[s as usize] = color.into();
            self.key ^= zobrist::stone(color, stone);
            for other in self.strings_beside(stone, color.opposite()) {
                self.liberties[other.index()] -= 1;
            }
            s = self.next[s as usize];
            if s == head {
                break;
            }
        }
        // Its points were the last to be pushed.
        let stones = self.stones[head as usize];
        self.empty_count -= stones;
        self.prisoners[color] -= u32::from(stones);
    }

    fn push_empty(&mut self, point: Point) {
        self.empty[self.empty_count as usize] = point;
        self.empty_at[point.index()] = self.empty_count;
        self.empty_count += 1;
    }

    fn take_empty(&mut self, point: Point) -> u16 {
        let at = self.empty_at[point.index()];
        self.empty_count -= 1;
        let last = self.empty[self.empty_count as usize];
        self.empty[at as usize] = last;
        self.empty_at[last.index()] = at;
        at
    }

    fn put_back_empty(&mut self, point: Point, at: u16) {
        // If the point was the last of the list, nothing took its place.
        let moved = self.empty[at as usize];
        if at != self.empty_count {
            self.empty[self.empty_count as usize] = moved;
            self.empty_at[moved.index()] = self.empty_count;
        }
        self.empty[at as usize] = point;
        self.empty_at[point.index()] = at;
        self.empty_count += 1;
    }

    /// Recomputes every count from the stones alone and compares. For tests; O(points * string).
    ///
    /// # Panics
    /// If something does not agree.
    pub fn check_consistency(&self) {
        let mut key = 0;
        for p in self.size.points() {
            let Some(color) = self.cell(p).color() else {
                assert_eq!(
                    self.empty[self.empty_at[p.index()] as usize],
                    p,
                    "list of empty points"
                );
                continue;
            };
            key ^= zobrist::stone(color, p);
            let mut string = PointSet::EMPTY;
            let mut open = vec![p];
            while let Some(s) = open.pop() {
                if string.insert(s) {
                    open.extend(s.neighbours().into_iter().filter(|&n| self.cell(n).is(color)));
                }
            }
            let linked: PointSet = self.string(p).collect();
            assert_eq!(linked, string, "stones of the string at {p:?}");
            assert_eq!(
                self.string_size(p) as usize,
                string.len(),
                "size of the string at {p:?}"
            );
            assert!(
                string.iter().all(|s| self.head(s) == self.head(p)),
                "head of the string at {p:?}"
            );
            let liberties: PointSet = string
                .iter()
                .flat_map(Point::neighbours)
                .filter(|&n| self.is_empty(n))
                .collect();
            assert_eq!(
                self.liberties(p) as usize,
                liberties.len(),
                "liberties of the string at {p:?}"
            );
        }
        assert_eq!(self.key, key, "key");
        let empty = self.size.points().filter(|&p| self.is_empty(p)).count();
        assert_eq!(self.empty_count as usize, empty, "number of empty points");
    }
}

/// Equal stones and ko. Prisoners and the order of the empty points do not count.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size && self.ko == other.ko && self.cells == other.cells
    }
}

impl Eq for Board {}

/// Rows of `.`, `X` and `O`, top row first, as [`Board::from_diagram`] reads them.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in 0..self.size.height() {
            for x in 0..self.size.width() {
                let mark = match self.cell(Point::new(x, y)) {
                    Cell::Black => 'X',
                    Cell::White => 'O',
                    Cell::Empty | Cell::Off => '.',
                };
                write!(f, "{}{mark}", if x == 0 { "" } else { " " })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns: String = COLUMNS[..self.size.width() as usize]
            .iter()
            .map(|&c| c as char)
            .collect();
        write!(
            f,
            "Board {} columns {columns}, ko {:?}\n{self}",
            self.size, self.ko
        )
    }
}
