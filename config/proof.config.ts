import { defineConfig } from "vitest/config";
import { LONG_COMMANDS, LONG_SELFTESTS } from "./long-tests.ts";
import { longestFirst } from "./longest-first.ts";
import selftest from "./selftest.config.ts";
import { testReporters } from "./test-reporters.ts";
import unit from "./unit.config.ts";

/** The long tests, which `npm run proof` runs: `npm test` runs all others. */
export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    reporters: testReporters,
    maxWorkers: 3,
    sequence: { sequencer: longestFirst([...LONG_SELFTESTS, ...LONG_COMMANDS]) },
    projects: [
      { test: { ...selftest.test, name: "selftest", include: LONG_SELFTESTS } },
      { test: { ...unit.test, name: "commands", include: LONG_COMMANDS, testTimeout: 180_000 } },
    ],
  },
});
