//! What a buffer went through. Only mutants ask; without them it is empty and costs nothing.
#![forbid(unsafe_code)]

#[cfg(feature = "mutants")]
mod kept {
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

    #[derive(Default)]
    pub(crate) struct Trail {
        leases: AtomicUsize,
        lease_ended: AtomicBool,
        alias_closed: AtomicBool,
        read: AtomicBool,
        refused: AtomicBool,
    }

    impl Trail {
        pub(crate) fn lease_begins(&self) {
            self.leases.fetch_add(1, Relaxed);
        }
        pub(crate) fn lease_ends(&self) {
            self.leases.fetch_sub(1, Relaxed);
            self.lease_ended.store(true, Relaxed);
        }
        pub(crate) fn alias_opens(&self) {
            self.read.store(true, Relaxed);
        }
        pub(crate) fn alias_closes(&self) {
            self.alias_closed.store(true, Relaxed);
        }
        pub(crate) fn move_refused(&self) {
            self.refused.store(true, Relaxed);
        }
        pub(crate) fn leases(&self) -> usize {
            self.leases.load(Relaxed)
        }
        pub(crate) fn lease_ended(&self) -> bool {
            self.lease_ended.load(Relaxed)
        }
        pub(crate) fn alias_closed(&self) -> bool {
            self.alias_closed.load(Relaxed)
        }
        pub(crate) fn read(&self) -> bool {
            self.read.load(Relaxed)
        }
        pub(crate) fn refused(&self) -> bool {
            self.refused.load(Relaxed)
        }
    }
}

#[cfg(not(feature = "mutants"))]
mod kept {
    #[derive(Default)]
    pub(crate) struct Trail(());

    impl Trail {
        #[inline(always)]
        pub(crate) fn alias_opens(&self) {}
        #[inline(always)]
        pub(crate) fn alias_closes(&self) {}
        #[inline(always)]
        pub(crate) fn move_refused(&self) {}
        #[inline(always)]
        #[cfg(loom)]
        pub(crate) fn lease_ends(&self) {}
        #[inline(always)]
        #[cfg(loom)]
        pub(crate) fn lease_begins(&self) {}
    }
}

pub(crate) use kept::Trail;
