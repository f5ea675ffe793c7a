//! Files written whole or not at all.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// A file that cannot be written, in one line with the cure where there is one.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The path is a folder.
    #[error("{path}: this is a folder; name a file in it", path = .0.display())]
    Folder(PathBuf),
    /// The path is a device, a pipe or a socket.
    #[error("{path}: this is not an ordinary file; name one", path = .0.display())]
    NotAFile(PathBuf),
    /// The folder is not there.
    #[error("{path}: there is no folder {folder}; make it first", path = .0.display(), folder = folder_of(.0).display())]
    NoFolder(PathBuf),
    /// Something went wrong on the way.
    #[error("{path}: it cannot be written; nothing there was changed", path = .path.display())]
    Write {
        /// Which file.
        path: PathBuf,
        /// What went wrong.
        source: io::Error,
    },
}

/// What the names of files begin with that are not whole yet. A program that is killed
/// leaves one behind.
pub const SCRATCH: &str = ".sandtable-";

/// Writes all the bytes or, when anything goes wrong on the way, leaves what was there.
///
/// # Errors
/// [`FileError`] when there can be no such file, or it cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    check_writable(path)?;
    let failed = |source| FileError::Write { path: path.to_owned(), source };
    // A link keeps pointing where it does: what it points to is replaced.
    let place = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let mut builder = tempfile::Builder::new();
    builder.prefix(SCRATCH);
    // As any other file: what the umask leaves of it, not the privacy of a scratch file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder_of(&place)).map_err(failed)?;
    file.as_file_mut().write_all(bytes).map_err(failed)?;
    file.as_file().sync_all().map_err(failed)?;
    file.persist(&place).map_err(|error| failed(error.error))?;
    Ok(())
}

/// Says at once, not after the battle, when a file could not be written there.
///
/// # Errors
/// [`FileError`] when there can be no such file.
pub fn check_writable(path: &Path) -> Result<(), FileError> {
    if path.is_dir() {
        return Err(FileError::Folder(path.to_owned()));
    }
    // Replacing a device or a pipe by a file would break more than this program.
    if path.metadata().is_ok_and(|found| !found.is_file()) {
        return Err(FileError::NotAFile(path.to_owned()));
    }
    if !folder_of(path).is_dir() {
        return Err(FileError::NoFolder(path.to_owned()));
    }
    Ok(())
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_that_fails_leaves_what_was_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("battle.save");
        write(&path, b"first").unwrap();
        write(&path, b"second").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "second");
        // A folder cannot be replaced by a file: the write fails after the text is out.
        let taken = folder.path().join("taken");
        std::fs::create_dir(&taken).unwrap();
        std::fs::write(taken.join("inside"), "kept").unwrap();
        assert!(write(&taken, b"third").is_err());
        assert!(write(&folder.path().join("missing/battle.save"), b"third").is_err());
        assert_eq!(std::fs::read_to_string(taken.join("inside")).unwrap(), "kept");
        let mut names: Vec<_> =
            std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["battle.save", "taken"], "no half-written file stays behind");
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_links_and_sockets_stay_sockets() {
        let folder = tempfile::tempdir().unwrap();
        let (real, link) = (folder.path().join("real"), folder.path().join("link"));
        write(&real, b"first").unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        write(&link, b"second").unwrap();
        assert!(link.is_symlink());
        assert_eq!(std::fs::read_to_string(&real).unwrap(), "second");
        let socket = folder.path().join("socket");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        assert!(write(&socket, b"third").unwrap_err().to_string().contains("not an ordinary file"));
        assert!(!socket.metadata().unwrap().is_file());
    }
}
