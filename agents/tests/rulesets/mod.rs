//! A tiny ruleset for the tests of search.

use rand::Rng;
use sandtable_core::{
    Bounds, Broken, DiceError, Doctrine, Events, GameSeed, Node, NodeOf, Order, Reading, Ruleset, Scenario,
    ScenarioError, Seat, Throw, Verdict, hash,
};
use serde::{Deserialize, Serialize};

/// The password: `seat` says three words in a row, then the other seat two. The seat
/// wins when its words are yes, no, yes; unless `parried` and the other answers yes, yes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Password {
    pub seat: Seat,
    pub parried: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Said {
    pub words: u8,
    pub count: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) enum Word {
    No,
    Yes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Reason;

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the words are said")
    }
}

impl Ruleset for Password {
    const ID: &'static str = "password";
    const VERSION: u32 = 1;
    type State = Said;
    type Action = Word;
    type Outcome = ();
    type Event = ();
    type View = Said;
    type Reason = Reason;

    fn load(_: &Scenario) -> Result<Self, ScenarioError> {
        Ok(Self { seat: Seat::FIRST, parried: false })
    }

    fn start(&self) -> Said {
        Said { words: 0, count: 0 }
    }

    fn node(&self, said: &Said) -> NodeOf<Self> {
        match said.count {
            0..=2 => Node::Decision(self.seat),
            3..=4 => Node::Decision(self.seat.other()),
            _ => {
                let knows = said.words & 0b111 == 0b101;
                let parried = self.parried && said.words >> 3 == 0b11;
                let winner = if knows && !parried { self.seat } else { self.seat.other() };
                Node::Over(Verdict::win(winner, 0, Reason))
            }
        }
    }

    fn turn(&self, _: &Said) -> u16 {
        1
    }

    fn actions(&self, said: &Said, out: &mut Vec<Word>) {
        out.clear();
        if said.count < 5 {
            out.extend([Word::No, Word::Yes]);
        }
    }

    fn outcomes(&self, _: &Said, out: &mut Vec<((), u32)>) {
        out.clear();
    }

    fn apply(&self, said: &mut Said, word: Word, _: &mut impl Events<Self>) {
        said.words |= (word as u8) << said.count;
        said.count += 1;
    }

    fn resolve(&self, _: &mut Said, (): (), _: &mut impl Events<Self>) {}

    fn throw(&self, _: &Said) -> Throw {
        panic!("there are no dice")
    }

    fn read(&self, _: &Said, _: &[u8]) -> Result<Reading<()>, DiceError> {
        Err(DiceError::NotDue)
    }

    fn view(&self, said: &Said, _: Seat) -> Said {
        *said
    }

    fn sample<G: Rng + ?Sized>(&self, view: &Said, _: &mut G) -> Said {
        *view
    }

    fn redact(&self, (): &(), _: Seat) -> Option<()> {
        Some(())
    }

    fn mirror(&self) -> Option<Self> {
        None
    }

    fn mirror_state(&self, said: &Said) -> Said {
        *said
    }

    fn mirror_action(&self, word: Word) -> Word {
        word
    }

    fn check(&self, _: &Said) -> Result<(), Broken> {
        Ok(())
    }

    fn key(&self, said: &Said) -> u64 {
        hash::mix(u64::from(said.words) << 8 | u64::from(said.count))
    }

    fn view_key(&self, said: &Said, _: Seat) -> u64 {
        self.key(said)
    }

    fn bounds(&self) -> Bounds {
        Bounds { actions: 2, steps: 5 }
    }

    fn notation(&self, _: &Said, word: Word) -> String {
        format!("{word:?}")
    }

    fn scenarios() -> &'static [(&'static str, &'static str)] {
        &[]
    }

    fn generate(_: GameSeed) -> Option<Scenario> {
        None
    }
}

impl Doctrine for Password {
    const DRILL_VERSION: u32 = 1;

    fn material(&self, _: &Said) -> i32 {
        0
    }

    fn evaluate(&self, said: &Said) -> f32 {
        match self.node(said) {
            Node::Over(verdict) => verdict.value() as f32,
            _ => 0.0,
        }
    }

    fn is_at_rest(&self, said: &Said) -> bool {
        said.count == 0
    }

    fn eager<G: Rng + ?Sized>(&self, _: &Said, actions: &[Word], rng: &mut G) -> usize {
        (rng.next_u32() as usize) % actions.len()
    }

    fn drill(&self, _: &Said, _: Seat, actions: &[Word]) -> Order<Word> {
        Order { action: actions[0], why: "It always says no.".to_owned() }
    }
}
