//! Sets of small things.

use table::{MAX_SEATS, Seat, SeatSet, bit_set};

bit_set! {
    struct Bytes(u128) of 128 Byte by Walk: byte => byte.0, at => Byte(at), shown by std::convert::identity
}

#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
struct Byte(u8);

#[test]
fn a_set_holds_what_was_put_in() {
    let (one, five) = (Seat::new(0), Seat::new(4));
    let mut set: SeatSet = [five, one].into_iter().collect();
    assert_eq!(set.iter().collect::<Vec<_>>(), [one, five]);
    assert!(set.contains(five) && !set.contains(Seat::new(1)) && set.only().is_none());
    set.remove(one);
    assert_eq!((set.only(), set.len(), set.bits()), (Some(five), 1, 1 << 4));
    set.remove(five);
    assert!(set.is_empty() && set.first().is_none() && set.iter().next().is_none());
    assert_eq!(SeatSet::from_bits(u16::MAX), SeatSet::full(MAX_SEATS));
}

#[test]
fn a_set_is_a_list_in_json() {
    let set: SeatSet = [Seat::new(4), Seat::new(0)].into_iter().collect();
    assert_eq!(serde_json::to_string(&set).unwrap(), "[1,5]");
    assert_eq!(serde_json::from_str::<SeatSet>("[5,1,1]").unwrap(), set);
}

#[test]
fn a_full_word_can_be_walked() {
    let all: Vec<u8> = Bytes::from_bits(u128::MAX).iter().map(|byte| byte.0).collect();
    assert_eq!(all, (0..128).collect::<Vec<u8>>());
}
