//! Who keeps a runtime alive: its handles, device tensors, pinned buffers, and through these its pending handles.
#![forbid(unsafe_code)]

use std::sync::Arc;

use crate::core::Core;

/// One external owner of a runtime. When the last one goes, the runtime drains its queue, waiting (TRF-55).
pub(crate) struct External(Arc<Core>);

impl External {
    pub(crate) fn new(core: &Arc<Core>) -> Self {
        core.gains_owner();
        External(Arc::clone(core))
    }

    pub(crate) fn core(&self) -> &Arc<Core> {
        &self.0
    }
}

impl Drop for External {
    fn drop(&mut self) {
        self.0.loses_owner();
    }
}
