import { defineConfig } from "vitest/config";

// `npm run test:pocket`: the pages without a house, as `cargo xtask pocket` has built them.
export default defineConfig({
  test: { include: ["tests/pocket.ts"], environment: "node", testTimeout: 400_000, hookTimeout: 120_000 },
});
