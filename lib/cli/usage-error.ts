/** The command cannot be carried out as it was given. */
export class UsageError extends Error {
  override name = "UsageError";
}
