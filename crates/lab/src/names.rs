// SPDX-License-Identifier: MIT OR Apache-2.0

//! Names of variants: those of `clap::ValueEnum`, on the command line as in files and tables.

/// Implements `Display` of enums by the names of their variants.
macro_rules! display_names {
    ($($name:ty),*) => {$(
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let value = clap::ValueEnum::to_possible_value(self);
                f.pad(value.as_ref().map_or("", |value| value.get_name()))
            }
        }
    )*};
}

pub(crate) use display_names;
