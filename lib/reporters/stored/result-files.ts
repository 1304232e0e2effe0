/** The files in a folder of results. */
export const RESULT_FILE = "conformance.json";
export const REPORT_FILE = "report.html";
export const SUMMARY_FILE = "summary.md";

/** Name of the evidence of a check in a folder of results. */
export function evidenceName(requirement: string): string {
  return `evidence/${requirement}.json`;
}

/** Name of a capsule in a folder of results. */
export function capsuleName(requirement: string): string {
  return `capsules/${requirement}.json`;
}
