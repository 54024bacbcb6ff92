// SPDX-License-Identifier: MIT OR Apache-2.0

//! The engine as a library. One test program for all of it, so that it is linked once.

mod budget;
mod endings;
mod eye_shapes;
mod hand_made;
mod matcher;
mod reading;
mod unconditional;
mod words;
