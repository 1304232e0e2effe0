import type { Call } from "../../../lib/reference/call.ts";
import { mutant } from "../../../lib/reference/mutant.ts";
import { SIGNED } from "../../auth/signature/faults.ts";
import { accepting, currentOf } from "../callback-url/faults.ts";

const ofSecond = ({ headers, merchants }: Call): boolean => headers.get("x-api-key") === merchants[1]?.apiKey;

/** Rules that hold for one merchant, in one state, or early in a run alone. */
export const throughoutMutants = [
  mutant(
    "looks-at-no-timestamps-of-the-second-merchant",
    "lifecycle.refuses-credentials-throughout",
    ({ signature }) => ({
      signature: {
        notTooOld: (call, ...rest) => ofSecond(call) || signature.notTooOld(call, ...rest),
        notTooNew: (call, ...rest) => ofSecond(call) || signature.notTooNew(call, ...rest),
      },
    }),
    SIGNED,
  ),
  mutant(
    "takes-parts-of-the-second-key-while-disabled",
    "lifecycle.refuses-credentials-throughout",
    ({ authentication }) => ({
      authentication: {
        merchantOfKey: (call, key) => {
          const [, second] = call.merchants;
          const isDisabled = call.store.configurationOf(second?.name ?? "")?.status === 0;
          const isPart = key !== "" && second?.apiKey.startsWith(key) === true;
          return isDisabled && isPart ? second : authentication.merchantOfKey(call, key);
        },
      },
    }),
  ),
  mutant(
    "takes-any-scheme-of-the-second-merchant-while-disabled",
    "lifecycle.refuses-input-throughout",
    accepting((_url, call) => ofSecond(call) && currentOf(call)?.status === 0, ["not-https"]),
  ),
  mutant(
    "looks-at-schemes-on-used-connections-alone",
    "lifecycle.refuses-input-throughout",
    accepting((_url, { connection }) => connection.requests === 1, ["not-https"]),
  ),
];
