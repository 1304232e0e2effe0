import { configDefaults, defineConfig } from "vitest/config";
import { testReporters } from "./test-reporters.ts";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files that take longest, so that no core waits for one of them at the end. */
const LONGEST = [
  "signed",
  "variants",
  "mutants",
  "other-servers",
  "api-key",
  "secrets",
  "routes",
  "recorded-run",
  "hostile-target",
  "real-time",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => rank(one) - rank(other));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return place === -1 ? LONGEST.length : place;
}

/** The suite against the reference, its variants and its mutants. */
export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    include: ["suites/selftest/**/*.test.ts"],
    /** Measures which code runs in its thread, so that no other test may run there: see tarball.config.ts. */
    exclude: [...configDefaults.exclude, "suites/selftest/files-per-exchange.test.ts"],
    reporters: testReporters,
    pool: "threads",
    isolate: false,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 120_000,
  },
});
