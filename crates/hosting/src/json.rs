//! Writing JSON: what `serde_json` would write, in half the instructions. Frames are small pieces, thousands a second, and much of what
//! is in them has been written for somebody else already.

use std::sync::Arc;

use serde::ser::{self, Serialize, Serializer};
use serde_json::Error;

/// Appends the JSON of a value. Plain data of ours always has a JSON form.
pub(crate) fn json(value: &(impl Serialize + ?Sized), out: &mut Vec<u8>) {
    let _ = value.serialize(Json(out));
}

/// JSON that is written once, for all who are told the same. Only [`json`] takes it for what it is.
#[derive(Clone, Debug)]
pub(crate) struct Written(Arc<[u8]>);

impl Written {
    /// The JSON of a value. It is put together behind what is in `space`, and taken from there.
    pub(crate) fn new(value: &impl Serialize, space: &mut Vec<u8>) -> Written {
        let begin = space.len();
        json(value, space);
        let written = Written(space[begin..].into());
        space.truncate(begin);
        written
    }
}

impl Serialize for Written {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bytes(&self.0)
    }
}

/// A list whose items are written already, each with a comma behind it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Listed<'a>(pub(crate) &'a [u8]);

impl Serialize for Listed<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.0.strip_suffix(b",").map(Items))
    }
}

struct Items<'a>(&'a [u8]);

impl Serialize for Items<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bytes(self.0)
    }
}

/// Writes JSON; bytes are JSON already.
struct Json<'o>(&'o mut Vec<u8>);

/// A list or an object that has been begun.
struct Begun<'o> {
    out: &'o mut Vec<u8>,
    /// Is there something in it?
    any: bool,
    end: &'static [u8],
}

impl<'o> Json<'o> {
    fn begin(self, begin: &[u8], end: &'static [u8]) -> Begun<'o> {
        self.0.extend_from_slice(begin);
        Begun { out: self.0, any: false, end }
    }

    /// Begins `{"variant":…`.
    fn begin_variant(self, variant: &'static str, begin: u8, end: &'static [u8]) -> Begun<'o> {
        self.0.push(b'{');
        quoted(variant, self.0);
        self.begin(&[b':', begin], end)
    }

    /// What is seldom written.
    fn seldom(self, value: impl Serialize) -> Result<(), Error> {
        serde_json::to_writer(self.0, &value)
    }
}

impl Begun<'_> {
    fn item(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), Error> {
        if std::mem::replace(&mut self.any, true) {
            self.out.push(b',');
        }
        value.serialize(Json(self.out))
    }

    fn field(&mut self, key: &'static str, value: &(impl Serialize + ?Sized)) -> Result<(), Error> {
        if std::mem::replace(&mut self.any, true) {
            self.out.push(b',');
        }
        quoted(key, self.out);
        self.out.push(b':');
        value.serialize(Json(self.out))
    }

    fn finish(self) -> Result<(), Error> {
        self.out.extend_from_slice(self.end);
        Ok(())
    }
}

fn string(text: &str, out: &mut Vec<u8>) {
    if text.as_bytes().chunks(8).any(is_special) {
        drop(serde_json::to_writer(out, text))
    } else {
        quoted(text, out)
    }
}

/// A text of which every sign stands for itself.
fn quoted(text: &str, out: &mut Vec<u8>) {
    out.reserve(text.len() + 2);
    out.push(b'"');
    out.extend_from_slice(text.as_bytes());
    out.push(b'"');
}

/// Is there a control character, a quotation mark or a backslash among these, at most eight at a time?
fn is_special(bytes: &[u8]) -> bool {
    const ONES: u64 = u64::MAX / 255;
    let Ok(eight) = bytes.try_into() else {
        return bytes.iter().any(|&byte| byte < b' ' || byte == b'"' || byte == b'\\');
    };
    let eight = u64::from_le_bytes(eight);
    // The highest bit of each byte that is less than `limit`, and perhaps of later ones; for bytes beyond ASCII none.
    let below = |bytes: u64, limit: u8| bytes.wrapping_sub(ONES * u64::from(limit)) & !bytes;
    let same = |sign: u8| below(eight ^ (ONES * u64::from(sign)), 1);
    (below(eight, b' ') | same(b'"') | same(b'\\')) & (ONES * 128) != 0
}

/// Numbers and the like: as `serde_json` writes them.
macro_rules! seldom {
    ($($name:ident: $of:ty),*) => { $(
        fn $name(self, value: $of) -> Result<(), Error> {
            self.seldom(value)
        }
    )* };
}

impl<'o> Serializer for Json<'o> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Begun<'o>;
    type SerializeTuple = Begun<'o>;
    type SerializeTupleStruct = Begun<'o>;
    type SerializeTupleVariant = Begun<'o>;
    type SerializeMap = Begun<'o>;
    type SerializeStruct = Begun<'o>;
    type SerializeStructVariant = Begun<'o>;

    seldom! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64, serialize_u8: u8, serialize_u16: u16,
        serialize_u32: u32, serialize_u64: u64, serialize_f32: f32, serialize_f64: f64, serialize_char: char
    }

    fn serialize_bool(self, value: bool) -> Result<(), Error> {
        self.0.extend_from_slice(if value { b"true" } else { b"false" });
        Ok(())
    }

    fn serialize_str(self, text: &str) -> Result<(), Error> {
        string(text, self.0);
        Ok(())
    }

    fn serialize_bytes(self, written: &[u8]) -> Result<(), Error> {
        self.0.extend_from_slice(written);
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.0.extend_from_slice(b"null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Error> {
        quoted(variant, self.0);
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        let mut begun = self.begin(b"{", b"}");
        begun.field(variant, value)?;
        begun.finish()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Begun<'o>, Error> {
        Ok(self.begin(b"[", b"]"))
    }

    fn serialize_tuple(self, _: usize) -> Result<Begun<'o>, Error> {
        Ok(self.begin(b"[", b"]"))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Begun<'o>, Error> {
        Ok(self.begin(b"[", b"]"))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Begun<'o>, Error> {
        Ok(self.begin_variant(variant, b'[', b"]}"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Begun<'o>, Error> {
        Ok(self.begin(b"{", b"}"))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Begun<'o>, Error> {
        Ok(self.begin(b"{", b"}"))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Begun<'o>, Error> {
        Ok(self.begin_variant(variant, b'{', b"}}"))
    }
}

macro_rules! lists {
    ($($of:ident: $item:ident),*) => { $(
        impl ser::$of for Begun<'_> {
            type Ok = ();
            type Error = Error;

            fn $item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                self.item(value)
            }

            fn end(self) -> Result<(), Error> {
                self.finish()
            }
        }
    )* };
}

lists! {
    SerializeSeq: serialize_element, SerializeTuple: serialize_element, SerializeTupleStruct: serialize_field,
    SerializeTupleVariant: serialize_field
}

macro_rules! structs {
    ($($of:ident),*) => { $(
        impl ser::$of for Begun<'_> {
            type Ok = ();
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Error> {
                self.field(key, value)
            }

            fn end(self) -> Result<(), Error> {
                self.finish()
            }
        }
    )* };
}

structs! { SerializeStruct, SerializeStructVariant }

impl ser::SerializeMap for Begun<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        // Our keys are words.
        self.item(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.out.push(b':');
        value.serialize(Json(self.out))
    }

    fn end(self) -> Result<(), Error> {
        self.finish()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::Value;
    use table::chance::quick;
    use table::seed::Seed;
    use table::{AnyMatch, Observer, Seat};

    use super::*;

    fn written(value: &impl Serialize) -> String {
        let mut out = Vec::new();
        json(value, &mut out);
        String::from_utf8(out).unwrap()
    }

    fn assert_same(value: &impl Serialize) {
        assert_eq!(written(value), serde_json::to_string(value).unwrap());
    }

    #[derive(serde::Serialize)]
    enum Form {
        Unit,
        Newtype(Option<u8>),
        Tuple(char, f64),
        Struct { a: (), b: Tuple },
    }

    #[derive(serde::Serialize)]
    struct Tuple(i8, &'static str);

    #[test]
    fn every_form_is_written_as_serde_json_writes_it() {
        let forms = [
            Form::Unit,
            Form::Newtype(None),
            Form::Newtype(Some(7)),
            Form::Tuple('"', 0.5),
            Form::Struct { a: (), b: Tuple(-3, "") },
        ];
        assert_same(&forms);
        assert_same(&BTreeMap::from([("a", (true, u64::MAX)), ("\"b", (false, 0))]));
        assert_same(&[Value::Null, serde_json::json!({ "x": [1, -2.5, "y"], "z": {} })]);
        for text in ["", "Ä ♂ 龍", "a\"b", "\\", "line\nline", "\u{1}\u{7f}\u{2028}", &"long ".repeat(50)]
        {
            assert_same(&text);
        }
    }

    #[test]
    fn views_of_all_games_are_written_as_serde_json_writes_them() {
        for entry in shelf::games() {
            let players = entry.game.info().usual_players;
            let options = &entry.game.variants(players)[0];
            let names = (1..=players).map(|number| format!("Seat \"{number}\"")).collect();
            let seed = Seed::from_number(3, players);
            let mut game: Box<dyn AnyMatch> = entry.game.start(options, None, names, seed).unwrap();
            let mut chance = quick(3);
            for _ in 0..40 {
                let viewers = Seat::all(players).map(Observer::Seat).chain([Observer::All]);
                viewers.for_each(|observer| assert_same(&game.view(observer)));
                assert_same(&game.story(Observer::All, 0));
                if game.play_random(None, &mut chance).is_none() {
                    break;
                }
            }
        }
    }

    #[test]
    fn what_is_written_goes_in_as_it_is() {
        let once = Written::new(&("a\"b", [1, 2]), &mut Vec::new());
        assert_eq!(written(&[once.clone(), once]), r#"[["a\"b",[1,2]],["a\"b",[1,2]]]"#);
        assert_eq!([written(&Listed(b"")), written(&Listed(b"1,[],"))], ["[]", "[1,[]]"]);
    }
}
