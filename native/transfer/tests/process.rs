//! What needs a process of its own: one that ends with work pending, one that finds no driver, one that panics.
//!
//! Each test runs this binary again, as a child that a variable tells what it is.
#![cfg(not(loom))]

mod support;

use std::env;
use std::process::{Command, Output};

use custody_transfer::{Choice, Driver, LoadError, Runtime, RuntimeOptions, upload_pending};
use support::*;

const CHILD: &str = "CUSTODY_TEST_CHILD";
const DRIVER: &str = "CUSTODY_DRIVER";

/// Runs the test `name` of this binary again as a child, with a driver of its own.
fn child(name: &str, driver: &str) -> Output {
    let binary = env::current_exe().expect("a test binary has a path");
    let arguments = ["--exact", name, "--nocapture", "--test-threads=1"];
    Command::new(binary).args(arguments).env(CHILD, "1").env(DRIVER, driver).output().expect("a child runs")
}

fn is_child() -> bool {
    env::var_os(CHILD).is_some()
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn trf_58_a_process_may_end_with_work_pending() {
    if is_child() {
        let sim = sim();
        let runtime = sim.open(1);
        sim.simcuda_gate_close_all();
        let start = || {
            let (tensor, buffer) = package(&runtime, 1);
            upload_pending(&runtime, buffer, tensor).expect("admitted")
        };
        let (_held, forgotten) = (start(), start());
        drop(start());
        drop(start());
        std::mem::forget(forgotten);
        let counters = runtime.counters();
        println!("queued {} retained {} in flight {}", counters.queued, counters.retained, counters.in_flight);
        std::process::exit(7);
    }
    let output = child("trf_58_a_process_may_end_with_work_pending", "sim");
    assert_eq!(output.status.code(), Some(7), "{}", text(&output));
    assert!(text(&output).contains("queued 1 retained 1 in flight 2"), "{}", text(&output));
}

#[test]
fn trf_34_trf_43_a_panic_with_transfers_in_flight_ends_like_any_other() {
    if is_child() {
        let sim = sim();
        let runtime = sim.open(1);
        sim.simcuda_gate_close_all();
        let (tensor, buffer) = package(&runtime, 1);
        let _held = upload_pending(&runtime, buffer, tensor).expect("admitted");
        let (tensor, buffer) = package(&runtime, 2);
        let _queued = upload_pending(&runtime, buffer, tensor).expect("admitted");
        panic!("on purpose, with two transfers in flight");
    }
    let output = child("trf_34_trf_43_a_panic_with_transfers_in_flight_ends_like_any_other", "sim");
    // A failed test, and no abort: a panic that left a drop would have aborted.
    assert_eq!(output.status.code(), Some(101), "{}", text(&output));
}

#[test]
fn a_missing_driver_is_an_error_and_another_may_be_tried() {
    if is_child() {
        let error = Driver::from_env().expect_err("there is no such file");
        assert!(matches!(error, LoadError::Missing(_)), "{error:?}");
        assert!(error.to_string().contains(DRIVER), "{error}");
        let driver = Driver::load(Choice::Simulated).expect("a second try");
        let runtime = Runtime::open(driver, &RuntimeOptions::default()).expect("a runtime");
        runtime.synchronize().expect("nothing to wait for");
        println!("tried again");
        return;
    }
    let output = child("a_missing_driver_is_an_error_and_another_may_be_tried", "/nowhere/libcuda.so");
    assert!(output.status.success() && text(&output).contains("tried again"), "{}", text(&output));
}

#[test]
fn a_file_that_is_no_driver_is_an_error() {
    if is_child() {
        let error = Driver::from_env().expect_err("this binary is no driver");
        println!("{error}");
        assert!(matches!(error, LoadError::Unusable(_)), "{error:?}");
        return;
    }
    let binary = env::current_exe().expect("a test binary has a path").with_extension("d");
    let output = child("a_file_that_is_no_driver_is_an_error", &binary.to_string_lossy());
    assert!(output.status.success(), "{}", text(&output));
}
