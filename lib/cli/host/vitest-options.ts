import { homedir } from "node:os";
import { join } from "node:path";
import { packageRoot } from "../../package/package-root.ts";

/** How vitest hosts the suites: one thread, one file, nothing written beside the package. */
export const vitestOptions = {
  root: packageRoot,
  dir: packageRoot,
  include: ["suites/conformance.test.{ts,js}"],
  exclude: [] as string[],
  watch: false,
  cache: false,
  fsModuleCache: false,
  experimental: { viteModuleRunner: false },
  pool: "threads",
  isolate: false,
  maxWorkers: 1,
  maxConcurrency: 10_000,
  slowTestThreshold: Number.MAX_SAFE_INTEGER,
  testTimeout: 0,
  hookTimeout: 60_000,
  teardownTimeout: 60_000,
} as const;

/** The same for vite, below vitest. */
export const viteOptions = {
  logLevel: "error",
  cacheDir: join(homedir(), ".cache", "card-issuing-conformance", "vite"),
} as const;
