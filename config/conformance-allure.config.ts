import { resolve } from "node:path";
import { defineConfig, mergeConfig } from "vitest/config";
import conformance from "./conformance.config.ts";

/** The same for teams that collect their tests with Allure: the results of allure-vitest lie in `allure-results/`. */
export default mergeConfig(
  conformance,
  defineConfig({
    test: { reporters: ["default", ["allure-vitest/reporter", { resultsDir: resolve("allure-results") }]] },
  }),
);
