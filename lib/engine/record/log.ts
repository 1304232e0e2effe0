import type { RequirementId } from "../requirement/requirement.ts";
import type { RecordedExchange } from "../requirement/recorded-exchange.ts";

/** The current check or observation. */
export interface UnderWay {
  readonly requirement: RequirementId;
  /** An observation: nothing that appears meanwhile accuses a target. */
  readonly isDeaf: boolean;
}

/** All exchanges of a run as shown to people, in order. No entry is ever removed. */
export class Log {
  readonly #exchanges: RecordedExchange[] = [];
  #start = 0;
  #underWay: UnderWay | undefined;

  /** Starts a check. Later exchanges are its own. */
  begin(requirement: RequirementId, { deaf = false }: { readonly deaf?: boolean } = {}): void {
    this.#start = this.#exchanges.length;
    this.#underWay = { requirement, isDeaf: deaf };
  }

  /** Undefined before the first check. */
  get underWay(): UnderWay | undefined {
    return this.#underWay;
  }

  /** The number of the next exchange. Each check counts from 1. */
  get next(): number {
    return this.#exchanges.length - this.#start + 1;
  }

  append(exchange: RecordedExchange): void {
    this.#exchanges.push(exchange);
  }

  /** An exchange of the current check, by its number. */
  at(number: number): RecordedExchange | undefined {
    return this.#exchanges[this.#start + number - 1];
  }

  /** The exchanges of the current check. */
  get exchanges(): readonly RecordedExchange[] {
    return this.#exchanges.slice(this.#start);
  }

  /** The exchanges of the whole run. */
  get all(): readonly RecordedExchange[] {
    return this.#exchanges;
  }
}
