import { detachText } from "../../../text/detached.ts";
import { isObject, type JsonValue } from "../../json/json.ts";

const MAX_TEXT_CHARS = 8 * 1024;
const MAX_VALUES = 1000;
/** Of all texts and names together. */
const MAX_CHARS = 64 * 1024;

/** The beginning of a value: what is kept of a large one for a whole run. A text ends with `…` where it was cut. */
export function boundValue(value: JsonValue): JsonValue {
  return new Beginning().of(value);
}

/** Counts down the limits of one value. */
class Beginning {
  #values = MAX_VALUES;
  #chars = MAX_CHARS;

  of(part: JsonValue): JsonValue {
    this.#values -= 1;
    if (typeof part === "string") return this.#textOf(part);
    if (Array.isArray(part)) return part.slice(0, this.#valuesLeft).map((item: JsonValue) => this.of(item));
    if (!isObject(part)) return part;
    const names = Object.keys(part).slice(0, this.#valuesLeft);
    return Object.fromEntries(names.map((name) => [this.#textOf(name), this.of(part[name] ?? null)]));
  }

  get #valuesLeft(): number {
    return Math.max(this.#values, 0);
  }

  #textOf(text: string): string {
    const maxChars = Math.min(MAX_TEXT_CHARS, this.#chars);
    this.#chars -= Math.min(text.length, maxChars);
    return text.length > maxChars ? `${detachText(text.slice(0, maxChars))}…` : text;
  }
}
