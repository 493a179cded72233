//! Limits on requests and connections per address and person.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The size of a burst, in seconds' worth of requests.
const BURST: f64 = 4.0;
/// Above this number of entries, full buckets are discarded.
const MANY: usize = 4096;

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
}

/// A place among the connections of one address or person, until it is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    open: Arc<Mutex<HashMap<String, u32>>>,
    key: String,
}

impl Limits {
    /// Takes `cost` out of a bucket that refills at `rate` per second; false if there is not enough. A rate of 0 means no limit.
    pub(crate) fn allow(&self, key: &str, cost: f64, rate: u32) -> bool {
        rate == 0 || self.allow_at(key, cost, rate.into(), Instant::now())
    }

    fn allow_at(&self, key: &str, cost: f64, rate: f64, now: Instant) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MANY && !buckets.contains_key(key) {
            let full = Duration::from_secs_f64(BURST);
            buckets.retain(|_, bucket| now.duration_since(bucket.at) < full);
        }
        let bucket = buckets.entry(key.to_owned()).or_insert(Bucket { spent: 0.0, at: now });
        bucket.spent = (bucket.spent - rate * now.duration_since(bucket.at).as_secs_f64()).max(0.0);
        bucket.at = now;
        let fits = bucket.spent + cost <= rate * BURST;
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
    use super::*;

    #[test]
    fn a_bucket_empties_and_fills() {
        let (limits, begin) = (Limits::default(), Instant::now());
        let taken = |now| (0..100).filter(|_| limits.allow_at("a", 1.0, 10.0, now)).count();
        assert_eq!(taken(begin), 40);
        assert!(limits.allow("b", 1.0, 10), "others are not affected");
        assert_eq!(taken(begin + Duration::from_secs(1)), 10);
        assert!((0..1000).all(|_| limits.allow("a", 1.0, 0)));
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
