import type { Call } from "../../../lib/reference/call.ts";
import { only, toMutants } from "../../../lib/reference/mutant.ts";
import { accepting, currentOf } from "../callback-url/faults.ts";
import { replacing } from "../../../lib/reference/changes.ts";

const ofSecond = ({ headers, merchants }: Call): boolean => headers.get("x-api-key") === merchants[1]?.apiKey;

/** Rules that hold for one merchant, in one state, or early in a run alone. */
export const throughoutMutants = toMutants({
  "lifecycle.refuses-credentials-throughout": {
    "looks-at-no-timestamps-of-the-second-merchant": only({ mode: "signed" }, ({ signature }) => ({
      signature: {
        notTooOld: (call, ...rest) => ofSecond(call) || signature.notTooOld(call, ...rest),
        notTooNew: (call, ...rest) => ofSecond(call) || signature.notTooNew(call, ...rest),
      },
    })),
    "takes-parts-of-the-second-key-while-disabled": replacing(
      "authentication.merchantOfKey",
      (merchantOfKey) => (call, key) => {
        const [, second] = call.merchants;
        const isDisabled = call.store.configurationOf(second?.name ?? "")?.status === 0;
        const isPart = key !== "" && second?.apiKey.startsWith(key) === true;
        return isDisabled && isPart ? second : merchantOfKey(call, key);
      },
    ),
  },
  "lifecycle.refuses-input-throughout": {
    "takes-any-scheme-of-the-second-merchant-while-disabled": accepting(
      (_url, call) => ofSecond(call) && currentOf(call)?.status === 0,
      ["not-https"],
    ),
    "looks-at-schemes-on-used-connections-alone": accepting(
      (_url, { connection }) => connection.requests === 1,
      ["not-https"],
    ),
  },
});
