import { expect, it } from "vitest";
import type { Beat, Line, Weight } from "../wire.ts";
import { Director, isNews, type Manner, since } from "./director.ts";

/** A clock that stands still until it is moved. */
class FakeClock {
  #now = 0;
  #due: { at: number; act: () => void }[] = [];
  now = () => this.#now;
  after = (milliseconds: number, act: () => void) => {
    const entry = { at: this.#now + milliseconds, act };
    this.#due.push(entry);
    return () => void (this.#due = this.#due.filter((other) => other !== entry));
  };
  pass(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (;;) {
      const next = this.#due.filter((entry) => entry.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#due = this.#due.filter((entry) => entry !== next);
      this.#now = next.at;
      next.act();
    }
    this.#now = end;
  }
}

const line = (text: string, weight: Weight, beat: Partial<Beat> = {}, version = 1): Line => ({ version, text, beat: { weight, by: 2, ...beat } });

function stage(manner: Partial<Manner> = {}) {
  const clock = new FakeClock();
  const told: string[] = [];
  const shown: string[] = [];
  let staged: string | null = null;
  const now: Manner = { pace: "usual", taps: true, live: false, you: 1, ...manner };
  let compact = false;
  let behind = 0;
  const director = new Director({ tell: (line) => told.push(line.text), stage: (line, late, ahead) => ([staged, compact, behind] = [line?.text ?? null, late, ahead]) }, () => now, clock);
  const push = (name: string, lines: Line[], asked = false, unchosen = false) => director.push({ show: () => shown.push(name), lines, atOnce: false, asked, unchosen });
  return { clock, told, shown, staged: () => staged, late: () => compact, behind: () => behind, director, push, now };
}

it("first says who does what, then changes the table, then rests", () => {
  const s = stage();
  s.push("struck", [line("A strikes B", "large")]);
  expect([s.told, s.shown, s.staged()]).toEqual([["A strikes B"], [], "A strikes B"]);
  s.clock.pass(600);
  expect([s.shown, s.staged()]).toEqual([["struck"], "A strikes B"]);
  s.clock.pass(899);
  expect(s.staged()).toBe("A strikes B");
  s.clock.pass(1);
  expect([s.told, s.staged(), s.director.busy]).toEqual([["A strikes B"], null, false]);
});

it("gives each line its time, one after the other and none twice", () => {
  const s = stage();
  s.push("one", [line("draws", "small")]);
  s.push("two", [line("strikes", "large"), line("answered", "aside"), line("rank", "huge")]);
  expect([s.told, s.shown]).toEqual([["draws"], ["one"]]);
  s.clock.pass(300);
  expect(s.told).toEqual(["draws", "strikes"]);
  s.clock.pass(1500);
  expect([s.told, s.staged()]).toEqual([["draws", "strikes", "answered", "rank"], "rank"]);
  s.clock.pass(2499);
  expect(s.director.busy).toBe(true);
  s.clock.pass(1);
  expect(s.director.busy).toBe(false);
});

it.each([["slow", 2700], ["brisk", 750]] as const)("is %s where wanted", (pace, time) => {
  const s = stage({ pace });
  s.push("one", [line("strikes", "large")]);
  s.clock.pass(time - 1);
  expect(s.director.busy).toBe(true);
  s.clock.pass(1);
  expect(s.director.busy).toBe(false);
});

it("stages nothing at all at the pace that shows all at once", () => {
  const s = stage({ pace: "once" });
  s.push("one", [line("strikes you", "huge", { on: [1] })]);
  expect([s.told, s.shown, s.director.busy]).toEqual([["strikes you"], ["one"], false]);
});

it("catches up before a question: what matters most is told in a few seconds, the table follows, and the question can be had at once", () => {
  const s = stage();
  s.push("one", [line("first", "huge")]);
  s.push("two", [line("second", "large", { on: [1] })]);
  s.push("three", [line("third", "small")]);
  s.push("four", [line("fourth", "huge")]);
  s.push("asked", [line("fifth", "large")], true);
  expect([s.told, s.shown, s.staged(), s.behind(), s.late()]).toEqual([["first"], [], "first", 4, false]);
  s.clock.pass(800);
  expect([s.shown, s.staged(), s.behind()]).toEqual([["one"], "first", 4]);
  s.clock.pass(2999);
  expect(s.behind()).toBe(1);
  s.clock.pass(1);
  // The player has something else to do than to tap.
  expect([s.shown, s.staged(), s.behind(), s.late()]).toEqual([["one", "two", "three", "four", "asked"], "fifth", 0, true]);
  s.clock.pass(1500);
  expect([s.told, s.staged(), s.director.busy]).toEqual([["first", "second", "third", "fourth", "fifth"], null, false]);
  const hasty = stage();
  hasty.push("one", [line("first", "huge")]);
  hasty.push("asked", [line("second", "large")], true);
  hasty.director.all();
  expect([hasty.shown, hasty.told, hasty.behind()]).toEqual([["asked"], ["first", "second"], 0]);
});

it("never delays a question that nothing matters more than, nor one with a clock", () => {
  const alone = stage();
  alone.push("asked", [line("first", "large", {})], true);
  expect([alone.shown, alone.staged(), alone.late(), alone.behind()]).toEqual([["asked"], "first", true, 0]);
  const timed = stage({ clock: true });
  timed.push("one", [line("first", "huge")]);
  timed.push("two", [line("second", "huge")]);
  timed.push("asked", [line("third", "large")], true);
  timed.clock.pass(0);
  expect([timed.shown, timed.told, timed.staged(), timed.late()]).toEqual([["one", "two", "asked"], ["first", "second", "third"], "third", true]);
});

it("lets a question wait for no tap", () => {
  const s = stage();
  s.push("one", [line("strikes you", "huge", { on: [1] })]);
  s.clock.pass(1500);
  s.push("asked", [], true);
  s.clock.pass(3000);
  expect([s.shown, s.staged(), s.director.busy]).toEqual([["one", "asked"], null, false]);
});

it("stages what came while the player was reading in order, the question last", () => {
  const s = stage({ held: true });
  s.push("one", [line("first", "large")]);
  s.push("asked", [line("second", "large")], true);
  s.clock.pass(5000);
  expect([s.told, s.shown, s.staged()]).toEqual([[], [], null]);
  s.now.held = false;
  s.director.next();
  expect([s.told, s.staged(), s.late()]).toEqual([["first"], "first", false]);
  // News that changes nothing on the table.
  s.push("still asked", [], true);
  s.clock.pass(1500);
  expect([s.shown, s.staged()]).toEqual([["one"], "second"]);
  s.clock.pass(1500);
  expect([s.shown, s.director.busy]).toEqual([["one", "asked", "still asked"], false]);
});

it("stops after the line on stage when the player begins to read", () => {
  const s = stage();
  s.push("one", [line("first", "large")]);
  s.push("two", [line("second", "large")]);
  s.now.held = true;
  s.clock.pass(9000);
  expect([s.shown, s.staged()]).toEqual([[], null]);
  s.now.held = false;
  s.director.next();
  s.clock.pass(3000);
  expect([s.shown, s.told, s.director.busy]).toEqual([["one", "two"], ["first", "second"], false]);
});

it("with other people at the table a question ends what is on stage", () => {
  const s = stage({ live: true });
  s.push("one", [line("first", "huge")]);
  s.push("asked", [line("second", "large")], true);
  expect([s.told, s.shown, s.staged()]).toEqual([["first", "second"], ["asked"], null]);
});

it("shows something again without telling it again, even at the pace that shows all at once", () => {
  const s = stage({ pace: "once" });
  s.push("one", [line("first", "large")]);
  s.director.push({ show: () => s.shown.push("one again"), lines: [line("first", "large")], atOnce: false, again: true });
  expect([s.told, s.shown, s.staged()]).toEqual([["first"], ["one"], "first"]);
  s.clock.pass(1500);
  expect([s.told, s.shown, s.staged()]).toEqual([["first"], ["one", "one again"], null]);
});

it("goes on at a tap", () => {
  const s = stage();
  s.push("one", [line("first", "huge"), line("second", "large")]);
  s.director.next();
  expect([s.shown, s.staged()]).toEqual([["one"], "first"]);
  s.director.next();
  expect(s.staged()).toBe("second");
  s.director.next();
  expect([s.staged(), s.director.busy]).toEqual([null, false]);
  s.clock.pass(60_000);
  expect(s.told).toEqual(["first", "second"]);
});

it("waits for a tap when something is done to you, but not for ever, and not where nobody wants it", () => {
  const s = stage();
  s.push("one", [line("strikes you", "large", { on: [1] })]);
  s.clock.pass(10_000);
  expect([s.shown, s.staged()]).toEqual([["one"], "strikes you"]);
  s.director.next();
  expect(s.director.busy).toBe(false);
  s.push("two", [line("strikes you", "large", { on: [1] })]);
  s.clock.pass(60_000);
  expect(s.director.busy).toBe(false);
  const hasty = stage({ taps: false });
  hasty.push("one", [line("strikes you", "large", { on: [1] })]);
  hasty.clock.pass(1500);
  expect(hasty.director.busy).toBe(false);
});

it("the end of the turn before is seen before yours, and what led to the outcome of your deed before what you are asked next", () => {
  const turn = stage();
  turn.push("asked", [line("builds here", "medium"), line("builds there", "medium"), line("draws", "small"), line("your turn", "small", { by: 1, opens: true })], true);
  expect([turn.staged(), turn.late(), turn.behind()]).toEqual(["builds here", false, 3]);
  turn.clock.pass(1900);
  expect([turn.staged(), turn.behind()]).toEqual([null, 0]);
  const battle = stage();
  battle.push("asked", [line("shows", "large"), line("you show", "large", { by: 1 }), line("you win", "large", { by: 1, on: [2] }), line("falls", "large", { by: undefined, on: [2] })], true);
  expect([battle.staged(), battle.late(), battle.behind()]).toEqual(["shows", false, 1]);
  battle.clock.pass(1500);
  expect([battle.staged(), battle.late(), battle.behind()]).toEqual(["falls", true, 0]);
  // A turn that nobody is told of holds nothing up.
  const quiet = stage();
  quiet.push("asked", [line("plays", "medium"), line("", "aside", { by: 1, opens: true })], true);
  expect(quiet.behind()).toBe(0);
  // Your clock runs: nothing is in the way.
  const timed = stage({ clock: true });
  timed.push("asked", [line("builds", "medium"), line("your turn", "small", { by: 1, opens: true })], true);
  expect(timed.behind()).toBe(0);
});

it("is never more than a second behind when others play along", () => {
  const s = stage({ live: true });
  for (let i = 0; i < 40; i++) {
    s.push(`table ${i}`, [line(`strikes you ${i}`, "large", { on: [1] }), line(`rank ${i}`, "huge")]);
    s.clock.pass(250);
    // Everything that came a second ago is on the table.
    if (i >= 4) expect(s.shown).toContain(`table ${i - 4}`);
    if (i >= 4) expect(s.told).toContain(`rank ${i - 4}`);
  }
  s.clock.pass(1000);
  expect(s.told).toHaveLength(80);
});

it("shares a crowded second among all that wait", () => {
  const s = stage({ live: true });
  s.push("one", [line("a", "large"), line("b", "large"), line("c", "large")]);
  const seen = new Set<string | null>();
  for (let i = 0; i <= 100; i++) {
    seen.add(s.staged());
    s.clock.pass(10);
  }
  expect([...seen]).toEqual(["a", "b", "c"]);
});

it("shows your own moves at once", () => {
  const s = stage();
  s.push("mine", [line("You strike", "large", { by: 1 })]);
  expect([s.shown, s.director.busy]).toEqual([["mine"], false]);
});

it("shows your own move like another's if you did not choose it, before you are asked again", () => {
  const draws = () => [line("You draw Rurik", "small", { by: 1 })];
  const s = stage();
  s.push("drawn", draws(), false, true);
  expect([s.shown, s.staged()]).toEqual([["drawn"], "You draw Rurik"]);
  s.clock.pass(1499);
  expect(s.director.busy).toBe(true);
  s.clock.pass(1);
  expect(s.director.busy).toBe(false);
  s.push("asked", draws(), true, true);
  expect([s.staged(), s.behind(), s.late()]).toEqual(["You draw Rurik", 1, false]);
});

it("keeps the order when a change without words comes while something is on stage", () => {
  const s = stage();
  s.push("one", [line("strikes", "large")]);
  s.push("talk", []);
  expect(s.shown).toEqual([]);
  s.clock.pass(1500);
  expect(s.shown).toEqual(["one", "talk"]);
});

it("sums up what others did since your last turn by weight, what was done to you first", () => {
  const lines = [
    line("old", "huge", {}, 3),
    line("You pass", "large", { by: 1 }, 4),
    line("draws", "small", {}, 5),
    line("answered", "aside", {}, 5),
    line("strikes", "large", {}, 6),
    line("gives you a shield", "large", { on: [1] }, 7),
    line("rank", "huge", {}, 8),
  ];
  expect(since(lines, 4, 1).map((line) => line.text)).toEqual(["draws", "strikes", "gives you a shield", "rank"]);
  expect(since(lines, 4, 1, 2).map((line) => line.text)).toEqual(["gives you a shield", "rank"]);
});

it("a night that ends is seen before the question that comes with it can be answered, unless a clock runs", () => {
  const dawn = () => [line("dawn", "huge", { by: undefined }), line("you draw", "small")];
  const s = stage();
  s.push("morning", dawn(), true);
  // The table goes on at once; only the question waits, and can be had by skipping.
  expect([s.shown, s.staged(), s.behind(), s.late()]).toEqual([["morning"], "dawn", 1, false]);
  s.clock.pass(3000);
  expect([s.behind(), s.staged()]).toEqual([0, null]);
  const phase = stage();
  phase.push("day", [line("day breaks", "large", { by: undefined, opens: true })], true);
  expect(phase.behind()).toBe(1);
  const robbed = stage();
  robbed.push("robbed", [line("takes your hand", "large", { on: [1] })], true);
  expect([robbed.shown, robbed.behind()]).toEqual([["robbed"], 1]);
  const timed = stage({ clock: true });
  timed.push("morning", dawn(), true);
  expect([timed.staged(), timed.behind(), timed.late()]).toEqual(["dawn", 0, true]);
});

it("what is new to the player stays long enough to be read, also before a question, but no longer than four seconds", () => {
  const isNew = ({ beat }: Line) => beat.face != null;
  const card = { face: { name: "Leshy", text: "Every other player gives you one card of their hand, unseen." } as never };
  for (const pace of ["usual", "slow"] as const) {
    const s = stage({ isNew, pace });
    s.push("one", [line("plays The Leshy", "large", card)]);
    s.clock.pass(3900);
    expect(s.staged()).toBe("plays The Leshy");
    s.clock.pass(1200);
    expect(s.staged()).toBeNull();
    s.push("two", [line("plays The Leshy", "large", card)]);
    s.push("asked", [], true);
    s.clock.pass(799);
    expect(s.staged()).not.toBeNull();
    s.director.next();
    s.clock.pass(4000);
    expect([s.behind(), s.shown.at(-1)]).toEqual([0, "asked"]);
  }
});

it("a slow pace makes no question wait longer", () => {
  const s = stage({ pace: "slow" });
  s.push("asked", [line("dawn", "huge", { by: undefined }), line("takes your hand", "large", { on: [1] })], true);
  s.clock.pass(3000);
  expect([s.behind(), s.staged()]).toEqual([0, null]);
});

it("no question waits for your own card, and what you play is known from then on", () => {
  const face = { name: "Guardian", text: "Give a Shield." } as never;
  const asked: string[] = [];
  const s = stage({ isNew: ({ text }) => asked.push(text) > 9 });
  s.push("shown", [line("You take rank token 6", "huge", { by: undefined, on: [1], face })], true);
  expect([s.behind(), s.late(), s.shown]).toEqual([0, true, ["shown"]]);
  s.push("played", [line("You play Exile", "large", { by: 1, face })]);
  expect(asked).toContain("You play Exile");
});

it("stages what a card does to everybody once, and counts it once", () => {
  const s = stage();
  const gain = (seat: number, version = 1): Line => ({ version, text: `{s${seat}} gains 2`, beat: { weight: "small", icon: "drop", on: [seat] } });
  const lines = [line("every hunter gains 2", "large", { opens: true }), gain(1), gain(2), gain(3), gain(4)];
  s.push("drawn", lines, true);
  expect(s.behind()).toBeLessThanOrEqual(2);
  const seen = new Set<string>();
  for (let passed = 0; passed < 5000; passed += 100) {
    if (s.staged()) seen.add(s.staged()!);
    s.clock.pass(100);
  }
  expect([...seen]).toEqual(["every hunter gains 2", "{s1} gains 2"]);
  expect(s.told).toHaveLength(5);
  expect(since(lines, 0, null).map(({ text }) => text)).toEqual(["every hunter gains 2", "{s1} gains 2"]);
});

it("what you do, and your own card when a wound shows it, is no news to you", () => {
  expect(isNews(line("Bertram takes rank token 8", "huge", { by: undefined, on: [2] }), 1)).toBe(true);
  expect(isNews(line("Bertram looks at your card", "huge", { on: [1] }), 1)).toBe(true);
  expect(isNews(line("You draw", "huge", { by: 1 }), 1)).toBe(false);
  expect(isNews(line("You take rank token 8", "huge", { by: undefined, on: [1] }), 1)).toBe(false);
});
