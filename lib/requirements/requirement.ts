/** How strongly the document binds: see the reading of each level in CONTRIBUTING. */
export type Level = "stated" | "inferred" | "advisory" | "unspecified";

/** A property of the deployment on which a requirement depends; without it the requirement is inapplicable. */
export type Binding =
  | "api-key mode"
  | "signed mode"
  | "claims signature"
  | "claims timestamp tolerance"
  | "claims single-use nonces"
  | "claims a signature rule"
  | "claims signature or timestamp tolerance"
  | "claims signature or single-use nonces";

/** What a requirement needs of a profile; without it the requirement is uncovered. The table in `lib/plan/needs.ts` says which field offers it. */
export type Need =
  | "second-merchant"
  | "other-hosts"
  | "receiver"
  | "trigger"
  | "mcp"
  | "read-only-token"
  | "read-write-token"
  /** A body for an operation, `operation:transaction/query`, or for any operation of an area, `operation:budget`. */
  | `operation:${string}`;

/** A field of an answer that a target may leave out: of the envelope, or of the configuration. */
export type OptionalField =
  | "code"
  | "msg"
  | "message"
  | "id"
  | "merchantId"
  | "callbackUrl"
  | "eventTypes"
  | "status"
  | "retryCount"
  | "createTime"
  | "updateTime";

interface Row<L extends Level> {
  readonly level: L;
  /** Sections of the API document, for example `["2.3", "7"]`. */
  readonly sections: readonly string[];
  /** What the server does, in our words. */
  readonly text: string;
  /** When the requirement binds; always, when absent. */
  readonly when?: Binding;
  /** All of them; nothing beyond an address and one merchant, when absent. */
  readonly needs?: readonly Need[];
  /** Fields without which no answer says anything about it: a target that never returns one of them leaves it uncovered. */
  readonly reads?: readonly OptionalField[];
  /** The same, where any one of them is enough. */
  readonly readsOneOf?: readonly OptionalField[];
  /** Judged on the answers of every check, not only in a check of its own. */
  readonly ambient?: true;
}

/** One row of the catalogue. An inferred row says how it follows from the document. */
export type Requirement =
  | Row<"stated">
  | (Row<"inferred"> & { readonly because: string })
  | Row<"advisory">
  | Row<"unspecified">;

/** The rows of one area, keyed by id `<area>.<slug>`. Ids are never renumbered or reused. */
export type Area<Name extends string> = Readonly<Record<`${Name}.${string}`, Requirement>>;
