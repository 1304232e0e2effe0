import { observe } from "../../lib/check.ts";
import { steady } from "../../lib/observing/observed.ts";
import { returned } from "../../lib/oracles/returned.ts";
import { show } from "../../lib/wire/finding.ts";

export const scopeOfIds = observe("isolation.id-scope", async ({ merchant, rival }) => {
  const looks: string[] = [];
  for (let time = 0; time < 2; time += 1) {
    const [own, other] = [await merchant.settled(), await rival.settled()].map((one) => returned(one, "id"));
    looks.push(show(own) === show(other) ? "the same for two merchants" : "another for each merchant");
  }
  return steady(looks);
});
