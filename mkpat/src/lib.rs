//! The pattern language of Katachi: shapes with names, as text that people read and edit, compiled to
//! tables that a matcher reads.
//!
//! Without features this crate is the table format and its reader. With `compile` it also has the
//! grammar, the checks and the diagnostics.

mod database;
mod expr;
mod geometry;

pub use database::{Assistance, Cell, Classes, Database, Element, Pattern, Variant, Window};
pub use expr::{Argument, Binary, Expr, Function, Status, Unary};
pub use geometry::{Edges, Offset, Transformation};
