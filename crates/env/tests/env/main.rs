// SPDX-License-Identifier: MIT OR Apache-2.0

//! The environment against episodes of Pgx, and against its rules in plain words.

mod golden;
mod rules;
