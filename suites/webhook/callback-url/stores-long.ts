import type { WebhookContext } from "../../../lib/api/webhook/webhook-context.ts";
import { type Filling, urlOfLength } from "../../../lib/api/webhook/inputs/callback-url.ts";
import { storesAsGiven } from "./stores-as-given.ts";

const PLACES: Readonly<Record<Filling, string>> = {
  path: "all in the path",
  segment: "all in one segment of the path",
  query: "all in the query",
  escapes: "all in escapes",
  value: "all in one value of the query",
  fragment: "all in the fragment",
};

/** Asks to store a long URL; a reader is shown its length, not its characters. */
export async function storesLong(
  context: Pick<WebhookContext, "merchant" | "urls">,
  length: number,
  filling: Filling,
): Promise<void> {
  const what = `a URL of exactly ${length} characters (${PLACES[filling]})`;
  await storesAsGiven(context, urlOfLength(context.urls, length, filling), what);
}
