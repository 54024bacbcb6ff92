//! The table format: a [`Database`] as bytes.
//!
//! ```text
//! label "KATAPAT\n" | version u32 | checksum u64 (FNV-1a of the rest) | files | patterns | variants | windows
//! ```
//!
//! Numbers are little-endian, lists and strings carry their length in front. The reader trusts nothing: it
//! checks every index, code and range, and allocates no more than a small multiple of the input's length.

use thiserror::Error;

use crate::database::{Assistance, Cell, Classes, Database, Element, Pattern, Variant, Window};
use crate::expr::{Binary, Expr, Function, Unary};
use crate::geometry::{Edges, Offset, Transformation};

const LABEL: [u8; 8] = *b"KATAPAT\n";
const VERSION: u32 = 1;
const SYMMETRIES: &[u8] = b"8|\\/-+X";
const UNARY: [Unary; 3] = [Unary::Not, Unary::Minus, Unary::Plus];
const BINARY: [Binary; 13] = [
    Binary::Or,
    Binary::And,
    Binary::Equal,
    Binary::NotEqual,
    Binary::Less,
    Binary::LessEqual,
    Binary::Greater,
    Binary::GreaterEqual,
    Binary::Add,
    Binary::Subtract,
    Binary::Multiply,
    Binary::Divide,
    Binary::Remainder,
];

/// Why bytes are not a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    /// The bytes do not begin with the label of the format.
    #[error("not a pattern table: the label is missing")]
    Label,
    /// Written by another version of this crate.
    #[error("pattern table of format version {found}, expected {VERSION}")]
    Version {
        /// The version found.
        found: u32,
    },
    /// The bytes were damaged on their way.
    #[error("pattern table damaged: the checksum does not fit")]
    Checksum,
    /// The bytes end too early.
    #[error("pattern table ends in the middle of its {0}")]
    End(&'static str),
    /// A value that no writer of this format makes.
    #[error("pattern table holds an impossible {0}")]
    Value(&'static str),
}

impl Database {
    /// The table, as bytes. O(size), the same database gives the same bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut body = Writer(Vec::new());
        body.length(self.files.len());
        self.files.iter().for_each(|f| body.text(f));
        body.length(self.patterns.len());
        self.patterns.iter().for_each(|p| body.pattern(p));
        body.length(self.variants.len());
        self.variants.iter().for_each(|v| body.variant(v));
        body.length(self.windows.len());
        for window in &self.windows {
            body.offset(window.at);
            body.u32(window.mask);
            body.u32(window.value);
        }
        let mut bytes = LABEL.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(checksum(&body.0).to_le_bytes());
        bytes.extend(body.0);
        bytes
    }

    /// Reads a table and checks all of it. O(size).
    ///
    /// # Errors
    /// Tells the first thing that is wrong with the bytes.
    pub fn decode(bytes: &[u8]) -> Result<Self, TableError> {
        let rest = bytes.strip_prefix(&LABEL).ok_or(TableError::Label)?;
        let mut reader = Reader { rest, part: "head" };
        let found = reader.u32()?;
        if found != VERSION {
            return Err(TableError::Version { found });
        }
        if u64::from_le_bytes(reader.take()?) != checksum(reader.rest) {
            return Err(TableError::Checksum);
        }
        reader.part = "files";
        let files = reader.list(4, Reader::text)?;
        reader.part = "patterns";
        let patterns = reader.list(49, Reader::pattern)?;
        reader.part = "variants";
        let variants = reader.list(18, Reader::variant)?;
        reader.part = "windows";
        let windows = reader.list(10, Reader::window)?;
        check(reader.rest.is_empty(), "length")?;
        let database = Self {
            files,
            patterns,
            variants,
            windows,
        };
        database.check()?;
        Ok(database)
    }

    /// What holds between the lists.
    fn check(&self) -> Result<(), TableError> {
        check(
            self.patterns
                .iter()
                .all(|p| usize::from(p.file) < self.files.len()),
            "file index",
        )?;
        check(
            self.patterns
                .is_sorted_by(|a, b| a.highest_value() >= b.highest_value()),
            "order of patterns",
        )?;
        check(self.variants.is_sorted_by_key(|v| v.pattern), "order of variants")?;
        for variant in &self.variants {
            let pattern = self.patterns.get(variant.pattern as usize);
            let pattern = pattern.ok_or(TableError::Value("pattern index"))?;
            variant.check(pattern)?;
            let first = variant.first_window as usize;
            let windows = self.windows.get(first..first + usize::from(variant.window_count));
            let windows = windows.ok_or(TableError::Value("window index"))?;
            check(
                windows.first().is_some_and(|w| w.at == Offset::ZERO),
                "first window",
            )?;
            check(windows.iter().all(|w| variant.covers(w.at)), "place of a window")?;
        }
        Ok(())
    }
}

impl Variant {
    fn covers(&self, o: Offset) -> bool {
        (self.top_left.dx..=self.bottom_right.dx).contains(&o.dx)
            && (self.top_left.dy..=self.bottom_right.dy).contains(&o.dy)
    }

    /// What has to hold so that the variant is the pattern, turned.
    fn check(&self, pattern: &Pattern) -> Result<(), TableError> {
        let t = self.transformation;
        let [(width, height), (column, row)] =
            [pattern.size, pattern.move_at].map(|p| (p.0 as i8, p.1 as i8));
        let corners =
            [(0, 0), (width - 1, height - 1)].map(|(x, y)| t.apply(Offset::new(x - column, y - row)));
        let [a, b] = corners;
        // Sums, because a difference of unchecked numbers may overflow.
        let lies = |corner: Offset, dx: i8, dy: i8| {
            i16::from(self.to_move.dx) + i16::from(dx) == i16::from(corner.dx)
                && i16::from(self.to_move.dy) + i16::from(dy) == i16::from(corner.dy)
        };
        check(
            lies(self.top_left, a.dx.min(b.dx), a.dy.min(b.dy))
                && lies(self.bottom_right, a.dx.max(b.dx), a.dy.max(b.dy)),
            "bounds of a variant",
        )?;
        check(
            self.covers(Offset::ZERO) && self.covers(self.to_move),
            "anchor of a variant",
        )?;
        check(self.edges == pattern.edges.transformed(t), "edges of a variant")
    }
}

fn check(holds: bool, what: &'static str) -> Result<(), TableError> {
    if holds {
        Ok(())
    } else {
        Err(TableError::Value(what))
    }
}

/// FNV-1a with 64 bits: against damage, not against malice.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

struct Writer(Vec<u8>);

impl Writer {
    fn u8(&mut self, n: u8) {
        self.0.push(n);
    }

    fn u32(&mut self, n: u32) {
        self.0.extend(n.to_le_bytes());
    }

    fn i32(&mut self, n: i32) {
        self.0.extend(n.to_le_bytes());
    }

    fn length(&mut self, n: usize) {
        self.u32(u32::try_from(n).expect("lists of a database are shorter than 2^32"));
    }

    fn text(&mut self, text: &str) {
        self.length(text.len());
        self.0.extend(text.as_bytes());
    }

    fn offset(&mut self, o: Offset) {
        self.0.extend([o.dx as u8, o.dy as u8]);
    }

    fn pattern(&mut self, p: &Pattern) {
        self.text(&p.name);
        self.0.extend(p.file.to_le_bytes());
        self.u32(p.line);
        self.0.extend([p.size.0, p.size.1, p.move_at.0, p.move_at.1]);
        self.u8(p.edges.bits());
        self.u8(p.symmetry as u8);
        self.i32(p.weight);
        match p.assistance {
            Assistance::None => self.u8(0),
            Assistance::Wind {
                ucutoff,
                uvalue,
                mycutoff,
                myvalue,
            } => {
                self.u8(1);
                [ucutoff, uvalue, mycutoff, myvalue]
                    .into_iter()
                    .for_each(|n| self.i32(n));
            }
            Assistance::Moyo { cutoff, value } => {
                self.u8(2);
                self.i32(cutoff);
                self.i32(value);
            }
        }
        self.0.extend(p.classes.bits().to_le_bytes());
        [p.obonus, p.xbonus, p.splitbonus, p.minrand, p.maxrand]
            .into_iter()
            .for_each(|n| self.i32(n));
        self.u8(p.helper.is_some().into());
        if let Some(helper) = &p.helper {
            self.text(helper);
        }
        self.length(p.elements.len());
        for element in &p.elements {
            self.offset(element.at);
            self.u8(element.cell as u8);
        }
        self.u8(p.constraint.is_some().into());
        if let Some(constraint) = &p.constraint {
            self.expr(constraint);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Number(n) => {
                self.u8(0);
                self.i32(*n);
            }
            Expr::Unary(operator, operand) => {
                self.0.extend([1, *operator as u8]);
                self.expr(operand);
            }
            Expr::Binary(operator, left, right) => {
                self.0.extend([2, *operator as u8]);
                self.expr(left);
                self.expr(right);
            }
            Expr::Call(function, points) => {
                self.0.extend([3, *function as u8]);
                self.length(points.len());
                points.iter().for_each(|&p| self.offset(p));
            }
        }
    }

    fn variant(&mut self, v: &Variant) {
        self.u32(v.pattern);
        self.0.extend([v.transformation as u8, v.anchor as u8]);
        [v.to_move, v.top_left, v.bottom_right]
            .into_iter()
            .for_each(|o| self.offset(o));
        self.u8(v.edges.bits());
        self.u32(v.first_window);
        self.u8(v.window_count);
    }
}

struct Reader<'a> {
    rest: &'a [u8],
    /// What is being read, for the message.
    part: &'static str,
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], TableError> {
        let (taken, rest) = self.rest.split_first_chunk().ok_or(TableError::End(self.part))?;
        self.rest = rest;
        Ok(*taken)
    }

    fn u8(&mut self) -> Result<u8, TableError> {
        self.take().map(u8::from_le_bytes)
    }

    fn u16(&mut self) -> Result<u16, TableError> {
        self.take().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Result<u32, TableError> {
        self.take().map(u32::from_le_bytes)
    }

    fn i32(&mut self) -> Result<i32, TableError> {
        self.take().map(i32::from_le_bytes)
    }

    fn flag(&mut self) -> Result<bool, TableError> {
        let n = self.u8()?;
        check(n < 2, "flag")?;
        Ok(n == 1)
    }

    fn code<T: Copy>(&mut self, all: &[T], what: &'static str) -> Result<T, TableError> {
        let code = usize::from(self.u8()?);
        all.get(code).copied().ok_or(TableError::Value(what))
    }

    /// A length that the remaining bytes can hold, if one item has at least `item` bytes.
    fn length(&mut self, item: usize) -> Result<usize, TableError> {
        let n = self.u32()? as usize;
        if n > self.rest.len() / item {
            return Err(TableError::End(self.part));
        }
        Ok(n)
    }

    fn list<T>(
        &mut self,
        item: usize,
        mut read: impl FnMut(&mut Self) -> Result<T, TableError>,
    ) -> Result<Vec<T>, TableError> {
        let n = self.length(item)?;
        (0..n).map(|_| read(self)).collect()
    }

    fn text(&mut self) -> Result<String, TableError> {
        let n = self.length(1)?;
        let (taken, rest) = self.rest.split_at(n);
        self.rest = rest;
        let text = std::str::from_utf8(taken).map_err(|_| TableError::Value("text, not UTF-8"))?;
        Ok(text.to_owned())
    }

    fn offset(&mut self) -> Result<Offset, TableError> {
        let [dx, dy] = self.take()?;
        Ok(Offset::new(dx as i8, dy as i8))
    }

    fn edges(&mut self) -> Result<Edges, TableError> {
        Edges::from_bits(self.u8()?).ok_or(TableError::Value("edge"))
    }

    fn pattern(&mut self) -> Result<Pattern, TableError> {
        let name = self.text()?;
        let file = self.u16()?;
        let line = self.u32()?;
        let [width, height, column, row] = self.take()?;
        let side = 1..=Pattern::MAX_SIDE;
        check(
            side.contains(&width) && side.contains(&height) && column < width && row < height,
            "size of a pattern",
        )?;
        let edges = self.edges()?;
        let symmetry = self.u8()?;
        check(SYMMETRIES.contains(&symmetry), "symmetry")?;
        let weight = self.i32()?;
        let assistance = match self.u8()? {
            0 => Assistance::None,
            1 => Assistance::Wind {
                ucutoff: self.i32()?,
                uvalue: self.i32()?,
                mycutoff: self.i32()?,
                myvalue: self.i32()?,
            },
            2 => Assistance::Moyo {
                cutoff: self.i32()?,
                value: self.i32()?,
            },
            _ => return Err(TableError::Value("assistance")),
        };
        let classes = Classes::from_bits(self.u16()?).ok_or(TableError::Value("class"))?;
        let [obonus, xbonus, splitbonus, minrand, maxrand] =
            [self.i32()?, self.i32()?, self.i32()?, self.i32()?, self.i32()?];
        check(minrand <= maxrand, "random variation")?;
        let helper = if self.flag()? { Some(self.text()?) } else { None };
        let inside = |o: Offset| {
            let (x, y) = (
                i16::from(o.dx) + i16::from(column),
                i16::from(o.dy) + i16::from(row),
            );
            (0..i16::from(width)).contains(&x) && (0..i16::from(height)).contains(&y)
        };
        let elements = self.list(3, |reader| {
            let at = reader.offset()?;
            check(inside(at), "place of an element")?;
            let cell = reader.code(&Cell::ALL, "cell")?;
            Ok(Element { at, cell })
        })?;
        let constraint = if self.flag()? {
            Some(self.expr(&inside, Expr::MAX_DEPTH)?)
        } else {
            None
        };
        Ok(Pattern {
            name,
            file,
            line,
            size: (width, height),
            move_at: (column, row),
            edges,
            symmetry: char::from(symmetry),
            weight,
            assistance,
            classes,
            obonus,
            xbonus,
            splitbonus,
            minrand,
            maxrand,
            helper,
            elements,
            constraint,
        })
    }

    fn expr(&mut self, inside: &impl Fn(Offset) -> bool, depth: usize) -> Result<Expr, TableError> {
        check(depth > 0, "depth of a constraint")?;
        Ok(match self.u8()? {
            0 => Expr::Number(self.i32()?),
            1 => {
                let operator = self.code(&UNARY, "operator")?;
                Expr::Unary(operator, Box::new(self.expr(inside, depth - 1)?))
            }
            2 => {
                let operator = self.code(&BINARY, "operator")?;
                let left = Box::new(self.expr(inside, depth - 1)?);
                Expr::Binary(operator, left, Box::new(self.expr(inside, depth - 1)?))
            }
            3 => {
                let function = self.code(Function::ALL, "function")?;
                let points = self.list(2, Reader::offset)?;
                check(points.iter().all(|&p| inside(p)), "point of a constraint")?;
                check(function.accepts(points.len()), "number of arguments")?;
                Expr::Call(function, points)
            }
            _ => return Err(TableError::Value("constraint")),
        })
    }

    fn variant(&mut self) -> Result<Variant, TableError> {
        Ok(Variant {
            pattern: self.u32()?,
            transformation: self.code(&Transformation::ALL, "transformation")?,
            anchor: self.code(&[Cell::Friend, Cell::Enemy, Cell::Empty], "anchor")?,
            to_move: self.offset()?,
            top_left: self.offset()?,
            bottom_right: self.offset()?,
            edges: self.edges()?,
            first_window: self.u32()?,
            window_count: self.u8()?,
        })
    }

    fn window(&mut self) -> Result<Window, TableError> {
        let window = Window {
            at: self.offset()?,
            mask: self.u32()?,
            value: self.u32()?,
        };
        check(window.value & !window.mask == 0, "window")?;
        Ok(window)
    }
}

#[cfg(test)]
mod tests;
