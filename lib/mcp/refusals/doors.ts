import { InconclusiveError } from "../../engine/record/verdict.ts";
import type { Deviation } from "../../engine/requirement/deviation.ts";
import type { McpAnswer, McpRequest } from "../wire/mcp-request.ts";
import type { Era } from "../wire/era.ts";
import { HandshakeEra } from "../service/handshake-era.ts";
import type { Mcp } from "../service/mcp.ts";
import { oncePerKey } from "../service/once-per-service.ts";
import { callRead } from "../service/tools.ts";
import { describeMcpAnswer } from "../wire/shown-answer.ts";

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

/** The first requests of a client. */
const OPENINGS = { handshake: "initialize", stateless: "server/discover" } as const;
const OF_DOORS = ["tools/call", "tools/list", "a notification", ...Object.values(OPENINGS), "GET", "DELETE"];

/** The doors of an era, those first that all services have. */
export function doorsOf(mcp: Mcp, era: Era): readonly McpDoor[] {
  const caller = mcp.readOnly;
  const read = async () => callRead(mcp, era, caller);
  return [
    ...(mcp.facts.read === null ? [] : [{ era, name: "tools/call", type: "call", build: read } as const]),
    methodDoor(mcp, era, "tools/list"),
    { era, name: "a notification", type: "notification", build: async () => era.notification(caller) },
    { era, name: OPENINGS[era.name], type: "opening", build: async () => era.opening(caller) },
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

/** A call of a method without arguments. */
function methodDoor(mcp: Mcp, era: Era, method: string): McpDoor {
  return { era, name: method, type: "call", build: async () => era.request(method, {}, mcp.readOnly) };
}

/** The door of this name or type. Another name is that of a method without arguments. */
function doorAt(mcp: Mcp, era: Era, name: string): McpDoor {
  const found = doorsOf(mcp, era).find((door) => door.name === name || door.type === name);
  return found ?? methodDoor(mcp, era, name);
}

/** The answer to a wrong request. A run sends each once. */
export const wrongAnswer = oncePerKey(
  ({ era, name }: McpDoor, { what }: McpOffence) => JSON.stringify([era.name, name, what]),
  async (mcp, door, { change }): Promise<McpAnswer> =>
    mcp.send({ ...change(await door.build(), door), isProbe: true }),
);

/** The answer to the valid request of a door. A run sends it once: the same request of an earlier check counts. */
const validAnswer = oncePerKey(
  ({ era, name }: McpDoor) => JSON.stringify([era.name, name]),
  async (mcp, { build }): Promise<McpAnswer> => {
    const request = await build();
    const sent = mcp.answers.find((answer) => isSame(answer.request, request));
    return sent ?? mcp.send(request);
  },
);

/** Whether requests differ in the id of their message alone. */
function isSame({ isProbe, ...one }: McpRequest, other: McpRequest): boolean {
  const [text, otherText] = [one, other].map(({ body = "" }) => body.replace(/"id":\d+,/, ""));
  return isProbe !== true && one.caller === other.caller && one.label === other.label && text === otherText;
}

/** The answer to a valid request of an era with the read-only token. @param name of its door */
export async function answerAt(mcp: Mcp, era: Era, name: string): Promise<McpAnswer> {
  return validAnswer(mcp, doorAt(mcp, era, name));
}

export async function refusalAt(mcp: Mcp, era: Era, name: string, offence: McpOffence): Promise<McpAnswer> {
  return wrongAnswer(mcp, doorAt(mcp, era, name), offence);
}

/**
 * Proves once in a run that the valid request of a door succeeds, so that a rejection of an invalid one has a meaning. A GET,
 * a DELETE and other methods are compared with the list of tools. The first request of a client has opened the protocol.
 * @throws {InconclusiveError} if it does not
 */
export async function proveDoor(mcp: Mcp, { era, name, type }: McpDoor): Promise<void> {
  if (type === "opening") return;
  const proof = name === "tools/call" ? name : type === "notification" ? type : "tools/list";
  await proveOnce(mcp, `${proof} with the read-only token (${era.name})`, async () =>
    answerAt(mcp, era, proof),
  );
}

export async function proveAt(mcp: Mcp, era: Era, name: string): Promise<void> {
  await proveDoor(mcp, doorAt(mcp, era, name));
}

/**
 * Proves once in a run that a valid request of a kind succeeds.
 * @throws {InconclusiveError} if it does not
 */
export const proveOnce = oncePerKey(
  (kind: string, _ask: () => Promise<McpAnswer>) => kind,
  async (mcp, kind, ask): Promise<void> => {
    const answer = await ask();
    if (mcp.succeeds(answer)) return;
    throw new InconclusiveError(
      `A valid ${kind}, which this check needs first, was answered ${describeMcpAnswer(answer)}.`,
    );
  },
);
