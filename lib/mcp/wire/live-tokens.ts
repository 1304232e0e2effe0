import { InconclusiveError } from "../../engine/record/verdict.ts";
import type { McpFacts } from "../../profile/schema/mcp-schema.ts";
import {
  type Caller,
  type McpSend,
  headersOf,
  type McpAnswer,
  type McpRequest,
  withHeader,
} from "./mcp-request.ts";

/** The access of a token in the profile. */
export type Access = "read-only" | "read-write";

/**
 * Returns a new token.
 * @throws an error that explains why there is no token
 */
export type Renewal = (access: Access) => Promise<string>;

interface Held {
  token: string | undefined;
  /** Milliseconds since 1970. */
  since: number;
  /** A new token that is rejected within this time has not expired. */
  mayHaveExpired: boolean;
}

const UNAUTHORIZED = 401;
/** A token that is rejected within this time has another fault than its age. */
const MIN_LIFE_MS = 60_000;
const MAX_EARLY_RENEWALS = 5;
/** Number of early fetches of a profile's token, over all sessions of a run. */
const earlyRenewals = new WeakMap<object, number>();

/** The two current tokens of a profile. An expired one is fetched again. */
export class LiveTokens {
  readonly #facts: Pick<McpFacts, "readOnlyToken" | "readWriteToken">;
  readonly #held: Readonly<Record<Access, Held>>;
  readonly #renewal: Renewal | undefined;
  readonly #now: () => number;

  /** @param now milliseconds since 1970 */
  constructor(
    facts: Pick<McpFacts, "readOnlyToken" | "readWriteToken">,
    renewal: Renewal | undefined,
    now: () => number,
  ) {
    const since = now();
    this.#facts = facts;
    this.#renewal = renewal;
    this.#now = now;
    this.#held = {
      "read-only": { token: facts.readOnlyToken ?? undefined, since, mayHaveExpired: true },
      "read-write": { token: facts.readWriteToken ?? undefined, since, mayHaveExpired: true },
    };
  }

  caller(access: Access): Caller {
    const held = this.#held[access];
    return {
      name: access,
      get token() {
        return held.token;
      },
    };
  }

  /**
   * Sends a request again with a new token after a rejection for an expired one. It throws an
   * InconclusiveError if the service repeatedly rejects tokens soon after their fetch.
   */
  renewing(door: McpSend): McpSend {
    const renewal = this.#renewal;
    if (renewal === undefined) return door;
    return async (request) => {
      const answer = await door(request);
      const access = this.#accessOf(request);
      if (access === undefined || !this.#hasExpired(access, answer)) return answer;
      this.#assertMayRenew(access);
      const token = await renewed(renewal, access);
      Object.assign(this.#held[access], { token, since: this.#now(), mayHaveExpired: false });
      const [scheme = "Bearer"] = schemeAndToken(request);
      const again = await door(withHeader(request, "Authorization", `${scheme} ${token}`));
      this.#hasExpired(access, again);
      return again;
    };
  }

  #hasExpired(access: Access, { status }: McpAnswer): boolean {
    const held = this.#held[access];
    if (status === UNAUTHORIZED) return held.mayHaveExpired;
    held.mayHaveExpired = true;
    return false;
  }

  #assertMayRenew(access: Access): void {
    if (this.#now() - this.#held[access].since >= MIN_LIFE_MS) return;
    const early = (earlyRenewals.get(this.#facts) ?? 0) + 1;
    earlyRenewals.set(this.#facts, early);
    if (early <= MAX_EARLY_RENEWALS) return;
    throw new InconclusiveError(
      `The MCP service rejected valid tokens again and again, within ${MIN_LIFE_MS / 1000} s after mcp.tokenCommand had printed them. The command is not run again. Find out why the service answers 401 to the ${access} token.`,
    );
  }

  #accessOf(request: McpRequest): Access | undefined {
    const [scheme, token] = schemeAndToken(request);
    const accesses = ["read-only", "read-write"] as const;
    return token === undefined || scheme?.toLowerCase() !== "bearer"
      ? undefined
      : accesses.find((access) => token === this.#held[access].token);
  }
}

function schemeAndToken(request: McpRequest): readonly string[] {
  const [authorization] = headersOf(request, "authorization");
  return authorization?.split(" ") ?? [];
}

async function renewed(renewal: Renewal, access: Access): Promise<string> {
  try {
    return await renewal(access);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new InconclusiveError(`The ${access} token is rejected now, and there is no new one. ${why}`);
  }
}
