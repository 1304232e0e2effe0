import { unspecified } from "../../../lib/api/webhook/requirement.ts";
import { type Draft, IN_CHUNKS, registerBody, registerDraft } from "../../../lib/api/request/draft.ts";
import type { WebhookContext } from "../../../lib/api/webhook/webhook-context.ts";
import { acceptanceOf, observeAcceptance } from "../../../lib/api/webhook/observing/acceptance.ts";
import { answersOf, refusalsOf } from "../../../lib/api/webhook/observing/answer-traits.ts";
import { askTwice, eachPart, summarizeLooks } from "../../../lib/engine/judge/observed.ts";
import type { Observed } from "../../../lib/engine/requirement/parts.ts";
import type { Transition } from "../../../lib/api/webhook/observing/seen-answer.ts";
import { returnedField } from "../../../lib/api/webhook/oracles/returned-field.ts";
import { updateTimeAfter } from "../../../lib/api/webhook/observing/update-time.ts";
import { plainOf } from "../../../lib/api/json/type-of.ts";
import type { Plain } from "../../../lib/engine/requirement/plain.ts";
import { InapplicableError, InconclusiveError } from "../../../lib/engine/record/verdict.ts";

const LOOKS = 2;

export const answer = unspecified("register.answer", {
  sections: ["2.3", "4.1", "7"],
  text: "How register answers: status, code, texts, further members, JSON style, headers.",
  observe: answersOf("register"),
});

export const refusals = unspecified("register.refusals", {
  sections: ["2.2", "4.2", "7"],
  text: "How a register with an invalid body is refused.",
  observe: refusalsOf("no body", "malformed body", "array as body", "no callback URL"),
});

function statuses({ seen }: WebhookContext, kind: Transition): Plain[] {
  return seen.answers
    .filter(({ transition }) => transition === kind)
    .map(({ configuration }) => plainOf(configuration?.["status"] ?? null));
}

/** The status after a step, seen in the run or brought about now. */
function statusAfter(
  kind: Transition,
  before: (context: WebhookContext) => Promise<unknown>,
): (context: WebhookContext) => Promise<Observed> {
  return async (context) => {
    const { merchant, urls } = context;
    for (let more = statuses(context, kind).length; more < LOOKS; more += 1) {
      returnedField(await merchant.settled(), "status");
      await before(context);
      await merchant.holds(urls.fresh());
    }
    const found = statuses(context, kind);
    if (found.length === 0) throw new InconclusiveError("The target does not let it come about.");
    return summarizeLooks(found);
  };
}

function updateTime(url: (context: WebhookContext) => Promise<string>) {
  return askTwice<WebhookContext>(async (context) => {
    const registered = await url(context);
    return updateTimeAfter(context, async () => context.merchant.accepts(registered));
  });
}

export const effect = unspecified("register.effect", {
  sections: ["2.1", "3.2"],
  text: "What register does to `status`, at first, again and on a disabled configuration, and to `updateTime`.",
  observe: eachPart<WebhookContext>({
    "status after the first": async (context) => {
      const found = statuses(context, "first register");
      if (found.length > 0) return summarizeLooks(found);
      throw new InapplicableError(
        "No merchant of the run was seen before its first register; nothing can delete a configuration.",
      );
    },
    "status after another": statusAfter("register again", async ({ merchant }) => merchant.enabled()),
    "status after one on a disabled configuration": statusAfter(
      "register on disabled",
      async ({ merchant }) => merchant.disabled(),
    ),
    "updateTime, with another callback URL": updateTime(async ({ urls }) => urls.fresh()),
    "updateTime, with the stored callback URL": updateTime(async ({ merchant, urls }) => {
      const { callbackUrl } = await merchant.settled();
      if (typeof callbackUrl === "string") return callbackUrl;
      const url = urls.fresh();
      await merchant.accepts(url);
      return url;
    }),
  }),
});

const body = (make: (url: string) => unknown) =>
  acceptanceOf(({ urls }) => registerBody(JSON.stringify(make(urls.fresh())), "open"));
const text = (change: (json: string) => string) =>
  acceptanceOf(({ urls }) => registerBody(change(JSON.stringify({ callbackUrl: urls.fresh() })), "open"));
const request = (change: Partial<Draft>) =>
  acceptanceOf(({ urls }) => ({ ...registerDraft(urls.fresh()), ...change }));
const typed = (contentType: string) => request({ contentType });
const by = (method: string) => request({ label: `register by ${method}`, method });

export const unusualRequests = unspecified("register.unusual-requests", {
  sections: ["2.1", "2.2", "4", "4.1", "4.2"],
  text: "Which unusual registers are accepted, with bodies that a lenient parser reads, other headers and HTTP methods; and which members count.",
  observe: eachPart<WebhookContext>({
    "unknown member": body((callbackUrl) => ({ callbackUrl, unknownMember: 1 })),
    "member callbackurl": body((callbackurl) => ({ callbackurl })),
    "member CallbackUrl": body((CallbackUrl) => ({ CallbackUrl })),
    "callbackUrl twice": askTwice(whichCounts),
    "application/json; charset=utf-8": typed("application/json; charset=utf-8"),
    "text/plain": typed("text/plain"),
    "application/x-www-form-urlencoded": typed("application/x-www-form-urlencoded"),
    "no Content-Type": acceptanceOf(({ urls }) => {
      const { contentType: _, ...draft } = registerDraft(urls.fresh());
      return draft;
    }),
    "bytes after the object": text((json) => `${json} {}`),
    "trailing comma": text((json) => json.replace("}", ",}")),
    "single quotes": text((json) => json.replaceAll('"', "'")),
    comment: text((json) => json.replace("{", "{/* hook */")),
    "byte order mark": text((json) => `\ufeff${json}`),
    PUT: by("PUT"),
    PATCH: by("PATCH"),
    "no User-Agent": request({ userAgent: "" }),
    "chunked body": request({ ...IN_CHUNKS, isAstray: true }),
  }),
});

async function whichCounts(context: WebhookContext): Promise<string> {
  const { merchant, urls } = context;
  const [first, last] = [urls.fresh(), urls.fresh()];
  const twice = `{"callbackUrl":${JSON.stringify(first)},"callbackUrl":${JSON.stringify(last)}}`;
  if ((await observeAcceptance(context, registerBody(twice, "open"))) === "refused") return "refused";
  const { callbackUrl } = await merchant.configuration();
  if (callbackUrl === first) return "the first one counts";
  return callbackUrl === last ? "the last one counts" : "accepted";
}
