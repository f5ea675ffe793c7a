//! Reading requests: what is good, what is odd, what is wrong.

use sandtable_protocol::call::{self, ActionChoice};
use sandtable_protocol::{Code, Id, Request, Undecoded, decode};

const MOST: usize = 4096;

fn refused(line: &str) -> Undecoded {
    decode(line, MOST).expect_err(line)
}

#[test]
fn requests_read_back() {
    let line = r#"{"id": 7, "do": "act", "game": "g", "token": "t", "decision": "d", "action": "move B4"}"#;
    let decoded = decode(line, MOST).unwrap();
    assert_eq!(decoded.call.id, Id::Number(7));
    assert_eq!(decoded.warnings, Vec::<String>::new());
    let action = ActionChoice::Notation("move B4".to_owned());
    let (game, token, decision) = ("g".to_owned(), "t".to_owned(), "d".to_owned());
    assert_eq!(decoded.call.request, Request::Act(call::Act { game, token, decision, action }));
    let again = serde_json::to_string(&decoded.call).unwrap();
    assert_eq!(decode(&again, MOST).unwrap(), decoded);
}

#[test]
fn unknown_fields_are_named_and_do_not_matter() {
    let line = r#"{"id": "a", "do": "ping", "colour": "red", "deep": {"er": 1}}"#;
    assert_eq!(decode(line, MOST).unwrap().warnings, ["unknown field `colour`", "unknown field `deep`"]);
    let line = r#"{"id": 1, "do": "stop", "request": 3, "how": "fast"}"#;
    assert_eq!(decode(line, MOST).unwrap().warnings, ["unknown field `how`"]);
}

#[test]
fn what_is_no_request_says_why_and_where() {
    for (line, code, field) in [
        ("", Code::BadJson, None),
        ("[1]", Code::BadJson, None),
        ("{\"id\": 1, \"do\": \"ping\"", Code::BadJson, None),
        (r#"{"do": "ping"}"#, Code::BadRequest, Some("id")),
        (r#"{"id": null, "do": "ping"}"#, Code::BadRequest, Some("id")),
        (r#"{"id": 1.5, "do": "ping"}"#, Code::BadRequest, Some("id")),
        (r#"{"id": 1}"#, Code::BadRequest, Some("do")),
        (r#"{"id": 1, "do": 2}"#, Code::BadRequest, Some("do")),
        (r#"{"id": 1, "do": "pnig"}"#, Code::UnknownRequest, Some("do")),
        (r#"{"id": 1, "do": "leave"}"#, Code::BadRequest, Some("game")),
        (r#"{"id": 1, "do": "leave", "game": 3}"#, Code::BadRequest, Some("game")),
        (
            r#"{"id": 1, "do": "throw", "game": "g", "token": "t", "throw": "x", "dice": [1, 300]}"#,
            Code::BadRequest,
            Some("dice[1]"),
        ),
    ] {
        let undecoded = refused(line);
        assert_eq!((undecoded.fault.code, undecoded.fault.field.as_deref()), (code, field), "{line}");
    }
    assert!(refused(r#"{"id": 1, "do": "pnig"}"#).fault.message.contains("Did you mean `ping`?"));
    assert_eq!(refused(r#"{"id": "x", "do": "pnig"}"#).id, Some(Id::Text("x".to_owned())));
}

#[test]
fn too_much_is_too_large() {
    let line = format!(r#"{{"id": 1, "do": "ping", "x": "{}"}}"#, "x".repeat(MOST));
    assert_eq!(refused(&line).fault.code, Code::TooLarge);
    let line = format!(r#"{{"id": "{}", "do": "ping"}}"#, "x".repeat(200));
    assert_eq!(refused(&line).fault.field.as_deref(), Some("id"));
    let line = format!(r#"{{"id": 1, "do": "{}"}}"#, "x".repeat(1000));
    assert!(refused(&line).fault.message.len() < 800, "a stranger's text is not repeated at length");
    assert!(decode(&"[".repeat(MOST), MOST).is_err(), "nesting has an end");
}
