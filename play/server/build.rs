//! Lists the files of the built page, so that all of them become part of the program.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(&std::env::var("CARGO_MANIFEST_DIR")?).join("../web/dist").canonicalize()?;
    // From the package on, here and below: the checkout may move while its build folder stays.
    println!("cargo::rerun-if-changed=../web/dist");
    let mut names = Vec::new();
    for entry in folder.read_dir()? {
        names
            .push(entry?.file_name().into_string().map_err(|name| format!("{}: not UTF-8", name.display()))?);
    }
    names.sort();
    if !names.iter().any(|name| name == "index.html") {
        return Err(format!("{}: no index.html: the page was not built", folder.display()).into());
    }
    let mut list = String::from("[\n");
    for name in names {
        let kind = kind(&name).ok_or_else(|| format!("{name}: what kind of file is this?"))?;
        writeln!(
            list,
            "    Asset {{ path: {name:?}, kind: {kind:?}, bytes: include_bytes!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/../web/dist/{name}\")) }},"
        )?;
    }
    list.push_str("]\n");
    std::fs::write(Path::new(&std::env::var("OUT_DIR")?).join("page.rs"), list)?;
    Ok(())
}

/// The media type, by the name's ending.
fn kind(name: &str) -> Option<&'static str> {
    Some(match name.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        _ => return None,
    })
}
