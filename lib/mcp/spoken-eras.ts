import { InapplicableError } from "../engine/verdict.ts";
import type { Era } from "./era.ts";
import type { HandshakeEra } from "./handshake-era.ts";
import type { Mcp } from "./mcp.ts";

/** @throws {InapplicableError} if the service does not speak it */
export async function statelessEraOf(mcp: Mcp): Promise<Era> {
  const era = await mcp.stateless();
  if (era !== undefined) return era;
  throw new InapplicableError("The service does not speak the era without sessions.");
}

/** @throws {InapplicableError} if the service does not speak it */
export async function handshakeEraOf(mcp: Mcp): Promise<HandshakeEra> {
  const era = await mcp.handshake();
  if (era !== undefined) return era;
  throw new InapplicableError("The service does not speak the era of the handshake.");
}

/** The era of the handshake, of a service that has sessions. @throws {InapplicableError} if it has none */
export async function eraWithSessions(mcp: Mcp): Promise<HandshakeEra> {
  const era = await handshakeEraOf(mcp);
  if ((await era.sessionId(mcp.readOnly)) !== undefined) return era;
  throw new InapplicableError("The service has no sessions.");
}
