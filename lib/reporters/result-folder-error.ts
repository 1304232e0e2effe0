/** Results cannot be written where they are to go. The message says what to do. */
export class ResultFolderError extends Error {
  override readonly name = "ResultFolderError";
}
