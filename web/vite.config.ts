import { svelte } from "@sveltejs/vite-plugin-svelte";
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { icons } from "./build/icons.ts";

const house = process.env.SANGUIS_HOUSE ?? "http://127.0.0.1:7777";

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), icons()],
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: resolve(import.meta.dirname, "index.html") },
      // What every table needs comes in one piece: each small file costs the headers of an answer.
      output: { codeSplitting: { groups: [{ name: "common", test: /src\/(lib\/(names|chairs|deferred|noted|paint|plan|keys|icons|Icon|MarkChip)|frame\/(api|router|registry))\b/ }] } },
    },
  },
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  server: { proxy: { "/api": { target: house, ws: true } } },
  preview: { proxy: { "/api": { target: house, ws: true } } },
  test: { environment: "happy-dom", include: ["src/**/*.test.ts", "build/**/*.test.ts"] },
}));
