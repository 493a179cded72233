//! Texts with seats in them.

use crate::seat::Seat;

/// Puts names into a text: every placeholder `{s3}` becomes what `name` says of that seat.
pub fn with_names(text: &str, name: impl Fn(Seat) -> String) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(start) = rest.find("{s") {
        out.push_str(&rest[..start]);
        let tail = &rest[start + 2..];
        let seat = tail.find('}').and_then(|end| {
            let seat = tail[..end].parse().ok().and_then(Seat::from_number)?;
            Some((seat, end))
        });
        match seat {
            Some((seat, end)) => {
                out.push_str(&name(seat));
                rest = &tail[end + 1..];
            }
            None => {
                out.push_str("{s");
                rest = tail;
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_take_the_place_of_seats() {
        let names = |seat: Seat| ["Ann", "Bo"].get(seat.index()).unwrap_or(&"?").to_string();
        assert_eq!(with_names("{s1} strikes {s2}.", names), "Ann strikes Bo.");
        assert_eq!(with_names("{s99} {sx} {s", names), "{s99} {sx} {s");
    }
}
