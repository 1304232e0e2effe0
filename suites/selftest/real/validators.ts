import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import Joi from "joi";
import * as valibot from "valibot";
import validator from "validator";
import * as yup from "yup";
import { z } from "zod";

/** The text that a service stores for a callbackUrl; undefined: it rejects it. */
export type Validator = (callbackUrl: unknown) => Stored | Promise<Stored>;

type Stored = string | undefined;

const MAX_CHARS = 512;
const https = z.url({ protocol: /^https$/ }).max(MAX_CHARS);
const PREFIX = /^https:\/\//i;
const joi = Joi.string()
  .uri({ scheme: ["https"] })
  .max(MAX_CHARS)
  .required();
const ofYup = yup.string().strict().url().matches(PREFIX).max(MAX_CHARS).required();
const ofValibot = valibot.pipe(
  valibot.string(),
  valibot.url(),
  valibot.regex(PREFIX),
  valibot.maxLength(MAX_CHARS),
);

/** Validators as people write them, none of which breaks the document. */
export const sound = {
  "new URL, stored as given": (url) => (parsed(url) === undefined ? undefined : String(url)),
  "new URL, stored as it writes it": (url) => parsed(url)?.href,
  "new URL behind trim": (url) => (typeof url === "string" ? parsed(url.trim())?.href : undefined),
  "new URL of what stands in an array": (url) => parsed(only(url))?.href,
  "URL.canParse and a prefix": (url) =>
    parsed(url) !== undefined && String(url).startsWith("https://") ? String(url) : undefined,
  "z.url": (url) => https.safeParse(url).data,
  "z.url behind trim": (url) => z.string().trim().pipe(https).safeParse(url).data,
  "z.url, normalized": (url) =>
    z
      .url({ protocol: /^https$/, normalize: true })
      .max(MAX_CHARS)
      .safeParse(url).data,
  "joi uri": (url) =>
    joi.validate(url).value === url && joi.validate(url).error === undefined ? String(url) : undefined,
  "ajv-formats url": byAjv({ format: "url" }),
  "yup url": (url) => (ofYup.isValidSync(url) ? url : undefined),
  "validator isURL": (url) =>
    typeof url === "string" &&
    url.length <= MAX_CHARS &&
    validator.isURL(url, { protocols: ["https"], require_protocol: true })
      ? url
      : undefined,
  "valibot url": (url) => (valibot.is(ofValibot, url) ? url : undefined),
} satisfies Readonly<Record<string, Validator>>;

/** Validators that take what no grammar takes, or store another URL. */
export const unsound: Readonly<Record<string, Validator>> = {
  "a prefix alone": (url) =>
    typeof url === "string" && url.startsWith("https://") && url.length <= MAX_CHARS ? url : undefined,
  "ajv-formats uri": byAjv({ format: "uri" }),
  "z.url of any scheme": (url) => z.url().max(MAX_CHARS).safeParse(url).data,
  "a pattern for each line": (url) =>
    typeof url === "string" && /^https:\/\/[\w.-]+(?:[/?].*)?$/m.test(url) && url.length <= MAX_CHARS
      ? url
      : undefined,
  "new URL without its query": (url) => parsed(url)?.href.replace(/\?.*$/s, ""),
};

function byAjv(rule: { readonly format: string }): Validator {
  const ajv = new Ajv();
  addFormats.default(ajv);
  const isValid = ajv.compile<string>({
    type: "string",
    pattern: "^[hH][tT][tT][pP][sS]://",
    maxLength: MAX_CHARS,
    ...rule,
  });
  return (url) => (isValid(url) ? url : undefined);
}

function parsed(url: unknown): URL | undefined {
  if (typeof url !== "string" || url.length > MAX_CHARS || !URL.canParse(url)) return undefined;
  const reading = new URL(url);
  return reading.protocol === "https:" ? reading : undefined;
}

function only(value: unknown): unknown {
  if (!Array.isArray(value) || value.length !== 1) return value;
  const [item]: readonly unknown[] = value;
  return item;
}
