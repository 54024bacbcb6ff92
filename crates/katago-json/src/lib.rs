// SPDX-License-Identifier: MIT OR Apache-2.0

//! The JSON protocol of KataGo's analysis engine: its queries ([`Query`], [`Action`]) and what answers them
//! ([`Response`]), each a line; and engines that are asked by it.
//!
//! Such an engine is any program that speaks the protocol, such as
//! `katago analysis -config analysis.cfg -model model.bin.gz`. [`AnalysisEngine`] runs one. A [`Judge`] is
//! asked about positions for their values, also while it still thinks ([`Live`]). A [`SharedJudge`] starts in
//! the background, and several threads ask it. The program is not trusted: each answer has a time limit and a
//! size limit, and moves and numbers are checked ([`Answer`]).

mod answer;
mod engine;
mod judge;
mod protocol;
mod shared;

pub use answer::{Answer, JudgedMove};
pub use engine::{AnalysisEngine, JudgeError};
pub use judge::{Judge, Live};
pub use protocol::{
    Action, JudgeQuestion, MoveInfo, MoveLimit, Overrides, Query, Response, RootInfo, Values,
};
pub use shared::{JudgeFailure, SharedJudge, Unjudged, unless_set};

use serde::Serialize;
use serde_json::Value;

/// A query or an answer as a JSON object, without the fields that are absent.
pub fn object(of: &impl Serialize) -> Value {
    let mut object = serde_json::to_value(of).expect("texts and numbers are JSON");
    remove_nulls(&mut object);
    object
}

/// Removes the fields of objects that are null: null counts as absent.
pub fn remove_nulls(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|_, value| !value.is_null());
            fields.values_mut().for_each(remove_nulls);
        }
        Value::Array(values) => values.iter_mut().for_each(remove_nulls),
        _ => {}
    }
}

#[cfg(test)]
mod tests;
