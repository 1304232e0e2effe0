import type { Area } from "./requirement.ts";

export const query = {
  "query.answers": {
    level: "stated",
    sections: ["4.2", "7"],
    text: "Query answers with the configuration of the caller: `data` is an object.",
    ambient: true,
  },
  "query.needs-no-body": {
    level: "stated",
    sections: ["4.1", "4.2"],
    text: "Query needs neither a request body nor a Content-Type.",
    ambient: true,
  },
  "query.changes-nothing": {
    level: "inferred",
    sections: ["3.2", "4.2"],
    text: "Query changes nothing, however often it is sent.",
    because: "Only register and disable are listed as transitions.",
    ambient: true,
  },
  "query.without-configuration": {
    level: "unspecified",
    sections: ["3.2", "4.2"],
    text: "Query when the merchant has no configuration.",
  },
  "query.with-body": { level: "unspecified", sections: ["4.2"], text: "Query with a request body." },
  "query.other-methods": { level: "unspecified", sections: ["4"], text: "Query with another HTTP method." },
} as const satisfies Area<"query">;
