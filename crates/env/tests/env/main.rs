// SPDX-License-Identifier: MIT OR Apache-2.0

//! Tests of the environment against episodes of Pgx and a plain model, one program so that it is linked once.

mod allocations;
mod golden;
mod rules;
