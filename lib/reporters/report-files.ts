/** The page of the results. */
export const REPORT_FILE = "report.html";
