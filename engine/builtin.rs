// SPDX-License-Identifier: MIT OR Apache-2.0

//! Replaceable built-in knowledge.

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, LazyLock};

/// A database or model: the built-in one, which is made ready at its first use so that the program starts at
/// once, or a loaded one. Cheap to clone.
pub(crate) enum Builtin<T: 'static> {
    BuiltIn(&'static LazyLock<T>),
    Loaded(Arc<T>),
}

impl<T> Builtin<T> {
    pub(crate) fn loaded(part: T) -> Self {
        Self::Loaded(Arc::new(part))
    }
}

impl<T> Deref for Builtin<T> {
    type Target = T;

    fn deref(&self) -> &T {
        match self {
            Self::BuiltIn(part) => part,
            Self::Loaded(part) => part,
        }
    }
}

impl<T> Clone for Builtin<T> {
    fn clone(&self) -> Self {
        match self {
            Self::BuiltIn(part) => Self::BuiltIn(part),
            Self::Loaded(part) => Self::Loaded(Arc::clone(part)),
        }
    }
}

impl<T> fmt::Debug for Builtin<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BuiltIn(_) => "built in",
            Self::Loaded(_) => "loaded",
        })
    }
}
