// `cargo xtask pocket --bench`: how fast bots look ahead as WebAssembly, in the engine that Chromium has, by processor time.

import { readFileSync } from "node:fs";

const SECONDS = 1.5;
const processorTime = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const module = await WebAssembly.compile(readFileSync(new URL("../pocket/pocket.wasm", import.meta.url)));
const { memory, alloc, free, ask } = (await WebAssembly.instantiate(module, { env: { clock: processorTime } })).exports;

function answer(request) {
  const bytes = new TextEncoder().encode(JSON.stringify({ ...request, now: 0, entropy: "", me: { id: "", name: "" } }));
  const at = alloc(bytes.length);
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  const packed = BigInt.asUintN(64, ask(at, bytes.length));
  free(at, bytes.length);
  const [pointer, length] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
  const text = new TextDecoder().decode(new Uint8Array(memory.buffer, pointer, length));
  free(pointer, length);
  return JSON.parse(text).ok;
}

for (const { id, name, usual_players } of answer({ ask: "games" })) {
  // Once so that the engine has compiled what is hot.
  answer({ ask: "bench", game: id, milliseconds: 800 });
  const { iterations, milliseconds } = answer({ ask: "bench", game: id, milliseconds: SECONDS * 1000 });
  console.log(`${name}, ${usual_players}: ${Math.round((iterations / milliseconds) * 1000)} iterations/s`);
}
