import { readFile } from "node:fs/promises";
import { type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

/** Where the pages without a house are. */
export const FOLDER = "/any/folder/";
/** Who makes the tables: a house, or with `SANGUIS_MAKER=pocket` the pages themselves (`cargo xtask pocket --test`). */
export const inPocket = process.env.SANGUIS_MAKER === "pocket";
/** The address of a page. */
export const at = (path: string) => (inPocket ? `${FOLDER}#${path}` : path);
/** The same pages, in which the bots' worker fails now and then. */
export const TRAPS = "/traps/";

const KINDS: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" };

/** How many bytes go over a line at once. */
const CHUNK = 4096;
const packed = new Map<string, Buffer>();

/** Goes before the bots' worker: every third answer of the rules is a trap, such as a panic. */
const TRAP = `const real = WebAssembly.instantiate; let asked = 0;
WebAssembly.instantiate = async (...given) => {
  const { exports } = await real(...given);
  return { exports: { ...exports, pocket_ask: (at, length) => { if (++asked % 3 === 0) throw new WebAssembly.RuntimeError("planted"); return exports.pocket_ask(at, length); } } };
};
`;

/** A connection to the server: all answers share its width, and each waits for a trip there and back. */
export interface Line {
  megabits: number;
  /** In milliseconds. */
  latency: number;
}

/** A file server as plain as they come: it knows nothing but files. Over a line, it sends them compressed, as most do. */
export async function serveFiles(line?: Line): Promise<{ url: string; close(): void }> {
  /** When the line is free. */
  let free = 0;
  async function trickle(response: ServerResponse, bytes: Buffer, { megabits, latency }: Line): Promise<void> {
    await new Promise((done) => setTimeout(done, latency));
    // Only a line that was idle begins now: on a busy machine timers are late, and the line would become slower with each.
    free = Math.max(free, performance.now());
    for (let at = 0; at < bytes.length; at += CHUNK) {
      const part = bytes.subarray(at, at + CHUNK);
      free += (part.length * 8) / (megabits * 1000);
      const early = free - performance.now();
      if (early > 0) await new Promise((done) => setTimeout(done, early));
      response.write(part);
    }
    response.end();
  }
  const server = createServer((request, response) => {
    const path = new URL(request.url!, "http://x").pathname;
    const folder = [FOLDER, TRAPS].find((folder) => path.startsWith(folder));
    if (!folder) return void response.writeHead(404).end();
    const file = normalize(path.slice(folder.length) || "index.html");
    const head = folder === TRAPS && /thinker\.worker.*\.js$/.test(file) ? TRAP : "";
    const type = { "content-type": KINDS[extname(file)] ?? "application/octet-stream" };
    readFile(join(import.meta.dirname, "../dist-pocket", file)).then(
      (bytes) => {
        if (!line) return void response.writeHead(200, type).end(head ? head + bytes.toString() : bytes);
        const sent = packed.get(file) ?? gzipSync(bytes, { level: 9 });
        packed.set(file, sent);
        response.writeHead(200, { ...type, "content-encoding": "gzip" });
        void trickle(response, sent, line);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}
