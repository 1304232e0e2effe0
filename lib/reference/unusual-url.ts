import type { urlAxes } from "./axes/api.ts";
import { urlParts, type UrlParts } from "./url-parts.ts";

/** An axis that lets one kind of unusual URL pass or not. */
export type UrlTrait = Exclude<keyof typeof urlAxes, "lengthUnit">;

const MAX_LABEL_CHARS = 63;
const IP_LITERAL = /^(\[.*\]|[\d.]+|0x[\da-f.x]+)$/i;

const traits: Record<UrlTrait, (parts: UrlParts) => boolean> = {
  portUrl: ({ authority }) => /:\d*$/.test(authority),
  userinfoUrl: ({ authority }) => authority.includes("@"),
  fragmentUrl: ({ rest }) => rest.includes("#"),
  upperCaseSchemeUrl: ({ url }) => !url.startsWith("https:"),
  ipLiteralUrl: ({ host }) => IP_LITERAL.test(host),
  singleLabelUrl: ({ host }) => !host.includes(".") && !IP_LITERAL.test(host),
  unusualHostUrl: ({ host }) => !IP_LITERAL.test(host) && isUnusualHost(host),
  longLabelUrl: ({ host }) => host.split(".").some((label) => label.length === MAX_LABEL_CHARS),
  dotSegmentUrl: ({ rest }) => /\/\.\.?([/?#]|$)/.test(rest),
  nonAsciiHostUrl: ({ host }) => !isAscii(host),
  nonAsciiPathUrl: ({ rest }) => !isAscii(rest),
  // eslint-disable-next-line no-control-regex
  whitespaceUrl: ({ rest }) => /[\s\u0000-\u0020\u007f]/.test(rest),
  unescapedUrl: ({ rest }) => /["<>^`{|}[\]]/.test(rest),
  malformedEscapeUrl: ({ rest }) => /%(?![\da-f]{2})/i.test(rest),
};

/** The unusual parts of a URL that has an https scheme and a host. */
export function unusualTraits(url: string): UrlTrait[] {
  const parts = urlParts(url);
  return Object.entries(traits)
    .filter(([, shows]) => shows(parts))
    .map(([trait]) => trait)
    .filter(isTrait);
}

function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}

function isUnusualHost(host: string): boolean {
  if (host.length > 253) return true;
  return isAscii(host) && host.split(".").some((label) => !/^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i.test(label));
}

function isTrait(name: string): name is UrlTrait {
  return Object.hasOwn(traits, name);
}
