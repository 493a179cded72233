//! Reviews of finished matches: computed once, on the threads that bots think on, and kept for a while.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use lab::Review;
use table::Refusal;
use tokio::sync::OnceCell;

use crate::pool::{Pool, Sake};
use crate::trouble::Trouble;

/// How many reviews are kept.
const KEPT: usize = 32;

/// A review as JSON, once it is computed. Everybody who asks meanwhile waits for the same one.
type Page = Arc<OnceCell<Arc<str>>>;

/// The latest reviews.
#[derive(Default)]
pub(crate) struct Reviews(Mutex<VecDeque<(String, Page)>>);

impl Reviews {
    /// The review of a match, computed if it is not among the latest.
    pub(crate) async fn of(
        &self,
        id: &str,
        pool: &Pool,
        sake: Sake,
        work: impl FnOnce() -> Result<Review, Refusal> + Send + 'static,
    ) -> Result<Arc<str>, Trouble> {
        let think = async {
            let review = pool.run(&sake, work).await.ok_or(Trouble::Busy)??;
            Ok(serde_json::to_string(&review).unwrap_or_default().into())
        };
        self.page(id).get_or_try_init(|| think).await.cloned()
    }

    fn page(&self, id: &str) -> Page {
        let mut pages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, page)) = pages.iter().find(|(known, _)| known == id) {
            return page.clone();
        }
        if pages.len() >= KEPT {
            pages.pop_front();
        }
        let page = Page::default();
        pages.push_back((id.to_owned(), page.clone()));
        page
    }
}
