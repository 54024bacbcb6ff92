// SPDX-License-Identifier: MIT OR Apache-2.0

//! The rules and records. One test program for all of it, so that it is linked once; what counts allocations is alone.

mod cleanup;
mod golden;
mod properties;
mod rules_text;
mod scoring;
mod sgf_oddities;
mod sgf_random;
mod sgf_records;
mod sgf_samples;
mod superko;
