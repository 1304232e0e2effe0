import type { Answer } from "../exchange/answer.ts";
import type { Draft } from "../request/draft.ts";
import type { Configuration } from "./configuration.ts";

/** Knows a merchant's configuration from the answers so far. */
export interface Memory {
  /** @throws {InconclusiveError} when another client has changed the configuration. */
  hear(answer: Answer): void;
  /** Instead of an answer came, time after time, what is no HTTP. */
  noteNoHttp(what: string, exchange: number): void;
  loseSightOf(draft: Draft): void;
  /** Whether the document wants the request to succeed, by what is known, and the answer refuses it. */
  mustSucceed(answer: Answer): boolean;
  /** Whether the answer is that of a success by its status and code, without the data of one. */
  claimsSuccess(answer: Answer): boolean;
  /** The configuration as last read, while nothing has happened since. */
  readonly current: Configuration | undefined;
  readonly exists: boolean;
  /** Whether the merchant has a configuration that no query has shown yet. */
  readonly isUnread: boolean;
  /** Whether it was disabled, and nothing has happened since that could have enabled it. */
  readonly disabled: boolean;
  /** Whether it was disabled before, and may be enabled now. */
  readonly isEnabledAgain: boolean;
  /**
   * Returns how often webhooks were read as enabled still, if a webhook has fallen for good and these readings show that
   * webhooks of this target do not fall by themselves.
   */
  stayedEnabled(readings: "before" | "before and after"): number | undefined;
}
