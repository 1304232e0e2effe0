import { sequence } from "../../lib/arbitraries/sequence.ts";
import { check } from "../../lib/check.ts";
import { Player } from "../../lib/model/play.ts";
import { accepted } from "../../lib/oracles/accepted.ts";
import { same } from "../../lib/oracles/same.ts";

const SEQUENCES = { quick: 5, standard: 40, deep: 400 };
const ROUNDS = { quick: 12, standard: 80, deep: 500 };
const READINGS_A_ROUND = 2;

export const walksThrough = check("lifecycle.walkthrough", async ({ merchant, urls }) => {
  const [first, second, third] = [urls.fresh(), urls.fresh(), urls.fresh()];
  accepted(await merchant.register(first), "register");
  same(await merchant.configuration(), { callbackUrl: first });
  accepted(await merchant.register(second), "update");
  same(await merchant.configuration(), { callbackUrl: second });
  if ((await merchant.settled()).status === 1) accepted(await merchant.disable(), "disable");
  same(await merchant.disabled(), { callbackUrl: second, status: 0 });
  accepted(await merchant.register(third), "register after disable");
  same(await merchant.configuration(), { callbackUrl: third });
});

export const endsWhereTheTransitionsLead = check(
  "lifecycle.any-sequence",
  async ({ merchant, urls, forAll, listen }) => {
    listen();
    await forAll(sequence, SEQUENCES, async (steps) => {
      const player = new Player(merchant, urls);
      await player.start();
      for (const step of steps) await player.take(step);
      await player.end();
    });
  },
);

export const showsTheLastWriteEverAfter = check(
  "lifecycle.reads-follow-writes",
  async ({ merchant, urls, atDepth, listen }) => {
    listen();
    for (let round = 0; round < atDepth(ROUNDS); round += 1) {
      await merchant.holds(urls.fresh());
      for (let reading = 1; reading < READINGS_A_ROUND; reading += 1) await merchant.configuration();
      if (round % 4 === 3) await merchant.disabled();
    }
  },
);
