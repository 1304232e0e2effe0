/** The HTML page cannot be made: its optional packages are not installed, it would call home, or the history is of no use. */
export class HtmlReportError extends Error {
  override readonly name = "HtmlReportError";
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(`Cannot write the HTML report: ${reason}`, options);
    this.reason = reason;
  }
}
