import type { Answer } from "../api/exchange/answer.ts";
import { utf8Text } from "../api/json/json.ts";
import { credentialFinder } from "../secrets/redactor.ts";
import { maskedForms } from "../secrets/masked.ts";
import { type DueCredentials, dueRedactors } from "../api/credentials/due-credentials.ts";

const MIN_TELLING_CHARS = 8;

interface Credential {
  readonly merchant: string;
  readonly kind: "secret" | "API key";
  /** Whether a text shows it, whole or behind a mask. */
  readonly isIn: (text: string) => boolean;
  /** Whether a request carries what such a text shows of it: an answer may repeat that. */
  readonly isSent: (text: string) => boolean;
}

/** The credentials of the profile, to be recognised in answers. Short ones are left out: chance would find them. */
export class CredentialWatch {
  readonly #credentials: readonly Credential[];

  constructor(
    merchants: readonly { readonly name: string; readonly apiKey: string; readonly secret?: string }[],
  ) {
    this.#credentials = merchants
      .flatMap(({ name, apiKey, secret = "" }) => [
        { merchant: name, kind: "API key" as const, value: apiKey },
        { merchant: name, kind: "secret" as const, value: secret },
      ])
      .filter(({ value }) => value.length >= MIN_TELLING_CHARS)
      .flatMap(({ value, ...credential }) => {
        const whole = credentialFinder(value);
        return [
          { ...credential, isIn: whole, isSent: whole },
          ...maskedForms(value).map(({ rest, texts }) => ({
            ...credential,
            isIn: (text: string) => text.includes(rest) && texts.some((masked) => text.includes(masked)),
            isSent: (text: string) => text.includes(rest),
          })),
        ];
      });
  }

  /** The credential that an answer shows, though its request did not carry it, or should have carried it; undefined: none. */
  shownBy(answer: Answer): string | undefined {
    return this.#shown(answer) ?? shownDue(answer);
  }

  #shown({ request, wire }: Answer): string | undefined {
    const sent = request.headers.map(([, value]) => value);
    const text = [...wire.headers.map(([, value]) => value), utf8Text(wire.body)].join("\n");
    const shown = this.#credentials.find(({ isIn, isSent }) => isIn(text) && !sent.some(isSent));
    return shown && `the ${shown.kind} of merchant ${shown.merchant}`;
  }
}

/** In any spelling that the log takes out too. */
function shownDue({ request, wire }: Answer): string | undefined {
  if (request.due === undefined) return undefined;
  const texts = [...wire.headers.map(([, value]) => value), utf8Text(wire.body)];
  const holds = (due: Partial<DueCredentials>) =>
    dueRedactors({ signatures: [], texts: [], ...due }).some((redactor) =>
      texts.some((text) => redactor.text(text) !== text),
    );
  const { signatures, texts: signed } = request.due;
  if (holds({ signatures })) return "the signature that would have been right";
  return holds({ texts: signed }) ? "the text that was to be signed" : undefined;
}
