import type { Need } from "../engine/requirement.ts";
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

export const mcpAddress: ProfileNeed = {
  field: "mcp.url",
  what: "address of the MCP service",
  isOffered: ({ mcp }) => mcp.url !== null,
};

export const readOnlyToken: ProfileNeed = {
  field: "mcp.readOnlyToken",
  what: "token of the read-only scope",
  isOffered: ({ mcp }) => mcp.readOnlyToken !== null,
};

const readWriteToken: ProfileNeed = {
  field: "mcp.readWriteToken",
  what: "token of the read-write scope",
  isOffered: ({ mcp }) => mcp.readWriteToken !== null,
};

/** What a profile may offer besides its merchants and its operations. */
export const SECTIONS: readonly ProfileNeed[] = [
  receiver,
  trigger,
  mcpAddress,
  readOnlyToken,
  readWriteToken,
];

/** A body for an operation, `transaction/query`, or for any operation of an area, `budget`. */
export function operation(name: string): ProfileNeed {
  return {
    field: operationField(name),
    what: `body for ${name}`,
    isOffered: ({ operations }) =>
      Object.keys(operations).some((given) => given === name || given.startsWith(`${name}/`)),
  };
}

/** Where a profile gives an operation. */
export function operationField(name: string): string {
  return `operations["${name}"].body`;
}
