// SPDX-License-Identifier: MIT OR Apache-2.0

//! Reports about small databases and records.
