import { LiteralRedactor } from "../../secrets/literal-redactor.ts";

/** The base64 of shorter ones would be found by chance. */
const MIN_ENCODED_CHARS = 16;

/** Whether a text shows a credential: as it is, and where it is long enough as hex, as base64, and escaped too. */
export function credentialFinder(value: string): (text: string) => boolean {
  if (value.length < MIN_ENCODED_CHARS) return (text) => text.includes(value);
  const redactor = new LiteralRedactor(value);
  return (text) => redactor.text(text) !== text;
}
