import { sequence, TELLING_SEQUENCES } from "../../lib/arbitraries/sequence.ts";
import { check } from "../../lib/check.ts";
import { playAlone } from "../../lib/model/play.ts";
import { returned } from "../../lib/oracles/returned.ts";
import { same } from "../../lib/oracles/same.ts";

const SEQUENCES = { quick: 1, standard: 16, deep: 120 };
const TELLING = { quick: 0, standard: 2, deep: 2 };
const ROUNDS = { quick: 2, standard: 30, deep: 300 };
/** One connection has written and read already; others may remember what was before. */
const LANES_READ = ["reader"];

export const walksThrough = check("lifecycle.walkthrough", async ({ merchant, urls, listen }) => {
  listen();
  const [first, second, third] = [urls.fresh(), urls.fresh(), urls.fresh()];
  same(await merchant.holds(first), { callbackUrl: first });
  same(await merchant.holds(second), { callbackUrl: second });
  same(await merchant.disabled(), { callbackUrl: second, status: 0 });
  same(await merchant.holds(third), { callbackUrl: third });
});

export const endsWhereTheTransitionsLead = check("lifecycle.any-sequence", async (context) => {
  const { merchant, urls, forAll, listen, atDepth } = context;
  listen();
  returned(await merchant.settled(), "callbackUrl");
  for (const steps of TELLING_SEQUENCES.slice(0, atDepth(TELLING))) await playAlone(merchant, urls, steps);
  await forAll(sequence, SEQUENCES, async (steps) => playAlone(merchant, urls, steps));
});

export const showsTheLastWriteEverAfter = check(
  "lifecycle.reads-follow-writes",
  async ({ merchant, urls, atDepth, listen }) => {
    listen();
    returned(await merchant.settled(), "callbackUrl");
    for (let round = 0; round < atDepth(ROUNDS); round += 1) {
      await merchant.holds(urls.fresh());
      for (const lane of LANES_READ) await merchant.configuration(lane);
      if (round % 4 === 3) await merchant.disabled();
    }
  },
);
