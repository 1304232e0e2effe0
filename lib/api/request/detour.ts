import { type Draft, type Operation, OPERATIONS } from "./draft.ts";
import type { HeaderPair } from "../../http/transport.ts";
import { isObject, type JsonObject, readJson, writeJson } from "../json/json.ts";
import type { Identity } from "./identity.ts";
import { percentEncoded } from "../../text/percent-encoded.ts";

/** A request that carries more than its operation reads, or goes another way to it: a guard may look elsewhere. */
export interface Detour {
  readonly name: string;
  /** The operations that can be asked for in this way. */
  readonly operations: readonly Operation[];
  /**
   * @param merchant to whom a door would open
   * @returns undefined where there is no such way
   */
  readonly take: (draft: Draft, merchant: Identity) => Draft | undefined;
  /** The detours that it takes at once. */
  readonly parts?: readonly Detour[];
}

const JSON_TYPE = "application/json";
/** Answers to HEAD have no body that could show anything, and neither method has a body for a callback URL. */
const OPERATIONS_WITHOUT_BODY: Readonly<Record<string, readonly Operation[]>> = {
  GET: ["query", "disable"],
  HEAD: ["disable"],
};

/** A request with some parts changed. Undefined: there is no such way. */
export function byChange(
  name: string,
  change: (draft: Draft, merchant: Identity) => Partial<Draft> | undefined,
  operations = OPERATIONS,
): Detour {
  const take: Detour["take"] = (draft, merchant) => {
    const changed = change(draft, merchant);
    return changed && { ...draft, ...changed };
  };
  return { name, operations, take };
}

export function byHeader(name: string, value: (merchant: Identity) => string): Detour {
  return byHeaders(`the header ${name}`, (merchant) => [[name, value(merchant)]]);
}

/** @param headers undefined: there is no such way */
export function byHeaders(
  name: string,
  headers: (merchant: Identity) => readonly HeaderPair[] | undefined,
): Detour {
  return byChange(name, (draft, merchant) => {
    const more = headers(merchant);
    return more && { headers: [...(draft.headers ?? []), ...more] };
  });
}

export function bySeveralHeaders(name: string, headers: readonly string[], value: string): Detour {
  return byHeaders(name, () => headers.map((header) => [header, value] as const));
}

/** The cookies that the merchant's own answers have set. */
export const byCookies = byHeaders("the cookies that valid requests were answered with", ({ cookies }) =>
  cookies === undefined ? undefined : [["Cookie", cookies]],
);

export function byQuery(
  name: string,
  parameters: (merchant: Identity) => Readonly<Record<string, string>>,
): Detour {
  return byChange(name, (draft, merchant) => ({
    query: [
      ...(draft.query === undefined ? [] : [draft.query]),
      ...Object.entries(parameters(merchant)).map(([key, value]) => `${key}=${percentEncoded(value)}`),
    ].join("&"),
  }));
}

/** The same body with more members; a request without body gets one. */
export function byMembers(name: string, members: (merchant: Identity) => JsonObject): Detour {
  return byChange(name, (draft, merchant) => ({
    body: Buffer.from(writeJson({ ...members(merchant), ...membersOf(draft) })),
    contentType: JSON_TYPE,
  }));
}

export function byPath(name: string, change: (path: string, merchant: Identity) => string): Detour {
  return byChange(name, ({ path }, merchant) => ({ path: change(path, merchant) }));
}

export function byMethod(method: string): Detour {
  return byChange(`the method ${method}`, () => ({ method }), OPERATIONS_WITHOUT_BODY[method]);
}

/** A request without a body gets one. */
export function byContentType(contentType: string, name = `the content type ${contentType}`): Detour {
  return byChange(name, ({ body = Buffer.from("{}") }) => ({ body, contentType }));
}

/** @param chars what stands in the body beside its own members */
export function byLength(name: string, chars: number): Detour {
  return byMembers(name, () => ({ note: "x".repeat(chars) }));
}

/** Several detours in one request. None of them may take away what another one adds. */
export function byAll(name: string, parts: readonly Detour[]): Detour {
  return {
    name,
    operations: OPERATIONS,
    parts,
    take: (draft, merchant) => parts.reduce((taken, part) => part.take(taken, merchant) ?? taken, draft),
  };
}

function membersOf({ body }: Draft): JsonObject {
  const reading = body === undefined ? undefined : readJson(body);
  return reading?.ok === true && isObject(reading.value) ? reading.value : {};
}
