//! The real program, driven through pipes in a folder of its own.

#![allow(dead_code, reason = "each test file uses its own part")]
#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

use std::io::{Read as _, Write as _};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A folder with a program to run in it.
pub(crate) struct Place {
    folder: tempfile::TempDir,
}

/// What a run said.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Place {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// The files for battles in progress, with this ending.
    pub(crate) fn kept(&self, ending: &str) -> Vec<PathBuf> {
        let Ok(folder) = std::fs::read_dir(self.path("state")) else {
            return Vec::new();
        };
        folder
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|e| e == ending))
            .collect()
    }

    /// The program with its files in this folder.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
        command.args(arguments);
        self.prepare(&mut command);
        command
    }

    pub(crate) fn prepare(&self, command: &mut Command) {
        command
            .current_dir(self.folder.path())
            .env("SANDTABLE_STATE", self.path("state"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
    }

    /// Runs the program with these lines typed.
    pub(crate) fn run(&self, arguments: &[&str], typed: &str) -> Said {
        finish(self.command(arguments).spawn().unwrap(), typed)
    }

    /// Runs it and demands success.
    pub(crate) fn ok(&self, arguments: &[&str], typed: &str) -> String {
        let said = self.run(arguments, typed);
        assert_eq!(said.code, Some(0), "{arguments:?}: {}{}", said.out, said.err);
        assert_eq!(said.err, "", "{arguments:?}");
        said.out
    }

    /// Runs it and demands a refusal: exit code 2 and one line, which it returns.
    pub(crate) fn refused(&self, arguments: &[&str]) -> String {
        self.refused_with(arguments, &[])
    }

    /// The same, where the environment says this.
    pub(crate) fn refused_with(&self, arguments: &[&str], environment: &[(&str, &str)]) -> String {
        let child = self.command(arguments).envs(environment.iter().copied()).spawn().unwrap();
        let said = finish(child, "");
        assert_eq!(said.code, Some(2), "{arguments:?}: {}{}", said.out, said.err);
        assert_eq!(said.err.lines().count(), 1, "{arguments:?}: {}", said.err);
        assert!(said.err.starts_with("sandtable: "), "{arguments:?}: {}", said.err);
        assert!(!said.err.chars().any(|c| c.is_control() && c != '\n'), "{arguments:?}: {:?}", said.err);
        said.err
    }
}

/// Types the lines and waits for the end; a program that hangs is ended.
pub(crate) fn finish(mut child: Child, typed: &str) -> Said {
    let mut input = child.stdin.take().unwrap();
    let typed = typed.to_owned();
    let writer = std::thread::spawn(move || {
        // The program may end before it has read everything.
        let _ = input.write_all(typed.as_bytes());
    });
    let mut stdout = child.stdout.take().unwrap();
    let mut stderr = child.stderr.take().unwrap();
    let out = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        stdout.read_to_end(&mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    });
    let err = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        stderr.read_to_end(&mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    });
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if start.elapsed() > Duration::from_mins(2) {
            child.kill().unwrap();
            panic!("the program hangs: {}", out.join().unwrap());
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    writer.join().unwrap();
    Said { code: status.code(), out: out.join().unwrap(), err: err.join().unwrap() }
}
