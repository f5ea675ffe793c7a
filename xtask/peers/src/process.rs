//! Another program that is asked, line by line, to decide and to say how long it took.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, bail};

use crate::Peer;

/// A process that says `ready` once and then answers lines of two numbers, simulations a
/// decision and decisions, with the seconds that those decisions took.
pub(crate) struct Process {
    name: &'static str,
    settings: &'static str,
    child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Process {
    /// Starts it and waits until it is ready.
    pub(crate) fn start(
        name: &'static str,
        settings: &'static str,
        command: &mut Command,
    ) -> anyhow::Result<Self> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("{name} does not start"))?;
        let questions = child.stdin.take().context("piped above")?;
        let answers = BufReader::new(child.stdout.take().context("piped above")?);
        let mut process = Self { name, settings, child, questions, answers };
        let ready = process.answer()?;
        if ready != "ready" {
            bail!("{name} answered `{ready}`, not `ready`");
        }
        Ok(process)
    }

    fn answer(&mut self) -> anyhow::Result<String> {
        let mut line = String::new();
        if self.answers.read_line(&mut line)? == 0 {
            bail!("{} ended before it answered", self.name);
        }
        Ok(line.trim().to_owned())
    }
}

impl Peer for Process {
    fn name(&self) -> &'static str {
        self.name
    }

    fn settings(&self) -> &'static str {
        self.settings
    }

    fn decide(&mut self, simulations: u32, decisions: u32) -> anyhow::Result<Duration> {
        writeln!(self.questions, "{simulations} {decisions}")
            .with_context(|| format!("{} ended", self.name))?;
        let answer = self.answer()?;
        let seconds: f64 = answer.parse().with_context(|| format!("{} answered `{answer}`", self.name))?;
        Ok(Duration::try_from_secs_f64(seconds)?)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Its work is done; whether it ends by itself first is all one.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs a command that must succeed; says `fault` and the command's last line otherwise.
pub(crate) fn must(command: &mut Command, fault: &str) -> anyhow::Result<()> {
    let output = match command.output() {
        Ok(output) if output.status.success() => return Ok(()),
        Ok(output) => [output.stdout, output.stderr].concat(),
        Err(error) => bail!("{fault} ({error})"),
    };
    let said = String::from_utf8_lossy(&output);
    let last = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it said nothing");
    bail!("{fault} ({})", last.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> anyhow::Result<Process> {
        Process::start("the shell", "", Command::new("sh").args(["-c", script]))
    }

    #[test]
    fn seconds_are_read_and_nonsense_is_refused() {
        let mut peer = shell("echo ready; read a b; echo 0.5; read a b; echo soon; read a b").unwrap();
        assert_eq!(peer.decide(10, 2).unwrap(), Duration::from_millis(500));
        assert!(peer.decide(10, 2).unwrap_err().to_string().contains("the shell answered `soon`"));
    }

    #[test]
    fn a_program_that_ends_is_named() {
        assert_eq!(shell("true").err().unwrap().to_string(), "the shell ended before it answered");
        assert!(shell("echo hello").err().unwrap().to_string().contains("`hello`, not `ready`"));
    }

    #[test]
    fn a_failing_command_says_its_last_line() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo first; echo no network >&2; exit 1"]);
        let error = must(&mut command, "pip cannot install it").unwrap_err();
        assert_eq!(error.to_string(), "pip cannot install it (no network)");
    }
}
