//! Threads: any of them may call, each has its own current context and default stream, host functions run
//! outside the lock.

mod support;
use std::sync::mpsc;
use support::*;

/// Pointers that cross to another thread as numbers.
fn on_a_thread<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| scope.spawn(work).join().expect("the thread does not panic"))
}

#[test]
fn a_context_is_current_on_one_thread() {
    let sim = ready();
    let (driver, context) = (sim.driver, sim.current().unwrap() as usize);
    let answers = on_a_thread(move || {
        let without = driver.cuCtxSynchronize();
        (without, driver.cuCtxSetCurrent(context as Handle), driver.cuCtxSynchronize())
    });
    assert_eq!(answers, (201, 0, 0));
}

#[test]
fn four_threads_lose_no_call() {
    let sim = ready();
    let (driver, context) = (sim.driver, sim.current().unwrap() as usize);
    let before = sim.calls(c"*");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(move || {
                assert_eq!(driver.cuCtxSetCurrent(context as Handle), 0);
                for _ in 0..250 {
                    let event = driver.event().unwrap();
                    assert_eq!(driver.cuEventRecord(event, 2 as Handle), 0);
                    assert_eq!(driver.cuEventSynchronize(event), 0);
                    assert_eq!(driver.cuEventDestroy_v2(event), 0);
                }
            });
        }
    });
    assert_eq!(sim.calls(c"*") - before, 4 * (1 + 4 * 250));
    assert_eq!((sim.control.simcuda_created(2), sim.control.simcuda_live(2)), (1000, 0));
    assert!(sim.wrongs().is_empty());
}

#[test]
fn a_host_function_that_blocks_holds_its_stream_and_nobody_else() {
    unsafe extern "C" fn blocks(receiver: *mut std::ffi::c_void) {
        // SAFETY: the test passes a boxed receiver, once.
        let receiver = unsafe { Box::from_raw(receiver.cast::<mpsc::Receiver<()>>()) };
        receiver.recv().expect("the test sends");
    }
    let sim = ready();
    let (driver, context) = (sim.driver, sim.current().unwrap() as usize);
    let (stream, event) = (sim.stream(1).unwrap(), sim.event().unwrap());
    let (sender, receiver) = mpsc::channel::<()>();
    let (started, starting) = mpsc::channel::<()>();
    let (stream_at, data) = (stream as usize, Box::into_raw(Box::new(receiver)) as usize);
    std::thread::scope(|scope| {
        scope.spawn(move || {
            assert_eq!(driver.cuCtxSetCurrent(context as Handle), 0);
            started.send(()).unwrap();
            assert_eq!(driver.cuLaunchHostFunc(stream_at as Handle, Some(blocks), data as Handle), 0);
        });
        starting.recv().unwrap();
        while sim.control.simcuda_pending() == 0 {
            std::thread::yield_now();
        }
        assert_eq!(sim.cuEventRecord(event, stream), 0);
        assert_eq!(sim.cuEventQuery(event), 600);
        scope.spawn(move || {
            assert_eq!(driver.cuCtxSetCurrent(context as Handle), 0);
            sender.send(()).unwrap();
        });
        assert_eq!(sim.cuEventSynchronize(event), 0);
    });
    assert_eq!(sim.cuEventQuery(event), 0);
}
