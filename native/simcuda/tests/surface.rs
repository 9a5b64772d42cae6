//! The surface in its four forms: exports, header, README and what the tests load. None has more than another.

mod support;

use std::collections::BTreeSet;
use std::process::Command;
use support::{abi::Driver, control::Control, library_path};

const HEADER: &str = include_str!("../include/simcuda.h");
const README: &str = include_str!("../README.md");
const FIDELITY: &str = include_str!("fidelity.rs");

/// Words of a text that begin so.
fn words<'a>(text: &'a str, prefix: &str) -> BTreeSet<&'a str> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    words.filter(|word| word.starts_with(prefix) && word.len() > prefix.len()).collect()
}

fn set(names: &'static [&'static str]) -> BTreeSet<&'static str> {
    names.iter().copied().collect()
}

#[test]
fn the_header_declares_what_is_exported() {
    let declared: BTreeSet<&str> =
        words(HEADER, "simcuda_").into_iter().filter(|name| HEADER.contains(&format!("{name}("))).collect();
    assert_eq!(declared, set(Control::NAMES));
}

#[test]
fn the_readme_lists_the_driver_functions() {
    let list = README.split("<!-- symbols -->").nth(1).and_then(|rest| rest.split("\n## ").next()).unwrap_or("");
    assert_eq!(words(list, "cu"), set(Driver::NAMES));
}

#[test]
fn every_assumption_has_its_test() {
    let (mut tests, mut after_test) = (BTreeSet::new(), false);
    for line in FIDELITY.lines() {
        if after_test {
            tests.extend(line.strip_prefix("fn ").and_then(|rest| rest.split('(').next()));
        }
        after_test = line == "#[test]";
    }
    let table = README.split("| assumption | test |").nth(1).expect("the table of assumptions");
    let rows = table.lines().filter(|line| line.starts_with("| ") && line.ends_with("` |"));
    let named: BTreeSet<&str> = rows.filter_map(|row| row.rsplit('`').nth(1)).collect();
    assert_eq!(named, tests);
    assert_eq!(tests.len(), 23);
}

#[test]
fn the_library_exports_nothing_else() {
    let nm = Command::new("nm").args(["-D", "--defined-only"]).arg(library_path()).output();
    let nm = nm.expect("this test wants `nm` (binutils)");
    let text = String::from_utf8(nm.stdout).unwrap();
    let exported: BTreeSet<&str> = text.lines().filter_map(|line| line.rsplit(' ').next()).collect();
    let loaded: BTreeSet<&str> = set(Driver::NAMES).union(&set(Control::NAMES)).copied().collect();
    assert_eq!(exported, loaded);
    assert_eq!((Driver::NAMES.len(), Control::NAMES.len()), (38, 33));
}

#[test]
fn the_header_compiles_as_c() {
    let check = Command::new("cc")
        .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-x", "c"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/include/simcuda.h"))
        .output()
        .expect("this test wants a C compiler called `cc`");
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stderr));
}
