/** Allure's page cannot be made: it would call home. */
export class HtmlReportError extends Error {
  override readonly name = "HtmlReportError";
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(`Cannot write the HTML report: ${reason}`, options);
    this.reason = reason;
  }
}
