import { homedir } from "node:os";
import { extname, join } from "node:path";
import { defineConfig } from "vitest/config";
import { packageRoot } from "../lib/package/package-root.ts";

/**
 * Checks a target under plain vitest, with options from `CONFORMANCE_*` variables. Writes nothing beside the package.
 *
 * @example
 * CONFORMANCE_PROFILE=./sandbox.yaml npx vitest run --config config/conformance.config.ts -t register
 */
export default defineConfig({
  logLevel: "error",
  cacheDir: join(homedir(), ".cache", "card-issuing-conformance", "vite"),
  test: {
    root: packageRoot,
    dir: packageRoot,
    include: ["suites/conformance.test.{ts,js}"],
    exclude: [],
    watch: false,
    cache: false,
    fsModuleCache: false,
    experimental: { viteModuleRunner: false },
    pool: "threads",
    globalSetup: [join(packageRoot, "lib/cli/host", `global-setup${extname(import.meta.filename)}`)],
  },
});
