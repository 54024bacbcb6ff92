// SPDX-License-Identifier: MIT OR Apache-2.0

//! The documents have the commands as the programs take them.

mod documents;
mod options;
