//! The table between the person and the program: lines in, lines out.

use std::io::{self, BufRead, IsTerminal as _, Read as _, Write};

use sandtable_engine::screen;

/// A longer line is cut: nobody types one.
const LONGEST_LINE: u64 = 4096;

/// Asks and tells, by plain lines.
pub(crate) struct Table<'a> {
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
    /// Whether what was typed must be printed too, so that a transcript can be read.
    echo: bool,
    /// A line that was typed at the question before.
    again: Option<String>,
}

impl<'a> Table<'a> {
    pub(crate) fn new(input: &'a mut dyn BufRead, output: &'a mut dyn Write) -> Self {
        Self { input, output, echo: !io::stdin().is_terminal(), again: None }
    }

    /// Prints text, and a line end if it lacks one.
    pub(crate) fn say(&mut self, text: &str) -> io::Result<()> {
        let text = screen::plain(text);
        self.output.write_all(text.as_bytes())?;
        if !text.ends_with('\n') {
            self.output.write_all(b"\n")?;
        }
        Ok(())
    }

    /// Asks, and reads a line; nothing at the end of the input.
    pub(crate) fn ask(&mut self, question: &str) -> io::Result<Option<String>> {
        write!(self.output, "{} > ", screen::plain(question))?;
        if let Some(line) = self.again.take() {
            writeln!(self.output, "{line}")?;
            return Ok(Some(line));
        }
        self.output.flush()?;
        let mut bytes = Vec::new();
        (&mut *self.input).take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            writeln!(self.output)?;
            return Ok(None);
        }
        let line = screen::one_line(&String::from_utf8_lossy(&bytes));
        if self.echo {
            writeln!(self.output, "{line}")?;
        }
        Ok(Some(line))
    }

    /// Asks for yes or no; nothing at the end of the input. Anything else means no, and is
    /// read again at the next question: who types `quit` wants to leave.
    pub(crate) fn confirm(&mut self, question: &str) -> io::Result<Option<bool>> {
        loop {
            let Some(line) = self.ask(&format!("{question} (y/n)"))? else {
                return Ok(None);
            };
            match line.to_lowercase().as_str() {
                "" => self.say("Type y or n.")?,
                "y" | "yes" => return Ok(Some(true)),
                "n" | "no" => return Ok(Some(false)),
                _ => {
                    self.again = Some(line);
                    return Ok(Some(false));
                }
            }
        }
    }
}
