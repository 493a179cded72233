//! `#[derive(Code)]`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Data, DeriveInput, Error, Expr, Field, Fields, Result};

pub(crate) fn code(input: &DeriveInput) -> Result<TokenStream> {
    let name = &input.ident;
    let variants = match &input.data {
        Data::Enum(data) => {
            let variants = data.variants.iter().map(|variant| {
                let name = &variant.ident;
                Numbered::new(quote!(Self::#name), &variant.fields)
            });
            variants.collect::<Result<Vec<_>>>()?
        }
        Data::Struct(data) => vec![Numbered::new(quote!(Self), &data.fields)?],
        Data::Union(_) => return Err(Error::new_spanned(name, "Code cannot be derived for unions")),
    };
    let firsts: Vec<_> = (0..=variants.len()).map(|i| format_ident!("FIRST_{i}")).collect();
    let sizes = variants.iter().zip(firsts.windows(2)).map(|(variant, pair)| {
        let (first, next, size) = (&pair[0], &pair[1], variant.size());
        quote!(const #next: u32 = #first + #size;)
    });
    let consts = quote!(const FIRST_0: u32 = 0; #(#sizes)*);
    let last = &firsts[variants.len()];
    // The first code of the variant and the number within it come from two matches: neither has to branch.
    let first_of = variants.iter().zip(&firsts).map(|(variant, first)| {
        let path = &variant.path;
        quote!(#path { .. } => #first,)
    });
    let number_of = variants.iter().filter(|variant| !variant.fields.is_empty()).map(|variant| {
        let (pattern, number) = (variant.pattern(), variant.number());
        quote!(#pattern => #number,)
    });
    let values = variants.iter().zip(firsts.windows(2)).map(|(variant, pair)| {
        let (first, next, value) = (&pair[0], &pair[1], variant.value());
        quote! {
            #first..#next => {
                #[allow(unused_mut, unused_variables)]
                let mut rest = code - #first;
                #value
            }
        }
    });
    let paths = variants.iter().map(|variant| &variant.path);
    let plain =
        matches!(input.data, Data::Enum(_)) && variants.iter().all(|variant| variant.fields.is_empty());
    let all = plain.then(|| {
        quote! {
            impl #name {
                /// All values, in the order of their codes.
                pub const ALL: [Self; #last as usize] = [#(#paths),*];

                /// Its place in `ALL`, for arrays.
                #[inline]
                pub const fn index(self) -> usize {
                    self as usize
                }
            }
        }
    });
    Ok(quote! {
        const _: () = {
            #consts
            #all

            impl ::table::Code for #name {
                const CODES: u32 = #last;

                #[inline]
                fn code(self) -> u32 {
                    let first = match self { #(#first_of)* };
                    #[allow(unreachable_patterns)]
                    let number = match self { #(#number_of)* _ => 0 };
                    first + number
                }

                #[inline]
                fn from_code(code: u32) -> ::core::option::Option<Self> {
                    #[allow(clippy::match_overlapping_arm, unused_comparisons)]
                    ::core::option::Option::Some(match code { #(#values)* _ => return ::core::option::Option::None })
                }
            }
        };
    })
}

/// A variant with the count of each of its fields.
struct Numbered<'a> {
    path: TokenStream,
    fields: Vec<(&'a Field, TokenStream)>,
    members: Vec<syn::Member>,
}

impl<'a> Numbered<'a> {
    fn new(path: TokenStream, fields: &'a Fields) -> Result<Numbered<'a>> {
        let counted = fields.iter().map(|field| Ok((field, count(field)?)));
        Ok(Numbered { path, fields: counted.collect::<Result<_>>()?, members: fields.members().collect() })
    }

    fn size(&self) -> TokenStream {
        let counts = self.fields.iter().map(|(_, count)| count);
        quote!((1 #(* (#counts))*))
    }

    fn names(&self) -> Vec<syn::Ident> {
        (0..self.fields.len()).map(|i| format_ident!("field_{i}")).collect()
    }

    fn pattern(&self) -> TokenStream {
        let (path, fields) = (&self.path, self.bound());
        quote!(#path { #(#fields),* })
    }

    /// `member: field_0` for each field, which serves tuple variants (`0: field_0`) as well.
    fn bound(&self) -> Vec<TokenStream> {
        self.members.iter().zip(self.names()).map(|(member, name)| quote!(#member: #name)).collect()
    }

    fn number(&self) -> TokenStream {
        let names = self.names();
        let parts = names.iter().zip(&self.fields);
        parts
            .fold(quote!(0), |sum, (name, (_, count))| quote!((#sum) * (#count) + ::table::Code::code(#name)))
    }

    fn value(&self) -> TokenStream {
        let (names, pattern) = (self.names(), self.pattern());
        let read = names.iter().zip(&self.fields).rev().map(|(name, (field, count))| {
            let kind = &field.ty;
            quote! {
                let #name = <#kind as ::table::Code>::from_code(rest % (#count))?;
                rest /= #count;
            }
        });
        quote!(#(#read)* #pattern)
    }
}

/// How many values of a field count: `#[code(count = N)]`, or all of them.
fn count(field: &Field) -> Result<TokenStream> {
    let mut limit: Option<Expr> = None;
    for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("code")) {
        attribute.parse_nested_meta(|meta| {
            if !meta.path.is_ident("count") {
                return Err(meta.error("expected `count = N`"));
            }
            limit = Some(meta.value()?.parse()?);
            Ok(())
        })?;
    }
    let kind = &field.ty;
    Ok(match limit {
        Some(limit) => quote!(((#limit) as u32)),
        None => quote!(<#kind as ::table::Code>::CODES),
    })
}
