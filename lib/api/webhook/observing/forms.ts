import type { JsonValue } from "../../json/json.ts";

const SIZES = [
  ["within 2^31", 2n ** 31n],
  ["within 2^53", 2n ** 53n],
  ["within 2^63", 2n ** 63n],
] as const;

/** The smallest type of integer that holds an id. */
export function idSize(value: JsonValue): string | undefined {
  if (typeof value !== "number" && typeof value !== "bigint") return undefined;
  const id = BigInt(value);
  const size = SIZES.find(([, bound]) => id < bound && id >= -bound)?.[0] ?? "beyond 2^63";
  return id < 0n ? `${size}, negative` : size;
}

/** The kind of text in `merchantId`. */
export function merchantIdForm(value: JsonValue): string | undefined {
  if (typeof value !== "string") return undefined;
  if (/^\d+$/.test(value)) return BigInt(value) > 2n ** 53n ? "digits beyond 2^53" : "digits";
  if (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)) return "a UUID";
  if (/^[\dA-Za-z]+$/.test(value)) return "letters and digits";
  return Buffer.byteLength(value) === value.length ? "ASCII characters" : "characters beyond ASCII";
}

/** A time with its digits replaced by what they mean, for example `YYYY-MM-DDThh:mm:ss.sssZ`. */
export function timeFormat(value: JsonValue): string | undefined {
  if (typeof value !== "string") return undefined;
  const [, date = "", t = "", clock = "", mark = "", fraction = "", zone = ""] =
    /^([\d-]+)([Tt ])([\d:]+)(?:([.,])(\d*))?(.*)$/s.exec(value) ?? [];
  if (t === "") return "another format";
  const day = date.includes("-") ? "YYYY-MM-DD" : "YYYYMMDD";
  const parts = clock.includes(":")
    ? clock.replace(/\d\d:\d\d(:\d\d)?/, (whole) => "hh:mm:ss".slice(0, whole.length))
    : "hhmmss".slice(0, clock.length);
  return `${day}${t}${parts}${mark}${"s".repeat(fraction.length)}${zone}`;
}
