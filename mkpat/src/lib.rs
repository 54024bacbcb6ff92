//! The pattern language of Katachi: shapes with names, as text that people read and edit, compiled to
//! tables that a matcher reads.
//!
//! Without features this crate is the table format and its reader. With `compile` it also has the
//! grammar, the checks and the diagnostics.

#[cfg(feature = "compile")]
extern crate alloc;

#[cfg(feature = "compile")]
mod compile;
mod database;
#[cfg(feature = "compile")]
mod diagnostic;
mod expr;
mod geometry;
mod table;

#[cfg(feature = "compile")]
pub use compile::{Compiled, Options, Source, compile};
pub use database::{Assistance, Cell, Classes, Database, Element, Pattern, Variant, Window};
#[cfg(feature = "compile")]
pub use diagnostic::{Code, Diagnostic, Label, Severity, render};
pub use expr::{Argument, Binary, Expr, Function, Status, Unary};
pub use geometry::{Edges, Offset, Transformation};
pub use table::TableError;
