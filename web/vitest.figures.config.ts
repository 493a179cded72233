import { defineConfig } from "vitest/config";

// `npm run figures`: how fast it is, on the machine it runs on.
export default defineConfig({
  test: { include: ["tests/figures.ts"], environment: "node", testTimeout: 600_000, hookTimeout: 60_000 },
});
