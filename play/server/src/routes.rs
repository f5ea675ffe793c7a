//! What is served under which address. Everything is read only: what changes a battle
//! goes through the WebSocket.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, Query, State};
use axum::http::header::{AUTHORIZATION, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{any, get};
use axum::{Extension, Json, Router, middleware};
use sandtable_engine::Engine;
use sandtable_protocol::{Code, Fault};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::timeout;

use crate::failure::Failure;
use crate::guard::{self, Hosts};
use crate::page::{PAGE, REPORT_STYLE};
use crate::server::Shared;
use crate::{printed, socket};

/// How long a report waits for its turn.
const PATIENCE: Duration = Duration::from_secs(30);

/// A connection's place among all; free again when the last of its tasks ends.
pub(crate) type Place = Arc<OwnedSemaphorePermit>;

/// All routes.
pub(crate) fn router(shared: Arc<Shared>, hosts: Hosts) -> Router {
    let mut router = Router::new()
        .route("/ws", any(open))
        .route("/health", get(health))
        .route("/games/{game}/record", get(record))
        .route("/games/{game}/report.md", get(report))
        .route("/games/{game}/report", get(printed_report))
        .route("/report.css", get(async |headers: HeaderMap| REPORT_STYLE.answer(&headers)));
    for asset in PAGE {
        let answer = async |headers: HeaderMap| asset.answer(&headers);
        router = router.route(&format!("/{}", asset.path), get(answer));
        if asset.path == "index.html" {
            router = router.route("/", get(answer));
        }
    }
    router
        .fallback(async || Failure::new(StatusCode::NOT_FOUND, Code::BadRequest, "nothing is here"))
        .method_not_allowed_fallback(async || {
            let message = "only GET is served here; battles are played over the WebSocket at /ws";
            Failure::new(StatusCode::METHOD_NOT_ALLOWED, Code::BadRequest, message)
        })
        .layer(middleware::from_fn_with_state(hosts, guard::guard))
        .with_state(shared)
}

async fn open(
    upgrade: WebSocketUpgrade,
    State(shared): State<Arc<Shared>>,
    Extension(place): Extension<Place>,
) -> Response {
    // The engine refuses long messages with a clear error; far longer ones are not even
    // read to their end.
    let most = 2 * shared.engine.limits().line;
    upgrade.max_message_size(most).max_frame_size(most).on_upgrade(async move |socket| {
        socket::serve(socket, shared).await;
        drop(place);
    })
}

/// That the server is well, for whoever watches over it; nothing about any game.
async fn health(State(shared): State<Arc<Shared>>) -> Response {
    let taken = shared.connections.most - shared.places.available_permits();
    let load = shared.engine.health();
    let body = json!({
        "status": "ok",
        "version": env!("CARGO_PKG_VERSION"),
        "connections": taken,
        "games": load.games,
        "thinking": load.thinking,
        "waiting": load.waiting,
    });
    ([(CACHE_CONTROL, "no-store")], Json(body)).into_response()
}

/// The token in the address, where a program cannot set a header: a link, a page to print.
#[derive(Deserialize)]
struct Asked {
    token: Option<String>,
}

/// Who asks for what.
struct Holder {
    game: String,
    token: String,
}

fn holder(game: String, asked: Asked, headers: &HeaderMap) -> Result<Holder, Failure> {
    let bearer = headers
        .get(AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bearer "))
        .map(|token| token.trim().to_owned());
    let message = "a seat's token is needed: `Authorization: Bearer TOKEN`, or `?token=TOKEN`";
    let token = bearer.or(asked.token);
    let token = token.ok_or_else(|| Failure::new(StatusCode::UNAUTHORIZED, Code::BadToken, message))?;
    Ok(Holder { game, token })
}

/// Asks the engine where it may wait, and holds the answer back until what it tells is on
/// disk.
async fn ask<T: Send + 'static>(
    shared: &Arc<Shared>,
    question: impl FnOnce(&Arc<Engine>) -> Result<T, Fault> + Send + 'static,
) -> Result<T, Failure> {
    let asking = Arc::clone(shared);
    let answer = tokio::task::spawn_blocking(move || question(&asking.engine)).await;
    let internal = |message: String| Failure::new(StatusCode::INTERNAL_SERVER_ERROR, Code::Internal, message);
    let answer = answer.map_err(|_| internal("the engine did not answer".to_owned()))??;
    let written = shared.progress.reaches(shared.progress.issued()).await;
    written.map(|()| answer).map_err(|fault| internal(fault.to_string()))
}

async fn record(
    State(shared): State<Arc<Shared>>,
    Path(game): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let Holder { game, token } = holder(game, asked, &headers)?;
    let name = game.clone();
    let record = ask(&shared, move |engine| engine.record(&game, &token)).await?;
    Ok(download("application/jsonl; charset=utf-8", &name, "jsonl", record.text))
}

/// The report, which takes seconds of thinking: a few at a time.
async fn markdown(shared: &Arc<Shared>, holder: Holder) -> Result<String, Failure> {
    let busy = || {
        let message = "others wait for reports too: ask again later";
        Failure::new(StatusCode::SERVICE_UNAVAILABLE, Code::Busy, message)
    };
    let place = timeout(PATIENCE, Arc::clone(&shared.reports).acquire_owned()).await;
    let place = place.ok().and_then(Result::ok).ok_or_else(busy)?;
    let Holder { game, token } = holder;
    let report = ask(shared, move |engine| {
        let _place = place;
        engine.report(&game, &token)
    });
    Ok(report.await?.text)
}

async fn report(
    State(shared): State<Arc<Shared>>,
    Path(game): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let holder = holder(game.clone(), asked, &headers)?;
    let report = markdown(&shared, holder).await?;
    Ok(download("text/markdown; charset=utf-8", &game, "md", report))
}

async fn printed_report(
    State(shared): State<Arc<Shared>>,
    Path(game): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let holder = holder(game, asked, &headers)?;
    let page = printed::page(&markdown(&shared, holder).await?);
    let kind = [(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "no-store")];
    Ok((kind, page).into_response())
}

/// A text that browsers keep as a file.
fn download(kind: &'static str, game: &str, ending: &str, text: String) -> Response {
    let stem: String = game.chars().filter(char::is_ascii_alphanumeric).take(12).collect();
    let name = format!("attachment; filename=\"battle-{stem}.{ending}\"");
    let headers = [(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, name)];
    ([(CACHE_CONTROL, "no-store")], headers, text).into_response()
}
