import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";
import { filesOfGames } from "./build/game-files.ts";
import { icons } from "./build/icons.ts";

const out = join(import.meta.dirname, "dist-pocket");

/** What a house sends as a header, as far as a page can say it itself; and leave to compile the rules. */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'";

/** A folder that any file server can offer from any path, and that opens without a connection. */
function pocket(): Plugin {
  return {
    name: "pocket",
    transformIndexHtml: {
      order: "pre",
      handler: (html) =>
        html
          .replace("/src/main.ts", "/src/pocket/main.ts")
          .replace("<head>", `<head>\n    <meta http-equiv="Content-Security-Policy" content="${POLICY}" />`),
    },
    closeBundle() {
      const manifest = join(out, "manifest.webmanifest");
      writeFileSync(manifest, readFileSync(manifest, "utf8").replace('"/"', '"./"').replace('"/icon.svg"', '"icon.svg"'));
      const files = readdirSync(out, { recursive: true, withFileTypes: true })
        .filter((file) => file.isFile())
        .map((file) => join(file.parentPath, file.name).slice(out.length + 1).replaceAll("\\", "/"))
        .filter((name) => !/^(sw\.js|offline\..*)$/.test(name))
        .sort();
      const hash = createHash("sha256");
      for (const name of files) hash.update(name).update(readFileSync(join(out, name)));
      const worker = readFileSync(join(import.meta.dirname, "build/pocket-sw.js"), "utf8");
      const list = JSON.stringify(["./", ...files.filter((name) => name !== "index.html")]);
      writeFileSync(join(out, "sw.js"), worker.replace("VERSION", JSON.stringify(hash.digest("hex").slice(0, 16))).replace("FILES", list));
    },
  };
}

export default defineConfig({
  mode: "pocket",
  base: "./",
  plugins: [svelte(), icons(), pocket()],
  worker: { format: "es", plugins: () => [filesOfGames()] },
  build: { target: "es2022", outDir: out, modulePreload: { polyfill: false } },
});
