import { defineConfig } from "vitest/config";

// `npm run test:pocket`: the pages without a house, as `cargo xtask pocket` has built them; with what is tested against a house, too.
export default defineConfig({
  test: { include: ["tests/pocket.ts", ...["ease", "faults", "games", "hints", "layout", "lessons", "pages", "rules", "staging"].map((name) => `tests/${name}.test.ts`)], environment: "node", maxWorkers: 2, testTimeout: 400_000, hookTimeout: 120_000 },
});
