// SPDX-License-Identifier: MIT OR Apache-2.0

//! The compiled form of a database, for the matcher, the move generator and the analysis.

use std::cmp::Reverse;

use bitflags::bitflags;
use serde::{Deserialize, Serialize};

use crate::expr::Expr;
use crate::eye::{EyeCell, EyeForm, EyeGraph, EyeMatch, EyeShape};
use crate::fit::{Fit, is_shape_name};
use crate::geometry::{Edges, Offset, Transformation};

/// Kind of a database. A table has one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[repr(u8)]
pub enum Kind {
    /// Patterns that propose and value moves.
    #[default]
    Moves,
    /// Patterns that tell where strings are connected and where they can be cut.
    Connections,
    /// Shapes of eye spaces with the number of their eyes.
    Eyes,
    /// Moves that readers try first.
    Reading,
}

impl Kind {
    /// Every kind, in the order of its code.
    pub const ALL: [Self; 4] = [Self::Moves, Self::Connections, Self::Eyes, Self::Reading];
}

/// Condition of a diagram cell for its point of the board, in the order of matching: stones before spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[repr(u8)]
pub enum Cell {
    /// `O`: a stone of the side that moves.
    Friend,
    /// `X`: a stone of the other side.
    Enemy,
    /// `.` or `*`: empty.
    Empty,
    /// `o`: a friend or empty.
    NotEnemy,
    /// `x`: an enemy or empty.
    NotFriend,
    /// `!`, in connection patterns: empty, and a point where connection is inhibited.
    Inhibited,
}

impl Cell {
    /// Mask and value of the and-compare test on the 2-bit state of a point
    /// (empty 00, friend 01, enemy 10, off board 11).
    pub const fn mask_value(self) -> (u32, u32) {
        match self {
            Self::Friend => (0b11, 0b01),
            Self::Enemy => (0b11, 0b10),
            Self::Empty | Self::Inhibited => (0b11, 0b00),
            Self::NotEnemy => (0b10, 0b00),
            Self::NotFriend => (0b01, 0b00),
        }
    }
}

/// One tested cell of a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Element {
    /// Offset from the origin of the pattern (its move `*`, if it has one) in the untransformed picture.
    pub at: Offset,
    /// The condition.
    pub cell: Cell,
}

bitflags! {
    /// The class letters of a pattern. In a connection pattern `B` marks the move as a cutting point and
    /// makes eye space at `!` marginal, and `C` connects the friendly dragons. The letters about living and
    /// dead stones have their usual meaning there, the others none.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub struct Classes: u16 {
        /// `s`: a sacrifice; the move only has to be legal.
        const SACRIFICE = 1;
        /// `n`: the enemy's move at `*` must be safe for the enemy.
        const ENEMY_SAFE = 1 << 1;
        /// `O`: no friendly stone is in a dead dragon.
        const FRIEND_LIVES = 1 << 2;
        /// `o`: no friendly stone is in a living dragon.
        const FRIEND_DIES = 1 << 3;
        /// `X`: no enemy stone is in a dead dragon.
        const ENEMY_LIVES = 1 << 4;
        /// `x`: no enemy stone is in a living dragon.
        const ENEMY_DIES = 1 << 5;
        /// `A`: the move may become the point of attack of an enemy string of the pattern.
        const ATTACKS = 1 << 6;
        /// `D`: the move may become the point of defence of a friendly string of the pattern.
        const DEFENDS = 1 << 7;
        /// `C`: limited by the value of joining two friendly dragons; 0 if there is one.
        const CONNECTS = 1 << 8;
        /// `B`: limited by the value of joining two enemy dragons; 0 if there is one.
        const BREAKS = 1 << 9;
        /// `L`: GNU Go evaluates such a pattern even if its value is too low. No effect here: every pattern
        /// is evaluated.
        const LOUD = 1 << 10;
        /// `P`: it makes an answer to the last move likelier in playouts, and acts nowhere else.
        const PLAYOUTS = 1 << 11;
    }
}

impl Classes {
    /// Each letter with its flag.
    pub const LETTERS: [(char, Self); 12] = [
        ('s', Self::SACRIFICE),
        ('n', Self::ENEMY_SAFE),
        ('O', Self::FRIEND_LIVES),
        ('o', Self::FRIEND_DIES),
        ('X', Self::ENEMY_LIVES),
        ('x', Self::ENEMY_DIES),
        ('A', Self::ATTACKS),
        ('D', Self::DEFENDS),
        ('C', Self::CONNECTS),
        ('B', Self::BREAKS),
        ('L', Self::LOUD),
        ('P', Self::PLAYOUTS),
    ];
}

/// Addition to a pattern's value by external circumstances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Assistance {
    /// Nothing.
    #[default]
    None,
    /// `uvalue*min(upower,|ucutoff|) + myvalue*min(mypower,|mycutoff|)`.
    Wind {
        /// Bound on the enemy's power.
        ucutoff: i32,
        /// Factor of the enemy's power.
        uvalue: i32,
        /// Bound on our power.
        mycutoff: i32,
        /// Factor of our power.
        myvalue: i32,
    },
    /// `value*min(delta_moyo(*),cutoff)`.
    Moyo {
        /// Bound on the gain of moyo, in points.
        cutoff: i32,
        /// Factor of the gain.
        value: i32,
    },
}

/// A move or connection pattern as written by its author. In a connection pattern all values are 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pattern {
    /// Unique within its file.
    pub name: String,
    /// Index in [`Database::files`].
    pub file: u16,
    /// Line of `Pattern NAME`, counted from 1.
    pub line: u32,
    /// Columns and rows of the diagram.
    pub size: (u8, u8),
    /// Column and row of the origin in the diagram, counted from 0 at the top left: the `*`, or the first
    /// stone if there is none.
    pub move_at: (u8, u8),
    /// Whether the origin is a move. Connection patterns may have none.
    pub has_move: bool,
    /// Edges of the diagram, untransformed.
    pub edges: Edges,
    /// The declared symmetry, one of [`Pattern::SYMMETRIES`].
    pub symmetry: char,
    /// `patwt`: the value, or the highest value of the helper.
    pub weight: i32,
    /// Wind or moyo.
    pub assistance: Assistance,
    /// Class letters.
    pub classes: Classes,
    /// Added when a friendly dragon of the pattern is weak.
    pub obonus: i32,
    /// Added when an enemy dragon of the pattern is weak.
    pub xbonus: i32,
    /// Added when the move splits the enemy or joins us on a large scale.
    pub splitbonus: i32,
    /// Lower end of the random variation.
    pub minrand: i32,
    /// Upper end of the random variation, inclusive.
    pub maxrand: i32,
    /// Name of the helper function, if any.
    pub helper: Option<String>,
    /// Tested cells, including `*`, in the order of matching; `?` has none.
    pub elements: Vec<Element>,
    /// The constraint, if any. It can only reject.
    pub constraint: Option<Expr>,
    /// The letters that its author gave to the cells that it names, for pictures.
    pub labels: Vec<(Offset, char)>,
    /// What it is for, in the words of its author: the text behind the first row of its picture that has one.
    pub note: Option<String>,
    /// The fitted weight, if its text has one.
    pub fit: Option<Fit>,
    /// The learned shape of the move-prediction model whose place it takes under another name.
    pub replaces: Option<String>,
}

impl Pattern {
    /// Maximum columns or rows of a diagram: the largest board.
    pub const MAX_SIDE: u8 = 25;
    /// The symbols of symmetry.
    pub const SYMMETRIES: [char; 7] = ['8', '|', '-', '/', '\\', '+', 'X'];

    /// Column and row of the origin.
    pub(crate) fn origin(&self) -> (usize, usize) {
        (self.move_at.0.into(), self.move_at.1.into())
    }

    /// The offset of a cell of the diagram from the origin.
    pub(crate) fn offset(&self, column: u8, row: u8) -> Offset {
        Offset::between(self.origin(), (column.into(), row.into()))
    }

    /// Offsets from the origin of the top left and the bottom right cell of the transformed picture.
    pub(crate) fn corners(&self, t: Transformation) -> (Offset, Offset) {
        let ends = [(0, 0), (self.size.0 - 1, self.size.1 - 1)];
        let [a, b] = ends.map(|(column, row)| t.apply(self.offset(column, row)));
        let least = Offset::new(a.dx.min(b.dx), a.dy.min(b.dy));
        (least, a + b - least)
    }

    /// The stone that has to be the last move of its side, if the constraint asks for that in any case
    /// (`last(a) && ..`), from the move, and its side. A program need not look for such a pattern elsewhere.
    pub fn answered(&self) -> Option<(Offset, Cell)> {
        let at = self.constraint.as_ref()?.last_move()?;
        let element = self.elements.iter().find(|element| element.at == at)?;
        matches!(element.cell, Cell::Friend | Cell::Enemy).then_some((at, element.cell))
    }

    /// Returns whether its constraint asks for liberties, and for the last move that it answers, and nothing
    /// else.
    pub fn asks_little(&self) -> bool {
        let answered = self.answered().map(|stone| stone.0);
        self.constraint
            .as_ref()
            .is_none_or(|constraint| constraint.asks_little(answered))
    }

    /// Whether its picture, liberties and the last move are all that it asks for, so that it holds wherever
    /// they match. Classes `O` and `X` are let pass: few stones in a picture that matches are dead.
    pub fn is_told_by_picture(&self) -> bool {
        let reads = Classes::ATTACKS | Classes::DEFENDS | Classes::CONNECTS | Classes::BREAKS;
        self.asks_little() && self.helper.is_none() && !self.classes.intersects(reads)
    }

    /// The name of the learned shape whose place it takes if the move-prediction model has it: the one that
    /// its text names, or its own name if that has the form of such a name.
    pub fn shape_name(&self) -> Option<&str> {
        let own = Some(self.name.as_str()).filter(|name| is_shape_name(name));
        self.replaces.as_deref().or(own)
    }

    /// The highest value of the pattern with assistance, bonuses and random variation. Patterns are sorted by
    /// it.
    pub fn highest_value(&self) -> i32 {
        let assistance = match self.assistance {
            Assistance::None => 0,
            Assistance::Wind {
                ucutoff,
                uvalue,
                mycutoff,
                myvalue,
            } => (uvalue.saturating_mul(ucutoff.saturating_abs()))
                .max(0)
                .saturating_add((myvalue.saturating_mul(mycutoff.saturating_abs())).max(0)),
            // A negative factor turns a loss of moyo, bounded only by the board, into a gain.
            Assistance::Moyo { cutoff, value } if value >= 0 => value.saturating_mul(cutoff),
            Assistance::Moyo { value, .. } => value.saturating_mul(-2 * 25 * 25),
        };
        let bonuses = [self.obonus, self.xbonus, self.splitbonus].map(|bonus| bonus.max(0));
        let parts = [assistance, self.maxrand].into_iter().chain(bonuses);
        parts.fold(self.weight, i32::saturating_add)
    }
}

/// The 16 points around an anchor as one and-compare test. The window at a point covers its row and
/// column, one before and two after each; the pair of bits of its top left cell is the highest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Window {
    /// Offset from the anchor of the variant to the point whose merged word is tested.
    pub at: Offset,
    /// Bits that matter.
    pub mask: u32,
    /// Required value of these bits.
    pub value: u32,
}

impl Window {
    /// Shift of the pair of bits for the cell `offset` from the window's point; none if the window does not
    /// cover it.
    pub const fn shift(offset: Offset) -> Option<u32> {
        if offset.dx < -1 || offset.dx > 2 || offset.dy < -1 || offset.dy > 2 {
            return None;
        }
        Some(30 - 2 * (4 * (offset.dy + 1) as u32 + (offset.dx + 1) as u32))
    }
}

/// A pattern in one transformation, ready to be matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variant {
    /// Index in [`Database::patterns`].
    pub pattern: u32,
    /// Transformation of the picture.
    pub transformation: Transformation,
    /// Content of the anchor: `Friend`, `Enemy`, or `Empty` for a pattern without stones, whose anchor is the
    /// move.
    pub anchor: Cell,
    /// Offset from the anchor to the origin of the pattern, its move `*` if it has one.
    pub to_move: Offset,
    /// Offset from the anchor to the top left cell of the transformed diagram.
    pub top_left: Offset,
    /// Offset from the anchor to its bottom right cell.
    pub bottom_right: Offset,
    /// Edges of the transformed diagram.
    pub edges: Edges,
    /// First of its windows in [`Database::windows`].
    pub first_window: u32,
    /// Number of its windows; the first of them is at the anchor.
    pub window_count: u8,
}

/// A compiled database of one [`Kind`]. Patterns and their variants are sorted by descending highest value,
/// then by file and line. Eye shapes are in the order of their files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Database {
    /// The kind.
    pub kind: Kind,
    /// Names of the files that the entries come from.
    pub files: Vec<String>,
    /// The patterns; none in a database of eyes.
    pub patterns: Vec<Pattern>,
    /// Every pattern in every transformation that has to be matched.
    pub variants: Vec<Variant>,
    /// The windows of all variants.
    pub windows: Vec<Window>,
    /// The shapes of a database of eyes.
    pub eyes: Vec<EyeShape>,
    /// The graphs of the shapes without duplicates, sorted; see [`Database::find_eye`].
    pub forms: Vec<EyeForm>,
}

impl Database {
    /// A database without entries.
    pub fn new(kind: Kind) -> Self {
        Self {
            kind,
            ..Self::default()
        }
    }

    /// Whether a pattern comes from a tree of joseki.
    pub fn is_joseki(&self, pattern: &Pattern) -> bool {
        self.files[usize::from(pattern.file)].ends_with(".sgf")
    }

    /// The windows of one of its variants.
    pub fn windows_of(&self, variant: &Variant) -> &[Window] {
        let first = variant.first_window as usize;
        &self.windows[first..first + variant.window_count as usize]
    }

    /// The variants of a pattern, in the order in which they are tried. O(log variants).
    pub fn variants_of(&self, pattern: u32) -> &[Variant] {
        let from = self.variants.partition_point(|v| v.pattern < pattern);
        let to = self.variants.partition_point(|v| v.pattern <= pattern);
        &self.variants[from..to]
    }

    /// Changes every pattern with a name and sorts the patterns again, as if the changed text were compiled.
    /// Returns the number of patterns with the name. O(patterns log patterns).
    pub fn change(&mut self, name: &str, mut change: impl FnMut(&mut Pattern)) -> usize {
        let named = self.patterns.iter_mut().filter(|p| p.name == name);
        let changed = named.map(&mut change).count();
        self.sort();
        changed
    }

    /// Adds the patterns of another database of the same kind, as if their files were compiled together.
    /// Names are not compared. O(patterns log patterns).
    ///
    /// # Panics
    /// With more than 65536 files together.
    pub fn add(&mut self, other: Self) {
        let (patterns, windows) = (self.patterns.len() as u32, self.windows.len() as u32);
        let files = u16::try_from(self.files.len()).expect("at most 65536 files");
        self.files.extend(other.files);
        self.patterns
            .extend(other.patterns.into_iter().map(|pattern| Pattern {
                file: pattern.file + files,
                ..pattern
            }));
        self.windows.extend(other.windows);
        self.variants
            .extend(other.variants.into_iter().map(|variant| Variant {
                pattern: variant.pattern + patterns,
                first_window: variant.first_window + windows,
                ..variant
            }));
        self.sort();
    }

    /// Sorts the patterns and what belongs to them as the compiler does.
    fn sort(&mut self) {
        let mut order: Vec<usize> = (0..self.patterns.len()).collect();
        order.sort_by_key(|&i| {
            let pattern = &self.patterns[i];
            (Reverse(pattern.highest_value()), pattern.file, pattern.line)
        });
        let mut places = vec![0; order.len()];
        for (to, &from) in order.iter().enumerate() {
            places[from] = to as u32;
        }
        self.patterns = order.iter().map(|&from| self.patterns[from].clone()).collect();
        for variant in &mut self.variants {
            variant.pattern = places[variant.pattern as usize];
        }
        self.variants.sort_by_key(|v| v.pattern);
        let mut windows = Vec::with_capacity(self.windows.len());
        for variant in &mut self.variants {
            let first = variant.first_window as usize;
            variant.first_window = windows.len() as u32;
            windows.extend_from_slice(&self.windows[first..first + variant.window_count as usize]);
        }
        self.windows = windows;
    }

    /// Looks up an eye space. O(log forms) and the cost of [`EyeGraph::canonical`].
    pub fn find_eye(&self, graph: &EyeGraph) -> Option<EyeMatch<'_>> {
        let (canonical, order) = graph.canonical()?;
        let found = self.forms.binary_search_by(|form| form.graph.cmp(&canonical));
        let form = &self.forms[found.ok()?];
        let shape = &self.eyes[form.shape as usize];
        let mut cells = vec![EyeCell::Proper; graph.len()];
        for (&point, &cell) in order.iter().zip(&form.cells) {
            cells[usize::from(point)] = shape.cells[usize::from(cell)].2;
        }
        Some(EyeMatch { shape, cells })
    }
}
