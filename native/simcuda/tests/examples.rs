//! The two examples of the README run and say what it says they say.

mod support;
use std::process::Command;

const SAYS: &str = "held:   cuEventQuery = 600
opened: cuEventQuery = 0
ledger: free-in-flight at call 10: pinned#1 freed under 1 pieces of queued work
";

fn output(mut command: Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?} does not start: {error}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the examples print ASCII")
}

#[test]
fn the_rust_example_runs() {
    // Cargo builds the examples with the tests, one folder up from the test binary.
    let tests = std::env::current_exe().unwrap();
    let example = tests.parent().unwrap().with_file_name("examples").join("hold_a_copy");
    let mut command = Command::new(example);
    command.arg(support::library_path());
    assert_eq!(output(command), SAYS);
}

#[test]
fn the_python_example_runs() {
    let mut command = Command::new("python3");
    command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/hold_a_copy.py")).arg(support::library_path());
    assert_eq!(output(command), SAYS, "this test wants a python3 on the path");
}
