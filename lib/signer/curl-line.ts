import { shellWord } from "../text/shell-word.ts";

/** A request for a curl line. */
export interface CurlRequest {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: Uint8Array;
}

/** A value in a shell variable. The shell reports it if it is not set. */
export interface HiddenValue {
  readonly value: string;
  /** A name of capital letters, digits and underscores. */
  readonly name: string;
}

/** Methods whose requests give the length of an empty body. */
const WITH_BODY: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"]);
/** Characters that no terminal shows. */
const ODD = /[^\P{Cc}\t]|[\p{Cf}\p{Zl}\p{Zp}]/u;

/**
 * Prints one line for a POSIX shell that sends the request byte for byte, and ends the answer with a line
 * break. Safe to paste with any values. Unusual characters in a method, URL or header stay as they are. A
 * body that is not plain text goes through `printf`. curl adds User-Agent and Accept unless they are given.
 */
export function curlLine(request: CurlRequest, hidden: readonly HiddenValue[] = []): string {
  const quote = (text: string) => quoted(text, hidden);
  const { before, data } = bodyWords(request, quote);
  const words = [
    "curl",
    "-sS",
    "-g",
    "--path-as-is",
    "-w",
    String.raw`'\n'`,
    "-X",
    quote(request.method),
    quote(request.url),
  ];
  for (const [name, value] of request.headers)
    words.push("-H", quote(value === "" ? `${name};` : `${name}: ${value}`));
  return [before, [...words, ...data].join(" ")].filter((part) => part !== "").join(" | ");
}

function bodyWords(
  request: CurlRequest,
  quote: (text: string) => string,
): { before: string; data: string[] } {
  const has = (header: string) => request.headers.some(([name]) => name.toLowerCase() === header);
  const { body } = request;
  if (body === undefined || body.length === 0) {
    const isTold = has("content-length") || !WITH_BODY.has(request.method);
    return { before: "", data: isTold ? [] : ["-H", "'Content-Length: 0'"] };
  }
  const type = has("content-type") ? [] : ["-H", "'Content-Type:'"];
  const text = printableText(body);
  if (text !== undefined) return { before: "", data: [...type, "--data-raw", quote(text)] };
  const octal = Array.from(body, (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
  return { before: `printf '${octal}'`, data: [...type, "--data-binary", "@-"] };
}

function printableText(body: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
    return ODD.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

function quoted(text: string, hidden: readonly HiddenValue[]): string {
  const next = hidden
    .filter(({ value }) => value !== "" && text.includes(value))
    .toSorted((a, b) => b.value.length - a.value.length)[0];
  if (next === undefined) return shellWord(text);
  return text
    .split(next.value)
    .map((rest) => (rest === "" ? "" : quoted(rest, hidden)))
    .join(`"\${${next.name}:?is not set}"`);
}
