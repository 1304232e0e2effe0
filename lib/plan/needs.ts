import type { Profile } from "../profile/profile-schema.ts";
import type { Need } from "../requirements/requirement.ts";

/** How a profile offers what a requirement needs. */
export interface Means {
  /** The field of the profile, as its reader writes it. */
  readonly field: string;
  /** Completes "The profile offers no …". */
  readonly what: string;
  readonly isOffered: (profile: Profile) => boolean;
}

type OperationNeed = Extract<Need, `operation:${string}`>;

const OPERATION = "operation:";

/** What each need is, and which field of a profile offers it; operations are told by {@link meansOf}. */
export const MEANS: Readonly<Record<Exclude<Need, OperationNeed>, Means>> = {
  "second-merchant": {
    field: "merchants[1]",
    what: "second merchant",
    isOffered: ({ merchants }) => merchants.length > 1,
  },
  "other-hosts": {
    field: "callback.varyHost",
    what: "other host than that of the callback base",
    isOffered: ({ callback }) => callback.varyHost,
  },
  receiver: {
    field: "events.receiver",
    what: "receiver of deliveries",
    isOffered: ({ events }) => events.receiver !== null,
  },
  trigger: {
    field: "events.trigger",
    what: "way to trigger an event",
    isOffered: ({ events }) => events.trigger !== null,
  },
  mcp: { field: "mcp.url", what: "address of the MCP service", isOffered: ({ mcp }) => mcp.url !== null },
  "read-only-token": {
    field: "mcp.readOnlyToken",
    what: "token of the read-only scope",
    isOffered: ({ mcp }) => mcp.readOnlyToken !== null,
  },
  "read-write-token": {
    field: "mcp.readWriteToken",
    what: "token of the read-write scope",
    isOffered: ({ mcp }) => mcp.readWriteToken !== null,
  },
};

export function meansOf(need: Need): Means {
  if (!isOperationNeed(need)) return MEANS[need];
  const name = need.slice(OPERATION.length);
  return {
    field: operationField(name),
    what: `body for ${name}`,
    isOffered: ({ operations }) => Object.keys(operations).some((given) => isOperationFor(given, need)),
  };
}

/** Where a profile gives an operation. */
export function operationField(name: string): string {
  return `operations["${name}"].body`;
}

/** Whether an operation of a profile, such as `budget/query`, is what a requirement needs; an area stands for any of its operations. */
export function isOperationFor(given: string, need: Need): boolean {
  if (!isOperationNeed(need)) return false;
  const name = need.slice(OPERATION.length);
  return given === name || given.startsWith(`${name}/`);
}

function isOperationNeed(need: Need): need is OperationNeed {
  return need.startsWith(OPERATION);
}
