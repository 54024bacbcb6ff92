// SPDX-License-Identifier: MIT OR Apache-2.0

//! The pattern language of Katachi: named shapes as text for people, compiled to tables for a matcher.
//!
//! Without features this crate is the table format and its reader: [`Database::decode`] checks every byte of
//! a table. With `compile` it also has the grammar, the checks and the diagnostics, behind one function:
#![cfg_attr(feature = "compile", doc = "```")]
#![cfg_attr(not(feature = "compile"), doc = "```ignore")]
//! use mkpat::{Database, Options, Source, compile, render};
//!
//! let sources = [Source::new("example.db", "\
//! Pattern Hane1           a hane at the head of two stones
//!
//! ?.*?
//! OXX?
//! OO.?
//!
//! :8,45,0,OX,5,0,0,0,3,NULL
//!
//! ?.t?
//! OAA?
//! OO.?
//!
//! ;lib(A) > 2 && !dead(A)
//! ")];
//! let compiled = compile(&sources, &Options::default());
//! assert!(!compiled.has_errors(), "{}", render(&compiled.diagnostics, &sources, false));
//!
//! let pattern = &compiled.database.patterns[0];
//! assert_eq!(pattern.name, "Hane1");
//! assert_eq!(pattern.highest_value(), 45 + 5 + 3);
//! // No symmetry, so it is matched in all eight pictures.
//! assert_eq!(compiled.database.variants.len(), 8);
//!
//! // A table is bytes that can be stored, and is checked when it is read.
//! let table = compiled.database.encode();
//! assert_eq!(Database::decode(&table), Ok(compiled.database));
//! ```
//!
//! There are five languages: move patterns, connection patterns (`conn.db`), eye shapes (`eyes.db`), reading
//! patterns (in a folder `reading`), and joseki trees in SGF, which become move patterns. The name of a file selects the language, or the caller
//! does. Each [`Kind`] of entries becomes a [`Database`] of its own; [`Database::find_eye`] looks up eye
//! shapes.
//!
//! `Options::for_engine` has the names of the engine's helpers, [`HELPERS`]; `Options::default` checks no
//! names.
//!
//! `compile` never fails and never panics: it returns the patterns without errors and a list of diagnostics.
//! Each `Diagnostic` has a stable `Code` and a byte range; `render` draws them.
//!
//! A [`Variant`] is matched against a board of 2-bit points (empty 00, friend 01, enemy 10, off board 11).
//! With its anchor at a point it matches if its diagram is on the board, its edges are edges of the board,
//! and every [`Window`] has its value under its mask in the word of the 16 points around.

#[cfg(feature = "compile")]
extern crate alloc;

mod aim;
#[cfg(feature = "compile")]
mod compile;
mod database;
#[cfg(feature = "compile")]
mod diagnostic;
mod draw;
mod entry;
mod expr;
mod eye;
mod fit;
#[cfg(feature = "compile")]
mod format;
mod geometry;
mod helpers;
#[cfg(feature = "compile")]
mod plain;
#[cfg(feature = "compile")]
mod source;
mod table;

pub use aim::Aim;
#[cfg(feature = "compile")]
pub use compile::{Compiled, Helper, Options, compile, joseki, with_fits};
pub use database::{Assistance, Cell, Classes, Database, Element, Kind, Pattern, Variant, Window};
#[cfg(feature = "compile")]
pub use diagnostic::{Code, Diagnostic, Label, Severity, render};
pub use draw::{Labels, class_letters, colon_line, draw_eye, draw_match, draw_pattern};
pub use entry::entry;
pub use expr::{Argument, Binary, Expr, Function, Status, Unary};
pub use eye::{EyeCell, EyeForm, EyeGraph, EyeMatch, EyePoint, EyeShape};
pub use fit::{BOARD_CLASSES, Fit, FitSource, is_shape_name};
#[cfg(feature = "compile")]
pub use format::format;
pub use geometry::{Edges, Offset, Transformation};
pub use helpers::HELPERS;
#[cfg(feature = "compile")]
pub use plain::{RawMatch, raw_matches};
#[cfg(feature = "compile")]
pub use source::{Input, ReadError, Source};
pub use table::TableError;

/// A number of things: `1 row`, `2 rows`.
pub fn counted(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
