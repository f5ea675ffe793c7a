//! The folder of the battles: one server at a time, and nobody else reads it.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use super::StoreFault;

/// The folder, ours until this is dropped.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    /// The system lets go of it when the process ends, in whatever way.
    _lock: File,
}

impl Folder {
    /// Makes the folder where there is none, and claims it for the server at this address.
    pub(crate) fn claim(path: &Path, address: SocketAddr) -> Result<Self, StoreFault> {
        let fault = |what| move |fault: io::Error| StoreFault::Folder { what, fault };
        make(path).map_err(fault("the folder for the battles cannot be made"))?;
        let name = path.join("server.lock");
        let options = &mut File::options();
        let mut lock = options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(name)
            .map_err(fault("the folder for the battles cannot be written"))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut by = String::new();
                // Whoever holds it may be writing its address just now.
                let _ = lock.take(200).read_to_string(&mut by);
                return Err(StoreFault::Taken { by: by.trim().to_owned() });
            }
            Err(TryLockError::Error(error)) => {
                return Err(fault("the folder for the battles cannot be locked")(error));
            }
        }
        let told = lock
            .set_len(0)
            .and_then(|()| lock.rewind())
            .and_then(|()| lock.write_all(format!("{}\n", place(address)).as_bytes()));
        told.map_err(fault("the folder for the battles cannot be written"))?;
        Ok(Self { path: path.to_owned(), _lock: lock })
    }

    /// The file of the battles.
    pub(crate) fn battles(&self) -> PathBuf {
        self.path.join("battles.sqlite")
    }
}

/// Where a browser on this machine finds a server that listens at this address.
pub(crate) fn place(address: SocketAddr) -> String {
    match address.ip() {
        ip if ip.is_unspecified() => format!("http://localhost:{}/", address.port()),
        _ => format!("http://{address}/"),
    }
}

/// The file holds the seeds of dice that are still to be thrown: no other user reads it.
#[cfg(unix)]
fn make(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt as _;
    if path.is_dir() {
        return Ok(());
    }
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::DirBuilder::new().mode(0o700).recursive(true).create(path)
}

#[cfg(not(unix))]
fn make(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

/// Makes an empty file that only its owner may read, where there is none.
pub(crate) fn make_private(path: &Path) -> io::Result<()> {
    let mut options = File::options();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    options.open(path).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_serves_one_at_a_time_and_says_whom() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("a/b");
        let address: SocketAddr = "127.0.0.1:7".parse().unwrap();
        let first = Folder::claim(&path, address).unwrap();
        let refused = Folder::claim(&path, address).unwrap_err().to_string();
        assert!(refused.contains("http://127.0.0.1:7"), "{refused}");
        drop(first);
        Folder::claim(&path, address).unwrap();
    }

    #[test]
    fn what_is_no_folder_is_named() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("file");
        std::fs::write(&path, "x").unwrap();
        let refused = Folder::claim(&path, "127.0.0.1:7".parse().unwrap()).unwrap_err().to_string();
        assert!(refused.contains("cannot be"), "{refused}");
    }
}
