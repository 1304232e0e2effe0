import type { Deviation } from "../../engine/requirement/deviation.ts";
import type { McpAnswer, McpRequest } from "../wire/mcp-request.ts";
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
  /** The single differences that it tries together. */
  readonly parts?: readonly McpOffence[];
  /** The omission of a service that carries it out. */
  readonly served?: Deviation;
  /** Judges a refusal further. @throws {Violation} */
  readonly says?: (refusal: McpAnswer, door: McpDoor) => void;
}

const OF_DOORS = [
  "tools/call",
  "tools/list",
  "a notification",
  "initialize",
  "server/discover",
  "GET",
  "DELETE",
];

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

/** The doors of every era, first those of the one with more of them. @param methods further ones of the handshake era */
export async function everyDoor(mcp: Mcp, methods: readonly string[] = []): Promise<readonly McpDoor[]> {
  return (await mcp.eras()).toReversed().flatMap((era) => {
    const further = era.name === "handshake" ? methods : [];
    return [...doorsOf(mcp, era), ...further.map((method) => methodDoor(mcp, era, method))];
  });
}

/** Doors of every era by their names. Another name is that of a method without arguments. */
export async function doorsNamed(mcp: Mcp, names: readonly string[]): Promise<readonly McpDoor[]> {
  return (await mcp.eras()).flatMap((era) => {
    const known = doorsOf(mcp, era).filter(({ name }) => names.includes(name));
    const methods = names.filter((name) => !OF_DOORS.includes(name));
    return [...known, ...methods.map((method) => methodDoor(mcp, era, method))];
  });
}

/** The first request of a client. */
export function openingDoor({ readOnly }: Mcp, era: Era): McpDoor {
  const name = era.name === "handshake" ? "initialize" : "server/discover";
  return { era, name, type: "opening", build: async () => era.opening(readOnly) };
}

/** A call of a method without arguments. */
function methodDoor(mcp: Mcp, era: Era, method: string): McpDoor {
  return { era, name: method, type: "call", build: async () => era.request(method, {}, mcp.readOnly) };
}

/** A call of the read tool. */
export function readingDoor(mcp: Mcp, era: Era): McpDoor {
  return { era, name: "tools/call", type: "call", build: async () => callRead(mcp, era, mcp.readOnly) };
}

/** The answer to a wrong request. A run sends each once. */
export const wrongAnswer = oncePerKey(
  ({ era, name }: McpDoor, { what }: McpOffence) => JSON.stringify([era.name, name, what]),
  async (mcp, door, { change }): Promise<McpAnswer> =>
    mcp.send({ ...change(await door.build(), door), isProbe: true }),
);
