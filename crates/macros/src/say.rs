//! `say!`.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::{Error, Ident, LitStr, Result, Token};

/// What stands in the brackets of `say!(…)`.
pub(crate) struct Say {
    /// The voice, and the seat that it may speak to.
    to: Option<(TokenStream, Ident)>,
    template: LitStr,
    /// The template for the seat itself.
    own: Option<LitStr>,
    given: Vec<(Ident, TokenStream)>,
}

impl Parse for Say {
    fn parse(input: ParseStream<'_>) -> Result<Say> {
        let mut to = None;
        if !input.peek(LitStr) {
            let voice = until_comma(input)?;
            input.parse::<Token![,]>()?;
            to = Some((voice, input.parse()?));
            input.parse::<Token![:]>()?;
        }
        let template = input.parse()?;
        let own = match to {
            Some(_) => {
                input.parse::<Token![,]>()?;
                Some(input.parse()?)
            }
            None => None,
        };
        let mut given = Vec::new();
        while input.parse::<Option<Token![,]>>()?.is_some() && !input.is_empty() {
            let name = input.parse()?;
            input.parse::<Token![=]>()?;
            given.push((name, until_comma(input)?));
        }
        Ok(Say { to, template, own, given })
    }
}

/// An expression, unread: the compiler knows best what one is.
fn until_comma(input: ParseStream<'_>) -> Result<TokenStream> {
    let mut tokens = TokenStream::new();
    while !input.is_empty() && !input.peek(Token![,]) {
        tokens.extend([input.parse::<TokenTree>()?]);
    }
    if tokens.is_empty() { Err(input.error("a value is missing")) } else { Ok(tokens) }
}

impl Say {
    pub(crate) fn expand(&self) -> Result<TokenStream> {
        let text = self.text(&self.template)?;
        let templates = || std::iter::once(&self.template).chain(&self.own);
        for (name, _) in &self.given {
            let blank = format!("{{{name}}}");
            if !templates().any(|template| template.value().contains(&blank)) {
                return Err(Error::new_spanned(name, format!("no template has the blank {blank}")));
            }
        }
        Ok(match (&self.to, &self.own) {
            (Some((voice, seat)), Some(own)) => {
                let own = self.text(own)?;
                quote!(if (#voice).0.is(#seat) { #own } else { #text })
            }
            _ => text,
        })
    }

    /// Code that writes one of the templates.
    fn text(&self, template: &LitStr) -> Result<TokenStream> {
        let text = template.value();
        let wrong = |why: &str| Error::new_spanned(template, why);
        if text.contains(['[', ']']) {
            return Err(wrong("square brackets mark blanks, so a sentence cannot have its own"));
        }
        let mut parts = text.split('{');
        let start = parts.next().unwrap_or_default();
        // A name that no variable of the caller can have.
        let out = Ident::new("out", Span::mixed_site());
        let mut steps = vec![quote!(#out.push_str(#start);)];
        for part in parts {
            let (name, rest) = part.split_once('}').ok_or_else(|| wrong("a brace is not closed"))?;
            let name: Ident = syn::parse_str(name)
                .map_err(|_| wrong("a blank is a name in braces: give its value after the sentence"))?;
            let value = match self.given.iter().find(|(given, _)| *given == name) {
                Some((_, value)) => quote!(#value),
                None => {
                    let name = Ident::new(&name.to_string(), template.span());
                    quote!(#name)
                }
            };
            steps.push(quote!(::table::Blank::fill(&(#value), &mut #out);));
            if !rest.is_empty() {
                steps.push(quote!(#out.push_str(#rest);));
            }
        }
        if let [_] = steps.as_slice() {
            return Ok(quote!(::table::Text::fixed(#start)));
        }
        let length = text.len() + 8 * steps.len();
        Ok(quote!({
            let mut #out = ::std::string::String::with_capacity(#length);
            #(#steps)*
            ::table::Text::marked(#out)
        }))
    }
}
