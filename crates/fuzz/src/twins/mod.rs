// SPDX-License-Identifier: MIT OR Apache-2.0

//! Plain models: slow code that is easy to check. They are files of the tests of other crates.

#[expect(dead_code, reason = "the tests of the rules use all of it")]
#[path = "../../../rules/tests/all/properties/agree.rs"]
pub(crate) mod agree;
#[path = "../../../rules/tests/all/properties/plain.rs"]
pub(crate) mod plain;
#[path = "../../../rules/tests/all/properties/plain_life.rs"]
mod plain_life;
pub(crate) mod tally;
#[expect(dead_code, reason = "the tests of the rules use all of it")]
#[path = "../../../rules/tests/all/properties/twin.rs"]
pub(crate) mod twin;
