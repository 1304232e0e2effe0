import type { RequirementId } from "./requirement.ts";
import type { RecordedExchange } from "./result.ts";

/** A check or an observation under way. */
export interface UnderWay {
  readonly requirement: RequirementId;
  /** It is an observation: nothing that comes meanwhile is held against anybody. */
  readonly isDeaf: boolean;
}

/** All that was sent and answered in a run, as it is shown to people, in order. Nothing is ever taken out. */
export class Log {
  readonly #exchanges: RecordedExchange[] = [];
  #start = 0;
  #underWay: UnderWay | undefined;

  /** Starts a check: what comes from here on is its own. */
  begin(requirement: RequirementId, { deaf = false }: { readonly deaf?: boolean } = {}): void {
    this.#start = this.#exchanges.length;
    this.#underWay = { requirement, isDeaf: deaf };
  }

  /** Undefined before the first check. */
  get underWay(): UnderWay | undefined {
    return this.#underWay;
  }

  /** The number of the next exchange: each check counts from 1. */
  get next(): number {
    return this.#exchanges.length - this.#start + 1;
  }

  append(exchange: RecordedExchange): void {
    this.#exchanges.push(exchange);
  }

  /** An exchange of the check under way, by its number. */
  at(number: number): RecordedExchange | undefined {
    return this.#exchanges[this.#start + number - 1];
  }

  /** The exchanges of the check under way. */
  get exchanges(): readonly RecordedExchange[] {
    return this.#exchanges.slice(this.#start);
  }

  /** Those of the whole run. */
  get all(): readonly RecordedExchange[] {
    return this.#exchanges;
  }
}
