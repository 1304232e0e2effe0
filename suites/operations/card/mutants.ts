import { CREDENTIALS, READING, ENVELOPE, mutantsOf } from "../faults.ts";

export const cardMutants = [
  ...mutantsOf({
    area: "card",
    operation: "card/bin/query",
    envelope: "bin-query-envelope",
    faults: [...ENVELOPE, ...READING, "absent"],
    reveals: "the range 424242",
  }),
  ...mutantsOf({
    area: "card",
    operation: "card/cancel",
    envelope: "cancel-envelope",
    faults: [...ENVELOPE, ...CREDENTIALS],
  }),
];
