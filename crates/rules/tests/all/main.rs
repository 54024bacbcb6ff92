// SPDX-License-Identifier: MIT OR Apache-2.0

//! Tests of rules and records, one program so that it is linked once.

mod allocations;
mod cleanup;
mod golden;
mod properties;
mod rules_fields;
mod rules_text;
mod scoring;
mod sgf_oddities;
mod sgf_random;
mod sgf_records;
mod sgf_samples;
mod superko;
