import { clipText } from "../../text/clip.ts";
import { writeJson, type JsonObject } from "../json/json.ts";
import { type TransactionField, valueOfField } from "./value-of-field.ts";

/** The types that section 3.3 names, of nine. */
export const NAMED_TYPES = [
  "Authorization",
  "Auth Reversal",
  "Reversal",
  "Clearing",
  "Refund",
  "Chargeback",
  "Dispute",
  "Fees",
] as const;

export const MAX_TYPES = 9;
export const MAX_STATUSES = 23;
/** Of types and of statuses a run remembers so many, which is more than the document allows, and each up to this length. */
const MAX_WORDS = 100;
const MAX_WORD_CHARS = 100;

const PLAIN_NAMES: ReadonlySet<string> = new Set(NAMED_TYPES.map(plain));

/** The values that transaction records have shown, each once and written as JSON: of a run, and of earlier ones of the target. */
export interface SeenWords {
  readonly types: readonly string[];
  readonly statuses: readonly string[];
}

/** Types and statuses that the transaction records of this run and earlier runs have shown. */
export interface Vocabulary extends SeenWords {
  /** Values of earlier runs of the target. */
  readonly earlier?: SeenWords;
}

export const NO_WORDS: Vocabulary = { types: [], statuses: [] };

/** The vocabulary with the values of some more records. */
export function withRecords(
  { types, statuses, ...known }: Vocabulary,
  records: readonly JsonObject[],
): Vocabulary {
  return {
    ...known,
    types: joined(types, valuesOf(records, "transactionType")),
    statuses: joined(statuses, valuesOf(records, "status")),
  };
}

function joined(known: readonly string[], more: readonly string[]): readonly string[] {
  if (known.length >= MAX_WORDS) return known;
  return [...new Set([...known, ...more])].slice(0, MAX_WORDS);
}

/** Types beyond the eight, in whatever spelling, each once. */
export function unnamedTypes({ types }: Pick<Vocabulary, "types">): readonly string[] {
  const others = types.filter((type) => !PLAIN_NAMES.has(plain(type)));
  return [...new Map(others.map((type) => [plain(type), type])).values()];
}

/** How many types there are, where another letter case or separator makes no other type. */
export function countTypes({ types }: Pick<Vocabulary, "types">): number {
  return new Set(types.map(plain)).size;
}

function valuesOf(records: readonly JsonObject[], name: TransactionField): string[] {
  return records.flatMap((record) => {
    const value = valueOfField(record, name) ?? null;
    return value === null ? [] : [clipText(writeJson(value), MAX_WORD_CHARS)];
  });
}

/** A name without letter case and separators: AUTH_REVERSAL is Auth Reversal in another spelling. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
