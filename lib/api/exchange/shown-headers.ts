import type { Arrival, ReceivedHeader } from "../../receiver/arrival.ts";
import { withoutNumbers } from "../../secrets/without-numbers.ts";

const HIDDEN = "[not kept]";
const MEDIA_TYPE = /^[a-z]+\/[a-z\d.+-]+(?:; ?charset="?[a-z\d-]+"?)?$/i;

/** Headers of a delivery as they may be shown: their names, and of few of them what says nothing of its event. */
export function shownHeaders(
  { headers, body }: Pick<Arrival, "headers" | "body">,
  host: string,
): ReceivedHeader[] {
  return headers.map(([name, value]) => [
    withoutNumbers(name),
    shownValue(name.toLowerCase(), value) ?? HIDDEN,
  ]);

  function shownValue(name: string, value: string): string | undefined {
    if (name === "host") return value.toLowerCase() === host ? value : undefined;
    if (name === "content-length") return value === String(body.length) ? value : undefined;
    if (name === "content-type") return MEDIA_TYPE.test(value) ? withoutNumbers(value) : undefined;
    return name === "user-agent" ? productOf(value) : undefined;
  }
}

/** Whose product sends, by a User-Agent; not which version. */
export function productOf(userAgent: string): string {
  return withoutNumbers(userAgent.replace(/[/\s].*/s, ""));
}
