import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { lastingOperations } from "./lasting-operations.ts";
import { meantText } from "../fields/did-you-mean.ts";
import { authProblems } from "./auth-schema.ts";
import { operationPathProblems } from "./operation-schema.ts";
import { plainHttpProblem } from "../fields/base-url.ts";
import { mcpProblems } from "./mcp-schema.ts";
import { fieldRuleProblems } from "./field-rules.ts";
import { calledUrls } from "./events-schema.ts";
import { type FieldPath, valueAtPath } from "../fields/field-path.ts";
import { shownValue } from "../fields/issue-message.ts";
import { shownAddress } from "../fields/shown-address.ts";
import type { FieldProblem } from "../yaml/interpolate.ts";
import { X509Certificate } from "node:crypto";

const BEGIN = "-----BEGIN CERTIFICATE-----";
const END = "-----END CERTIFICATE-----";

/** Whether a text contains certificates in PEM, and all of them are readable. */
function holdsCertificate(text: string): boolean {
  const blocks = text
    .split(END)
    .slice(0, -1)
    .filter((piece) => piece.includes(BEGIN));
  try {
    const all = blocks.map((piece) => new X509Certificate(`${piece.slice(piece.indexOf(BEGIN))}${END}`));
    return all.length > 0 && all.every(({ subject }) => subject !== undefined);
  } catch {
    return false;
  }
}

const AT_LEAST_ONE = "expected a list of at least 1 entry; only a profile with mcp.url may have none";
const REQUIRED = { baseUrl: "a string", auth: "a mapping" };

/** Required fields of a profile with an API. Only a profile of the MCP service alone may omit them. */
function missingApi(data: unknown): FieldProblem[] {
  const merchants = valueAtPath(data, ["merchants"]) ?? null;
  const isEmpty = merchants === null || (Array.isArray(merchants) && merchants.length === 0);
  if (isEmpty && isGiven(data, ["mcp", "url"])) return [];
  const got = merchants === null ? "nothing" : "an empty list";
  return [
    ...Object.entries(REQUIRED)
      .filter(([field]) => !isGiven(data, [field]))
      .map(([field, what]) => ({ path: [field], message: `expected ${what} (got nothing)` })),
    ...(isEmpty ? [{ path: ["merchants"], message: `${AT_LEAST_ONE} (got ${got})` }] : []),
  ];
}

function isGiven(data: unknown, path: readonly string[]): boolean {
  return (valueAtPath(data, path) ?? null) !== null;
}

/** The fields that name a file of certificates. */
const CERTIFICATE_FIELDS: readonly FieldPath[] = [
  ["target", "ca"],
  ["target", "clientCert"],
  ["events", "receiver", "certificate"],
];

export const FILE_FIELDS: readonly FieldPath[] = [
  ...CERTIFICATE_FIELDS,
  ["auth", "signature", "module"],
  ["target", "clientKey"],
  ["events", "receiver", "key"],
  ["events", "receiver", "relay", "module"],
];

/** The requirements that a profile may pin, all known ones, and what replaces retired ids. */
export interface Pinnable {
  readonly open: readonly string[];
  readonly known: readonly string[];
  readonly replacementOf: (id: string) => string | undefined;
}

/** Checks rules over several fields of a profile, and over the files below `directory` that it names. */
export function crossCheck(data: unknown, directory: string, pinnable?: Pinnable): readonly FieldProblem[] {
  return [
    ...missingApi(data),
    ...plainHttp(data),
    ...authProblems(data),
    ...repeated(data, "name", (first) => `expected a name of its own (got that of ${first})`),
    ...repeated(data, "apiKey", (first) => `expected a key of its own (got that of ${first})`),
    ...fieldRuleProblems(data),
    ...(pinnable === undefined ? [] : pinnedIds(data, pinnable)),
    ...operationPathProblems(data),
    ...lastingOperations(data),
    ...mcpProblems(data),
    ...files(data, directory),
  ];
}

/** Checks that the addresses which a run calls are https ones. */
function plainHttp(data: unknown): FieldProblem[] {
  const isAllowed = valueAtPath(data, ["target", "allowPlainHttp"]) === true;
  return [["baseUrl"], ["mcp", "url"], ...calledUrls(data)].flatMap((path) => {
    const url = valueAtPath(data, path);
    const message = typeof url === "string" ? plainHttpProblem(url, isAllowed) : undefined;
    if (message === undefined) return [];
    const got = path[0] === "baseUrl" ? ` (got ${shownValue(shownAddress(String(url)), false)})` : "";
    return [{ path, message: `${message}${got}` }];
  });
}

function repeated(data: unknown, field: string, message: (first: string) => string): FieldProblem[] {
  const values = merchantsIn(data).map((merchant) => valueAtPath(merchant, [field]));
  return values.flatMap((value, index) => {
    const first = values.indexOf(value);
    return value === undefined || first === index
      ? []
      : [{ path: ["merchants", index, field], message: message(`merchants[${first}]`) }];
  });
}

function pinnedIds(data: unknown, pinnable: Pinnable): FieldProblem[] {
  const pins = valueAtPath(data, ["pins"]);
  if (typeof pins !== "object" || pins === null) return [];
  return Object.entries(pins).flatMap(([id, pin]) => {
    const message = pinnable.open.includes(id) ? pinProblem(pin) : unknownPin(id, pinnable);
    return message === undefined ? [] : [{ path: ["pins", id], message }];
  });
}

function pinProblem(pin: unknown): string | undefined {
  if (typeof pin === "object" && pin !== null && !Array.isArray(pin)) return undefined;
  return `expected a mapping of parts, as observe --pin writes it (got ${shownValue(pin, false)})`;
}

function unknownPin(id: string, { open, known, replacementOf }: Pinnable): string {
  const replacement = replacementOf(id);
  const hint = known.includes(id)
    ? ", which is checked in any case: remove the pin"
    : replacement !== undefined
      ? `; ${replacement}: remove the pin, and write the parts with observe --pin`
      : meantText(id, open);
  return `expected the id of a requirement that the API document leaves open (got ${shownValue(id, false)}${hint})`;
}

function files(data: unknown, directory: string): FieldProblem[] {
  return FILE_FIELDS.flatMap((path) => {
    const name = valueAtPath(data, path);
    if (typeof name !== "string") return [];
    const file = resolve(directory, name);
    const got = `got ${JSON.stringify(name)}`;
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
      return [{ path, message: `expected a file, relative to the profile (${got}: no such file)` }];
    if (!CERTIFICATE_FIELDS.includes(path) || holdsCertificate(readFileSync(file, "utf8"))) return [];
    const message = `expected a file of certificates in PEM (${got}: no readable certificate in it)`;
    return [{ path, message }];
  });
}

function merchantsIn(data: unknown): readonly unknown[] {
  const list = valueAtPath(data, ["merchants"]);
  return Array.isArray(list) ? list : [];
}
