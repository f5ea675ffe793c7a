//! The web page, part of the program: running it needs nothing but the program.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use sha2::{Digest as _, Sha256};

/// A file of the page.
#[derive(Debug)]
pub(crate) struct Asset {
    /// Its path under `/`.
    pub(crate) path: &'static str,
    kind: &'static str,
    bytes: &'static [u8],
}

/// Every file of the page, as the sources in `play/web` build to it.
pub(crate) const PAGE: &[Asset] = &include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// How printed reports look.
pub(crate) const REPORT_STYLE: Asset =
    Asset { path: "report.css", kind: "text/css; charset=utf-8", bytes: include_bytes!("report.css") };

impl Asset {
    /// The file, or that the browser's copy is still right.
    pub(crate) fn answer(&self, headers: &HeaderMap) -> Response {
        let tag = self.tag();
        // Browsers ask each time whether their copy is right: another version of the
        // program may answer under the same address tomorrow.
        let kept = [(ETAG, tag.clone()), (CACHE_CONTROL, "no-cache".to_owned())];
        if headers.get(IF_NONE_MATCH).is_some_and(|asked| asked.as_bytes() == tag.as_bytes()) {
            return (StatusCode::NOT_MODIFIED, kept).into_response();
        }
        (kept, [(CONTENT_TYPE, self.kind)], self.bytes).into_response()
    }

    fn tag(&self) -> String {
        let hash: [u8; 32] = Sha256::digest(self.bytes).into();
        let [first, second, ..] = hash.as_chunks::<8>().0 else { unreachable!("32 bytes") };
        format!("\"{:016x}{:016x}\"", u64::from_le_bytes(*first), u64::from_le_bytes(*second))
    }
}

#[cfg(test)]
mod tests {
    use super::PAGE;

    #[test]
    fn a_first_visit_is_light() {
        assert!(PAGE.iter().any(|asset| asset.path == "index.html"));
        let bytes: usize = PAGE.iter().map(|asset| asset.bytes.len()).sum();
        assert!(bytes < 300 << 10, "{bytes} bytes");
    }
}
