import { defineConfig } from "vitest/config";

// `npm run test:pocket`: the pages without a house, as `cargo xtask pocket` has built them; with what is tested against a house, too.
export default defineConfig({
  test: { include: ["tests/pocket.ts", ...["games", "hints", "lessons", "pages", "rules"].map((name) => `tests/${name}.test.ts`)], environment: "node", maxWorkers: 2, testTimeout: 400_000, hookTimeout: 120_000 },
});
