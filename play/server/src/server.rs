//! Listens, serves and stops.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use sandtable_engine::Engine;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::timeout;

use crate::guard::Hosts;
use crate::options::{ConnectionLimits, Options, Port};
use crate::routes::{self, Place};
use crate::store::{NotWritten, Progress, Sqlite, StoreFault, place};

/// Reports that are written at a time: each thinks for seconds, beside the opponents.
const REPORTS: usize = 2;
/// How long connections have to say goodbye.
const FAREWELL: Duration = Duration::from_secs(5);

/// A server that listens already.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    shared: Arc<Shared>,
    stop: watch::Sender<bool>,
    router: Router,
}

/// What every connection needs.
pub(crate) struct Shared {
    pub(crate) engine: Arc<Engine>,
    pub(crate) connections: ConnectionLimits,
    /// Turns true once.
    pub(crate) stopping: watch::Receiver<bool>,
    /// How far the file of the battles is.
    pub(crate) progress: Progress,
    /// One for each report that may be written at a time.
    pub(crate) reports: Arc<Semaphore>,
    /// One for each connection that may be open.
    pub(crate) places: Arc<Semaphore>,
}

impl Shared {
    /// Waits until the server stops.
    pub(crate) async fn stops(&self) {
        // An error means that the server is gone already.
        let _ = self.stopping.clone().wait_for(|stopping| *stopping).await;
    }
}

/// A server that cannot be started.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The address is taken, or not this machine's.
    #[error("{address} cannot be listened on ({fault}): choose another with --port or --address")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// Why.
        fault: io::Error,
    },
    /// The battles cannot be kept.
    #[error("{}: {fault}", .folder.display())]
    Store {
        /// The folder.
        folder: PathBuf,
        /// Why.
        fault: StoreFault,
    },
    /// The engine does not start.
    #[error(transparent)]
    Engine(#[from] sandtable_engine::EngineError),
}

impl Server {
    /// Listens, opens the folder, and goes on with every battle in it that is not over.
    ///
    /// # Errors
    /// [`ServerError`] says which of these cannot be done.
    pub async fn bind(options: Options) -> Result<Self, ServerError> {
        let listener = listen(options.address, options.port).await?;
        let address = listener
            .local_addr()
            .map_err(|fault| ServerError::Listen { address: SocketAddr::new(options.address, 0), fault })?;
        let store = Sqlite::open(&options.data, address, options.finished)
            .map_err(|fault| ServerError::Store { folder: options.data.clone(), fault })?;
        let progress = store.progress();
        let engine = Engine::new(options.engine, Box::new(store))?;
        let (stop, stopping) = watch::channel(false);
        let connections = options.connections;
        let reports = Arc::new(Semaphore::new(REPORTS));
        let places = Arc::new(Semaphore::new(connections.most));
        let shared = Arc::new(Shared { engine, connections, stopping, progress, reports, places });
        let router = routes::router(Arc::clone(&shared), Hosts::new(&options.hosts));
        Ok(Self { listener, address, shared, stop, router })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where a browser on this machine finds it: `http://127.0.0.1:7878/`.
    pub fn place(&self) -> String {
        place(self.address)
    }

    /// The engine, for battles that the program itself begins.
    pub fn engine(&self) -> &Arc<Engine> {
        &self.shared.engine
    }

    /// Serves a connection that came on another way than through the listener, to its end.
    pub async fn serve<S>(&self, stream: S)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        // It is never closed.
        if let Ok(place) = Arc::clone(&self.shared.places).acquire_owned().await {
            serve(stream, self.router.clone(), Arc::clone(&self.shared), Arc::new(place)).await;
        }
    }

    /// Serves until `end`, then says goodbye to everyone and stops thinking. What was
    /// acknowledged is on disk already; nothing is lost when this is cut short.
    ///
    /// # Errors
    /// [`NotWritten`] when the file of the battles cannot be written any more: then it
    /// stops by itself.
    pub async fn run(self, end: impl Future<Output = ()>) -> Result<(), NotWritten> {
        let Self { listener, shared, stop, router, .. } = self;
        let mut end = std::pin::pin!(end);
        let progress = shared.progress.clone();
        let mut failing = std::pin::pin!(progress.fails());
        let ended = loop {
            let stream = tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok((stream, _)) => stream,
                    Err(error) => {
                        // Too many open files: others end meanwhile.
                        tracing::warn!(%error, "a connection was not accepted");
                        tokio::time::sleep(Duration::from_millis(50)).await;
                        continue;
                    }
                },
                () = &mut end => break Ok(()),
                not_written = &mut failing => break Err(not_written),
            };
            match Arc::clone(&shared.places).try_acquire_owned() {
                Ok(place) => {
                    // Messages are small, and somebody waits for each.
                    let _ = stream.set_nodelay(true);
                    tokio::spawn(serve(stream, router.clone(), Arc::clone(&shared), Arc::new(place)));
                }
                Err(_) => drop(tokio::spawn(turn_away(stream))),
            }
        };
        tracing::info!("stopping");
        drop(listener);
        stop.send_replace(true);
        let everyone = u32::try_from(shared.connections.most).unwrap_or(u32::MAX);
        if timeout(FAREWELL, shared.places.acquire_many(everyone)).await.is_err() {
            tracing::warn!("some connections did not end in time");
        }
        let engine = Arc::clone(&shared.engine);
        let _ = tokio::task::spawn_blocking(move || engine.stop()).await;
        ended
    }
}

/// Listens on the port that was asked for, or on another where any will do.
async fn listen(address: IpAddr, port: Port) -> Result<TcpListener, ServerError> {
    let (Port::Exactly(number) | Port::Preferably(number)) = port;
    let wanted = SocketAddr::new(address, number);
    match (TcpListener::bind(wanted).await, port) {
        (Ok(listener), _) => Ok(listener),
        (Err(fault), Port::Exactly(_)) => Err(ServerError::Listen { address: wanted, fault }),
        (Err(_), Port::Preferably(_)) => {
            let any = SocketAddr::new(address, 0);
            TcpListener::bind(any).await.map_err(|fault| ServerError::Listen { address: any, fault })
        }
    }
}

/// Serves one connection: requests one after the other, or a WebSocket.
async fn serve<S>(stream: S, router: Router, shared: Arc<Shared>, place: Place)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let service = router.layer(Extension(place));
    let mut http = http1::Builder::new();
    // Who has asked may close their half and still read.
    http.half_close(true);
    http.timer(TokioTimer::new()).header_read_timeout(shared.connections.head).max_buf_size(64 << 10);
    let connection =
        http.serve_connection(TokioIo::new(stream), TowerToHyperService::new(service)).with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = shared.stops() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended");
    }
}

/// One connection too many is told so.
async fn turn_away(mut stream: TcpStream) {
    const BODY: &str =
        r#"{"error":{"code":"too-many","message":"the server has as many connections as it takes"}}"#;
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         Retry-After: 10\r\nConnection: close\r\n\r\n{BODY}",
        BODY.len()
    );
    let farewell = async {
        // Closing with unread bytes would throw the answer away on its way.
        let mut head = [0; 1024];
        let _ = stream.read(&mut head).await;
        let _ = stream.write_all(answer.as_bytes()).await;
        let _ = stream.shutdown().await;
    };
    let _ = timeout(Duration::from_secs(2), farewell).await;
}
