import { extname, join } from "node:path";
import { defineConfig } from "vitest/config";
import { viteOptions, vitestOptions } from "../lib/cli/host/vitest-options.ts";

/**
 * Checks a target under plain vitest, with options from `CONFORMANCE_*` variables.
 *
 * @example
 * CONFORMANCE_PROFILE=./sandbox.yaml npx vitest run --config config/conformance.config.ts -t register
 */
export default defineConfig({
  ...viteOptions,
  test: {
    ...vitestOptions,
    include: [...vitestOptions.include],
    globalSetup: [join(vitestOptions.root, "lib/cli/host", `global-setup${extname(import.meta.filename)}`)],
  },
});
