//! JSON schemas of everything that travels.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

use crate::message::{Answer, Event};
use crate::reply::Reply;
use crate::{Call, hello, reply, situation};

/// Every schema: the name of its file without `.json`, and the schema.
pub fn all() -> Vec<(&'static str, Schema)> {
    vec![
        ("call", of::<Call>()),
        ("answer", of::<Answer<Reply>>()),
        ("event", of::<Event>()),
        ("welcome", of::<hello::Welcome>()),
        ("begun", of::<reply::Begun>()),
        ("situation", of::<situation::Situation>()),
        ("hint", of::<reply::Hint>()),
        ("explained", of::<reply::Explained>()),
        ("reach", of::<reply::Reach>()),
        ("odds", of::<reply::Odds>()),
        ("decided", of::<reply::Decided>()),
    ]
}

fn of<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>()
}
