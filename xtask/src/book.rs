//! `cargo xtask book`: every link between the project's pages leads somewhere, and the
//! book's summary lists every page.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use crate::rules::files_under;
use crate::steps::say;

/// Checks all pages.
///
/// # Errors
/// Names every link that leads nowhere and every page that the summary leaves out.
pub(crate) fn links(root: &Path) -> anyhow::Result<()> {
    let docs = root.join("docs");
    let mut pages = files_under(&docs, "md")?;
    let in_book = pages.len();
    pages.extend(["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root.join(name)));
    let mut faults = Vec::new();
    let mut count = 0;
    let mut listed = BTreeSet::new();
    for page in &pages {
        let text = std::fs::read_to_string(page).with_context(|| page.display().to_string())?;
        for (line, link) in links_in(&text) {
            count += 1;
            let at = || format!("{}:{line}: `{link}`", page.strip_prefix(root).unwrap_or(page).display());
            match target(page, &link) {
                None => {}
                Some((path, _)) if !path.exists() => faults.push(format!("{} leads nowhere", at())),
                Some((path, anchor)) => {
                    if let Some(anchor) = anchor
                        && !anchors(&std::fs::read_to_string(&path)?).contains(anchor)
                    {
                        faults.push(format!("{} names no heading", at()));
                    }
                    if page.ends_with("docs/SUMMARY.md") {
                        listed.insert(path.canonicalize()?);
                    }
                }
            }
        }
    }
    for page in &pages[..in_book] {
        if !page.ends_with("SUMMARY.md") && !listed.contains(&page.canonicalize()?) {
            faults.push(format!("docs/SUMMARY.md does not list {}", page.display()));
        }
    }
    if !faults.is_empty() {
        bail!("{}", faults.join("\n"));
    }
    say(&format!("{count} links on {} pages lead somewhere", pages.len()));
    Ok(())
}

/// Where a link leads in this tree: the file and the heading; nothing for a web address.
fn target<'a>(page: &Path, link: &'a str) -> Option<(PathBuf, Option<&'a str>)> {
    if link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    let (file, anchor) = match link.split_once('#') {
        Some((file, anchor)) => (file, Some(anchor)),
        None => (link, None),
    };
    let path = if file.is_empty() { page.to_path_buf() } else { page.parent()?.join(file) };
    Some((path, anchor))
}

/// The targets of `[words](target)` outside code, each with its line from 1.
fn links_in(text: &str) -> Vec<(usize, String)> {
    let mut links = Vec::new();
    for (number, line) in prose(text) {
        // Every other piece between backticks is code.
        let words: String = line.split('`').step_by(2).collect();
        for piece in words.split("](").skip(1) {
            links.extend(piece.split_once(')').map(|(link, _)| (number, link.to_owned())));
        }
    }
    links
}

/// The lines outside fenced code, numbered from 1.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fenced = false;
    text.lines().enumerate().filter_map(move |(i, line)| {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
            return None;
        }
        (!fenced).then_some((i + 1, line))
    })
}

/// The anchors of a page's headings, made as mdBook and GitHub make them.
fn anchors(text: &str) -> BTreeSet<String> {
    prose(text)
        .filter(|(_, line)| line.starts_with('#'))
        .map(|(_, line)| {
            let heading = line.trim_start_matches('#').trim().to_lowercase();
            heading
                .chars()
                .filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c))
                .map(|c| if c == ' ' { '-' } else { c })
                .collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str =
        "# One `word` here\n[a](b.md) and [`c`](d.md#e) `[no](x.md)`\n```\n[no](y.md)\n# no\n```\n";

    #[test]
    fn links_in_code_are_no_links() {
        assert_eq!(links_in(PAGE), [(2, "b.md".to_owned()), (2, "d.md#e".to_owned())]);
    }

    #[test]
    fn headings_become_anchors() {
        assert_eq!(anchors(PAGE), BTreeSet::from(["one-word-here".to_owned()]));
    }

    #[test]
    fn dead_links_dead_anchors_and_unlisted_pages_are_faults() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        std::fs::create_dir(folder.path().join("docs")).unwrap();
        for name in ["CONTRIBUTING.md", "CHANGELOG.md"] {
            write(name, "");
        }
        write("README.md", "[book](docs/a.md#top) [web](https://example.org/nowhere)");
        write("docs/SUMMARY.md", "[a](a.md)");
        write("docs/a.md", "# Top");
        assert!(links(folder.path()).is_ok());
        write("docs/b.md", "[gone](gone.md) [no](a.md#bottom)");
        let error = links(folder.path()).unwrap_err().to_string();
        let faults: Vec<&str> = error.lines().collect();
        assert_eq!(faults.len(), 3, "{error}");
        assert!(faults[0].contains("docs/b.md:1: `gone.md` leads nowhere"), "{error}");
        assert!(faults[1].contains("names no heading"), "{error}");
        assert!(faults[2].contains("does not list"), "{error}");
    }
}
