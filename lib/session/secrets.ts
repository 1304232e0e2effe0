import type { Answer } from "../client/answer.ts";
import type { Testimony } from "../model/witness.ts";

const MIN_TELLING_CHARS = 8;
const REQUIREMENT = "envelope.keeps-secrets";

interface Credential {
  readonly merchant: string;
  readonly kind: "secret" | "API key";
  readonly value: string;
}

/** The credentials of the profile, to be recognised in answers. Short ones are left out: chance would find them. */
export class Secrets {
  readonly #credentials: readonly Credential[];

  constructor(
    merchants: readonly { readonly name: string; readonly apiKey: string; readonly secret?: string }[],
  ) {
    this.#credentials = merchants
      .flatMap(({ name, apiKey, secret }): Credential[] => [
        { merchant: name, kind: "API key", value: apiKey },
        ...(secret === undefined ? [] : [{ merchant: name, kind: "secret" as const, value: secret }]),
      ])
      .filter(({ value }) => value.length >= MIN_TELLING_CHARS);
  }

  /**
   * Whether an answer to `caller` shows a secret, or the API key of another merchant.
   * A tampered request may carry any key, or what contains one, and the answer may echo it.
   */
  finding(answer: Answer, caller: string): Testimony {
    const texts = [
      ...answer.wire.headers.map(([, value]) => value),
      Buffer.from(answer.wire.body).toString("utf8"),
    ];
    const shown = this.#credentials.find(
      ({ kind, merchant, value }) =>
        (kind === "secret" || (merchant !== caller && answer.draft.tamper === undefined)) &&
        texts.some((text) => text.includes(value)),
    );
    if (shown === undefined) return { requirement: REQUIREMENT };
    const actual = `the ${shown.kind} of merchant ${shown.merchant}`;
    return {
      requirement: REQUIREMENT,
      broken: { expected: "an answer without credentials of others", actual },
    };
  }
}
