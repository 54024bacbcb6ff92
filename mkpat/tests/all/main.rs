// SPDX-License-Identifier: MIT OR Apache-2.0

//! The pattern language and its program. One test program for all of it, so that it is linked once.

mod cli;
mod compile;
mod diagnostics;
mod eyes;
mod gnugo;
mod joseki;
mod language;
mod manual;
mod matching;
mod mistakes;
mod robust;
mod twin;
