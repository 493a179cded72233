import type { Problem } from "../wire.ts";

/** What the rules refused. */
export class RulesRefusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.reason);
  }
}

/** The person whose browser this is. */
export interface Owner {
  id: string;
  name: string;
}

interface Exports {
  memory: WebAssembly.Memory;
  pocket_alloc(length: number): number;
  pocket_free(pointer: number, length: number): void;
  pocket_ask(pointer: number, length: number): bigint;
}

/** Random bytes in hexadecimal. */
export function entropy(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** An instance of the rules. A trap leaves it unusable: `ask` then throws something else than a refusal, and a new instance is made. */
export class Rules {
  readonly #exports: Exports;
  me: Owner = { id: "", name: "" };

  private constructor(instance: WebAssembly.Instance) {
    this.#exports = instance.exports as unknown as Exports;
  }

  static async of(module: WebAssembly.Module): Promise<Rules> {
    return new Rules(await WebAssembly.instantiate(module, { env: { clock: () => performance.now() } }));
  }

  /** Asks for something; throws a refusal, or whatever a trap throws. */
  ask<T>(request: { ask: string } & Record<string, unknown>): T {
    const { pocket_alloc: alloc, pocket_free: free, pocket_ask: ask, memory } = this.#exports;
    const bytes = new TextEncoder().encode(JSON.stringify({ ...request, now: Date.now(), entropy: entropy(), me: this.me }));
    const at = alloc(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const packed = BigInt.asUintN(64, ask(at, bytes.length));
    free(at, bytes.length);
    const [pointer, length] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
    const text = new TextDecoder().decode(new Uint8Array(memory.buffer, pointer, length));
    free(pointer, length);
    const answer = JSON.parse(text) as { ok: T } | { problem: Problem };
    if ("problem" in answer) throw new RulesRefusal(answer.problem);
    return answer.ok;
  }
}
