import type { HeaderPair } from "../../../http/transport.ts";
import { summarizeLooks } from "../../../engine/observed.ts";
import type { Plain } from "../../../engine/plain.ts";

type Headers = readonly HeaderPair[];

const TRAITS: Readonly<Record<string, (headers: Headers) => Plain>> = {
  names: letterCase,
  length: (headers) =>
    has(headers, "transfer-encoding")
      ? "chunked"
      : has(headers, "content-length")
        ? "Content-Length"
        : "neither",
  compression: (headers) => valueOf(headers, "content-encoding") ?? "none",
  date: (headers) => (has(headers, "date") ? "present" : "absent"),
  connection: (headers) => (/\bclose\b/i.test(valueOf(headers, "connection") ?? "") ? "closed" : "kept"),
};

/** Properties that the headers of answers share. */
export function headerTraits(
  answers: readonly Headers[],
  wanted: readonly string[] = Object.keys(TRAITS),
): { readonly value: Readonly<Record<string, Plain>>; readonly stable: boolean } {
  const chosen = Object.entries(TRAITS).filter(([name]) => wanted.includes(name));
  const traits = chosen.map(([name, read]) => [name, summarizeLooks(answers.map(read))] as const);
  return {
    value: Object.fromEntries(traits.map(([name, { value }]) => [name, value])),
    stable: traits.every(([, { stable }]) => stable),
  };
}

function letterCase(headers: Headers): string {
  const names = headers.map(([name]) => name);
  if (names.every((name) => name === name.toLowerCase())) return "lower case";
  return names.every((name) => name === name.toUpperCase()) ? "upper case" : "capitalised";
}

function has(headers: Headers, name: string): boolean {
  return valueOf(headers, name) !== undefined;
}

function valueOf(headers: Headers, name: string): string | undefined {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1];
}
