import type { Deviation } from "../../../engine/requirement/deviation.ts";
import type { RuleFinding } from "../../../engine/requirement/requirement.ts";
import { type Answer, succeeded } from "../../exchange/answer.ts";
import type { JsonValue } from "../../json/json.ts";
import { leavesIn } from "../../json/leaves.ts";
import { hasConfiguration } from "../../merchant/configuration.ts";
import type { Known } from "../model/known.ts";
import type { WebhookMoment } from "../webhook-moment.ts";
import { broken, KEPT, NOTHING } from "../../exchange/rule-findings.ts";
import { percentEncoded } from "../../../text/percent-encoded.ts";

/** Shorter values would be found by chance. */
const MIN_TELLING_CHARS = 5;

export const SHOWN_BY_A_REFUSAL: Deviation = { what: "a refusal shows stored values", when: [] };

/** A refusal of credentials shows nothing of a configuration (sections 1 and 5). */
export function revealsNothing(
  answer: Answer,
  { known }: Pick<WebhookMoment, "known">,
): readonly RuleFinding[] {
  const { draft, envelope, wire } = answer;
  if (draft.label === "query" && succeeded(answer)) return NOTHING;
  const texts = [...wire.headers.map(([, value]) => value), ...textsIn(envelope)];
  const shown = tellingValues(answer, known).find((value) => texts.some((text) => text.includes(value)));
  const leaked = draft.label !== "query" && hasConfiguration(envelope?.["data"]);
  if (shown === undefined && !leaked) return KEPT;
  const actual = shown === undefined ? "fields of a configuration in `data`" : `the stored value ${shown}`;
  return broken("a refusal that shows nothing of a configuration", actual, {
    deviations: [SHOWN_BY_A_REFUSAL],
  });
}

/** Values that a rejection must not show: the stored URL; with a wrong key, also the merchant. */
function tellingValues({ draft, request }: Answer, { seen }: Known): string[] {
  const { callbackUrl, merchantId } = seen ?? {};
  const values = draft.expects === "refused key" ? [callbackUrl, merchantId] : [callbackUrl];
  return values
    .filter((value) => typeof value === "string")
    .filter((value) => value.length >= MIN_TELLING_CHARS && !isSent(value, request, draft.url));
}

/** A server may repeat what a request said: its address, headers and body. */
function isSent(value: string, { path, headers, body }: Answer["request"], callbackUrl = ""): boolean {
  const texts = [callbackUrl, path, Buffer.from(body ?? []).toString(), ...headers.map(([, text]) => text)];
  return texts.some((text) => text.includes(value) || text.includes(percentEncoded(value)));
}

function textsIn(root: JsonValue | undefined): readonly string[] {
  return leavesIn(root).flatMap(({ value }) => (typeof value === "string" ? value : []));
}
