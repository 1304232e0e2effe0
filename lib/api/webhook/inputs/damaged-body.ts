import type { CallbackUrls } from "../model/callback-urls.ts";
import { type Draft, registerBody } from "../../request/draft.ts";

/** A register whose body some parsers read and others do not. */
export interface DamagedBody {
  readonly name: string;
  readonly draft: Draft;
  /** The URLs that a parser may find in it. */
  readonly urls: readonly string[];
  /** The URLs in it that are not valid: the target must store none of them. */
  readonly invalid?: readonly string[];
}

const FORM = "application/x-www-form-urlencoded";
const NO_UTF_8 = Uint8Array.of(0xc3, 0x28);

/** Builds damaged bodies, the most revealing first. A target may accept some of them. */
export function damagedBodies(urls: CallbackUrls): DamagedBody[] {
  const damaged = (
    name: string,
    damage: (whole: string, url: string) => string | Uint8Array,
  ): DamagedBody => {
    const url = urls.fresh();
    const body = damage(JSON.stringify({ callbackUrl: url }), url);
    return { name, draft: registerBody(body, "open"), urls: [url] };
  };
  const typed = (contentType: string): DamagedBody => {
    const { draft, ...rest } = damaged(`the Content-Type ${contentType}`, (whole) => whole);
    return { ...rest, draft: { ...draft, contentType } };
  };
  return [
    damaged("an object that is not closed", (whole) => whole.slice(0, -1)),
    damaged("bytes that are no UTF-8", (whole) => withNote(whole, NO_UTF_8)),
    damaged("NUL behind the object", (whole) => `${whole}\0`),
    typed(FORM),
    damaged("text behind the object", (whole) => `${whole} end`),
    twice(urls),
    damaged("half a surrogate pair", (whole) => withNote(whole, Buffer.from("\\ud800"))),
    damaged("a string that is not closed", (whole) => whole.slice(0, -2)),
    damaged("a brace behind the object", (whole) => `${whole}}`),
    damaged("NUL in a string", (whole) => withNote(whole, Uint8Array.of(0))),
    damaged("a comma before the brace", (whole) => `${whole.slice(0, -1)},}`),
    damaged("a line of text before the object", (whole) => `body:\n${whole}`),
    damaged("UTF-16", (whole) => Buffer.from(whole, "utf16le")),
    typed("multipart/form-data; boundary=x"),
    typed("application/xml"),
    typed("application/octet-stream"),
  ];
}

/** A second URL in a body: its name, and whether it stands before the callback URL. */
const SECOND_URLS: readonly (readonly [what: string, name: string, isBefore: boolean])[] = [
  ["behind the callback URL", "callbackUrl", false],
  ["under the name in other letters", "CallbackUrl", false],
  ["before the callback URL", "callbackUrl", true],
  ["under the name in lower case before it", "callbackurl", true],
];

/** Bodies with a second URL, which is not valid. Of two parsers, one may check the one URL, and the other store the other. */
export function bodiesWithSecondUrl(urls: CallbackUrls): DamagedBody[] {
  return SECOND_URLS.map(([what, name, isBefore]) => {
    const [valid, invalid] = [urls.fresh(), urls.fresh().replace("https:", "http:")];
    const members = [`"callbackUrl":"${valid}"`, `"${name}":"${invalid}"`];
    const body = `{${(isBefore ? members.toReversed() : members).join(",")}}`;
    return {
      name: `an http URL ${what}`,
      draft: registerBody(body, "open"),
      urls: [valid],
      invalid: [invalid],
    };
  });
}

function twice(urls: CallbackUrls): DamagedBody {
  const both = [urls.fresh(), urls.fresh()];
  const body = both.map((callbackUrl) => JSON.stringify({ callbackUrl })).join("\n");
  return { name: "two objects", draft: registerBody(body, "open"), urls: both };
}

/** A member that the document does not name holds these bytes. */
function withNote(whole: string, bytes: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`${whole.slice(0, -1)},"note":"`), bytes, Buffer.from('"}')]);
}

/** Every beginning of a body that does not hold the whole URL. */
export function cutBodies(urls: CallbackUrls): readonly string[] {
  const url = urls.fresh();
  const whole = JSON.stringify({ callbackUrl: url });
  const lengthOfUrl = whole.indexOf(url) + url.length;
  return Array.from({ length: lengthOfUrl - 1 }, (_, index) => whole.slice(0, index + 1));
}
