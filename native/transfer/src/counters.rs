//! What a runtime has counted.
#![forbid(unsafe_code)]

/// Counts since the runtime was opened. Source: TRF-57.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counters {
    /// Transfers past the door, also those that became unproven in the submit.
    pub admitted: u64,
    /// Packages handed back by a submit.
    pub rejected: u64,
    /// Proven, and handed back by `wait`.
    pub completed: u64,
    /// Proven, and released without being handed back.
    pub retired: u64,
    /// Never to be proven; kept for ever.
    pub unproven: u64,
    /// Dropped into a full queue; kept for ever.
    pub retained: u64,
    /// In the retirement queue now.
    pub queued: u64,
    /// Observed by a handle now; forgotten ones stay here.
    pub in_flight: u64,

    /// Device tensors whose memory was given up for release.
    pub values_released: u64,
    /// Pinned buffers whose memory was given up for release.
    pub buffers_released: u64,
    /// Queue entries whose query failed (TRF-52).
    pub query_errors: u64,
    /// Failed calls of blocking drains (TRF-53).
    pub synchronize_errors: u64,
    /// Events that could not be destroyed after the proof (TRF-33).
    pub event_errors: u64,
    /// Memory, streams or contexts that the driver would not take back.
    pub release_errors: u64,
    /// Exports and releases of memory whose point in the stream has not been passed yet.
    pub releasing: u64,
    /// Memory kept for ever because no event of its release was ever proven, or a plain copy of it was not.
    pub memory_kept: u64,
    /// Locks found poisoned by a panic, and used on (TRF-43).
    pub poisoned: u64,
}

impl Counters {
    /// Whether every admitted transfer is in exactly one place.
    pub fn is_balanced(&self) -> bool {
        let places = self.completed + self.retired + self.unproven + self.retained + self.queued + self.in_flight;
        self.admitted == places
    }
}
