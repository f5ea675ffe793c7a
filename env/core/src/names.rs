//! "Unknown name" errors that help: the nearest name that would have been right.

/// The candidate most like `name`, when one is near enough to be a slip of the pen.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_lowercase();
    candidates
        .into_iter()
        .map(|candidate| (strsim::jaro_winkler(&name, &candidate.to_lowercase()), candidate))
        .filter(|(likeness, _)| *likeness > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.cmp(a.1)))
        .map(|(_, candidate)| candidate)
}

/// One line for an unknown name: what it was, the nearest right one, all of them.
pub fn unknown<'a>(kind: &str, name: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let hint = nearest(name, candidates.iter().copied())
        .map(|near| format!(" Did you mean `{near}`?"))
        .unwrap_or_default();
    format!("There is no {kind} `{name}`.{hint} Known: {}.", candidates.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_name_and_nonsense_finds_none() {
        let names = ["supply-column", "meeting-engagement", "ridge"];
        assert_eq!(nearest("suply-colum", names), Some("supply-column"));
        assert_eq!(nearest("Ridge", names), Some("ridge"));
        assert_eq!(nearest("xyzzy", names), None);
        assert!(unknown("scenario", "rigde", names).contains("Did you mean `ridge`?"));
    }
}
