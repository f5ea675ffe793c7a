//! Reading a line: errors name the field, fields that do not exist are warned about.

use serde_json::{Map, Value};

use crate::call::{Call, Id, Request};
use crate::fault::{Code, Fault};
use sandtable_core::names;

/// A request that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The request.
    pub call: Call,
    /// A sentence for each field that it does not have.
    pub warnings: Vec<String>,
}

/// A line that is no request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undecoded {
    /// Its id, where that could be read.
    pub id: Option<Id>,
    /// Why not.
    pub fault: Fault,
}

/// A longer id is refused: it would be sent back with every answer.
const LONGEST_ID: usize = 128;
/// More are not worth naming.
const MOST_WARNINGS: usize = 16;

/// Reads a request of at most `most_bytes`.
///
/// # Errors
/// [`Undecoded`] says what is wrong with it, and where.
pub fn decode(line: &str, most_bytes: usize) -> Result<Decoded, Undecoded> {
    let nameless = |fault| Undecoded { id: None, fault };
    if line.len() > most_bytes {
        let message = format!("{} bytes are more than a message may have ({most_bytes})", line.len());
        return Err(nameless(Fault::new(Code::TooLarge, message)));
    }
    let value: Value = serde_json::from_str(line)
        .map_err(|error| nameless(Fault::new(Code::BadJson, format!("this is not JSON: {error}"))))?;
    let Value::Object(mut fields) = value else {
        return Err(nameless(Fault::new(Code::BadJson, "a request is a JSON object")));
    };
    let id = id(&mut fields).map_err(nameless)?;
    request(fields)
        .map(|(request, warnings)| Decoded { call: Call { id: id.clone(), request }, warnings })
        .map_err(|fault| Undecoded { id: Some(id), fault })
}

fn id(fields: &mut Map<String, Value>) -> Result<Id, Fault> {
    let fault = |message: &str| Fault::at(Code::BadRequest, "id", message);
    match fields.remove("id") {
        Some(Value::Number(number)) => number
            .as_i64()
            .map(Id::Number)
            .ok_or_else(|| fault("a number that is an id is whole, of 64 bits")),
        Some(Value::String(text)) if text.len() <= LONGEST_ID => Ok(Id::Text(text)),
        Some(Value::String(_)) => Err(fault("an id has at most 128 bytes")),
        Some(_) => Err(fault("an id is a whole number or a text")),
        None => Err(fault("a request needs an `id`, a whole number or a text, for its answer to carry")),
    }
}

fn request(mut fields: Map<String, Value>) -> Result<(Request, Vec<String>), Fault> {
    let name = match fields.remove("do") {
        Some(Value::String(name)) => name,
        Some(_) => return Err(Fault::at(Code::BadRequest, "do", "`do` is the name of a request")),
        None => {
            return Err(Fault::at(Code::BadRequest, "do", "a request needs `do`, the name of what is asked"));
        }
    };
    let mut warnings = Vec::new();
    let mut track = serde_path_to_error::Track::new();
    let tracked = serde_path_to_error::Deserializer::new(Value::Object(fields), &mut track);
    let mut warn = |path: serde_ignored::Path<'_>| {
        if warnings.len() < MOST_WARNINGS {
            warnings.push(format!("unknown field `{}`", shown(&path.to_string())));
        }
    };
    let watched = serde_ignored::Deserializer::new(tracked, &mut warn);
    let Some(read) = Request::read(&name, watched) else {
        let known = Request::NAMES.iter().copied();
        let message = names::unknown("request", &shown(&name), known);
        return Err(Fault::at(Code::UnknownRequest, "do", message));
    };
    match read {
        Ok(request) => Ok((request, warnings)),
        Err(error) => {
            let message = format!("`{name}`: {error}");
            let field =
                Some(track.path().to_string()).filter(|path| path != ".").or_else(|| missing(&message));
            Err(Fault { code: Code::BadRequest, message: shown(&message), field: field.map(|f| shown(&f)) })
        }
    }
}

/// The field that serde says is missing: it stands in no path.
fn missing(message: &str) -> Option<String> {
    let (_, rest) = message.split_once("missing field `")?;
    rest.split_once('`').map(|(field, _)| field.to_owned())
}

/// As much of a stranger's text as is worth repeating.
fn shown(text: &str) -> String {
    const MOST: usize = 200;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
