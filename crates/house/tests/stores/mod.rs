//! Ground for tests: a place of their own in a real store.

use house::store::{AnyStore, Place};
use tempfile::TempDir;

/// A place for a store that nobody else uses; gone with the test.
pub(crate) struct Ground {
    place: Place,
    _folder: TempDir,
}

impl Ground {
    pub(crate) fn sqlite() -> Ground {
        let folder = tempfile::tempdir().expect("a temporary folder");
        Ground { place: Place::Sqlite(folder.path().join("house.db")), _folder: folder }
    }

    pub(crate) async fn open(&self) -> AnyStore {
        AnyStore::open(&self.place).await.expect("the store opens")
    }
}

/// Runs each test on both stores.
macro_rules! both {
    ($(async fn $name:ident($ground:ident: Ground) $body:block)*) => {
        mod sqlite {
            use super::*;
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $name() {
                    super::$name(Ground::sqlite()).await;
                }
            )*
        }
        $(async fn $name($ground: Ground) $body)*
    };
}

pub(crate) use both;
