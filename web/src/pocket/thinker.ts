import type { Problem } from "../wire.ts";
import { RulesRefusal } from "./module.ts";

type Answer = { id: number; ok?: unknown; problem?: Problem };

/** A worker that bots think in, made again when it fails. */
export class Thinker {
  #worker: Worker | null = null;
  #waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  #last = 0;
  /** The revision up to which it knows each table. */
  #known = new Map<string, number>();

  constructor(readonly module: WebAssembly.Module) {}

  revision(table: string): number {
    return this.#known.get(table) ?? 0;
  }

  async fold(table: string, entries: { revision: number }[]): Promise<void> {
    if (entries.length === 0) return;
    await this.ask({ ask: "fold", table, entries });
    this.#known.set(table, entries.at(-1)!.revision);
  }

  ask<T>(request: { ask: string } & Record<string, unknown>): Promise<T> {
    const worker = (this.#worker ??= this.#start());
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      worker.postMessage({ id, request });
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL("./thinker.worker.ts", import.meta.url), { type: "module" });
    worker.postMessage({ module: this.module });
    worker.onmessage = ({ data: { id, ok, problem } }: MessageEvent<Answer>) => {
      const caller = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (ok !== undefined) caller?.resolve(ok);
      else if (problem) caller?.reject(new RulesRefusal(problem));
      else {
        caller?.reject(new Error("trap"));
        this.#drop();
      }
    };
    worker.onerror = () => this.#drop();
    return worker;
  }

  #drop(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#known.clear();
    for (const { reject } of this.#waiting.values()) reject(new Error("trap"));
    this.#waiting.clear();
  }
}
