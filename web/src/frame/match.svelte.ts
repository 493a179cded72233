import type { Command, Frame, Line, Map as Board, News, Said, TableAct, Tail, View } from "../wire.ts";
import { share } from "../lib/share.ts";
import { chance } from "./chance.ts";
import type { Link, LinkEvents, LinkState } from "./link.ts";

/** What the house did not do, in words. */
export interface Complaint {
  reason: string;
  rule?: string;
}

/** A list of which the beginning may be missing. */
export type Tale<T> = Tail<T>;

/** A command as it is made: the store gives it its id. */
type Wish = Command extends infer C ? (C extends { id: string } ? Omit<C, "id"> : never) : never;

/** One match as this page knows it: the last frame made whole, and what is on its way. */
export class MatchStore {
  frame: Frame | null = $state.raw(null);
  view: View | null = $state.raw(null);
  story: Tale<Line> = $state.raw({ from: 0, items: [] });
  talk: Tale<Said> = $state.raw({ from: 0, items: [] });
  line: LinkState = $state("connecting");
  /** Commands without an answer. */
  pending: Command[] = $state.raw([]);
  complaint: Complaint | null = $state.raw(null);
  /** Why the house ended the connection for good. */
  farewell = $state("");
  /** The house's clock minus ours. */
  skew = 0;

  /** A decision is on its way. */
  readonly deciding: boolean = $derived(this.pending.some((command) => command.type === "play" || command.type === "undo"));

  #still: Board | null = null;
  #link: Link;
  #key: string;

  constructor(
    readonly id: string,
    connect: (table: string, events: LinkEvents) => Link,
  ) {
    this.#key = `sanguis.pending.${id}`;
    this.pending = this.#unanswered();
    this.#link = connect(id, { news: (news) => this.#hear(news), state: (state) => this.#lineIs(state) });
  }

  play(code: number): void {
    if (this.frame && !this.deciding) this.#send({ type: "play", revision: this.frame.revision, code });
  }

  undo(): void {
    if (this.frame && !this.deciding) this.#send({ type: "undo", revision: this.frame.revision });
  }

  say(text: string): void {
    this.#send({ type: "say", text });
  }

  act(act: TableAct): void {
    this.#send({ type: "table", do: act });
  }

  /** Takes the whole story in place of its end. */
  recall(story: Line[]): void {
    const end = this.story.from + this.story.items.length;
    this.story = { from: 0, items: story.slice(0, end) };
  }

  close(): void {
    this.#link.close();
  }

  #send(wish: Wish): void {
    const command = { ...wish, id: chance() } as Command;
    this.complaint = null;
    this.#keep([...this.pending, command]);
    this.#link.send(command);
  }

  #lineIs(state: LinkState): void {
    this.line = state;
    // Whatever has no answer is sent again: it takes effect once, however often it arrives.
    if (state === "open") for (const command of this.pending) this.#link.send(command);
  }

  #hear(news: News): void {
    if (news.type === "frame") this.#show(news);
    else if (news.type === "bye") {
      if (news.again_in == null) this.farewell = news.reason;
    } else {
      this.#keep(this.pending.filter((command) => command.id !== news.id));
      if (news.type === "refused") this.complaint = { reason: news.reason, rule: news.rule };
    }
  }

  #show(frame: Frame): void {
    this.skew = frame.now_at - Date.now();
    this.frame = { ...frame, table: share(this.frame?.table, frame.table) };
    this.story = spliced(this.story, frame.story);
    this.talk = spliced(this.talk, frame.talk);
    if (frame.view) this.view = share(this.view, { ...frame.view, scene: { ...frame.view.scene, map: this.#whole(frame.view.scene.map) } });
  }

  /** Puts back the still parts of a map, which only the first frame has. */
  #whole(map: Board | null | undefined): Board | null {
    if (!map) return null;
    if (map.areas.some((area) => area.outline?.length)) {
      this.#still = map;
      return map;
    }
    if (!this.#still) return map;
    const known = new globalThis.Map(this.#still.areas.map((area) => [area.id, area]));
    return {
      ...map,
      rivers: this.#still.rivers,
      areas: map.areas.map((area) => ({ ...area, outline: known.get(area.id)?.outline, next_to: known.get(area.id)?.next_to })),
    };
  }

  #keep(pending: Command[]): void {
    this.pending = pending;
    try {
      if (pending.length > 0) sessionStorage.setItem(this.#key, JSON.stringify(pending));
      else sessionStorage.removeItem(this.#key);
    } catch {
      // Without storage a reload forgets what was not answered yet; the question is still there.
    }
  }

  #unanswered(): Command[] {
    try {
      return JSON.parse(sessionStorage.getItem(this.#key) ?? "[]") as Command[];
    } catch {
      return [];
    }
  }
}

/** Puts the end of a list behind the beginning that we have; where there is a gap, only the end is known. */
export function spliced<T>(tale: Tale<T>, tail: Tail<T>): Tale<T> {
  const kept = tail.from - tale.from;
  if (kept < 0 || kept > tale.items.length) return tail;
  return { from: tale.from, items: [...tale.items.slice(0, kept), ...tail.items] };
}
