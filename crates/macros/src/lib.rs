//! The macros of `table`: `#[derive(Code)]` and `say!`.

mod code;
mod say;

use syn::{DeriveInput, Error, parse_macro_input};

/// Derives `table::Code` for an enum or a struct: numbers its values `0..CODES`, in the order in which they are declared. A
/// struct is numbered like an enum with one variant.
///
/// A variant without fields takes one number. A variant with fields takes one for each combination of their values, the last
/// field varying fastest. An enum without fields also gets `ALL`, an array of its values, and `index()`, the place of a value
/// in it.
///
/// `#[code(count = N)]` on a field keeps the first `N` values of its type, as for six seats out of twelve. Numbers that start at 1
/// waste a code or two, which is fine: codes that are never legal cost nothing but a cell in a mask. A few thousand codes are
/// practical.
#[proc_macro_derive(Code, attributes(code))]
pub fn derive_code(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    code::code(&input).unwrap_or_else(Error::into_compile_error).into()
}

/// A sentence as a value, a `table::Text`: `say!("{who} plays {card}.", card = card.name())`.
///
/// Every blank is a name in braces: a variable in scope, or one given after the template. What can fill a blank is a
/// `table::Blank`: a seat, a number, a word that is printed somewhere, another text. Translators see the template with its
/// blanks counted, so say whole sentences: halves cannot be translated.
///
/// `say!(voice, seat: "{seat} strikes.", "You strike.")` is the second sentence for that seat itself, where `voice` is a
/// `table::Voice`, and the first for everybody else.
#[proc_macro]
pub fn say(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as say::Say);
    input.expand().unwrap_or_else(Error::into_compile_error).into()
}
