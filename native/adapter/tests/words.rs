//! Random words: nothing panics, nothing is left alive, what was freed was freed once.
use custody_adapter::{Fact, Ledger, Step, World, ledger};
use serde_json::{Value, json};

#[global_allocator]
static LEDGER: Ledger = Ledger;

struct Seeded(u64);

impl Seeded {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }
}

fn makes() -> Vec<Step> {
    let mut all = Vec::new();
    for (input, origins) in [
        (
            "make.exclusive",
            &["vec", "bytes", "bytes_slice", "aligned", "empty", "static", "from_owner", "bytes_clone"][..],
        ),
        ("make.foreign", &["static", "from_owner", "bytes_clone"]),
    ] {
        for origin in origins {
            for dtype in ["float32", "uint8", "int64"] {
                for shape in [json!([2, 3]), json!([]), json!([0]), json!([3, 0])] {
                    let params = json!({ "origin": origin, "dtype": dtype, "shape": shape });
                    all.extend(Step::from_value(json!({ "input": input, "params": params })));
                }
            }
        }
    }
    all
}

fn steps() -> Vec<Step> {
    let mut raw: Vec<Value> = ["inspect", "owned.inspect"]
        .into_iter()
        .chain(["write_through.moved", "write_through.copied"])
        .map(|input| json!({ "input": input, "params": {} }))
        .collect();
    for which in ["oldest", "newest"] {
        raw.extend(
            ["close_face", "read.face", "read.lease"].map(|i| json!({ "input": i, "params": { "which": which } })),
        );
        for how in ["drop_unconsumed", "consume_release_here", "consume_release_elsewhere"] {
            raw.push(json!({ "input": "end_lease", "params": { "how": how, "which": which } }));
            raw.push(json!({ "input": "end_export.moved", "params": { "how": how } }));
            raw.push(json!({ "input": "end_export.copied", "params": { "how": how } }));
        }
    }
    raw.extend(["buffer", "alias"].map(|face| json!({ "input": "open_face", "params": { "face": face } })));
    let mut raw: Vec<Value> = (0..2).flat_map(|_| raw.clone()).collect();
    raw.extend(
        ["into_dlpack", "into_dlpack", "into_dlpack", "drop_owned", "drop_tensor"]
            .map(|i| json!({ "input": i, "params": {} })),
    );
    for version in [json!(null), json!([0, 8]), json!([1, 3]), json!([2, 0]), json!("malformed")] {
        for copy in [json!(null), json!(false), json!(true)] {
            for (device, stream) in
                [(json!("own"), json!(null)), (json!("other"), json!(null)), (json!(null), json!("other"))]
            {
                let request = json!({ "max_version": version, "copy": copy, "dl_device": device, "stream": stream });
                for input in ["dlpack.view", "owned.dlpack.move", "dlpack.no_memory", "owned.dlpack.no_memory"] {
                    raw.push(json!({ "input": input, "params": { "request": request } }));
                }
            }
        }
    }
    raw.into_iter().map(|step| Step::from_value(step.clone()).unwrap_or_else(|| panic!("{step}"))).collect()
}

#[test]
fn the_ledger_balances_after_random_words() {
    let (makes, steps) = (makes(), steps());
    assert_eq!(
        makes.len(),
        4 * 4 * 3 + 2 * 3 + 3 * 2 * 3 + 3 * 2 * 3,
        "empty memory is exclusive, other foreign memory is not"
    );
    let mut seeded = Seeded(0x9E37_79B9_7F4A_7C15);
    let mut world = World::new();
    let mut word = |world: &mut World| {
        world.perform(Some(makes[seeded.below(makes.len())]));
        let (mut last, mut granted) = (0, 0);
        for _ in 0..30 {
            let seen = world.perform(Some(steps[seeded.below(steps.len())]));
            let freed = seen.code(Fact::Freed);
            assert!((last..=1).contains(&freed), "memory is freed at most once, and stays so");
            assert_ne!(seen.get(Fact::BytesEqual), "false", "nobody sees a byte change that a promise covers");
            last = freed;
            granted += usize::from(seen.get(Fact::Outcome) == "granted");
        }
        world.reset();
        granted
    };
    // The test runner's own thread allocates now and then; a leak of ours would show in every round.
    let mut rounds = Vec::with_capacity(4);
    for _ in 0..4 {
        let before = ledger::balance().live();
        let granted: usize = (0..200).map(|_| word(&mut world)).sum();
        assert!(granted > 500, "the words do something: {granted}");
        rounds.push(ledger::balance().live() as i64 - before as i64);
    }
    assert!(rounds.contains(&0), "live allocations, change by round: {rounds:?}");
    let mut seen = Vec::with_capacity(3);
    for step in ["into_dlpack", "nonsense", "inspect"] {
        let step = Step::from_value(json!({ "input": step, "params": {} }));
        seen.push(world.perform(step).get(Fact::Outcome));
    }
    assert_eq!(seen, ["absent", "unsupported", "absent"]);
}
