// SPDX-License-Identifier: MIT OR Apache-2.0

//! Eyes of one eye space: small spaces are solved (`small_eye`), others searched (`reading`).

mod reading;
mod small_eye;

pub use reading::{EyeReading, OpenBorder};
