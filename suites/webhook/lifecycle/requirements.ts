import { Violation } from "../../../lib/engine/record/verdict.ts";
import { inOneRound } from "../../../lib/api/webhook/requirement.ts";
import { configurationIn } from "../../../lib/api/merchant/configuration.ts";
import { SEQUENCES, sequence, TELLING_SEQUENCES } from "../../../lib/api/webhook/inputs/sequence.ts";
import { STORED } from "../../../lib/api/webhook/oracles/assert-unchanged.ts";
import { refuseWithoutEffect } from "../../../lib/api/webhook/refuse-without-effect.ts";
import { playAlone } from "../../../lib/api/webhook/model/play.ts";
import {
  refusesWrongCredentials,
  refusesWrongInputs,
} from "../../../lib/api/webhook/oracles/refuses-throughout.ts";
import { returnedUrl } from "../../../lib/api/webhook/oracles/returned-field.ts";
import { assertSame } from "../../../lib/api/webhook/oracles/assert-same.ts";
import { byMethod, type Detour } from "../../../lib/api/request/detour.ts";
import type { Draft } from "../../../lib/api/request/draft.ts";

const { advisory, inferred, stated } = inOneRound;

/** A read that is late now and then shows in many of them only. */
const ROUNDS = { quick: 2, standard: 16, deep: 300 };
/** One of many queries may show the state before the last write for ever. */
const READINGS_AFTER_A_LAG = 40;
/** One connection has written and read already; others may remember what was before. */
const LANES_READ = ["reader"];

export const walksThrough = stated("lifecycle.walkthrough", {
  spends: true,
  accompanies: ["webhook", "envelope"],
  sections: ["1", "3.2", "4.2"],
  text: "Register, update, query and disable, one after the other, each have the effect that the document gives them.",
  check: async ({ merchant, urls, listen }) => {
    listen();
    const [first, second, third] = [urls.fresh(), urls.fresh(), urls.fresh()];
    assertSame(await merchant.holds(first), { callbackUrl: first });
    assertSame(await merchant.holds(second), { callbackUrl: second });
    assertSame(await merchant.disabled(), { callbackUrl: second, status: 0 });
    assertSame(await merchant.holds(third), { callbackUrl: third });
  },
});

/** Generated sequences at the depths that have time for them. */
const GENERATED = { ...SEQUENCES, quick: 0 };

export const endsWhereTheTransitionsLead = inferred("lifecycle.any-sequence", {
  spends: true,
  sections: ["3.2"],
  text: "Every sequence of register, query and disable, refused ones among them, ends where the transitions lead.",
  because: "The effect of an operation depends on the configuration alone, not on how it came about.",
  check: async (context) => {
    const { merchant, urls, forAll, listen, effort } = context;
    listen();
    returnedUrl(await merchant.settled());
    for (const steps of effort.tried(TELLING_SEQUENCES)) await playAlone(merchant, urls, steps);
    await forAll(sequence, async (steps) => playAlone(merchant, urls, steps), GENERATED);
  },
});

export const changesNothingWhenRefused = inferred("lifecycle.refusal-changes-nothing", {
  sections: ["3.2", "4", "7"],
  readsOneOf: STORED,
  text: "A refused request changes nothing of any merchant, whatever its operation and its method.",
  because: "Only the listed transitions change a configuration; a refusal is not among them.",
  check: async (context) => refuseWithoutEffect(context, OTHER_METHODS),
});

export const showsTheLastWriteAtOnce = advisory("lifecycle.reads-at-once", {
  sections: ["1", "3.2"],
  text: "A query shows the last accepted write at once.",
  last: true,
  check: async ({ merchant, urls, readLag }) => {
    const callbackUrl = urls.fresh();
    assertSame(await merchant.holds(callbackUrl), { callbackUrl });
    if (readLag.ms > 0) throw showsLate("at once", readLag.ms);
  },
});

export const showsTheLastWriteEverAfter = inferred("lifecycle.reads-follow-writes", {
  sections: ["1", "3.2"],
  text: "A query shows the last accepted write within `limits.readLagSeconds`, and ever after, however often both are repeated.",
  because: "Query returns the configuration, and an answered write has changed it.",
  last: true,
  check: async ({ merchant, urls, effort, listen, readLag, pause }) => {
    if (readLag.isFailure) throw showsLate(`within ${readLag.limitMs} ms`, readLag.ms);
    listen();
    returnedUrl(await merchant.settled());
    for (let round = 0; round < effort.at(ROUNDS); round += 1) {
      const callbackUrl = urls.fresh();
      assertSame(await merchant.holds(callbackUrl), { callbackUrl });
      for (const lane of LANES_READ) assertSame(await merchant.configuration({ lane }), { callbackUrl });
      if (round % 4 === 3) assertSame(await merchant.disabled(), { callbackUrl });
    }
    if (readLag.ms === 0) return;
    const callbackUrl = urls.fresh();
    await merchant.accepts(callbackUrl);
    await pause(readLag.limitMs);
    for (let reading = 0; reading < READINGS_AFTER_A_LAG; reading += 1)
      assertSame(configurationIn(await merchant.peek()) ?? {}, { callbackUrl });
  },
});

export const refusesInputThroughout = inferred("lifecycle.refuses-input-throughout", {
  sections: ["2.2", "3.2", "8"],
  text: "A register that breaks the rules of its input is refused to every merchant, enabled and disabled, over used and new connections, at the end of a run as at its beginning.",
  because: "The rules of `callbackUrl` and of the body are stated without a condition.",
  last: true,
  check: refusesWrongInputs,
});

export const refusesCredentialsThroughout = inferred("lifecycle.refuses-credentials-throughout", {
  sections: ["3.2", "4.1", "5"],
  text: "Wrong credentials are refused for every merchant, enabled and disabled, over used and new connections, at the end of a run as at its beginning.",
  because: "Every request is authenticated by itself, whatever state a configuration is in.",
  last: true,
  check: refusesWrongCredentials,
});

/** Reports the lag. Every other check waits for it, so that only this one fails or warns. */
function showsLate(when: string, readLagMs: number): Violation {
  return new Violation({
    expected: `a query after an accepted register or disable to show its effect ${when}`,
    actual: `the earlier configuration, until ${readLagMs} ms later`,
  });
}

/** Methods whose requests have no body. */
const WITHOUT_BODY = ["GET", "HEAD", "OPTIONS"];

/**
 * Requests by another method than POST, the most revealing first. A target may serve them: the document is silent. DELETE is
 * left out, because a target that serves it may delete a configuration, and nothing brings its id back.
 */
const OTHER_METHODS: readonly Detour[] = ["PUT", "GET", "HEAD", "PATCH", "OPTIONS"].map((method) => ({
  ...byMethod(method),
  operations: ["register", "disable", "query"],
  take: (draft) => ({ ...(WITHOUT_BODY.includes(method) ? withoutBody(draft) : draft), method }),
}));

function withoutBody({ label, path, expects, method, lane = "detour" }: Draft): Draft {
  return { label, path, expects, method, lane, isAstray: true };
}
