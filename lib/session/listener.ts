import type { Findings } from "../engine/findings.ts";
import type { Log } from "../engine/log.ts";
import type { RequirementId, Rule, Said } from "../engine/requirement.ts";
import type { RecordedExchange } from "../engine/result.ts";
import { type Answer, isClear, mustSucceed } from "../api/exchange/answer.ts";
import { configurationIn } from "../api/merchant/configuration.ts";
import type { CredentialWatch } from "./credential-watch.ts";
import { type Draft, isNamedOnly } from "../api/request/draft.ts";
import { dateOf } from "../api/exchange/infrastructure.ts";
import type { Operations } from "../api/operations/operations.ts";
import type { Memory } from "../api/merchant/memory.ts";
import type { Belongings } from "../api/webhook/model/belongings.ts";
import { deviationsOf } from "../api/webhook/model/deviations.ts";
import type { ConfigurationModel } from "../api/webhook/model/configuration-model.ts";
import type { WrittenTimes } from "../api/webhook/model/written-times.ts";
import type { HeardAnswer } from "./requirement.ts";
import type { SuccessSigns } from "./success-signs.ts";

/** A requirement that is decided by listening. */
export interface Listening {
  readonly id: RequirementId;
  readonly rule: Rule<HeardAnswer>;
  /** Its area is one of those that the document only names. */
  readonly isOfNamedOnly: boolean;
}

export interface ListenerOptions {
  /** The merchant to whom the answers come. */
  readonly name: string;
  readonly model: ConfigurationModel;
  readonly rules: readonly Listening[];
  readonly findings: Findings;
  readonly credentials: CredentialWatch;
  /** Shared by all merchants of the session. */
  readonly belongings: Belongings;
  /** Shared by all merchants of the session. */
  readonly times: WrittenTimes;
  /** Shared by all merchants of the session. */
  readonly signs: SuccessSigns;
  readonly operations: Pick<Operations, "isServed" | "note" | "vocabulary">;
  /** The target's clock as far as it is known, in milliseconds since 1970. */
  readonly now: () => number;
  readonly log: Pick<Log, "at" | "exchanges">;
  readonly traffic: () => HeardAnswer["traffic"];
  /** The answer without the credentials that only its request carried: it may be remembered beyond the check. */
  readonly purged: (answer: Answer) => Answer;
  /** Told of every answer, purged, before it is judged. */
  readonly note: (answer: Answer) => void;
}

const EXCHANGES_SHOWN = 8;

/** Hears every answer of one merchant by the rules of the contract, and follows its configuration. */
export class Listener implements Memory {
  readonly #options: ListenerOptions;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  get current(): Memory["current"] {
    return this.#options.model.current;
  }

  get disabled(): boolean {
    return this.#options.model.known.disabled === true;
  }

  get exists(): boolean {
    return this.#options.model.known.exists;
  }

  mustSucceed(answer: Answer): boolean {
    return mustSucceed(answer, this.#options.model.known) && !this.claimsSuccess(answer);
  }

  claimsSuccess(answer: Answer): boolean {
    return this.#options.signs.areOn(answer);
  }

  lostSightOf(draft: Draft): void {
    const { name, model, belongings } = this.#options;
    model.lostSightOf(draft);
    belongings.lostSightOf(name, draft);
  }

  hear(answer: Answer): void {
    const { name, model, findings, credentials, belongings, times, operations, note, purged, now } =
      this.#options;
    const kept = purged(answer);
    note(kept);
    this.#options.signs.note(kept);
    const { known, grounds } = model;
    const exchange = this.#shown(answer);
    belongings.note(name, answer);
    const heardAt = dateOf(answer.wire) ?? now();
    const records = operations.note(kept);
    const isAlone = answer.draft.label === "query" && answer.draft.overlaps !== true;
    const reading = isAlone ? configurationIn(kept) : undefined;
    if (reading !== undefined) times.note(name, reading, known, heardAt);
    const shown = {
      claimsSuccess: this.claimsSuccess(kept),
      heardAt,
      traffic: this.#options.traffic(),
      times: times.of(name),
      isServed: operations.isServed(answer.draft.label),
      records,
      vocabulary: operations.vocabulary,
      credentialShown: credentials.shownBy(answer),
      isAmongOthers: belongings.isAmongOthers(name),
      belongingShown: belongings.shownTo(name, answer),
    };
    if (!answer.draft.overlaps && isReading(answer.draft)) findings.rests(exchange, grounds);
    if (answer.draft.overlaps !== true)
      findings.deviates(exchange, deviationsOf(kept, known, belongings.valuesIn(name, answer)));
    this.#listen({ answer, known, isStep: false, ...shown }, grounds);
    if (isNamedOnly(answer.draft)) return;
    if (answer.draft.overlaps === true || !isClear(answer, known)) {
      model.loseTrackAfter(kept, exchange);
      return;
    }
    model.suspect(kept, exchange);
    this.#listen({ answer: kept, known, isStep: true, ...shown }, grounds);
    model.step(kept, exchange, heardAt);
  }

  /** Time after time, no HTTP came back. */
  noHttp(what: string, exchange: number): void {
    for (const { id, rule } of this.#options.rules)
      for (const said of rule.noHttp?.(what) ?? []) this.#enter(id, said, exchange);
  }

  #shown({ exchange }: Answer): RecordedExchange {
    const shown = this.#options.log.at(exchange);
    if (shown === undefined) throw new Error(`Cannot hear exchange ${exchange}: it was not recorded`);
    return shown;
  }

  /** Each rule hears the answers of its own area; an ambient rule hears each answer once. */
  #listen(moment: HeardAnswer, grounds: readonly RecordedExchange[]): void {
    const { answer, isStep } = moment;
    const isOfNamed = isNamedOnly(answer.draft);
    for (const { id, rule, isOfNamedOnly } of this.#options.rules)
      if (rule.isAmbient === true ? !isStep : isOfNamedOnly === isOfNamed)
        for (const said of rule.hear(moment)) this.#enter(id, said, answer.exchange, grounds);
  }

  /** @param grounds what was known before; an answer that breaks a requirement by itself needs nothing of it */
  #enter(
    requirement: RequirementId,
    { broken, doubt }: Said,
    exchange: number,
    grounds: readonly RecordedExchange[] = [],
  ): void {
    const { findings, log } = this.#options;
    if (doubt !== undefined) findings.doubt(requirement, doubt);
    else if (broken === undefined) findings.kept(requirement);
    else {
      const isAlone = findings.isByItself(requirement);
      const evidence = { ...broken, ...(isAlone && { alone: true as const }), exchange };
      const because = isAlone ? [] : grounds;
      findings.broken({ requirement, evidence, because, exchanges: log.exchanges.slice(-EXCHANGES_SHOWN) });
    }
  }
}

/** A register, and a probe of credentials, is judged by its own answer, whatever is known of the configuration. */
function isReading({ label, tamper }: Draft): boolean {
  return label !== "register" && tamper === undefined;
}
