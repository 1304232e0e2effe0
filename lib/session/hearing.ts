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
}

const EXCHANGES_SHOWN = 3;

/** Judges every answer of one merchant by the ambient requirements and writes the outcome into the ledger. */
export class Hearing implements Memory {
  readonly #options: HearingOptions;

  constructor(options: HearingOptions) {
    this.#options = options;
  }

  get current(): Configuration | undefined {
    return this.#options.witness.current;
  }

  get exists(): boolean {
    return this.#options.witness.exists;
  }

  lostSightOf(draft: Draft): void {
    this.#options.witness.lostSightOf(draft);
  }

  hear(answer: Answer): void {
    const { witness, secrets } = this.#options;
    const stored = this.current?.callbackUrl;
    const form = [...envelopeFindings(answer.reading), ...dataOf(answer, witness.enabled)];
    this.#enter(answer, [...form, secrets.finding(answer), ...revelation(answer, stored)]);
    if (answer.draft.overlaps === true || form.some(spoilsTheAnswer)) {
      witness.forget();
      return;
    }
    this.#enter(answer, witness.hear(answer));
  }

  #enter(answer: Answer, testimony: readonly Testimony[]): void {
    const { ledger, exchanges } = this.#options;
    for (const { requirement, broken, doubt } of testimony) {
      if (doubt !== undefined) ledger.doubt(requirement, doubt);
      else if (broken === undefined) ledger.kept(requirement);
      else {
        const evidence = { ...broken, exchange: answer.exchange };
        ledger.broken({ requirement, evidence, exchanges: exchanges().slice(-EXCHANGES_SHOWN) });
      }
    }
  }
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
function revelation({ draft, envelope, wire }: Answer, stored: JsonValue | undefined): Testimony[] {
  if (draft.expects !== "refused key" && draft.expects !== "refused signature") return [];
  const requirement =
    draft.expects === "refused key" ? "api-key.refusal-reveals-nothing" : "signature.refusal-reveals-nothing";
  const texts = [...wire.headers.map(([, value]) => value), ...strings(envelope)];
  const shown =
    typeof stored === "string" && draft.url !== stored && texts.some((text) => text.includes(stored));
  const leaked = draft.label !== "query" && hasConfiguration(envelope?.["data"]);
  if (!shown && !leaked) return [{ requirement }];
  const actual = shown ? `the stored callback URL ${stored}` : "fields of a configuration in `data`";
  return [{ requirement, broken: { expected: "a refusal that shows nothing of a configuration", actual } }];
}

function strings(value: JsonValue | undefined): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap((item: JsonValue) => strings(item));
  return isObject(value) ? Object.values(value).flatMap((item) => strings(item)) : [];
}
