import { gameFiles } from "virtual:game-files";
import type { Command, Me, News, Problem, TableCard } from "../wire.ts";
import url from "../../pocket/pocket.wasm?url";
import type { FromHost, ToHost } from "./messages.ts";
import { type Owner, Rules, RulesRefusal, entropy } from "./module.ts";
import { Gone, Overtaken, Store, type Write } from "./store.ts";
import { Thinker } from "./thinker.ts";

// The house of this browser: decides, writes, and only then shows and acknowledges. Everything in its memory can be thrown away.

/** The text of all rules, in all languages. */
const RULES = import.meta.glob<string>("../../../crates/*/RULES*.md", { query: "?url", import: "default", eager: true });
/** How often a command is decided again because another tab was faster. */
const TRIES = 8;

interface Shown {
  frame: News | null;
  curtain: { seat: number; name: string } | null;
  due: boolean;
}
interface Decided {
  revision?: number;
  write?: Write | null;
  first?: Write | null;
}
interface Thoughts {
  choices: unknown[];
  ready_at: number;
}

// Sentences of the page itself are keys: the page says them.
const NOWHERE: Problem = { kind: "missing", reason: "There is nothing here: the address is wrong or it is gone." };
const LOST: Problem = { kind: "unavailable", reason: "pocket.lost" };
const FAILED: Problem = { kind: "unavailable", reason: "pocket.failed" };
const GONE: Problem = { kind: "missing", reason: "pocket.gone" };
const NO_RULES: Problem = { kind: "unavailable", reason: "pocket.no-rules" };
const MISSING: Problem = { kind: "unavailable", reason: "pocket.missing" };
const NO_STORE: Problem = { kind: "unavailable", reason: "pocket.no-store" };

class Host {
  #looking = new Set<string>();
  #driven = new Set<string>();
  /** Tables that have changed since bots were last asked there. */
  #due = new Set<string>();
  /** The last job about each table: jobs about a table do not overlap. */
  #last = new Map<string, Promise<unknown>>();
  #revisions = new Map<string, number>();
  /** Tables that another tab has written to. What is heard too late the store finds out. */
  #elsewhere = new Set<string>();
  #others = new BroadcastChannel("sanguis");
  /** How long a bot takes to answer, in milliseconds. */
  #pause = 0;
  /** How often the rules have failed. */
  #traps = 0;

  constructor(
    readonly module: WebAssembly.Module,
    readonly store: Store,
    readonly thinker: Thinker,
    private rules: Rules,
  ) {
    this.#others.onmessage = ({ data: table }: MessageEvent<string>) => {
      this.#elsewhere.add(table);
      if (this.#looking.has(table)) void this.#about(table, () => this.#show(table, "look-again"));
    };
  }

  static async open(): Promise<Host> {
    const refused = (problem: Problem) => (error: unknown) => {
      console.warn(error);
      throw new RulesRefusal(problem);
    };
    const store = await Store.open().catch(refused(NO_STORE));
    const module = await compiled().catch(refused(NO_RULES));
    const rules = await Rules.of(module);
    let me = await store.kept<Owner>("me");
    if (!me) {
      me = { id: entropy().slice(0, 16), name: "" };
      rules.me = me;
      me.name = rules.ask<Me>({ ask: "me" }).name;
      await store.keep("me", me).catch(refused(NO_STORE));
    }
    rules.me = me;
    return new Host(module, store, new Thinker(module), rules);
  }

  /** Asks the rules. After a trap there are new ones, which fold what they need. */
  async #ask<T>(request: { ask: string } & Record<string, unknown>): Promise<T> {
    try {
      return this.rules.ask<T>(request);
    } catch (error) {
      if (error instanceof RulesRefusal) throw error;
      console.error(error);
      const me = this.rules.me;
      this.rules = await Rules.of(this.module);
      this.rules.me = me;
      this.#revisions.clear();
      // The new ones know of no page. What fails again and again is left alone.
      this.#traps += 1;
      if (this.#traps <= TRIES) for (const table of this.#looking) void this.look(table, this.#pause).catch(() => {});
      throw new RulesRefusal(FAILED);
    }
  }

  #about<T>(table: string, job: () => Promise<T>): Promise<T> {
    const next = (this.#last.get(table) ?? Promise.resolve()).then(job, job);
    this.#last.set(table, next);
    return next;
  }

  /** Folds what is written and not folded yet. */
  async #fold(table: string): Promise<boolean> {
    const known = this.#revisions.get(table) ?? 0;
    const entries = known === 0 || this.#elsewhere.delete(table) ? await this.store.entries(table, known) : [];
    if (known === 0 && entries.length === 0) throw new RulesRefusal(NOWHERE);
    const { revision, due } = await this.#ask<{ revision: number; due: boolean }>({ ask: "fold", table, entries });
    this.#revisions.set(table, revision);
    return due;
  }

  /** Decides, writes, shows. Gives the revision. */
  async #write(table: string, request: { ask: string } & Record<string, unknown>): Promise<number> {
    for (let i = 0; i < TRIES; i += 1) {
      await this.#fold(table);
      const decided = await this.#ask<Decided | null>(request);
      if (!decided?.write) return decided?.revision ?? this.#revisions.get(table)!;
      try {
        await this.store.append(request.ask !== "decided", ...(decided.first ? [decided.first] : []), decided.write);
      } catch (error) {
        // What was decided is only in memory.
        this.#revisions.delete(table);
        await this.#ask({ ask: "drop", table });
        if (error instanceof Gone) throw new RulesRefusal(GONE);
        await this.#fold(table);
        if (this.#looking.has(table)) await this.#show(table, "look");
        if (error instanceof Overtaken) continue;
        throw new RulesRefusal(LOST);
      }
      this.#revisions.set(table, decided.revision!);
      this.#others.postMessage(table);
      await this.#show(table, "written");
      return decided.revision!;
    }
    throw new RulesRefusal(FAILED);
  }

  /** Shows a table to the page that looks at it, and has bots think if they are asked. */
  async #show(table: string, why: "look" | "look-again" | "written"): Promise<void> {
    if (why !== "written") await this.#fold(table);
    this.#deliver(table, await this.#ask<Shown>({ ask: why === "look" ? "look" : "written", table }));
  }

  #deliver(table: string, shown: Shown): void {
    this.#send(table, shown);
    if (shown.due && this.#looking.has(table)) void this.#drive(table);
  }

  #send(table: string, { frame, curtain }: Shown): void {
    if (frame && this.#looking.has(table)) send({ table, news: frame, curtain });
  }

  /** Has bots decide as long as they are asked. Of several tabs one does. */
  async #drive(table: string): Promise<void> {
    this.#due.add(table);
    if (this.#driven.has(table)) return;
    this.#driven.add(table);
    const work = () => this.#work(table);
    // Somebody may decide after the bots were asked, while the lock is given back.
    while (this.#due.delete(table)) {
      // Without a secure origin there are no locks: two tabs then race, and the store decides.
      await (navigator.locks ? navigator.locks.request(`sanguis ${table}`, work) : work()).catch((error: unknown) => console.warn(error));
    }
    this.#driven.delete(table);
  }

  async #work(table: string): Promise<void> {
    while (this.#looking.has(table)) {
      const due = await this.#about(table, () => this.#fold(table));
      if (!due) return;
      await this.#about(table, async () => this.#send(table, await this.#ask<Shown>({ ask: "thinking", table, yes: true })));
      const thoughts = await this.#think(table);
      if (thoughts.choices.length === 0) return;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, thoughts.ready_at - Date.now())));
      for (const choice of thoughts.choices) {
        try {
          await this.#about(table, () => this.#write(table, { ask: "decided", table, choice }));
        } catch (error) {
          const problem = problemOf(error);
          // Any other refusal means that somebody was faster: the question has changed and is asked again.
          if (problem !== LOST && problem !== GONE && problem !== FAILED) continue;
          send({ table, news: { type: "refused", id: "", ...problem } });
          return;
        }
      }
    }
  }

  async #think(table: string): Promise<Thoughts> {
    try {
      const entries = await this.store.entries(table, this.thinker.revision(table));
      // Another tab, or a worker that died, may have written without our hearing of it.
      if ((entries.at(-1)?.revision ?? 0) > (this.#revisions.get(table) ?? 0)) this.#elsewhere.add(table);
      await this.thinker.fold(table, entries);
      return await this.thinker.ask<Thoughts>({ ask: "think", table, pause: this.#pause });
    } catch {
      return this.#ask<Thoughts>({ ask: "instinct", table });
    }
  }

  /** A request of the page's `Api`. */
  async call(method: string, args: unknown[]): Promise<unknown> {
    const [table = ""] = args as string[];
    const withLog = async (ask: string, more: object = {}) => ({ ask, table, entries: await this.store.entries(table), ...more });
    switch (method) {
      case "house":
      case "games":
        return this.#ask({ ask: method });
      case "rules":
        return this.#rules(args[0] as string, args[1] as string);
      case "illustrations":
      case "lessons":
      case "puzzles":
        return this.#ask({ ask: method, game: args[0], files: await files(args[0] as string) });
      case "lesson":
        return this.#ask({ ask: "lesson", game: args[0], lesson: args[1], so_far: args[2], files: await files(args[0] as string) });
      case "me":
        return this.#ask({ ask: "me" });
      case "change": {
        const me = await this.#ask<Me>({ ask: "me", name: (args[0] as { name?: string }).name });
        this.rules.me = { id: me.id, name: me.name };
        await this.store.keep("me", this.rules.me);
        return me;
      }
      case "tables":
        return this.#cards(args[0] as string);
      case "open":
      case "quick":
      case "import":
      case "playOn": {
        const request = method === "playOn" ? await withLog("play-on", { wish: args[1] }) : method === "import" ? { ask: method, text: args[0] } : { ask: method, wish: args[0] };
        const write = await this.#ask<Write>(request);
        await this.store.append(true, write).catch(() => Promise.reject(new RulesRefusal(LOST)));
        return this.call("table", [write.table]);
      }
      case "table":
        return this.#about(table, async () => {
          await this.#fold(table);
          return this.#ask({ ask: "info", table });
        });
      case "story":
        await this.#about(table, () => this.#fold(table));
        return this.#ask(await withLog("story"));
      case "moment":
        return this.#ask(await withLog("moment", { version: String(args[1]), eyes: args[2] }));
      case "fairness":
      case "record":
        return this.#ask(await withLog(method));
      case "hint": {
        const request = { table, asked: args[1] };
        await this.#about(table, () => this.#write(table, { ask: "hinted", ...request }));
        await this.thinker.fold(table, await this.store.entries(table, this.thinker.revision(table)));
        return this.thinker.ask({ ask: "hint", ...request });
      }
      case "review":
        return JSON.stringify(await this.thinker.ask(await withLog("review")));
      case "bench":
        return this.thinker.ask({ ask: "bench", game: args[0], milliseconds: args[1] });
      case "command": {
        const command = args[1] as Command;
        return { id: command.id, revision: await this.#about(table, () => this.#write(table, { ask: "command", table, command })) };
      }
      case "unveil":
        return this.#about(table, async () => this.#deliver(table, await this.#ask<Shown>({ ask: "unveil", table, seat: args[1] })));
      default:
        throw new RulesRefusal(NOWHERE);
    }
  }

  async #rules(game: string, language: string): Promise<string> {
    const text = (file: string) => {
      const found = RULES[`../../../crates/${game}/${file}`];
      return found ? fetched(found).then((answer) => answer.text()) : "";
    };
    const [english, translated] = await Promise.all([text("RULES.md"), text(`RULES.${language}.md`)]).catch(() => Promise.reject(new RulesRefusal(MISSING)));
    if (!english) throw new RulesRefusal(NOWHERE);
    return this.#ask({ ask: "rules", language, english, translated });
  }

  async #cards(shelf: string): Promise<TableCard[]> {
    const summaries = await this.store.summaries();
    const over = (stage: string) => stage === "finished" || stage === "cancelled";
    return summaries
      .filter(({ stage }) => shelf !== "open" && over(stage) === (shelf === "finished"))
      .sort((a, b) => b.moved_at - a.moved_at)
      .slice(0, 100)
      .map(({ card: text, moved_at, waiting }) => {
        const card = JSON.parse(text) as TableCard;
        const you = card.chairs.find(({ sitter }) => "id" in sitter && sitter.id === this.rules.me.id)?.seat;
        return { ...card, ...(you != null && { you }), moved_at, your_turn: waiting.length > 0 };
      });
  }

  look(table: string, pause: number): Promise<void> {
    this.#pause = pause;
    return this.#about(table, async () => {
      this.#elsewhere.add(table);
      await this.#fold(table);
      this.#looking.add(table);
      await this.#show(table, "look");
    });
  }

  leave(table: string): void {
    const left = this.#about(table, () => {
      this.#looking.delete(table);
      return this.#ask({ ask: "leave", table });
    });
    left.catch(() => {});
  }
}

/** What a game's lessons, examples and puzzles are made of. */
async function files(game: string): Promise<object> {
  const load = gameFiles[game] ?? (() => Promise.reject(new RulesRefusal(NOWHERE)));
  return load().catch((error: unknown) => Promise.reject(error instanceof RulesRefusal ? error : new RulesRefusal(MISSING)));
}

async function fetched(url: string): Promise<Response> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
  return answer;
}

/** Compiled while it comes, where the server says what it is. */
async function compiled(): Promise<WebAssembly.Module> {
  if (!("WebAssembly" in globalThis)) throw new Error("no WebAssembly");
  const answer = await fetched(url);
  return answer.headers.get("content-type") === "application/wasm" ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}

function send(message: FromHost): void {
  postMessage(message);
}

const problemOf = (error: unknown): Problem => (error instanceof RulesRefusal ? error.problem : FAILED);
let opening: Promise<Host> | null = null;
/** The host; opened again when somebody asks after it could not be. */
function host(): Promise<Host> {
  opening ??= Host.open().catch((error: unknown) => {
    opening = null;
    throw error;
  });
  return opening;
}
// Before anybody asks; who asks is told what went wrong.
host().catch(() => {});

onmessage = async ({ data }: MessageEvent<ToHost>) => {
  if ("id" in data) {
    try {
      send({ id: data.id, ok: await (await host()).call(data.method, data.args) });
    } catch (error) {
      send({ id: data.id, problem: problemOf(error) });
    }
  } else if (data.do === "look") {
    try {
      await (await host()).look(data.table, data.pause);
    } catch (error) {
      send({ table: data.table, news: { type: "bye", reason: problemOf(error).reason }, curtain: null });
    }
  } else if (data.do === "leave") {
    await host().then((host) => host.leave(data.table), () => {});
  } else {
    const { table, command } = data;
    try {
      const done = (await (await host()).call("command", [table, command])) as { id: string; revision: number };
      send({ table, news: { type: "done", ...done } });
    } catch (error) {
      send({ table, news: { type: "refused", id: command.id, ...problemOf(error) } });
    }
  }
};

