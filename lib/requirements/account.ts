import type { Area } from "./requirement.ts";

export const account = {
  "account.detail-envelope": {
    level: "stated",
    sections: ["2.3", "4.3"],
    needs: ["operation:account/detail"],
    text: "Account detail answers with an envelope.",
  },
  "account.transfer-envelope": {
    level: "stated",
    sections: ["2.3", "4.3"],
    needs: ["operation:account/transfer"],
    text: "Account transfer answers with an envelope.",
  },
  "account.needs-key": {
    level: "inferred",
    sections: ["4.1", "5"],
    needs: ["operation:account/detail"],
    text: "Account detail and transfer are refused without an API key.",
    because: "Requests carry an API key.",
  },
  "account.record-shape": {
    level: "unspecified",
    sections: ["2.4"],
    needs: ["operation:account/detail"],
    text: "The fields of an account record.",
  },
} as const satisfies Area<"account">;
