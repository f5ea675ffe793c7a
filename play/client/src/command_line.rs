//! The command line of another program.

use std::fmt;
use std::str::FromStr;

/// A program and its arguments. Reads from one text, quoted as for a shell; no shell runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    program: String,
    arguments: Vec<String>,
}

/// Text that is no command line, in one line with the cure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandLineError {
    /// There is nothing.
    #[error("it names no program: write the program, then its arguments, as `./my-bot --fast`")]
    Empty,
    /// A quote is open.
    #[error("a quote in it is not closed: write as for a shell, `./my-bot 'two words'`")]
    Quote,
}

impl CommandLine {
    /// The program is the first word, its arguments are the others.
    ///
    /// # Errors
    /// [`CommandLineError::Empty`] when there is no word, or the first is empty.
    pub fn of_words(words: impl IntoIterator<Item = String>) -> Result<Self, CommandLineError> {
        let mut words = words.into_iter();
        match words.next() {
            Some(program) if !program.is_empty() => Ok(Self { program, arguments: words.collect() }),
            _ => Err(CommandLineError::Empty),
        }
    }

    /// The program.
    pub fn program(&self) -> &str {
        &self.program
    }

    /// Its arguments.
    pub fn arguments(&self) -> &[String] {
        &self.arguments
    }
}

impl FromStr for CommandLine {
    type Err = CommandLineError;

    fn from_str(text: &str) -> Result<Self, CommandLineError> {
        Self::of_words(shlex::split(text).ok_or(CommandLineError::Quote)?)
    }
}

/// Quoted where needed, so that it reads back.
impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = std::iter::once(&self.program).chain(&self.arguments);
        for (place, word) in words.enumerate() {
            if place > 0 {
                f.write_str(" ")?;
            }
            match shlex::try_quote(word) {
                Ok(quoted) => f.write_str(&quoted)?,
                // A word with a zero byte, which no program can be given.
                Err(_) => f.write_str(&word.replace('\0', "?"))?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_quotes_read_back() {
        for text in ["./my-bot", "./my-bot --fast", "python3 'my bot.py' ''"] {
            assert_eq!(text.parse::<CommandLine>().unwrap().to_string(), text);
        }
        let command: CommandLine = " \"./my bot\"  -x 'a\"b' ".parse().unwrap();
        assert_eq!(
            (command.program(), command.arguments()),
            ("./my bot", &["-x", "a\"b"].map(str::to_owned)[..])
        );
    }

    #[test]
    fn what_is_no_command_line_names_the_cure() {
        let error = |text: &str| text.parse::<CommandLine>().unwrap_err();
        assert_eq!(error("  "), CommandLineError::Empty);
        assert_eq!(error("''"), CommandLineError::Empty);
        assert_eq!(error("./my-bot 'two"), CommandLineError::Quote);
    }
}
