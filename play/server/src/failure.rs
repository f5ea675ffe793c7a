//! What plain HTTP answers when it cannot do what was asked.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use sandtable_protocol::{Code, Fault};
use serde_json::json;

/// A refusal: a status, and the protocol's own fault.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    status: StatusCode,
    fault: Fault,
}

impl Failure {
    pub(crate) fn new(status: StatusCode, code: Code, message: impl Into<String>) -> Self {
        Self { status, fault: Fault::new(code, message) }
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        let status = match fault.code {
            Code::BadToken => StatusCode::FORBIDDEN,
            Code::UnknownGame => StatusCode::NOT_FOUND,
            Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Code::TooMany | Code::Busy | Code::Cancelled => StatusCode::SERVICE_UNAVAILABLE,
            Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::BAD_REQUEST,
        };
        Self { status, fault }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        (self.status, Json(json!({"error": self.fault}))).into_response()
    }
}
