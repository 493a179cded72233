import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

/** Where the pages without a house are. */
export const FOLDER = "/any/folder/";
/** The same pages, in which the bots' worker fails now and then. */
export const TRAPS = "/traps/";

const KINDS: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" };

/** Goes before the bots' worker: every third answer of the rules is a trap, such as a panic. */
const TRAP = `const real = WebAssembly.instantiate; let asked = 0;
WebAssembly.instantiate = async (...given) => {
  const { exports } = await real(...given);
  return { exports: { ...exports, ask: (at, length) => { if (++asked % 3 === 0) throw new WebAssembly.RuntimeError("planted"); return exports.ask(at, length); } } };
};
`;

/** A file server as plain as they come: it knows nothing but files. */
export async function serveFiles(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const path = new URL(request.url!, "http://x").pathname;
    const folder = [FOLDER, TRAPS].find((folder) => path.startsWith(folder));
    if (!folder) return void response.writeHead(404).end();
    const file = normalize(path.slice(folder.length) || "index.html");
    const head = folder === TRAPS && /thinker\.worker.*\.js$/.test(file) ? TRAP : "";
    readFile(join(import.meta.dirname, "../dist-pocket", file)).then(
      (bytes) => response.writeHead(200, { "content-type": KINDS[extname(file)] ?? "application/octet-stream" }).end(head ? head + bytes.toString() : bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}
