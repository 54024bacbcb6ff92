// SPDX-License-Identifier: MIT OR Apache-2.0

//! The fields of a query. Each is taken once with its type; the rest gets warnings.

use serde_json::{Map, Value};

/// A query that cannot be answered.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct QueryError {
    pub(super) id: Option<String>,
    pub(super) field: Option<&'static str>,
    pub(super) message: String,
}

/// An invalid field.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FieldError {
    pub(super) field: &'static str,
    pub(super) message: String,
}

impl FieldError {
    pub(super) fn new(field: &'static str, message: impl Into<String>) -> Self {
        Self {
            field,
            message: message.into(),
        }
    }

    fn expected(field: &'static str, what: &str, found: &Value) -> Self {
        Self::new(field, format!("expected {what}, found {found}"))
    }
}

/// The remaining fields.
#[derive(Clone, Debug)]
pub(super) struct Fields(Map<String, Value>);

impl Fields {
    pub(super) fn new(fields: Map<String, Value>) -> Self {
        Self(fields)
    }

    /// Takes a field. Null counts as absent.
    pub(super) fn take(&mut self, field: &str) -> Option<Value> {
        self.0.remove(field).filter(|value| !value.is_null())
    }

    pub(super) fn required(&mut self, field: &'static str) -> Result<Value, FieldError> {
        self.take(field)
            .ok_or_else(|| FieldError::new(field, "the field is missing"))
    }

    pub(super) fn text(&mut self, field: &'static str) -> Result<Option<String>, FieldError> {
        match self.take(field) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(FieldError::expected(field, "a string", &other)),
        }
    }

    pub(super) fn truth(&mut self, field: &'static str) -> Result<bool, FieldError> {
        match self.take(field) {
            None => Ok(false),
            Some(Value::Bool(truth)) => Ok(truth),
            Some(other) => Err(FieldError::expected(field, "true or false", &other)),
        }
    }

    pub(super) fn number(&mut self, field: &'static str) -> Result<Option<f64>, FieldError> {
        match self.take(field) {
            None => Ok(None),
            Some(value) => match value.as_f64().filter(|number| number.is_finite()) {
                Some(number) => Ok(Some(number)),
                None => Err(FieldError::expected(field, "a number", &value)),
            },
        }
    }

    /// Takes a whole number from `least` to `most`.
    pub(super) fn whole(
        &mut self,
        field: &'static str,
        least: i64,
        most: i64,
    ) -> Result<Option<i64>, FieldError> {
        match self.take(field) {
            None => Ok(None),
            Some(value) => whole(field, &value, least, most).map(Some),
        }
    }

    pub(super) fn list(&mut self, field: &'static str) -> Result<Option<Vec<Value>>, FieldError> {
        match self.take(field) {
            None => Ok(None),
            Some(Value::Array(values)) => Ok(Some(values)),
            Some(other) => Err(FieldError::expected(field, "a list", &other)),
        }
    }

    pub(super) fn object(&mut self, field: &'static str) -> Result<Option<Self>, FieldError> {
        match self.take(field) {
            None => Ok(None),
            Some(Value::Object(fields)) => Ok(Some(Self(fields))),
            Some(other) => Err(FieldError::expected(field, "an object", &other)),
        }
    }

    /// Returns the names of the remaining fields.
    pub(super) fn left(self) -> impl Iterator<Item = String> {
        self.0.into_iter().map(|(name, _)| name)
    }
}

/// Parses a whole number from `least` to `most`.
pub(super) fn whole(field: &'static str, value: &Value, least: i64, most: i64) -> Result<i64, FieldError> {
    let number = value.as_i64().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| {
        let what = match most {
            i64::MAX => format!("a whole number from {least} on"),
            _ => format!("a whole number from {least} to {most}"),
        };
        FieldError::expected(field, &what, value)
    })
}

/// Parses a string of a list.
pub(super) fn text<'a>(field: &'static str, value: &'a Value) -> Result<&'a str, FieldError> {
    value
        .as_str()
        .ok_or_else(|| FieldError::expected(field, "a string", value))
}
