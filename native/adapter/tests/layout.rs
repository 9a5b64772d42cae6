//! The packed words hold every fact of the contract in the place the layout names.
use custody_adapter::{Fact, Observation, layout_json};
use serde_json::Value;

#[test]
fn every_value_of_every_fact_survives_packing() {
    let layout: Vec<Value> = serde_json::from_str(&layout_json()).unwrap();
    assert_eq!(layout.len(), 17);
    let mut used = [0_u32; 2];
    for fact in &layout {
        let [word, shift, bits] = ["word", "shift", "bits"].map(|key| fact[key].as_u64().unwrap() as u32);
        let mask = ((1 << bits) - 1) << shift;
        assert_eq!(used[word as usize] & mask, 0, "{fact} overlaps another");
        used[word as usize] |= mask;
        assert!(fact["values"].as_array().unwrap().len() <= 1 << bits);
    }
    let mut seen = Observation::outcome("refused");
    seen.set(Fact::Reason, "memory");
    seen.set_code(Fact::Freed, 9);
    let [first, second] = seen.pack();
    assert_eq!((first, second), (1 | 8 << 2, 2), "counts stop at their greatest value");
    assert!(seen.to_json("text").contains(r#""freed":2"#));
}
