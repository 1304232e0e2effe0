import type { Findings } from "../engine/findings.ts";
import type { Log } from "../engine/log.ts";
import type { RequirementId, Rule, RuleFinding } from "../engine/requirement.ts";
import type { RecordedExchange } from "../engine/recorded-exchange.ts";
import { type Answer, isClear, mustSucceed } from "../api/exchange/answer.ts";
import type { AnswerLog, LoggedAnswer } from "../api/exchange/answer-log.ts";
import type { Recorder } from "../api/exchange/recorder.ts";
import type { CredentialWatch } from "./credential-watch.ts";
import { type Draft, isNamedOnly } from "../api/request/draft.ts";
import { dateOf } from "../api/exchange/infrastructure.ts";
import type { Operations } from "../api/operations/operations.ts";
import type { Memory } from "../api/merchant/memory.ts";
import type { Belongings } from "../api/webhook/model/belongings.ts";
import { deviationsOf } from "../api/webhook/model/deviations.ts";
import type { ConfigurationModel } from "../api/webhook/model/configuration-model.ts";
import type { KnownAnswer, foldWrittenTimes } from "../api/webhook/model/written-times.ts";
import type { HeardAnswer } from "./requirement.ts";
import type { IsLikeSuccess } from "./success-signs.ts";
import type { TargetClock } from "../api/merchant/timing/clock-watch.ts";

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
  readonly answers: Pick<AnswerLog<LoggedAnswer & KnownAnswer>, "append">;
  /** Shared by all merchants of the session. */
  readonly belongings: Belongings;
  readonly timesOf: ReturnType<typeof foldWrittenTimes>;
  readonly isLikeSuccess: IsLikeSuccess;
  readonly operations: Pick<Operations, "isServed" | "note" | "vocabulary">;
  readonly clock: TargetClock;
  readonly log: Pick<Log, "at" | "exchanges">;
  readonly traffic: () => HeardAnswer["traffic"];
  readonly recorder: Pick<Recorder, "purge">;
}

/** An answer, and what was known when it came. */
interface Look extends Pick<HeardAnswer, "known" | "heardAt" | "records" | "isStep"> {
  /** The answer without the credentials that only its request carried: it may be remembered beyond the check. */
  readonly kept: Answer;
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

  get isEnabledAgain(): boolean {
    return this.#options.model.known.wasDisabled && !this.disabled;
  }

  get exists(): boolean {
    return this.#options.model.known.exists;
  }

  get isUnread(): boolean {
    const { exists, absent, seen } = this.#options.model.known;
    return exists && absent && seen === undefined;
  }

  mustSucceed(answer: Answer): boolean {
    return mustSucceed(answer, this.#options.model.known) && !this.claimsSuccess(answer);
  }

  claimsSuccess(answer: Answer): boolean {
    return this.#options.isLikeSuccess(answer);
  }

  loseSightOf(draft: Draft): void {
    const { name, model, belongings } = this.#options;
    model.loseSightOf(draft);
    belongings.loseSightOf(name, draft);
  }

  hear(answer: Answer): void {
    const { name, model, findings, belongings, operations, recorder } = this.#options;
    const { known, grounds } = model;
    const { draft } = answer;
    const exchange = this.#shown(answer);
    const kept = recorder.purge(answer);
    const heardAt = this.#remember(kept, exchange);
    belongings.note(name, answer);
    const records = isNamedOnly(draft) ? operations.note(kept) : [];
    const look = { known, kept, heardAt, records };
    if (!draft.overlaps && isReading(draft)) findings.rests(exchange, grounds);
    if (draft.overlaps !== true)
      findings.deviates(exchange, deviationsOf(kept, known, belongings.valuesIn(name, answer)));
    this.#listen(this.#momentOf(answer, { ...look, isStep: false }), grounds);
    if (isNamedOnly(draft)) return;
    if (draft.overlaps === true || !isClear(answer, known)) {
      model.loseTrackAfter(kept, exchange);
      return;
    }
    model.suspect(kept, exchange);
    this.#listen(this.#momentOf(answer, { ...look, isStep: true }), grounds);
    model.step(kept, exchange, heardAt);
  }

  /** @returns when the answer was heard */
  #remember(answer: Answer, { durationMs }: RecordedExchange): number {
    const { name, model, answers, clock } = this.#options;
    const observed =
      isNamedOnly(answer.draft) || answer.draft.isAstray === true
        ? undefined
        : {
            theirTime: clock.now(),
            receivedAt: clock.ours(),
            durationMs,
          };
    const heardAt = dateOf(answer.wire) ?? clock.now();
    answers.append({ caller: name, answer, known: model.known, heardAt, observed });
    return heardAt;
  }

  /** Computes values that only some rules read when a rule first reads them. */
  #momentOf(answer: Answer, { known, kept, heardAt, records, isStep }: Look): HeardAnswer {
    const { name, credentials, belongings, operations, traffic, timesOf, isLikeSuccess } = this.#options;
    return {
      answer: isStep ? kept : answer,
      known,
      isStep,
      heardAt,
      records,
      get claimsSuccess() {
        return isLikeSuccess(kept);
      },
      get traffic() {
        return traffic();
      },
      get times() {
        return timesOf(name);
      },
      get isServed() {
        return operations.isServed(answer.draft.label);
      },
      get vocabulary() {
        return operations.vocabulary;
      },
      get credentialShown() {
        return credentials.shownBy(answer);
      },
      get isAmongOthers() {
        return belongings.isAmongOthers(name);
      },
      get belongingShown() {
        return belongings.shownTo(name, answer);
      },
    };
  }

  /** Reports that several requests in a row got no HTTP. */
  noteNoHttp(what: string, exchange: number): void {
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
    { broken, doubt }: RuleFinding,
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

/** Whether the judgement needs the known configuration. A register and a probe of credentials do not need it. */
function isReading({ label, tamper }: Draft): boolean {
  return label !== "register" && tamper === undefined;
}
