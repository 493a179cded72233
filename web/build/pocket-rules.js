// The rules as `cargo xtask pocket` has built them, in Node: for checks and measurements without a browser.

import { readFileSync } from "node:fs";

const BUILT = new URL("../pocket/pocket.wasm", import.meta.url);

/** An instance; `clock` is what its bots look at. Gives a function that answers a request in JSON with JSON. */
export async function rules(clock = () => performance.now(), file = BUILT) {
  const module = await WebAssembly.compile(readFileSync(file));
  const { memory, pocket_alloc: alloc, pocket_free: free, pocket_ask: ask } = (await WebAssembly.instantiate(module, { env: { clock } })).exports;
  return (request) => {
    const bytes = new TextEncoder().encode(request);
    const at = alloc(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const packed = BigInt.asUintN(64, ask(at, bytes.length));
    free(at, bytes.length);
    const [pointer, length] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
    const text = new TextDecoder().decode(new Uint8Array(memory.buffer, pointer, length));
    free(pointer, length);
    return text;
  };
}

/** A request of nobody in particular. */
export const request = (ask) => JSON.stringify({ ...ask, now: 0, entropy: "", me: { id: "", name: "" } });
