import type { Area } from "./requirement.ts";

export const subAccount = {
  "sub-account.switch-provider-envelope": {
    level: "stated",
    sections: ["2.3", "4.3"],
    needs: ["operation:sub-account/switch-provider"],
    text: "Sub-account switch-provider answers with an envelope.",
  },
  "sub-account.frozen-amount": {
    level: "stated",
    sections: ["2.4", "9"],
    needs: ["operation:sub-account"],
    text: "The answer of a sub-account operation has `frozenAmount`.",
  },
  "sub-account.needs-key": {
    level: "inferred",
    sections: ["4.1", "5"],
    needs: ["operation:sub-account/switch-provider"],
    text: "Sub-account switch-provider is refused without an API key.",
    because: "Requests carry an API key.",
  },
  "sub-account.frozen-amount-unit": {
    level: "unspecified",
    sections: ["2.4"],
    needs: ["operation:sub-account"],
    text: "The unit and type of `frozenAmount`.",
  },
} as const satisfies Area<"sub-account">;
