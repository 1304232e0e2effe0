import { defineConfig } from "vitest/config";
import { testReporters } from "./test-reporters.ts";

/** The suite against the reference, its variants and its mutants: short and long tests. */
export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    include: ["suites/selftest/**/*.test.ts"],
    reporters: testReporters,
    pool: "threads",
    isolate: false,
    maxWorkers: 3,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    testTimeout: 120_000,
  },
});
