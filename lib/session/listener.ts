import type { Findings } from "../engine/record/findings.ts";
import type { Log } from "../engine/record/log.ts";
import type { RequirementId, Rule, RuleFinding } from "../engine/requirement/requirement.ts";
import type { RecordedExchange } from "../engine/requirement/recorded-exchange.ts";
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

interface Look extends Pick<HeardAnswer, "known" | "heardAt" | "records" | "isStep" | "belongingShown"> {
  /** The answer without the credentials that only its request carried: it may be remembered beyond the check. */
  readonly kept: Answer;
}

const EXCHANGES_SHOWN = 8;

/** The rules that hear an answer: of an operation that is only named, of a webhook operation, and the latter as a step. */
type Audiences = Readonly<Record<"named" | "webhook" | "steps", readonly Listening[]>>;

/** Hears every answer of one merchant by the rules of the contract, and follows its configuration. */
export class Listener implements Memory {
  readonly #options: ListenerOptions;
  readonly #audiences: Audiences;

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#audiences = audiencesAmong(options.rules);
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

  stayedEnabled(readings: Parameters<Memory["stayedEnabled"]>[0]): number | undefined {
    const { fall } = this.#options.model.known;
    return fall?.isForGood === true ? fall.stayed(readings) : undefined;
  }

  get exists(): boolean {
    return this.#options.model.known.exists;
  }

  get isUnread(): boolean {
    const { absent, seen, stored } = this.#options.model.known;
    return absent && seen === undefined && stored !== undefined;
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
    const values = belongings.valuesIn(name, answer);
    const look = { known, kept, heardAt, records, belongingShown: values.belonging };
    if (!draft.overlaps && isReading(draft)) findings.rests(exchange, grounds);
    if (draft.overlaps !== true) findings.deviates(exchange, deviationsOf(kept, known, values));
    this.#listen(momentOf(this.#options, answer, { ...look, isStep: false }), grounds);
    if (isNamedOnly(draft)) return;
    const isObscure = !isClear(answer, known);
    if (isObscure) findings.obscures(exchange);
    if (draft.overlaps === true || isObscure) {
      model.loseTrackAfter(kept, exchange);
      return;
    }
    model.suspect(kept, exchange);
    this.#listen(momentOf(this.#options, kept, { ...look, isStep: true }), grounds);
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

  #listen(moment: HeardAnswer, grounds: readonly RecordedExchange[]): void {
    const { answer, isStep } = moment;
    const { named, webhook, steps } = this.#audiences;
    for (const { id, rule } of isStep ? steps : isNamedOnly(answer.draft) ? named : webhook)
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
      const exchanges = log.exchanges.slice(0, evidence.exchange).slice(-EXCHANGES_SHOWN);
      findings.broken({ requirement, evidence, because, exchanges });
    }
  }
}

/** Computes values that only some rules read when a rule reads them. */
function momentOf(options: ListenerOptions, answer: Answer, look: Look): HeardAnswer {
  const { kept, ...shown } = look;
  const { name, operations, belongings } = options;
  return {
    ...shown,
    answer,
    get claimsSuccess() {
      return options.isLikeSuccess(kept);
    },
    get traffic() {
      return options.traffic();
    },
    get times() {
      return options.timesOf(name);
    },
    get isServed() {
      return operations.isServed(answer.draft.label);
    },
    get vocabulary() {
      return operations.vocabulary;
    },
    get credentialShown() {
      return options.credentials.shownBy(answer);
    },
    get isAmongOthers() {
      return belongings.isAmongOthers(name);
    },
  };
}

/** Each rule hears the answers of its own area. An ambient rule hears each answer once. */
function audiencesAmong(rules: readonly Listening[]): Audiences {
  const isAmbient = ({ rule }: Listening) => rule.isAmbient === true;
  return {
    named: rules.filter((one) => isAmbient(one) || one.isOfNamedOnly),
    webhook: rules.filter((one) => isAmbient(one) || !one.isOfNamedOnly),
    steps: rules.filter((one) => !isAmbient(one) && !one.isOfNamedOnly),
  };
}

/** Whether the judgement needs the known configuration. A register and a probe of credentials do not need it. */
function isReading({ label, tamper }: Draft): boolean {
  return label !== "register" && tamper === undefined;
}
