// SPDX-License-Identifier: MIT OR Apache-2.0

//! Why a review cannot be made.

use katachi_katago_json::JudgeError;
use katachi_rules::sgf::SgfError;
use thiserror::Error;

/// A review that cannot be made.
#[derive(Debug, Error)]
pub enum ReviewError {
    /// The record is invalid before the end of the review.
    #[error("{why}")]
    Record {
        /// The error.
        why: SgfError,
        /// Number of valid moves before it.
        playable: usize,
    },
    /// There are no moves to review, or too many.
    #[error("{0}")]
    Moves(String),
    /// The judge gives no values.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// The watcher has stopped the review.
    #[error("the review was stopped")]
    Stopped,
}
