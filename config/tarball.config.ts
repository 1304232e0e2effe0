import { defineConfig } from "vitest/config";

/** The packed package, installed in another project (needs the package registry), and a test that needs a thread of its own. */
export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    include: ["lib/cli/e2e/tarball.test.ts", "suites/selftest/files-per-exchange.test.ts"],
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
});
