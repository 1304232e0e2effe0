import type { Effort } from "../engine/effort.ts";
import type { Caller, McpRequest } from "./door.ts";
import type { Era } from "./era.ts";
import { HandshakeEra } from "./handshake-era.ts";
import type { Mcp } from "./mcp.ts";
import { callRead } from "./tools.ts";

/** A kind of request that clients send. A rule about every request is tried for each of them. */
export interface RequestKind {
  /** For example `tools/list`. */
  readonly name: string;
  readonly type: "opening" | "call" | "notification" | "bare";
  /** The request of a caller, in a session that was opened with the read-only token. */
  readonly build: (caller: Caller) => Promise<McpRequest>;
}

/** The kinds of requests of an era, those first that all services have. */
export function requestKinds(mcp: Mcp, era: Era): readonly RequestKind[] {
  const opener = mcp.readOnly;
  return [
    ...(mcp.facts.read === null
      ? []
      : [
          {
            name: "tools/call",
            type: "call",
            build: async (caller: Caller) => callRead(mcp, era, caller, opener),
          } as const,
        ]),
    {
      name: "tools/list",
      type: "call",
      build: async (caller) => era.request("tools/list", {}, caller, opener),
    },
    { name: era.opening(opener).label, type: "opening", build: async (caller) => era.opening(caller) },
    {
      name: "a notification",
      type: "notification",
      build: async (caller) => era.notification(caller, opener),
    },
    ...(era instanceof HandshakeEra ? bareKinds(mcp, era) : []),
  ];
}

/** A kind of request, and an era that has it. */
export interface KindInEra {
  readonly era: Era;
  readonly kind: RequestKind;
}

/** The kinds of requests of every era; at quick depth each kind in one era, the eras in turn. */
export async function kindsOfEras(
  mcp: Mcp,
  { isQuick }: Pick<Effort, "isQuick">,
  kindsOf: (mcp: Mcp, era: Era) => readonly RequestKind[] = requestKinds,
): Promise<readonly KindInEra[]> {
  const eras = await mcp.eras();
  const all = eras.flatMap((era) => kindsOf(mcp, era).map((kind) => ({ era, kind })));
  if (!isQuick) return all;
  const byName = [...Map.groupBy(all, ({ kind }) => kind.name).values()];
  const shared = byName.filter((same) => same.length > 1);
  return byName.flatMap((same) => {
    const turn = shared.indexOf(same) + 1;
    return same.slice(turn % same.length).slice(0, 1);
  });
}

/** The kinds of requests that the stateless era defines headers and `_meta` for. */
export function requestsOfStatelessEra(mcp: Mcp, era: Era): readonly RequestKind[] {
  return requestKinds(mcp, era).filter(({ type }) => type !== "notification");
}

/** GET and DELETE. A service without them answers 405. */
function bareKinds(mcp: Mcp, era: HandshakeEra): readonly RequestKind[] {
  return (["GET", "DELETE"] as const).map((method) => ({
    name: method,
    type: "bare",
    build: async (caller) => era.bare(method, caller, mcp.readOnly),
  }));
}
