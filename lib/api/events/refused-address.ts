import { UnofferedError } from "../../engine/verdict.ts";

/** The target takes no callback URL of the receiver. @param isNew whether it never took one */
export function refusedAddressError(url: string, answer: string, isNew: boolean): UnofferedError {
  const how = isNew ? "takes no callback URL at" : "refuses now";
  return new UnofferedError(
    "events.receiver.publicUrl",
    `The target ${how} the receiver's address ${url}: ${answer}. Try a public https address.`,
  );
}
