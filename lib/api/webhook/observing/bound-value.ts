import { detachText } from "../../../text/detached.ts";
import { isObject, type JsonValue } from "../../json/json.ts";

const MAX_TEXT_CHARS = 8 * 1024;
const MAX_VALUES = 1000;

/** The beginning of a value: what is kept of a large one for a whole run. A text ends with `…` where it was cut. */
export function boundValue(value: JsonValue): JsonValue {
  let left = MAX_VALUES;
  const beginning = (part: JsonValue): JsonValue => {
    left -= 1;
    if (typeof part === "string") {
      return part.length > MAX_TEXT_CHARS ? `${detachText(part.slice(0, MAX_TEXT_CHARS))}…` : part;
    }
    if (Array.isArray(part)) return part.slice(0, Math.max(left, 0)).map(beginning);
    if (!isObject(part)) return part;
    const members = Object.entries(part).slice(0, Math.max(left, 0));
    return Object.fromEntries(members.map(([name, member]) => [name, beginning(member)]));
  };
  return beginning(value);
}
