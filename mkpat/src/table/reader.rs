// SPDX-License-Identifier: MIT OR Apache-2.0

//! Decoding of the parts of a database; `check` has their consistency.

use super::error::{TableError, ensure};
use crate::database::{Assistance, Cell, Classes, Element, Pattern, Variant, Window};
use crate::expr::{Binary, Expr, Function, Unary};
use crate::eye::{EyeCell, EyeForm, EyeGraph, EyePoint, EyeShape};
use crate::fit::{Fit, FitSource, is_shape_name};
use crate::geometry::{Edges, Offset, Transformation};

const SYMMETRIES: &[u8] = b"8|\\/-+X";
pub(super) const UNARY: [Unary; 3] = [Unary::Not, Unary::Minus, Unary::Plus];
pub(super) const BINARY: [Binary; 13] = [
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

/// A reader of untrusted bytes.
pub(super) struct Reader<'a> {
    pub(super) rest: &'a [u8],
    /// The part that is being read, for messages.
    pub(super) part: &'static str,
}

impl Reader<'_> {
    pub(super) fn take<const N: usize>(&mut self) -> Result<[u8; N], TableError> {
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

    pub(super) fn u32(&mut self) -> Result<u32, TableError> {
        self.take().map(u32::from_le_bytes)
    }

    fn i32(&mut self) -> Result<i32, TableError> {
        self.take().map(i32::from_le_bytes)
    }

    fn flag(&mut self) -> Result<bool, TableError> {
        let n = self.u8()?;
        ensure(n < 2, "flag")?;
        Ok(n == 1)
    }

    pub(super) fn code<T: Copy>(&mut self, all: &[T], what: &'static str) -> Result<T, TableError> {
        let code = usize::from(self.u8()?);
        all.get(code).copied().ok_or(TableError::Value(what))
    }

    /// Reads a length and checks that the remaining bytes suffice for items of at least `item` bytes.
    fn length(&mut self, item: usize) -> Result<usize, TableError> {
        let n = self.u32()? as usize;
        if n > self.rest.len() / item {
            return Err(TableError::End(self.part));
        }
        Ok(n)
    }

    pub(super) fn list<T>(
        &mut self,
        item: usize,
        mut read: impl FnMut(&mut Self) -> Result<T, TableError>,
    ) -> Result<Vec<T>, TableError> {
        let n = self.length(item)?;
        // `collect` of results would not reserve the length.
        let mut list = Vec::with_capacity(n);
        for _ in 0..n {
            list.push(read(self)?);
        }
        Ok(list)
    }

    pub(super) fn text(&mut self) -> Result<String, TableError> {
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

    pub(super) fn pattern(&mut self) -> Result<Pattern, TableError> {
        let name = self.text()?;
        let file = self.u16()?;
        let line = self.u32()?;
        let [width, height, column, row] = self.take()?;
        let side = 1..=Pattern::MAX_SIDE;
        ensure(
            side.contains(&width) && side.contains(&height) && column < width && row < height,
            "size of a pattern",
        )?;
        let has_move = self.flag()?;
        let edges = self.edges()?;
        let symmetry = self.u8()?;
        ensure(SYMMETRIES.contains(&symmetry), "symmetry")?;
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
        ensure(minrand <= maxrand, "random variation")?;
        let helper = if self.flag()? { Some(self.text()?) } else { None };
        let within = |o: Offset, (width, height): (u8, u8)| {
            let (x, y) = (
                i16::from(o.dx) + i16::from(column),
                i16::from(o.dy) + i16::from(row),
            );
            (0..i16::from(width)).contains(&x) && (0..i16::from(height)).contains(&y)
        };
        // Labels may be outside the diagram, in a larger constraint diagram.
        let largest = (Pattern::MAX_SIDE, Pattern::MAX_SIDE);
        let elements = self.list(3, |reader| {
            let at = reader.offset()?;
            ensure(within(at, (width, height)), "place of an element")?;
            let cell = reader.code(&Cell::ALL, "cell")?;
            Ok(Element { at, cell })
        })?;
        let constraint = if self.flag()? {
            Some(self.expr(&|o| within(o, largest), Expr::MAX_DEPTH)?)
        } else {
            None
        };
        let labels = self.list(3, |reader| {
            let at = reader.offset()?;
            let letter = reader.u8()?;
            ensure(letter.is_ascii_alphabetic(), "letter of a label")?;
            Ok((at, char::from(letter)))
        })?;
        let note = if self.flag()? { Some(self.text()?) } else { None };
        let fit = if self.flag()? { Some(self.fit()?) } else { None };
        let replaces = if self.flag()? { Some(self.text()?) } else { None };
        ensure(replaces.as_deref().is_none_or(is_shape_name), "name of a shape")?;
        Ok(Pattern {
            name,
            file,
            line,
            size: (width, height),
            move_at: (column, row),
            has_move,
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
            labels,
            note,
            fit,
            replaces,
        })
    }

    fn fit(&mut self) -> Result<Fit, TableError> {
        let weight = self.i32()?;
        let differences = [self.i32()?, self.i32()?, self.i32()?];
        let alone = self.i32()?;
        let source = match self.u8()? {
            0 => FitSource::Author,
            has_held @ (1 | 2) => FitSource::Games {
                held: if has_held == 1 { Some(self.u32()?) } else { None },
                played: self.u32()?,
                value: self.i32()?,
            },
            _ => return Err(TableError::Value("fitted weight")),
        };
        Ok(Fit {
            weight,
            differences,
            alone,
            source,
        })
    }

    fn expr(&mut self, inside: &impl Fn(Offset) -> bool, depth: usize) -> Result<Expr, TableError> {
        ensure(depth > 0, "depth of a constraint")?;
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
                ensure(points.iter().all(|&p| inside(p)), "point of a constraint")?;
                ensure(function.accepts(points.len()), "number of arguments")?;
                Expr::Call(function, points)
            }
            _ => return Err(TableError::Value("constraint")),
        })
    }

    /// Variants and windows are most of a table, so their bytes are read at once.
    pub(super) fn variant(&mut self) -> Result<Variant, TableError> {
        const ANCHORS: [Cell; 3] = [Cell::Friend, Cell::Enemy, Cell::Empty];
        let bytes: [u8; 18] = self.take()?;
        let [
            p0,
            p1,
            p2,
            p3,
            turn,
            anchor,
            to_x,
            to_y,
            left,
            top,
            right,
            bottom,
            edges,
            w @ ..,
        ] = bytes;
        let [w0, w1, w2, w3, window_count] = w;
        let offset = |dx: u8, dy: u8| Offset::new(dx as i8, dy as i8);
        Ok(Variant {
            pattern: u32::from_le_bytes([p0, p1, p2, p3]),
            transformation: *Transformation::ALL
                .get(usize::from(turn))
                .ok_or(TableError::Value("transformation"))?,
            anchor: *ANCHORS
                .get(usize::from(anchor))
                .ok_or(TableError::Value("anchor"))?,
            to_move: offset(to_x, to_y),
            top_left: offset(left, top),
            bottom_right: offset(right, bottom),
            edges: Edges::from_bits(edges).ok_or(TableError::Value("edge"))?,
            first_window: u32::from_le_bytes([w0, w1, w2, w3]),
            window_count,
        })
    }

    pub(super) fn window(&mut self) -> Result<Window, TableError> {
        let [dx, dy, m0, m1, m2, m3, v0, v1, v2, v3] = self.take()?;
        let window = Window {
            at: Offset::new(dx as i8, dy as i8),
            mask: u32::from_le_bytes([m0, m1, m2, m3]),
            value: u32::from_le_bytes([v0, v1, v2, v3]),
        };
        ensure(window.value & !window.mask == 0, "window")?;
        Ok(window)
    }

    pub(super) fn eye(&mut self) -> Result<EyeShape, TableError> {
        let name = self.text()?;
        let file = self.u16()?;
        let line = self.u32()?;
        let [max, min] = self.take()?;
        ensure(min <= max && max <= 2, "number of eyes")?;
        let cells = self.list(3, |reader| {
            let [column, row] = reader.take()?;
            let (_, cell) = reader.code(&EyeCell::ALL, "eye cell")?;
            Ok((column, row, cell))
        })?;
        ensure(
            (1..=EyeGraph::MAX_POINTS).contains(&cells.len()),
            "size of an eye",
        )?;
        Ok(EyeShape {
            name,
            file,
            line,
            max,
            min,
            cells,
        })
    }

    pub(super) fn form(&mut self) -> Result<EyeForm, TableError> {
        let shape = self.u32()?;
        let cells = self.list(1, Reader::u8)?;
        let mut graph = EyeGraph::default();
        let mut rows = Vec::with_capacity(cells.len());
        for index in 0..cells.len() {
            let point = self.code(&EyePoint::ALL, "state of an eye point")?;
            ensure(graph.push(point) == Some(index), "size of a form")?;
            rows.push(self.u16()?);
        }
        for (index, &row) in rows.iter().enumerate() {
            for other in 0..index {
                if row >> other & 1 == 1 {
                    graph.connect(index, other);
                }
            }
        }
        // An adjacency that is not symmetric does not come out as it went in.
        let same = rows
            .iter()
            .enumerate()
            .all(|(i, &row)| graph.neighbours(i) == row);
        ensure(same, "neighbours in a form")?;
        Ok(EyeForm { shape, graph, cells })
    }
}
