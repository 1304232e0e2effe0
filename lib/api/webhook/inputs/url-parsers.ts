/** A widely used parser or validator of URLs, and the test by which a service accepts a callback URL with it. */
interface UrlParser {
  readonly version: string;
  readonly test: string;
}

/** The parsers that decide whether a malformed URL fails a target or warns. Each was measured with its test. */
export const URL_PARSERS = {
  "WHATWG URL": { version: "Node 24.21.0", test: 'URL.canParse(s) && new URL(s).protocol === "https:"' },
  "Go net/url": {
    version: "1.19.8",
    test: 'u, err := url.Parse(s); err == nil && u.Scheme == "https" && u.Host != ""',
  },
  "java.net.URI": {
    version: "17.0.15",
    test: '"https".equalsIgnoreCase(new URI(s).getScheme()) && uri.getHost() != null',
  },
  "PHP filter_var": {
    version: "8.2.36",
    test: 'filter_var($s, FILTER_VALIDATE_URL) !== false && stripos($s, "https://") === 0',
  },
  "Python urllib.parse": {
    version: "3.11.7",
    test: 'u = urlsplit(s); u.scheme == "https" and u.hostname and not re.search(r"\\s", s)',
  },
  "Ruby URI": { version: "3.1.7", test: "u = URI.parse(s); u.is_a?(URI::HTTPS) && !u.host.to_s.empty?" },
  "Django URLValidator": { version: "3.2.25", test: 'URLValidator(schemes=["https"])(s)' },
  "pydantic HttpUrl": { version: "1.10.4", test: 'parse_obj_as(HttpUrl, s).scheme == "https"' },
  "marshmallow URL": { version: "3.18.0", test: 'validate.URL(schemes={"https"})(s)' },
  zod: { version: "4.6.7", test: "z.url({ protocol: /^https$/ }).safeParse(s).success" },
  joi: { version: "18.3.2", test: 'Joi.string().uri({ scheme: ["https"] }).validate(s).error === undefined' },
  "ajv-formats url": { version: "3.0.1", test: '{ format: "url", pattern: "^https://" }' },
  yup: { version: "1.7.1", test: "yup.string().strict().url().matches(/^https:\\/\\//i).isValidSync(s)" },
  valibot: { version: "1.5.0", test: "v.is(v.pipe(v.string(), v.url(), v.regex(/^https:\\/\\//i)), s)" },
  "validator (class-validator)": {
    version: "13.15.35",
    test: 'isURL(s, { protocols: ["https"], require_protocol: true })',
  },
} as const satisfies Readonly<Record<string, UrlParser>>;

export type UrlParserName = keyof typeof URL_PARSERS;
