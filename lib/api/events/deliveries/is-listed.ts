import { isObject, type JsonValue, readJson } from "../../json/json.ts";

/** A delivery that is looked for in a log. */
export interface SoughtDelivery {
  /** Of its callback URL. */
  readonly token: string;
  /** Identifier of its event. */
  readonly id: string | undefined;
  /** How many deliveries to the URL have arrived. */
  readonly arrived: number;
  /** Of every callback URL of the run. */
  readonly tokens: readonly string[];
}

/**
 * Whether a target's log of deliveries lists one that has not arrived: by its event, at its URL where the log shows URLs;
 * without that by more entries of the URL than have arrived.
 * @param log a JSON text
 */
export function isListed(log: Uint8Array, { token, id, arrived, tokens }: SoughtDelivery): boolean {
  const reading = readJson(log);
  const texts = (reading.ok ? textsIn(reading.value) : []).map((text) => text.toLowerCase());
  const entriesOf = (one: string) => texts.filter((text) => text.includes(one.toLowerCase())).length;
  if (id === undefined) return entriesOf(token) > arrived;
  const showsUrls = tokens.some((one) => entriesOf(one) > 0);
  return texts.includes(id.toLowerCase()) && (!showsUrls || entriesOf(token) > 0);
}

function textsIn(value: JsonValue): readonly string[] {
  if (Array.isArray(value)) {
    const items: readonly JsonValue[] = value;
    return items.flatMap(textsIn);
  }
  if (isObject(value)) return Object.values(value).flatMap(textsIn);
  return typeof value === "object" ? [] : [String(value)];
}
