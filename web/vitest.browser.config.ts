import { defineConfig } from "vitest/config";
import { SecondTries } from "./tests/second-tries.ts";

// Whole games in a real browser against the real house. Files run side by side: a page waits for the house most of the time.
export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    environment: "node",
    fileParallelism: true,
    maxWorkers: 2,
    testTimeout: 400_000,
    hookTimeout: 120_000,
    // A busy machine may hold up a click. A second try is listed, and more than two of them fail the run.
    retry: 1,
    reporters: ["default", new SecondTries()],
  },
});
