import { defineConfig } from "vitest/config";

/** The suite against the reference, its variants and its mutants. */
export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    include: ["suites/selftest/**/*.test.ts"],
    pool: "threads",
    isolate: false,
    maxWorkers: 2,
    testTimeout: 120_000,
  },
});
