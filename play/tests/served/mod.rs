//! A real `sandtable serve` in a process of its own, and front ends that play on it.

#![allow(dead_code, reason = "each test file uses its own part")]
#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The server's own tests have it, too.
#[path = "../../server/tests/common/front_end.rs"]
mod front_end;

pub(crate) use front_end::{FrontEnd, Gone};

/// A server in a process of its own; killed when dropped.
pub(crate) struct Served {
    child: Child,
    /// `127.0.0.1:PORT`.
    pub(crate) place: String,
}

impl Served {
    /// Starts one on a free port, with its battles in `data`.
    pub(crate) fn start(data: &Path, options: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sandtable"))
            .args(["serve", "--port", "0", "--data"])
            .arg(data)
            .args(options)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let place = line.trim().rsplit_once("http://").unwrap().1.trim_end_matches('/').to_owned();
        Self { child, place }
    }

    /// Ends it at once, whatever it is doing.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Asks it to end, and waits until it has.
    #[cfg(unix)]
    pub(crate) fn terminate(mut self) -> std::process::ExitStatus {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(start.elapsed() < Duration::from_secs(20), "it does not stop");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// The most memory it ever had, in KiB, where the system tells.
    pub(crate) fn peak_memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.trim().trim_end_matches("kB").trim().parse().ok()
    }

    pub(crate) async fn connect(&self) -> FrontEnd {
        FrontEnd::connect(&self.place).await
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A battle as one front end was told of it.
pub(crate) struct Battle {
    pub(crate) game: String,
    pub(crate) token: String,
    /// The latest situation that was sent.
    pub(crate) situation: Value,
    /// Everything that was ever sent of the log, by its place.
    pub(crate) log: Vec<Value>,
    /// How many of its own decisions were acknowledged.
    pub(crate) decided: u32,
}

impl Battle {
    /// Begins a battle, the first seat played by this front end.
    pub(crate) async fn begin(
        front_end: &mut FrontEnd,
        scenario: &str,
        opponent: &str,
    ) -> Result<Self, Gone> {
        let seats = json!({"first": "client", "second": opponent});
        let fields = json!({"scenario": scenario, "seats": seats, "dice": "server", "number": "5a"});
        let mut begun = front_end.ok("new_game", fields).await?;
        let mut battle = Self {
            game: begun["game"].as_str().unwrap().to_owned(),
            token: begun["tokens"]["first"].as_str().unwrap().to_owned(),
            situation: Value::Null,
            log: Vec::new(),
            decided: 0,
        };
        battle.see(begun["situation"].take());
        battle.hear_all(front_end);
        Ok(battle)
    }

    /// Whether there is nothing more to decide.
    pub(crate) fn is_over(&self) -> bool {
        self.situation["node"] == "over"
    }

    fn seated(&self) -> Value {
        json!({"game": self.game, "token": self.token})
    }

    /// Takes the events that came meanwhile, in their order.
    fn hear_all(&mut self, front_end: &mut FrontEnd) {
        for event in std::mem::take(&mut front_end.events) {
            self.hear(event);
        }
    }

    /// Takes an event.
    fn hear(&mut self, event: Value) {
        assert_ne!(event["event"], "trouble", "{event}");
        if event["event"] == "situation" && event["game"] == json!(self.game) {
            self.see(event);
        }
    }

    /// Takes a situation: what was sent before must still stand.
    fn see(&mut self, situation: Value) {
        for entry in situation["log"].as_array().unwrap() {
            let place = entry["step"].as_u64().unwrap() as usize;
            if let Some(known) = self.log.get(place) {
                assert_eq!(told(known), told(entry), "what was told has changed");
            } else {
                assert_eq!(place, self.log.len(), "a gap in the log");
                self.log.push(entry.clone());
            }
        }
        let is_newer = situation["step"].as_u64() >= self.situation["step"].as_u64();
        if is_newer {
            self.situation = situation;
        }
    }

    /// Joins again after the connection was lost; everything that was ever told must be
    /// there.
    pub(crate) async fn rejoin(&mut self, front_end: &mut FrontEnd) -> Result<(), Gone> {
        let situation = front_end.ok("join", self.seated()).await?;
        let entries = situation["log"].as_array().unwrap().len();
        assert!(entries >= self.log.len(), "{} entries were told and {entries} are there", self.log.len());
        // What is newer than anything told was decided, but not acknowledged.
        let own = |entry: &&Value| entry["seat"] == "first" && entry["kind"] == "decision";
        let kept = situation["log"].as_array().unwrap().iter().filter(own).count() as u32;
        assert!(
            kept == self.decided || kept == self.decided + 1,
            "{kept} kept, {} acknowledged",
            self.decided
        );
        self.decided = kept;
        self.situation = Value::Null;
        self.see(situation);
        self.hear_all(front_end);
        Ok(())
    }

    /// Asks something else; what happens meanwhile is heard.
    pub(crate) async fn ask(
        &mut self,
        front_end: &mut FrontEnd,
        request: &'static str,
    ) -> Result<Value, Gone> {
        let answer = front_end.ok(request, self.seated()).await?;
        self.hear_all(front_end);
        Ok(answer)
    }

    /// Waits for its turn and decides; says whether the battle goes on.
    pub(crate) async fn decide(
        &mut self,
        front_end: &mut FrontEnd,
        choose: impl Fn(usize) -> usize,
    ) -> Result<bool, Gone> {
        while self.situation["decision"].is_null() {
            if self.is_over() {
                return Ok(false);
            }
            let event = front_end.event().await?;
            self.hear(event);
        }
        let mut fields = self.seated();
        fields["decision"] = self.situation["decision"].clone();
        fields["action"] = json!(choose(self.situation["actions"].as_array().unwrap().len()));
        let situation = front_end.ok("act", fields).await?;
        self.decided += 1;
        // In the order in which they came.
        self.hear_all(front_end);
        self.see(situation);
        Ok(true)
    }
}

/// What of an entry must never change. Whether a thought can be explained may.
fn told(entry: &Value) -> [&Value; 5] {
    ["turn", "seat", "kind", "text", "dice"].map(|field| &entry[field])
}
