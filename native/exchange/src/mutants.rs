//! Deliberately wrong variants of the code, one switch each, for measuring what a suite catches.
//!
//! Without the feature `mutants` every switch is the constant `false` and nothing of it is left in the
//! binary. The table is the only place that names them: [`mutant!`](crate::mutant) looks its name up while
//! compiling, so a name that is not in the table does not compile.
#![forbid(unsafe_code)]

/// Every mutant: name and what it does wrong.
pub const TABLE: &[(&str, &str)] = &include!("mutants_table.in");

/// The index of a name in [`TABLE`]. Fails the build on an unknown name.
pub const fn id(name: &str) -> usize {
    let mut at = 0;
    while at < TABLE.len() {
        if same(TABLE[at].0, name) {
            return at;
        }
        at += 1;
    }
    panic!("no such mutant in mutants_table.in")
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}

#[cfg(feature = "mutants")]
mod switch {
    use std::sync::atomic::{AtomicUsize, Ordering};

    static ON: AtomicUsize = AtomicUsize::new(usize::MAX);

    /// Whether the mutant is switched on.
    pub fn on(id: usize) -> bool {
        ON.load(Ordering::Relaxed) == id
    }

    /// Switches one mutant on, or all off. Returns whether the name is known; an unknown one changes nothing.
    pub fn set(name: Option<&str>) -> bool {
        let id = match name {
            None => Some(usize::MAX),
            Some(name) => super::TABLE.iter().position(|(known, _)| *known == name),
        };
        id.inspect(|id| ON.store(*id, Ordering::Relaxed)).is_some()
    }
}

#[cfg(not(feature = "mutants"))]
mod switch {
    /// Constant false: this build has no mutants.
    #[inline(always)]
    pub const fn on(_id: usize) -> bool {
        false
    }
}

pub use switch::*;

/// Whether the named mutant is on; constant `false` without the feature `mutants`.
#[macro_export]
macro_rules! mutant {
    ($name:literal) => {{
        const ID: usize = $crate::mutants::id($name);
        $crate::mutants::on(ID)
    }};
}
