import { defineConfig } from "vitest/config";
import { testReporters } from "./test-reporters.ts";

/** The tests of lib, which stand beside the file that they test: short and long ones. */
export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    include: ["lib/**/*.test.ts"],
    reporters: testReporters,
    pool: "threads",
    isolate: false,
    maxWorkers: 3,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
