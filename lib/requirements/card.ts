import type { Area } from "./requirement.ts";

export const card = {
  "card.bin-query-envelope": {
    level: "stated",
    sections: ["2.3", "4.3"],
    needs: ["operation:card/bin/query"],
    text: "Card BIN query answers with an envelope.",
  },
  "card.cancel-envelope": {
    level: "stated",
    sections: ["2.3", "4.3"],
    needs: ["operation:card/cancel"],
    text: "Card cancel answers with an envelope.",
  },
  "card.needs-key": {
    level: "inferred",
    sections: ["4.1", "5"],
    needs: ["operation:card/bin/query"],
    text: "Card BIN query and card cancel are refused without an API key.",
    because: "Requests carry an API key.",
  },
  "card.record-shape": {
    level: "unspecified",
    sections: ["2.4"],
    needs: ["operation:card/bin/query"],
    text: "The fields of a card BIN record.",
  },
} as const satisfies Area<"card">;
