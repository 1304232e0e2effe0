import { unspecified } from "../../../lib/api/webhook/requirement.ts";
import { secondMerchant } from "../../../lib/profile/needs.ts";
import { summarizeLooks } from "../../../lib/engine/observed.ts";
import { returnedField } from "../../../lib/api/webhook/oracles/returned-field.ts";
import { describeJson } from "../../../lib/api/json/json.ts";

export const scopeOfIds = unspecified("isolation.id-scope", {
  sections: ["2.1"],
  needs: [secondMerchant],
  text: "Whether the configurations of two merchants may have the same `id`.",
  observe: async ({ merchant, rival }) => {
    const looks: string[] = [];
    for (let time = 0; time < 2; time += 1) {
      const [own, other] = [await merchant.settled(), await rival.settled()].map((one) =>
        returnedField(one, "id"),
      );
      looks.push(
        describeJson(own) === describeJson(other)
          ? "the same for two merchants"
          : "another for each merchant",
      );
    }
    return summarizeLooks(looks);
  },
});
