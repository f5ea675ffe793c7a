//! `sandtable play`: the page in the browser, with what was asked for filled in.

use std::fmt::Write as _;
use std::net::{IpAddr, Ipv4Addr};

use anyhow::{Result, bail};
use sandtable_core::Playable;
use sandtable_engine::Limits;
use sandtable_gym::{Visitor, registry, visit};
use sandtable_server::{ConnectionLimits, FINISHED, Options, Port, ServerError, StoreFault};

use crate::cli::{self, Play, Throwing};
use crate::file;
use crate::serve::{self, PORT, Serving};
use sandtable_engine::chronicle;

/// Serves the page to this machine alone, opens it, and goes on until Ctrl-C.
pub(crate) fn run(options: &Play) -> Result<()> {
    refuse_terminal_options(options)?;
    let asked = query(options)?;
    let serving = Serving {
        server: Options {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            // A browser keeps what it remembers by the address, port and all.
            port: Port::Preferably(PORT),
            data: serve::data(None),
            finished: FINISHED,
            hosts: Vec::new(),
            connections: ConnectionLimits::default(),
            engine: Limits::served(),
        },
        log: "warn",
    };
    let show = |place: &str| {
        let page = format!("{place}{asked}");
        serve::tell(&format!("The battle is at {page}"));
        if !options.no_browser {
            serve::open(&page);
        }
    };
    let served = serving.run(|server| {
        show(&server.place());
        serve::tell("Stop with Ctrl-C; battles are kept. In the terminal instead: sandtable play --terminal");
    });
    match served.as_ref().err().and_then(running) {
        // Whoever plays already goes on there.
        Some(place) => show(place),
        None => served?,
    }
    Ok(())
}

/// Where another program serves the same battles, if that is what went wrong.
fn running(error: &anyhow::Error) -> Option<&str> {
    match error.downcast_ref() {
        Some(ServerError::Store { fault: StoreFault::Taken { by }, .. }) if by.starts_with("http") => {
            Some(by)
        }
        _ => None,
    }
}

/// The page does these in its own way.
fn refuse_terminal_options(options: &Play) -> Result<()> {
    let for_terminal = [
        ("--load", options.load.is_some()),
        ("--seed", options.seed.is_some()),
        ("--record", options.record.is_some()),
        ("--report", options.report.is_some()),
        ("--yes", options.yes),
    ];
    for (name, is_given) in for_terminal {
        if is_given {
            bail!("{name} is for battles in the terminal: add --terminal");
        }
    }
    Ok(())
}

/// What was asked for, as the page reads it in its address.
fn query(options: &Play) -> Result<String> {
    let mut asked: Vec<(&str, String)> = Vec::new();
    let name = options.scenario.as_deref().unwrap_or(cli::SCENARIO);
    let scenario = file::scenario(name)?;
    if registry::scenario(name).is_err() {
        bail!("{name}: a scenario file of your own is chosen on the page; or add --terminal");
    }
    if let Some(name) = &options.scenario {
        asked.push(("scenario", name.clone()));
    }
    if let Some(side) = &options.side {
        let sides = visit(scenario.ruleset(), Sides(&scenario))??;
        asked.push(("side", cli::side(side, &sides)?.to_string()));
    }
    asked.extend(options.opponent.iter().map(|spec| ("opponent", spec.to_string())));
    asked.extend(options.level.iter().map(|level| ("level", level.to_string())));
    asked.extend(options.dice.iter().map(|dice| {
        let mode = match dice {
            Throwing::Throw => "server",
            Throwing::Ask => "typed",
        };
        ("dice", mode.to_owned())
    }));
    Ok(written(&asked))
}

/// What the scenario calls its sides.
struct Sides<'a>(&'a sandtable_core::Scenario);

impl Visitor for Sides<'_> {
    type Out = Result<[String; 2]>;

    fn visit<R: Playable>(self) -> Self::Out {
        Ok(chronicle::sides(&R::load(self.0)?))
    }
}

/// `?name=value&…`, with everything escaped that is not plain; nothing for nothing.
fn written(asked: &[(&str, String)]) -> String {
    let mut text = String::new();
    for (name, value) in asked {
        text.push(if text.is_empty() { '?' } else { '&' });
        text.push_str(name);
        text.push('=');
        for byte in value.bytes() {
            if byte.is_ascii_alphanumeric() || b"-._~:".contains(&byte) {
                text.push(char::from(byte));
            } else {
                // Writing to a String cannot fail.
                let _ = write!(text, "%{byte:02X}");
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::written;

    #[test]
    fn addresses_are_escaped() {
        assert_eq!(written(&[]), "");
        let asked = [("opponent", "mcts:2s".to_owned()), ("side", "Rot & Weiß".to_owned())];
        assert_eq!(written(&asked), "?opponent=mcts:2s&side=Rot%20%26%20Wei%C3%9F");
    }
}
