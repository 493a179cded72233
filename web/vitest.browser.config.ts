import { defineConfig } from "vitest/config";

// Whole games in a real browser against the real house. Files run side by side: a page waits for the house most of the time.
export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    environment: "node",
    fileParallelism: true,
    maxWorkers: 2,
    testTimeout: 400_000,
    hookTimeout: 120_000,
  },
});
