// SPDX-License-Identifier: MIT OR Apache-2.0

//! Encoding and decoding of the parts of a database, each stated once; `check` has their consistency.

use super::{TableError, ensure};
use crate::database::{Assistance, Cell, Classes, Element, Kind, Pattern, Variant, Window};
use crate::expr::{Binary, Expr, Function, Unary};
use crate::eye::{EyeCell, EyeForm, EyeGraph, EyePoint, EyeShape};
use crate::fit::{Fit, FitSource};
use crate::geometry::{Edges, Offset, Transformation};

/// A reader of untrusted bytes.
pub(super) struct Reader<'a> {
    pub(super) rest: &'a [u8],
    /// The part that is being read, for messages.
    pub(super) part: &'static str,
    /// Depth of the expression that is being read, counted from 1.
    depth: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(rest: &'a [u8]) -> Self {
        Self {
            rest,
            part: "head",
            depth: 1,
        }
    }

    pub(super) fn part<T: Encoded>(&mut self, part: &'static str) -> Result<T, TableError> {
        self.part = part;
        T::read(self)
    }
}

/// A value of a table.
pub(super) trait Encoded: Sized {
    fn write(&self, out: &mut Vec<u8>);
    fn read(reader: &mut Reader<'_>) -> Result<Self, TableError>;
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Encoded for $number {
            fn write(&self, out: &mut Vec<u8>) {
                out.extend(self.to_le_bytes());
            }

            fn read(reader: &mut Reader<'_>) -> Result<Self, TableError> {
                let taken = reader.rest.split_first_chunk();
                let (taken, rest) = taken.ok_or(TableError::End(reader.part))?;
                reader.rest = rest;
                Ok(Self::from_le_bytes(*taken))
            }
        }
    )*};
}

/// Types whose code is the place in a list.
macro_rules! codes {
    ($($code:ty, $all:expr, $what:literal;)*) => {$(
        impl Encoded for $code {
            fn write(&self, out: &mut Vec<u8>) {
                out.push(*self as u8);
            }

            fn read(reader: &mut Reader<'_>) -> Result<Self, TableError> {
                let code = usize::from(u8::read(reader)?);
                $all.get(code).copied().ok_or(TableError::Value($what))
            }
        }
    )*};
}

macro_rules! flags {
    ($($flags:ty, $what:literal;)*) => {$(
        impl Encoded for $flags {
            fn write(&self, out: &mut Vec<u8>) {
                self.bits().write(out);
            }

            fn read(reader: &mut Reader<'_>) -> Result<Self, TableError> {
                Self::from_bits(Encoded::read(reader)?).ok_or(TableError::Value($what))
            }
        }
    )*};
}

/// Structs by their fields in the order of the table.
macro_rules! records {
    ($($record:ident { $($field:ident),* $(,)? })*) => {$(
        impl Encoded for $record {
            fn write(&self, out: &mut Vec<u8>) {
                $(self.$field.write(out);)*
            }

            fn read(reader: &mut Reader<'_>) -> Result<Self, TableError> {
                Ok(Self { $($field: Encoded::read(reader)?),* })
            }
        }
    )*};
}

/// Enums by the codes of their variants.
macro_rules! choices {
    ($($choice:ident, $what:literal {
        $($code:literal => $variant:ident $({ $($field:ident),* })? $(( $($item:ident),* ))?,)*
    })*) => {$(
        impl Encoded for $choice {
            fn write(&self, out: &mut Vec<u8>) {
                match self {$(
                    Self::$variant $({ $($field),* })? $(( $($item),* ))? => {
                        out.push($code);
                        $($($field.write(out);)*)?
                        $($($item.write(out);)*)?
                    }
                )*}
            }

            fn read(reader: &mut Reader<'_>) -> Result<Self, TableError> {
                Ok(match u8::read(reader)? {
                    $($code => Self::$variant
                        $({ $($field: Encoded::read(reader)?),* })?
                        $(( $({ let $item = Encoded::read(reader)?; $item }),* ))?,)*
                    _ => return Err(TableError::Value($what)),
                })
            }
        }
    )*};
}

numbers!(u8 i8 u16 u32 u64 i32);

codes! {
    bool, [false, true], "flag";
    Kind, Kind::ALL, "kind";
    Cell, Cell::ALL, "cell";
    Transformation, Transformation::ALL, "transformation";
    Unary, Unary::ALL, "operator";
    Binary, Binary::ALL, "operator";
    Function, Function::ALL, "function";
    EyeCell, EyeCell::ALL.map(|cell| cell.1), "eye cell";
    EyePoint, EyePoint::ALL, "state of an eye point";
}

flags! {
    Classes, "class";
    Edges, "edge";
}

records! {
    Offset { dx, dy }
    Element { at, cell }
    Pattern {
        name, file, line, size, move_at, has_move, edges, symmetry, weight, assistance, classes, obonus, xbonus,
        splitbonus, minrand, maxrand, helper, elements, constraint, labels, note, fit, replaces,
    }
    Fit { weight, differences, alone, source }
    Variant {
        pattern, transformation, anchor, to_move, top_left, bottom_right, edges, first_window, window_count,
    }
    Window { at, mask, value }
    EyeShape { name, file, line, max, min, cells }
    EyeForm { shape, graph, cells }
    EyeGraph { points, neighbours }
}

choices! {
    Assistance, "assistance" {
        0 => None,
        1 => Wind { ucutoff, uvalue, mycutoff, myvalue },
        2 => Moyo { cutoff, value },
    }
    FitSource, "fitted weight" {
        0 => Author,
        1 => Games { held, played, value },
    }
    Expr, "constraint" {
        0 => Number(number),
        1 => Unary(operator, operand),
        2 => Binary(operator, left, right),
        3 => Call(function, points),
    }
}

impl Encoded for Box<Expr> {
    fn write(&self, out: &mut Vec<u8>) {
        (**self).write(out);
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, TableError> {
        reader.depth += 1;
        ensure(reader.depth <= Expr::MAX_DEPTH, "depth of a constraint")?;
        let expr = Expr::read(reader)?;
        reader.depth -= 1;
        Ok(Self::new(expr))
    }
}

/// A character of ASCII.
impl Encoded for char {
    fn write(&self, out: &mut Vec<u8>) {
        out.push(*self as u8);
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, TableError> {
        u8::read(reader).map(Self::from)
    }
}

impl Encoded for String {
    fn write(&self, out: &mut Vec<u8>) {
        length(self.len()).write(out);
        out.extend(self.as_bytes());
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, TableError> {
        Self::from_utf8(Vec::read(reader)?).map_err(|_| TableError::Value("text, not UTF-8"))
    }
}

impl<T: Encoded> Encoded for Vec<T> {
    fn write(&self, out: &mut Vec<u8>) {
        length(self.len()).write(out);
        self.iter().for_each(|item| item.write(out));
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, TableError> {
        let count = u32::read(reader)? as usize;
        // A length that is not true may not reserve more memory than the bytes take.
        let mut list = Self::with_capacity(count.min(reader.rest.len() / size_of::<T>()));
        for _ in 0..count {
            list.push(T::read(reader)?);
        }
        Ok(list)
    }
}

fn length(length: usize) -> u32 {
    u32::try_from(length).expect("lists of a database are shorter than 2^32")
}

impl<T: Encoded> Encoded for Option<T> {
    fn write(&self, out: &mut Vec<u8>) {
        self.is_some().write(out);
        self.iter().for_each(|value| value.write(out));
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, TableError> {
        bool::read(reader)?.then(|| T::read(reader)).transpose()
    }
}

impl<T: Encoded + Copy + Default, const N: usize> Encoded for [T; N] {
    fn write(&self, out: &mut Vec<u8>) {
        self.iter().for_each(|item| item.write(out));
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, TableError> {
        let mut items = [T::default(); N];
        for item in &mut items {
            *item = T::read(reader)?;
        }
        Ok(items)
    }
}

impl<A: Encoded, B: Encoded> Encoded for (A, B) {
    fn write(&self, out: &mut Vec<u8>) {
        self.0.write(out);
        self.1.write(out);
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, TableError> {
        Ok((A::read(reader)?, B::read(reader)?))
    }
}

impl<A: Encoded, B: Encoded, C: Encoded> Encoded for (A, B, C) {
    fn write(&self, out: &mut Vec<u8>) {
        self.0.write(out);
        self.1.write(out);
        self.2.write(out);
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, TableError> {
        Ok((A::read(reader)?, B::read(reader)?, C::read(reader)?))
    }
}
