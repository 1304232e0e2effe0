import type { Operator } from "./operator.ts";

const TOKENS = /\\.|\[(?:\\.|[^\]\\])*\]|\(\?(?:[:=!]|<[=!])|\{\d+(?:,\d*)?\}|[*+?]\??|[^]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  "\\s": "\\S",
  "\\S": "\\s",
  "\\d": "\\D",
  "\\b": "",
};
const QUANTIFIERS: Readonly<Record<string, readonly string[]>> = {
  "*": ["+", ""],
  "+": ["*", ""],
  "?": [""],
  "*?": ["*"],
};

/** A regular expression that is looser or stricter in one place, or has one flag less. */
export const pattern: Operator = ({ node: { regex } }) => {
  if (typeof regex !== "object" || regex === null || !("pattern" in regex) || !("flags" in regex)) return [];
  const source = String(regex.pattern);
  const flags = String(regex.flags);
  const patterns = [...source.matchAll(TOKENS)].flatMap(({ 0: token, index }) =>
    othersOf(token).map((other) => source.slice(0, index) + other + source.slice(index + token.length)),
  );
  return [
    ...patterns
      .filter((changed) => isPattern(changed, flags))
      .map((changed) => ({ code: `/${changed}/${flags}` })),
    ...Array.from(flags, (flag) => ({ code: `/${source}/${flags.replace(flag, "")}` })),
  ];
};

function othersOf(token: string): readonly string[] {
  if (token === "^" || token === "$") return [""];
  if (token === "(?!") return ["(?="];
  if (token.startsWith("[") && token.length > 1) {
    return [token.startsWith("[^") ? `[${token.slice(2)}` : `[^${token.slice(1)}`];
  }
  if (token.startsWith("{")) return [token.replace(/\d+(?=\}|,\})/, (most) => String(Number(most) + 1)), ""];
  return QUANTIFIERS[token] ?? (ESCAPES[token] === undefined ? [] : [ESCAPES[token]]);
}

function isPattern(source: string, flags: string): boolean {
  try {
    return source !== "" && new RegExp(source, flags).flags === flags;
  } catch {
    return false;
  }
}
