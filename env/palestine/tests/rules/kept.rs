//! Expected results kept as files. `SANDTABLE_BLESS=1` rewrites them.

/// Compares with a file under `tests`, or rewrites it.
///
/// # Panics
/// When the file says otherwise, with advice.
#[expect(clippy::disallowed_methods, reason = "tests, unlike the rules, read files and the environment")]
pub(crate) fn matches(file: &str, actual: &str, advice: &str) {
    let path = format!("{}/tests/{file}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var("SANDTABLE_BLESS").is_ok() {
        std::fs::write(&path, actual).unwrap_or_else(|e| panic!("{path}: {e}"));
        return;
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    assert!(
        kept == actual,
        "tests/{file} no longer holds.\nkept:\n{kept}\nnow:\n{actual}\n{advice}\n\
         To rewrite it: SANDTABLE_BLESS=1 cargo test -p sandtable-palestine --test rules, and read the diff."
    );
}
