/** Allure's page cannot be made: it would call home. */
export class HtmlReportError extends Error {
  override readonly name = "HtmlReportError";
}
