import type { Answer } from "../client/answer.ts";
import { type DueCredentials, dueRedactors } from "../client/due-credentials.ts";
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

  /** Whether an answer shows a credential that its request did not carry, or should have carried. */
  finding(answer: Answer): Testimony {
    const actual = this.#shown(answer) ?? shownDue(answer);
    if (actual === undefined) return { requirement: REQUIREMENT };
    return {
      requirement: REQUIREMENT,
      broken: { expected: "no credentials but those of the request", actual },
    };
  }

  #shown({ request, wire }: Answer): string | undefined {
    const sent = request.headers.map(([, value]) => value);
    const { buffer, byteOffset, byteLength } = wire.body;
    const texts = [...wire.headers.map(([, value]) => value), Buffer.from(buffer, byteOffset, byteLength)];
    const shown = this.#credentials.find(
      ({ value }) => texts.some((text) => text.includes(value)) && !sent.some((text) => text.includes(value)),
    );
    return shown && `the ${shown.kind} of merchant ${shown.merchant}`;
  }
}

/** In any spelling that a recording takes out too, so that the run can be judged again alike. */
function shownDue({ request, wire }: Answer): string | undefined {
  if (request.due === undefined) return undefined;
  const texts = [...wire.headers.map(([, value]) => value), Buffer.from(wire.body).toString("utf8")];
  const holds = (due: Partial<DueCredentials>) =>
    dueRedactors({ signatures: [], texts: [], ...due }).some((redactor) =>
      texts.some((text) => redactor.text(text) !== text),
    );
  const { signatures, texts: signed } = request.due;
  if (holds({ signatures })) return "the signature that would have been right";
  return holds({ texts: signed }) ? "the text that was to be signed" : undefined;
}
