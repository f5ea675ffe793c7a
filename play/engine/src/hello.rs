//! `hello`: who is there, and what it can do.

use std::sync::OnceLock;

use rand::RngExt as _;
use sandtable_agents::network::shipped;
use sandtable_agents::{AGENTS, LEVELS, Level};
use sandtable_core::hash::hex;
use sandtable_core::{Driver, GameSeed, Playable, Scenario as Text, Seat};
use sandtable_gym::{RULESETS, Visitor, visit};
use sandtable_protocol::call::Hello;
use sandtable_protocol::hello::{Capability, Named, Ruleset, Scenario, Setting, SettingKind, Welcome};
use sandtable_protocol::{Code, Fault, VERSION};
use serde_json::json;
use sha2::{Digest as _, Sha256};

use crate::engine::Engine;
use crate::limits::Limits;
use crate::{screen, undo};

/// So many steps of random play show whether a scenario hides anything.
const LOOKS: u32 = 6;

/// Welcomes a front end.
///
/// # Errors
/// [`Code::Version`] when it speaks another version of the protocol.
pub(crate) fn welcome(engine: &Engine, hello: &Hello) -> Result<Box<Welcome>, Fault> {
    if hello.protocol != VERSION {
        let theirs: String = hello.protocol.chars().take(20).collect();
        let message = format!("this engine speaks version {VERSION} of the protocol, not `{theirs}`");
        return Err(Fault::at(Code::Version, "protocol", message));
    }
    let named = |name: &str, about: &str| Named { name: name.to_owned(), about: about.to_owned() };
    Ok(Box::new(Welcome {
        protocol: VERSION.to_owned(),
        program: "sandtable".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        rulesets: rulesets().to_vec(),
        agents: AGENTS.iter().map(|(name, about)| named(name, about)).collect(),
        levels: LEVELS.iter().map(|level| named(level.name(), level.about())).collect(),
        options: options(engine.limits()),
        capabilities: capabilities(engine),
        limits: engine.limits().told(),
    }))
}

fn capabilities(engine: &Engine) -> Vec<Capability> {
    let mut all = vec![
        Capability::Games,
        Capability::Continue,
        Capability::Decide,
        Capability::Seen,
        Capability::Thinking,
        Capability::Explain,
        Capability::Report,
    ];
    if engine.limits().takes_seed {
        all.push(Capability::Seed);
    }
    if engine.is_persistent() {
        all.push(Capability::Persistent);
    }
    all
}

fn options(limits: &Limits) -> Vec<Setting> {
    let thinking = i64::try_from(limits.thinking.as_millis()).unwrap_or(i64::MAX);
    let number = |name: &str, default, most, about: &str| Setting {
        name: name.to_owned(),
        kind: SettingKind::Number,
        default: json!(default),
        min: Some(1),
        max: Some(most),
        choices: Vec::new(),
        about: about.to_owned(),
    };
    vec![
        Setting {
            name: "opponent".to_owned(),
            kind: SettingKind::Text,
            default: json!(format!("net:{}", Level::USUAL)),
            min: None,
            max: None,
            choices: Vec::new(),
            about: "an agent with its settings: `net:LEVEL`, `net:400` or `mcts:400` simulations a decision, `mcts:2s` a turn, `drill`".to_owned(),
        },
        Setting {
            name: "scenario".to_owned(),
            kind: SettingKind::Text,
            default: json!(crate::SCENARIO),
            min: None,
            max: None,
            choices: Vec::new(),
            about: "the name of a scenario, as the rulesets list them".to_owned(),
        },
        Setting {
            name: "level".to_owned(),
            kind: SettingKind::Choice,
            default: json!(Level::USUAL.name()),
            min: None,
            max: None,
            choices: LEVELS.map(|level| level.name().to_owned()).to_vec(),
            about: "how well the learned opponent plays".to_owned(),
        },
        number("simulations", 400, limits.simulations.into(), "positions that a search looks at, in `decide`"),
        number("time_ms", 2000, thinking, "milliseconds that a search thinks about one decision, in `decide`"),
    ]
}

/// The rulesets of this build; looked through once.
fn rulesets() -> &'static [Ruleset] {
    static RULES: OnceLock<Vec<Ruleset>> = OnceLock::new();
    RULES.get_or_init(|| RULESETS.iter().filter_map(|id| visit(id, Describe).ok()).collect())
}

struct Describe;

impl Visitor for Describe {
    type Out = Ruleset;

    fn visit<R: Playable>(self) -> Ruleset {
        let mut hash = Sha256::new();
        hash.update(R::ID);
        hash.update(R::VERSION.to_le_bytes());
        for (name, text) in R::scenarios() {
            hash.update(name);
            hash.update(text);
        }
        let mut scenarios: Vec<Scenario> =
            R::scenarios().iter().filter_map(|(n, t)| scenario::<R>(n, t)).collect();
        scenarios.sort_by(|a, b| a.name.cmp(&b.name));
        Ruleset {
            id: R::ID.to_owned(),
            title: R::TITLE.to_owned(),
            version: R::VERSION,
            digest: hex(&hash.finalize()[..8]),
            generates: R::generate(GameSeed::from_number(0)).is_some(),
            learned: shipped(R::ENCODER.ruleset).is_some(),
            scenarios,
        }
    }
}

/// A shipped scenario; all of them load, as their own tests show.
fn scenario<R: Playable>(name: &str, text: &str) -> Option<Scenario> {
    let parsed = Text::parse(name, text).ok()?;
    let rules = std::sync::Arc::new(R::load(&parsed).ok()?);
    Some(Scenario {
        name: name.to_owned(),
        title: screen::one_line(parsed.name()),
        summary: screen::one_line(parsed.summary()),
        sides: Seat::BOTH.map(|seat| screen::one_line(&rules.side(seat))),
        hidden: hides(&Driver::new(rules, Some(GameSeed::from_number(0)), &mut ())),
    })
}

/// Whether a seat may not know everything, at the start or soon after.
fn hides<R: Playable>(start: &Driver<R>) -> bool {
    let mut rng = GameSeed::from_number(0).derive("look", 0).rng();
    let mut driver = start.clone();
    (0..LOOKS).any(|_| {
        if Seat::BOTH.into_iter().any(|seat| !undo::sees_all(&driver, seat)) {
            return true;
        }
        if let Some(seat) = driver.decider() {
            let list = driver.actions(seat);
            let action = list[rng.random_range(0..list.len())];
            drop(driver.act(action, &mut ()));
        } else {
            drop(driver.throw(&mut (), |_, _| {}));
        }
        false
    })
}
