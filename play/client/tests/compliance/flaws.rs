//! A flaw for every check: the check's name, the ruleset to make it in, the flaw.

use serde_json::{Value, json};

use crate::bad::{Flaw, code, each_situation, fresh};

const fn hears(hears: fn(&mut crate::bad::Memory, &mut Value)) -> Flaw {
    Flaw { hears, ..Flaw::NONE }
}

const fn says(says: fn(&mut crate::bad::Memory, &mut Value) -> bool) -> Flaw {
    Flaw { says, ..Flaw::NONE }
}

pub(crate) const FLAWS: &[(&str, &str, Flaw)] = &[
    (
        "hello",
        "pig",
        says(|_, said| {
            if said["ok"]["program"].is_string() {
                said["ok"]["limits"] = json!({});
            }
            true
        }),
    ),
    (
        "hello-version",
        "pig",
        hears(|memory, request| {
            if memory.asked == "hello" {
                request["protocol"] = json!("0.1");
            }
        }),
    ),
    (
        "ping",
        "pig",
        hears(|memory, request| {
            if memory.asked == "ping" {
                request["do"] = json!("pong");
            }
        }),
    ),
    (
        "ids",
        "pig",
        says(|_, said| {
            if said["id"].is_string() {
                said["id"] = json!(7);
            }
            true
        }),
    ),
    (
        "unknown-fields",
        "pig",
        says(|_, said| {
            if let Value::Object(said) = said {
                said.remove("warnings");
            }
            true
        }),
    ),
    ("ends", "pig", Flaw { ends: false, ..Flaw::NONE }),
    ("bad-json", "pig", says(|_, said| code(said, "bad-json", "bad-request"))),
    ("bad-json", "pig", says(|_, said| said["error"]["code"] != "bad-json")),
    ("huge-line", "pig", says(|_, said| code(said, "too-large", "bad-json"))),
    ("unknown-request", "pig", says(|_, said| code(said, "unknown-request", "bad-request"))),
    (
        "wrong-types",
        "pig",
        says(|_, said| {
            if let Some(error) = said.get_mut("error").and_then(Value::as_object_mut) {
                error.remove("field");
            }
            true
        }),
    ),
    ("every-request", "pig", says(|_, said| code(said, "bad-request", "internal"))),
    // The list out of order.
    (
        "whole-battle",
        "pig",
        says(|_, said| {
            each_situation(said, |situation| {
                if let Some(actions) = situation["actions"].as_array_mut() {
                    actions.reverse();
                }
            })
        }),
    ),
    // Entries of the log that are never sent.
    (
        "whole-battle",
        "pig",
        says(|_, said| {
            each_situation(said, |situation| {
                if let Some(log) = situation["log"].as_array_mut() {
                    log.pop();
                }
            })
        }),
    ),
    ("whole-battle", "pig", says(|_, said| said["event"] != "over")),
    // It takes anything for its first action.
    (
        "illegal",
        "pig",
        hears(|memory, request| {
            if memory.asked == "act" && request["action"].as_u64().is_none_or(|action| action > 100) {
                request["action"] = json!(0);
            }
        }),
    ),
    ("illegal", "pig", says(|_, said| code(said, "illegal", "bad-request"))),
    // It takes every decision for the one at hand.
    (
        "stale",
        "connect-four",
        hears(|memory, request| {
            if memory.asked == "act" {
                request["decision"] = memory.decision.clone();
            }
        }),
    ),
    // It asks nobody for the right token.
    (
        "tokens",
        "pig",
        hears(|memory, request| {
            if request["token"].is_string() {
                request["token"] = memory.token.clone();
            }
        }),
    ),
    (
        "tokens",
        "pig",
        says(|_, said| {
            if said["ok"]["tokens"].is_object() {
                said["ok"]["tokens"]["first"] = json!("1");
                said["ok"]["tokens"]["second"] = json!("2");
            }
            true
        }),
    ),
    (
        "new-game",
        "pig",
        hears(|memory, request| {
            if memory.asked == "new_game" && request["seats"]["second"] == "nobody:7" {
                request["seats"]["second"] = json!("random");
            }
        }),
    ),
    // It gives back another decision than the one that was taken.
    (
        "undo",
        "connect-four",
        hears(|memory, request| {
            if memory.asked == "undo" {
                request["do"] = json!("situation");
            }
        }),
    ),
    (
        "resign",
        "pig",
        hears(|memory, request| {
            if memory.asked == "resign" {
                request["do"] = json!("situation");
            }
        }),
    ),
    (
        "resync",
        "pig",
        says(|_, said| {
            if said["ok"]["same"].is_boolean() {
                said["ok"] = json!({ "same": true });
            }
            true
        }),
    ),
    // It takes dice that no die shows.
    (
        "physical-dice",
        "pig",
        hears(|memory, request| {
            if memory.asked == "throw" {
                request["dice"] = json!([1]);
            }
        }),
    ),
    // It throws itself.
    (
        "physical-dice",
        "pig",
        says(|_, said| {
            each_situation(said, |situation| {
                if situation["throw"].is_object() {
                    situation["throw"]["id"] = Value::Null;
                }
            })
        }),
    ),
    (
        "pause",
        "pig",
        hears(|memory, request| {
            if memory.asked == "step" {
                request["do"] = json!("resume");
            }
        }),
    ),
    (
        "rematch",
        "pig",
        says(|memory, said| {
            if memory.asked == "rematch" && said["ok"]["tokens"].is_object() {
                let tokens = &mut said["ok"]["tokens"];
                *tokens = json!({ "first": tokens["second"] });
            }
            true
        }),
    ),
    // What one seat saw is called the whole record.
    (
        "record",
        "kuhn",
        says(|_, said| {
            if said["ok"]["full"].is_boolean() {
                said["ok"]["full"] = json!(true);
            }
            true
        }),
    ),
    // It begins the battle anew.
    (
        "continue",
        "pig",
        hears(|memory, request| {
            if memory.asked == "continue" {
                let header =
                    request["saved"].as_str().and_then(|saved| saved.lines().next()).unwrap_or_default();
                request["saved"] = json!(header);
            }
        }),
    ),
    ("continue", "pig", says(|_, said| code(said, "bad-record", "internal"))),
    // A throw is left out.
    (
        "record",
        "pig",
        says(|_, said| {
            if let Some(text) = said["ok"]["text"].as_str() {
                let mut lines: Vec<&str> = text.lines().collect();
                if let Some(throw) = lines.iter().position(|line| line.contains("\"throw\"")) {
                    lines.remove(throw);
                }
                said["ok"]["text"] = json!(lines.join("\n"));
            }
            true
        }),
    ),
    (
        "report",
        "pig",
        says(|memory, said| {
            if memory.asked == "report" && said["ok"]["text"].is_string() {
                said["ok"]["text"] = json!("It was a fine battle.");
            }
            true
        }),
    ),
    (
        "advice",
        "pig",
        says(|_, said| {
            if said["ok"]["thought"].is_object() && said["ok"]["action"].is_u64() {
                said["ok"]["action"] = json!(said["ok"]["action"].as_u64().unwrap_or_default() + 1);
            }
            true
        }),
    ),
    (
        "commitment",
        "pig",
        says(|_, said| {
            each_situation(said, |situation| {
                if situation["secret"].is_object() {
                    situation["secret"]["server"] = json!("0".repeat(64));
                }
            })
        }),
    ),
    // It has thrown otherwise than its seed says.
    (
        "commitment",
        "pig",
        says(|memory, said| {
            if memory.asked == "record" && said["ok"]["text"].is_string() {
                let text = said["ok"]["text"].as_str().unwrap_or_default().to_owned();
                let changed = (1..=6).fold(text, |text, pips| {
                    text.replacen(&format!("\"dice\":[{pips}]"), &format!("\"dice\":[ {}]", 7 - pips), 1)
                });
                said["ok"]["text"] = json!(changed);
            }
            true
        }),
    ),
    (
        "secrecy",
        "pig",
        says(|memory, said| {
            let token = memory.token.clone();
            each_situation(said, |situation| situation["board"] = token)
        }),
    ),
    // Its secret is no secret.
    (
        "secrecy",
        "pig",
        says(|_, said| {
            each_situation(said, |situation| {
                let told = "5".repeat(64);
                if situation["secret"].is_object() {
                    situation["secret"]["server"] = json!(told);
                } else {
                    situation["prompt"] = json!(told);
                }
            })
        }),
    ),
    ("hidden", "gridded", says(|_, said| each_situation(said, show_more))),
    ("hidden-second", "gridded", says(|_, said| each_situation(said, show_more))),
    // It thinks of nothing else.
    (
        "listens",
        "connect-four",
        hears(|memory, request| {
            if memory.asked == "hint" {
                request["agent"] = json!("random");
            }
        }),
    ),
    (
        "report-every",
        "connect-four",
        says(|_, said| {
            if said["event"] == "thinking" {
                said["request"] = json!("another");
            }
            true
        }),
    ),
    (
        "stop",
        "connect-four",
        hears(|memory, request| {
            if memory.asked == "stop" {
                request["do"] = json!("cancel");
            }
        }),
    ),
    (
        "cancel",
        "connect-four",
        hears(|memory, request| {
            if memory.asked == "cancel" {
                request["do"] = json!("stop");
            }
        }),
    ),
    (
        "decide",
        "pig",
        says(|memory, said| {
            if memory.asked == "decide" && said["ok"]["action"].is_u64() {
                said["ok"]["action"] = json!(said["ok"]["action"].as_u64().unwrap_or_default() + 1);
            }
            true
        }),
    ),
    (
        "decide-seen",
        "kuhn",
        hears(|memory, request| {
            if memory.asked == "decide" {
                request["seen"] = json!({ "view": {} });
            }
        }),
    ),
    (
        "decide-again",
        "connect-four",
        says(|memory, said| {
            if memory.asked == "decide" && said["ok"]["action"].is_u64() {
                said["ok"]["action"] = json!(fresh());
            }
            true
        }),
    ),
    // It does not look at the last line.
    (
        "decide-history",
        "connect-four",
        hears(|memory, request| {
            if memory.asked == "decide"
                && let Some(lines) = request["lines"].as_array_mut()
            {
                lines.pop();
            }
        }),
    ),
    (
        "decide-turn",
        "pig",
        hears(|memory, request| {
            if memory.asked == "decide"
                && let Value::Object(request) = request
            {
                request.remove("seat");
            }
        }),
    ),
    (
        "decide-deadline",
        "connect-four",
        hears(|memory, request| {
            if memory.asked == "decide" {
                request["deadline_ms"] = Value::Null;
            }
        }),
    ),
];

/// Shows a unit where the seat never saw it.
fn show_more(situation: &mut Value) {
    if situation["secret"].is_object() {
        return;
    }
    let Some(pieces) = situation["pieces"].as_array_mut() else { return };
    if let Some(mut piece) = pieces.last().cloned() {
        piece["id"] = json!(60_000 + pieces.len());
        pieces.push(piece);
    }
}
