//! Notices to absent players: it is your turn.

use std::sync::Arc;

use hosting::MatchLog;

use crate::house::House;
use crate::live::LiveMatch;

impl House {
    /// Notifies people who are asked something new and have no page open.
    pub(crate) fn call_absent(self: &Arc<Self>, live: &LiveMatch, log: &MatchLog) {
        let asked = log.newly_asked();
        if asked.is_empty() {
            return;
        }
        let absent = asked.minus(live.present(log).seats).iter();
        for id in absent.filter_map(|seat| log.person_at(seat)) {
            if self.notices.is_due(id, log.id()) {
                let (house, id, table) = (self.clone(), id.to_owned(), log.id().to_owned());
                let game = log.entry().game.info().name;
                tokio::spawn(async move {
                    if let Ok(Some(person)) = house.store.person(&id).await {
                        let delivered = house.notices.clone().call(person, game, table).await;
                        house.metrics.notices.add(delivered);
                    }
                });
            }
        }
    }
}
