import { type Expectation, registerBody } from "../../request/draft.ts";
import type { CallbackUrls } from "../model/callback-urls.ts";
import { type InputOffence, offenceByUrl } from "../../request/offence.ts";

/** Values other than a string instead of the callback URL. */
export function wrongTypes(urls: CallbackUrls): InputOffence[] {
  const url = urls.fresh();
  const values: readonly (readonly [name: string, value: unknown])[] = [
    ["the number 1", 1],
    ["a URL in an array", [url]],
    ["a URL in an object", { url }],
    ["true", true],
    ["the number 0", 0],
    ["false", false],
    ["an empty array", []],
    ["an empty object", {}],
  ];
  return values.map(([name, value]) => ({
    ...offenceByUrl(`a callback URL that is ${name}`, value, urls.fresh()),
    ...(Array.isArray(value) && value.includes(url) && { repaired: url }),
  }));
}

/** Bodies that are JSON objects without the member. */
export function withoutCallbackUrl(urls: CallbackUrls): InputOffence[] {
  const url = urls.fresh();
  return [
    bodyProbe(urls, "an empty object", {}),
    bodyProbe(urls, "the callback URL under another name", { url }),
    bodyProbe(urls, "the callback URL one level down", { data: { callbackUrl: url } }),
  ];
}

/** JSON values that are no objects. */
export function nonObjects(urls: CallbackUrls): InputOffence[] {
  const url = urls.fresh();
  return [
    bodyProbe(urls, "an empty array as body", []),
    bodyProbe(urls, "an array of the right object as body", [{ callbackUrl: url }]),
    bodyProbe(urls, "a URL as body", url),
    bodyProbe(urls, "the right object as text in a string", JSON.stringify({ callbackUrl: url })),
    bodyProbe(urls, "null as body", null),
    bodyProbe(urls, "true as body", true),
    bodyProbe(urls, "a number as body", 1),
  ];
}

/** Bodies that no JSON parser reads, however lenient. */
export function malformedBodies(urls: CallbackUrls): InputOffence[] {
  const url = urls.fresh();
  const whole = JSON.stringify({ callbackUrl: url });
  return [
    textProbe(urls, "a body that ends within the URL", whole.slice(0, -8)),
    textProbe(urls, "a body that is an opening brace", "{"),
    textProbe(urls, "a body without a value", '{"callbackUrl":}'),
    textProbe(urls, "a URL without quotes as body", url),
    textProbe(urls, "a form as body", `callbackUrl=${encodeURIComponent(url)}`),
    textProbe(urls, "an XML body", `<callbackUrl>${url}</callbackUrl>`),
  ];
}

/** No body at all, with the Content-Type of one. */
export function missingBody(urls: CallbackUrls): InputOffence[] {
  return [{ name: "a register without a body", draft: registerBody(undefined, REFUSED), twin: urls.fresh() }];
}

const REFUSED: Expectation = "refused input";

function bodyProbe(urls: CallbackUrls, name: string, body: unknown): InputOffence {
  return textProbe(urls, name, JSON.stringify(body));
}

function textProbe(urls: CallbackUrls, name: string, body: string): InputOffence {
  return { name, draft: registerBody(body, REFUSED), twin: urls.fresh() };
}
