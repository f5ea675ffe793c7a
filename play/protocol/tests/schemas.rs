//! The committed schemas are those of the types.
#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

use std::fs;
use std::path::Path;

#[test]
fn the_schemas_are_fresh() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas");
    let bless = std::env::var("SANDTABLE_BLESS").is_ok();
    for (name, schema) in sandtable_protocol::schema::all() {
        let path = folder.join(format!("{name}.json"));
        let fresh = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        if bless {
            fs::create_dir_all(&folder).unwrap();
            fs::write(&path, &fresh).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == fresh, "docs/schemas/{name}.json is stale: SANDTABLE_BLESS=1 writes it anew");
    }
    let there = fs::read_dir(&folder).unwrap().count();
    assert_eq!(there, sandtable_protocol::schema::all().len(), "a schema of nothing is in docs/schemas");
}
