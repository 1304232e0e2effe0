/** Results cannot be written to their folder. The message names the next step. */
export class ResultFolderError extends Error {
  override readonly name = "ResultFolderError";
}
