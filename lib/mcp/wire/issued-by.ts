import { headersOf, type McpAnswer } from "./mcp-request.ts";
import { isPublicName, plainName } from "./public-parameters.ts";
import { isRpcObject, parseJson } from "./rpc.ts";

type Answered = Pick<McpAnswer, "headers" | "text">;

/** Names of members, parameters and headers with secrets, in any spelling. */
const SECRET_NAME = /token|code|secret|assertion|ticket|session|jwt|credential|password|otp|auth|cookie|key/;
/** A long word with letters and digits, as a token has. */
const LIKE_A_TOKEN = /^(?=[^\d]*\d)(?=[^A-Za-z]*[A-Za-z])[\w.~+/=-]{20,}$/;
const LONG_WORD = /[\w.~+/-]{20,}/g;
/** Larger than a page of a server. */
const MAX_TEXT_CHARS = 256 * 1024;
/** A name and a value in a page, a script or any other text. */
const PAIR = /(?<![\w-])([\w-]{1,40})["']?\s{0,4}[:=]\s{0,4}["']?([^\s"'<>&;,?#{}[\]]{4,8192})/g;
const TAG = /<input\b([^<>]{0,8192})>/gi;
const ATTRIBUTE = /([\w-]{1,40})\s{0,4}=\s{0,4}(?:"([^"]{0,8192})"|'([^']{0,8192})'|([^\s"'<>]{1,8192}))/g;

/**
 * The secrets that an answer of an authorization or token endpoint issues, in any form: JSON, forms, pages,
 * redirects, headers.
 */
export function issuedBy({ headers, text }: Answered): readonly string[] {
  const value = parseJson(text);
  const inBody = value === undefined ? inText(text.slice(0, MAX_TEXT_CHARS)) : inJson(value);
  return [...new Set([...inBody, ...inHeaders(headers)])].filter((found) => found !== "");
}

function inHeaders(headers: Answered["headers"]): string[] {
  const cookies = headersOf({ headers }, "set-cookie").flatMap(
    (cookie) => /^[^=;]*=([^;]*)/.exec(cookie)?.slice(1) ?? [],
  );
  const named = headers.filter(
    ([name]) => isSecretName(name) && !/^(?:set-cookie|www-authenticate)$/i.test(name),
  );
  return [
    ...headersOf({ headers }, "location").flatMap(inUrl),
    ...cookies,
    ...named.map(([, given]) => given.replace(/^Bearer +/i, "")),
  ];
}

/** Every parameter except public ones, in query and fragment, and token-like parts of the path. */
function inUrl(url: string): string[] {
  const [place = "", ...forms] = url.split(/[?#]/);
  const parameters = forms.flatMap((form) => [...new URLSearchParams(form)]);
  return [
    ...parameters.filter(([name]) => !isPublicName(name)).map(([, value]) => value),
    ...place.split("/").filter((segment) => LIKE_A_TOKEN.test(segment)),
  ];
}

/** Each text and number below a name of secrets, and every token-like word, also as a name or inside JSON in a text. */
function inJson(root: unknown): string[] {
  const found: string[] = [];
  const open: { readonly value: unknown; readonly isSecret: boolean; readonly name: string }[] = [
    { value: root, isSecret: false, name: "" },
  ];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const { value, isSecret, name } = one;
    if (Array.isArray(value)) for (const item of value) open.push({ value: item, isSecret, name });
    else if (isRpcObject(value))
      for (const [key, member] of Object.entries(value)) {
        if (LIKE_A_TOKEN.test(key)) found.push(key);
        open.push({
          value: member,
          isSecret: !isPublicName(key) && (isSecret || isSecretName(key)),
          name: key,
        });
      }
    else if (typeof value === "string") {
      const inner = jsonIn(value);
      if (inner !== undefined) open.push({ value: inner, isSecret, name });
      if (isSecret) found.push(value);
      else if (!isPublicName(name)) found.push(...tokensIn(value));
    } else if (typeof value === "number" && isSecret && plainName(name) !== "code") found.push(String(value));
  }
  return found;
}

/** The object, list or text that a text contains as JSON. */
function jsonIn(text: string): unknown {
  return /^\s{0,9}[[{"]/.test(text) ? parseJson(text) : undefined;
}

/** Token-like words of a text: the text itself, and its words with and without their slashes. */
function tokensIn(text: string): string[] {
  const words = text.slice(0, MAX_TEXT_CHARS).match(LONG_WORD) ?? [];
  return [text, ...words, ...words.flatMap((word) => word.split("/"))].filter((word) =>
    LIKE_A_TOKEN.test(word),
  );
}

/** Hidden fields of pages, forms, values of names of secrets, and token-like words in any other text. */
function inText(text: string): string[] {
  const plain = text.replaceAll("&amp;", "&");
  const fields = [...plain.matchAll(TAG)].flatMap(([, attributes = ""]) => valueOfField(attributes));
  const pairs = [...plain.matchAll(PAIR)].filter(
    ([, name = ""]) => isSecretName(name) && !isPublicName(name),
  );
  return [...fields, ...pairs.flatMap(([, , value = ""]) => [value, decodedOf(value)]), ...tokensIn(plain)];
}

function valueOfField(attributes: string): string[] {
  const given = new Map(
    [...attributes.matchAll(ATTRIBUTE)].map(([, name = "", one, other, plain]) => [
      name.toLowerCase(),
      one ?? other ?? plain ?? "",
    ]),
  );
  return isPublicName(given.get("name") ?? "") ? [] : [given.get("value") ?? ""];
}

function decodedOf(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll("+", " "));
  } catch {
    return value;
  }
}

function isSecretName(name: string): boolean {
  return SECRET_NAME.test(plainName(name));
}
