//! The web table's types and the API's schemas are generated from `wire` and committed. `cargo xtask types` writes them.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::path::Path;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;
use ts_rs::{Config, TS, TypeVisitor};

#[derive(Default)]
struct Types {
    seen: Vec<TypeId>,
    declarations: BTreeMap<String, String>,
}

impl TypeVisitor for Types {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if self.seen.contains(&TypeId::of::<T>()) {
            return;
        }
        self.seen.push(TypeId::of::<T>());
        if T::output_path().is_some() {
            let config = Config::default();
            let docs = T::docs().unwrap_or_default();
            self.declarations.insert(T::ident(&config), format!("{docs}export {}\n", T::decl(&config)));
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

#[test]
fn the_clients_types_are_current() {
    let mut types = Types::default();
    types.visit::<wire::GameBox>();
    types.visit::<wire::Me>();
    types.visit::<wire::TableCard>();
    types.visit::<wire::NewTable>();
    types.visit::<wire::Command>();
    types.visit::<wire::News>();
    types.visit::<wire::Moment>();
    types.visit::<wire::Problem>();
    types.visit::<wire::Lean>();
    types.visit::<wire::MeChange>();
    types.visit::<wire::Link>();
    types.visit::<wire::Claim>();
    types.visit::<wire::PushSubscription>();
    types.visit::<wire::HouseInfo>();
    types.visit::<wire::TableShelf>();
    types.visit::<wire::QuickTable>();
    types.visit::<wire::Invitation>();
    types.visit::<wire::Fairness>();
    types.visit::<wire::NewBot>();
    types.visit::<wire::BotAccount>();
    types.visit::<wire::Done>();
    types.visit::<wire::Illustrations>();
    types.visit::<wire::LessonCard>();
    types.visit::<wire::LessonSoFar>();
    types.visit::<wire::LessonFrame>();
    types.visit::<wire::HintAsked>();
    types.visit::<wire::PlayOn>();
    types.visit::<wire::PuzzleCard>();
    types.visit::<wire::Hint>();
    types.visit::<wire::Device>();
    types.visit::<wire::Deleted>();
    types.visit::<wire::Report>();
    types.visit::<wire::AuditEntry>();
    types.visit::<wire::StandingChange>();
    types.visit::<wire::HostView>();
    let mut text =
        String::from("// Written from the house's own types by `cargo xtask types`. Do not edit.\n");
    types.declarations.values().for_each(|declaration| {
        text.push('\n');
        text.push_str(declaration);
    });
    is_current("../../web/src/wire.ts", &text);
}

fn is_current(path: &str, text: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("SANGUIS_TYPES").is_some() {
        std::fs::write(&file, text).unwrap();
    }
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(written == text, "{path} is not current: run `cargo xtask types`");
}

/// Adds the schema of a type, and of all types in it.
fn add<T: JsonSchema>(schemas: &mut BTreeMap<String, Value>, settings: SchemaSettings) {
    let mut generator = settings
        .with(|settings| {
            settings.definitions_path = "/components/schemas".into();
            settings.meta_schema = None;
        })
        .into_generator();
    generator.subschema_for::<T>();
    for (name, mut schema) in generator.take_definitions(true) {
        close(&mut schema);
        schemas.insert(name, schema);
    }
}

/// Says that objects have no other fields than those described, which the house's tests rely on, and shortens descriptions.
fn close(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(close),
        Value::Object(fields) => {
            fields.values_mut().for_each(close);
            if let Some(Value::String(text)) = fields.get_mut("description") {
                // What follows the first paragraph is for readers of the code.
                *text = text.split("\n\n").next().unwrap_or_default().replace('\n', " ");
            }
            // With a `$ref` beside them, the fields of both count.
            let word =
                if fields.contains_key("$ref") { "unevaluatedProperties" } else { "additionalProperties" };
            let is_object = fields.get("type").is_some_and(|kind| kind == "object");
            if is_object && fields.contains_key("properties") && !fields.contains_key("additionalProperties")
            {
                fields.insert(word.to_owned(), Value::Bool(false));
            }
        }
        _ => {}
    }
}

#[test]
fn the_schemas_are_current() {
    let mut schemas = BTreeMap::new();
    macro_rules! add {
        ($settings:ident: $($name:ident)*) => {
            $(add::<wire::$name>(&mut schemas, SchemaSettings::draft2020_12().$settings());)*
        };
    }
    add!(for_serialize: HouseInfo GameBox Me Link TableCard TableInfo Invitation Done Frame Lean Bare News Moment Fairness Problem
        BotAccount BotNews Illustrations LessonCard LessonFrame PuzzleCard Hint
        Device MyData Deleted AuditEntry PersonStanding HostView);
    // What clients send comes last: a type that goes both ways may leave out what has a default.
    add!(for_deserialize: MeChange Claim PushSubscription NewTable QuickTable Command NewBot BotMove TableShelf LessonSoFar HintAsked PlayOn
        Report StandingChange);
    let text = serde_json::to_string_pretty(&schemas).unwrap() + "\n";
    is_current("schemas.json", &text);
}
