//! The web table's types are generated from `wire` and committed. `cargo xtask types` writes them.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::path::Path;

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
    let mut text =
        String::from("// Written from the house's own types by `cargo xtask types`. Do not edit.\n");
    types.declarations.values().for_each(|declaration| {
        text.push('\n');
        text.push_str(declaration);
    });
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire.ts");
    if std::env::var_os("SANGUIS_TYPES").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &text).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == text, "web/src/wire.ts is not current: run `cargo xtask types`");
}
