import { defineConfig } from "vitest/config";

// Whole games in a real browser against the real house; one after the other, because a figure taken in a crowd says nothing.
export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    globalSetup: ["tests/setup.ts"],
    environment: "node",
    fileParallelism: false,
    testTimeout: 400_000,
    hookTimeout: 120_000,
  },
});
