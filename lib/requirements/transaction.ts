import type { Area } from "./requirement.ts";

export const transaction = {
  "transaction.query-envelope": {
    level: "stated",
    sections: ["2.3", "4.3"],
    needs: ["operation:transaction/query"],
    text: "Transaction query answers with an envelope.",
  },
  "transaction.detail-envelope": {
    level: "stated",
    sections: ["2.3", "4.3"],
    needs: ["operation:transaction/detail"],
    text: "Transaction detail answers with an envelope.",
  },
  "transaction.query-fees": {
    level: "stated",
    sections: ["2.4", "4.3", "9"],
    needs: ["operation:transaction/query"],
    text: "The records of transaction query have `fees`.",
  },
  "transaction.detail-fees": {
    level: "stated",
    sections: ["2.4", "4.3", "9"],
    needs: ["operation:transaction/detail"],
    text: "The record of transaction detail has `fees`.",
  },
  "transaction.fees-in-cents": {
    level: "inferred",
    sections: ["2.4", "9"],
    needs: ["operation:transaction/query"],
    text: "`fees` is an integer.",
    because: "Its unit is cents, and amounts in cents are whole.",
  },
  "transaction.types": {
    level: "stated",
    sections: ["3.3", "9"],
    needs: ["operation:transaction/query"],
    text: "At most nine values of `transactionType` occur, and at most one that the document does not name.",
  },
  "transaction.statuses": {
    level: "stated",
    sections: ["2.4", "3.3", "9"],
    needs: ["operation:transaction/query"],
    text: "At most 23 values of `status` occur in transaction records.",
  },
  "transaction.needs-key": {
    level: "inferred",
    sections: ["4.1", "5"],
    needs: ["operation:transaction/query"],
    text: "Transaction query and detail are refused without an API key.",
    because: "Requests carry an API key.",
  },
  "transaction.ninth-type": {
    level: "unspecified",
    sections: ["3.3"],
    needs: ["operation:transaction/query"],
    text: "The name of the ninth transaction type.",
  },
  "transaction.record-shape": {
    level: "unspecified",
    sections: ["2.4"],
    needs: ["operation:transaction/query"],
    text: "The fields of a transaction record and where the records stand in `data`.",
  },
} as const satisfies Area<"transaction">;
