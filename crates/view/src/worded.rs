// SPDX-License-Identifier: MIT OR Apache-2.0

//! Enumerations whose values have words.

/// Defines an enumeration with a word for each value: `ALL` has all values in order, `word` returns the word,
/// and data have it, too.
#[macro_export]
macro_rules! worded {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$doc:meta])* $value:ident = $word:literal,)* }) => {
        $(#[$meta])*
        pub enum $name {
            $($(#[$doc])* $value,)*
        }

        impl $name {
            /// All values, in order.
            pub const ALL: [Self; [$($word),*].len()] = [$(Self::$value),*];

            /// Returns its word.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$value => $word,)*
                }
            }
        }

        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.word())
            }
        }
    };
}
