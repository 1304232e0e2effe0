import { writeJson, type JsonValue } from "../api/json/json.ts";
import type { Choices } from "./choices.ts";

const styles: Readonly<Record<Choices["jsonStyle"], (value: JsonValue) => string>> = {
  compact: writeJson,
  pretty: (value) => pretty(value, ""),
  "escaped-slashes": (value) => writeJson(value).replaceAll("/", String.raw`\/`),
  "unicode-escapes": (value) => writeJson(value).replaceAll(/[/&=<>']|[^\x20-\x7e]/g, escaped),
  padded: (value) => ` \r\n\t${writeJson(value)}\n\n`,
};

/** A JSON value as text, in one of the ways that mean the same. */
export function renderJson(value: JsonValue, style: Choices["jsonStyle"]): string {
  return styles[style](value);
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function pretty(value: JsonValue, indent: string): string {
  if (typeof value !== "object" || value === null) return writeJson(value);
  const inner = `${indent}  `;
  if (Array.isArray(value))
    return lines(
      "[",
      value.map((item: JsonValue) => inner + pretty(item, inner)),
      `${indent}]`,
    );
  if (Object.getPrototypeOf(value) !== Object.prototype) return writeJson(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${inner}${JSON.stringify(name)} : ${pretty(member, inner)}`,
  );
  return lines("{", members, `${indent}}`);
}

function lines(open: string, items: readonly string[], close: string): string {
  return items.length === 0 ? `${open}${close.trim()}` : `${open}\n${items.join(",\n")}\n${close}`;
}
