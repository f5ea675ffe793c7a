//! Who may talk to the server, and what browsers are told about its pages.
//!
//! The server listens on loopback, and yet every page that the person has open elsewhere
//! can send requests there. Two checks keep those out:
//!
//! - **Host.** A page of another site whose name was made to point to 127.0.0.1 (DNS
//!   rebinding) sends that name as `Host`. Only `localhost`, addresses written as numbers,
//!   which nobody can rebind, and names that were allowed on the command line pass.
//! - **Origin.** A browser says which page opens a WebSocket. Only our own page may:
//!   its origin is the very host that it asked. Programs send no origin and pass.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{HOST, HeaderName, HeaderValue, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use sandtable_protocol::Code;

use crate::failure::Failure;

/// What a browser may do with anything from here: our own scripts and styles, our own
/// WebSocket, no other party at all, and no frame around us.
pub(crate) const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'";

/// Headers of every answer.
static HEADERS: [(HeaderName, &str); 7] = [
    (axum::http::header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (axum::http::header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    // Tokens may stand in an address; no other site is told of it.
    (axum::http::header::REFERRER_POLICY, "no-referrer"),
    (axum::http::header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// The names that the server answers to besides `localhost` and plain addresses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hosts(Arc<[String]>);

impl Hosts {
    /// These names, in any case.
    pub(crate) fn new(names: &[String]) -> Self {
        Self(names.iter().map(|name| name.to_ascii_lowercase()).collect())
    }

    /// Whether a `Host` header with this value may be answered.
    pub(crate) fn allow(&self, authority: &str) -> bool {
        let Some(name) = name(authority) else {
            return false;
        };
        let name = name.to_ascii_lowercase();
        let plain = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(&name);
        name == "localhost" || plain.parse::<IpAddr>().is_ok() || self.0.contains(&name)
    }
}

/// The host of `host:port` or `[v6]:port`.
fn name(authority: &str) -> Option<&str> {
    let parsed: axum::http::uri::Authority = authority.parse().ok()?;
    // `user@host` has no place in a header.
    if authority.contains('@') || parsed.host().is_empty() {
        return None;
    }
    let length = parsed.host().len();
    authority.get(..length)
}

/// Refuses foreign hosts and origins, and puts the headers on every answer.
pub(crate) async fn guard(State(hosts): State<Hosts>, request: Request, next: Next) -> Response {
    let mut response = match admit(&hosts, request.headers()) {
        Ok(()) => next.run(request).await,
        Err(failure) => failure.into_response(),
    };
    for (name, value) in &HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

fn admit(hosts: &Hosts, headers: &HeaderMap) -> Result<(), Failure> {
    let mut named = headers.get_all(HOST).iter();
    let (Some(host), None) = (named.next(), named.next()) else {
        return Err(Failure::new(StatusCode::BAD_REQUEST, Code::BadRequest, "one `Host` header is needed"));
    };
    let host = host.to_str().unwrap_or_default();
    if !hosts.allow(host) {
        let message = "this host name is not served: use localhost or the address, or start the server with \
                       `--host NAME`";
        return Err(Failure::new(StatusCode::MISDIRECTED_REQUEST, Code::BadRequest, message));
    }
    let origins = headers.get_all(ORIGIN).iter();
    for origin in origins {
        let origin = origin.to_str().unwrap_or_default();
        let authority = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        if !authority.is_some_and(|authority| authority.eq_ignore_ascii_case(host)) {
            let message = "requests from the pages of other sites are refused";
            return Err(Failure::new(StatusCode::FORBIDDEN, Code::BadRequest, message));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_can_be_rebound_are_refused() {
        let hosts = Hosts::new(&["Sand.Example".to_owned()]);
        for good in
            ["localhost", "LOCALHOST:80", "127.0.0.1:7878", "[::1]:7878", "192.168.0.7", "sand.example:1"]
        {
            assert!(hosts.allow(good), "{good}");
        }
        for bad in [
            "",
            ":80",
            "evil.example",
            "localhost.evil.example",
            "a@localhost",
            "127.0.0.1.nip.example",
            "[::1",
            "::1",
        ] {
            assert!(!hosts.allow(bad), "{bad}");
        }
    }

    #[test]
    fn only_our_own_page_may_open_a_socket() {
        let admitted = |host: &'static str, origin: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, HeaderValue::from_static(host));
            if let Some(origin) = origin {
                headers.insert(ORIGIN, HeaderValue::from_static(origin));
            }
            admit(&Hosts::default(), &headers).is_ok()
        };
        assert!(admitted("localhost:7878", None));
        assert!(admitted("localhost:7878", Some("http://localhost:7878")));
        assert!(!admitted("localhost:7878", Some("http://localhost:3000")));
        assert!(!admitted("localhost:7878", Some("http://evil.example")));
        assert!(!admitted("localhost:7878", Some("null")));
        assert!(!admitted("evil.example", Some("http://evil.example")));
        assert!(admit(&Hosts::default(), &HeaderMap::new()).is_err());
    }
}
