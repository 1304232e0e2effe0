/** Why a check about another merchant's configuration follows from the document. */
export const CALLER =
  "Every operation acts on the configuration of the calling merchant, and the credentials say who calls.";
