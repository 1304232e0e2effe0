import { unspecified } from "../../../lib/api/webhook/requirement.ts";
import { type Draft, registerBody, registerDraft } from "../../../lib/api/request/draft.ts";
import type { WebhookContext } from "../../../lib/api/webhook/webhook-context.ts";
import {
  observeAcceptance,
  acceptanceOf,
  observeAcceptances,
} from "../../../lib/api/webhook/observing/acceptance.ts";
import { type Observed, summarizeLooks, lookTwice } from "../../../lib/engine/observed.ts";
import { type Transition, transitionsIn } from "../../../lib/api/webhook/observing/transitions.ts";
import { returnedField } from "../../../lib/api/webhook/oracles/returned-field.ts";
import { updateTimeAfter } from "../../../lib/api/webhook/observing/update-time.ts";
import { InapplicableError, InconclusiveError } from "../../../lib/engine/verdict.ts";

const LOOKS = 2;
function statuses({ seen }: WebhookContext, kind: Transition["kind"]): number[] {
  return transitionsIn(seen.answers).flatMap((transition) =>
    transition.kind === kind && "status" in transition ? [transition.status] : [],
  );
}
/** The status after a step, seen in the run or brought about now. */
async function statusAfter(
  context: WebhookContext,
  kind: Transition["kind"],
  bringAbout: () => Promise<unknown>,
): Promise<Observed> {
  for (let more = statuses(context, kind).length; more < LOOKS; more += 1) {
    returnedField(await context.merchant.settled(), "status");
    await bringAbout();
  }
  const found = statuses(context, kind);
  if (found.length === 0) throw new InconclusiveError("The target does not let it come about.");
  return summarizeLooks(found);
}

export const statusAfterTheFirst = unspecified("register.status-after-first", {
  sections: ["3.2"],
  text: "`status` after the first register of a merchant.",
  observe: async (context) => {
    const found = statuses(context, "first register");
    if (found.length > 0) return summarizeLooks(found);
    throw new InapplicableError(
      "No merchant of the run was seen before its first register; nothing can delete a configuration.",
    );
  },
});

export const statusAfterAnother = unspecified("register.status-after-again", {
  sections: ["3.2"],
  text: "`status` after registering again on a configuration that was not disabled.",
  observe: async (context) => {
    const { merchant, urls } = context;
    return statusAfter(context, "register again", async () => {
      await merchant.enabled();
      await merchant.holds(urls.fresh());
    });
  },
});

export const statusAfterOneOnDisabled = unspecified("register.status-after-disabled", {
  sections: ["3.2"],
  text: "`status` after registering on a disabled configuration.",
  observe: async (context) => {
    const { merchant, urls } = context;
    return statusAfter(context, "register on disabled", async () => {
      await merchant.disabled();
      await merchant.holds(urls.fresh());
    });
  },
});

export const movesUpdateTime = unspecified("register.update-time", {
  sections: ["2.1", "3.2"],
  text: "Whether register moves `updateTime`, with another callback URL and with the stored one.",
  observe: async (context) => {
    const { merchant, urls } = context;
    return lookTwice(context, async () => {
      const url = urls.fresh();
      return {
        "another callback URL": await updateTimeAfter(context, async () => merchant.accepts(url)),
        "the stored callback URL": await updateTimeAfter(context, async () => merchant.accepts(url)),
      };
    });
  },
});

export const unknownMembers = unspecified("register.unknown-members", {
  sections: ["2.2"],
  text: "A body with a member that the document does not name.",
  observe: async (context) =>
    acceptanceOf(context, () => bodyDraft({ callbackUrl: context.urls.fresh(), unknownMember: 1 })),
});

export const assignedMembers = unspecified("register.assigned-members", {
  sections: ["2.1", "2.2"],
  text: "A body with `retryCount`, which query returns and register does not name: whether it is stored. The check restores the old value.",
  observe: async (context) => {
    const register = async (retryCount: number) =>
      observeAcceptance(context, bodyDraft({ callbackUrl: context.urls.fresh(), retryCount }));
    return lookTwice(context, async () => {
      const before = returnedField(await context.merchant.configuration(), "retryCount");
      if (typeof before !== "number") throw new InapplicableError("`retryCount` is no number.");
      const taken = await register(before + 1);
      if (taken !== "accepted") return taken;
      const { retryCount } = await context.merchant.configuration();
      if (retryCount === before) return "ignored";
      await register(before);
      return "stored";
    });
  },
});

export const caseOfMembers = unspecified("register.member-case", {
  sections: ["2.2"],
  text: "A body with `callbackUrl` in another letter case, as some parsers read it.",
  observe: async (context) =>
    observeAcceptances(context, {
      callbackurl: () => bodyDraft({ callbackurl: context.urls.fresh() }),
      CallbackUrl: () => bodyDraft({ CallbackUrl: context.urls.fresh() }),
    }),
});

export const duplicateMembers = unspecified("register.duplicate-members", {
  sections: ["2.2"],
  text: "A body that names `callbackUrl` twice.",
  observe: async (context) => {
    const { merchant, urls } = context;
    return lookTwice(context, async () => {
      const [first, last] = [urls.fresh(), urls.fresh()];
      const body = `{"callbackUrl":${JSON.stringify(first)},"callbackUrl":${JSON.stringify(last)}}`;
      if ((await observeAcceptance(context, registerBody(body, "open"))) === "refused") return "refused";
      const { callbackUrl } = await merchant.configuration();
      if (callbackUrl === first) return "the first one counts";
      return callbackUrl === last ? "the last one counts" : "accepted";
    });
  },
});

export const otherContentTypes = unspecified("register.content-types", {
  sections: ["4.1"],
  text: "A register with another Content-Type, with parameters, or with none.",
  observe: async (context) => {
    const typed = (contentType: string) => () => ({
      ...registerDraft(context.urls.fresh(), "open"),
      contentType,
    });
    return observeAcceptances(context, {
      "application/json; charset=utf-8": typed("application/json; charset=utf-8"),
      "text/plain": typed("text/plain"),
      "application/x-www-form-urlencoded": typed("application/x-www-form-urlencoded"),
      none: () => {
        const { contentType: _, ...draft } = registerDraft(context.urls.fresh(), "open");
        return draft;
      },
    });
  },
});

export const lenientJson = unspecified("register.lenient-json", {
  sections: ["4.2"],
  text: "A body that only a lenient parser reads: bytes after the object, trailing comma, single quotes, comments, byte order mark.",
  observe: async (context) => {
    const { urls } = context;
    const whole = () => JSON.stringify({ callbackUrl: urls.fresh() });
    return observeAcceptances(context, {
      "bytes after the object": () => registerBody(`${whole()} {}`, "open"),
      "a trailing comma": () => registerBody(whole().replace("}", ",}"), "open"),
      "single quotes": () => registerBody(whole().replaceAll('"', "'"), "open"),
      "a comment": () => registerBody(whole().replace("{", "{/* hook */"), "open"),
      "a byte order mark": () => registerBody(`\ufeff${whole()}`, "open"),
    });
  },
});

export const otherMethods = unspecified("register.other-methods", {
  sections: ["4"],
  text: "Register with another HTTP method.",
  observe: async (context) => {
    const by = (method: string) => () => ({
      ...registerDraft(context.urls.fresh(), "open"),
      label: `register by ${method}`,
      method,
    });
    return observeAcceptances(context, { PUT: by("PUT"), PATCH: by("PATCH") });
  },
});

function bodyDraft(body: unknown): Draft {
  return registerBody(JSON.stringify(body), "open");
}
