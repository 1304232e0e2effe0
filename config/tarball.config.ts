import { defineConfig } from "vitest/config";

/** The packed package, installed in another project; needs the package registry. */
export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    include: ["lib/cli/e2e/tarball.test.ts"],
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
});
