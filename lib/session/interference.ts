import type { Log } from "../engine/record/log.ts";
import type { ConfigurationModel } from "../api/webhook/model/configuration-model.ts";
import { type ForeignUrl, sentenceAbout } from "../api/webhook/model/other-clients.ts";

/** Finds requests of another client, and their meaning for the judgements of a run. */
export class Interference {
  readonly #models: readonly Pick<ConfigurationModel, "others">[];
  readonly #log: Pick<Log, "exchanges">;

  constructor(models: readonly Pick<ConfigurationModel, "others">[], log: Pick<Log, "exchanges">) {
    this.#models = models;
    this.#log = log;
  }

  /**
   * Why no answer of the current check proves a failure: another client was
   * seen in it, or beyond doubt before. Undefined: there is no reason.
   */
  get doubt(): string | undefined {
    const urls = this.#foreignUrls();
    const different = new Set(urls.map(({ callbackUrl }) => callbackUrl)).size;
    const isBeyondDoubt = different > 1 || urls.some(({ isCertain }) => isCertain);
    const last = urls.at(-1);
    const isNow = last !== undefined && this.#log.exchanges.includes(last.shownBy);
    return last !== undefined && (isNow || isBeyondDoubt) ? sentenceAbout(last) : undefined;
  }

  /** Another client that was seen beyond doubt, at whatever time; undefined: none was. */
  get sighting(): string | undefined {
    const certain = this.#foreignUrls().find(({ isCertain }) => isCertain);
    return certain === undefined ? undefined : sentenceAbout(certain);
  }

  #foreignUrls(): ForeignUrl[] {
    return this.#models.flatMap(({ others }) => others.foreignUrls);
  }
}
