import type { Area } from "./requirement.ts";

const RULE =
  "The rules of `callbackUrl` are stated; a value that breaks them cannot be stored as a callback URL.";
const REQUIRED = "`callbackUrl` is a required string.";

export const callbackUrl = {
  "callback-url.ordinary-syntax": {
    level: "stated",
    sections: ["2.2"],
    text: "Any HTTPS URL in ordinary RFC 3986 syntax (escapes, sub-delimiters, repeated slashes, queries, long segments) is accepted and returned as given.",
  },
  "callback-url.max-length": {
    level: "stated",
    sections: ["2.2", "8"],
    text: "A callback URL of up to 512 characters is accepted and returned whole, wherever its length lies.",
  },
  "callback-url.over-length": {
    level: "inferred",
    sections: ["2.2", "8"],
    text: "A callback URL of 513 characters or more is refused, wherever its length lies, on a first and on a later register.",
    because: RULE,
  },
  "callback-url.absent": {
    level: "inferred",
    sections: ["2.2", "7"],
    text: "A body without `callbackUrl` is refused.",
    because: REQUIRED,
  },
  "callback-url.null": {
    level: "inferred",
    sections: ["2.2", "7"],
    text: "A `callbackUrl` of null is refused.",
    because: REQUIRED,
  },
  "callback-url.empty": {
    level: "inferred",
    sections: ["2.2", "7"],
    text: "An empty `callbackUrl` is refused.",
    because: RULE,
  },
  "callback-url.blank": {
    level: "inferred",
    sections: ["2.2", "7"],
    text: "A `callbackUrl` of white space alone is refused.",
    because: RULE,
  },
  "callback-url.not-a-string": {
    level: "inferred",
    sections: ["2.2", "7"],
    text: "A `callbackUrl` that is a number, a boolean, an array or an object is refused.",
    because: REQUIRED,
  },
  "callback-url.not-a-url": {
    level: "inferred",
    sections: ["2.2", "7"],
    text: "A `callbackUrl` that is no URL is refused.",
    because: RULE,
  },
  "callback-url.leading-blank": {
    level: "inferred",
    sections: ["2.2", "7"],
    text: "A callback URL that begins with white space is refused.",
    because: RULE,
  },
  "callback-url.white-space-in-host": {
    level: "inferred",
    sections: ["2.2", "7"],
    text: "A callback URL with white space in its host is refused.",
    because: RULE,
  },
  "callback-url.without-host": {
    level: "inferred",
    sections: ["2.2", "7"],
    text: "A callback URL without a host is refused.",
    because: RULE,
  },
  "callback-url.https-only": {
    level: "inferred",
    sections: ["2.2", "8"],
    text: "A callback URL with a scheme other than https is refused.",
    because: RULE,
  },
  "callback-url.without-scheme": {
    level: "inferred",
    sections: ["2.2", "8"],
    text: "A callback URL without a scheme is refused.",
    because: RULE,
  },
  "callback-url.look-alike-scheme": {
    level: "inferred",
    sections: ["2.2", "8"],
    text: "A callback URL whose scheme only looks like https is refused.",
    because: RULE,
  },
  "callback-url.https-elsewhere": {
    level: "inferred",
    sections: ["2.2", "8"],
    text: "A callback URL that holds `https://` anywhere but at its beginning, and has another scheme, is refused.",
    because: RULE,
  },
  "callback-url.unusual-as-given": {
    level: "stated",
    sections: ["2.2", "3.2"],
    text: "An unusual callback URL (port, userinfo, fragment, upper-case scheme, IP literal, single label) that was accepted is returned as given.",
  },
  "callback-url.international-as-given": {
    level: "inferred",
    sections: ["2.2", "3.2"],
    text: "A callback URL with characters beyond ASCII that was accepted is returned as given.",
    because: "The configuration holds the callback URL that was registered, in whatever form it came.",
  },
  "callback-url.port": { level: "unspecified", sections: ["2.2"], text: "A callback URL with a port." },
  "callback-url.userinfo": {
    level: "unspecified",
    sections: ["2.2"],
    text: "A callback URL with user information.",
  },
  "callback-url.fragment": {
    level: "unspecified",
    sections: ["2.2"],
    text: "A callback URL with a fragment.",
  },
  "callback-url.upper-case-scheme": {
    level: "unspecified",
    sections: ["2.2", "8"],
    text: "A callback URL with its https scheme in upper or mixed case.",
  },
  "callback-url.ip-literal": {
    level: "unspecified",
    sections: ["2.2"],
    text: "A callback URL with an IP address as host.",
  },
  "callback-url.single-label": {
    level: "unspecified",
    sections: ["2.2"],
    text: "A callback URL with a host of a single label.",
  },
  "callback-url.long-label": {
    level: "unspecified",
    sections: ["2.2"],
    needs: ["other-hosts"],
    text: "A callback URL with a host label of 63 characters.",
  },
  "callback-url.unusual-host": {
    level: "unspecified",
    sections: ["2.2"],
    text: "A callback URL with an underscore in its host, an upper-case host, or a dot behind it.",
  },
  "callback-url.dot-segments": {
    level: "unspecified",
    sections: ["2.2"],
    text: "A callback URL with dot segments, which URL parsers resolve.",
  },
  "callback-url.unescaped": {
    level: "unspecified",
    sections: ["2.2"],
    text: "A callback URL with ASCII characters that RFC 3986 wants escaped, or with a percent sign that begins no escape.",
  },
  "callback-url.international": {
    level: "unspecified",
    sections: ["2.2"],
    text: "A callback URL with characters beyond ASCII.",
  },
  "callback-url.repaired-white-space": {
    level: "unspecified",
    sections: ["2.2"],
    text: "A callback URL with white space at its end or in its path, which URL parsers repair.",
  },
  "callback-url.length-unit": {
    level: "unspecified",
    sections: ["2.2", "8"],
    text: "Whether the length of a callback URL beyond ASCII is counted in characters, UTF-16 units or bytes.",
  },
} as const satisfies Area<"callback-url">;
