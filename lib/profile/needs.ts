import type { Need } from "../engine/requirement.ts";
import { EMBEDDED } from "./base-url.ts";
import { isReading } from "./operation-schema.ts";
import type { Profile } from "./profile-schema.ts";

type ProfileNeed = Need<Profile>;

export const secondMerchant: ProfileNeed = {
  field: "merchants[1]",
  what: "second merchant",
  isOffered: ({ merchants }) => merchants.length > 1,
};

export const otherHosts: ProfileNeed = {
  field: "callback.varyHost",
  what: "other host than that of the callback base",
  isOffered: ({ callback }) => callback.varyHost,
};

/** A proxy, and HTTP/2, frame requests in their own way. */
export const ownFraming: ProfileNeed = {
  field: "target",
  what: "way to the target over HTTP/1.1 without a proxy between",
  isOffered: ({ target }) => target.proxy === null && !target.http2,
};

export const receiver: ProfileNeed = {
  field: "events.receiver",
  what: "receiver of deliveries",
  isOffered: ({ events }) => events.receiver !== null,
};

export const trigger: ProfileNeed = {
  field: "events.trigger",
  what: "way to trigger an event",
  isOffered: ({ events }) => events.trigger !== null || Object.keys(events.triggers).length > 0,
};

export const deliverySigning: ProfileNeed = {
  field: "events.signing",
  what: "way in which deliveries are signed",
  isOffered: ({ events }) => events.signing !== null,
};

/** Of the reference where the run itself starts it, and nowhere else. */
export const mcpAddress: ProfileNeed = {
  field: "mcp.url",
  what: "address of the MCP service",
  isOffered: ({ mcp, baseUrl }) => mcp.url !== null && (mcp.url !== EMBEDDED || baseUrl === EMBEDDED),
};
export const readOnlyToken = ofCommand("readOnlyToken", "token of the read-only scope");
export const readWriteToken = ofCommand("readWriteToken", "token of the read-write scope");
export const expiredToken = ofMcp("expiredToken", "token that has expired");
export const otherResourceToken = ofMcp("otherResourceToken", "token for another resource");
export const otherServerToken = ofMcp("otherServerToken", "token of another authorization server");
export const allowedOrigin = ofMcp("allowedOrigin", "origin whose pages may use the service");
export const noScopeToken = ofMcp("noScopeToken", "token with neither scope");
export const secondUserToken = ofMcp("secondUserToken", "token of a second user");
export const readTool = ofMcp("read", "tool that reads");
export const writeTool = ofMcp("write", "tool that writes");
export const scopeNames = ofMcp("scopes", "names of the two scopes");
export const oauthClient = ofMcp("client", "OAuth client");
export const otherOauthClient = ofMcp("otherClient", "second OAuth client");

/** What a profile may offer besides its merchants and its operations. */
export const SECTIONS: readonly ProfileNeed[] = [
  receiver,
  trigger,
  deliverySigning,
  mcpAddress,
  readOnlyToken,
  readWriteToken,
  expiredToken,
  otherResourceToken,
  otherServerToken,
  noScopeToken,
  secondUserToken,
  allowedOrigin,
  readTool,
  writeTool,
  scopeNames,
  oauthClient,
  otherOauthClient,
];

function ofMcp(field: keyof Profile["mcp"], what: string): ProfileNeed {
  return { field: `mcp.${field}`, what, isOffered: ({ mcp }) => mcp[field] !== null };
}

/** A token that the profile gives, or that its command prints. */
function ofCommand(field: "readOnlyToken" | "readWriteToken", what: string): ProfileNeed {
  const isOffered: ProfileNeed["isOffered"] = ({ mcp }) => mcp[field] !== null || mcp.tokenCommand !== null;
  return { ...ofMcp(field, what), isOffered };
}

/** A body for an operation, `transaction/query`, or for any operation of an area, `budget`. */
export function operation(name: string): ProfileNeed {
  return {
    field: operationField(name),
    what: `body for ${name}`,
    isOffered: ({ operations }) =>
      Object.keys(operations).some((given) => given === name || given.startsWith(`${name}/`)),
  };
}

/**
 * Any operation of an area that a run may call: one that changes nothing, or one to whose effect the profile consents.
 * @param known where a profile gives one: `account/detail`; the area itself, where the document names no path
 */
export function callableOperation(area: string, known = area): ProfileNeed {
  return {
    field: operationField(known),
    what: `operation of ${area} that may be called`,
    isOffered: ({ operations }) =>
      Object.entries(operations).some(
        ([given, one]) =>
          (given === area || given.startsWith(`${area}/`)) &&
          (isReading(given, one) || one.mayTakeEffect === true),
      ),
  };
}

/** Consent to an operation that changes things for good, or to any of an area. */
export function lastingOperation(name: string): ProfileNeed {
  return {
    field: `operations["${name}"].mayTakeEffect`,
    what: `consent to ${name}, which has an effect for good`,
    isOffered: ({ operations }) =>
      Object.entries(operations).some(
        ([given, { mayTakeEffect }]) =>
          mayTakeEffect === true && (given === name || given.startsWith(`${name}/`)),
      ),
  };
}

/** Where a profile gives an operation. */
export function operationField(name: string): string {
  return `operations["${name}"].body`;
}
