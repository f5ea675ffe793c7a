//! `cargo xtask rules`: for each rule of a ruleset, which code says it and which tests
//! prove it.
//!
//! * `docs/rules/NAME-ids.toml` lists the ids of `env/NAME`, each with a line of words.
//! * Code names an id anywhere in `src` outside its tests, or in a scenario file.
//! * A test names its ids on a line `// covers: G-23, G-24` directly above `#[test]`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context as _, bail};

use crate::steps::say;

/// How much to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// Every rule with its code and tests.
    Table,
    /// How many there are.
    Summary,
}

/// Where one rule lives.
#[derive(Debug, Default, PartialEq, Eq)]
struct Places {
    code: BTreeSet<String>,
    tests: BTreeSet<String>,
}

/// Everything that a ruleset's files say about ids.
#[derive(Debug, Default)]
struct Found {
    places: BTreeMap<String, Places>,
    /// Lines that cannot be right, with their places.
    faults: Vec<String>,
}

/// Reports on every ruleset that has a list of ids.
///
/// # Errors
/// When a rule has no code or no test, a test names an unknown rule, or no list is found.
pub(crate) fn report(root: &Path, detail: Detail) -> anyhow::Result<()> {
    let mut faults = Vec::new();
    let mut lists = 0;
    for file in files_under(&root.join("docs/rules"), "toml")? {
        let Some(name) = file.file_name().and_then(|name| name.to_str()?.strip_suffix("-ids.toml")) else {
            continue;
        };
        lists += 1;
        faults.extend(one(root, name, &std::fs::read_to_string(&file)?, detail)?);
    }
    if lists == 0 {
        bail!("docs/rules holds no NAME-ids.toml");
    }
    if !faults.is_empty() {
        bail!("{} faults:\n{}", faults.len(), faults.join("\n"));
    }
    Ok(())
}

/// Reports on one ruleset and returns what is wrong.
fn one(root: &Path, name: &str, list: &str, detail: Detail) -> anyhow::Result<Vec<String>> {
    let known: BTreeMap<String, String> =
        toml::from_str(list).with_context(|| format!("docs/rules/{name}-ids.toml"))?;
    let prefixes: BTreeSet<&str> = known.keys().filter_map(|id| Some(id.split_once('-')?.0)).collect();
    let mut found = Found::default();
    let folder = root.join("env").join(name);
    for (extension, within) in [("rs", "src"), ("rs", "tests"), ("toml", "scenarios")] {
        for file in files_under(&folder.join(within), extension)? {
            let text = std::fs::read_to_string(&file)?;
            let path = file.strip_prefix(&folder).unwrap_or(&file).to_string_lossy().into_owned();
            found.scan(&path, &text, &prefixes);
        }
    }
    let faults = found.faults(&known);
    if detail == Detail::Table {
        found.print(&known);
    }
    let tests: BTreeSet<&String> = found.places.values().flat_map(|places| &places.tests).collect();
    say(&format!("{name}: {} rules, {} tests name them, {} faults", known.len(), tests.len(), faults.len()));
    Ok(faults)
}

impl Found {
    /// Reads one file of a ruleset. `path` is relative to the ruleset's folder.
    fn scan(&mut self, path: &str, text: &str, prefixes: &BTreeSet<&str>) {
        let mut in_tests = is_test_file(path);
        let mut covers: Vec<String> = Vec::new();
        let mut is_test = false;
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line == "#[cfg(test)]" {
                in_tests = true;
            }
            if let Some(ids) = line.strip_prefix("// covers:") {
                covers.extend(ids_in(ids, prefixes));
                if covers.is_empty() {
                    self.faults.push(format!("{path}:{}: this line names no rule", number + 1));
                }
            } else if line == "#[test]" {
                is_test = true;
            } else if let Some(name) = function_name(line) {
                if is_test {
                    let module = path.strip_suffix(".rs").unwrap_or(path);
                    for id in covers.drain(..) {
                        self.places.entry(id).or_default().tests.insert(format!("{module}: {name}"));
                    }
                }
                is_test = false;
                self.stray(path, number, &mut covers);
            } else if !line.is_empty() && !line.starts_with("//") && !line.starts_with('#') {
                self.stray(path, number, &mut covers);
            }
            // The crate's front page is a table of contents, not code.
            if !in_tests && path != "src/lib.rs" {
                for id in ids_in(line, prefixes) {
                    self.places.entry(id).or_default().code.insert(path.to_owned());
                }
            }
        }
        self.stray(path, text.lines().count(), &mut covers);
    }

    fn stray(&mut self, path: &str, line: usize, covers: &mut Vec<String>) {
        if !covers.is_empty() {
            let ids = std::mem::take(covers).join(", ");
            self.faults.push(format!("{path}:{line}: `covers: {ids}` is not directly above a test"));
        }
    }

    /// What is wrong: gaps, unknown ids, stray lines.
    fn faults(&self, known: &BTreeMap<String, String>) -> Vec<String> {
        let mut faults = self.faults.clone();
        for id in known.keys() {
            let places = self.places.get(id);
            if places.is_none_or(|places| places.code.is_empty()) {
                faults.push(format!("{id} is named by no code"));
            }
            if places.is_none_or(|places| places.tests.is_empty()) {
                faults.push(format!("{id} is named by no test"));
            }
        }
        for (id, places) in &self.places {
            if !known.contains_key(id) {
                let places: Vec<&str> = places.code.iter().chain(&places.tests).map(String::as_str).collect();
                faults.push(format!("{id} is not in the list, and yet named in {}", places.join(", ")));
            }
        }
        faults
    }

    fn print(&self, known: &BTreeMap<String, String>) {
        let nothing = Places::default();
        let or_nothing = |set: &BTreeSet<String>, between: &str| match set.len() {
            0 => "NONE".to_owned(),
            _ => set.iter().map(String::as_str).collect::<Vec<_>>().join(between),
        };
        for (id, words) in known {
            let places = self.places.get(id).unwrap_or(&nothing);
            say(&format!("{id}  {words}"));
            say(&format!("      code  {}", or_nothing(&places.code, ", ")));
            say(&format!("      test  {}", or_nothing(&places.tests, "\n            ")));
        }
    }
}

fn is_test_file(path: &str) -> bool {
    path.starts_with("tests/") || path.ends_with("/tests.rs") || path.contains("/tests/")
}

/// The ids in a line: a known prefix, a hyphen, two digits, and no letter or digit
/// around them.
fn ids_in(line: &str, prefixes: &BTreeSet<&str>) -> Vec<String> {
    line.split(|c: char| !c.is_ascii_alphanumeric() && c != '-')
        .filter(|word| {
            word.split_once('-').is_some_and(|(prefix, digits)| {
                prefixes.contains(prefix)
                    && digits.len() >= 2
                    && digits.bytes().all(|byte| byte.is_ascii_digit())
            })
        })
        .map(str::to_owned)
        .collect()
}

fn function_name(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("pub ").unwrap_or(line).strip_prefix("fn ")?;
    rest.split(['(', '<']).next()
}

/// The files with this extension in a folder and below it, in order; none where there
/// is no such folder.
pub(crate) fn files_under(folder: &Path, extension: &str) -> anyhow::Result<Vec<std::path::PathBuf>> {
    let mut files = Vec::new();
    if folder.is_dir() {
        for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
            let path = entry?.path();
            if path.is_dir() {
                files.extend(files_under(&path, extension)?);
            } else if path.extension().is_some_and(|is| is == extension) {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scan(path: &str, text: &str) -> Found {
        let mut found = Found::default();
        found.scan(path, text, &BTreeSet::from(["G"]));
        found
    }

    fn list(ids: &[&str]) -> BTreeMap<String, String> {
        ids.iter().map(|id| ((*id).to_owned(), String::new())).collect()
    }

    #[test]
    fn code_and_tests_are_told_apart() {
        let text = "/// G-16: how far a stand may move.\nfn allowance() {}\n#[cfg(test)]\nmod tests {\n    \
                    // covers: G-16, G-21\n    #[test]\n    fn roads() { /* G-99 */ }\n}\n";
        let found = scan("src/movement.rs", text);
        assert_eq!(found.places["G-16"].code, BTreeSet::from(["src/movement.rs".to_owned()]));
        assert_eq!(found.places["G-16"].tests, BTreeSet::from(["src/movement: roads".to_owned()]));
        assert!(found.places["G-21"].code.is_empty());
        assert!(!found.places.contains_key("G-99"));
        assert_eq!(found.faults(&list(&["G-16", "G-21"])), ["G-21 is named by no code"]);
    }

    #[test]
    fn test_files_and_the_front_page_hold_no_code() {
        let text =
            "//! G-01\n// covers: G-01\n// and a word more\n#[test]\n#[should_panic]\npub fn size() {}\n";
        for path in ["tests/field.rs", "src/field/tests.rs"] {
            let found = scan(path, text);
            assert!(found.places["G-01"].code.is_empty());
            assert_eq!(found.places["G-01"].tests.len(), 1);
        }
    }

    #[test]
    fn gaps_and_unknown_ids_are_faults() {
        let found = scan("src/x.rs", "/// G-77\nfn x() {}\n");
        let faults = found.faults(&list(&["G-01"]));
        assert_eq!(faults.len(), 3);
        assert!(faults[2].starts_with("G-77 is not in the list"), "{faults:?}");
    }

    #[test]
    fn a_covers_line_away_from_a_test_is_a_fault() {
        for text in [
            "// covers: G-01\nfn x() {}\n",
            "// covers: G-01\nlet x = 1;\n#[test]\nfn y() {}\n",
            "// covers: G-01\n",
        ] {
            let found = scan("tests/x.rs", text);
            assert_eq!(found.faults.len(), 1, "{text}");
            assert!(found.places.is_empty(), "{text}");
        }
        assert_eq!(scan("tests/x.rs", "// covers: nothing\n#[test]\nfn y() {}\n").faults.len(), 1);
    }

    #[test]
    fn ids_stand_alone() {
        let prefixes = BTreeSet::from(["G"]);
        assert_eq!(ids_in("G-01, (G-60); \"G-23\"", &prefixes), ["G-01", "G-60", "G-23"]);
        assert!(ids_in("BG-01 G-1 G-0x P-01 G-01-02 RULING G", &prefixes).is_empty());
    }
}
