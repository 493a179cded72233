//! Why a request failed.

use table::Refusal;

use crate::store::StoreError;

/// Why a request failed.
#[derive(Debug)]
pub enum Trouble {
    /// The rules of the game or of the house say no.
    Refused(Refusal),
    /// There is no such thing.
    Missing,
    /// Too much at once.
    Busy,
    /// The store failed; the log of the house has the details. A retry may help.
    Store,
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Trouble {
        Trouble::Refused(refusal)
    }
}

impl From<StoreError> for Trouble {
    fn from(StoreError(error): StoreError) -> Trouble {
        tracing::error!(error, "the store failed");
        Trouble::Store
    }
}
