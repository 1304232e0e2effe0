import type { Area } from "./requirement.ts";

export const budget = {
  "budget.envelope": {
    level: "stated",
    sections: ["2.3"],
    needs: ["operation:budget"],
    text: "A budget operation answers with an envelope.",
  },
  "budget.used-limit": {
    level: "stated",
    sections: ["2.4", "9"],
    needs: ["operation:budget"],
    text: "The answer of a budget operation has `usedLimit`.",
  },
  "budget.used-limit-in-cents": {
    level: "inferred",
    sections: ["2.4", "9"],
    needs: ["operation:budget"],
    text: "`usedLimit` is an integer.",
    because: "Its unit is cents, and amounts in cents are whole.",
  },
  "budget.record-shape": {
    level: "unspecified",
    sections: ["2.4"],
    needs: ["operation:budget"],
    text: "The paths of the budget operations and the fields of a budget record.",
  },
} as const satisfies Area<"budget">;
