import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Command, Frame, News } from "../wire.ts";
import { commitment } from "./fairness.ts";
import type { LinkEvents } from "./link.ts";
import { MatchStore, spliced } from "./match.svelte.ts";
import { readReview } from "./review.ts";
import { parse } from "./rules.ts";
import { hex, sha256 } from "./sha256.ts";

describe("sha256", () => {
  it("agrees with another implementation at every length around its blocks", () => {
    for (let length = 0; length < 200; length++) {
      const message = Uint8Array.from({ length }, (_, i) => (i * 7 + length) & 255);
      expect(hex(sha256(message))).toBe(createHash("sha256").update(message).digest("hex"));
    }
  });

  it("seals a secret as the house does", () => {
    const secret = "00".repeat(32);
    const expected = createHash("sha256")
      .update("sanguis commitment, 1")
      .update(Buffer.from([32, 0, 0, 0, 0, 0, 0, 0]))
      .update(Buffer.alloc(32))
      .digest("hex");
    expect(commitment(secret)).toBe(expected);
  });
});

describe("a list whose end is sent", () => {
  it("keeps its beginning", () => {
    expect(spliced({ from: 0, items: [1, 2, 3] }, { from: 2, items: [9] })).toEqual({ from: 0, items: [1, 2, 9] });
  });
  it("starts later after a gap", () => {
    expect(spliced({ from: 0, items: [1] }, { from: 5, items: [6] })).toEqual({ from: 5, items: [6] });
  });
  it("starts anew when all of it is sent", () => {
    expect(spliced({ from: 4, items: [5] }, { from: 0, items: [1] })).toEqual({ from: 0, items: [1] });
  });
});

/** A link that the test holds both ends of. */
function line() {
  const sent: Command[] = [];
  let events!: LinkEvents;
  const store = new MatchStore("t", (_, given) => {
    events = given;
    return { send: (command) => sent.push(command), close: () => given.state("closed") };
  });
  return { sent, store, tell: (news: News) => events.news(news), state: events.state };
}

function frame(revision: number, outline?: [number, number][]): News {
  return {
    type: "frame",
    revision,
    now_at: Date.now(),
    story: { from: 0, items: [] },
    talk: { from: 0, items: [] },
    view: {
      scene: { map: { name: "", size: [1, 1], areas: [{ id: "area/1", name: "", terrain: "", centre: [0, 0], pieces: [], outline }] } },
    },
  } as unknown as Frame & { type: "frame" };
}

describe("a match", () => {
  it("sends a decision again until it is answered, always under the same name", () => {
    sessionStorage.clear();
    const { sent, store, tell, state } = line();
    state("open");
    tell(frame(3));
    store.play(7);
    expect(store.deciding).toBe(true);
    state("waiting");
    state("open");
    expect(sent.map((command) => command.id)).toEqual([sent[0]!.id, sent[0]!.id]);
    tell({ type: "done", id: sent[0]!.id, revision: 4 });
    expect(store.deciding).toBe(false);
    state("open");
    expect(sent.length).toBe(2);
  });

  it("takes one decision at a time", () => {
    const { sent, store, tell, state } = line();
    state("open");
    tell(frame(1));
    store.play(1);
    store.play(1);
    expect(sent.length).toBe(1);
  });

  it("remembers over a reload what was not answered", () => {
    sessionStorage.clear();
    const first = line();
    first.tell(frame(1));
    first.store.play(5);
    const second = line();
    second.state("open");
    expect(second.sent[0]?.id).toBe(first.sent[0]?.id);
  });

  it("says why something was refused", () => {
    sessionStorage.clear();
    const { sent, store, tell } = line();
    tell(frame(1));
    store.play(5);
    tell({ type: "refused", id: sent[0]!.id, kind: "illegal", reason: "No.", rule: "4.2" });
    expect(store.refusal).toEqual({ reason: "No.", rule: "4.2" });
    expect(store.pending).toEqual([]);
  });

  it("keeps the outlines of a map that later frames leave out", () => {
    const { store, tell } = line();
    tell(frame(1, [[0, 0]]));
    tell(frame(2));
    expect(store.view?.scene.map?.areas[0]?.outline).toEqual([[0, 0]]);
  });
});

describe("rules", () => {
  it("are read into sections with numbered rules", () => {
    const sections = parse("# Game\n\nHello.\n\n## 2. Wounds\n\n**2.1** One *blow*\ngoes on.\n\n- a\n- b\n");
    expect(sections.map((section) => section.title)).toEqual(["Game", "2. Wounds"]);
    expect(sections[1]!.blocks).toEqual([
      { kind: "rule", number: "2.1", text: "One *blow* goes on." },
      { kind: "list", items: ["a", "b"] },
    ]);
  });
});

describe("a review", () => {
  it("is read as the command writes it", () => {
    const text = JSON.stringify({ judgement: { moments: [{ version: 3, truth: [0.25, 0.75], seen: [], story: [] }] }, turning_points: ["One."], advice: ["Two."] });
    expect(readReview(text)).toEqual({ moments: [{ version: 3, chances: [0.25, 0.75] }], remarks: ["One.", "Two."] });
  });
  it("is nothing where there is none", () => {
    expect([readReview("{}"), readReview("nonsense"), readReview('{"judgement":{"moments":[]}}')]).toEqual([null, null, null]);
  });
});
