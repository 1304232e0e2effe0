import type { Area } from "./requirement.ts";

const CALLER =
  "Every operation acts on the configuration of the calling merchant, and the credentials say who calls.";

export const isolation = {
  "isolation.query-own": {
    level: "stated",
    sections: ["1", "4.2"],
    needs: ["second-merchant"],
    text: "Query answers with the caller's configuration, never with another merchant's.",
  },
  "isolation.disable-own": {
    level: "stated",
    sections: ["1", "3.2"],
    needs: ["second-merchant"],
    text: "Disable acts on the caller's configuration and leaves another merchant's as it is.",
  },
  "isolation.register-own": {
    level: "inferred",
    sections: ["1", "3.2"],
    needs: ["second-merchant"],
    text: "Register acts on the caller's configuration and leaves another merchant's as it is.",
    because: CALLER,
  },
  "isolation.merchant-ids-differ": {
    level: "inferred",
    sections: ["2.1"],
    needs: ["second-merchant"],
    text: "Two merchants have different `merchantId`s.",
    because: "`merchantId` identifies the merchant.",
  },
  "isolation.query-parameter": {
    level: "inferred",
    sections: ["1", "4.2"],
    needs: ["second-merchant"],
    text: "No query parameter reaches another merchant's configuration.",
    because: CALLER,
  },
  "isolation.body-member": {
    level: "inferred",
    sections: ["1", "4.2"],
    needs: ["second-merchant"],
    text: "No member of a request body reaches another merchant's configuration.",
    because: CALLER,
  },
  "isolation.header": {
    level: "inferred",
    sections: ["1", "4.1"],
    needs: ["second-merchant"],
    text: "No request header other than the credentials reaches another merchant's configuration.",
    because: CALLER,
  },
  "isolation.any-sequence": {
    level: "inferred",
    sections: ["1", "3.2"],
    needs: ["second-merchant"],
    text: "Two merchants who take turns in any sequence never see each other's changes.",
    because: CALLER,
  },
  "isolation.concurrent": {
    level: "inferred",
    sections: ["1", "3.2"],
    needs: ["second-merchant"],
    text: "Two merchants who call at the same time never see each other's changes.",
    because: CALLER,
  },
  "isolation.id-scope": {
    level: "unspecified",
    sections: ["2.1"],
    needs: ["second-merchant"],
    text: "Whether the configurations of two merchants may have the same `id`.",
  },
} as const satisfies Area<"isolation">;
