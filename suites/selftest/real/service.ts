import type { Profile } from "../../../lib/profile/schema/profile-schema.ts";

interface Row {
  readonly id: number;
  readonly merchantId: string;
  readonly callbackUrl: string;
  readonly eventTypes: string;
  readonly status: 0 | 1;
  readonly retryCount: number;
  readonly createTime: string;
  readonly updateTime: string;
}

/** The state of a small service: who calls, and one configuration for each. */
export interface Service {
  /** The merchant with this key. */
  ownerOf(apiKey: string | undefined): string | undefined;
  register(owner: string, callbackUrl: string): true;
  query(owner: string): Row | undefined;
  disable(owner: string): true | undefined;
}

/** @param clock milliseconds since 1970 */
export function createService({ merchants }: Pick<Profile, "merchants">, clock: () => number): Service {
  const rows = new Map<string, Row>();
  const now = () => new Date(clock()).toISOString();
  return {
    ownerOf: (key) => merchants.find(({ apiKey }) => apiKey === key)?.name,
    register(owner, callbackUrl) {
      const created = { id: rows.size + 1, retryCount: 3, eventTypes: "[]", createTime: now() };
      rows.set(owner, {
        ...(rows.get(owner) ?? created),
        merchantId: owner,
        callbackUrl,
        status: 1,
        updateTime: now(),
      });
      return true;
    },
    query: (owner) => rows.get(owner),
    disable(owner) {
      const row = rows.get(owner);
      if (row !== undefined) rows.set(owner, { ...row, status: 0, updateTime: now() });
      return row === undefined ? undefined : true;
    },
  };
}

/** The envelope around what a service returned; nothing returned is a refusal. */
export function enveloped(data: unknown): { readonly status: number; readonly body: object } {
  const [status, text] = data === undefined ? [400, "refused"] : [200, "ok"];
  return { status, body: { code: status, msg: text, message: text, ...(data !== undefined && { data }) } };
}

export const UNAUTHORIZED = { code: 401, msg: "who are you?", message: "who are you?" };
