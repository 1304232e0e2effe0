/** How our own tests are told: on the terminal, and with ALLURE=1 in `allure-results/` as well. */
export const testReporters =
  process.env["ALLURE"] === "1" ? ["default", "allure-vitest/reporter"] : ["default"];
