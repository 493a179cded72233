import { createHash } from "node:crypto";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Command, Frame, Line, News, TableInfo } from "../wire.ts";
import { commitment } from "./fairness.ts";
import type { LinkEvents } from "./link.ts";
import { MatchStore, spliced } from "./match.svelte.ts";
import { readReview } from "./review.ts";
import { parse } from "./rules.ts";
import { hex, sha256 } from "./sha256.ts";

describe("sha256", () => {
  it("agrees with Node at every length around the block size", () => {
    for (let length = 0; length < 200; length++) {
      const message = Uint8Array.from({ length }, (_, i) => (i * 7 + length) & 255);
      expect(hex(sha256(message))).toBe(createHash("sha256").update(message).digest("hex"));
    }
  });

  it("commits to a secret as the house does", () => {
    const secret = "00".repeat(32);
    const expected = createHash("sha256")
      .update("sanguis commitment, 1")
      .update(Buffer.from([32, 0, 0, 0, 0, 0, 0, 0]))
      .update(Buffer.alloc(32))
      .digest("hex");
    expect(commitment(secret)).toBe(expected);
  });
});

describe("a list of which only the tail is sent", () => {
  it("keeps its beginning", () => {
    expect(spliced({ from: 0, items: [1, 2, 3] }, { from: 2, items: [9] })).toEqual({ from: 0, items: [1, 2, 9] });
  });
  it("keeps only the tail after a gap", () => {
    expect(spliced({ from: 0, items: [1] }, { from: 5, items: [6] })).toEqual({ from: 5, items: [6] });
  });
  it("is replaced when all of it is sent", () => {
    expect(spliced({ from: 4, items: [5] }, { from: 0, items: [1] })).toEqual({ from: 0, items: [1] });
  });
});

/** A match over a link whose other end the test holds. */
function connected() {
  const sent: Command[] = [];
  let events!: LinkEvents;
  const store = new MatchStore("t", (_, given) => {
    events = given;
    return { send: (command) => sent.push(command), close: () => given.state("closed") };
  });
  return { sent, store, tell: (news: News) => events.news(news), state: events.state };
}

function frame(revision: number): News {
  return {
    type: "frame",
    revision,
    now_at: Date.now(),
    table: { game: "bloodlust", clock: { kind: "none" } } as TableInfo,
    story: { from: 0, items: [] },
    talk: { from: 0, items: [] },
    view: {
      scene: { map: { name: "", size: [1, 1], areas: [{ id: "area/1", name: "", terrain: "", centre: [0, 0], pieces: [] }] } },
    },
  } as unknown as Frame & { type: "frame" };
}

describe("a match", () => {
  it("resends a decision under the same id until it is answered", () => {
    sessionStorage.clear();
    const { sent, store, tell, state } = connected();
    state("open");
    tell(frame(3));
    store.play(7);
    expect(store.deciding).toBe(true);
    state("waiting");
    state("open");
    expect(sent.map((command) => command.id)).toEqual([sent[0]!.id, sent[0]!.id]);
    tell({ type: "done", id: sent[0]!.id, revision: 4 });
    // The table still shows the old question: a second click would be refused.
    store.play(7);
    state("open");
    expect(sent.length).toBe(2);
    tell(frame(4));
    expect(store.deciding).toBe(false);
  });

  it("sends one decision at a time", () => {
    const { sent, store, tell, state } = connected();
    state("open");
    tell(frame(1));
    store.play(1);
    store.play(1);
    expect(sent.length).toBe(1);
  });

  it("goes on with what came of a decision, though its acknowledgement is still on the way", () => {
    sessionStorage.clear();
    const { sent, store, tell } = connected();
    tell(frame(1));
    store.play(1);
    tell(frame(2));
    expect(store.deciding).toBe(false);
    store.play(2);
    expect(sent.map((command) => (command.type === "play" ? [command.revision, command.code] : null))).toEqual([[1, 1], [2, 2]]);
  });

  it("keeps unanswered commands over a reload", () => {
    sessionStorage.clear();
    const first = connected();
    first.tell(frame(1));
    first.store.play(5);
    const second = connected();
    second.state("open");
    expect(second.sent[0]?.id).toBe(first.sent[0]?.id);
  });

  it("keeps the reason of a refusal", () => {
    sessionStorage.clear();
    const { sent, store, tell } = connected();
    tell(frame(1));
    store.play(5);
    tell({ type: "refused", id: sent[0]!.id, kind: "illegal", reason: "No.", rule: "4.2" });
    expect(store.refusal).toEqual({ reason: "No.", rule: "4.2" });
    expect(store.pending).toEqual([]);
  });

  it("forgets a refusal with a question, but not before it can be read", () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    sessionStorage.clear();
    const { sent, store, tell } = connected();
    const asks = (revision: number, waiting: number[]) => {
      const news = frame(revision) as Frame & { type: "frame" };
      return { ...news, table: { ...news.table, you: 1 }, view: { ...news.view!, options: [], waiting } };
    };
    tell(asks(1, [1]));
    store.play(5);
    tell(asks(2, [1]));
    tell({ type: "refused", id: sent[0]!.id, kind: "stale", reason: "The table has moved on." } as News);
    expect(store.refusal).not.toBeNull();
    tell(asks(3, [1]));
    expect(store.refusal).not.toBeNull();
    vi.advanceTimersByTime(6000);
    tell(asks(4, [2]));
    expect(store.refusal).not.toBeNull();
    tell(asks(5, [1]));
    expect(store.refusal).toBeNull();
  });

  it("tells nothing that is still to be staged", () => {
    sessionStorage.clear();
    const { store, tell } = connected();
    const draws = { version: 2, text: "Cosima draws.", beat: { by: 2, weight: "large" } } as Line;
    const news = frame(2) as Frame & { type: "frame" };
    tell(frame(1));
    store.reading = true;
    tell({ ...news, table: { ...news.table, chairs: [] } as never, view: { ...news.view!, options: [], waiting: [] }, story: { from: 0, items: [draws] } });
    expect([store.past.length, store.told.length]).toEqual([2, 1]);
    store.director.all();
    expect(store.told).toEqual(store.past);
  });

  it("takes in what has changed since the last frame", () => {
    const { store, tell } = connected();
    tell(frame(1));
    const table = store.frame?.table;
    const tails = { story: { from: 0, items: [] }, talk: { from: 0, items: [] } };
    tell({ type: "changes", revision: 2, now_at: Date.now(), view: [{ at: "scene/map/areas/0/terrain", to: "forest" }], ...tails });
    expect(store.frame?.revision).toBe(2);
    expect(store.frame?.table).toBe(table);
    expect(store.view?.scene.map?.areas[0]?.terrain).toBe("forest");
  });
});

describe("rules", () => {
  it("are parsed into sections with numbered rules", () => {
    const sections = parse("# Game\n\nHello.\n\n## 2. Wounds\n\n**2.1** One *blow*\ngoes on.\n\n- a\n- b\n");
    expect(sections.map((section) => section.title)).toEqual(["Game", "2. Wounds"]);
    expect(sections[1]!.blocks).toEqual([
      { kind: "rule", number: "2.1", text: "One *blow* goes on." },
      { kind: "list", items: ["a", "b"] },
    ]);
  });
});

describe("a review", () => {
  it("is parsed as `sanguis review --json` writes it", () => {
    const advice = { version: 2, seat: 1, played: "A", advised: "B", played_chance: 0.2, advised_chance: 0.5, noise: 0.05 };
    const text = JSON.stringify({ judgement: { moments: [{ version: 3, truth: [0.25, 0.75], blurred: [], story: ["One."] }], advice: [advice] }, decided: "Three.", accounts: [{ seat: 1, remarks: ["Four."], again: 2 }] });
    const review = readReview(text);
    expect(review).toMatchObject({ moments: [{ version: 3, chances: [0.25, 0.75], story: ["One."] }], decided: "Three.", accounts: [{ remarks: ["Four."], again: 2 }] });
    expect(review?.advice(1)).toEqual([advice]);
  });
  it("is null where there is none", () => {
    expect([readReview("{}"), readReview("nonsense"), readReview('{"judgement":{"moments":[]}}')]).toEqual([null, null, null]);
  });
});
