import { defineConfig } from "vitest/config";

// `cargo xtask shots`: pictures to look at, not a test.
export default defineConfig({
  test: { include: ["tests/shots.ts"], environment: "node", testTimeout: 600_000, hookTimeout: 60_000 },
});
