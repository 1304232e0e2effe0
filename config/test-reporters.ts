import AllureReporter from "allure-vitest/reporter";

/** The reporters of our own tests: on the terminal, and with ALLURE=1 in `reports/allure-of-tests/` as well. */
export const testReporters = [
  "default",
  ...(process.env["ALLURE"] === "1" ? [new AllureReporter({ resultsDir: "reports/allure-of-tests" })] : []),
];
