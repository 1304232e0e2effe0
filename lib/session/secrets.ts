import type { Answer } from "../client/answer.ts";
import type { Testimony } from "../model/testimony.ts";

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

  /** Whether an answer shows a credential that its request did not carry. */
  finding({ request, wire }: Answer): Testimony {
    const sent = request.headers.map(([, value]) => value);
    const { buffer, byteOffset, byteLength } = wire.body;
    const texts = [...wire.headers.map(([, value]) => value), Buffer.from(buffer, byteOffset, byteLength)];
    const shown = this.#credentials.find(
      ({ value }) => texts.some((text) => text.includes(value)) && !sent.some((text) => text.includes(value)),
    );
    if (shown === undefined) return { requirement: REQUIREMENT };
    const actual = `the ${shown.kind} of merchant ${shown.merchant}`;
    return {
      requirement: REQUIREMENT,
      broken: { expected: "no credentials but those of the request", actual },
    };
  }
}
