import { extname, join } from "node:path";
import { defineConfig } from "vitest/config";
import { viteOptions, vitestOptions } from "../lib/cli/host/vitest-options.ts";

/** Judges a target under plain vitest, with options from `CONFORMANCE_*` variables. */
export default defineConfig({
  ...viteOptions,
  test: {
    ...vitestOptions,
    include: [...vitestOptions.include],
    globalSetup: [join(vitestOptions.root, "lib/cli/host", `global-setup${extname(import.meta.filename)}`)],
  },
});
