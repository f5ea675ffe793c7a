//! A battle whose ruleset is known by name only, with its agents and its logs.

use std::any::Any;
use std::sync::Arc;

use sandtable_agents::{AgentSpec, Clock, Networks};
use sandtable_core::record::{Line, RecordError};
use sandtable_core::scene::PieceId;
use sandtable_core::{GameSeed, Playable, Record, Scenario, Seat};
use sandtable_gym::{Visitor, visit};
use sandtable_protocol::call::ActionChoice;
use sandtable_protocol::play::{DiceMode, GameId, Player, Viewer};
use sandtable_protocol::{Code, Fault, Situation, reply, situation};

use crate::hosted::Hosted;

/// A battle with its agents and its logs. What is for a viewer comes from what that viewer
/// may know.
pub(crate) trait Battle: Send {
    /// What the battle waits for.
    fn standing(&self) -> Standing;
    /// The record so far.
    fn record(&self) -> &Record;
    /// How many entries a viewer's log has.
    fn step(&self, viewer: Viewer) -> u32;
    /// What a viewer knows, as a number that is equal for equal knowledge.
    fn knowledge(&self, viewer: Viewer) -> u64;
    /// About how many bytes it takes.
    fn bytes(&self) -> usize;
    /// How it stands for a viewer.
    fn situation(&self, frame: Frame) -> Situation;
    /// How it ended.
    fn verdict(&self) -> Option<situation::Verdict>;
    /// Whether nothing is hidden from a viewer now.
    fn knows_all(&self, viewer: Viewer) -> bool;
    /// The legal list of whoever decides, in notation.
    fn listed(&self) -> Vec<String>;
    /// Whether the whole record tells a viewer nothing that it did not know when it happened.
    fn saw_all(&self, viewer: Viewer) -> bool;
    /// What a viewer saw, as JSON Lines.
    fn log(&self, viewer: Viewer) -> String;

    /// Takes a decision of the seat that decides.
    fn act(&mut self, action: &ActionChoice) -> Result<(), Fault>;
    /// Whether the decision at a line of the record was this one.
    fn was(&self, line: usize, action: &ActionChoice) -> bool;
    /// Throws the dice that are due: from the seed, or where nobody but an agent may see them.
    fn throw(&mut self) -> Result<(), Fault>;
    /// Takes dice that were thrown elsewhere.
    fn throw_was(&mut self, pips: &[u8]) -> Result<(), Fault>;
    /// A seat gives up.
    fn resign(&mut self, seat: Seat) -> Result<(), Fault>;
    /// Takes the viewer's last decision back; says how many lines of the record are left.
    fn undo(&mut self, viewer: Viewer) -> Result<usize, Fault>;

    /// Lets the agent whose turn it is think.
    fn think(&self) -> Result<Think, Fault>;
    /// Takes the decision that it came to.
    fn decided(&mut self, found: Found) -> Result<(), Fault>;
    /// Lets an agent think about the decision at hand for whoever has to take it.
    fn advise(&self, spec: &AgentSpec, decision: String, seed: GameSeed) -> Result<Advise, Fault>;
    /// What an agent thought at an entry of the viewer's log.
    fn explain(&self, viewer: Viewer, step: Option<u32>) -> Result<reply::Explained, Fault>;
    /// Where a piece could go and whom it could attack.
    fn reach(&self, viewer: Viewer, piece: PieceId) -> reply::Reach;
    /// The odds of the throw that an action leads to.
    fn odds(&self, action: &ActionChoice) -> Result<reply::Odds, Fault>;
    /// Writes the report.
    fn report(&self) -> Box<dyn FnOnce() -> Result<String, Fault> + Send>;
}

/// What a battle waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// This seat decides.
    Decision(Seat),
    /// Dice are thrown, which these seats see.
    Throw([bool; 2]),
    /// The battle is over.
    Over,
}

/// What a situation has that the battle itself does not know.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) game: GameId,
    pub(crate) viewer: Viewer,
    /// The log from this entry on; nothing for everything, and the table.
    pub(crate) since: Option<u32>,
    pub(crate) players: [Player; 2],
    pub(crate) dice: DiceMode,
    pub(crate) paused: bool,
    /// The name of the decision or throw at hand, if it is the viewer's.
    pub(crate) at_hand: Option<String>,
    pub(crate) commitment: String,
    /// So many lines of the record come from the file that the battle was continued from.
    pub(crate) continued: usize,
    pub(crate) secret: Option<situation::Secret>,
    pub(crate) hash: String,
}

/// An agent's work on a position of its own. It runs on a thread of the pool, with no lock.
pub(crate) type Think = Box<dyn FnOnce(&dyn Clock) -> Found + Send>;
/// As [`Think`], for advice.
pub(crate) type Work = Box<dyn FnOnce(&dyn Clock) -> reply::Hint + Send>;
/// An adviser's work: the advice, and what to call an action by its index while it works.
pub(crate) struct Advise {
    /// The legal list in notation.
    pub(crate) list: Vec<String>,
    /// The work.
    pub(crate) work: Work,
}
/// What an agent came to; only the battle that asked can read it.
pub(crate) struct Found(pub(crate) Box<dyn Any + Send>);

/// What a battle is begun or gone on with.
pub(crate) struct Setup<'a> {
    pub(crate) scenario: &'a Scenario,
    pub(crate) players: [Player; 2],
    /// The agents that play, by seat.
    pub(crate) specs: [Option<AgentSpec>; 2],
    /// The seed of the dice that the engine throws for everybody to see, if it does.
    pub(crate) dice: Option<GameSeed>,
    /// The seed of everything else.
    pub(crate) seed: GameSeed,
    /// Who may look.
    pub(crate) viewers: Vec<Viewer>,
    /// The lines of the record so far.
    pub(crate) lines: Vec<Line>,
    pub(crate) networks: Arc<Networks>,
}

/// Begins a battle, or goes on with one.
///
/// # Errors
/// When this build lacks the ruleset, it refuses the scenario, the lines do not replay, or
/// an agent cannot be built.
pub(crate) fn begin(setup: Setup<'_>) -> Result<Box<dyn Battle>, Fault> {
    let id = setup.scenario.ruleset();
    visit(id, Begin(setup)).map_err(|error| Fault::at(Code::BadScenario, "ruleset", error.to_string()))?
}

struct Begin<'a>(Setup<'a>);

impl Visitor for Begin<'_> {
    type Out = Result<Box<dyn Battle>, Fault>;

    fn visit<R: Playable>(self) -> Self::Out {
        Ok(Box::new(Hosted::<R>::begin(self.0)?))
    }
}

/// A record that does not replay.
pub(crate) fn bad_record(error: &RecordError) -> Fault {
    let field = match error {
        RecordError::Line { line: 1, .. } | RecordError::Version { .. } | RecordError::Ruleset { .. } => {
            "record"
        }
        RecordError::Line { .. } => "lines",
    };
    Fault::at(Code::BadRecord, field, error.to_string())
}
