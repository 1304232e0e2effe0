import type { EvidenceRecord } from "./target.ts";

/** Hides credentials in every text of a plain value, also in the names of its members. */
export function redactValue(value: unknown, record: Pick<EvidenceRecord, "redact">): unknown {
  if (typeof value === "string") return record.redact(value);
  if (Array.isArray(value)) return value.map((item) => redactValue(item, record));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [
    record.redact(name),
    redactValue(member, record),
  ]);
  return Object.fromEntries(members);
}
