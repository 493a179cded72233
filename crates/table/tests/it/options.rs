//! Options: read from JSON and command lines, with defaults and limits that stand only in the knobs.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use table::{Dial, Knob, Options, Refusal, options};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Tavern {
    players: usize,
    open_late: bool,
    rounds: u8,
    ale: String,
    guests: Vec<String>,
    sign: String,
}

impl Options for Tavern {
    fn players(&self) -> usize {
        self.players
    }

    fn knobs() -> &'static [Knob] {
        const fn knob(name: &'static str, dial: Dial) -> Knob {
            Knob { name, help: "Ask the landlord.", dial }
        }
        const KNOBS: &[Knob] = &[
            knob("open-late", Dial::Switch { default: true }),
            knob("rounds", Dial::Number { from: 1, to: 9, default: 3 }),
            knob("ale", Dial::Choice { of: &[("pale", "Light."), ("stout", "Dark.")], default: "pale" }),
            knob("guests", Dial::List { of: &["Ann", "Bo"] }),
            knob("sign", Dial::Text { of: &["The Moon"], players: &[] }),
        ];
        KNOBS
    }

    fn check(&self) -> Result<(), Refusal> {
        let too_late = self.open_late && self.rounds == 9;
        if too_late { Err(Refusal::malformed("Nine rounds need an early start.")) } else { Ok(()) }
    }
}

fn read(given: Value) -> Result<Tavern, Refusal> {
    options::from_json(2..=4, &given)
}

#[test]
fn what_is_left_out_keeps_its_default() {
    let usual = Tavern {
        players: 3,
        open_late: true,
        rounds: 3,
        ale: "pale".into(),
        guests: Vec::new(),
        sign: String::new(),
    };
    assert_eq!(Tavern::standard(3), usual);
    assert_eq!(read(json!({ "players": 3 })), Ok(usual.clone()));
    assert_eq!(read(json!({ "players": 3, "rounds": 5 })), Ok(Tavern { rounds: 5, ..usual }));
}

#[test]
fn what_does_not_fit_its_knob_is_refused_with_what_would() {
    let cases = [
        (json!([]), "a JSON object"),
        (json!({}), "2 to 4 players"),
        (json!({ "players": 5 }), "2 to 4 players"),
        (json!({ "players": 2, "rounds": 10 }), "a number from 1 to 9"),
        (json!({ "players": 2, "rounds": "3" }), "wrong type"),
        (json!({ "players": 2, "open-late": "perhaps" }), "on or off"),
        (json!({ "players": 2, "ale": "water" }), "pale, stout"),
        (json!({ "players": 2, "guests": ["Cy"] }), "Ann, Bo"),
        (json!({ "players": 2, "darts": true }), "There is no option \"darts\""),
        (json!({ "players": 2, "rounds": 9 }), "early start"),
    ];
    for (given, reason) in cases {
        let refusal = read(given.clone()).unwrap_err();
        assert!(refusal.reason.contains(reason), "{given}: {refusal}");
    }
}

#[test]
fn a_command_line_writes_the_same_values() {
    let parse = |name: &str, text: &str| {
        Tavern::knobs()
            .iter()
            .find(|knob| knob.name == name)
            .unwrap()
            .parse(text)
            .map_err(|it| it.to_string())
    };
    assert_eq!(parse("open-late", "no"), Ok(json!(false)));
    assert_eq!(parse("guests", "bo, Ann"), Ok(json!(["Bo", "Ann"])));
    assert_eq!(parse("sign", "anything"), Ok(json!("anything")));
    assert!(parse("rounds", "many").unwrap_err().contains("The option \"rounds\" does not take \"many\""));
}

#[test]
fn variants_turn_each_knob_to_its_other_positions() {
    let sets = options::variants::<Tavern>(2);
    assert_eq!(sets[0], Tavern::standard(2));
    let others: Vec<_> = sets[1..].iter().map(|it| (it.open_late, it.rounds, it.ale.as_str())).collect();
    assert_eq!(
        others,
        [(false, 3, "pale"), (true, 1, "pale"), (true, 3, "stout")],
        "nine rounds are refused"
    );
}
