import type { JsonValue } from "../json/json.ts";

/** The names of a merchant: its merchantId and the id of its configuration. */
export interface Identity {
  readonly merchantId: string;
  readonly id: string;
  /** The value of a Cookie header: what answers to the merchant's valid requests set. Absent: they set none. */
  readonly cookies?: string;
}

/** The names in a configuration, or others where it shows none. */
export function identityIn({
  merchantId,
  id,
}: {
  readonly merchantId?: JsonValue;
  readonly id?: JsonValue;
}): Identity {
  const number = typeof id === "number" || typeof id === "bigint" ? String(id) : "1";
  return { merchantId: typeof merchantId === "string" ? merchantId : number, id: number };
}
