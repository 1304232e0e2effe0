import { InconclusiveError } from "../engine/verdict.ts";
import type { McpFacts } from "../profile/mcp-schema.ts";
import type { Caller } from "./caller.ts";
import { type Door, headersOf, type McpAnswer, type McpRequest, withHeader } from "./door.ts";

/** What a token of the profile is for. */
export type Access = "read-only" | "read-write";

/** Brings a new token. @throws an error that says why there is none */
export type Renewal = (access: Access) => Promise<string>;

interface Held {
  token: string | undefined;
  /** Whether a request with it was let in: a token that never was has not expired. */
  hasWorked: boolean;
}

const UNAUTHORIZED = 401;

/** The two tokens of a profile as they are now: one that has expired is fetched again. */
export class LiveTokens {
  readonly #held: Readonly<Record<Access, Held>>;
  readonly #renewal: Renewal | undefined;

  constructor(facts: Pick<McpFacts, "readOnlyToken" | "readWriteToken">, renewal: Renewal | undefined) {
    this.#renewal = renewal;
    this.#held = {
      "read-only": { token: facts.readOnlyToken ?? undefined, hasWorked: false },
      "read-write": { token: facts.readWriteToken ?? undefined, hasWorked: false },
    };
  }

  /** Who calls with the token of an access, whichever it is by then. */
  caller(access: Access): Caller {
    const held = this.#held[access];
    return {
      name: access,
      get token() {
        return held.token;
      },
    };
  }

  /** A way out on which a request that was refused for an expired token is sent again with a new one. */
  renewing(door: Door): Door {
    const renewal = this.#renewal;
    if (renewal === undefined) return door;
    return async (request) => {
      const answer = await door(request);
      const access = this.#accessOf(request);
      if (access === undefined || !this.#hasExpired(access, answer)) return answer;
      const token = await renewed(renewal, access);
      Object.assign(this.#held[access], { token, hasWorked: false });
      const [scheme = "Bearer"] = schemeAndToken(request);
      const again = await door(withHeader(request, "Authorization", `${scheme} ${token}`));
      this.#hasExpired(access, again);
      return again;
    };
  }

  #hasExpired(access: Access, { status }: McpAnswer): boolean {
    const held = this.#held[access];
    if (status === UNAUTHORIZED) return held.hasWorked;
    held.hasWorked = true;
    return false;
  }

  #accessOf(request: McpRequest): Access | undefined {
    const [, token] = schemeAndToken(request);
    const accesses = ["read-only", "read-write"] as const;
    return token === undefined ? undefined : accesses.find((access) => token === this.#held[access].token);
  }
}

function schemeAndToken(request: McpRequest): readonly string[] {
  const [authorization] = headersOf(request, "authorization");
  return authorization?.split(" ") ?? [];
}

/** @throws {InconclusiveError} without a new token */
async function renewed(renewal: Renewal, access: Access): Promise<string> {
  try {
    return await renewal(access);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new InconclusiveError(`The ${access} token is refused by now, and no other came. ${why}`);
  }
}
