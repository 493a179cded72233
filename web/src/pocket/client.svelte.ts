import type { Command, Problem, Seat } from "../wire.ts";
import { say, t } from "../words/words.svelte.ts";
import { type Api, Refusal } from "../frame/api.ts";
import type { Link, LinkEvents } from "../frame/link.ts";
import { settings } from "../frame/settings.svelte.ts";
import type { CurtainFor, FromHost, ToHost } from "./messages.ts";

/** How long a bot takes to answer, in milliseconds; nothing for those who do not want to watch. */
const PAUSE = 600;
/** Sentences that the worker names by their keys. */
const OURS = ["pocket.lost", "pocket.failed", "pocket.gone", "pocket.no-rules", "pocket.no-store", "pocket.missing"] as const;

const NO_RULES: Problem = { kind: "unavailable", reason: "pocket.no-rules" };

interface Call {
  message: ToHost & { id: number };
  resolve(value: never): void;
  reject(error: Error): void;
}

/** The page's end of the host: requests, links to tables, and the curtain. */
class Client {
  /** Who must take the device, and at which table. */
  curtain: ({ table: string } & CurtainFor) | null = $state.raw(null);
  #worker: Worker | null = null;
  #calls = new Map<number, Call>();
  #links = new Map<string, LinkEvents>();
  #last = 0;

  call<T>(method: string, ...args: unknown[]): Promise<T> {
    const message = { id: ++this.#last, method, args };
    return new Promise((resolve, reject) => {
      this.#calls.set(message.id, { message, resolve: resolve as (value: never) => void, reject });
      this.#send(message);
    });
  }

  connect(table: string, events: LinkEvents): Link {
    this.#links.set(table, events);
    this.#open(table, events);
    return {
      send: (command: Command) => this.#send({ do: "command", table, command }),
      close: () => {
        if (this.#links.get(table) !== events) return;
        this.#links.delete(table);
        if (this.curtain?.table === table) this.curtain = null;
        this.#send({ do: "leave", table });
        events.state("closed");
      },
    };
  }

  /** The person of a seat has the device now. */
  unveil(table: string, seat: Seat): void {
    this.curtain = null;
    void this.call("unveil", table, seat);
  }

  /** Throws the worker away and makes a new one, which folds the logs. Nothing that was acknowledged is lost. */
  restart(): void {
    this.#worker?.terminate();
    this.#worker = null;
    for (const { message } of this.#calls.values()) this.#send(message);
    for (const [table, events] of this.#links) this.#open(table, events);
  }

  #open(table: string, events: LinkEvents): void {
    events.state("connecting");
    this.#send({ do: "look", table, pause: settings.now.pace === "once" ? 0 : PAUSE });
    // Messages keep their order, so that commands may follow at once.
    queueMicrotask(() => events.state("open"));
  }

  #send(message: ToHost): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(message);
  }

  #start(): Worker {
    const worker = new Worker(new URL("./host.worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<FromHost>) => this.#receive(data);
    // Its script cannot be fetched, or this browser does not understand it: whatever it does later, it answers.
    worker.onerror = () => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      for (const id of [...this.#calls.keys()]) this.#receive({ id, problem: NO_RULES });
      for (const table of this.#links.keys()) this.#receive({ table, news: { type: "bye", reason: NO_RULES.reason }, curtain: null });
    };
    return worker;
  }

  #receive(message: FromHost): void {
    if ("table" in message) {
      if (message.curtain !== undefined && this.#links.has(message.table)) this.curtain = message.curtain && { table: message.table, ...message.curtain };
      const { news } = message;
      this.#links.get(message.table)?.news("reason" in news ? { ...news, reason: inWords(news.reason) } : news);
      return;
    }
    const call = this.#calls.get(message.id);
    this.#calls.delete(message.id);
    if ("ok" in message) call?.resolve(message.ok as never);
    else call?.reject(refusal(message.problem));
  }
}

/** A sentence of the rules, or one of ours. */
function inWords(reason: string): string {
  const ours = OURS.find((key) => key === reason);
  return ours ? t(ours) : reason;
}

function refusal({ kind, reason, rule }: Problem): Refusal {
  return new Refusal(say(inWords(reason)), kind, rule);
}

export const client = new Client();

/** What only a house can do. */
const needsHouse = (): Promise<never> => Promise.reject(new Refusal(t("pocket.needs-house"), "not-allowed"));

/** The same interface as a house's, answered by the worker. */
export const inPocket: Api = {
  house: () => client.call("house"),
  games: () => client.call("games"),
  rules: (game, language) => client.call("rules", game, language),
  illustrations: (game) => client.call("illustrations", game),
  lessons: (game) => client.call("lessons", game),
  puzzles: (game) => client.call("puzzles", game),
  lesson: (game, lesson, soFar) => client.call("lesson", game, lesson, soFar),
  me: () => client.call("me"),
  change: (change) => client.call("change", change),
  link: needsHouse,
  claim: needsHouse,
  welcome: needsHouse,
  signOut: needsHouse,
  devices: needsHouse,
  signOutOn: needsHouse,
  forget: needsHouse,
  report: needsHouse,
  host: needsHouse,
  hostLog: needsHouse,
  moderate: needsHouse,
  unsubscribe: needsHouse,
  subscribe: needsHouse,
  tables: (shelf) => client.call("tables", shelf),
  open: (table) => client.call("open", table),
  quick: (table) => client.call("quick", table),
  table: (table) => client.call("table", table),
  story: (table) => client.call("story", table),
  hint: (table, asked) => client.call("hint", table, asked),
  playOn: (table, from) => client.call("playOn", table, from),
  invitation: needsHouse,
  command: (table, command) => client.call("command", table, command),
  moment: (table, version, eyes) => client.call("moment", table, version, eyes),
  review: (table) => client.call("review", table),
  fairness: (table) => client.call("fairness", table),
  recordPath: (table) => `#record/${table}`,
};
