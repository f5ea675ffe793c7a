//! The engine over lines: what comes in is read until its end, what goes out is written by
//! a thread of its own, so that a slow reader keeps no game waiting.

use std::io::{self, BufRead, Read as _, Write};
use std::sync::mpsc;
use std::thread;

use sandtable_protocol::message::{Answer, Message};
use sandtable_protocol::{Code, Fault};

use crate::engine::{Engine, EngineError};
use crate::limits::Limits;
use crate::store::Memory;

/// Why lines could not be served any longer.
#[derive(Debug, thiserror::Error)]
pub enum StdioError {
    /// The engine does not start.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// It refuses the only connection there is.
    #[error(transparent)]
    Refused(#[from] Fault),
    /// Reading failed.
    #[error("the input cannot be read: {0}")]
    Io(#[from] io::Error),
}

/// Serves one front end until its input ends: then thoughts end too, and everything that
/// was answered has been written.
///
/// # Errors
/// [`StdioError`] says what failed.
pub fn serve(
    limits: Limits,
    input: &mut dyn BufRead,
    mut output: impl Write + Send + 'static,
) -> Result<(), StdioError> {
    let most = limits.line;
    let engine = Engine::new(limits, Box::new(Memory::default()))?;
    let (out, lines) = mpsc::channel::<Message>();
    let writer = thread::spawn(move || {
        for message in lines {
            let written = writeln!(output, "{}", message.to_line()).and_then(|()| output.flush());
            // Nobody reads any more: the rest is for nobody.
            if written.is_err() {
                break;
            }
        }
    });
    let sink = out.clone();
    let connection = engine.connect(Box::new(move |message| drop(sink.send(message))))?;
    let read = each_line(input, most, |line| {
        if let Some(line) = line {
            return connection.receive(&line);
        }
        let error = Some(Fault::new(Code::TooLarge, format!("a message has at most {most} bytes of UTF-8")));
        drop(out.send(Message::Answer(Answer { id: None, ok: None, error, warnings: Vec::new() })));
    });
    engine.stop();
    drop(connection);
    drop(engine);
    drop(out);
    // The writer ends with the last sender; if it broke off, the output was closed.
    let _ = writer.join();
    Ok(read?)
}

/// Calls `each` with every line that is not empty; nothing for one that is too long or no
/// text.
fn each_line(input: &mut dyn BufRead, most: usize, mut each: impl FnMut(Option<String>)) -> io::Result<()> {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = (&mut *input).take(most as u64 + 2).read_until(b'\n', &mut bytes)?;
        if read == 0 {
            return Ok(());
        }
        let is_whole = bytes.ends_with(b"\n");
        if bytes.len() > most + 1 || !is_whole && bytes.len() > most {
            if !is_whole {
                skip_line(input)?;
            }
            each(None);
            continue;
        }
        match std::str::from_utf8(&bytes) {
            Ok(text) if text.trim().is_empty() => {}
            Ok(text) => each(Some(text.trim().to_owned())),
            Err(_) => each(None),
        }
    }
}

fn skip_line(input: &mut dyn BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let length = end.map_or(buffer.len(), |end| end + 1);
        input.consume(length);
        if end.is_some() {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &[u8], most: usize) -> Vec<Option<String>> {
        let mut lines = Vec::new();
        each_line(&mut io::BufReader::with_capacity(4, text), most, |line| lines.push(line)).unwrap();
        lines
    }

    #[test]
    fn lines_are_read_whole_and_too_long_ones_are_passed_over() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(read(b"one\n\n  \ntwo\r\nthree", 10), [some("one"), some("two"), some("three")]);
        assert_eq!(read(b"0123456789\nx\n", 10), [some("0123456789"), some("x")]);
        assert_eq!(read(b"0123456789a\nx\n", 10), [None, some("x")]);
        assert_eq!(read(b"0123456789abcdefghi\nx", 10), [None, some("x")]);
        assert_eq!(read(b"\xff\xfe\nx\n", 10), [None, some("x")]);
    }
}
