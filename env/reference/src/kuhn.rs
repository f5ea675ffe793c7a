//! Kuhn poker: three cards, one hidden card each, one bet of one chip.
//!
//! Both players put in one chip and get a card of jack, queen and king. The first may
//! bet one chip more or pass; a bet is met or passed, a pass may be answered by a bet,
//! which the first may then meet or pass. Passing a bet gives up the pot; otherwise
//! the higher card takes it (Kuhn, "A simplified two-person poker", 1950).
//!
//! A verdict is the first player's net chips, at most two, as a share of two: the
//! game's value of -1/18 of a chip is a value of -1/36.

mod doctrine;
mod encoding;
mod words;

use rand::{Rng, RngExt as _};
use sandtable_core::{
    Bounds, Broken, DiceError, Die, Events, GameSeed, Node, NodeOf, Purpose, Reading, Ruleset, Scenario,
    ScenarioError, Seat, Seen, Throw, Verdict, hash,
};
use serde::{Deserialize, Serialize};

const DEAL: Purpose = Purpose::new(0, "deal");

/// Kuhn poker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kuhn;

/// A card, in order of rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Card {
    /// The lowest.
    Jack,
    /// The middle one.
    Queen,
    /// The highest.
    King,
}

impl Card {
    /// All three, in order.
    pub const ALL: [Self; 3] = [Self::Jack, Self::Queen, Self::King];
}

/// How far the deal and the betting have come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// This seat's card is dealt.
    Deal(Seat),
    /// The first player opens.
    Open,
    /// The first player passed.
    Passed,
    /// The first player bet.
    Bet,
    /// The first player passed, and the second bet.
    PassedBet,
    /// Both passed, or a bet was met: the cards are shown.
    Shown {
        /// What each player put in, in chips.
        chips: u8,
    },
    /// This seat passed the other's bet.
    Folded(Seat),
}

/// A game in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// Each seat's card, once dealt.
    pub cards: [Option<Card>; 2],
    /// How far it has come.
    pub stage: Stage,
}

/// A card as a seat sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Held {
    /// Not dealt yet.
    Undealt,
    /// Dealt face down.
    Hidden,
    /// Known.
    Known(Card),
}

/// What one seat knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// Who looks.
    pub seat: Seat,
    /// Each seat's card.
    pub cards: [Held; 2],
    /// How far it has come.
    pub stage: Stage,
}

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// Put in nothing more.
    Pass,
    /// Put in a chip: bet, or meet a bet.
    Bet,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Event {
    /// A card was dealt.
    Dealt {
        /// To whom.
        seat: Seat,
        /// Which; nothing for the other seat.
        card: Option<Card>,
    },
    /// A player passed or put in a chip.
    Acted {
        /// Who.
        seat: Seat,
        /// What.
        action: Action,
    },
    /// The cards were shown.
    Shown {
        /// Each seat's.
        cards: [Card; 2],
    },
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// The higher card took the pot.
    HigherCard,
    /// A bet was not met.
    Fold,
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::HigherCard => "the higher card takes the pot",
            Self::Fold => "a bet was not met",
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "ruleset")]
    _ruleset: String,
    #[serde(rename = "name")]
    _name: String,
    #[serde(default, rename = "summary")]
    _summary: String,
}

impl Stage {
    /// Who decides at this stage.
    const fn decider(self) -> Option<Seat> {
        match self {
            Self::Open | Self::PassedBet => Some(Seat::First),
            Self::Passed | Self::Bet => Some(Seat::Second),
            Self::Deal(_) | Self::Shown { .. } | Self::Folded(_) => None,
        }
    }

    /// The stage after an action at a decision.
    const fn after(self, action: Action) -> Self {
        match (self, action) {
            (Self::Open, Action::Pass) => Self::Passed,
            (Self::Open, Action::Bet) => Self::Bet,
            (Self::Passed, Action::Pass) => Self::Shown { chips: 1 },
            (Self::Passed, Action::Bet) => Self::PassedBet,
            (Self::Bet, Action::Pass) => Self::Folded(Seat::Second),
            (Self::PassedBet, Action::Pass) => Self::Folded(Seat::First),
            (Self::Bet | Self::PassedBet, Action::Bet) => Self::Shown { chips: 2 },
            (other, _) => other,
        }
    }

    const fn is_shown(self) -> bool {
        matches!(self, Self::Shown { .. })
    }

    /// A small number of its own.
    const fn code(self) -> u64 {
        match self {
            Self::Deal(seat) => seat.index() as u64,
            Self::Open => 2,
            Self::Passed => 3,
            Self::Bet => 4,
            Self::PassedBet => 5,
            Self::Folded(seat) => 6 + seat.index() as u64,
            Self::Shown { chips } => 8 + chips as u64,
        }
    }
}

impl State {
    /// The cards not dealt yet, in order of rank.
    fn stock(self) -> impl Iterator<Item = Card> {
        Card::ALL.into_iter().filter(move |card| !self.cards.contains(&Some(*card)))
    }

    /// Net chips of the first player, once the game is over.
    fn net(self) -> Option<(i32, Reason)> {
        match (self.stage, self.cards) {
            (Stage::Folded(seat), _) => Some((-seat.sign(), Reason::Fold)),
            (Stage::Shown { chips }, [Some(first), Some(second)]) => {
                let winner = if first > second { Seat::First } else { Seat::Second };
                Some((winner.sign() * i32::from(chips), Reason::HigherCard))
            }
            _ => None,
        }
    }
}

impl Ruleset for Kuhn {
    const ID: &'static str = "kuhn";
    const VERSION: u32 = 1;

    type State = State;
    type Action = Action;
    type Outcome = Card;
    type Event = Event;
    type View = View;
    type Reason = Reason;

    fn load(scenario: &Scenario) -> Result<Self, ScenarioError> {
        scenario.read::<Self, File>().map(|_| Self)
    }

    fn start(&self) -> State {
        State { cards: [None, None], stage: Stage::Deal(Seat::First) }
    }

    fn node(&self, state: &State) -> NodeOf<Self> {
        match (state.net(), state.stage.decider()) {
            (Some((chips, reason)), _) => Node::Over(Verdict::new(500 * chips as i16, chips, reason)),
            (None, Some(seat)) => Node::Decision(seat),
            (None, None) => Node::Chance,
        }
    }

    fn turn(&self, _: &State) -> u16 {
        1
    }

    fn actions(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        if state.stage.decider().is_some() {
            out.extend([Action::Pass, Action::Bet]);
        }
    }

    fn outcomes(&self, state: &State, out: &mut Vec<(Card, u32)>) {
        out.clear();
        if matches!(state.stage, Stage::Deal(_)) {
            out.extend(state.stock().map(|card| (card, 1)));
        }
    }

    fn apply(&self, state: &mut State, action: Action, log: &mut impl Events<Self>) {
        debug_assert!(state.stage.decider().is_some(), "{action:?} in {state:?}");
        let Some(seat) = state.stage.decider() else {
            return;
        };
        state.stage = state.stage.after(action);
        log.add(|| Event::Acted { seat, action });
        if let (true, [Some(first), Some(second)]) = (state.stage.is_shown(), state.cards) {
            log.add(|| Event::Shown { cards: [first, second] });
        }
    }

    fn resolve(&self, state: &mut State, card: Card, log: &mut impl Events<Self>) {
        debug_assert!(matches!(state.stage, Stage::Deal(_)), "{state:?}");
        let Stage::Deal(seat) = state.stage else {
            return;
        };
        state.cards[seat.index()] = Some(card);
        state.stage = match seat {
            Seat::First => Stage::Deal(Seat::Second),
            Seat::Second => Stage::Open,
        };
        log.add(|| Event::Dealt { seat, card: Some(card) });
    }

    /// The deal as a die: its pip counts the cards left, lowest first.
    fn throw(&self, state: &State) -> Throw {
        let Stage::Deal(seat) = state.stage else {
            panic!("no throw is due");
        };
        let mut throw = Throw::open(DEAL, 1, seat).with(Die::new(state.stock().count() as u8, seat));
        throw.seen = Seen::Only(seat);
        throw
    }

    fn read(&self, state: &State, dice: &[u8]) -> Result<Reading<Card>, DiceError> {
        if !matches!(state.stage, Stage::Deal(_)) {
            return Err(DiceError::NotDue);
        }
        self.throw(state).admits(dice)?;
        let card = state.stock().nth(usize::from(dice[0]) - 1);
        Ok(Reading::Outcome(card.expect("the throw admits one pip for every card left")))
    }

    fn view(&self, state: &State, seat: Seat) -> View {
        let held = |owner: Seat| match state.cards[owner.index()] {
            None => Held::Undealt,
            Some(card) if owner == seat || state.stage.is_shown() => Held::Known(card),
            Some(_) => Held::Hidden,
        };
        View { seat, cards: Seat::BOTH.map(held), stage: state.stage }
    }

    fn sample<G: Rng + ?Sized>(&self, view: &View, rng: &mut G) -> State {
        let mut state = State { cards: [None, None], stage: view.stage };
        for seat in Seat::BOTH {
            if let Held::Known(card) = view.cards[seat.index()] {
                state.cards[seat.index()] = Some(card);
            }
        }
        for seat in Seat::BOTH {
            if view.cards[seat.index()] == Held::Hidden {
                let left = state.stock().count();
                state.cards[seat.index()] = state.stock().nth(rng.random_range(0..left));
            }
        }
        state
    }

    fn redact(&self, event: &Event, seat: Seat) -> Option<Event> {
        Some(match *event {
            Event::Dealt { seat: owner, .. } if owner != seat => Event::Dealt { seat: owner, card: None },
            other => other,
        })
    }

    fn mirror(&self) -> Option<Self> {
        None
    }

    fn mirror_state(&self, state: &State) -> State {
        *state
    }

    fn mirror_action(&self, action: Action) -> Action {
        action
    }

    fn check(&self, state: &State) -> Result<(), Broken> {
        let broken = |fault: &str| Err(Broken(fault.to_owned()));
        let dealt = match state.stage {
            Stage::Deal(Seat::First) => [false, false],
            Stage::Deal(Seat::Second) => [true, false],
            _ => [true, true],
        };
        if state.cards.map(|card| card.is_some()) != dealt {
            return broken("the cards dealt do not fit the stage");
        }
        if state.cards[0].is_some() && state.cards[0] == state.cards[1] {
            return broken("one card was dealt twice");
        }
        if matches!(state.stage, Stage::Shown { chips } if !(1..=2).contains(&chips)) {
            return broken("a player puts in one chip or two");
        }
        Ok(())
    }

    fn key(&self, state: &State) -> u64 {
        let code = |card: Option<Card>| card.map_or(0, |card| card as u64 + 1);
        hash::mix(state.stage.code() << 8 | code(state.cards[0]) << 4 | code(state.cards[1]))
    }

    fn view_key(&self, state: &State, seat: Seat) -> u64 {
        let code = |held: Held| match held {
            Held::Undealt => 0,
            Held::Known(card) => card as u64 + 1,
            Held::Hidden => 4,
        };
        let [first, second] = self.view(state, seat).cards.map(code);
        hash::mix((seat.index() as u64) << 16 | state.stage.code() << 8 | first << 4 | second)
    }

    fn bounds(&self) -> Bounds {
        Bounds { actions: 2, steps: 5 }
    }

    fn notation(&self, _: &State, action: Action) -> String {
        match action {
            Action::Pass => "pass".to_owned(),
            Action::Bet => "bet".to_owned(),
        }
    }

    fn scenarios() -> &'static [(&'static str, &'static str)] {
        &[("kuhn", include_str!("../scenarios/kuhn.toml"))]
    }

    fn generate(_: GameSeed) -> Option<Scenario> {
        None
    }

    fn accepts(&self, state: &State, _: Action) -> bool {
        state.stage.decider().is_some()
    }
}
