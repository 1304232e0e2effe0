/** Somebody who calls the service: how reports call them, and their access token, if they show one. */
export interface Caller {
  readonly name: string;
  readonly token: string | undefined;
}

export const NOBODY: Caller = { name: "nobody", token: undefined };
