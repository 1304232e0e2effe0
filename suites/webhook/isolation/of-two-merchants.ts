import { secondMerchant } from "../../../lib/profile/needs/needs.ts";

/** The needs and the reason of requirements about the configuration of another merchant. */
export const OF_TWO_MERCHANTS = {
  needs: [secondMerchant],
  because:
    "Every operation acts on the configuration of the calling merchant, and the credentials say who calls.",
};
