import { configDefaults, defineConfig } from "vitest/config";
import { testReporters } from "./test-reporters.ts";

/** Unit tests of lib: they stand beside the file that they test. */
export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    include: ["lib/**/*.test.ts"],
    exclude: [...configDefaults.exclude, "lib/cli/e2e/tarball.test.ts"],
    reporters: testReporters,
    pool: "threads",
    isolate: false,
    maxWorkers: 3,
    testTimeout: 60_000,
  },
});
