// SPDX-License-Identifier: MIT OR Apache-2.0

//! What goes wrong, in words for the user.

use std::error::Error as _;
use std::fmt;
use std::io;

use katachi_rules::sgf::SgfError;

use crate::process::gtp_client::GtpError;

/// What goes wrong in the arena: what, where, and how to mend it.
///
/// Displayed with `{:#}` it has its causes behind it, with a colon before each.
#[derive(Debug)]
pub struct Error(Kind);

/// A result with an error of the arena.
pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug, thiserror::Error)]
enum Kind {
    /// Something given cannot be used.
    #[error("{0}")]
    Unusable(String),
    /// Something could not be done because of another error.
    #[error("{what}")]
    Because {
        what: String,
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    #[error(transparent)]
    Gtp(#[from] GtpError),
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    #[error(transparent)]
    Csv(#[from] csv::Error),
    #[error(transparent)]
    Junit(#[from] quick_junit::SerializeError),
    #[error(transparent)]
    Sgf(#[from] SgfError),
}

impl Error {
    /// Something given cannot be used.
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self(Kind::Unusable(text.into()))
    }

    /// The same, with what could not be done because of it.
    pub(crate) fn because(self, what: String) -> Self {
        Self(Kind::Because {
            what,
            source: self.into(),
        })
    }

    /// The error of input or output that this is, if it is one.
    pub fn io(&self) -> Option<&io::Error> {
        match &self.0 {
            Kind::Io(error) => Some(error),
            _ => None,
        }
    }

    /// What a GTP program did instead of answering, if that is all.
    pub(crate) fn gtp(&self) -> Option<&GtpError> {
        match &self.0 {
            Kind::Gtp(error) => Some(error),
            _ => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)?;
        if f.alternate() {
            let mut cause = self.source();
            while let Some(error) = cause {
                write!(f, ": {error}")?;
                cause = error.source();
            }
        }
        Ok(())
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.source()
    }
}

macro_rules! from {
    ($($error:ty),*) => {
        $(impl From<$error> for Error {
            fn from(error: $error) -> Self {
                Self(error.into())
            }
        })*
    };
}

from!(
    GtpError,
    io::Error,
    serde_json::Error,
    csv::Error,
    quick_junit::SerializeError,
    SgfError
);

/// Says what could not be done.
pub(crate) trait Context<T> {
    fn context(self, what: impl Into<String>) -> Result<T>;

    fn with_context<S: Into<String>>(self, what: impl FnOnce() -> S) -> Result<T>;
}

impl<T, E: std::error::Error + Send + Sync + 'static> Context<T> for std::result::Result<T, E> {
    fn context(self, what: impl Into<String>) -> Result<T> {
        self.with_context(|| what)
    }

    fn with_context<S: Into<String>>(self, what: impl FnOnce() -> S) -> Result<T> {
        self.map_err(|error| {
            Error(Kind::Because {
                what: what().into(),
                source: error.into(),
            })
        })
    }
}

impl<T> Context<T> for Option<T> {
    fn context(self, what: impl Into<String>) -> Result<T> {
        self.ok_or_else(|| Error::new(what))
    }

    fn with_context<S: Into<String>>(self, what: impl FnOnce() -> S) -> Result<T> {
        self.ok_or_else(|| Error::new(what()))
    }
}

/// Returns an error with that text.
macro_rules! bail {
    ($($text:tt)*) => {
        return Err($crate::error::Error::new(format!($($text)*)))
    };
}

/// Returns an error with that text unless the condition holds.
macro_rules! ensure {
    ($condition:expr, $($text:tt)*) => {
        if !$condition {
            bail!($($text)*);
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_says_why_when_it_is_asked_for_all() {
        let broken = Error::from(io::Error::from(io::ErrorKind::BrokenPipe));
        assert_eq!(broken.io().map(io::Error::kind), Some(io::ErrorKind::BrokenPipe));
        let error = Err::<(), _>(broken)
            .context("inner")
            .context("outer")
            .unwrap_err();
        assert_eq!(error.to_string(), "outer");
        assert_eq!(format!("{error:#}"), "outer: inner: broken pipe");
    }
}
