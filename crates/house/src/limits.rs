//! Limits on requests and connections per address and person.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// The size of a burst, in seconds' worth of requests.
const BURST: f64 = 4.0;
/// Above this number of entries, full buckets are discarded.
const MANY: usize = 4096;
/// A day, in seconds.
const DAY: f64 = 86_400.0;

/// Token buckets for requests, and counts of open connections, by address or person.
#[derive(Default, Debug)]
pub(crate) struct Limits {
    buckets: Mutex<HashMap<String, Bucket>>,
    open: Arc<Mutex<HashMap<String, u32>>>,
}

#[derive(Debug)]
struct Bucket {
    spent: f64,
    at: Instant,
    /// What comes back in a second.
    rate: f64,
}

impl Bucket {
    /// What is spent by now.
    fn spent_at(&self, now: Instant) -> f64 {
        (self.spent - self.rate * now.duration_since(self.at).as_secs_f64()).max(0.0)
    }
}

/// A place among the connections of one address or person, until it is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    open: Arc<Mutex<HashMap<String, u32>>>,
    key: String,
}

impl Limits {
    /// Takes `cost` out of a bucket that refills at `rate` per second; false if there is not enough. What costs more than the bucket
    /// holds costs all of it. A rate of 0 means no limit.
    pub(crate) fn allow(&self, key: &str, cost: f64, rate: u32) -> bool {
        let rate = f64::from(rate);
        rate == 0.0 || self.allow_at(key, cost.min(rate * BURST), (rate, rate * BURST), Instant::now())
    }

    /// Counts something that few do often: false after `most` of it within a day.
    pub(crate) fn seldom(&self, key: &str, most: u32) -> bool {
        let most = f64::from(most);
        self.allow_at(key, 1.0, (most / DAY, most), Instant::now())
    }

    fn allow_at(&self, key: &str, cost: f64, (rate, most): (f64, f64), now: Instant) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MANY && !buckets.contains_key(key) {
            buckets.retain(|_, bucket| bucket.spent_at(now) > 0.0);
        }
        let bucket = buckets.entry(key.to_owned()).or_insert(Bucket { spent: 0.0, at: now, rate });
        (bucket.spent, bucket.at) = (bucket.spent_at(now), now);
        let fits = bucket.spent + cost <= most;
        if fits {
            bucket.spent += cost;
        }
        fits
    }

    /// Takes a slot, unless all are taken. A limit of 0 means no limit.
    pub(crate) fn enter(&self, key: String, limit: u32) -> Option<Place> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(key.clone()).or_default();
        if limit > 0 && *count >= limit {
            return None;
        }
        *count += 1;
        Some(Place { open: self.open.clone(), key })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.key);
            }
        }
    }
}

/// The address that limits apply to: with IPv6 a household has a whole /64 network.
pub(crate) fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_empties_and_fills() {
        let (limits, begin) = (Limits::default(), Instant::now());
        let taken = |now| (0..100).filter(|_| limits.allow_at("a", 1.0, (10.0, 40.0), now)).count();
        assert_eq!(taken(begin), 40);
        assert!(limits.allow("b", 1.0, 10), "others are not affected");
        assert_eq!(taken(begin + Duration::from_secs(1)), 10);
        assert!((0..1000).all(|_| limits.allow("a", 1.0, 0)));
    }

    #[test]
    fn what_costs_more_than_a_bucket_holds_can_be_done_now_and_then() {
        let limits = Limits::default();
        assert!(limits.allow("a", 50.0, 5));
        assert!(!limits.allow("a", 1.0, 5));
    }

    #[test]
    fn what_few_do_often_is_remembered_for_a_day_whoever_else_comes() {
        let limits = Limits::default();
        assert!((0..3).all(|_| limits.seldom("a", 3)));
        for number in 0..2 * MANY {
            limits.allow(&number.to_string(), 1.0, 1_000_000);
        }
        assert!(!limits.seldom("a", 3));
        assert!(limits.buckets.lock().unwrap().len() < 2 * MANY);
    }

    #[test]
    fn places_are_given_back() {
        let limits = Limits::default();
        let places: Vec<_> = (0..3).filter_map(|_| limits.enter("a".into(), 2)).collect();
        assert_eq!(places.len(), 2);
        drop(places);
        assert!(limits.enter("a".into(), 1).is_some());
        assert!(limits.open.lock().unwrap().is_empty());
    }

    #[test]
    fn a_household_is_a_network() {
        let one: IpAddr = "2001:db8:1:2:3:4:5:6".parse().unwrap();
        assert_eq!(household(one), "2001:db8:1:2::".parse::<IpAddr>().unwrap());
        assert_eq!(household("::ffff:10.1.2.3".parse().unwrap()), "10.1.2.3".parse::<IpAddr>().unwrap());
    }
}
