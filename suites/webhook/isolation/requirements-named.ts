import { byAll } from "../../../lib/api/request/detour.ts";
import {
  NAMING_BY_BODY,
  NAMING_BY_COOKIE,
  NAMING_BY_HEADER,
  NAMING_BY_PATH,
  NAMING_BY_QUERY,
} from "../../../lib/api/request/naming-detours.ts";
import { assertReachesNoOther } from "../../../lib/api/webhook/oracles/reaches-no-other.ts";
import { inferred } from "../../../lib/api/webhook/requirement.ts";
import { secondMerchant } from "../../../lib/profile/needs.ts";
import { CALLER } from "./because.ts";

export const noQueryParameterReachesOthers = inferred("isolation.query-parameter", {
  sections: ["1", "4.2"],
  needs: [secondMerchant],
  text: "No query parameter, and no merchant named in the path, reaches another merchant's configuration.",
  because: CALLER,
  check: async (context) => {
    await assertReachesNoOther(context, [...NAMING_BY_QUERY, ...NAMING_BY_PATH]);
  },
});

export const noBodyMemberReachesOthers = inferred("isolation.body-member", {
  sections: ["1", "4.2"],
  needs: [secondMerchant],
  text: "No member of a request body reaches another merchant's configuration.",
  because: CALLER,
  check: async (context) => {
    await assertReachesNoOther(context, NAMING_BY_BODY);
  },
});

export const noHeaderReachesOthers = inferred("isolation.header", {
  sections: ["1", "4.1"],
  needs: [secondMerchant],
  text: "No request header other than the credentials, and no cookie, reaches another merchant's configuration.",
  because: CALLER,
  check: async (context) => {
    const [all, ...single] = NAMING_BY_HEADER;
    const [cookies, naming] = NAMING_BY_COOKIE;
    await assertReachesNoOther(context, [
      byAll("headers that name a merchant, and its cookies", [all, cookies]),
      naming,
      ...single,
    ]);
  },
});
