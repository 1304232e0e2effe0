/** The page of the results. */
export const REPORT_FILE = "report.html";

/** The page that Allure makes of them. */
export const ALLURE_FILE = "index.html";
