import { succeeded } from "../api/exchange/answer.ts";
import { configurationIn } from "../api/merchant/configuration.ts";
import { queryDraft, registerDraft } from "../api/request/draft.ts";
import type { Merchant } from "../api/merchant/merchant.ts";
import type { CallbackUrls } from "../api/webhook/model/callback-urls.ts";

const MARK = "as-registered";
/** Looks like a credential, but is not. */
const VALUE = "3e7c51a09b2d4f68";
const USUAL_NAMES = ["token", "secret", "signature"] as const;
const MAX_NAMES = 8;
const MAX_NAME_CHARS = 20;

/** A registered URL, and the URL that query shows. */
export interface Alteration {
  readonly registered: string;
  readonly shown: string;
}

/**
 * Registers a URL with parts that targets hide, and with the parameters of another URL, then queries it. It
 * costs two requests. Undefined: it is shown as registered, or this is unknown.
 */
export async function alteredInQuery(
  merchant: Merchant,
  like: string,
  urls: CallbackUrls,
): Promise<Alteration | undefined> {
  const registered = urls.under(`${MARK}/${VALUE}?${parametersLike(like)}`);
  if (!succeeded(await merchant.send(registerDraft(registered, "open")))) return undefined;
  const shown = configurationIn(await merchant.send(queryDraft("open")))?.callbackUrl;
  const isThatOne = typeof shown === "string" && shown !== registered && shown.includes(MARK);
  return isThatOne ? { registered, shown } : undefined;
}

function parametersLike(url: string): string {
  const given = [...(URL.parse(url)?.searchParams.keys() ?? [])].filter((name) => /^[\w.-]+$/.test(name));
  const names = new Set([...USUAL_NAMES, ...given.filter((name) => name.length <= MAX_NAME_CHARS)]);
  return [...names]
    .slice(0, MAX_NAMES)
    .map((name) => `${name}=${VALUE}`)
    .join("&");
}
