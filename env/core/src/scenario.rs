//! Scenario files: TOML, read with errors that name the file, the place and the cure.

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::Ruleset;

/// The text of a scenario and where it came from. Not yet checked by a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    source: String,
    text: String,
    header: Header,
}

/// What every scenario file begins with.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct Header {
    ruleset: String,
    name: String,
    #[serde(default)]
    summary: String,
}

/// A scenario that cannot be played, in one line: place, fault, cure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{source_name}{place}: {fault}", place = .line.map(|(l, c)| format!(":{l}:{c}")).unwrap_or_default())]
pub struct ScenarioError {
    source_name: String,
    line: Option<(usize, usize)>,
    fault: String,
}

/// A scenario file larger than this is refused before it is parsed.
pub const MOST_BYTES: usize = 256 * 1024;

impl Scenario {
    /// Reads the header of a scenario; `source` is the file's name for errors.
    ///
    /// # Errors
    /// When the text is not TOML, is too long or lacks `ruleset` or `name`.
    pub fn parse(source: &str, text: &str) -> Result<Self, ScenarioError> {
        let error = |line, fault| ScenarioError { source_name: source.to_owned(), line, fault };
        if text.len() > MOST_BYTES {
            let fault = format!("{} bytes is more than a scenario may have ({MOST_BYTES})", text.len());
            return Err(error(None, fault));
        }
        let header = toml::from_str(text).map_err(|e| toml_error(source, text, &e))?;
        Ok(Self { source: source.to_owned(), text: text.to_owned(), header })
    }

    /// The file's name, for errors.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The ruleset it is for.
    pub fn ruleset(&self) -> &str {
        &self.header.ruleset
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.header.name
    }

    /// What it is about, in a sentence or two.
    pub fn summary(&self) -> &str {
        &self.header.summary
    }

    /// Reads the whole file as the ruleset's own structure. The structure has the
    /// header's three fields too, and should refuse unknown ones.
    ///
    /// # Errors
    /// When the file is for another ruleset, or a field is missing, unknown or wrong.
    pub fn read<R: Ruleset, T: DeserializeOwned>(&self) -> Result<T, ScenarioError> {
        if self.header.ruleset != R::ID {
            let fault = format!("this is a scenario for `{}`, not for `{}`", self.header.ruleset, R::ID);
            return Err(self.fault("ruleset", fault));
        }
        toml::from_str(&self.text).map_err(|e| toml_error(&self.source, &self.text, &e))
    }

    /// An error at a value that was read as `toml::Spanned`.
    pub fn fault_at(&self, span: std::ops::Range<usize>, fault: impl Into<String>) -> ScenarioError {
        let line = Some(place(&self.text, span.start));
        ScenarioError { source_name: self.source.clone(), line, fault: fault.into() }
    }

    /// An error about a field named by its path (`army.first[3].at`).
    pub fn fault(&self, field: &str, fault: impl std::fmt::Display) -> ScenarioError {
        ScenarioError { source_name: self.source.clone(), line: None, fault: format!("{field}: {fault}") }
    }
}

/// A scenario that ships with a ruleset.
///
/// # Errors
/// One line with the nearest name, when there is none with this name.
pub fn built_in<R: Ruleset>(name: &str) -> Result<Scenario, ScenarioError> {
    let found = R::scenarios().iter().find(|(known, _)| *known == name);
    let Some((_, text)) = found else {
        let names = R::scenarios().iter().map(|(known, _)| *known);
        let fault = crate::names::unknown("scenario", name, names);
        return Err(ScenarioError { source_name: R::ID.to_owned(), line: None, fault });
    };
    Scenario::parse(name, text)
}

impl ScenarioError {
    /// Line and column, from 1, where they are known.
    pub fn line(&self) -> Option<(usize, usize)> {
        self.line
    }
}

/// Line and column, from 1, of a byte in a text.
pub(crate) fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = String::from_utf8_lossy(&text.as_bytes()[..offset.min(text.len())]);
    let last = before.rsplit('\n').next().unwrap_or_default();
    (before.matches('\n').count() + 1, last.chars().count() + 1)
}

fn toml_error(source: &str, text: &str, error: &toml::de::Error) -> ScenarioError {
    ScenarioError {
        source_name: source.to_owned(),
        line: error.span().map(|span| place(text, span.start)),
        fault: error.message().trim().replace('\n', "; "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_file_line_and_column() {
        let error = Scenario::parse("ridge.toml", "ruleset = \"gridded\"\nname = 3\n").unwrap_err();
        assert_eq!(error.line(), Some((2, 8)));
        assert!(error.to_string().starts_with("ridge.toml:2:8: "), "{error}");
        let error = Scenario::parse("x.toml", "name = \"x\"").unwrap_err();
        assert!(error.to_string().contains("ruleset"), "{error}");
        assert!(Scenario::parse("x.toml", &"#".repeat(MOST_BYTES + 1)).is_err());
    }
}
