//! Another program that is spoken to by lines.
//!
//! Three threads serve its pipes, so that neither side can wait for the other for ever:
//! what it is sent waits in memory, what it answers waits in a short queue (a program that
//! talks without being asked is slowed down, not remembered), and of its standard error
//! only the end is kept. When the value is dropped the program ends, and with it all that
//! it has started in its process group; it is always waited for.

use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::time::{Duration, Instant};

use crate::CommandLine;
use crate::running;
use crate::tail::{Tail, excerpt};

/// A line may be so long: room for the record of a long battle in an answer.
pub const MOST_BYTES: usize = 4 << 20;
/// So many lines wait to be read.
const MOST_LINES: usize = 16;
/// A program whose output has ended is given so long to end itself.
const LAST_WORDS: Duration = Duration::from_millis(500);
/// How much of a line that cannot be read is told.
const TOLD: usize = 80;

/// A running program.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: Option<Sender<String>>,
    output: Receiver<Result<String, Fault>>,
    errors: Tail,
    /// Closed when all of its standard error is read.
    errors_read: Receiver<()>,
    is_reaped: bool,
}

/// A program that does not start, in one line.
#[derive(Debug, thiserror::Error)]
#[error("{program}: it does not start: {error}")]
pub struct StartError {
    /// The program.
    pub program: String,
    /// Why not.
    pub error: std::io::Error,
}

/// Why there is no line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// None came in time.
    #[error("no answer within {} ms", .0.as_millis())]
    Silent(Duration),
    /// The program has ended, or closed its output.
    #[error("{how}{}", if .said.is_empty() { String::new() } else { format!("; it said: {}", .said) })]
    Ended {
        /// How, in words.
        how: String,
        /// The last line on its standard error; empty where it said nothing.
        said: String,
    },
    /// A line longer than [`MOST_BYTES`].
    #[error("a line of more than {MOST_BYTES} bytes")]
    TooLong,
    /// More bytes in all than anybody wants to hear.
    #[error("more than {0} bytes in all")]
    Endless(usize),
    /// Bytes that are no text.
    #[error("a line that is not UTF-8 text: {0}")]
    NotText(String),
}

impl Process {
    /// Starts a program, found as a shell finds it. Its working folder is this program's.
    ///
    /// # Errors
    /// [`StartError`] when there is no such program, or it cannot be run.
    pub fn start(command: &CommandLine) -> Result<Self, StartError> {
        let failed = |error| StartError { program: command.program().to_owned(), error };
        let mut started = Command::new(command.program());
        started.args(command.arguments());
        started.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own: whatever it starts ends with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut started, 0);
        let mut child = started.spawn().map_err(failed)?;
        running::add(child.id());
        let (input, lines) = mpsc::channel();
        let (sender, output) = mpsc::sync_channel(MOST_LINES);
        let errors = Tail::default();
        if let Some(pipe) = child.stdin.take() {
            std::thread::spawn(move || write_lines(pipe, &lines));
        }
        if let Some(pipe) = child.stdout.take() {
            std::thread::spawn(move || read_lines(pipe, &sender));
        }
        let (done, errors_read) = mpsc::channel();
        if let Some(pipe) = child.stderr.take() {
            let errors = errors.clone();
            std::thread::spawn(move || {
                errors.follow(pipe);
                drop(done);
            });
        }
        Ok(Self { child, input: Some(input), output, errors, errors_read, is_reaped: false })
    }

    /// Sends a line. Never waits, and says nothing of a program that has ended: the next
    /// [`receive`](Self::receive) does.
    pub fn send(&self, line: impl Into<String>) {
        let mut line = line.into();
        line.push('\n');
        if let Some(input) = &self.input {
            let _ = input.send(line);
        }
    }

    /// Closes its input: it is asked nothing more.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line that it writes.
    ///
    /// # Errors
    /// [`Fault`] when none comes in time, none can come any more, or it cannot be read.
    pub fn receive(&mut self, patience: Duration) -> Result<String, Fault> {
        match self.output.recv_timeout(patience) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => Err(Fault::Silent(patience)),
            Err(RecvTimeoutError::Disconnected) => Err(self.end()),
        }
    }

    /// Waits until the program has ended by itself. Whether it has.
    pub fn has_ended_within(&mut self, patience: Duration) -> bool {
        let until = Instant::now() + patience;
        while !is_over(&mut self.child) {
            if Instant::now() >= until {
                return false;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        true
    }

    /// The last line on its standard error so far, for a reason; empty when there is none.
    pub fn said(&self) -> String {
        self.errors.last_line()
    }

    /// Its output has ended: how.
    fn end(&mut self) -> Fault {
        let how = if self.has_ended_within(LAST_WORDS) {
            let status = self.reap();
            let _ = self.errors_read.recv_timeout(LAST_WORDS);
            match status {
                Some(status) => format!("it ended ({status})"),
                None => "it ended".to_owned(),
            }
        } else {
            "it closed its output".to_owned()
        };
        Fault::Ended { how, said: self.said() }
    }

    /// Ends it and what it has started, and waits for it.
    fn reap(&mut self) -> Option<ExitStatus> {
        if !std::mem::replace(&mut self.is_reaped, true) {
            running::remove(self.child.id());
            // Before it is waited for: until then no other group can have its number.
            #[cfg(unix)]
            running::kill(self.child.id());
            let _ = self.child.kill();
        }
        // Once waited for, it only tells the status again.
        self.child.wait().ok()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.close_input();
        self.reap();
    }
}

/// Whether it has ended. Where that can be told without reaping it, it is not reaped.
#[cfg(unix)]
fn is_over(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) else {
        return true;
    };
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    // An error means that it has been waited for.
    waitid(WaitId::Pid(pid), options).map_or(true, |status| status.is_some())
}

#[cfg(not(unix))]
fn is_over(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

fn write_lines(mut pipe: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if pipe.write_all(line.as_bytes()).and_then(|()| pipe.flush()).is_err() {
            return;
        }
    }
}

/// Reads lines until the output ends, nobody listens any more, or a line is too long.
fn read_lines(pipe: impl Read, lines: &SyncSender<Result<String, Fault>>) {
    let mut pipe = BufReader::new(pipe);
    loop {
        let mut bytes = Vec::new();
        let most = MOST_BYTES as u64 + 1;
        match pipe.by_ref().take(most).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let is_too_long = bytes.len() > MOST_BYTES;
        let line = if is_too_long {
            Err(Fault::TooLong)
        } else {
            String::from_utf8(bytes).map(|line| line.trim_end_matches(['\n', '\r']).to_owned()).map_err(
                |error| Fault::NotText(excerpt(String::from_utf8_lossy(error.as_bytes()).trim_end(), TOLD)),
            )
        };
        if lines.send(line).is_err() || is_too_long {
            return;
        }
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;

    const SOON: Duration = Duration::from_secs(20);

    fn shell(script: &str) -> Process {
        let words = ["sh", "-c", script].map(str::to_owned);
        Process::start(&CommandLine::of_words(words).unwrap()).unwrap()
    }

    fn is_there(pid: u32) -> bool {
        std::path::Path::new("/proc").join(pid.to_string()).exists()
    }

    #[test]
    fn lines_go_to_and_fro() {
        let mut echo = shell("while read line; do echo \"got $line\"; done");
        for line in ["one", "two"] {
            echo.send(line);
            assert_eq!(echo.receive(SOON), Ok(format!("got {line}")));
        }
        assert_eq!(echo.receive(Duration::from_millis(20)), Err(Fault::Silent(Duration::from_millis(20))));
        echo.close_input();
        assert!(echo.has_ended_within(SOON));
    }

    #[test]
    fn how_it_ended_is_told_with_its_last_words() {
        let mut program = shell("echo hello; echo 'no such book' >&2; exit 3");
        assert_eq!(program.receive(SOON), Ok("hello".to_owned()));
        let fault = program.receive(SOON).unwrap_err();
        assert_eq!(fault.to_string(), "it ended (exit status: 3); it said: no such book");
        assert_eq!(program.receive(SOON).unwrap_err(), fault, "asked again, the same");
        let mut killed = shell("kill -9 $$");
        assert!(killed.receive(SOON).unwrap_err().to_string().contains("signal: 9"));
        let mut closed = shell("exec >&-; sleep 100");
        assert!(closed.receive(SOON).unwrap_err().to_string().starts_with("it closed its output"));
    }

    #[test]
    fn full_pipes_stop_nobody() {
        // It reads nothing, and says far more than a pipe holds on both streams.
        let mut flood = shell("yes error | head -c 600000 >&2; yes line");
        for _ in 0..20 {
            flood.send("x".repeat(1 << 20));
        }
        for _ in 0..1000 {
            assert_eq!(flood.receive(SOON), Ok("line".to_owned()));
        }
        assert_eq!(flood.said(), "error");
    }

    #[test]
    fn what_is_no_line_is_named() {
        let mut bytes = shell(r"printf '\377\376\n'; echo text");
        assert!(matches!(bytes.receive(SOON), Err(Fault::NotText(_))));
        assert_eq!(bytes.receive(SOON), Ok("text".to_owned()));
        let mut long = shell("tr '\\0' x < /dev/zero");
        assert_eq!(long.receive(SOON), Err(Fault::TooLong));
    }

    #[test]
    fn dropped_it_is_gone_with_what_it_started() {
        let mut program = shell("trap '' TERM; sleep 1000 & echo $!; wait");
        let started: u32 = program.receive(SOON).unwrap().parse().unwrap();
        let itself = program.child.id();
        assert!(is_there(started) && is_there(itself));
        drop(program);
        assert!(!is_there(itself), "it was waited for");
        // The orphan is waited for by somebody else, who may take a moment.
        let begin = Instant::now();
        let is_running = |pid: u32| {
            let status = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            !status.is_empty() && !status.contains(") Z ")
        };
        while is_running(started) && begin.elapsed() < SOON {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(!is_running(started));
    }

    #[test]
    fn a_program_that_does_not_start_is_named() {
        let error = Process::start(&"./no-such-bot".parse().unwrap()).unwrap_err().to_string();
        assert!(error.starts_with("./no-such-bot: it does not start: "), "{error}");
    }
}
