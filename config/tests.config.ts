import { configDefaults, defineConfig } from "vitest/config";
import { LONG_COMMANDS, LONG_SELFTESTS } from "./long-tests.ts";
import { longestFirst } from "./longest-first.ts";
import selftest from "./selftest.config.ts";
import { testReporters } from "./test-reporters.ts";
import unit from "./unit.config.ts";

const PACKAGE = "lib/cli/e2e/package.test.ts";
/** Measures which code runs in its thread, so that no other test may run there. */
const ALONE = "suites/selftest/files-per-exchange.test.ts";

/** The tests of `npm test`: all but the long ones, which `npm run proof` runs. */
export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    reporters: testReporters,
    maxWorkers: 3,
    sequence: { sequencer: longestFirst([PACKAGE, "suites/selftest/kills.test.ts"]) },
    projects: [
      {
        test: { ...unit.test, name: "unit", exclude: [...configDefaults.exclude, PACKAGE, ...LONG_COMMANDS] },
      },
      {
        test: {
          ...selftest.test,
          name: "selftest",
          exclude: [...configDefaults.exclude, ALONE, ...LONG_SELFTESTS],
        },
      },
      { test: { ...unit.test, name: "package", include: [PACKAGE], testTimeout: 300_000 } },
      { test: { ...selftest.test, name: "alone", include: [ALONE], isolate: true } },
    ],
  },
});
