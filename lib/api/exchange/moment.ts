import type { Answer } from "./answer.ts";

/** One answer as every rule hears it, whatever its area. */
export interface Moment {
  readonly answer: Answer;
  /** The answer is that of a success by its status and code, without the data of one. */
  readonly claimsSuccess: boolean;
  /** By the Date header of the target, or by the clock of this machine without one; milliseconds since 1970. */
  readonly heardAt: number;
  /** Requests sent so far, and how many of them a gateway has answered: 502, 503 or 504 without an envelope. */
  readonly traffic: { readonly sent: number; readonly ofGateway: number };
  /** Whether the operation has answered with an envelope by then, where the document only names it. */
  readonly isServed: boolean;
  /** A credential that the answer shows, though its request did not carry it; undefined: none. */
  readonly credentialShown: string | undefined;
  /** Whether anything is known that only another merchant has. */
  readonly isAmongOthers: boolean;
  /** A value that only another merchant has, and the answer shows; undefined: none. */
  readonly belongingShown: string | undefined;
}
