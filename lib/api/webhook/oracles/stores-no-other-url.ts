import { Violation } from "../../../engine/record/verdict.ts";
import { describeJson, type JsonValue } from "../../json/json.ts";
import type { Configuration } from "../../merchant/configuration.ts";
import { isEquivalent } from "../inputs/equivalent-url.ts";
import { grammarOf } from "../inputs/url-grammar.ts";
import { returnedField } from "./returned-field.ts";

/**
 * After a callback URL was accepted that many validators repair, query returns what leads to the URL behind it: that URL
 * itself, or a text of which URL parsers make it.
 * @throws {Violation} when query returns anything else
 * @throws {UnreturnedError} when the target does not return the callback URL, so that the stored URL is not known
 */
export function storesNoOtherUrl(configuration: Configuration, behind: string, what: string): void {
  const stored = returnedField(configuration, "callbackUrl");
  if (typeof stored === "string" && leadsTo(stored, behind)) return;
  throw new Violation({
    expected: `${what} to be refused, or ${describeJson(behind)} to be stored`,
    actual: `it is accepted, and query returns ${describeJson(stored)}, ${kindOf(stored)}`,
    parts: ["callbackUrl"],
  });
}

function leadsTo(stored: string, url: string): boolean {
  const grammar = grammarOf(stored);
  return grammar !== "none" && isEquivalent(grammar === "WHATWG" ? new URL(stored).href : stored, url);
}

function kindOf(stored: JsonValue): string {
  if (typeof stored !== "string") return "which is no string";
  return grammarOf(stored) === "none"
    ? "which is no HTTPS URL by RFC 3986, nor for `new URL`"
    : "which is another URL";
}
