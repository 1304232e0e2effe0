import type { ToolCall } from "../profile/schema/mcp-schema.ts";
import type { Deviation } from "../engine/requirement/deviation.ts";
import * as discovery from "./discovery/discovery.ts";
import { toolsListed } from "./discovery/tools-listed.ts";
import * as authorize from "./oauth/authorize.ts";
import { type Clients, flowsFor, flowsOf } from "./oauth/clients.ts";
import * as exchange from "./oauth/exchange.ts";
import { type Flow, flowOf } from "./oauth/flow.ts";
import * as redemptions from "./oauth/redemptions.ts";
import { refusedAuthorizations } from "./oauth/refused-requests.ts";
import * as spare from "./oauth/spare-tokens.ts";
import { answerAt, proveAt, proveOnce } from "./refusals/doors.ts";
import { failRequirement, isStatus } from "./refusals/fails.ts";
import * as proofs from "./refusals/proofs.ts";
import * as writes from "./refusals/shared-writes.ts";
import * as batches from "./service/batch.ts";
import type { Mcp, McpContext } from "./service/mcp.ts";
import * as tools from "./service/tools.ts";
import type { Caller, McpAnswer } from "./wire/mcp-request.ts";
import type { Era } from "./wire/era.ts";

/** Those functions that take these arguments first, without them. */
type Bound<Functions, Given extends readonly unknown[]> = {
  readonly [
    Name in keyof Functions as Functions[Name] extends (...all: [...Given, ...infer _]) => unknown
      ? Name
      : never
  ]: Functions[Name] extends (...all: [...Given, ...infer Rest]) => infer T ? (...rest: Rest) => T : never;
};

/** Gives functions their first arguments. */
function bound<Functions extends object, Given extends readonly unknown[]>(
  functions: Functions,
  ...given: Given
): Bound<Functions, Given>;
function bound(functions: object, ...given: unknown[]) {
  const all = Object.entries(functions).filter(([, one]) => typeof one === "function");
  return Object.fromEntries(all.map(([name, one]) => [name, one.bind(undefined, ...given)]));
}

/** The functions about the service as a whole, about one era of the protocol, and about one OAuth client. */
const OF_SERVICE = { ...discovery, ...exchange, ...spare, refusedAuthorizations, proveOnce };
const OF_ERA = { answerAt, proveAt, ...proofs, ...writes, ...tools, ...batches, toolsListed };
const OF_CLIENT = { ...authorize, ...exchange, ...spare, ...redemptions };

function inEra<Spoken extends Era>(mcp: Mcp, era: Spoken) {
  const where = ` (${era.name})`;
  return {
    ...bound<typeof OF_ERA, [Mcp, Era]>(OF_ERA, mcp, era),
    mcp,
    era,
    callTool: async (call: ToolCall, caller: Caller, opener?: Caller) =>
      tools.callTool(era, call, caller, opener),
    /** @throws {Violation} always */
    fail: (expected: string, answer: McpAnswer, actual?: string, deviation?: Deviation): never =>
      failRequirement(`${expected}${where}`, answer, actual, deviation),
    /** @throws {Violation} */
    isStatus: (answer: McpAnswer, admitted: readonly number[], what: string, served?: Deviation) =>
      isStatus(answer, admitted, `${what}${where}`, served),
    /** @throws {Violation} */
    hasNoEffect: (
      attempted: tools.Attempted,
      what: string,
      deviation: Deviation,
      ...when: readonly string[]
    ) => writes.hasNoEffect(attempted, `${what}${where}`, deviation, ...when),
  };
}
function asClient(flow: Flow) {
  return { ...bound<typeof OF_CLIENT, [Flow]>(OF_CLIENT, flow), ...flow };
}

export type ServiceInEra = ReturnType<typeof inEra<Era>>;
/** An OAuth client of the profile, at its authorization server. */
export type OauthClient = ReturnType<typeof asClient>;
/** All that a check of the MCP service may touch. */
export type McpMeans = ReturnType<typeof meansOf>;

type Look<T> = (item: T, service: ServiceInEra) => Promise<void>;

export function meansOf({ mcp, effort }: McpContext) {
  const at = <Spoken extends Era>(era: Spoken) => inEra(mcp, era);

  /** Runs the same once for each era. @param atQuick the era that is enough at quick depth, if it is spoken. Default: each */
  async function eachEra(look: (service: ServiceInEra) => Promise<void>, atQuick?: Era["name"]) {
    const eras = await mcp.eras();
    const isOneEnough = effort.isQuick && atQuick !== undefined;
    const named = eras.filter(({ name }) => name === atQuick);
    for (const era of isOneEnough ? [...named, ...eras].slice(0, 1) : eras) await look(at(era));
  }

  /** Runs the same for each item in each era; at quick depth for each item in one era, the eras in turn. */
  async function inEras<T>(items: readonly T[], look: Look<T>) {
    if (effort.isQuick) return inTurn(items, look);
    return eachEra(async (service) => {
      for (const item of items) await look(item, service);
    });
  }

  /** Runs the same for each item, in one era after the other. */
  async function inTurn<T>(items: readonly T[], look: Look<T>) {
    const eras = await mcp.eras();
    for (const [turn, item] of items.entries())
      await look(item, at(eras[turn % eras.length] ?? (await mcp.anyEra())));
  }

  return {
    ...bound<typeof OF_SERVICE, [Mcp]>(OF_SERVICE, mcp),
    mcp,
    effort,
    at,
    anyEra: async () => at(await mcp.anyEra()),
    stateless: async () => at(await proofs.statelessEraOf(mcp)),
    handshake: async () => at(await proofs.handshakeEraOf(mcp)),
    withSessions: async () => at(await proofs.eraWithSessions(mcp)),
    eachEra,
    inEras,
    inTurn,
    client: async () => asClient(await flowOf(mcp)),
    otherClient: async () => asClient(await flowOf(mcp, mcp.facts.otherClient)),
    clientsFor: async (which: Clients) => (await flowsFor(mcp, which, effort)).map(asClient),
    eachClient: async (look: (client: OauthClient) => Promise<void>) => {
      for (const flow of await flowsOf(mcp)) await look(asClient(flow));
    },
  };
}
