import { checkedText } from "../../files/fields.ts";

/** Leaves room for the run's id and for generated paths in the 512 characters of a callback URL. */
const MAX_BASE_CHARS = 200;
const IPV4 = /^\d+(\.\d+){3}$/;

/** The URL below which every registered callback URL lies. Every reasonable validator accepts it. Ends in a slash. */
export const callbackBaseSchema = checkedText(callbackBaseProblem).transform((text) =>
  text.endsWith("/") ? text : `${text}/`,
);

function callbackBaseProblem(text: string): string | undefined {
  const url = /^https:\/\/[^\s\\]+$/i.test(text) ? URL.parse(text) : null;
  if (url === null) return "expected an absolute URL that begins with https://";
  if (text.includes("?") || text.includes("#")) return "expected a URL without query and fragment";
  if (text.includes("@")) return "expected a URL without user name and password";
  const host = url.hostname;
  if (IPV4.test(host) || host.startsWith("[")) return "expected a host name, not an IP address";
  if (/^https:\/\/[^/]*:/i.test(text)) return "expected a URL without a port";
  if (!host.includes(".") || host.endsWith("."))
    return "expected a host name of at least two labels, such as a.example";
  if (text.length > MAX_BASE_CHARS) return `expected at most ${MAX_BASE_CHARS} characters`;
  const plain = (url.href === text || url.href === `${text}/`) && /^[\w\-.~!$&'()*+,;=:%/]*$/.test(text);
  return plain ? undefined : `expected a URL in its plain form, such as ${url.href}`;
}
