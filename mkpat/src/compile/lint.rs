//! What is suspicious though it is no error.

use super::{Draft, Reports};

pub(super) fn lint(_drafts: &[Draft], _reports: &mut Reports) {}
