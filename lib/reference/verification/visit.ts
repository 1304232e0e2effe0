/** A request by which a callback URL is verified. */
export interface Question {
  readonly method: "GET" | "OPTIONS" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty: none. */
  readonly body: string;
}

/** The answer of a callback URL; names of headers are in lower case. */
export interface Reply {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Asks a callback URL; undefined when no answer came. */
export type Visit = (question: Question) => Promise<Reply | undefined>;
