import type { Deviation } from "../../engine/requirement/deviation.ts";
import { ANONYMOUS, type McpAnswer, type McpRequest, NEVER_ISSUED, withHeader } from "../wire/mcp-request.ts";
import type { Era } from "../wire/era.ts";
import { HandshakeEra } from "../service/handshake-era.ts";
import type { Mcp } from "../service/mcp.ts";
import { oncePerKey } from "../service/once-per-service.ts";
import { callRead } from "../service/tools.ts";

/** A kind of request that clients send in an era. A rule about every request is tried at each of them. */
export interface McpDoor {
  readonly era: Era;
  /** For example `tools/list`. */
  readonly name: string;
  readonly type: "opening" | "call" | "notification" | "bare";
  /** A valid request with the read-only token. */
  readonly build: () => Promise<McpRequest>;
}

/** A change of a valid request that makes it wrong. */
export interface McpOffence {
  /** For example `an expired token`. Each name has one meaning. */
  readonly what: string;
  readonly change: (valid: McpRequest, door: McpDoor) => McpRequest;
  /** Whether it makes sense at a door. Default: at all. */
  readonly at?: (door: McpDoor) => boolean;
  /** Plainer offences: a service that carries out one of these as well shows nothing. */
  readonly without?: readonly McpOffence[];
  /** The omission of a service that carries it out. */
  readonly served?: Deviation;
  /** Judges a refusal further. @throws {Violation} */
  readonly says?: (refusal: McpAnswer, door: McpDoor) => void;
}

/** The doors of an era, those first that all services have. */
export function doorsOf(mcp: Mcp, era: Era): readonly McpDoor[] {
  const caller = mcp.readOnly;
  return [
    ...(mcp.facts.read === null ? [] : [readingDoor(mcp, era)]),
    methodDoor(mcp, era, "tools/list"),
    { era, name: "a notification", type: "notification", build: async () => era.notification(caller) },
    openingDoor(mcp, era),
    ...(era instanceof HandshakeEra
      ? (["GET", "DELETE"] as const).map((method): McpDoor => {
          return { era, name: method, type: "bare", build: async () => era.bare(method, caller) };
        })
      : []),
  ];
}

/** The doors of every era, first those of the one with more of them. */
export async function everyDoor(mcp: Mcp): Promise<readonly McpDoor[]> {
  return (await mcp.eras()).toReversed().flatMap((era) => doorsOf(mcp, era));
}

/** Selects doors of every era by their names. */
export function doorsNamed(...names: readonly string[]): (mcp: Mcp) => Promise<readonly McpDoor[]> {
  return async (mcp) =>
    (await mcp.eras()).flatMap((era) => doorsOf(mcp, era).filter(({ name }) => names.includes(name)));
}

/** The calls of the read tool. */
export const readingDoors = doorsNamed("tools/call");

/** The first request of a client. */
export function openingDoor({ readOnly }: Mcp, era: Era): McpDoor {
  const name = era.name === "handshake" ? "initialize" : "server/discover";
  return { era, name, type: "opening", build: async () => era.opening(readOnly) };
}

/** A call of a method without arguments. */
export function methodDoor(mcp: Mcp, era: Era, method: string): McpDoor {
  return { era, name: method, type: "call", build: async () => era.request(method, {}, mcp.readOnly) };
}

/** A call of the read tool. */
export function readingDoor(mcp: Mcp, era: Era): McpDoor {
  return { era, name: "tools/call", type: "call", build: async () => callRead(mcp, era, mcp.readOnly) };
}

/** Another token instead of the valid one. */
export function withToken(
  what: string,
  token: string,
  { served, without = [NO_TOKEN, UNKNOWN_TOKEN] }: Pick<McpOffence, "served" | "without"> = {},
): McpOffence {
  const change = (valid: McpRequest) => ({ ...withAuthorization(valid, `Bearer ${token}`), caller: what });
  return { what, change, without, ...(served && { served }) };
}

export function withAuthorization(valid: McpRequest, value: string | undefined): McpRequest {
  return withHeader(valid, "Authorization", value);
}

/** Any token will do. */
export const UNVERIFIED: Deviation = { what: "the signature of a token is not verified", when: [] };

export const NO_TOKEN: McpOffence = {
  what: "no token",
  change: (valid) => ({ ...withAuthorization(valid, undefined), caller: ANONYMOUS.name }),
};

/** A token of no server. */
export const UNKNOWN_TOKEN: McpOffence = withToken(NEVER_ISSUED.name, NEVER_ISSUED.token, {
  served: UNVERIFIED,
  without: [NO_TOKEN],
});

/** The answer to a wrong request. A run sends each once. */
export const wrongAnswer = oncePerKey(
  ({ era, name }: McpDoor, { what }: McpOffence) => JSON.stringify([era.name, name, what]),
  async (mcp, door, { change }): Promise<McpAnswer> =>
    mcp.send({ ...change(await door.build(), door), isProbe: true }),
);
