import { headersOf, type McpAnswer, type McpRequest } from "./mcp-request.ts";
import { isPublicName, isSecretParameter, publicValue, shownName } from "./public-parameters.ts";
import { isRpcObject, mediaType, memberOf, parseJson } from "./rpc.ts";
import { exceedsDepth } from "../../text/exceeds-depth.ts";

type Shown = Pick<McpAnswer, "headers" | "text">;

/** Members of the metadata of a resource and of an authorization server. */
const TELLING = ["resource", "issuer"] as const;
/** Members that explain an answer of a token endpoint. */
const UNDERSTOOD = ["access_token", "error"] as const;
const MASK = "[redacted]";
const PLAIN_HEADERS: ReadonlySet<string> = new Set(["content-type", "cache-control", "pragma", "date"]);

/**
 * The part of an answer for reports. A document without known metadata may be anything at that address. For
 * authorization and token endpoints only known public parts are shown.
 */
export function shownAnswer({ brings }: Pick<McpRequest, "brings">, answer: Shown): Shown {
  if (brings === "metadata") return isMetadata(answer.text) ? answer : outline(answer);
  return brings === "secrets" ? masked(answer) : answer;
}

/** A request to such an endpoint, for reports. */
export function shownRequest<T extends Pick<McpRequest, "brings" | "body" | "url">>(request: T): T {
  const { brings, body, url } = request;
  if (brings !== "secrets") return request;
  return {
    ...request,
    ...(body !== undefined && { body: formWith(body, withoutSecret) }),
    url: urlWith(url, withoutSecret),
  };
}

/** A parameter in reports, undefined: as it is. Only a parameter with an equal sign has a value. */
type ShownParameter = (name: string, value: string | undefined) => string | undefined;

const withoutSecret: ShownParameter = (name, value = "") =>
  isSecretParameter(name) && value !== "" ? `${name}=${MASK}` : undefined;

function formWith(form: string, shown: ShownParameter): string {
  return form.replaceAll(
    /(?<=^|[?#&])([^?#&=]*)(?:=([^#&]*))?/g,
    (whole, name: string, value?: string) => shown(name, value) ?? whole,
  );
}

/** The same for the query and the fragment of a URL. */
function urlWith(url: string, shown: ShownParameter): string {
  return url.replace(/[?#].*/s, (forms) => formWith(forms, shown));
}

function isMetadata(text: string): boolean {
  const value = parseJson(text);
  return TELLING.some((name) => typeof memberOf(value, name) === "string");
}

function outline({ headers, text }: Shown): Shown {
  const type = headersOf({ headers }, "content-type").map((value) => ["Content-Type", value] as const);
  return { headers: type, text: text === "" ? "" : `[${Buffer.byteLength(text)} bytes]` };
}

function masked({ headers, text }: Shown): Shown {
  const shown = headers.map(([name, value]) => [shownName(name), maskedHeader(name, value)] as const);
  return { headers: shown, text: maskedBody(text) };
}

function maskedHeader(name: string, value: string): string {
  const known = name.toLowerCase();
  if (PLAIN_HEADERS.has(known)) return value;
  if (known === "location") return maskedUrl(value);
  return known === "www-authenticate" ? `${value.split(" ", 1)[0]} ${MASK}` : MASK;
}

/** An unknown answer is shown by its status and type only. */
function maskedBody(text: string): string {
  if (text === "") return "";
  const value = parseJson(text);
  const isUnderstood = UNDERSTOOD.some((name) => typeof memberOf(value, name) === "string");
  if (!isUnderstood || !isRpcObject(value)) return "[not shown]";
  const members = Object.entries(value).map(([name, member]) => [shownName(name), shownMember(name, member)]);
  return JSON.stringify(Object.fromEntries(members));
}

function shownMember(name: string, member: unknown): unknown {
  if (!isPublicName(name) || (typeof member === "object" && member !== null)) return MASK;
  return typeof member === "string" ? publicValue(name, member) : member;
}

const CODE_DIGITS = 4;

/** A redirect for reports. Only public parameters keep their values. A path may contain a code too. */
export function maskedUrl(url: string): string {
  const [before = ""] = /^[a-z][\w+.-]*:\/\/[^/?#]*/i.exec(url) ?? [];
  const shown = urlWith(url, (name, value) => {
    if (value === undefined) return isPublicName(name) || name === "" ? name : MASK;
    return `${shownName(name)}=${isPublicName(name) || value === "" ? publicValue(name, value) : MASK}`;
  });
  return before + shown.slice(before.length).replace(/^[^?#]*/, shownPath);
}

function shownPath(path: string): string {
  return path.replaceAll(/[^/]+/g, (one) => (one.replaceAll(/\D/g, "").length >= CODE_DIGITS ? MASK : one));
}

const MAX_CHARS = 300;
const OF_A_WORD = /[\w.~+/=%\\-]/;

/** Describes an answer in a few words. */
export function describeMcpAnswer(answer: McpAnswer): string {
  const { status } = answer;
  const { headers, text } = shownAnswer(answer.request, answer);
  const [type = "no content type"] = headersOf({ headers }, "content-type");
  const body = text.length > MAX_CHARS ? `${withoutLastWord(text.slice(0, MAX_CHARS))}…` : text;
  const flaw = isInvalidJson(answer) ? " (the body is not valid JSON)" : "";
  return text === "" ? `HTTP ${status} without a body` : `HTTP ${status}, ${type}${flaw}: ${body}`;
}

/** Whether a body has the type of JSON, and is not valid. A body that is nested too deeply is not read. */
function isInvalidJson(answer: McpAnswer): boolean {
  const { text } = answer;
  return mediaType(answer) === "application/json" && !exceedsDepth(text) && parseJson(text) === undefined;
}

/** A text never ends inside a word, because a part of a secret would not be recognised. */
function withoutLastWord(text: string): string {
  let end = text.length;
  while (end > 0 && OF_A_WORD.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
