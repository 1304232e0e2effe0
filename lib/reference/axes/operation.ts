/** Choices of the operations where the document is silent (§3.2, §4, §7). */
export const operationAxes = {
  queryWithNothing: ["refused", "null-data", "absent-data", "empty-object"],
  disableWithNothing: ["refused", "true", "false", "null-data"],
  secondDisable: ["true", "false", "refused"],
  unknownMembers: ["ignored", "refused"],
  /** How the names of members are read: some parsers know no letter case. */
  memberCase: ["exact", "any"],
  duplicateMembers: ["last", "first", "refused"],
  /** `trailing-bytes`: ignores what follows the object; `relaxed`: comments, single quotes, trailing commas. */
  jsonReading: ["strict", "trailing-bytes", "relaxed"],
  /** A body where none is due, on query and disable. */
  unexpectedBody: ["ignored", "refused"],
  /** Content types other than application/json on register. */
  otherContentType: ["accepted", "refused"],
  /** Methods other than POST on the three paths. */
  otherMethods: ["refused", "served"],
  /** Whether the input is judged before the credentials. */
  validationBeforeAuthentication: ["no", "yes"],
  /** The same operations under other versions of the path, such as /abc/v2. */
  otherVersions: ["refused", "served"],
} as const;
