import type { Answer } from "../client/answer.ts";
import type { Draft } from "../client/draft.ts";
import type { Memory } from "../client/merchant.ts";
import type { Testimony } from "../model/testimony.ts";
import type { Witness } from "../model/witness.ts";
import type { RecordedExchange } from "../result.ts";
import { type Configuration, configurationFindings, hasConfiguration } from "../wire/configuration.ts";
import { dataFinding, envelopeFindings } from "../wire/envelope.ts";
import { isObject } from "../wire/finding.ts";
import type { JsonValue } from "../wire/json.ts";
import type { Ledger } from "./ledger.ts";
import type { Secrets } from "./secrets.ts";

export interface HearingOptions {
  readonly witness: Witness;
  readonly ledger: Ledger;
  readonly secrets: Secrets;
  readonly exchanges: () => readonly RecordedExchange[];
  /** The answer without the credentials that only its request carried: it may be remembered beyond the check. */
  readonly purged: (answer: Answer) => Answer;
  /** Told of every answer, purged, before it is judged. */
  readonly note: (answer: Answer) => void;
}

/** Shorter values would be found by chance. */
const MIN_TELLING_CHARS = 5;
const EXCHANGES_SHOWN = 8;

/** Judges every answer of one merchant by the ambient requirements and writes the outcome into the ledger. */
export class Hearing implements Memory {
  readonly #options: HearingOptions;

  constructor(options: HearingOptions) {
    this.#options = options;
  }

  get current(): Configuration | undefined {
    return this.#options.witness.current;
  }

  get disabled(): boolean {
    return this.#options.witness.disabled;
  }

  get exists(): boolean {
    return this.#options.witness.exists;
  }

  lostSightOf(draft: Draft): void {
    this.#options.witness.lostSightOf(draft);
  }

  hear(answer: Answer): void {
    const { witness, ledger, secrets, note, purged } = this.#options;
    const kept = purged(answer);
    note(kept);
    const stored = witness.seen;
    const { grounds } = witness;
    const exchange = this.#shown(answer);
    const form = [...envelopeFindings(answer.reading), ...dataOf(answer, witness.enabled)];
    this.#enter(answer, [...form, secrets.finding(answer)]);
    this.#enter(answer, revelation(answer, stored), grounds);
    if (answer.draft.overlaps === true || form.some(spoilsTheAnswer)) {
      witness.loseTrackAfter(kept);
      return;
    }
    if (isReading(answer.draft)) ledger.rests(answer.exchange, grounds);
    this.#enter(answer, witness.hear(kept, exchange), grounds);
  }

  #shown({ exchange }: Answer): RecordedExchange {
    const shown = this.#options.exchanges()[exchange - 1];
    if (shown === undefined) throw new Error(`Cannot hear exchange ${exchange}: it was not recorded`);
    return shown;
  }

  /** @param because what the expectation rests on */
  #enter(answer: Answer, testimony: readonly Testimony[], because: readonly RecordedExchange[] = []): void {
    const { ledger, exchanges } = this.#options;
    for (const { requirement, broken, doubt } of testimony) {
      if (doubt !== undefined) ledger.doubt(requirement, doubt);
      else if (broken === undefined) ledger.kept(requirement);
      else {
        const evidence = { ...broken, exchange: answer.exchange };
        ledger.broken({ requirement, evidence, because, exchanges: exchanges().slice(-EXCHANGES_SHOWN) });
      }
    }
  }
}

/** A register, and a probe of credentials, is judged by its own answer, whatever is known of the configuration. */
function isReading({ label, tamper }: Draft): boolean {
  return label !== "register" && tamper === undefined;
}

/** After such an answer nothing can be said about what was done. */
function spoilsTheAnswer({ requirement, broken }: Testimony): boolean {
  return broken !== undefined && /^envelope\.(?:json-object|data-)/.test(requirement);
}

/** The type of `data` is stated for successes: a second disable may be refused, with any `data`. */
function dataOf({ draft, envelope, repeated }: Answer, enabled: boolean): Testimony[] {
  if (envelope === undefined) return [];
  const isQuery = draft.label === "query";
  const mustSucceed = draft.expects === "success" && (draft.label !== "disable" || (enabled && !repeated));
  const data = mustSucceed ? dataFinding(envelope, isQuery ? "object" : "boolean") : undefined;
  const fields = isQuery && isObject(envelope["data"]) ? configurationFindings(envelope["data"]) : [];
  return data === undefined ? fields : [data, ...fields];
}

/** A refusal of credentials shows nothing of a configuration (sections 1 and 5). */
function revelation(answer: Answer, stored: Configuration | undefined): Testimony[] {
  const { draft, envelope, wire } = answer;
  if (draft.expects !== "refused key" && draft.expects !== "refused signature") return [];
  const requirement =
    draft.expects === "refused key" ? "api-key.refusal-reveals-nothing" : "signature.refusal-reveals-nothing";
  const texts = [...wire.headers.map(([, value]) => value), ...strings(envelope)];
  const shown = tellingValues(answer, stored).find((value) => texts.some((text) => text.includes(value)));
  const leaked = draft.label !== "query" && hasConfiguration(envelope?.["data"]);
  if (shown === undefined && !leaked) return [{ requirement }];
  const actual = shown === undefined ? "fields of a configuration in `data`" : `the stored value ${shown}`;
  return [{ requirement, broken: { expected: "a refusal that shows nothing of a configuration", actual } }];
}

/** What a refusal could not know: the stored URL; and who the merchant is, when it is the key that is wrong. */
function tellingValues({ draft, request }: Answer, stored: Configuration | undefined): string[] {
  const { callbackUrl, merchantId } = stored ?? {};
  const values = draft.expects === "refused key" ? [callbackUrl, merchantId] : [callbackUrl];
  const sent = [draft.url ?? "", ...request.headers.map(([, value]) => value)];
  return values
    .filter((value) => typeof value === "string")
    .filter((value) => value.length >= MIN_TELLING_CHARS && !sent.some((text) => text.includes(value)));
}

function strings(value: JsonValue | undefined): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap((item: JsonValue) => strings(item));
  return isObject(value) ? Object.values(value).flatMap((item) => strings(item)) : [];
}
