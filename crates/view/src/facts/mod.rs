// SPDX-License-Identifier: MIT OR Apache-2.0

//! Facts of a position: each is worked out here once, and drawn and put into words elsewhere.

pub mod analysis;
pub mod certainty;
pub(crate) mod dragon_data;
pub(crate) mod eye_data;
pub(crate) mod fields;
pub mod groups;
pub(crate) mod named;
pub(crate) mod position;
pub(crate) mod worm_data;
