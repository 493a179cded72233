import { defineConfig } from "vitest/config";

// `npm run figures`, and `figures:pocket` for the pages without a house: how fast they are, on the machine they run on.
export default defineConfig({
  test: { include: ["tests/figures.ts", "tests/pocket-figures.ts"], environment: "node", testTimeout: 600_000, hookTimeout: 60_000 },
});
