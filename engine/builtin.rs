// SPDX-License-Identifier: MIT OR Apache-2.0

//! Knowledge that comes with the engine, and can be replaced.

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, LazyLock};

/// A database or model: the one that comes with the engine, made ready when it is first asked for so that the program starts at once, or
/// one that was loaded. Cheap to clone.
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
