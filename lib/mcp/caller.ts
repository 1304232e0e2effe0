/** A caller of the service: its name in reports, and its access token, if it has one. */
export interface Caller {
  readonly name: string;
  readonly token: string | undefined;
}

export const ANONYMOUS: Caller = { name: "anonymous", token: undefined };
